//! The machine's few doors: create a run, ask what it wants next, give it what came of that, tell
//! it a command, fork it. Planning looks at the committed run alone, so that after a crash the same
//! run plans the same step, and what was recorded for that step still fits.

use std::sync::LazyLock;

use jiff::Timestamp;
use ruminate_types::ports::model::ModelReply;
use ruminate_types::{
    Command, Cursor, Effect, EffectFailure, EffectResult, Event, Mode, ModelProfile, Origin,
    PauseReason, Payload, Policy, QuestionId, Run, RunId, RunStatus, SubQuestion,
};

use crate::extended::extended;
use crate::log::Log;
use crate::pipeline::Pipeline;
use crate::stage::{Answer, Stage, TimeLimit};
use crate::{stages, tokens};

/// The time, as the driver has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    pub at: Timestamp,
    /// Thinking time of this run, pauses not counted.
    pub elapsed_ms: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    Perform(Step),
    /// Nothing to do until a command says otherwise, or ever again.
    Rest,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub number: u64,
    pub stage: &'static str,
    /// To be performed side by side; empty when the machine can go on by itself.
    pub effects: Vec<Effect>,
    pub time_limit: TimeLimit,
}

/// After so many calls in a row that gave nothing, the model counts as down.
const MOST_USELESS: u32 = 3;
const SMALLEST_WINDOW: u32 = 1024;

fn pipeline(mode: Mode) -> &'static Pipeline {
    static EXTENDED: LazyLock<Pipeline> = LazyLock::new(extended);
    match mode {
        Mode::Extended => &EXTENDED,
    }
}

pub fn create(
    id: RunId,
    question: &str,
    policy: Policy,
    model: Option<ModelProfile>,
    now: Now,
) -> (Run, Vec<Event>) {
    let mut run = blank(id, question.to_owned(), policy.clone());
    let mut log = Log::new(&mut run, now);
    let payload = Payload::Created {
        original_question: question.to_owned(),
        policy: Box::new(policy),
        model: model.map(Box::new),
    };
    log.write(payload, question);
    let events = log.into_events();
    (run, events)
}

/// A run before its first event.
fn blank(id: RunId, question: String, policy: Policy) -> Run {
    Run {
        id,
        question,
        policy,
        cursor: Cursor::default(),
        thoughts: Vec::new(),
        open: Vec::new(),
        explored: Vec::new(),
        layers: Vec::new(),
        recollections: Vec::new(),
    }
}

/// A new run with another one's history, which `events` tells from its first event on. It has not
/// started yet, whatever state the other one was in, and keeps to `policy` if one is given.
pub fn fork(
    id: RunId,
    events: impl IntoIterator<Item = Event>,
    policy: Option<Policy>,
    now: Timestamp,
) -> Option<(Run, Vec<Event>)> {
    let mut events = events.into_iter();
    let first = events.next()?;
    let Payload::Created { original_question, policy: original, .. } = &first.payload else {
        return None;
    };
    let (from, original) = (first.run_id, (**original).clone());
    let mut run = blank(id, original_question.clone(), original);
    crate::fold(&mut run, &first);
    for event in events {
        crate::fold(&mut run, &event);
    }
    if let Some(policy) = policy {
        run.policy = policy;
    }
    let seq = run.cursor.seq;
    let elapsed_ms = run.cursor.spent.elapsed_ms;
    let mut log = Log::new(&mut run, Now { at: now, elapsed_ms });
    let budget = log.run.policy.budget;
    log.write(
        Payload::Forked { from, seq, budget },
        format!("Forked from {from} after event {seq}"),
    );
    let events = log.into_events();
    Some((run, events))
}

/// What the run wants done next.
pub fn next(run: &Run) -> Next {
    if run.cursor.status != RunStatus::Thinking {
        return Next::Rest;
    }
    let stage = pipeline(run.policy.mode).after(run.cursor.stage.as_deref(), run);
    stage.map_or(Next::Rest, |stage| {
        Next::Perform(Step {
            number: run.cursor.step,
            stage: stage.name(),
            effects: stage.wants(run),
            time_limit: stage.time_limit(run),
        })
    })
}

/// Takes the results of a step's effects, one for each and in their order.
pub fn absorb(run: &mut Run, step: &Step, results: Vec<EffectResult>, now: Now) -> Vec<Event> {
    debug_assert_eq!(step.effects.len(), results.len());
    run.cursor.step = step.number + 1;
    let Some(stage) = pipeline(run.policy.mode).named(step.stage) else { return Vec::new() };
    let mut log = Log::new(run, now);
    for (effect, result) in step.effects.iter().zip(&results) {
        charge(&mut log, effect, result);
    }
    let answers: Vec<Option<Answer>> =
        results.iter().map(|result| answer(&mut log, stage, result)).collect();

    // A stage that was answered by nobody tries again, unless it has a way of its own.
    let is_tried_again = !results.is_empty() && results.iter().all(is_no_answer);
    if !is_tried_again {
        stage.absorb(&mut log, answers);
        log.run.cursor.stage = Some(step.stage.to_owned());
    }
    pause_if_the_model_is_down(&mut log, &results);
    log.into_events()
}

