//! What a run is doing, in seed B's stages.

use ruminate_types::{Confidence, Event, Payload, Recalled, ThoughtType};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DeepThinkStage")]
#[serde(rename_all = "snake_case")]
enum Stage {
    Planning,
    Research,
    Analysis,
    Synthesis,
    Reflection,
    Note,
}

/// Seed B's `DeepThinkProgressPayload`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "DeepThinkProgress")]
#[serde(rename_all = "camelCase")]
pub(super) struct Progress {
    stage: Stage,
    label: &'static str,
    message: String,
    /// The question that is being looked at, counted in the order they are taken up.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan_step: Option<u32>,
    /// The questions there are so far, the original one among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    total_steps: Option<u32>,
    /// The round of thinking.
    iteration: u32,
    /// `low`, `medium` or `high`; the number is in `metadata`.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Value>,
}

/// The plan of a run is its questions: it grows while it is followed.
#[derive(Debug, Default)]
pub(super) struct Plan {
    asked: u32,
    explored: u32,
}

impl Plan {
    /// None for what is nothing to show.
    pub(super) fn progress(&mut self, event: &Event) -> Option<Progress> {
        let summary = || event.summary.clone();
        let mut progress = match &event.payload {
            Payload::Started { .. } => say(Stage::Planning, "Thinking begins", summary()),
            Payload::Resumed { .. } => say(Stage::Note, "Thinking goes on", summary()),
            Payload::Steered { .. } => say(Stage::Note, "Steered", summary()),
            Payload::Recalled(Recalled { recollections, .. }) => {
                let metadata = json!({ "found": recollections.len() });
                Progress {
                    metadata: Some(metadata),
                    ..say(Stage::Research, "Memory searched", summary())
                }
            }
            Payload::Focus { questions, .. } => {
                let names: Vec<Value> = questions.iter().flatten().map(|id| json!(id)).collect();
                Progress {
                    plan_step: Some(self.explored + 1),
                    total_steps: Some((self.asked + 1).max(self.explored + 1)),
                    metadata: Some(json!({ "questionIds": names })),
                    ..say(Stage::Planning, "Next focus", summary())
                }
            }
            Payload::Thought(thought) => {
                let metadata = json!({
                    "sequenceNumber": thought.sequence_number,
                    "thoughtType": thought.thought_type,
                });
                let message =
                    if thought.flagged { summary() } else { thought.thought_text.clone() };
                Progress {
                    metadata: Some(metadata),
                    ..say(Stage::Analysis, label(thought.thought_type), message)
                }
            }
            Payload::Contradiction { earlier, later } => Progress {
                metadata: Some(json!({ "earlier": earlier, "later": later })),
                ..say(Stage::Reflection, "Contradiction found", summary())
            },
            Payload::Question(question) => {
                self.asked += 1;
                let metadata = json!({
                    "questionId": question.id, "priority": question.priority, "why": question.why,
                });
                Progress {
                    total_steps: Some(self.asked + 1),
                    metadata: Some(metadata),
                    ..say(Stage::Planning, "New question", question.question_text.clone())
                }
            }
            Payload::Explored { questions } => {
                self.explored += u32::try_from(questions.len()).unwrap_or(0).max(1);
                return None;
            }
            Payload::QuestionsAsked { new } => Progress {
                metadata: Some(json!({ "new": new })),
                ..say(Stage::Reflection, "Open questions reviewed", summary())
            },
            Payload::Reprioritised { .. } => {
                say(Stage::Reflection, "Questions put in another order", summary())
            }
            Payload::Digest { synthesis, .. } => say(
                Stage::Synthesis,
                "Earlier thoughts told shorter",
                synthesis.synthesis_text.clone(),
            ),
            Payload::Synthesis(synthesis) => Progress {
                metadata: Some(json!({ "keyInsights": synthesis.key_insights })),
                ..say(Stage::Synthesis, "Understanding so far", synthesis.synthesis_text.clone())
            },
            Payload::FinalSynthesis(synthesis) => Progress {
                metadata: Some(json!({
                    "keyInsights": synthesis.key_insights,
                    "remainingQuestions": synthesis.remaining_questions,
                })),
                ..say(Stage::Synthesis, "Final synthesis", summary())
            },
            Payload::StageFailed { .. } => say(Stage::Note, "A step gave nothing", summary()),
            Payload::ModelAdjusted { .. } => say(Stage::Note, "Asking differently", summary()),
            Payload::Created { .. }
            | Payload::Forked { .. }
            | Payload::Paused { .. }
            | Payload::Shelved { .. }
            | Payload::AnswerFinal(_)
            | Payload::Distilled(_)
            | Payload::Feedback { .. }
            | Payload::Completed
            | Payload::Cancelled => return None,
        };
        progress.iteration = event.round;
        if let Some(confidence) = event.metrics.confidence {
            progress.confidence = Some(level(Confidence::new(confidence)));
            progress.metadata.get_or_insert_with(|| json!({}))["confidence"] = json!(confidence);
        }
        Some(progress)
    }
}

fn say(stage: Stage, label: &'static str, message: String) -> Progress {
    Progress {
        stage,
        label,
        message,
        plan_step: None,
        total_steps: None,
        iteration: 0,
        confidence: None,
        metadata: None,
    }
}

fn label(kind: ThoughtType) -> &'static str {
    match kind {
        ThoughtType::Exploration => "Exploration",
        ThoughtType::Critique => "Critique",
        ThoughtType::Connection => "Connection",
        ThoughtType::Insight => "Insight",
    }
}

fn level(confidence: Confidence) -> &'static str {
    match confidence.get() {
        sure if sure >= 0.7 => "high",
        sure if sure >= 0.4 => "medium",
        _ => "low",
    }
}
