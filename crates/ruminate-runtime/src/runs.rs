//! Beginning runs: from a question, or from another run's history.

use ruminate_engine::{self as engine, Now};
use ruminate_types::ports::store::{NewRun, Runs};
use ruminate_types::{Budget, Event, ModelProfile, Policy, RunId};
use uuid::Uuid;

use crate::clock;
use crate::error::RuntimeError;
use crate::worker::Ports;

/// How many events are read at a time.
pub const EVENTS_PER_PAGE: u32 = 1000;

#[derive(Clone, Debug)]
pub struct NewQuestion {
    pub text: String,
    pub policy: Policy,
    pub model: Option<ModelProfile>,
}

/// Writes the run down. It thinks when somebody drives it, after it was told to resume.
pub async fn create(ports: &Ports, question: NewQuestion) -> Result<RunId, RuntimeError> {
    let id = RunId(Uuid::now_v7());
    let now = Now { at: clock::now(), elapsed_ms: 0 };
    let (run, events) = engine::create(id, &question.text, question.policy, question.model, now);
    ports.journal.create(NewRun { run, events, history: None }).await?;
    Ok(id)
}

/// A new run with the history of `from` up to and including event `at`, or all of it. It may spend
/// `budget` from there on; without one, what the other had left.
pub async fn fork(
    ports: &Ports,
    from: RunId,
    at: Option<u64>,
    budget: Option<Budget>,
) -> Result<RunId, RuntimeError> {
    let last = ports.runs.summary(from).await?.cursor.seq;
    let at = at.unwrap_or(last);
    if at == 0 || at > last {
        return Err(RuntimeError::NoSuchEvent { run: from, seq: at, last });
    }
    let history = events_until(&*ports.runs, from, at).await?;
    let id = RunId(Uuid::now_v7());
    let (run, events) = engine::fork(id, history, budget, clock::now())
        .ok_or(RuntimeError::BrokenHistory { run: from })?;
    ports.journal.create(NewRun { run, events, history: Some((from, at)) }).await?;
    Ok(id)
}

async fn events_until(runs: &dyn Runs, run: RunId, at: u64) -> Result<Vec<Event>, RuntimeError> {
    let mut events: Vec<Event> = Vec::new();
    loop {
        let after = events.last().map_or(0, |event| event.seq);
        let page = runs.events(run, after, EVENTS_PER_PAGE).await?;
        let is_last = page.len() < EVENTS_PER_PAGE as usize;
        events.extend(page.into_iter().take_while(|event| event.seq <= at));
        if is_last || events.last().is_some_and(|event| event.seq == at) {
            return Ok(events);
        }
    }
}
