//! The chunks of the stream, with seed B's names.

use bytes::Bytes;
use ruminate_types::{Confidence, ConversationId, Payload, Recalled, RunId};
use schemars::JsonSchema;
use serde::Serialize;

use super::progress::{Plan, Progress};
use super::sources::{MemorySource, ReferenceSummary, Sources};
use crate::answering::{End, Item, Telling, Usage};
use crate::problem::Problem;
use crate::sse;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CompletionChunk")]
pub(super) struct Chunk {
    #[serde(flatten)]
    content: Content,
    #[serde(rename = "conversationUniqueId")]
    conversation: ConversationId,
    /// The language models that think, as provider/name; empty when none does.
    models: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
enum Content {
    /// What the run is doing; only when it thinks deeply.
    DeepThinkProgress { deep_think_progress: Progress },
    /// What was remembered.
    MemorySources { memory_sources: Vec<MemorySource>, reference_summary: ReferenceSummary },
    /// More of the answer.
    Text { text: String },
    /// The answer is complete.
    Done(Done),
    /// There is no answer, or no more of it.
    Error { error: Problem },
    /// Nothing happened for a while; as lines only, events have comments for that.
    Heartbeat,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CompletionDone")]
struct Done {
    /// The run: `/api/runs/{id}` tells all of it.
    session_id: RunId,
    confidence: Confidence,
    /// `stop`, or `length` when the limit of tokens was reached.
    finish_reason: &'static str,
    usage: Usage,
}

/// How chunks are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    Events,
    Lines,
}

pub(super) struct Chunks {
    conversation: ConversationId,
    run: RunId,
    framing: Framing,
    models: Vec<String>,
    /// None when nobody wants to know what the run is doing.
    plan: Option<Plan>,
    sources: Sources,
}

impl Chunks {
    pub(super) fn new(
        conversation: ConversationId,
        run: RunId,
        is_deep: bool,
        framing: Framing,
    ) -> Self {
        Self {
            conversation,
            run,
            framing,
            models: Vec::new(),
            plan: is_deep.then(Plan::default),
            sources: Sources::default(),
        }
    }

    fn frame(&self, content: Content) -> String {
        let chunk = Chunk { content, conversation: self.conversation, models: self.models.clone() };
        let json = serde_json::to_string(&chunk).unwrap_or_default();
        match self.framing {
            Framing::Events => sse::data(&json),
            Framing::Lines => json + "\n",
        }
    }

    fn step(&mut self, event: &ruminate_types::Event) -> String {
        if let Payload::Created { model: Some(model), .. } = &event.payload {
            self.models = vec![model.id.clone()];
        }
        let mut frames = String::new();
        if let Some(deep_think_progress) = self.plan.as_mut().and_then(|plan| plan.progress(event))
        {
            frames += &self.frame(Content::DeepThinkProgress { deep_think_progress });
        }
        if let Payload::Recalled(Recalled { recollections, .. }) = &event.payload
            && !recollections.is_empty()
        {
            let memory_sources = self.sources.take(recollections);
            let reference_summary = self.sources.summary();
            frames += &self.frame(Content::MemorySources { memory_sources, reference_summary });
        }
        frames
    }
}

impl Telling for Chunks {
    fn opening(&mut self) -> String {
        String::new()
    }

    fn tell(&mut self, item: Item) -> String {
        match item {
            Item::Step(event) => self.step(&event),
            Item::Text(text) => self.frame(Content::Text { text }),
            Item::End(End { how: Ok(answered), usage }) => self.frame(Content::Done(Done {
                session_id: self.run,
                confidence: answered.confidence,
                finish_reason: if answered.is_cut { "length" } else { "stop" },
                usage,
            })),
            Item::End(End { how: Err(error), .. }) => self.frame(Content::Error { error }),
        }
    }

    fn alive(&self) -> Bytes {
        match self.framing {
            Framing::Events => sse::ALIVE,
            Framing::Lines => self.frame(Content::Heartbeat).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;
    use ruminate_runtime::Told;
    use ruminate_types::{Event, Metrics, Recollection};
    use serde_json::{Value, json};
    use uuid::Uuid;

    use super::*;

    /// What a memory that knows something adds to the stream.
    #[test]
    fn what_was_remembered_is_research_and_its_sources() {
        let (conversation, run) = (ConversationId(Uuid::nil()), RunId(Uuid::nil()));
        let known = Recollection::new("Maps age.", Confidence::new(0.85));
        let told = |recollections| {
            let mut chunks = Chunks::new(conversation, run, true, Framing::Lines);
            let event = Event {
                seq: 3,
                run_id: run,
                at: Timestamp::UNIX_EPOCH,
                elapsed_ms: 0,
                round: 0,
                payload: Payload::Recalled(Recalled { recollections, ..Recalled::default() }),
                summary: "1 thing known from earlier runs".to_owned(),
                metrics: Metrics::default(),
            };
            let frames = chunks.tell(Item::Step(Arc::new(Told::new(event))));
            let lines = frames.lines().map(|line| serde_json::from_str(line).unwrap());
            lines.collect::<Vec<Value>>()
        };
        let lines = told(vec![known]);
        assert_eq!(
            lines[0]["deepThinkProgress"],
            json!({
                "stage": "research", "label": "Memory searched", "iteration": 0,
                "message": "1 thing known from earlier runs", "metadata": {"found": 1},
            })
        );
        assert_eq!(lines[1]["type"], "memory-sources");
        assert_eq!(lines[1]["memorySources"][0]["memory"], "Maps age.");
        assert_eq!(lines[1]["referenceSummary"]["totalUnique"], 1);
        assert_eq!(lines[1]["conversationUniqueId"], json!(conversation));
        assert_eq!(told(Vec::new()).len(), 1, "nothing remembered has no sources");
    }
}
