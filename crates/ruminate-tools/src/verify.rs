//! Tools that check.

pub mod consistency;
pub mod fact_check;
