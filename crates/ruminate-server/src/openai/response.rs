//! What is answered, in OpenAI's words: whole, or in chunks.

use jiff::Timestamp;
use ruminate_types::{Confidence, ConversationId, RunId};
use schemars::JsonSchema;
use serde::Serialize;

use super::error::{OpenAiError, error_of};
use super::reasoning::Reasoning;
use super::request::Wanted;
use super::stop::StopAt;
use crate::answering::{Answered, End, Item, Telling, Usage};
use crate::sse;

/// An answer, whole.
#[derive(Serialize, JsonSchema)]
pub(super) struct ChatCompletion {
    /// `chatcmpl-` and the run's id.
    id: String,
    object: &'static str,
    /// In seconds since 1970.
    created: i64,
    model: &'static str,
    choices: [Choice; 1],
    usage: Usage,
    ruminate: Extra,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChatChoice")]
struct Choice {
    index: u32,
    message: AnswerMessage,
    logprobs: Option<()>,
    finish_reason: FinishReason,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChatAnswer")]
struct AnswerMessage {
    role: &'static str,
    content: String,
    refusal: Option<String>,
    /// The train of thought, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_content: Option<String>,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[schemars(rename = "ChatFinishReason")]
#[serde(rename_all = "snake_case")]
enum FinishReason {
    Stop,
    /// The limit of tokens was reached.
    Length,
}

/// What OpenAI has no name for.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "ChatExtra")]
struct Extra {
    /// The run that answers: `/api/runs/{id}` tells all of it.
    session_id: RunId,
    #[serde(skip_serializing_if = "Option::is_none")]
    conversation_id: Option<ConversationId>,
    /// How sure the answer is; known at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<Confidence>,
}

/// A part of an answer.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChatChunk")]
pub(super) struct Chunk {
    /// `chatcmpl-` and the run's id.
    id: String,
    object: &'static str,
    created: i64,
    model: &'static str,
    /// Empty in the chunk that tells the usage.
    choices: Vec<ChunkChoice>,
    /// Only with `stream_options.include_usage`, and null in all chunks but the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<Option<Usage>>,
    /// In the first chunk, and in the one with the `finish_reason`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ruminate: Option<Extra>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChatChunkChoice")]
struct ChunkChoice {
    index: u32,
    delta: Delta,
    logprobs: Option<()>,
    finish_reason: Option<FinishReason>,
}

#[derive(Default, Serialize, JsonSchema)]
#[schemars(rename = "ChatDelta")]
struct Delta {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    /// More of the train of thought.
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_content: Option<String>,
}

const ROLE: &str = "assistant";

/// An answer in the making.
pub(super) struct Completion {
    id: String,
    created: i64,
    model: &'static str,
    include_usage: bool,
    extra: Extra,
    pub(super) stop: StopAt,
    pub(super) reasoning: Reasoning,
}

impl Completion {
    pub(super) fn new(run: RunId, conversation: Option<ConversationId>, wanted: Wanted) -> Self {
        Self {
            id: format!("chatcmpl-{run}"),
            created: Timestamp::now().as_second(),
            model: wanted.model,
            include_usage: wanted.include_usage,
            extra: Extra { session_id: run, conversation_id: conversation, confidence: None },
            stop: StopAt::new(wanted.stop),
            reasoning: Reasoning::default(),
        }
    }

    pub(super) fn whole(
        self,
        content: String,
        reasoning: String,
        answered: Answered,
        usage: Usage,
    ) -> ChatCompletion {
        let finish_reason = self.finish_reason(answered);
        let reasoning_content = (!reasoning.is_empty()).then_some(reasoning);
        let message = AnswerMessage { role: ROLE, content, refusal: None, reasoning_content };
        ChatCompletion {
            id: self.id,
            object: "chat.completion",
            created: self.created,
            model: self.model,
            choices: [Choice { index: 0, message, logprobs: None, finish_reason }],
            usage,
            ruminate: Extra { confidence: Some(answered.confidence), ..self.extra },
        }
    }

    /// An answer that reached a stop sequence ended there, whatever came after.
    fn finish_reason(&self, answered: Answered) -> FinishReason {
        if answered.is_cut && !self.stop.is_reached() {
            FinishReason::Length
        } else {
            FinishReason::Stop
        }
    }
}

/// The same in chunks.
pub(super) struct Chunks(Completion);

impl Chunks {
    pub(super) fn of(completion: Completion) -> Self {
        Self(completion)
    }

    fn chunk(&self, choices: Vec<ChunkChoice>) -> Chunk {
        Chunk {
            id: self.0.id.clone(),
            object: "chat.completion.chunk",
            created: self.0.created,
            model: self.0.model,
            choices,
            usage: self.0.include_usage.then_some(None),
            ruminate: None,
        }
    }

    fn delta(&self, delta: Delta) -> Chunk {
        self.chunk(vec![ChunkChoice { index: 0, delta, logprobs: None, finish_reason: None }])
    }

    fn content(&self, text: String) -> String {
        if text.is_empty() {
            return text;
        }
        frame(&self.delta(Delta { content: Some(text), ..Delta::default() }))
    }

    fn finish(&mut self, answered: Answered, usage: Usage) -> String {
        let held = self.0.stop.rest();
        let mut frames = self.content(held);
        let finish_reason = Some(self.0.finish_reason(answered));
        let delta = Delta::default();
        let choice = ChunkChoice { index: 0, delta, logprobs: None, finish_reason };
        let extra = Extra { confidence: Some(answered.confidence), ..self.0.extra.clone() };
        frames += &frame(&Chunk { ruminate: Some(extra), ..self.chunk(vec![choice]) });
        if self.0.include_usage {
            let usage = Some(Some(usage));
            frames += &frame(&Chunk { usage, ..self.chunk(Vec::new()) });
        }
        frames + &sse::data("[DONE]")
    }
}

impl Telling for Chunks {
    fn opening(&mut self) -> String {
        let delta = Delta { role: Some(ROLE), content: Some(String::new()), ..Delta::default() };
        frame(&Chunk { ruminate: Some(self.0.extra.clone()), ..self.delta(delta) })
    }

    fn tell(&mut self, item: Item) -> String {
        match item {
            Item::Step(event) => match self.0.reasoning.of(&event) {
                Some(told) => {
                    frame(&self.delta(Delta { reasoning_content: Some(told), ..Delta::default() }))
                }
                None => String::new(),
            },
            Item::Text(text) => {
                let passed = self.0.stop.pass(&text);
                self.content(passed)
            }
            Item::End(End { how: Ok(answered), usage }) => self.finish(answered, usage),
            Item::End(End { how: Err(problem), .. }) => {
                frame(&Failed { error: error_of(&problem) })
            }
        }
    }
}

/// What ends a stream in which something went wrong.
#[derive(Serialize)]
struct Failed {
    error: OpenAiError,
}

fn frame(content: &impl Serialize) -> String {
    sse::data(&serde_json::to_string(content).unwrap_or_default())
}
