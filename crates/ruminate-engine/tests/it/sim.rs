//! A driver without a world: replies come from a script, time passes as told.

use jiff::Timestamp;
use std::cell::Cell;

use ruminate_engine::{self as engine, Next, Now, Step};
use ruminate_types::ModelChange;
use ruminate_types::ports::model::{Finish, ModelReply, ModelRequest};
use ruminate_types::tokens::estimate;
use ruminate_types::{
    Budget, Command, Effect, EffectFailure, EffectResult, Event, Experience, Learned, Message,
    ModelProfile, Payload, Policy, Pricing, Recalled, Run, RunId, RunStatus, Tokens,
};
use uuid::Uuid;

pub(crate) struct Sim {
    pub(crate) run: Run,
    pub(crate) events: Vec<Event>,
    pub(crate) requests: Vec<ModelRequest>,
    pub(crate) elapsed_ms: u64,
    /// What each call takes.
    pub(crate) call_ms: u64,
    /// What is known from earlier runs.
    pub(crate) memory: Recalled,
    /// What the memory was told.
    pub(crate) lived: Vec<Experience>,
    /// Whether the memory fails when it is told something.
    pub(crate) is_forgetful: bool,
}

pub(crate) fn budget() -> Budget {
    Budget { wall_ms: None, tokens: None, calls: None, micro_usd: None, reserve: 0.15 }
}

pub(crate) fn calls(calls: u64) -> Policy {
    Policy::extended(Budget { calls: Some(calls), ..budget() })
}

pub(crate) fn model() -> ModelProfile {
    ModelProfile {
        id: "ollama/test".into(),
        url: "http://127.0.0.1:11434".into(),
        context_window: 8192,
        structured: false,
        pricing: Some(Pricing { prompt: 1_000_000, completion: 5_000_000 }),
    }
}

pub(crate) fn id(number: u128) -> RunId {
    RunId(Uuid::from_u128(number))
}

impl Sim {
    pub(crate) fn new(policy: Policy, model: Option<ModelProfile>) -> Self {
        Self::asking("What is consciousness?", policy, model)
    }

    pub(crate) fn asking(question: &str, policy: Policy, model: Option<ModelProfile>) -> Self {
        Self::following(Vec::new(), question, policy, model)
    }

    /// Asked after this was said.
    pub(crate) fn following(
        conversation: Vec<Message>,
        question: &str,
        policy: Policy,
        model: Option<ModelProfile>,
    ) -> Self {
        let now = Now { at: Timestamp::UNIX_EPOCH, elapsed_ms: 0 };
        let (run, events) = engine::create(id(1), question, conversation, policy, model, now);
        let mut sim = Self::of(run, events);
        sim.obey(&Command::Resume { model: ModelChange::Keep });
        sim
    }

    pub(crate) fn of(run: Run, events: Vec<Event>) -> Self {
        let elapsed_ms = run.cursor.spent.elapsed_ms;
        Self {
            run,
            events,
            requests: Vec::new(),
            elapsed_ms,
            call_ms: 1000,
            memory: Recalled::default(),
            lived: Vec::new(),
            is_forgetful: false,
        }
    }

    pub(crate) fn now(&self) -> Now {
        let at = Timestamp::from_millisecond(self.elapsed_ms as i64).unwrap();
        Now { at, elapsed_ms: self.elapsed_ms }
    }

    pub(crate) fn obey(&mut self, command: &Command) {
        let now = self.now();
        let events = engine::obey(&mut self.run, command, now);
        self.events.extend(events);
    }

    /// One step, with what `answer` says to each request. False when the run rests.
    pub(crate) fn step(&mut self, answer: &mut dyn FnMut(&ModelRequest) -> EffectResult) -> bool {
        let Next::Perform(step) = engine::next(&self.run) else { return false };
        self.perform(&step, answer);
        true
    }

    fn perform(&mut self, step: &Step, answer: &mut dyn FnMut(&ModelRequest) -> EffectResult) {
        let results: Vec<EffectResult> = step
            .effects
            .iter()
            .map(|effect| match effect {
                Effect::AskModel(request) => {
                    self.requests.push(request.clone());
                    answer(request)
                }
                Effect::Recall { .. } => EffectResult::Recalled(self.memory.clone()),
                Effect::Learn(_) if self.is_forgetful => useless(),
                Effect::Learn(experience) => {
                    self.lived.push(experience.clone());
                    EffectResult::Learned(Learned {
                        facts: experience.said.len() as u32,
                        ..Learned::default()
                    })
                }
            })
            .collect();
        // Waiting for a model that is down is not thinking.
        let is_down = |result: &EffectResult| {
            matches!(result, EffectResult::Failed(EffectFailure::Unavailable { .. }))
        };
        if !results.iter().all(is_down) {
            self.elapsed_ms += self.call_ms;
        }
        let now = self.now();
        let events = engine::absorb(&mut self.run, step, results, now);
        self.events.extend(events);
    }

    /// Until the run rests; resumed as often as it pauses for want of a model.
    pub(crate) fn run_out(&mut self, answer: &mut dyn FnMut(&ModelRequest) -> EffectResult) {
        for _ in 0..100_000 {
            if self.step(answer) {
                continue;
            }
            if self.run.cursor.status != RunStatus::Paused {
                return;
            }
            self.obey(&Command::Resume { model: ModelChange::Keep });
        }
        panic!("the run does not end: {:?}", self.run.cursor);
    }

    pub(crate) fn payloads(&self) -> impl Iterator<Item = &Payload> {
        self.events.iter().map(|event| &event.payload)
    }

    pub(crate) fn count(&self, stage: &str) -> usize {
        self.payloads().filter(|payload| payload.stage() == stage).count()
    }
}

/// The same thoughts with another number each time: what was said before does not count again.
pub(crate) fn anew(thoughts: &str) -> String {
    thread_local!(static TIMES: Cell<u32> = const { Cell::new(0) });
    match TIMES.replace(TIMES.get() + 1) {
        0 => thoughts.to_owned(),
        times => thoughts.replace("\nTYPE:", &format!(" ({times})\nTYPE:")),
    }
}

pub(crate) fn reply(request: &ModelRequest, text: &str) -> EffectResult {
    let completion = estimate(text).min(request.max_tokens.into());
    EffectResult::Reply(ModelReply {
        text: text.to_owned(),
        finish: Finish::Stop,
        tokens: Tokens {
            prompt: estimate(&request.system) + estimate(&request.prompt),
            completion,
            estimated: false,
        },
        latency_ms: 1000,
        attempts: 1,
    })
}

pub(crate) fn useless() -> EffectResult {
    EffectResult::Failed(EffectFailure::Useless {
        message: "timed out".into(),
        tokens: Tokens::default(),
    })
}

pub(crate) fn unavailable() -> EffectResult {
    EffectResult::Failed(EffectFailure::Unavailable { message: "nobody answers".into() })
}
