//! The parts of the configuration that are about a server.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

use ruminate_server::Access;
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
        let server = &self.server;
        ruminate_server::Settings {
            access,
            hosts: server.hosts.iter().map(|host| host.to_ascii_lowercase()).collect(),
            cors_origins: server.cors_origins.clone(),
            limits: self.limits,
            defaults: self.defaults(),
            heartbeat: Duration::from_secs_f64(server.heartbeat_seconds),
            shutdown: Duration::from_secs_f64(server.shutdown_seconds),
        }
    }
}
