//! The parts of the configuration that are about a server.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

use ruminate_server::{Access, Limits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Config;

/// How `ruminate serve` serves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ServerConfig {
    /// The address to listen at. Any other than a loopback address asks for keys.
    #[schemars(with = "String")]
    pub listen: SocketAddr,
    /// Whether keys are asked for on the loopback address too.
    pub require_keys: bool,
    /// Names under which the server may be asked for, besides `localhost` and bare addresses; without
    /// a port.
    pub hosts: BTreeSet<String>,
    /// Web pages that may use the server, as `scheme://host:port`.
    pub cors_origins: BTreeSet<String>,
    /// Models that a request may name, as provider/name, besides those of the configured model's
    /// provider and `none`. They are reached at their provider's usual address.
    pub models: BTreeSet<String>,
    /// How often a silent stream says that it is alive.
    pub heartbeat_seconds: f64,
    /// What running steps have to finish when the server is told to end.
    pub shutdown_seconds: f64,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 7878)),
            require_keys: false,
            hosts: BTreeSet::new(),
            cors_origins: BTreeSet::new(),
            models: BTreeSet::new(),
            heartbeat_seconds: 15.0,
            shutdown_seconds: 10.0,
        }
    }
}

/// What one server takes at most, and what becomes of the rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct LimitsConfig {
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
}

impl Default for LimitsConfig {
    fn default() -> Self {
        let limits = Limits::default();
        Self {
            body_bytes: limits.body_bytes,
            body_seconds: limits.body_time.as_secs_f64(),
            runs_per_owner: limits.runs_per_owner,
            conversations_per_owner: limits.conversations_per_owner,
            runs_at_once: limits.runs_at_once,
            requests_per_second: limits.requests_per_second,
            request_burst: limits.request_burst,
            events_per_stream: limits.events_per_stream,
            streams: limits.streams,
            streams_per_owner: limits.streams_per_owner,
            connections: limits.connections,
            stalled_reader_seconds: limits.stalled_reader.as_secs_f64(),
            history_messages: limits.history_messages,
        }
    }
}

/// What a server tells its operator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TelemetryConfig {
    /// What is logged, as a filter: `info`, or `warn,ruminate_server=debug`.
    pub log: String,
    pub log_format: LogFormat,
    /// An OpenTelemetry collector that gets traces over OTLP/HTTP, for example
    /// `http://127.0.0.1:4318`; none by default.
    pub otlp_endpoint: Option<String>,
    /// The name under which traces are told.
    pub service_name: String,
}

impl Default for TelemetryConfig {
    fn default() -> Self {
        Self {
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            otlp_endpoint: None,
            service_name: "ruminate".to_owned(),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LogFormat {
    #[default]
    Text,
    Json,
}

impl Config {
    pub(crate) fn server_settings(&self, access: Access) -> ruminate_server::Settings {
        let (server, limits) = (&self.server, &self.limits);
        ruminate_server::Settings {
            access,
            hosts: server.hosts.iter().map(|host| host.to_ascii_lowercase()).collect(),
            cors_origins: server.cors_origins.clone(),
            limits: Limits {
                body_bytes: limits.body_bytes,
                body_time: Duration::from_secs_f64(limits.body_seconds),
                runs_per_owner: limits.runs_per_owner,
                conversations_per_owner: limits.conversations_per_owner,
                runs_at_once: limits.runs_at_once,
                requests_per_second: limits.requests_per_second,
                request_burst: limits.request_burst,
                events_per_stream: limits.events_per_stream,
                streams: limits.streams,
                streams_per_owner: limits.streams_per_owner,
                connections: limits.connections,
                stalled_reader: Duration::from_secs_f64(limits.stalled_reader_seconds),
                history_messages: limits.history_messages,
            },
            defaults: self.defaults(),
            heartbeat: Duration::from_secs_f64(server.heartbeat_seconds),
            shutdown: Duration::from_secs_f64(server.shutdown_seconds),
        }
    }
}