fn charge(log: &mut Log<'_>, effect: &Effect, result: &EffectResult) {
    match (effect, result) {
        (Effect::AskModel(request), EffectResult::Reply(reply)) => {
            log.charge(
                reply,
                tokens::estimate(&request.system) + tokens::estimate(&request.prompt),
            );
        }
        (Effect::AskModel(_), EffectResult::Failed(failure)) => log.charge_failure(failure),
        _ => {}
    }
}

/// The call was not answered at all, and the stage had no part in that.
fn is_no_answer(result: &EffectResult) -> bool {
    match result {
        EffectResult::Reply(_) | EffectResult::Recalled { .. } => false,
        EffectResult::Failed(failure) => match failure {
            EffectFailure::Unavailable { .. }
            | EffectFailure::SchemaRefused
            | EffectFailure::PromptTooLong { .. } => true,
            EffectFailure::Useless { .. } => false,
        },
    }
}

/// What a stage gets to see of a result; what it does not is written down here.
fn answer(log: &mut Log<'_>, stage: &dyn Stage, result: &EffectResult) -> Option<Answer> {
    match result {
        EffectResult::Reply(ModelReply { text, .. }) => Some(Answer::Reply(text.clone())),
        EffectResult::Recalled { recollections } => Some(Answer::Recalled(recollections.clone())),
        EffectResult::Failed(failure) => {
            match failure {
                EffectFailure::SchemaRefused => adjust(log, |model| model.structured = false),
                EffectFailure::PromptTooLong { limit } => adjust(log, |model| {
                    let most = model.context_window / 4 * 3;
                    model.context_window =
                        limit.map_or(most, |limit| limit.min(most)).max(SMALLEST_WINDOW);
                }),
                EffectFailure::Useless { message } => {
                    let summary = format!("{}: {message}", stage.name());
                    let payload = Payload::StageFailed {
                        failed_stage: stage.name().to_owned(),
                        message: message.clone(),
                    };
                    log.write(payload, summary);
                }
                EffectFailure::Unavailable { .. } => {}
            }
            None
        }
    }
}

/// Writes down that the model can less than was thought. One that cannot be adjusted further has
/// failed like any other.
fn adjust(log: &mut Log<'_>, change: impl FnOnce(&mut ModelProfile)) {
    let Some(before) = log.run.cursor.model.clone() else { return };
    let mut model = before.clone();
    change(&mut model);
    if model == before {
        let message = "the model refuses even the smallest request".to_owned();
        log.write(
            Payload::StageFailed { failed_stage: "model".to_owned(), message },
            "The model refuses",
        );
        return;
    }
    let (structured, context_window) = (model.structured, model.context_window);
    let format = if structured { "JSON schema" } else { "text format" };
    log.write(
        Payload::ModelAdjusted { structured, context_window },
        format!("Asking in {format}, within {context_window} tokens"),
    );
}

fn pause_if_the_model_is_down(log: &mut Log<'_>, results: &[EffectResult]) {
    if log.run.cursor.status != RunStatus::Thinking {
        return;
    }
    let down = results.iter().find_map(|result| match result {
        EffectResult::Failed(EffectFailure::Unavailable { message }) => Some(message.clone()),
        _ => None,
    });
    let worn_out = (log.run.cursor.useless_steps >= MOST_USELESS)
        .then(|| format!("{MOST_USELESS} calls in a row gave nothing of use"));
    if let Some(message) = down.or(worn_out) {
        let summary = format!("Paused: {message}");
        log.write(Payload::Paused { reason: PauseReason::ModelUnavailable { message } }, summary);
    }
}

/// Obeys a command. What does not apply to the run's state changes nothing: no events.
pub fn obey(run: &mut Run, command: &Command, now: Now) -> Vec<Event> {
    let status = run.cursor.status;
    let mut log = Log::new(run, now);
    match command {
        Command::Pause if status.may_become(RunStatus::Paused) => {
            log.write(Payload::Paused { reason: PauseReason::Asked }, "Paused, as asked");
        }
        Command::Resume { model } => match status {
            RunStatus::Created => log.write(Payload::Started, "Thinking begins"),
            RunStatus::Paused => {
                log.write(Payload::Resumed { model: model.clone() }, "Thinking goes on");
            }
            RunStatus::Thinking | RunStatus::Completed | RunStatus::Failed => {}
        },
        Command::Cancel if !status.is_final() => stages::cancelled(&mut log),
        Command::Steer { text } if !status.is_final() => steer(&mut log, text),
        Command::Pause | Command::Cancel | Command::Steer { .. } => {}
    }
    log.into_events()
}

fn steer(log: &mut Log<'_>, text: &str) {
    let id = QuestionId(log.run.cursor.questions + 1);
    log.write(
        Payload::Steered { text: text.to_owned(), question_id: id },
        format!("Steered: {text}"),
    );
    let question = SubQuestion {
        id,
        parent_id: None,
        question_text: text.to_owned(),
        priority: *SubQuestion::PRIORITIES.end(),
        why: "The asker wants it looked at".to_owned(),
        origin: Origin::Steer,
        time_offset_seconds: log.offset_seconds(),
    };
    stages::add_question(log, question);
}
