//! The Model Context Protocol, both ways: Ruminate's tools for others ([`server`]), and the tools of others for Ruminate
//! ([`client`]). It knows tools by their ports alone.

mod bounded;
pub mod client;
mod places;
pub mod server;
