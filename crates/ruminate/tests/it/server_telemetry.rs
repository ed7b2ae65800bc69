//! What a server tells its operator: traces for a collector, lines for a log.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::server_support::{heard, serve};
use crate::support::Home;

/// Takes whatever it is sent, and keeps it.
async fn collector() -> (String, Arc<Mutex<Vec<u8>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let taken = Arc::new(Mutex::new(Vec::new()));
    let kept = taken.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let kept = kept.clone();
            tokio::spawn(async move {
                let mut bytes = [0; 16 * 1024];
                while let Ok(count @ 1..) = stream.read(&mut bytes).await {
                    kept.lock().unwrap().extend_from_slice(&bytes[..count]);
                    let ok = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
                    // Answering each part of a request would be too much; whoever waits is patient.
                    if count < bytes.len() && stream.write_all(ok).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    (address, taken)
}

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

#[tokio::test]
async fn traces_go_to_the_collector_that_is_configured() {
    let home = Home::new();
    let (address, taken) = collector().await;
    home.configure(&format!(
        "[telemetry]\notlp_endpoint = {address:?}\nservice_name = \"thinker\"\n"
    ));
    let mut server = serve(&home, None, &[]).await;
    let run = server.begin(json!({"question": "Why?", "mode": "fast"})).await;
    server.completed(&run).await;
    let (status, took) = server.terminate().await;
    assert!(status.success() && took < Duration::from_secs(10), "{status:?} after {took:?}");
    let told = String::from_utf8_lossy(&taken.lock().unwrap()).into_owned();
    for words in ["POST /v1/traces", "thinker", "request", "/api/runs", "run", &*run] {
        assert!(told.contains(words), "no {words:?} in {told:?}");
    }
}

#[tokio::test]
async fn a_collector_that_is_away_holds_nothing_up() {
    let home = Home::new();
    home.configure("[telemetry]\notlp_endpoint = \"http://127.0.0.1:9\"\n");
    let mut server = serve(&home, None, &[]).await;
    let run = server.begin(json!({"question": "Why?", "mode": "fast"})).await;
    server.completed(&run).await;
    let (status, took) = server.terminate().await;
    assert!(status.success() && took < Duration::from_secs(20), "{status:?} after {took:?}");
}

#[tokio::test]
async fn lines_in_json_have_the_ids_of_run_and_trace() {
    let home = Home::new();
    home.configure("[telemetry]\nlog_format = \"json\"\n");
    let mut server = serve(&home, None, &[]).await;
    let parent = format!("00-{TRACE}-00f067aa0ba902b7-01");
    heard(server.request("GET", "/api/runs").header("traceparent", parent)).await.expect(200);
    let run = server.begin(json!({"question": "Why?", "mode": "fast"})).await;
    server.completed(&run).await;
    server.terminate().await;
    let log = server.log();
    let lines: Vec<Value> =
        log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let of = |span: &str, field: &str| {
        lines
            .iter()
            .filter(move |line| line["span"]["name"] == span)
            .map(|line| line["span"][field].clone())
            .collect::<Vec<_>>()
    };
    assert!(of("request", "trace_id").contains(&TRACE.into()), "{log}");
    assert!(of("run", "run").contains(&run.as_str().into()), "{log}");
}
