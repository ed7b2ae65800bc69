//! `ApiKeys`.

use std::time::Duration;

use jiff::Timestamp;
use ruminate_types::ports::keys::ApiKey;

use super::owners::owner;
use super::{ManualClock, Store};

fn key(id: &str) -> ApiKey {
    ApiKey {
        id: id.to_owned(),
        owner: owner("ada"),
        label: "for “notes”".to_owned(),
        hash: "$argon2id$…".to_owned(),
        created_at: Timestamp::UNIX_EPOCH,
        revoked_at: None,
    }
}

pub async fn a_key_is_read_back(store: &impl Store, _: &ManualClock) {
    assert_eq!(store.key("a").await.unwrap(), None);
    store.add_key(key("b")).await.unwrap();
    store.add_key(key("a")).await.unwrap();
    assert_eq!(store.key("a").await.unwrap(), Some(key("a")));
    assert_eq!(store.keys().await.unwrap(), [key("a"), key("b")]);
}

pub async fn an_id_is_taken_once(store: &impl Store, _: &ManualClock) {
    store.add_key(key("a")).await.unwrap();
    let another = ApiKey { owner: owner("grace"), ..key("a") };
    assert!(store.add_key(another).await.is_err());
    assert_eq!(store.keys().await.unwrap(), [key("a")]);
}

pub async fn a_revoked_key_says_since_when(store: &impl Store, clock: &ManualClock) {
    store.add_key(key("a")).await.unwrap();
    assert!(store.revoke("a").await.unwrap());
    let revoked = store.key("a").await.unwrap().unwrap().revoked_at;
    assert!(revoked.is_some());
    clock.advance(Duration::from_secs(60));
    assert!(store.revoke("a").await.unwrap());
    assert_eq!(store.key("a").await.unwrap().unwrap().revoked_at, revoked);
    assert!(!store.revoke("b").await.unwrap());
}
