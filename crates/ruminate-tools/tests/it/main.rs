//! Calling tools: what is refused and why, what a policy lets through, what is tried again, and what is written down.

mod calling;
mod policy;
mod world;
