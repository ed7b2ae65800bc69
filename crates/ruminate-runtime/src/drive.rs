//! Driving one run: plan, write down the intent, perform, write down the result, again. What a step
//! leaves behind and what the next one intends go into one transaction.

use std::time::Duration;

use futures_util::stream::{FuturesUnordered, StreamExt};
use ruminate_engine::{self as engine, Next, Step};
use ruminate_types::ports::store::{Commit, Intent, Lease, StoreError};
use ruminate_types::{
    CallKey, Command, CommandId, Effect, EffectFailure, EffectResult, Owner, QueuedCommand,
    RequestHash, Run, RunStatus,
};
use tokio::sync::{mpsc, watch};

use crate::clock::Stopwatch;
use crate::error::RuntimeError;
use crate::perform::{Performer, purpose, request_hash};
use crate::worker::{Shared, Stop};

/// How a drive ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The run rests in this state.
    Rests(RunStatus),
    /// The driver was told to let go; the run waits for the next one.
    LetGo,
}

pub(crate) struct Drive<'a> {
    shared: &'a Shared,
    lease: Lease,
    /// Whose run it is.
    owner: Owner,
    run: Run,
    stopwatch: Stopwatch,
    /// What the next transaction will hold.
    draft: Commit,
    commands: mpsc::Receiver<QueuedCommand>,
    last_command: CommandId,
    is_lost: watch::Receiver<bool>,
    stop: watch::Receiver<Stop>,
}

/// So many events without a call between them are committed before more are made.
const DRAFT_EVENTS: usize = 256;

/// How performing a step ended.
enum Performed {
    All(Vec<EffectResult>),
    /// A command put the run to rest.
    Interrupted,
    LetGo,
}

impl<'a> Drive<'a> {
    pub(crate) async fn take_up(
        shared: &'a Shared,
        lease: Lease,
        commands: mpsc::Receiver<QueuedCommand>,
        is_lost: watch::Receiver<bool>,
        stop: watch::Receiver<Stop>,
    ) -> Result<Outcome, RuntimeError> {
        let owner = shared.ports.runs.summary(lease.run_id).await?.owner;
        let run = shared.ports.windows.load(lease.run_id).await?;
        let stopwatch = Stopwatch::resume(run.cursor.spent.elapsed_ms);
        let mut drive = Self {
            shared,
            lease,
            owner,
            run,
            stopwatch,
            draft: Commit::default(),
            commands,
            last_command: CommandId(0),
            is_lost,
            stop,
        };
        drive.obey_what_is_queued().await?;
        drive.go().await
    }

    /// A command that came when the run had just come to rest must not lie there unheard. Says
    /// whether there was one.
    async fn obey_what_is_queued(&mut self) -> Result<bool, RuntimeError> {
        let queued = self.shared.ports.commands.pending(self.run.id).await?;
        queued.iter().for_each(|command| self.obey(command));
        Ok(!queued.is_empty())
    }

    async fn go(mut self) -> Result<Outcome, RuntimeError> {
        let mut is_taken_up = true;
        loop {
            while let Ok(command) = self.commands.try_recv() {
                self.obey(&command);
            }
            if *self.stop.borrow() != Stop::GoOn {
                self.commit(Vec::new()).await?;
                return Ok(Outcome::LetGo);
            }
            let Some(step) = self.plan().await? else {
                self.commit(Vec::new()).await?;
                if self.obey_what_is_queued().await? {
                    continue;
                }
                return Ok(Outcome::Rests(self.run.cursor.status));
            };
            // Only the step that was under way when the run was taken up can have results already.
            let recorded = if is_taken_up {
                self.recorded(&step).await?
            } else {
                vec![None; step.effects.len()]
            };
            is_taken_up = false;
            self.commit(self.intents(&step, &recorded)).await?;
            match self.perform(&step, recorded).await? {
                Performed::All(results) => self.absorb(&step, results),
                // What has come back is on record, for when the step is taken up again.
                Performed::Interrupted => is_taken_up = true,
                Performed::LetGo => return Ok(Outcome::LetGo),
            }
        }
    }

    /// Lets the machine go on by itself as far as it can. None when the run rests.
    async fn plan(&mut self) -> Result<Option<Step>, RuntimeError> {
        loop {
            match engine::next(&self.run) {
                Next::Rest => return Ok(None),
                Next::Perform(step) if step.effects.is_empty() => self.absorb(&step, Vec::new()),
                Next::Perform(step) => return Ok(Some(step)),
            }
            if self.draft.events.len() >= DRAFT_EVENTS {
                self.commit(Vec::new()).await?;
            }
        }
    }

    fn absorb(&mut self, step: &Step, results: Vec<EffectResult>) {
        let mut now = self.stopwatch.now();
        let is_down = |result: &EffectResult| {
            matches!(result, EffectResult::Failed(EffectFailure::Unavailable { .. }))
        };
        if !results.is_empty() && results.iter().all(is_down) {
            // Waiting for a model that does not answer is not thinking.
            now.elapsed_ms = self.run.cursor.spent.elapsed_ms;
            self.stopwatch = Stopwatch::resume(now.elapsed_ms);
        }
        let events = engine::absorb(&mut self.run, step, results, now);
        self.draft.events.extend(events);
    }

