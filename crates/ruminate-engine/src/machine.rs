//! The machine's few doors: create a run, ask what it wants next, give it what came of that, tell
//! it a command, fork it. Planning looks at the committed run alone, so that after a crash the same
//! run plans the same step, and what was recorded for that step still fits.

use std::sync::LazyLock;

use jiff::Timestamp;
use ruminate_types::{
    Budget, Command, Cursor, Effect, EffectFailure, EffectResult, Event, Message, Mode,
    ModelProfile, Origin, PauseReason, Payload, Policy, QuestionId, Recalled, Run, RunId,
    RunStatus, SubQuestion, Verdict,
};

use crate::extended::extended;
use crate::fast::fast;
use crate::fold::fold;
use crate::log::Log;
use crate::pipeline::Pipeline;
use crate::stage::{Answer, TimeLimit};
use crate::tokens::estimate;
use crate::{reply, stages};

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

/// After so many steps in a row that gave nothing, the model counts as down.
const MOST_USELESS: u32 = 3;
const SMALLEST_WINDOW: u32 = 1024;

fn pipeline(mode: Mode) -> &'static Pipeline {
    static EXTENDED: LazyLock<Pipeline> = LazyLock::new(extended);
    static FAST: LazyLock<Pipeline> = LazyLock::new(fast);
    match mode {
        Mode::Fast => &FAST,
        Mode::Extended => &EXTENDED,
    }
}

pub fn create(
    id: RunId,
    question: &str,
    conversation: Vec<Message>,
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
        conversation,
    };
    log.write(payload, question);
    let events = log.into_events();
    (run, events)
}

/// A run before its first event.
pub(crate) fn blank(id: RunId, question: String, policy: Policy) -> Run {
    Run {
        id,
        question,
        policy,
        cursor: Cursor::default(),
        conversation: Vec::new(),
        thoughts: Vec::new(),
        open: Vec::new(),
        explored: Vec::new(),
        layers: Vec::new(),
        recalled: Recalled::default(),
        at_hand: Vec::new(),
        ending: None,
    }
}

/// A new run with another one's history, which `events` tells from its first event on. It has not
/// started yet, whatever state the other one was in, and may spend `budget` from here on; without
/// one, what the other had left.
pub fn fork(
    id: RunId,
    events: impl IntoIterator<Item = Event>,
    budget: Option<Budget>,
    now: Timestamp,
) -> Option<(Run, Vec<Event>)> {
    let mut events = events.into_iter();
    let first = events.next()?;
    let Payload::Created { original_question, policy, .. } = &first.payload else {
        return None;
    };
    let mut run = blank(id, original_question.clone(), (**policy).clone());
    let from = first.run_id;
    fold(&mut run, &first);
    events.for_each(|event| fold(&mut run, &event));
    let seq = run.cursor.seq;
    let elapsed_ms = run.cursor.spent.elapsed_ms;
    let budget = budget.unwrap_or_else(|| run.policy.budget.left(&run.cursor.spent_here()));
    let mut log = Log::new(&mut run, Now { at: now, elapsed_ms });
    let summary = format!("Forked from {from} after event {seq}");
    log.write(Payload::Forked { from, seq, budget }, summary);
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
    let results: Vec<EffectResult> = results.into_iter().map(useless_if_empty).collect();
    let mut log = Log::new(run, now);
    for (effect, result) in step.effects.iter().zip(&results) {
        charge(&mut log, effect, result);
    }
    let has_learned = learn(&mut log, &results);
    tell_what_was_useless(&mut log, step.stage, &results);

    // A stage that nobody answered tries again, if there is another way to ask or time to wait.
    let is_tried_again = |result: &EffectResult| match result {
        EffectResult::Reply(_) | EffectResult::Recalled(_) | EffectResult::Learned(_) => false,
        EffectResult::Failed(failure) => match failure {
            EffectFailure::Unavailable { .. } => true,
            EffectFailure::SchemaRefused | EffectFailure::PromptTooLong { .. } => has_learned,
            EffectFailure::Useless { .. } => false,
        },
    };
    if results.is_empty() || !results.iter().all(is_tried_again) {
        let answers = results.iter().map(answer).collect();
        stage.absorb(&mut log, answers);
        log.run.cursor.stage = Some(step.stage.to_owned());
    }
    if !results.is_empty() {
        pause_if_the_model_is_down(&mut log, &results);
    }
    log.into_events()
}

fn charge(log: &mut Log<'_>, effect: &Effect, result: &EffectResult) {
    match (effect, result) {
        (Effect::AskModel(request), EffectResult::Reply(reply)) => {
            log.charge(reply, estimate(&request.system) + estimate(&request.prompt));
        }
        (Effect::AskModel(_), EffectResult::Failed(failure)) => log.charge_failure(failure),
        _ => {}
    }
}

