//! Logs and traces, for a process that nobody sits in front of.

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt};

use crate::config::{LogFormat, TelemetryConfig};
use crate::exit::{Exit, Failure};

/// Keeps telling; what is not sent yet is sent when it is dropped.
#[derive(Default)]
pub(crate) struct Telemetry(Option<SdkTracerProvider>);

impl Drop for Telemetry {
    fn drop(&mut self) {
        if let Some(provider) = self.0.take() {
            // A collector that is gone is no reason not to end.
            let _ = provider.shutdown();
        }
    }
}

/// From here on what happens is told on stderr, and as traces where a collector is configured.
pub(crate) fn start(config: &TelemetryConfig) -> Result<Telemetry, Failure> {
    let filter = EnvFilter::try_new(&config.log).map_err(|error| {
        let message = format!("`telemetry.log` is not a filter: {error}");
        wrong(message, "for example `info` or `warn,ruminate_server=debug`")
    })?;
    let lines = fmt::layer().with_writer(std::io::stderr);
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match config.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let provider = config.otlp_endpoint.as_deref().map(|url| exporter(url, config)).transpose()?;
    let traces = provider
        .as_ref()
        .map(|provider| tracing_opentelemetry::layer().with_tracer(provider.tracer("ruminate")));
    let started = tracing_subscriber::registry().with(lines).with(traces).with(filter).try_init();
    started.map_err(|error| {
        Failure::new(Exit::Unexpected, "log", error.to_string(), "please report this")
    })?;
    Ok(Telemetry(provider))
}

fn exporter(url: &str, config: &TelemetryConfig) -> Result<SdkTracerProvider, Failure> {
    let endpoint = format!("{}/v1/traces", url.trim_end_matches('/'));
    // It takes the process's own; a second one to install it changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    // The exporter's client brings a runtime of its own, which cannot be made within another.
    let build = move || SpanExporter::builder().with_http().with_endpoint(endpoint).build();
    let built = std::thread::spawn(build).join().ok();
    let exporter = built.and_then(Result::ok).ok_or_else(|| {
        let message = format!("`telemetry.otlp_endpoint` {url} cannot be used");
        wrong(message, "give the address of an OTLP/HTTP collector: http://127.0.0.1:4318")
    })?;
    let resource = Resource::builder().with_service_name(config.service_name.clone()).build();
    Ok(SdkTracerProvider::builder().with_resource(resource).with_batch_exporter(exporter).build())
}

fn wrong(message: impl Into<String>, hint: &str) -> Failure {
    Failure::new(Exit::Config, "config", message, hint)
}
