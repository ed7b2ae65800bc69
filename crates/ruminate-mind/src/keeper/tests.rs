use std::time::Duration;

use async_trait::async_trait;
use ruminate_types::{Lesson, Silo};

use super::*;

/// Knows one lesson, whoever asks; and is never done with telling what happened to Ada.
struct OneLesson(Lesson);

impl OneLesson {
    fn known(&self) -> Known {
        Known {
            lesson: self.0.clone(),
            source: "notes.md".to_owned(),
            silo: Silo::default(),
            learned_at: jiff::Timestamp::UNIX_EPOCH,
        }
    }
}

#[async_trait]
impl Knowledge for OneLesson {
    async fn changes(&self, _: &Owner, after: u64, _: u32) -> Result<Vec<Change>, StoreError> {
        let learned = Change { seq: 1, what: Changed::Learned(Box::new(self.known())) };
        Ok(if after == 0 { vec![learned] } else { Vec::new() })
    }

    async fn happened(&self, owner: &Owner, _: u64) -> Result<bool, StoreError> {
        if owner.as_str() == "ada" {
            std::future::pending::<()>().await;
        }
        Ok(true)
    }

    async fn last_change(&self) -> Result<u64, StoreError> {
        Ok(1)
    }

    async fn known(&self, _: &Owner, ids: &[String]) -> Result<Vec<Known>, StoreError> {
        Ok(ids.iter().filter(|id| **id == self.0.id).map(|_| OneLesson::known(self)).collect())
    }
}

pub(crate) fn owner(name: &str) -> Owner {
    name.parse().unwrap()
}

/// A keeper of one lesson, whose files are nobody else's.
pub(crate) fn keeper(name: &str, lesson: Lesson) -> Keeper {
    let dir = std::env::temp_dir().join(format!("ruminate-keeper-{name}-{}", std::process::id()));
    Keeper::new(Arc::new(OneLesson(lesson)), dir)
}

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
}

#[test]
fn a_mind_that_is_slow_to_open_keeps_nobody_else_waiting() {
    let keeper = keeper("slow", Lesson::new("a", "Anna Berg", "Anna Berg was born in Bonn."));
    make_private(&keeper.dir).unwrap();
    let mut saved = Mind::default();
    saved.followed.own = 1;
    saved.save_to(&keeper.file(&owner("ada"))).unwrap();
    block_on(async {
        let soon = Duration::from_millis(100);
        let ada = owner("ada");
        let mut slow = std::pin::pin!(keeper.wake(&ada));
        assert!(tokio::time::timeout(soon, &mut slow).await.is_err(), "it is never done");
        let grace = tokio::time::timeout(soon * 100, keeper.wake(&owner("grace"))).await;
        assert_eq!(grace.expect("nobody is in the way").unwrap().read().recall.len(), 1);
    });
    std::fs::remove_dir_all(&keeper.dir).unwrap();
}
