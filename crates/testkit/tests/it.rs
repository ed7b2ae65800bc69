//! The fake model server as a client sees it on the wire. What the real clients make of its faults is
//! tested beside them.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ruminate_types::ports::model::Purpose;
use serde_json::{Value, json};
use testkit::fake_model::{Answer, FakeModel, Fault, plausible};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const CHATS: [&str; 3] = ["/api/chat", "/v1/chat/completions", "/v1/messages"];

/// The whole response, as bytes.
async fn exchange(url: &str, method: &str, path: &str, body: &Value) -> Vec<u8> {
    let mut stream = TcpStream::connect(url.trim_start_matches("http://")).await.unwrap();
    let body = body.to_string();
    let length = body.len();
    let request = format!("{method} {path} HTTP/1.1\r\nContent-Length: {length}\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await.unwrap();
    response
}

async fn exchange_text(url: &str, method: &str, path: &str, body: &Value) -> String {
    String::from_utf8_lossy(&exchange(url, method, path, body).await).into_owned()
}

fn chat(prompt: &str, stream: bool) -> Value {
    json!({"model": "m", "stream": stream, "messages": [{"role": "user", "content": prompt}]})
}

/// The chunks of a chunked body, and whether the last one came.
fn chunks(response: &[u8]) -> (Vec<&[u8]>, bool) {
    let find = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).position(|w| w == what);
    let mut rest = &response[find(response, b"\r\n\r\n").unwrap() + 4..];
    let mut chunks = Vec::new();
    while let Some(end) = find(rest, b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            return (chunks, true);
        }
        chunks.push(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 2 + size + 2..];
    }
    (chunks, false)
}

#[tokio::test]
async fn streams_are_cut_through_the_middle_of_characters() {
    let server = FakeModel::start(|_| Answer::text("意識は、どこから始まるのか。")).await;
    for path in CHATS {
        let response = exchange(&server.url(), "POST", path, &chat("p", true)).await;
        let (chunks, complete) = chunks(&response);
        assert!(complete && chunks.len() > 4, "{path}");
        assert!(chunks.iter().any(|chunk| std::str::from_utf8(chunk).is_err()), "{path}");
        assert!(String::from_utf8(chunks.concat()).unwrap().contains("意識"), "{path}");
    }
}

#[tokio::test]
async fn replies_come_whole_to_those_who_want_them_whole() {
    let server = FakeModel::start(|_| Answer::text("So it is.")).await;
    for path in CHATS {
        let response = exchange_text(&server.url(), "POST", path, &chat("p", false)).await;
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("Content-Type: application/json"), "{path}: {head}");
        let body: Value = serde_json::from_str(body).unwrap();
        assert!(body.to_string().contains("So it is."), "{path}: {body}");
    }
}

#[tokio::test]
async fn a_cut_stream_does_not_end_properly() {
    let server =
        FakeModel::start(|_| Answer::text("word ".repeat(99)).with(Fault::CutAfter(300))).await;
    for path in CHATS {
        let response = exchange(&server.url(), "POST", path, &chat("p", true)).await;
        let (chunks, complete) = chunks(&response);
        assert_eq!((chunks.concat().len(), complete), (300, false), "{path}");
    }
}

#[tokio::test]
async fn requests_are_counted_by_what_they_are_for() {
    let server = FakeModel::start(|asked| Answer::text(asked.nth_for_purpose.to_string())).await;
    for (prompt, nth) in [("THOUGHT:", "1"), ("QUESTION:", "1"), ("THOUGHT: again", "2")] {
        let response = exchange_text(&server.url(), "POST", CHATS[0], &chat(prompt, false)).await;
        assert!(response.contains(&format!("\"content\":\"{nth}\"")), "{response}");
    }
    assert_eq!((server.count(Purpose::Think), server.count(Purpose::Question)), (2, 1));
    assert_eq!(server.requests().len(), 3);
    assert_eq!(server.max_concurrent(), 1);
}

#[tokio::test]
async fn a_dropped_server_is_gone() {
    let server = FakeModel::start(plausible).await;
    let address = server.url().trim_start_matches("http://").to_owned();
    drop(server);
    let started = Instant::now();
    while TcpStream::connect(&address).await.is_ok() {
        assert!(started.elapsed() < Duration::from_secs(5), "it still listens");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn the_program_says_where_it_listens_and_answers_there() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_fake-model"))
        .args(["--port", "0", "--delay-ms", "50"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let started = Instant::now();
    let thoughts = exchange_text(url.trim(), "POST", CHATS[0], &chat("THOUGHT:", false)).await;
    let took = started.elapsed();
    let tags = exchange_text(url.trim(), "GET", "/api/tags", &Value::Null).await;
    program.kill().unwrap();
    program.wait().unwrap();
    assert!(thoughts.contains("CONFIDENCE: 0."), "{thoughts}");
    assert!(took >= Duration::from_millis(50), "{took:?}");
    assert!(tags.contains("fake:1b"), "{tags}");
}
