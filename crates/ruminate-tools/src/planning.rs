//! Tools that plan.

pub mod decompose;
mod graph;
pub mod next_step;
