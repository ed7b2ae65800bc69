//! `Reflexes`.

use super::owners::owner;
use super::{ManualClock, Store};

pub async fn a_reflex_waits_until_it_is_approved(store: &impl Store, _: &ManualClock) {
    let (ada, grace) = (owner("ada"), owner("grace"));
    let first = store.propose(&ada, "disk full", "clean up", false, "run 1").await.unwrap();
    assert!(!first.is_approved && first.origin == "run 1");
    let second = store.propose(&ada, "hello", "hi", true, "a person").await.unwrap();
    assert!(second.is_approved && second.id > first.id);
    assert!(!store.approve(&grace, first.id).await.unwrap(), "another's");
    assert!(store.approve(&ada, first.id).await.unwrap());
    let all = store.reflexes(&ada).await.unwrap();
    assert!(all.len() == 2 && all.iter().all(|reflex| reflex.is_approved));
    assert_eq!(store.reflexes(&grace).await.unwrap(), []);
    assert!(!store.reject(&grace, first.id).await.unwrap());
    assert!(store.reject(&ada, first.id).await.unwrap());
    assert!(!store.reject(&ada, first.id).await.unwrap());
    assert_eq!(store.reflexes(&ada).await.unwrap(), [second]);
}

pub async fn a_reflex_is_noted_once(store: &impl Store, _: &ManualClock) {
    let ada = owner("ada");
    let first = store.propose(&ada, "hello", "hi", false, "a run").await.unwrap();
    let again = store.propose(&ada, "hello", "hi", true, "a person").await.unwrap();
    assert_eq!((again.id, again.is_approved), (first.id, true));
    assert_eq!(store.reflexes(&ada).await.unwrap().len(), 1);
    let kept = store.propose(&ada, "hello", "hi", false, "a run").await.unwrap();
    assert!(kept.is_approved, "what was approved stays so");
}
