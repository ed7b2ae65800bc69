//! How a server is set up. The names are those of the configuration.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::time::Duration;

use ruminate_runtime::asked::Defaults;

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

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The largest body of a request.
    pub body_bytes: usize,
    /// How long a request's body may take to arrive.
    pub body_time: Duration,
    /// Runs that one owner may have under way.
    pub runs_per_owner: u32,
    /// Conversations that one owner may have.
    pub conversations_per_owner: u32,
    /// Runs that are driven side by side; more wait for their turn.
    pub runs_at_once: usize,
    pub requests_per_second: u32,
    /// Requests that may come at once after a quiet time.
    pub request_burst: u32,
    /// A stream ends after so many events; whoever reads on reconnects.
    pub events_per_stream: u64,
    /// Streams that are open at the same time.
    pub streams: usize,
    /// Streams of one owner among them.
    pub streams_per_owner: usize,
    pub connections: usize,
    /// A reader that takes nothing for so long is dropped.
    pub stalled_reader: Duration,
    /// Messages before a question that are taken into account.
    pub history_messages: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 1024 * 1024,
            body_time: Duration::from_secs(30),
            runs_per_owner: 32,
            conversations_per_owner: 10_000,
            runs_at_once: 1024,
            requests_per_second: 100,
            request_burst: 200,
            events_per_stream: 100_000,
            streams: 4096,
            streams_per_owner: 1024,
            connections: 8192,
            stalled_reader: Duration::from_secs(30),
            history_messages: 40,
        }
    }
}
