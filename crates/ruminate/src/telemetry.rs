//! Logs, for a process that nobody sits in front of.

use tracing_subscriber::EnvFilter;

use crate::config::{LogFormat, TelemetryConfig};
use crate::exit::{Exit, Failure};

/// From here on what happens is told on stderr.
pub(crate) fn start(config: &TelemetryConfig) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(&config.log).map_err(|error| {
        let message = format!("`telemetry.log` is not a filter: {error}");
        Failure::new(Exit::Config, "config", message, "for example `info` or `ruminate=debug`")
    })?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let started = match config.log_format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
    };
    started.map_err(|error| {
        Failure::new(Exit::Unexpected, "log", error.to_string(), "please report this")
    })
}
