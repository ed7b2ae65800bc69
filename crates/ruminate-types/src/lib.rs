//! What every other crate of Ruminate speaks of: ids, values, events, policies, and the ports.
//!
//! This crate does no IO and never will: no async runtime, no HTTP, no SQL, no clock, no random numbers.
//! Ports are traits here, so that the engine's driver knows what a store or a model can do without
//! knowing which one it has.

pub mod answer;
pub mod attention;
pub mod budget;
pub mod command;
pub mod confidence;
pub mod conversation;
mod counted;
pub mod cursor;
pub mod effect;
pub mod event;
pub mod ids;
pub mod knowledge;
pub mod mind;
pub mod policy;
pub mod ports;
pub mod question;
pub mod run;
pub mod status;
pub mod synthesis;
pub mod thought;
pub mod tokens;
pub mod tool;

pub use answer::{Answer, FromMemory, Verdict};
pub use attention::{
    Active, Attending, Chain, Desire, Gap, Interest, NewGap, Passed, Pending, Pondered, Trace,
    TraceKind, Woke,
};
pub use budget::{Budget, Spent, Tokens};
pub use command::{Command, CommandId, ModelChange, QueuedCommand};
pub use confidence::{Confidence, Reading};
pub use conversation::{Message, Role};
pub use counted::counted;
pub use cursor::{Cursor, LayerRef};
pub use effect::{
    CallKey, Cited, Effect, EffectFailure, EffectResult, Experience, Learned, Missing, Recalled,
    Recollection, RecollectionKind, RequestHash, Said,
};
pub use event::{Covers, Event, Metrics, PauseReason, Payload, PriorityChange};
pub use ids::{ConversationId, Owner, QuestionId, RunId, RunSource, WorkerId};
pub use knowledge::{Change, Changed, Known, Lesson, LessonId, LessonKind, Silo};
pub use policy::{Mode, ModelProfile, Policy, Pricing, SynthesisPolicy};
pub use question::{Origin, QuestionState, SubQuestion};
pub use run::{Ending, Layer, Run};
pub use status::RunStatus;
pub use synthesis::{Because, Grounds, Synthesis, SynthesisKind};
pub use thought::{Thought, ThoughtType};
