//! The one self of a mind, which thinks when nobody asks.

use async_trait::async_trait;

use super::store::StoreError;
use crate::{Attending, Owner, Woke};

#[async_trait]
pub trait Wake: Send + Sync {
    /// Wakes an owner's mind for so many cycles, and tells what each did. It ends early when there is nothing
    /// more to do. One that was asleep goes on by itself from now on.
    async fn wake(&self, owner: &Owner, cycles: u32) -> Result<Vec<Woke>, StoreError>;

    /// Lets it sleep: it does nothing by itself until it is woken.
    async fn sleep(&self, owner: &Owner) -> Result<(), StoreError>;

    /// What it has in mind.
    async fn attending(&self, owner: &Owner) -> Result<Attending, StoreError>;
}

/// Cycles that one may ask for at once.
pub const MOST_CYCLES: u32 = 100;
