//! Where a stage writes what happened. Each event is folded into the run as it is written, so a
//! stage always sees the run as it will be read back.

use ruminate_types::ports::model::ModelReply;
use ruminate_types::{EffectFailure, Event, Metrics, Payload, Run, Tokens};

use crate::fold::fold;
use crate::machine::Now;
use crate::prompt::one_line;

pub(crate) struct Log<'a> {
    pub(crate) run: &'a mut Run,
    now: Now,
    events: Vec<Event>,
    /// What calls have cost that no event tells yet.
    owed: Metrics,
}

/// Summaries are for lists and status lines.
const SUMMARY_CHARS: usize = 160;

impl<'a> Log<'a> {
    pub(crate) fn new(run: &'a mut Run, now: Now) -> Self {
        Self { run, now, events: Vec::new(), owed: Metrics::default() }
    }

    pub(crate) fn write(&mut self, payload: Payload, summary: impl AsRef<str>) {
        let confidence = match &payload {
            Payload::Thought(thought) => Some(thought.confidence.get()),
            Payload::Synthesis(synthesis)
            | Payload::FinalSynthesis(synthesis)
            | Payload::Digest { synthesis, .. } => Some(synthesis.confidence_level.get()),
            Payload::AnswerFinal(answer) => Some(answer.confidence.get()),
            _ => None,
        };
        let event = Event {
            seq: self.run.cursor.seq + 1,
            run_id: self.run.id,
            at: self.now.at,
            // The clock of a run never goes back, whatever the driver's did.
            elapsed_ms: self.now.elapsed_ms.max(self.run.cursor.spent.elapsed_ms),
            round: self.run.cursor.round + u32::from(matches!(payload, Payload::Focus { .. })),
            payload,
            summary: one_line(summary.as_ref(), SUMMARY_CHARS),
            metrics: Metrics { confidence, ..std::mem::take(&mut self.owed) },
        };
        fold(self.run, &event);
        self.events.push(event);
    }

    /// The next event tells what this reply cost.
    pub(crate) fn charge(&mut self, reply: &ModelReply, prompt_estimate: u64) {
        self.charge_tokens(reply.tokens);
        if !reply.tokens.estimated {
            self.owed.estimated_prompt_tokens += prompt_estimate;
        }
        let slowest = self.owed.latency_ms.unwrap_or(0).max(reply.latency_ms);
        self.owed.latency_ms = Some(slowest);
    }

    /// A call that gave nothing counts as a call; one that nobody answered costs nothing.
    pub(crate) fn charge_failure(&mut self, failure: &EffectFailure) {
        match failure {
            EffectFailure::Useless { tokens, .. } => self.charge_tokens(*tokens),
            EffectFailure::SchemaRefused | EffectFailure::PromptTooLong { .. } => {
                self.charge_tokens(Tokens::default());
            }
            EffectFailure::Unavailable { .. } => {}
        }
    }

    fn charge_tokens(&mut self, tokens: Tokens) {
        let pricing = self.run.cursor.model.as_ref().and_then(|model| model.pricing);
        let cost = pricing.map_or(0, |pricing| pricing.cost(tokens.prompt, tokens.completion));
        let owed = &mut self.owed;
        owed.calls += 1;
        owed.prompt_tokens = owed.prompt_tokens.saturating_add(tokens.prompt);
        owed.completion_tokens = owed.completion_tokens.saturating_add(tokens.completion);
        owed.cost_micro_usd = owed.cost_micro_usd.saturating_add(cost);
    }

    /// Thinking time as the records tell it.
    pub(crate) fn offset_seconds(&self) -> f64 {
        self.now.elapsed_ms.max(self.run.cursor.spent.elapsed_ms) as f64 / 1000.0
    }

    pub(crate) fn into_events(mut self) -> Vec<Event> {
        if self.owed != Metrics::default() {
            // Nothing may be spent that no event tells: a replay would count less.
            let stage = self.run.cursor.stage.clone().unwrap_or_default();
            let message = "its reply changed nothing".to_owned();
            self.write(
                Payload::StageFailed { failed_stage: stage, message },
                "Nothing came of a call",
            );
        }
        self.events
    }
}
