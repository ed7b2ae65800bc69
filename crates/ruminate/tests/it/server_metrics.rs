//! What the server measures, and how it says whether it is well.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::server_support::{PATIENCE, Visitor, serve};
use crate::support::{Home, model};

/// The samples, if the text is OpenMetrics: each family told before its samples, names that fit its type,
/// and the end marked.
fn samples(text: &str) -> BTreeMap<String, f64> {
    assert!(text.ends_with("# EOF\n"), "{text}");
    let (mut types, mut samples) = (BTreeMap::new(), BTreeMap::new());
    for line in text.lines().filter(|line| *line != "# EOF") {
        if let Some(told) = line.strip_prefix("# ") {
            let (keyword, rest) = told.split_once(' ').unwrap();
            let (family, value) = rest.split_once(' ').unwrap();
            assert!(["HELP", "TYPE", "UNIT"].contains(&keyword), "{line}");
            if keyword == "TYPE" {
                assert_eq!(types.insert(family.to_owned(), value.to_owned()), None, "{line}");
            }
            continue;
        }
        let (series, value) = line.rsplit_once(' ').unwrap();
        let name = series.split('{').next().unwrap();
        if let Some((_, labels)) = series.split_once('{') {
            let labels = labels.strip_suffix('}').unwrap();
            for label in labels.split(',') {
                let (name, value) = label.split_once('=').unwrap();
                assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{line}");
                assert!(value.starts_with('"') && value.ends_with('"'), "{line}");
            }
        }
        let suffixes = |kind: &str| match kind {
            "counter" => &["_total"][..],
            "histogram" => &["_bucket", "_sum", "_count"],
            "gauge" => &[""],
            other => panic!("{other}"),
        };
        let fits = types.iter().any(|(family, kind)| {
            let rest = name.strip_prefix(family.as_str());
            rest.is_some_and(|rest| suffixes(kind).contains(&rest))
        });
        assert!(fits, "{line} belongs to no family:\n{types:?}");
        let value: f64 = value.parse().unwrap_or_else(|_| panic!("{line}"));
        assert!(value.is_finite() && value >= 0.0, "{line}");
        assert_eq!(samples.insert(series.to_owned(), value), None, "{line}");
    }
    samples
}

async fn measured(visitor: &Visitor) -> BTreeMap<String, f64> {
    let reply = visitor.get("/metrics").await.expect(200);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!(reply.header("content-type"), Some(kind));
    reply.check_security();
    samples(&reply.body)
}

#[tokio::test]
async fn metrics_move_when_runs_run() {
    let (home, model) = (Home::new(), model(20).await);
    let server = serve(&home, Some(&model), &[]).await;
    let before = measured(&server).await;
    let thinking = |calls: u32| json!({"question": "Why?", "mode": "extended", "max_calls": calls});
    let long = server.begin(thinking(500)).await;
    let mut stream = server.watch(&long).await;
    while stream.event().await.expect("it goes on").1 != "thought" {}
    let during = measured(&server).await;
    assert_eq!(during["ruminate_runs{status=\"thinking\"}"], 1.0);
    assert_eq!(during["ruminate_streams"], 1.0);
    assert_eq!(during["ruminate_runs_driven"], 1.0);
    server.tell(&format!("/api/runs/{long}/cancel")).await.expect(200);
    let last = stream.rest().await.last().unwrap()["seq"].as_f64().unwrap();
    let run = server.begin(thinking(10)).await;
    let events = last + server.watch(&run).await.rest().await.len() as f64;
    let view = server.completed(&run).await;
    let created = server.begin(json!({"question": "Later?", "start": false})).await;
    let paused = server.begin(thinking(90)).await;
    server.tell(&format!("/api/runs/{paused}/pause")).await.expect(200);
    let patience = Instant::now() + PATIENCE;
    let after = loop {
        let now = measured(&server).await;
        // A driver lets go a moment after the run obeyed, and a stream a moment after its end.
        if now["ruminate_streams"] + now["ruminate_runs_driven"] == 0.0 {
            break now;
        }
        assert!(Instant::now() < patience, "{now:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    let grown = |name: &str| after[name] - before[name];
    assert_eq!(grown("ruminate_runs_ended_total{how=\"completed\"}"), 1.0);
    assert_eq!(grown("ruminate_runs_ended_total{how=\"cancelled\"}"), 1.0);
    assert_eq!(grown("ruminate_runs{status=\"created\"}"), 1.0, "{created}");
    assert_eq!(grown("ruminate_runs{status=\"paused\"}"), 1.0);
    assert_eq!(grown("ruminate_pauses_total"), 1.0);
    assert_eq!(grown("ruminate_events_delivered_total"), events);
    assert_eq!(grown("ruminate_event_lag_seconds_count"), events);
    let mut written = 0;
    for run in [&long, &run, &created, &paused] {
        written += server.journal(run).await.len();
    }
    assert_eq!(grown("ruminate_events_total"), written as f64);
    assert!(grown("ruminate_steps_total") > 5.0);
    assert!(grown("ruminate_model_calls_total") >= view["spent"]["calls"].as_f64().unwrap());
    assert!(grown("ruminate_tokens_total{kind=\"prompt\"}") > 100.0);
    assert!(grown("ruminate_tokens_total{kind=\"completion\"}") > 100.0);
    assert!(grown("ruminate_http_requests_total") >= 7.0);
}

#[tokio::test]
async fn it_says_that_it_is_alive_and_ready() {
    let home = Home::new();
    let server = serve(&home, None, &[]).await;
    for path in ["/healthz", "/readyz"] {
        let told = server.get(path).await.expect(200).json();
        assert_eq!(told["status"], "ok");
        assert_eq!(told["version"], env!("CARGO_PKG_VERSION"));
    }
    let page = server.get("/docs").await.expect(200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    for path in server.openapi().await["paths"].as_object().unwrap().keys() {
        assert!(page.body.contains(&format!("<code>{path}</code>")), "{path} is not in the docs");
    }
    assert!(
        !page.body.contains("<script") && !page.body.contains("//cdn"),
        "nothing from elsewhere"
    );
}
