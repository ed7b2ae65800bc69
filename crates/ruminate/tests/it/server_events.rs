//! Watching runs: every event once, in order, whoever drives the run and however often one reconnects.

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::fake_model::{Answer, Fault};

use crate::server_support::{Frame, Server, check_gapless, heard, serve};
use crate::support::{Home, model, scripted};

fn thinking(calls: u32) -> Value {
    json!({"question": "Does the map ever become the territory?", "mode": "extended", "max_calls": calls})
}

/// Reads a run to its end through as many connections as it takes, `most` events from each.
async fn read_in_pieces(server: &Server, run: &str, most: impl Fn(usize) -> usize) -> Vec<Value> {
    let mut events: Vec<Value> = Vec::new();
    for connection in 0.. {
        let mut stream = server.watch_after(run, events.len() as u64).await;
        for _ in 0..most(connection) {
            let Some((.., event)) = stream.event().await else { return events };
            let is_last = event["stage"] == "completed";
            events.push(event);
            if is_last {
                return events;
            }
        }
    }
    unreachable!("it reads until the end")
}

#[tokio::test]
async fn every_event_comes_once_in_order_until_the_end() {
    let (home, model) = (Home::new(), model(10).await);
    let server = serve(&home, Some(&model), &[]).await;
    let run = server.begin(thinking(12)).await;
    let watchers = (server.watch(&run).await, server.watch(&run).await);
    let (events, same) = tokio::join!(watchers.0.rest(), watchers.1.rest());
    check_gapless(&events);
    assert_eq!(events, same);
    assert_eq!(events.last().unwrap()["stage"], "completed");
    assert_eq!(events, server.journal(&run).await);
    assert_eq!(server.watch(&run).await.rest().await, events, "the same when it is over");

    let count = events.len() as u64;
    assert_eq!(server.watch_after(&run, count - 3).await.rest().await, events[events.len() - 3..]);
    let path = format!("/api/runs/{run}/events");
    let after =
        heard(server.request("GET", &format!("{path}?after={}", count - 1))).await.expect(200);
    assert!(after.body.starts_with(&format!("id: {count}\nevent: completed\ndata: ")));
    for seen in [count, count + 1] {
        let all =
            heard(server.request("GET", &path).header("Last-Event-ID", seen)).await.expect(204);
        assert_eq!(all.body, "");
        server.get(&format!("{path}?after={seen}")).await.expect(204);
    }
    // What a reader that reconnects has seen counts, not where it once began.
    let both = server.request("GET", &format!("{path}?after=1")).header("Last-Event-ID", count);
    heard(both).await.expect(204);
    let wrong = server.request("GET", &path).header("Last-Event-ID", "the last one");
    heard(wrong).await.problem(400, "bad_header");
}

#[tokio::test]
async fn whoever_reconnects_loses_and_repeats_nothing() {
    let (home, model) = (Home::new(), model(15).await);
    let server = serve(&home, Some(&model), &[]).await;
    let run = server.begin(thinking(15)).await;
    let events = read_in_pieces(&server, &run, |connection| 1 + connection * 7 % 5).await;
    check_gapless(&events);
    assert_eq!(events, server.journal(&run).await);
    assert_eq!(events.last().unwrap()["stage"], "completed");
}

#[tokio::test]
async fn a_stream_ends_after_so_many_events_and_the_next_goes_on() {
    let (home, model) = (Home::new(), model(5).await);
    home.configure("[limits]\nevents_per_stream = 4");
    let server = serve(&home, Some(&model), &[]).await;
    let run = server.begin(thinking(10)).await;
    let mut events: Vec<Value> = Vec::new();
    loop {
        let piece = server.watch_after(&run, events.len() as u64).await.rest().await;
        events.extend(piece.iter().cloned());
        if events.last().unwrap()["stage"] == "completed" {
            break;
        }
        assert_eq!(piece.len(), 4);
    }
    check_gapless(&events);
    assert_eq!(events, server.journal(&run).await);
}

#[tokio::test]
async fn a_silent_stream_says_that_it_is_alive() {
    let home = Home::new();
    home.configure("[server]\nheartbeat_seconds = 0.1");
    let server = serve(&home, None, &[]).await;
    let run = server.begin(json!({"question": "Why?", "start": false})).await;
    let mut stream = server.watch(&run).await;
    assert!(matches!(stream.next().await, Some(Frame::Event { id: 1, .. })));
    let begun = Instant::now();
    for _ in 0..4 {
        assert_eq!(stream.next().await, Some(Frame::Alive));
    }
    let took = begun.elapsed();
    assert!(took >= Duration::from_millis(300) && took < Duration::from_secs(5), "{took:?}");
    // And it hears what happens then.
    server.tell(&format!("/api/runs/{run}/resume")).await.expect(200);
    assert_eq!(stream.event().await.unwrap().1, "started");
}

