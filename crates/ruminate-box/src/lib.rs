//! A language model inside the process: GGUF weights, run on the CPU by llama.cpp, behind the port of
//! [`ruminate_types::ports::model`].
//!
//! Each model has one `thread`, which loads the weights when the first request comes and lets go of them when
//! none came for a while. At its `desk` it works on several requests at once, a token of each in turn, so
//! that no run waits for another to end; what does not fit waits in the order it came. A request
//! has a `seat`: a part of the model's memory that stays filled after the reply, so that the next prompt
//! that begins alike is read from where it differs (`seating` says who gets which).
//!
//! A reply that must follow a JSON schema is held to it token by token (`shape`), and brought to its end
//! before its room or its time is over, so that it parses wherever the room is enough for its shortest
//! end. `prompt` writes a request the way the model was taught to read, and `pick` draws the next token.
//!
//! llama.cpp and not an engine in Rust: it is half again as fast at writing and three times at reading on
//! two cores, knows every quantisation, and keeps what it has read. It needs cmake and libclang to build,
//! so this crate is in the binary only with its feature `box`.

mod desk;
mod embedder;
mod error;
mod load;
mod model;
mod pick;
mod prompt;
mod seat;
mod seating;
mod settings;
mod shape;
mod text;
mod thread;

pub use embedder::BoxEmbedder;
pub use model::BoxModel;
pub use settings::{Settings, Weights};
