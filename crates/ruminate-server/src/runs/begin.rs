//! Beginning a run.

use ruminate_runtime::asked::{self, Asked, AskedMode, Defaults};
use ruminate_runtime::{Begin, NewQuestion, create, said_before};
use ruminate_types::{ConversationId, Message, ModelChange, Owner, RunId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::problem::Problem;

/// What is asked, and how. What is left out is as the server is configured.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunRequest {
    /// What to think about.
    #[schemars(length(min = 1, max = 16000), regex(pattern = r"\S"))]
    pub question: String,
    /// How deep to think. Until deep research is there, `deep` is a shorter `extended`, and `auto` is
    /// `fast`.
    #[serde(default)]
    pub mode: AskedMode,
    /// The model, as provider/name; `none` thinks without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The conversation that the question belongs to; what was said in it is taken into account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<ConversationId>,
    /// False makes the run without letting it think yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<bool>,
    /// Thinking time in minutes; parts of one are fine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 100000))]
    pub minutes: Option<f64>,
    /// At most so many tokens, prompts and replies together.
    #[serde(
        default,
        deserialize_with = "crate::strict::whole",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(range(min = 1))]
    pub max_tokens: Option<i64>,
    /// At most so many model calls.
    #[serde(
        default,
        deserialize_with = "crate::strict::whole",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(range(min = 1))]
    pub max_calls: Option<i64>,
    /// At most so much money, in US dollars; the model's prices must be configured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1000000))]
    pub max_cost: Option<f64>,
    /// The share of every budget that is kept for the ending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 0.9))]
    pub reserve: Option<f64>,
    /// Foci explored side by side.
    #[serde(
        default,
        deserialize_with = "crate::strict::whole",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(range(min = 1, max = 16))]
    pub parallel: Option<u32>,
    /// Minutes after which a synthesis is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 100000))]
    pub synthesis_every: Option<f64>,
    /// Insights after which a synthesis is made; 0 turns that off.
    #[serde(
        default,
        deserialize_with = "crate::strict::whole",
        skip_serializing_if = "Option::is_none"
    )]
    pub synthesis_after_insights: Option<u32>,
    /// Think anew, even where the answer is known.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
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
            fresh: self.fresh,
        }
    }
}

/// What is asked of a new run, whichever door it came in by.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asking {
    pub(crate) question: String,
    pub(crate) mode: AskedMode,
    /// As provider/name; none for the one that is configured.
    pub(crate) model: Option<String>,
    /// The conversation that the run belongs to.
    pub(crate) conversation: Option<ConversationId>,
    /// What was said before the question, oldest first.
    pub(crate) said: Vec<Message>,
    pub(crate) limits: Asked,
    /// The most tokens of one reply.
    pub(crate) reply_tokens: Option<u32>,
    pub(crate) temperature: Option<f64>,
}

impl Asking {
    async fn of(app: &App, owner: &Owner, request: RunRequest) -> Result<Self, Problem> {
        let limits = request.asked();
        let said = match request.conversation_id {
            Some(id) => conversation_before(app, owner, id).await?,
            None => Vec::new(),
        };
        Ok(Self {
            question: request.question,
            mode: request.mode,
            model: request.model,
            conversation: request.conversation_id,
            said,
            limits,
            ..Self::default()
        })
    }

    /// The server's defaults, but for what is asked differently.
    fn defaults(&self, app: &App) -> Defaults {
        let mut defaults = app.settings.defaults.clone();
        let policy = &mut defaults.policy;
        policy.reply_tokens = self.reply_tokens.unwrap_or(policy.reply_tokens);
        policy.temperature = self.temperature.unwrap_or(policy.temperature);
        defaults
    }
}

/// Writes the run down and lets it think.
pub(crate) async fn begin(app: &App, owner: &Owner, request: RunRequest) -> Result<RunId, Problem> {
    let start = request.start.unwrap_or(true);
    let asking = Asking::of(app, owner, request).await?;
    let run = write_down(app, owner, asking, start).await?;
    if start {
        app.dispatcher.start(run);
    }
    Ok(run)
}

/// Writes the run down. One that is to `start` thinks as soon as the dispatcher has it: whoever wants to
/// see its first words begins to watch before that.
pub(crate) async fn write_down(
    app: &App,
    owner: &Owner,
    asking: Asking,
    start: bool,
) -> Result<RunId, Problem> {
    let defaults = asking.defaults(app);
    let Asking { question, mode, model, conversation, said, limits, .. } = asking;
    let text = asked::question(&question, &defaults)?;
    // What makes no sense is told before anybody is asked for a model.
    limits.policy(mode, &defaults, None)?;
    let model = app.models.choose(model.as_deref()).await?;
    let policy = limits.policy(mode, &defaults, model.as_ref())?;
    let new = NewQuestion { text, conversation: said, policy, model };
    let begin = Begin {
        owner: owner.clone(),
        conversation,
        at_most: Some(app.settings.limits.runs_per_owner),
        start: start.then_some(ModelChange::Keep),
    };
    Ok(create(app.dispatcher.worker(), new, begin).await?)
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
