//! The machine that decides. A run goes in and the effects it wants come out; results go in and
//! events come out. Nothing here waits, reads a clock, draws a random number or touches the world,
//! so a run can be replayed, resumed, forked and tested as plain data.

mod drafts;
mod extended;
mod fast;
mod fold;
mod language;
mod log;
mod machine;
mod pipeline;
mod prompt;
pub mod quote;
pub mod reply;
mod stage;
mod stages;
mod steps;

mod allowance;
mod asked;
mod claims;
mod native;
mod sentence;
mod tokens;
mod words;

pub use allowance::{LEAST_REPLY, has_room_for_a_call};
pub use fold::fold;
pub use machine::{Next, Now, Step, absorb, create, fork, next, obey};
