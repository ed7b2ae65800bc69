//! Beginning a run.

use ruminate_runtime::asked::{self, Asked, AskedMode};
use ruminate_runtime::{Begin, NewQuestion, create, said_before};
use ruminate_types::{ConversationId, Message, ModelChange, Owner, RunId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::problem::Problem;

/// What is asked, and how. What is left out is as the server is configured.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RunRequest {
    /// What to think about.
    #[schemars(length(min = 1, max = 16000), regex(pattern = r"\S"), required)]
    pub question: String,
    /// How deep to think. Until deep research is there, `deep` is a shorter `extended`, and `auto` is
    /// `fast`.
    pub mode: AskedMode,
    /// The model, as provider/name; `none` thinks without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The conversation that the question belongs to; what was said in it is taken into account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<ConversationId>,
    /// False makes the run without letting it think yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<bool>,
    /// Thinking time in minutes; parts of one are fine.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 100000))]
    pub minutes: Option<f64>,
    /// At most so many tokens, prompts and replies together.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_tokens: Option<i64>,
    /// At most so many model calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_calls: Option<i64>,
    /// At most so much money, in US dollars; the model's prices must be configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1000000))]
    pub max_cost: Option<f64>,
    /// The share of every budget that is kept for the ending.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 0.9))]
    pub reserve: Option<f64>,
    /// Foci explored side by side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 16))]
    pub parallel: Option<u32>,
    /// Minutes after which a synthesis is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 100000))]
    pub synthesis_every: Option<f64>,
    /// Insights after which a synthesis is made; 0 turns that off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synthesis_after_insights: Option<u32>,
}

impl RunRequest {
    fn asked(&self) -> Asked {
        Asked {
            minutes: self.minutes,
            max_tokens: self.max_tokens,
            max_calls: self.max_calls,
            max_cost: self.max_cost,
            reserve: self.reserve,
            parallel: self.parallel,
            synthesis_every: self.synthesis_every,
            synthesis_after_insights: self.synthesis_after_insights,
        }
    }
}

/// Writes the run down and lets it think.
pub(crate) async fn begin(app: &App, owner: &Owner, request: RunRequest) -> Result<RunId, Problem> {
    let defaults = &app.settings.defaults;
    let text = asked::question(&request.question, defaults)?;
    let asked = request.asked();
    // What makes no sense is told before anybody is asked for a model.
    asked.policy(request.mode, defaults, None)?;
    let conversation = match request.conversation_id {
        Some(id) => conversation_before(app, owner, id).await?,
        None => Vec::new(),
    };
    let model = app.models.choose(request.model.as_deref()).await?;
    let policy = asked.policy(request.mode, defaults, model.as_ref())?;
    let new = NewQuestion { text, conversation, policy, model };
    let begin = Begin {
        owner: owner.clone(),
        conversation: request.conversation_id,
        at_most: Some(app.settings.limits.runs_per_owner),
        start: request.start.unwrap_or(true).then_some(ModelChange::Keep),
    };
    let is_started = begin.start.is_some();
    let run = create(app.ports(), new, begin).await?;
    if is_started {
        app.dispatcher.start(run);
    }
    Ok(run)
}

/// What was said in a conversation so far, oldest first.
pub(crate) async fn conversation_before(
    app: &App,
    owner: &Owner,
    id: ConversationId,
) -> Result<Vec<Message>, Problem> {
    let most = app.settings.limits.history_messages;
    Ok(said_before(&*app.conversations, owner, id, most).await?)
}
