//! What the server measures, in the format that Prometheus reads.

use std::sync::atomic::{AtomicI64, AtomicU64};

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use jiff::SignedDuration;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use ruminate_types::RunStatus;

use crate::api::{Api, Operation};
use crate::app::App;
use crate::problem::Problem;

pub(crate) struct Meters {
    delivered: Counter,
    /// From an event's commit until it is handed to a reader's connection.
    lag: Histogram,
    requests: Counter,
}

impl Default for Meters {
    fn default() -> Self {
        let buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
        Self {
            delivered: Counter::default(),
            lag: Histogram::new(buckets),
            requests: Counter::default(),
        }
    }
}

/// What is read again long after it was committed says nothing about delay.
const LIVE: SignedDuration = SignedDuration::from_secs(5);

impl Meters {
    pub(crate) fn delivered(&self, age: SignedDuration) {
        self.delivered.inc();
        if age <= LIVE {
            self.lag.observe(age.as_secs_f64().max(0.0));
        }
    }

    pub(crate) fn request(&self) {
        self.requests.inc();
    }
}

type Label = [(&'static str, &'static str); 1];

pub(crate) fn routes() -> Api {
    Api::new().route(
        Operation::get("/metrics", "metrics", "What the server measures, for Prometheus")
            .tag("operations")
            .returns_as::<String>(200, OPEN_METRICS, "Metrics in the OpenMetrics text format"),
        get(metrics),
    )
}

const OPEN_METRICS: &str = "application/openmetrics-text";
const CONTENT_TYPE: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");

async fn metrics(State(app): State<App>) -> Result<Response, Problem> {
    let mut registry = Registry::with_prefix("ruminate");
    let runs: Family<Label, Gauge> = Family::default();
    // Runs that are over are counted as they end: counting all of them would take ever longer.
    for status in [RunStatus::Created, RunStatus::Thinking, RunStatus::Paused] {
        let count = app.ports().census.count(status).await?;
        runs.get_or_create(&[("status", status.as_str())])
            .set(i64::try_from(count).unwrap_or(i64::MAX));
    }
    registry.register("runs", "Runs that are not over, by state", runs);

    let counts = app.dispatcher.worker().tally().counts();
    let ended: Family<Label, Counter> = Family::default();
    ended.get_or_create(&[("how", "completed")]).inc_by(counts.completed);
    ended.get_or_create(&[("how", "cancelled")]).inc_by(counts.cancelled);
    registry.register("runs_ended", "Runs that ended in this process", ended);
    let tokens: Family<Label, Counter> = Family::default();
    tokens.get_or_create(&[("kind", "prompt")]).inc_by(counts.prompt_tokens);
    tokens.get_or_create(&[("kind", "completion")]).inc_by(counts.completion_tokens);
    registry.register("tokens", "Tokens that models counted", tokens);
    for (name, told, count) in [
        ("steps", "Steps that were committed", counts.commits),
        ("events", "Events that were committed", counts.events),
        ("model_calls", "Calls of models", counts.calls),
        ("stage_failures", "Stages that gave nothing of use", counts.stage_failures),
        ("pauses", "Pauses of runs, asked for or not", counts.paused),
    ] {
        let counter: Counter<u64, AtomicU64> = Counter::default();
        counter.inc_by(count);
        registry.register(name, told, counter);
    }

    let load = app.dispatcher.load();
    for (name, told, value) in [
        ("runs_driven", "Runs that this process drives", load.driven),
        (
            "runs_waiting",
            "Runs that wait for their turn in this process",
            load.tasks.saturating_sub(load.driven),
        ),
        ("streams", "Streams that are open", app.streams.count()),
    ] {
        let gauge: Gauge<i64, AtomicI64> = Gauge::default();
        gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        registry.register(name, told, gauge);
    }
    let meters = &app.meters;
    registry.register(
        "http_requests",
        "Requests, whatever became of them",
        meters.requests.clone(),
    );
    registry.register(
        "events_delivered",
        "Events that were handed to readers",
        meters.delivered.clone(),
    );
    registry.register(
        "event_lag_seconds",
        "From the commit of an event until it is handed to a reader",
        meters.lag.clone(),
    );
    let mut text = String::new();
    // Writing to a text does not fail.
    let _ = encode(&mut text, &registry);
    Ok(([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response())
}
