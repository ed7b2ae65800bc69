//! A run as a client reads it: one document with seed A's field names, folded from the events.

use std::collections::HashMap;

use jiff::Timestamp;
use ruminate_types::ports::store::{Events, StoreError};
use ruminate_types::{
    Answer, Budget, Confidence, Event, FromMemory, Message, Mode, ModelChange, Origin, PauseReason,
    Payload, QuestionId, QuestionState, Reading, RunId, RunStatus, Spent, SubQuestion, Synthesis,
    Thought, Verdict,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::RuntimeError;
use crate::runs::EVENTS_PER_PAGE;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Document {
    pub session_id: RunId,
    pub status: RunStatus,
    /// Why it is paused or failed.
    pub reason: Option<String>,
    pub original_question: String,
    /// What was said before the question, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conversation: Vec<Message>,
    pub mode: Mode,
    /// `provider/name`; none when it thinks without a model.
    pub model: Option<String>,
    pub thinking_duration_minutes: Option<f64>,
    pub elapsed_seconds: f64,
    pub progress_percentage: f64,
    pub confidence_evolution: Vec<Confidence>,
    pub confidence_reading: Reading,
    /// The text that the run came to, in whichever mode.
    pub final_synthesis: Option<String>,
    pub final_confidence: Option<Confidence>,
    /// The record behind it, of a run that answers at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// How it was known, where no model was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_memory: Option<FromMemory>,
    /// What the asker says about it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub feedback: Vec<Feedback>,
    pub budget: Budget,
    pub spent: Spent,
    /// What of it is a history that was taken over, and not held against the budget.
    pub spent_before: Spent,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub updated_at: Timestamp,
    pub completed_at: Option<Timestamp>,
    pub forked_from: Option<ForkedFrom>,
    pub thoughts: Vec<Thought>,
    pub sub_questions: Vec<AskedQuestion>,
    /// Interim ones and the final one, in order.
    pub syntheses: Vec<Synthesis>,
    pub digests: Vec<Synthesis>,
    pub contradictions: Vec<Contradiction>,
    /// What went wrong on the way without ending the run.
    pub failures: Vec<Failure>,
    /// Whether some call of a model gave something of use.
    #[serde(default)]
    pub model_answered: bool,
    /// The last event's number.
    pub last_seq: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ForkedFrom {
    pub session_id: RunId,
    pub seq: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AskedQuestion {
    #[serde(flatten)]
    pub question: SubQuestion,
    pub explored: bool,
    pub shelved: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Contradiction {
    pub earlier: u32,
    pub later: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    pub stage: String,
    pub message: String,
    pub time_offset_seconds: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Feedback {
    pub verdict: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub at: Timestamp,
}

impl Document {
    /// Reads a run from its first event to its last.
    pub async fn read(events: &dyn Events, run: RunId) -> Result<Self, RuntimeError> {
        let mut page = events.events(run, 0, EVENTS_PER_PAGE).await?;
        let first = page.first().ok_or(StoreError::NotFound(run))?;
        let mut document = Self::begin(run, first).ok_or(RuntimeError::BrokenHistory { run })?;
        while let Some(last) = page.last() {
            let last = last.seq;
            page.iter().for_each(|event| document.fold(event));
            page = events.events(run, last, EVENTS_PER_PAGE).await?;
        }
        Ok(document)
    }

    /// A document of the run that this event creates; none if it is another event.
    pub fn begin(run: RunId, first: &Event) -> Option<Self> {
        let Payload::Created { original_question, policy, model, conversation } = &first.payload
        else {
            return None;
        };
        Some(Self {
            session_id: run,
            status: RunStatus::Created,
            reason: None,
            original_question: original_question.clone(),
            conversation: conversation.clone(),
            mode: policy.mode,
            model: model.as_ref().map(|model| model.id.clone()),
            thinking_duration_minutes: policy.budget.wall_ms.map(|wall| wall as f64 / 60_000.0),
            elapsed_seconds: 0.0,
            progress_percentage: 0.0,
            confidence_evolution: Vec::new(),
            confidence_reading: Reading::TooEarly,
            final_synthesis: None,
            from_memory: None,
            final_confidence: None,
            answer: None,
            feedback: Vec::new(),
            budget: policy.budget,
            spent: Spent::default(),
            spent_before: Spent::default(),
            created_at: first.at,
            started_at: None,
            updated_at: first.at,
            completed_at: None,
            forked_from: None,
            thoughts: Vec::new(),
            sub_questions: Vec::new(),
            syntheses: Vec::new(),
            digests: Vec::new(),
            contradictions: Vec::new(),
            failures: Vec::new(),
            model_answered: false,
            last_seq: 0,
        })
    }

    pub fn fold(&mut self, event: &Event) {
        self.last_seq = event.seq;
        self.updated_at = event.at;
        self.spent.add(event.elapsed_ms, &event.metrics);
        self.model_answered |= event.metrics.latency_ms.is_some();
        self.elapsed_seconds = event.elapsed_ms as f64 / 1000.0;
        if let Some(status) = event.payload.status_after() {
            self.status = status;
            self.reason = None;
        }
        self.take(event);
        self.progress_percentage = match self.status {
            RunStatus::Completed => 100.0,
            _ => {
                (self.budget.share_used(&self.spent.since(&self.spent_before)) * 1000.0).round()
                    / 10.0
            }
        };
    }

    fn take(&mut self, event: &Event) {
        match &event.payload {
            Payload::Created { .. } => {}
            Payload::Forked { from, seq, budget } => {
                self.forked_from = Some(ForkedFrom { session_id: *from, seq: *seq });
                self.budget = *budget;
                self.spent_before = self.spent;
                self.model_answered = false;
                self.thinking_duration_minutes = budget.wall_ms.map(|wall| wall as f64 / 60_000.0);
                self.completed_at = None;
                self.final_synthesis = None;
                self.from_memory = None;
                self.final_confidence = None;
                self.answer = None;
                // It was about the other run's answer.
                self.feedback.clear();
            }
            Payload::Started { model } => {
                self.started_at = self.started_at.or(Some(event.at));
                self.change_model(model);
            }
            Payload::Paused { reason } => {
                self.reason = Some(match reason {
                    PauseReason::Asked => "asked to pause".to_owned(),
                    PauseReason::ModelUnavailable { message } => message.clone(),
                });
            }
            Payload::Resumed { model } => self.change_model(model),
            Payload::Thought(thought) => self.thoughts.push(thought.clone()),
            Payload::Contradiction { earlier, later } => {
                self.contradictions.push(Contradiction { earlier: *earlier, later: *later });
            }
            Payload::Question(_)
            | Payload::Explored { .. }
            | Payload::Shelved { .. }
            | Payload::Reprioritised { .. } => {
                take_question(&mut self.sub_questions, &event.payload);
            }
            Payload::Digest { synthesis, .. } => self.digests.push(synthesis.clone()),
            Payload::Synthesis(synthesis) => self.take_synthesis(synthesis),
            Payload::FinalSynthesis(synthesis) => {
                self.take_synthesis(synthesis);
                self.final_synthesis = Some(synthesis.synthesis_text.clone());
                self.final_confidence = Some(synthesis.confidence_level);
                self.from_memory.clone_from(&synthesis.from_memory);
            }
            Payload::AnswerFinal(answer) => {
                self.take_confidence(answer.confidence);
                self.final_synthesis = Some(answer.answer_text.clone());
                self.final_confidence = Some(answer.confidence);
                self.from_memory.clone_from(&answer.from_memory);
                self.answer = Some(answer.clone());
            }
            Payload::Feedback { verdict, note } => {
                self.feedback.push(Feedback { verdict: *verdict, note: note.clone(), at: event.at })
            }
            Payload::StageFailed { failed_stage, message } => self.failures.push(Failure {
                stage: failed_stage.clone(),
                message: message.clone(),
                time_offset_seconds: self.elapsed_seconds,
            }),
            Payload::Completed => self.completed_at = Some(event.at),
            Payload::Cancelled => self.reason = Some("cancelled".to_owned()),
            Payload::Steered { .. }
            | Payload::Recalled(_)
            | Payload::Distilled(_)
            | Payload::Focus { .. }
            | Payload::QuestionsAsked { .. }
            | Payload::ModelAdjusted { .. } => {}
        }
    }

    fn change_model(&mut self, change: &ModelChange) {
        match change {
            ModelChange::Keep => {}
            ModelChange::Use(model) => self.model = Some(model.id.clone()),
            ModelChange::Native => self.model = None,
        }
    }

    fn take_synthesis(&mut self, synthesis: &Synthesis) {
        self.syntheses.push(synthesis.clone());
        self.take_confidence(synthesis.confidence_level);
    }

    fn take_confidence(&mut self, confidence: Confidence) {
        self.confidence_evolution.push(confidence);
        self.confidence_reading = Reading::of(&self.confidence_evolution);
    }

    /// Whether the model was asked and nothing of use ever came, so that what is said is said without it. What
    /// the memory knows needs no model.
    pub fn is_without_its_model(&self) -> bool {
        let calls = self.spent.since(&self.spent_before).calls;
        let is_known = self.from_memory.is_some();
        self.model.is_some() && calls > 0 && !self.model_answered && !is_known
    }

    /// Whether it only says that there is no answer: no model gave one, and the memory knows none.
    pub fn is_unanswered(&self) -> bool {
        let is_native = self.answer.as_ref().is_some_and(|answer| answer.extractive);
        is_native && self.from_memory.is_none()
    }

    /// The questions, each below the one that raised it, with their depth. Not recursive: a long
    /// run can go deeper than the stack.
    pub fn question_tree(&self) -> Vec<(usize, &AskedQuestion)> {
        let mut children: HashMap<Option<QuestionId>, Vec<&AskedQuestion>> = HashMap::new();
        for asked in self.sub_questions.iter().rev() {
            children.entry(asked.question.parent_id).or_default().push(asked);
        }
        let mut tree = Vec::with_capacity(self.sub_questions.len());
        let mut waiting: Vec<(usize, &AskedQuestion)> = children
            .remove(&None)
            .unwrap_or_default()
            .into_iter()
            .map(|asked| (0, asked))
            .collect();
        while let Some((depth, asked)) = waiting.pop() {
            tree.push((depth, asked));
            let below = children.remove(&Some(asked.question.id)).unwrap_or_default();
            waiting.extend(below.into_iter().map(|asked| (depth + 1, asked)));
        }
        tree
    }

    /// The thoughts for this question; none stands for the original one.
    pub fn thoughts_for(&self, question: Option<QuestionId>) -> impl Iterator<Item = &Thought> {
        self.thoughts.iter().filter(move |thought| thought.related_to_question_id == question)
    }

    /// The synthesis that the run ended with; a run that answers at once has an
    /// [`answer`](Self::answer) instead.
    pub fn final_record(&self) -> Option<&Synthesis> {
        self.final_synthesis.as_ref().and(self.syntheses.last())
    }
}

impl AskedQuestion {
    pub fn is_steering(&self) -> bool {
        self.question.origin == Origin::Steer
    }

    pub fn state(&self) -> QuestionState {
        match (self.explored, self.shelved) {
            (true, _) => QuestionState::Explored,
            (_, true) => QuestionState::Shelved,
            _ => QuestionState::Open,
        }
    }
}

/// The questions that these events tell of, as they stand after the last one.
pub fn asked_questions<'a>(events: impl IntoIterator<Item = &'a Event>) -> Vec<AskedQuestion> {
    let mut asked = Vec::new();
    events.into_iter().for_each(|event| take_question(&mut asked, &event.payload));
    asked
}

fn take_question(asked: &mut Vec<AskedQuestion>, payload: &Payload) {
    // Numbered from 1 in the order in which they were asked.
    let index = |id: &QuestionId| (id.0 as usize).wrapping_sub(1);
    match payload {
        Payload::Question(question) => {
            let question = question.clone();
            asked.push(AskedQuestion { question, explored: false, shelved: false });
        }
        Payload::Explored { questions } => {
            for id in questions {
                if let Some(asked) = asked.get_mut(index(id)) {
                    asked.explored = true;
                }
            }
        }
        Payload::Shelved { question_id } => {
            if let Some(asked) = asked.get_mut(index(question_id)) {
                asked.shelved = true;
            }
        }
        Payload::Reprioritised { changes } => {
            for change in changes {
                if let Some(asked) = asked.get_mut(index(&change.id)) {
                    asked.question.priority = change.to;
                }
            }
        }
        _ => {}
    }
}
