//! What is asked, in OpenAI's words.

use axum::http::StatusCode;
use ruminate_engine::LEAST_REPLY;
use ruminate_runtime::asked::{Asked, AskedMode};
use ruminate_types::{ConversationId, Owner};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::models::{self, model};
use super::parameters;
use crate::app::App;
use crate::messages::{ChatMessage, Said};
use crate::problem::Problem;
use crate::runs::Asking;
use crate::strict;

/// A request for a chat completion.
///
/// Refused by name unless they ask for what is done anyway: `n`, `tools`, `functions`, `tool_choice`,
/// `function_call`, `response_format`, `modalities`, `audio`, `logprobs`, `top_logprobs`, `logit_bias`,
/// `web_search_options`, `top_p`, `presence_penalty`, `frequency_penalty`. Any other field is taken and
/// makes no difference, for example `user`, `seed`, `metadata`, `store` and `reasoning_effort`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ChatRequest {
    /// How to think.
    #[schemars(transform = models::one_of)]
    model: String,
    /// What was said. The last message must be the user's, and is the question; `system` and `developer`
    /// messages say how to answer.
    #[serde(deserialize_with = "strict::objects")]
    messages: Vec<ChatMessage>,
    /// Send chunks as the answer is written and its thoughts come.
    #[serde(default)]
    stream: Option<bool>,
    #[serde(default, deserialize_with = "strict::object")]
    stream_options: Option<StreamOptions>,
    /// The most tokens of one reply of the language model; the older name of `max_completion_tokens`.
    #[serde(default, deserialize_with = "strict::whole")]
    #[schemars(range(min = 96))]
    max_tokens: Option<i64>,
    /// The most tokens of one reply of the language model, 96 or more; never more than a third of its
    /// window.
    #[serde(default, deserialize_with = "strict::whole")]
    #[schemars(range(min = 96))]
    max_completion_tokens: Option<i64>,
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 2.0))]
    temperature: Option<f64>,
    /// Up to four texts before which the answer is cut.
    #[serde(default)]
    stop: Option<Stop>,
    /// What OpenAI has no name for.
    #[serde(default, deserialize_with = "strict::object")]
    ruminate: Option<Ours>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(rename = "ChatStreamOptions")]
struct StreamOptions {
    /// Send one more chunk, with the tokens that were used.
    #[serde(default)]
    include_usage: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "ChatStop")]
