//! One file per command.

pub mod config;
pub mod doctor;
pub mod generate;
pub mod models;
pub mod runs;
pub mod think;
