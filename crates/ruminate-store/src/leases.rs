//! Who may write a run. A token that grows with every claim keeps an older holder from writing, however
//! late it wakes up; expiry and the workers' pulse only decide when somebody else may claim.

use std::collections::HashMap;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use ruminate_types::ports::store::{Lease, Leases, StoreError};
use ruminate_types::{RunId, WorkerId};
use rusqlite::{OptionalExtension, params};

use crate::fault::Outcome;
use crate::workers::{Pulse, Workers};
use crate::writer::Pen;
use crate::{RunStore, json, sql};

#[async_trait]
impl Leases for RunStore {
    async fn claim(
        &self,
        run: RunId,
        worker: WorkerId,
        ttl: Duration,
    ) -> Result<Lease, StoreError> {
        self.writer.write(move |pen| pen.claim(run, worker, ttl)).await
    }

    async fn renew(&self, leases: &[Lease], ttl: Duration) -> Result<Vec<Lease>, StoreError> {
        let leases = leases.to_vec();
        self.writer.write(move |pen| pen.renew(&leases, ttl)).await
    }

    async fn release(&self, lease: &Lease) -> Result<(), StoreError> {
        let lease = *lease;
        self.writer.write(move |pen| pen.release(&lease)).await
    }
}

impl Pen {
    fn claim(&mut self, run: RunId, worker: WorkerId, ttl: Duration) -> Outcome<Lease> {
        self.enlist(worker)?;
        let id = run.to_string();
        let (owner, token, until): (Option<String>, u64, Option<i64>) = self
            .conn
            .prepare_cached(sql::LEASE_OF)?
            .query_row([&id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?
            .ok_or(StoreError::NotFound(run))?;
        let now = self.now();
        if let (Some(owner), Some(until)) = (owner, until) {
            let owner = json::parse(format_args!("the lease of run {run}"), &owner)?;
            if owner != worker && until > now.as_millisecond() {
                self.take_over_from(owner, run)?;
            }
        }
        let token = self
            .conn
            .prepare_cached(sql::CLAIM)?
            .query_row(params![worker.to_string(), expiry(now, ttl), id, token], |row| row.get(0))
            .optional()?
            .ok_or_else(|| StoreError::Held { run, holder: "one who was faster".to_owned() })?;
        Ok(Lease { run_id: run, worker, token })
    }

    /// Makes this process visible to others before it holds anything, and clears away those that died.
    fn enlist(&mut self, worker: WorkerId) -> Outcome<()> {
        if self.enlisted.is_some() || worker != self.workers.own() {
            return Ok(());
        }
        self.enlisted = Some(self.workers.enlist(self.now())?);
        for dead in self.workers.dead() {
            self.bury(dead)?;
        }
        Ok(())
    }

    fn take_over_from(&mut self, owner: WorkerId, run: RunId) -> Outcome<()> {
        match self.workers.pulse(owner) {
            Pulse::Dead => self.bury(owner),
            Pulse::Alive | Pulse::Unknown => Err(self.held(run, owner).into()),
        }
    }

    fn held(&self, run: RunId, owner: WorkerId) -> StoreError {
        StoreError::Held { run, holder: self.workers.describe(owner) }
    }

    /// All leases of a dead worker go at once: its file, which tells that it is dead, goes with them.
    fn bury(&mut self, dead: WorkerId) -> Outcome<()> {
        self.give_up_all(dead)?;
        self.buried.push(dead);
        Ok(())
    }

    pub(crate) fn give_up_all(&self, worker: WorkerId) -> Outcome<()> {
        self.conn.prepare_cached(sql::RELEASE_ALL)?.execute([worker.to_string()])?;
        Ok(())
    }

    fn renew(&self, leases: &[Lease], ttl: Duration) -> Outcome<Vec<Lease>> {
        let until = expiry(self.now(), ttl);
        let mut keep = self.conn.prepare_cached(sql::KEEP_LEASE)?;
        let mut lost = Vec::new();
        for lease in leases {
            let (run, worker) = (lease.run_id.to_string(), lease.worker.to_string());
            if keep.execute(params![until, run, worker, lease.token])? == 0 {
                lost.push(*lease);
            }
        }
        Ok(lost)
    }

    fn release(&self, lease: &Lease) -> Outcome<()> {
        self.conn.prepare_cached(sql::RELEASE)?.execute(params![
            lease.run_id.to_string(),
            lease.worker.to_string(),
            lease.token,
        ])?;
        Ok(())
    }
}

fn expiry(now: Timestamp, ttl: Duration) -> i64 {
    let ttl = i64::try_from(ttl.as_millis()).unwrap_or(i64::MAX);
    now.as_millisecond().saturating_add(ttl)
}

/// Tells whose leases are alive, asking for each worker's pulse once.
pub(crate) struct Drivers<'a> {
    workers: &'a Workers,
    now: Timestamp,
    pulses: HashMap<WorkerId, bool>,
}

impl<'a> Drivers<'a> {
    pub(crate) fn new(workers: &'a Workers, now: Timestamp) -> Self {
        Self { workers, now, pulses: HashMap::new() }
    }

    pub(crate) fn drives(&mut self, owner: WorkerId, until: i64) -> bool {
        until > self.now.as_millisecond()
            && *self.pulses.entry(owner).or_insert_with(|| self.workers.pulse(owner) != Pulse::Dead)
    }
}
