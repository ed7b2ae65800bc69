//! One file per command.

pub(crate) mod ask;
pub(crate) mod attention;
pub(crate) mod config;
pub(crate) mod doctor;
pub(crate) mod generate;
pub(crate) mod keys;
pub(crate) mod learn;
pub(crate) mod mind;
pub(crate) mod models;
pub(crate) mod recall;
pub(crate) mod runs;
pub(crate) mod serve;
