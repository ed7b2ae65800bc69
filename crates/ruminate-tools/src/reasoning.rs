//! Tools that weigh.

pub mod analyze;
pub mod causality;
pub mod compare;