/// A model that spent all its tokens on thinking, or wrote nothing but marks, gave nothing of use.
fn useless_if_empty(result: EffectResult) -> EffectResult {
    match result {
        EffectResult::Reply(reply)
            if !reply::visible(&reply.text).contains(char::is_alphanumeric) =>
        {
            let tokens = reply.tokens;
            let message = "the reply was empty".to_owned();
            EffectResult::Failed(EffectFailure::Useless { message, tokens })
        }
        result => result,
    }
}

fn answer(result: &EffectResult) -> Option<Answer> {
    match result {
        EffectResult::Reply(reply) => {
            Some(Answer::Reply { text: reply.text.clone(), finish: reply.finish })
        }
        EffectResult::Recalled(recalled) => Some(Answer::Recalled(recalled.clone())),
        EffectResult::Learned(learned) => Some(Answer::Learned(*learned)),
        EffectResult::Failed(_) => None,
    }
}

fn failures(results: &[EffectResult]) -> impl Iterator<Item = &EffectFailure> {
    results.iter().filter_map(|result| match result {
        EffectResult::Failed(failure) => Some(failure),
        _ => None,
    })
}

/// Writes down, once for all calls of a step, that the model can less than was thought. One that
/// cannot be asked for less has failed like any other: false.
fn learn(log: &mut Log<'_>, results: &[EffectResult]) -> bool {
    let Some(before) = log.run.cursor.model.clone() else { return false };
    let mut model = before.clone();
    let mut has_refused = false;
    for failure in failures(results) {
        match failure {
            EffectFailure::SchemaRefused => model.structured = false,
            EffectFailure::PromptTooLong { limit } => {
                let most = before.context_window / 2;
                let window = limit.map_or(most, |limit| limit.min(most)).max(SMALLEST_WINDOW);
                model.context_window = model.context_window.min(window);
            }
            EffectFailure::Unavailable { .. } | EffectFailure::Useless { .. } => continue,
        }
        has_refused = true;
    }
    if model != before {
        let (structured, context_window) = (model.structured, model.context_window);
        let format = if structured { "JSON schema" } else { "text format" };
        let summary = format!("Asking in {format}, within {context_window} tokens");
        log.write(Payload::ModelAdjusted { structured, context_window }, summary);
    } else if has_refused {
        let message = "the model refuses even the smallest request".to_owned();
        let failed_stage = "model".to_owned();
        log.write(Payload::StageFailed { failed_stage, message }, "The model refuses");
    }
    model != before
}

/// One event for a step, however many of its calls gave nothing.
fn tell_what_was_useless(log: &mut Log<'_>, stage: &str, results: &[EffectResult]) {
    let mut messages: Vec<&str> = failures(results)
        .filter_map(|failure| match failure {
            EffectFailure::Useless { message, .. } => Some(message.as_str()),
            _ => None,
        })
        .collect();
    if messages.is_empty() {
        return;
    }
    let count = messages.len();
    messages.dedup();
    let message = messages.join("; ");
    let of =
        if results.len() > 1 { format!(" ({count} of {})", results.len()) } else { String::new() };
    let summary = format!("{stage}{of}: {message}");
    log.write(Payload::StageFailed { failed_stage: stage.to_owned(), message }, summary);
}

fn pause_if_the_model_is_down(log: &mut Log<'_>, results: &[EffectResult]) {
    if log.run.cursor.status != RunStatus::Thinking {
        return;
    }
    let down = failures(results).find_map(|failure| match failure {
        EffectFailure::Unavailable { message } => Some(message.clone()),
        _ => None,
    });
    let worn_out = (log.run.cursor.useless_steps >= MOST_USELESS)
        .then(|| format!("{MOST_USELESS} steps in a row gave nothing of use"));
    if let Some(message) = down.or(worn_out) {
        let summary = format!("Paused: {message}");
        log.write(Payload::Paused { reason: PauseReason::ModelUnavailable { message } }, summary);
    }
}

/// Obeys a command. What does not apply to the run's state or mode changes nothing: no events.
pub fn obey(run: &mut Run, command: &Command, now: Now) -> Vec<Event> {
    let status = run.cursor.status;
    let can_be_steered = run.policy.mode.can_be_steered();
    let mut log = Log::new(run, now);
    match command {
        Command::Pause if status.may_become(RunStatus::Paused) => {
            log.write(Payload::Paused { reason: PauseReason::Asked }, "Paused, as asked");
        }
        Command::Resume { model } => match status {
            RunStatus::Created => {
                log.write(Payload::Started { model: model.clone() }, "Thinking begins");
            }
            RunStatus::Paused => {
                log.write(Payload::Resumed { model: model.clone() }, "Thinking goes on");
            }
            RunStatus::Thinking | RunStatus::Completed | RunStatus::Failed => {}
        },
        Command::Cancel if !status.is_final() => stages::cancelled(&mut log),
        Command::Steer { text } if !status.is_final() && can_be_steered => steer(&mut log, text),
        Command::Feedback { verdict, note } => {
            let summary = match verdict {
                Verdict::Right => "The asker says: right",
                Verdict::Wrong => "The asker says: wrong",
            };
            log.write(Payload::Feedback { verdict: *verdict, note: note.clone() }, summary);
        }
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
