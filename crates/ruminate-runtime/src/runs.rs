//! Beginning runs: from a question, or from another run's history.

use ruminate_engine::{self as engine, Now};
use ruminate_types::ports::store::{Events, NewRun};
use ruminate_types::{
    Budget, Command, ConversationId, Event, Message, ModelChange, ModelProfile, Owner, Policy, Run,
    RunId,
};
use uuid::Uuid;

use crate::clock;
use crate::error::RuntimeError;
use crate::worker::Worker;

/// How many events are read at a time.
pub const EVENTS_PER_PAGE: u32 = 1000;

#[derive(Clone, Debug)]
pub struct NewQuestion {
    pub text: String,
    /// What was said before, oldest first.
    pub conversation: Vec<Message>,
    pub policy: Policy,
    pub model: Option<ModelProfile>,
}

#[derive(Clone, Copy, Debug)]
pub struct Fork {
    pub from: RunId,
    /// The last event that is taken over; all of them without one.
    pub at: Option<u64>,
    /// What it may spend from there on; without one, what the other had left.
    pub budget: Option<Budget>,
}

/// Whose a new run is, and what becomes of it.
#[derive(Clone, Debug)]
pub struct Begin {
    pub owner: Owner,
    pub conversation: Option<ConversationId>,
    /// The most runs that the owner may have under way.
    pub at_most: Option<u32>,
    /// Thinking as soon as somebody drives it; without this it waits to be told.
    pub start: Option<ModelChange>,
}

impl Begin {
    /// At once, for whoever sits at the machine itself.
    pub fn now() -> Self {
        Self { start: Some(ModelChange::Keep), ..Self::later() }
    }

    pub fn later() -> Self {
        Self { owner: Owner::local(), conversation: None, at_most: None, start: None }
    }
}

/// Writes the run down.
pub async fn create(
    worker: &Worker,
    question: NewQuestion,
    begin: Begin,
) -> Result<RunId, RuntimeError> {
    let id = RunId(Uuid::now_v7());
    let NewQuestion { text, conversation, policy, model } = question;
    let now = Now { at: clock::now(), elapsed_ms: 0 };
    let (run, events) = engine::create(id, &text, conversation, policy, model, now);
    write(worker, run, events, None, begin).await
}

/// Writes down a new run with another one's history.
pub async fn fork(worker: &Worker, fork: Fork, begin: Begin) -> Result<RunId, RuntimeError> {
    let ports = worker.ports();
    let Fork { from, at, budget } = fork;
    let last = ports.runs.summary(from).await?.cursor.seq;
    let at = at.unwrap_or(last);
    if at == 0 || at > last {
        return Err(RuntimeError::NoSuchEvent { run: from, seq: at, last });
    }
    let history = events_until(&*ports.events, from, at).await?;
    let id = RunId(Uuid::now_v7());
    let (run, events) = engine::fork(id, history, budget, clock::now())
        .ok_or(RuntimeError::BrokenHistory { run: from })?;
    write(worker, run, events, Some((from, at)), begin).await
}

async fn write(
    worker: &Worker,
    mut run: Run,
    mut events: Vec<Event>,
    history: Option<(RunId, u64)>,
    begin: Begin,
) -> Result<RunId, RuntimeError> {
    let id = run.id;
    if let Some(model) = begin.start {
        let now = Now { at: clock::now(), elapsed_ms: run.cursor.spent.elapsed_ms };
        events.extend(engine::obey(&mut run, &Command::Resume { model }, now));
    }
    // What a question in a conversation asks depends on what was said before.
    let is_alone = run.conversation.is_empty() && history.is_none();
    let memory = worker.ports().memory.as_ref().filter(|_| is_alone);
    let question_key = memory.and_then(|memory| memory.key(&run.question));
    let Begin { owner, conversation, at_most, .. } = begin;
    let written = events.len() as u64;
    let new = NewRun { run, events, history, owner, conversation, at_most, question_key };
    worker.ports().journal.create(new).await?;
    worker.tally().begun(written);
    Ok(id)
}

async fn events_until(
    events: &dyn Events,
    run: RunId,
    at: u64,
) -> Result<Vec<Event>, RuntimeError> {
    let mut history: Vec<Event> = Vec::new();
    loop {
        let after = history.last().map_or(0, |event| event.seq);
        let page = events.events(run, after, EVENTS_PER_PAGE).await?;
        let is_last = page.len() < EVENTS_PER_PAGE as usize;
        history.extend(page.into_iter().take_while(|event| event.seq <= at));
        if is_last || history.last().is_some_and(|event| event.seq == at) {
            return Ok(history);
        }
    }
}
