//! How a server is set up. The names are those of the configuration.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::time::Duration;

use ruminate_runtime::asked::Defaults;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug)]
pub struct Settings {
    pub access: Access,
    /// Names under which the server may be asked for, besides `localhost` and bare addresses.
    pub hosts: BTreeSet<String>,
    /// Web pages that may use the server, as `scheme://host:port`.
    pub cors_origins: BTreeSet<String>,
    pub limits: Limits,
    /// How runs are when nothing is said.
    pub defaults: Defaults,
    /// How often a silent stream says that it is alive.
    pub heartbeat: Duration,
    /// What running steps have to finish when the server is told to end.
    pub shutdown: Duration,
}

/// Who may use the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody who can reach it: on the loopback address only.
    Open,
    /// Whoever has a key.
    Keys,
}

impl Access {
    /// Any other address than loopback needs keys, whatever is wished for.
    pub fn of(address: IpAddr, require_keys: bool) -> Self {
        if require_keys || !address.is_loopback() { Self::Keys } else { Self::Open }
    }
}

/// What one server takes at most, and what becomes of the rest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The largest body of a request, in bytes; a larger one gets 413.
    pub body_bytes: usize,
    /// How long a request's body may take to arrive; a slower one gets 408.
    pub body_seconds: f64,
    /// Runs that one owner may have under way; one more gets 429 with `Retry-After`.
    pub runs_per_owner: u32,
    /// Conversations that one owner may have; one more gets 409.
    pub conversations_per_owner: u32,
    /// Runs that are driven side by side; more wait for their turn.
    pub runs_at_once: usize,
    /// Requests of one owner in a second; more get 429 with `Retry-After`.
    pub requests_per_second: u32,
    /// Requests of one owner that may come at once after a quiet time.
    pub request_burst: u32,
    /// A stream ends after so many events; whoever reads on reconnects.
    pub events_per_stream: u64,
    /// Streams that are open at the same time; one more gets 429 with `Retry-After`.
    pub streams: usize,
    /// Streams of one owner among them; one more gets 429 with `Retry-After`.
    pub streams_per_owner: usize,
    /// Connections that are open at the same time; one more is closed without a word.
    pub connections: usize,
    /// A reader that takes nothing for so long is dropped.
    pub stalled_reader_seconds: f64,
    /// Messages before a question that are taken into account, the newest; older ones are left out.
    pub history_messages: usize,
    /// Lessons that one request may bring; more get 422.
    pub lessons_per_request: usize,
    /// The longest lesson, in characters, its title and its other parts included; a longer one gets 422.
    pub lesson_chars: usize,
    /// Lessons that one owner may have; a request that brings more gets 409 from then on.
    pub lessons_per_owner: u64,
    /// Requests that look into what was learned side by side (recall, facts, …); more wait for their turn.
    pub minds_at_once: usize,
}

impl Limits {
    pub(crate) fn body_time(&self) -> Duration {
        Duration::from_secs_f64(self.body_seconds)
    }

    pub(crate) fn stalled_reader(&self) -> Duration {
        Duration::from_secs_f64(self.stalled_reader_seconds)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 1024 * 1024,
            body_seconds: 30.0,
            runs_per_owner: 32,
            conversations_per_owner: 10_000,
            runs_at_once: 1024,
            requests_per_second: 100,
            request_burst: 200,
            events_per_stream: 100_000,
            streams: 4096,
            streams_per_owner: 1024,
            connections: 8192,
            stalled_reader_seconds: 30.0,
            history_messages: 40,
            lessons_per_request: 1_000,
            lesson_chars: 100_000,
            lessons_per_owner: 1_000_000,
            minds_at_once: 8,
        }
    }
}