#[tokio::test]
async fn a_run_of_another_process_is_streamed_too() {
    let (home, model) = (Home::new(), model(60).await);
    let server = serve(&home, Some(&model), &[]).await;
    let args = ["think", "Who drives?", "--max-calls", "14", "--json"];
    let mut command = home.command_with(&model, &args);
    let driver = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    home.wait_for_thoughts(1).await;
    let runs = server.get("/api/runs").await.expect(200).json();
    let run = runs["runs"][0]["session_id"].as_str().unwrap();
    assert_eq!(runs["runs"][0]["interrupted"], false);
    let mut stream = server.watch(run).await;
    let mut events = vec![stream.event().await.unwrap().2];
    assert_eq!(server.look(run).await["status"], "thinking", "it is seen while it thinks");
    events.extend(stream.rest().await);
    check_gapless(&events);
    assert_eq!(events.last().unwrap()["stage"], "completed");
    assert_eq!(events, server.journal(run).await);
    let calls = crate::support::heard(driver).await.expect(0).json()["spent"]["calls"].clone();
    assert_eq!(calls, model.requests().len(), "the server asked nothing");
}

#[tokio::test]
async fn what_is_said_about_an_answer_does_not_keep_a_stream_open() {
    let home = Home::new();
    let server = serve(&home, None, &[]).await;
    let run = server.begin(json!({"question": "Why?"})).await;
    let end = server.completed(&run).await["last_seq"].as_u64().unwrap();
    let path = format!("/api/runs/{run}/feedback");
    server.post(&path, json!({"verdict": "right"})).await.expect(200);
    let events = server.watch_after(&run, end).await.rest().await;
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["stage"], "feedback");
    let all = server.watch(&run).await.rest().await;
    assert_eq!(all.last(), events.last(), "a new reader hears everything in one go");
    let seen = server.request("GET", &format!("/api/runs/{run}/events"));
    heard(seen.header("Last-Event-ID", end + 1)).await.expect(204);
}

#[tokio::test]
async fn the_end_in_a_history_is_not_the_end_of_its_fork() {
    let (home, model) = (Home::new(), model(30).await);
    let server = serve(&home, Some(&model), &[]).await;
    let run = server.begin(thinking(4)).await;
    server.completed(&run).await;
    let fork = server.post(&format!("/api/runs/{run}/fork"), json!({"max_calls": 4})).await;
    let fork = fork.expect(201).json()["session_id"].as_str().unwrap().to_owned();
    let events = server.watch(&fork).await.rest().await;
    check_gapless(&events);
    let ends = events.iter().filter(|event| event["stage"] == "completed").count();
    assert_eq!(ends, 2, "that of the history, and its own");
    assert_eq!(events, server.journal(&fork).await);
}

#[tokio::test]
async fn the_stream_of_a_run_that_is_deleted_ends() {
    let home = Home::new();
    home.configure("[server]\nheartbeat_seconds = 0.1");
    let server = serve(&home, None, &[]).await;
    let run = server.begin(json!({"question": "Why?", "start": false})).await;
    let stream = server.watch(&run).await;
    server.delete(&format!("/api/runs/{run}")).await.expect(204);
    assert_eq!(stream.rest().await.len(), 1);
}

#[tokio::test]
async fn an_answer_can_be_watched_while_it_is_written() {
    const ANSWER: &str = "It never does, as far as anybody has seen, and here is why.";
    let home = Home::new();
    let model = scripted(|_| {
        let reply = format!("<think>hm</think>{ANSWER}\nCONFIDENCE: 0.8");
        Answer::text(reply).with(Fault::SlowDrip(Duration::from_millis(15)))
    })
    .await;
    let server = serve(&home, Some(&model), &[]).await;
    let run = server.begin(json!({"question": "Does it?", "mode": "fast"})).await;
    let path = format!("/api/runs/{run}/events");
    let whole = heard(server.request("GET", &format!("{path}?pieces=true"))).await.expect(200);
    let pieces: String = whole
        .body
        .split("\n\n")
        .filter_map(|frame| frame.strip_prefix("event: piece\ndata: "))
        .map(|data| {
            let piece: Value = serde_json::from_str(data).unwrap();
            piece["text"].as_str().unwrap().to_owned()
        })
        .collect();
    assert!(pieces.len() > 10 && ANSWER.starts_with(&pieces), "{pieces:?}");
    let plain = heard(server.request("GET", &path)).await.expect(200);
    assert!(!plain.body.contains("piece"), "only for those who ask");
}