    /// Commands are handed out once, but may be read again when a run is taken up.
    fn obey(&mut self, queued: &QueuedCommand) {
        if queued.id <= self.last_command {
            return;
        }
        self.last_command = queued.id;
        let was_resting = self.run.cursor.status != RunStatus::Thinking;
        if was_resting && matches!(queued.command, Command::Resume { .. }) {
            self.stopwatch = Stopwatch::resume(self.run.cursor.spent.elapsed_ms);
        }
        let events = engine::obey(&mut self.run, &queued.command, self.stopwatch.now());
        self.draft.events.extend(events);
        self.draft.obeyed.push(queued.id);
    }

    fn key(&self, step: &Step, index: usize) -> CallKey {
        CallKey { run_id: self.run.id, step: step.number, index: index as u32 }
    }

    /// The same words to another model are another request.
    fn hash(&self, effect: &Effect) -> RequestHash {
        request_hash(self.run.cursor.model.as_ref().map(|model| model.id.as_str()), effect)
    }

    /// What is on record of this step from before the run was taken up, for requests that are the same.
    async fn recorded(&self, step: &Step) -> Result<Vec<Option<EffectResult>>, RuntimeError> {
        let calls = self.shared.ports.windows.calls(self.run.id, step.number).await?;
        let find = |(index, hash): (usize, RequestHash)| {
            let call = calls.iter().find(|call| call.index as usize == index && call.hash == hash);
            call.and_then(|call| call.result.clone())
        };
        Ok(step.effects.iter().map(|effect| self.hash(effect)).enumerate().map(find).collect())
    }

    fn intents(&self, step: &Step, recorded: &[Option<EffectResult>]) -> Vec<Intent> {
        let missing = recorded.iter().enumerate().filter(|(_, result)| result.is_none());
        missing
            .map(|(index, _)| Intent {
                key: self.key(step, index),
                hash: self.hash(&step.effects[index]),
                purpose: purpose(&step.effects[index]),
            })
            .collect()
    }

    /// Writes the draft and these intents, then shows the events to those who watch.
    async fn commit(&mut self, intents: Vec<Intent>) -> Result<(), RuntimeError> {
        let draft = std::mem::take(&mut self.draft);
        if draft.events.is_empty()
            && draft.results.is_empty()
            && draft.obeyed.is_empty()
            && intents.is_empty()
        {
            return Ok(());
        }
        let events = draft.events.clone();
        let commit = Commit { cursor: Some(self.run.cursor.clone()), intents, ..draft };
        self.shared.ports.journal.commit(&self.lease, commit).await?;
        self.shared.tally.note(&events);
        self.shared.bus.publish(self.run.id, events);
        Ok(())
    }

    async fn perform(
        &mut self,
        step: &Step,
        mut results: Vec<Option<EffectResult>>,
    ) -> Result<Performed, RuntimeError> {
        let shared = self.shared;
        let owner = self.owner.clone();
        let performer = Performer {
            ports: &shared.ports,
            bus: &shared.bus,
            run_id: self.run.id,
            owner: &owner,
            model: self.run.cursor.model.clone(),
        };
        let time_limit = self.time_limit(step);
        let mut calls: FuturesUnordered<_> = (0..step.effects.len())
            .filter(|&index| results[index].is_none())
            .map(|index| {
                let call = performer.perform(index as u32, &step.effects[index], time_limit);
                async move { (index, call.await) }
            })
            .collect();

        while !calls.is_empty() {
            tokio::select! {
                biased;
                () = until(&mut self.is_lost, |lost| *lost) => {
                    return Err(StoreError::LeaseLost { run: self.run.id }.into());
                }
                () = until(&mut self.stop, |stop| *stop == Stop::Now) => {
                    return Ok(Performed::LetGo);
                }
                Some(command) = self.commands.recv() => {
                    self.obey(&command);
                    self.commit(Vec::new()).await?;
                    if self.run.cursor.status != RunStatus::Thinking {
                        return Ok(Performed::Interrupted);
                    }
                }
                Some((index, result)) = calls.next() => {
                    self.draft.results.push((self.key(step, index), result.clone()));
                    results[index] = Some(result);
                    // The last result goes with what the machine makes of them all.
                    if !calls.is_empty() {
                        self.commit(Vec::new()).await?;
                    }
                }
            }
        }
        Ok(Performed::All(results.into_iter().flatten().collect()))
    }

    fn time_limit(&self, step: &Step) -> Duration {
        let each = step.time_limit.each_ms;
        let left =
            step.time_limit.cutoff_ms.map(|end| end.saturating_sub(self.stopwatch.elapsed_ms()));
        Duration::from_millis(left.map_or(each, |left| each.min(left)))
    }
}

/// Waits until the value is so. A sender that is gone will never say it.
async fn until<T>(value: &mut watch::Receiver<T>, is_so: impl FnMut(&T) -> bool) {
    if value.wait_for(is_so).await.is_err() {
        std::future::pending().await
    }
}
