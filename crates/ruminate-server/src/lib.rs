//! Ruminate over HTTP: REST, live events, an OpenAI-compatible door, safe by default.
//!
//! It knows runs through the runtime and the world through ports, and names no adapter. Everything that
//! grows has a limit with a name ([`Limits`]); what is over it is refused, cut or waits its turn, as the
//! limit says, and never piles up.

mod answering;
mod api;
mod app;
mod completions;
mod conversations;
mod docs;
mod extract;
mod guard;
mod keys;
mod limit;
mod memory;
mod messages;
mod metrics;
mod mind;
mod openai;
mod operations;
mod problem;
mod router;
mod runs;
mod serve;
mod settings;
mod sse;
mod streams;
mod strict;
mod thinking;
mod unread;
mod watch;

/// What goes over the wire, for clients that are written in Rust.
pub mod wire {
    pub use crate::conversations::{ConversationPage, ConversationRow};
    pub use crate::memory::{
        Forgotten, LearnRequest, LearnedSource, NewLesson, Recall, RecallRequest, SourcePage,
    };
    pub use crate::mind::{
        Asleep, Cycles, DesireList, DesireRequest, Facts, GapList, ReflexApproved, ReflexList,
        ReflexRequest, Silos, WakeRequest,
    };
    pub use crate::runs::{
        FeedbackRequest, ForkRequest, ResumeRequest, RunPage, RunRequest, RunRow, RunView,
        SteerRequest, Told,
    };

    /// The most that one page of anything holds.
    pub const MOST_PER_PAGE: u32 = crate::runs::MOST_PER_PAGE;
}

pub use app::{App, ChooseModel, World};
pub use keys::NewKey;
pub use problem::Problem;
pub use router::openapi;
pub use serve::serve;
pub use settings::{Access, Limits, Settings};
