//! A run as clients see it, with seed A's names.

use jiff::Timestamp;
use ruminate_runtime::RuntimeError;
use ruminate_runtime::document::Document;
use ruminate_types::ports::store::RunSummary;
use ruminate_types::{
    Budget, Confidence, ConversationId, Event, Mode, PauseReason, Reading, RunId, RunStatus, Spent,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::problem::Problem;

/// One line about a run.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunRow {
    pub session_id: RunId,
    pub conversation_id: Option<ConversationId>,
    pub status: RunStatus,
    /// It should be thinking, but nobody drives it.
    pub interrupted: bool,
    pub mode: Mode,
    pub original_question: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// The share of the scarcest budget that is used.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub progress_percentage: f64,
    pub thought_count: u32,
    pub question_count: u32,
    pub synthesis_count: u32,
    /// The number of its last event.
    pub last_seq: u64,
}

/// A run as it stands.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunView {
    #[serde(flatten)]
    pub row: RunRow,
    /// Why it is paused.
    pub reason: Option<String>,
    /// `provider/name`; none when it thinks without a model.
    pub model: Option<String>,
    pub thinking_duration_minutes: Option<f64>,
    /// Thinking time, pauses not counted.
    pub elapsed_seconds: f64,
    pub confidence_evolution: Vec<Confidence>,
    pub confidence_reading: Reading,
    /// The answer; none while there is none.
    pub final_synthesis: Option<String>,
    pub final_confidence: Option<Confidence>,
    pub budget: Budget,
    pub spent: Spent,
}

impl RunRow {
    pub(crate) fn of(app: &App, run: &RunSummary) -> Self {
        let (cursor, budget) = (&run.cursor, &run.policy.budget);
        let used = match run.status {
            RunStatus::Completed => 1.0,
            _ => budget.share_used(&cursor.spent_here()),
        };
        Self {
            session_id: run.session_id,
            conversation_id: run.conversation_id,
            status: run.status,
            interrupted: run.status == RunStatus::Thinking
                && run.driven_by.is_none()
                && !app.dispatcher.has(run.session_id),
            mode: run.policy.mode,
            original_question: run.original_question.clone(),
            created_at: run.created_at,
            updated_at: run.updated_at,
            progress_percentage: (used * 1000.0).round() / 10.0,
            thought_count: cursor.thoughts,
            question_count: cursor.questions,
            synthesis_count: cursor.syntheses,
            last_seq: cursor.seq,
        }
    }
}

/// Reads what the summary does not tell: how sure it was, and its answer. They are folded as in the
/// document of the whole run, so that both say the same, of a fork too.
pub(crate) async fn view(app: &App, run: RunSummary) -> Result<RunView, Problem> {
    const TELLING: [&str; 5] =
        ["created", "forked", "synthesis", "final_synthesis", "answer_final"];
    let mut events = artifacts(app, run.session_id, &TELLING).await?;
    // What came since the summary was read belongs to the next view.
    events.retain(|event| event.seq <= run.cursor.seq);
    let broken = RuntimeError::BrokenHistory { run: run.session_id };
    let first = events.first().and_then(|first| Document::begin(run.session_id, first));
    let mut document = first.ok_or(broken)?;
    events.iter().for_each(|event| document.fold(event));
    let (cursor, budget) = (&run.cursor, run.policy.budget);
    Ok(RunView {
        row: RunRow::of(app, &run),
        reason: cursor.pause.as_ref().map(|pause| match pause {
            PauseReason::Asked => "asked to pause".to_owned(),
            PauseReason::ModelUnavailable { message } => message.clone(),
        }),
        model: cursor.model.as_ref().map(|model| model.id.clone()),
        thinking_duration_minutes: budget.wall_ms.map(|wall| wall as f64 / 60_000.0),
        elapsed_seconds: cursor.spent.elapsed_ms as f64 / 1000.0,
        confidence_reading: document.confidence_reading,
        confidence_evolution: document.confidence_evolution,
        final_confidence: document.final_confidence,
        final_synthesis: document.final_synthesis,
        budget,
        spent: cursor.spent,
    })
}

/// Everything of these kinds that happened in a run, in order.
pub(crate) async fn artifacts(
    app: &App,
    run: RunId,
    stages: &[&str],
) -> Result<Vec<Event>, Problem> {
    let mut events = Vec::new();
    for stage in stages {
        events.extend(app.ports().events.of_stage(run, stage, 0, u32::MAX).await?);
    }
    events.sort_by_key(|event| event.seq);
    Ok(events)
}
