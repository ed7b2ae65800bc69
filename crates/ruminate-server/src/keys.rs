//! Keys: made at random, shown once, kept as an Argon2id hash. A key is `rmk_ID_SECRET`; its id finds it.
//!
//! Hashing is slow on purpose, so a key that was right is remembered by a quick digest for as long as the
//! stored hash is the same. Whether it was revoked is asked every time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use jiff::Timestamp;
use ruminate_types::Owner;
use ruminate_types::ports::keys::{ApiKey, ApiKeys};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::problem::Problem;

/// How every key begins.
pub(crate) const PREFIX: &str = "rmk_";

/// A new key: what is stored, and what is shown once.
pub struct NewKey {
    pub stored: ApiKey,
    pub secret: String,
}

impl NewKey {
    /// None when the machine has no room to hash it.
    pub fn make(owner: Owner, label: String, now: Timestamp) -> Option<Self> {
        let id = Uuid::new_v4().simple().to_string()[..12].to_owned();
        let (first, second) = (Uuid::new_v4().simple(), Uuid::new_v4().simple());
        let secret = format!("{PREFIX}{id}_{first}{second}");
        let hash = Argon2::default().hash_password(secret.as_bytes()).ok()?.to_string();
        let stored = ApiKey { id, owner, label, hash, created_at: now, revoked_at: None };
        Some(Self { stored, secret })
    }
}

pub(crate) struct Doorkeeper {
    keys: Arc<dyn ApiKeys>,
    /// Keys that were right: their id, the hash they were held against, and a digest of them.
    known: Mutex<HashMap<String, Known>>,
    /// A hash takes much memory and time: so many are computed at once.
    hashing: Semaphore,
}

struct Known {
    hash: String,
    digest: [u8; 32],
}

const HASHES_AT_ONCE: usize = 2;

impl Doorkeeper {
    pub(crate) fn new(keys: Arc<dyn ApiKeys>) -> Self {
        let hashing = Semaphore::new(HASHES_AT_ONCE);
        Self { keys, known: Mutex::default(), hashing }
    }

    /// Whose key this is; none when it is nobody's. A key that was not right before must be allowed to
    /// be tried: whoever sends wrong ones without end would keep the machine hashing.
    pub(crate) async fn owner(
        &self,
        secret: &str,
        try_it: impl FnOnce() -> Result<(), Problem>,
    ) -> Result<Option<Owner>, Problem> {
        let key = match id_of(secret) {
            Some(id) => self.keys.key(id).await?.filter(|key| key.revoked_at.is_none()),
            None => None,
        };
        let Some(key) = key else {
            try_it()?;
            return Ok(None);
        };
        let digest: [u8; 32] = Sha256::digest(secret.as_bytes()).into();
        if self.is_known(&key, &digest) {
            return Ok(Some(key.owner));
        }
        try_it()?;
        if !self.is_right(&key, secret).await {
            return Ok(None);
        }
        self.known().insert(key.id, Known { hash: key.hash, digest });
        Ok(Some(key.owner))
    }

    fn is_known(&self, key: &ApiKey, digest: &[u8; 32]) -> bool {
        self.known()
            .get(&key.id)
            .is_some_and(|known| known.hash == key.hash && bool::from(known.digest.ct_eq(digest)))
    }

    async fn is_right(&self, key: &ApiKey, secret: &str) -> bool {
        // Never closed.
        let Ok(_turn) = self.hashing.acquire().await else { return false };
        let (hash, secret) = (key.hash.clone(), secret.to_owned());
        let verify = move || {
            PasswordHash::new(&hash).is_ok_and(|hash| {
                Argon2::default().verify_password(secret.as_bytes(), &hash).is_ok()
            })
        };
        tokio::task::spawn_blocking(verify).await.unwrap_or(false)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The id within a key. The longest key there is bounds what is looked at.
fn id_of(secret: &str) -> Option<&str> {
    const LONGEST: usize = 128;
    if secret.len() > LONGEST {
        return None;
    }
    let (id, _) = secret.strip_prefix(PREFIX)?.split_once('_')?;
    Some(id)
}
