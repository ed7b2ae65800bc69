//! What is over a limit is refused with a problem that names it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::server_support::{PATIENCE, Reply, Server, heard, key_for, serve};
use crate::support::{Home, model};

/// No run has this id.
const NOTHING: &str = "01900000-0000-7000-8000-000000000000";

async fn limited(limits: &str, args: &[&str]) -> (Home, testkit::fake_model::FakeModel, Server) {
    let (home, model) = (Home::new(), model(100).await);
    home.configure(&format!("[limits]\n{limits}"));
    let server = serve(&home, Some(&model), args).await;
    (home, model, server)
}

#[track_caller]
fn check_wait(reply: &Reply) {
    let wait: u64 = reply.header("retry-after").expect("how long to wait").parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
}

#[tokio::test]
async fn bodies_that_are_too_large_or_too_slow() {
    let (_home, _model, server) = limited("body_bytes = 2048\nbody_seconds = 0.5", &[]).await;
    let fits = json!({"question": "x".repeat(1900), "start": false});
    server.post("/api/runs", fits).await.expect(201);
    for size in [2048, 100_000, 3_000_000] {
        let large = server.post("/api/runs", json!({"question": "x".repeat(size)})).await;
        let told = large.problem(413, "body_too_large");
        assert!(told["detail"].as_str().unwrap().contains("2048"));
        assert!(told["hint"].as_str().unwrap().contains("limits.body_bytes"));
    }
    let host = server.address;
    let head =
        format!("POST /api/runs HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
    // Without a length that tells it beforehand.
    let chunk = format!("800\r\n{}\r\n", "x".repeat(0x800)).repeat(3);
    let chunked =
        format!("{head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}0\r\n\r\n");
    let reply = server.raw(&chunked).await;
    assert!(reply.starts_with("HTTP/1.1 413") && reply.contains("body_too_large"), "{reply}");
    let begun = Instant::now();
    let slow =
        server.raw(&format!("{head}Connection: close\r\nContent-Length: 100\r\n\r\n{{")).await;
    assert!(slow.starts_with("HTTP/1.1 408") && slow.contains("body_slow"), "{slow}");
    // The half second, and not the half minute that is the default.
    assert!(begun.elapsed() < PATIENCE / 2);
    // A route that takes no body does not wait for one.
    let none = format!(
        "POST /api/runs/{NOTHING}/pause HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 9000000\r\n\r\n"
    );
    assert!(server.raw(&none).await.starts_with("HTTP/1.1 404"));
}

#[tokio::test]
async fn requests_that_come_too_often() {
    let home = Home::new();
    home.configure("[limits]\nrequests_per_second = 2\nrequest_burst = 5");
    let keys = (key_for(&home, "ada").await.1, key_for(&home, "bob").await.1);
    let server = serve(&home, None, &["--require-keys"]).await;
    let (ada, bob) = (server.visitor(&keys.0), server.visitor(&keys.1));
    let mut refused = Vec::new();
    for _ in 0..12 {
        let reply = ada.get("/api/runs").await;
        if reply.status != 200 {
            refused.push(reply);
        }
    }
    assert!(refused.len() >= 4, "{}", refused.len());
    for reply in &refused {
        reply.problem(429, "too_many_requests");
        check_wait(reply);
    }
    bob.get("/api/runs").await.expect(200);
    let wait = refused.last().unwrap().header("retry-after").unwrap().parse().unwrap();
    tokio::time::sleep(Duration::from_secs(wait)).await;
    ada.get("/api/runs").await.expect(200);
}

#[tokio::test]
async fn keys_that_are_guessed() {
    let home = Home::new();
    let (id, key) = key_for(&home, "ada").await;
    let (_, unused) = key_for(&home, "bob").await;
    let server = serve(&home, None, &["--require-keys"]).await;
    let ada = server.visitor(&key);
    ada.get("/api/runs").await.expect(200);
    let before = server.processor_time();
    let mut last = None;
    for n in 0..60 {
        let guess = server.visitor(&format!("rmk_{id}_{n:064}"));
        last = Some(guess.get("/api/runs").await);
        if last.as_ref().unwrap().status == 429 {
            break;
        }
    }
    let last = last.unwrap();
    last.problem(429, "too_many_requests");
    check_wait(&last);
    // From then on a hash is computed only for the two a second that may still be tried; before,
    // there was one for each of twenty or more.
    let guessing = server.processor_time() - before;
    let (begun, before) = (Instant::now(), server.processor_time());
    let mut tried = 0;
    for n in 0..20 {
        let reply = server.visitor(&format!("rmk_{id}_{n:060}")).get("/api/runs").await;
        assert!([401, 429].contains(&reply.status), "{}", reply.status);
        tried += u64::from(reply.status == 401);
    }
    assert!(tried <= 1 + 2 * begun.elapsed().as_secs_f64().ceil() as u64, "{tried} were tried");
    let refusing = server.processor_time() - before;
    assert!(refusing < guessing / 2, "{refusing:?} and {guessing:?}");
    ada.get("/api/runs").await.expect(200);
    // From another address a key that was never used before is still right.
    let elsewhere = server.visitor_from([127, 0, 2, 1].into(), &unused);
    elsewhere.get("/api/runs").await.expect(200);
}

#[tokio::test]
async fn runs_under_way() {
    let (_home, _model, server) = limited("runs_per_owner = 3", &[]).await;
    let body = || json!({"question": "Why?", "mode": "extended", "max_calls": 500});
    let mut runs = Vec::new();
    for _ in 0..3 {
        runs.push(server.begin(body()).await);
    }
    let refused = server.post("/api/runs", body()).await;
    let told = refused.problem(429, "too_many_runs");
    assert!(told["detail"].as_str().unwrap().contains('3'), "{told}");
    check_wait(&refused);
    let question = json!({"question": "Why?"});
    server.post("/api/thinking/start", question).await.problem(429, "too_many_runs");
    let fork = json!({"at": 1});
    server.post(&format!("/api/runs/{}/fork", runs[0]), fork).await.problem(429, "too_many_runs");

    server.tell(&format!("/api/runs/{}/pause", runs[0])).await.expect(200);
    runs.push(server.begin(body()).await);
    // One that goes on takes the place of a new one.
    let resume = format!("/api/runs/{}/resume", runs[0]);
    server.tell(&resume).await.problem(429, "too_many_runs");
    server.tell(&format!("/api/runs/{}/cancel", runs[1])).await.expect(200);
    assert_eq!(server.tell(&resume).await.expect(200).json()["status"], "thinking");
}

#[tokio::test]
async fn conversations_of_one_owner() {
    let (_home, _model, server) = limited("conversations_per_owner = 2", &[]).await;
    let first = server.tell("/api/conversations").await.expect(201).json();
    let id = first["conversation_id"].as_str().unwrap();
    let chat = |id: Value| json!({"conversationUniqueId": id, "messages": [{"role": "user", "content": "Why?"}]});
    server.post("/api/completions", chat(Value::Null)).await.expect(200);
    let refused = server.tell("/api/conversations").await;
    let told = refused.problem(409, "too_many_conversations");
    assert!(told["detail"].as_str().unwrap().contains('2'), "{told}");
    let refused = server.post("/api/completions", chat(Value::Null)).await;
    refused.problem(409, "too_many_conversations");
    server.post("/api/completions", chat(id.into())).await.expect(200);
    server.delete(&format!("/api/conversations/{id}")).await.expect(204);
    server.tell("/api/conversations").await.expect(201);
}

#[tokio::test]
async fn runs_that_wait_for_their_turn() {
    let (_home, model, server) = limited("runs_at_once = 2", &[]).await;
    let mut runs = Vec::new();
    for _ in 0..6 {
        let body = json!({"question": "Why?", "mode": "extended", "max_calls": 4});
        runs.push(server.begin(body).await);
    }
    for run in &runs {
        server.completed(run).await;
    }
    assert!(model.max_concurrent() <= 2, "{}", model.max_concurrent());
}

#[tokio::test]
async fn streams_and_questions() {
    let (_home, _model, server) = limited("streams = 2", &[]).await;
    let run = server.begin(json!({"question": "Why?", "start": false})).await;
    let first = server.watch(&run).await;
    let _second = server.watch(&run).await;
    let path = format!("/api/runs/{run}/events");
    let third = server.get(&path).await;
    third.problem(429, "too_many_streams");
    check_wait(&third);
    drop(first);
    let patience = Instant::now() + PATIENCE;
    loop {
        // It is free as soon as the server hears that its reader left.
        let response = server.request("GET", &path).send().await.unwrap();
        if response.status() == 200 {
            break;
        }
        assert!(Instant::now() < patience);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let long = server.post("/api/runs", json!({"question": "x".repeat(16_001)})).await;
    let told = long.problem(422, "invalid");
    assert_eq!(told["field"], "question");
    assert!(told["hint"].as_str().unwrap().contains("think.max_question_chars"));
    server
        .post(&format!("/api/runs/{run}/steer"), json!({"text": "x".repeat(16_001)}))
        .await
        .problem(422, "invalid");
}

#[tokio::test]
async fn connections() {
    let (_home, _model, server) = limited("connections = 4", &[]).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(TcpStream::connect(server.address).await.unwrap());
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut fifth = TcpStream::connect(server.address).await.unwrap();
    let closed = timeout(PATIENCE, fifth.read(&mut [0; 16])).await.expect("closed at once");
    assert!(matches!(closed, Ok(0) | Err(_)), "{closed:?}");
    drop(held);
    let patience = Instant::now() + PATIENCE;
    loop {
        let mut again = TcpStream::connect(server.address).await.unwrap();
        let asked = format!(
            "GET /healthz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            server.address
        );
        let mut reply = String::new();
        if again.write_all(asked.as_bytes()).await.is_ok()
            && again.read_to_string(&mut reply).await.is_ok()
            && reply.starts_with("HTTP/1.1 200")
        {
            return;
        }
        assert!(Instant::now() < patience, "they are given back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_head_that_is_too_long() {
    let (_home, _model, server) = limited("", &[]).await;
    let request = server.request("GET", "/healthz").header("x-much", "x".repeat(40_000));
    heard(request).await.problem(431, "head_too_large");
    heard(server.request("GET", "/healthz")).await.expect(200);
}
