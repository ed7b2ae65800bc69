//! A server that is killed or told to end in the middle of its work: runs go on, readers miss nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::fake_model::{Answer, Fault, plausible};

use crate::server_support::{PATIENCE, Server, Stream, check_gapless, serve};
use crate::support::{Home, model, scripted};

const PARALLEL: usize = 2;
/// What steps under way have when nothing else is configured. Other bounds here are far from it, so that
/// a machine with much else to do does not pass them.
const GRACE: Duration = Duration::from_secs(10);

async fn begin(server: &Server, calls: u32) -> String {
    let question = "What does a restart change?";
    let body = json!({
        "question": question, "mode": "extended", "max_calls": calls, "parallel": PARALLEL,
    });
    server.begin(body).await
}

/// Reads until the connection is gone, and says whether it ended properly.
async fn read_until_it_ends(server: &Server, run: &str, events: &mut Vec<Value>) -> bool {
    read_on(server.watch_after(run, events.len() as u64).await, events).await
}

async fn read_on(mut stream: Stream, events: &mut Vec<Value>) -> bool {
    loop {
        match stream.try_next().await {
            Ok(Some(crate::server_support::Frame::Event { data, .. })) => events.push(data),
            Ok(Some(crate::server_support::Frame::Alive)) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

#[tokio::test]
async fn killed_servers_lose_and_repeat_nothing_and_their_runs_go_on() {
    let (home, model) = (Home::new(), model(60).await);
    let mut server = serve(&home, Some(&model), &[]).await;
    let run = begin(&server, 24).await;
    let mut events = Vec::new();
    let mut kills = 0;
    while kills < 3 {
        let mut stream = server.watch_after(&run, events.len() as u64).await;
        let (_, _, event) = stream.event().await.expect("it goes on after a kill");
        events.push(event);
        tokio::time::sleep(Duration::from_millis(50 + 90 * kills)).await;
        server.signal("-KILL").await;
        assert!(!read_on(stream, &mut events).await, "a kill leaves no time for a proper end");
        kills += 1;
        server = serve(&home, Some(&model), &[]).await;
    }
    assert!(read_until_it_ends(&server, &run, &mut events).await);
    check_gapless(&events);
    assert_eq!(events.last().unwrap()["stage"], "completed");
    assert_eq!(events, server.journal(&run).await);
    assert!(events.iter().all(|event| event["stage"] != "paused"), "nobody had to resume it");
    let calls = server.look(&run).await["spent"]["calls"].as_u64().unwrap() as usize;
    let asked = model.requests().len();
    assert!(asked <= calls + kills as usize * PARALLEL, "{asked} requests for {calls} calls");
}

#[tokio::test]
async fn a_server_that_is_told_to_end_lets_steps_commit_and_streams_end() {
    let (home, model) = (Home::new(), model(120).await);
    let mut server = serve(&home, Some(&model), &[]).await;
    let run = begin(&server, 16).await;
    let mut events = Vec::new();
    for _ in 0..2 {
        let so_far = events.len();
        server.look_until(&run, |view| view["last_seq"].as_u64() > Some(so_far as u64 + 4)).await;
        let mut stream = server.watch_after(&run, events.len() as u64).await;
        events.push(stream.event().await.unwrap().2);
        let (status, took) = server.terminate().await;
        assert_eq!(status.code(), Some(0), "{}", server.log());
        assert!(took < GRACE / 2, "it did not wait for all of its grace: {took:?}");
        // A proper end of the chunked body; a reset would be an error here.
        events.extend(stream.rest().await);
        server = serve(&home, Some(&model), &[]).await;
    }
    assert!(read_until_it_ends(&server, &run, &mut events).await);
    check_gapless(&events);
    assert_eq!(events, server.journal(&run).await);
    assert_eq!(events.last().unwrap()["stage"], "completed");
    let calls = server.look(&run).await["spent"]["calls"].as_u64().unwrap();
    assert_eq!(model.requests().len() as u64, calls, "what was in flight came back and was kept");
}

#[tokio::test]
async fn a_model_that_hangs_does_not_keep_the_server_from_ending() {
    let model = scripted(|asked| match asked.nth_overall {
        2 => Answer::failing(Fault::Hang),
        _ => plausible(asked),
    });
    let (home, model) = (Home::new(), model.await);
    home.configure("[server]\nshutdown_seconds = 0.5");
    let mut server = serve(&home, Some(&model), &[]).await;
    let body = json!({"question": "Will it end?", "mode": "extended", "max_calls": 6});
    let run = server.begin(body).await;
    let patience = Instant::now() + Duration::from_secs(20);
    while model.requests().len() < 2 {
        assert!(Instant::now() < patience);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let stream = server.watch(&run).await;
    let (status, took) = server.terminate().await;
    assert_eq!(status.code(), Some(0), "{}", server.log());
    assert!(took >= Duration::from_millis(500), "it waited as long as it was told to: {took:?}");
    assert!(took < GRACE / 2, "and not for as long as it does otherwise: {took:?}");
    let seen = stream.rest().await;

    let server = serve(&home, Some(&model), &[]).await;
    let view = server.completed(&run).await;
    let events = server.journal(&run).await;
    check_gapless(&events);
    assert_eq!(seen, events[..seen.len()]);
    let calls = view["spent"]["calls"].as_u64().unwrap();
    assert_eq!(model.requests().len() as u64, calls + 1, "the one in flight was asked again, once");
}

#[tokio::test]
async fn a_reader_that_does_not_read_does_not_keep_the_server_from_ending() {
    let (home, model) = (Home::new(), model(10).await);
    home.configure("[server]\nshutdown_seconds = 1");
    let mut server = serve(&home, Some(&model), &[]).await;
    let run = begin(&server, 400).await;
    // It asks for the events of a run, and for half of something else, and waits.
    let mut idle = tokio::net::TcpStream::connect(server.address).await.unwrap();
    let mut half = tokio::net::TcpStream::connect(server.address).await.unwrap();
    let host = server.address;
    let asked = format!("GET /api/runs/{run}/events HTTP/1.1\r\nHost: {host}\r\n\r\n");
    tokio::io::AsyncWriteExt::write_all(&mut idle, asked.as_bytes()).await.unwrap();
    let begun = format!(
        "POST /api/runs HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{{"
    );
    tokio::io::AsyncWriteExt::write_all(&mut half, begun.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let (status, took) = server.terminate().await;
    assert_eq!(status.code(), Some(0), "{}", server.log());
    assert!(took < GRACE, "{took:?}");
}

#[tokio::test]
async fn many_runs_at_once_survive_a_kill() {
    // Until the kill the model falls silent after some replies, so that there is something to interrupt.
    let is_killed = Arc::new(AtomicBool::new(false));
    let may_answer = is_killed.clone();
    let model = scripted(move |asked| match asked.nth_overall {
        ..=24 => plausible(asked),
        _ if may_answer.load(Ordering::Relaxed) => plausible(asked),
        _ => Answer::failing(Fault::Hang),
    })
    .await;
    let home = Home::new();
    let server = serve(&home, Some(&model), &[]).await;
    let mut runs = Vec::new();
    for _ in 0..12 {
        runs.push(begin(&server, 8).await);
    }
    let patience = Instant::now() + PATIENCE;
    while model.requests().len() <= 24 {
        assert!(Instant::now() < patience, "{} requests", model.requests().len());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    server.kill().await;
    is_killed.store(true, Ordering::Relaxed);
    let server = serve(&home, Some(&model), &[]).await;
    let mut calls = 0;
    for run in &runs {
        calls += server.completed(run).await["spent"]["calls"].as_u64().unwrap() as usize;
        check_gapless(&server.journal(run).await);
    }
    let asked = model.requests().len();
    assert!(asked <= calls + runs.len() * PARALLEL, "{asked} requests for {calls} calls");
    assert!(server.log().contains("runs that were interrupted go on"), "{}", server.log());
}