#[serde(untagged, expecting = "`stop` is a text or a list of texts")]
enum Stop {
    One(#[schemars(length(min = 1))] String),
    Several(#[schemars(length(max = 4), inner(length(min = 1)))] Vec<String>),
}

/// What OpenAI has no name for. What is left out is as the server is configured.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(rename = "ChatRequestExtra")]
#[serde(deny_unknown_fields, default)]
struct Ours {
    /// The language model that thinks, as provider/name; `none` thinks without one.
    model: Option<String>,
    /// The conversation that the question belongs to. What was said in it is taken into account when the
    /// request tells nothing of what was said before.
    conversation_id: Option<ConversationId>,
    /// Thinking time in minutes; parts of one are fine.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 100000))]
    minutes: Option<f64>,
    /// At most so many tokens, prompts and replies of all calls together.
    #[serde(deserialize_with = "strict::whole")]
    #[schemars(range(min = 1))]
    max_tokens: Option<i64>,
    /// At most so many calls of the language model.
    #[serde(deserialize_with = "strict::whole")]
    #[schemars(range(min = 1))]
    max_calls: Option<i64>,
    /// At most so much money, in US dollars.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1000000))]
    max_cost: Option<f64>,
    /// The share of every budget that is kept for the ending.
    #[schemars(range(min = 0.0, max = 0.9))]
    reserve: Option<f64>,
    /// Foci explored side by side.
    #[serde(deserialize_with = "strict::whole")]
    #[schemars(range(min = 1, max = 16))]
    parallel: Option<u32>,
    /// Minutes after which a synthesis is made.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 100000))]
    synthesis_every: Option<f64>,
    /// Insights after which a synthesis is made; 0 turns that off.
    #[serde(deserialize_with = "strict::whole")]
    synthesis_after_insights: Option<u32>,
    /// Think anew, even where the answer is known; so it is where a temperature or a length is given.
    #[serde(default)]
    fresh: bool,
}

/// A request that makes sense.
pub(super) struct Wanted {
    pub(super) model: &'static str,
    pub(super) streams: bool,
    pub(super) include_usage: bool,
    pub(super) stop: Vec<String>,
    mode: AskedMode,
    said: Said,
    reply_tokens: Option<u32>,
    temperature: Option<f64>,
    ours: Ours,
}

impl ChatRequest {
    pub(super) fn read(self, app: &App) -> Result<Wanted, Problem> {
        let (model, mode) = model(&self.model)?;
        parameters::check(&self.others)?;
        let reply_tokens = reply_tokens("max_completion_tokens", self.max_completion_tokens)?
            .or(reply_tokens("max_tokens", self.max_tokens)?);
        Ok(Wanted {
            model,
            mode,
            streams: self.stream.unwrap_or(false),
            include_usage: self.stream_options.and_then(|o| o.include_usage).unwrap_or(false),
            stop: stop(self.stop)?,
            said: Said::read(app, self.messages)?,
            reply_tokens,
            temperature: temperature(self.temperature)?,
            ours: self.ruminate.unwrap_or_default(),
        })
    }
}

impl Wanted {
    pub(super) async fn asking(&self, app: &App, owner: &Owner) -> Result<Asking, Problem> {
        let ours = &self.ours;
        let said = self.said.history(app, owner, ours.conversation_id).await?;
        Ok(Asking {
            question: self.said.question.clone(),
            mode: self.mode,
            model: ours.model.clone(),
            conversation: ours.conversation_id,
            said,
            limits: Asked {
                minutes: ours.minutes,
                max_tokens: ours.max_tokens,
                max_calls: ours.max_calls,
                max_cost: ours.max_cost,
                reserve: ours.reserve,
                parallel: ours.parallel,
                synthesis_every: ours.synthesis_every,
                synthesis_after_insights: ours.synthesis_after_insights,
                // Who says how the answer is to be written wants it written.
                fresh: ours.fresh || self.reply_tokens.is_some() || self.temperature.is_some(),
            },
            reply_tokens: self.reply_tokens,
            temperature: self.temperature,
        })
    }
}

/// What is wrong with a run's limits or model is wrong with a field of ours.
pub(super) fn within_ours(problem: Problem) -> Problem {
    match problem.field_name().map(|field| format!("ruminate.{field}")) {
        Some(field) => problem.field(field),
        None => problem,
    }
}

fn wrong(field: &'static str, detail: impl Into<String>, hint: impl Into<String>) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "invalid", detail).field(field).hint(hint)
}

fn reply_tokens(field: &'static str, tokens: Option<i64>) -> Result<Option<u32>, Problem> {
    let Some(tokens) = tokens else { return Ok(None) };
    if tokens < i64::from(LEAST_REPLY) {
        let detail = format!("an answer cannot be had in {tokens} tokens");
        let hint = format!("give `{field}` {LEAST_REPLY} or more, or leave it out");
        return Err(wrong(field, detail, hint));
    }
    Ok(Some(u32::try_from(tokens).unwrap_or(u32::MAX)))
}

fn temperature(temperature: Option<f64>) -> Result<Option<f64>, Problem> {
    match temperature {
        Some(degrees) if !(0.0..=2.0).contains(&degrees) => {
            let detail = format!("`temperature` cannot be {degrees}");
            Err(wrong("temperature", detail, "give 0 to 2"))
        }
        fine => Ok(fine),
    }
}

fn stop(stop: Option<Stop>) -> Result<Vec<String>, Problem> {
    const MOST: usize = 4;
    let sequences = match stop {
        None => Vec::new(),
        Some(Stop::One(sequence)) => vec![sequence],
        Some(Stop::Several(sequences)) => sequences,
    };
    if sequences.len() > MOST || sequences.iter().any(String::is_empty) {
        let detail = "`stop` has too many texts, or an empty one";
        return Err(wrong("stop", detail, format!("give up to {MOST} texts")));
    }
    Ok(sequences)
}
