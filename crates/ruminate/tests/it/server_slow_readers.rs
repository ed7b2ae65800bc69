//! Readers that connect and take nothing: the run does not wait for them, nothing piles up for them, and
//! after `limits.stalled_reader_seconds` they are gone.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::server_support::{PATIENCE, Server, check_gapless, serve};
use crate::support::{Home, model};

const READERS: usize = 20;

/// One whose machine takes so much before it says stop.
async fn connect(server: &Server, run: &str, buffer: u32) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(buffer).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    let host = server.address;
    let asked = format!("GET /api/runs/{run}/events HTTP/1.1\r\nHost: {host}\r\n\r\n");
    stream.write_all(asked.as_bytes()).await.unwrap();
    stream
}

async fn open_streams(server: &Server) -> u64 {
    let metrics = server.get("/metrics").await.expect(200).body;
    let line = metrics.lines().find_map(|line| line.strip_prefix("ruminate_streams ")).unwrap();
    line.parse().unwrap()
}

/// A run with some ten megabytes of events, which has not begun to think.
async fn long_run(server: &Server) -> String {
    let body = json!({"question": "Why?", "mode": "extended", "max_calls": 20, "start": false});
    let run = server.begin(body).await;
    let text = "x".repeat(15_900);
    let steer = format!("/api/runs/{run}/steer");
    for n in 0..160 {
        let body = json!({"text": format!("{n} {text}")});
        assert_eq!(server.post(&steer, body).await.expect(200).json()["obeyed"], true);
    }
    run
}

#[tokio::test]
async fn they_slow_nothing_hold_nothing_and_are_dropped() {
    let (home, model) = (Home::new(), model(20).await);
    let limits = "requests_per_second = 1000\nrequest_burst = 2000\nstalled_reader_seconds = 1";
    home.configure(&format!("[limits]\n{limits}"));
    let server = serve(&home, Some(&model), &[]).await;
    let run = long_run(&server).await;
    let before = server.memory();
    let mut readers = Vec::new();
    for _ in 0..READERS {
        readers.push(connect(&server, &run, 4096).await);
    }
    let patience = Instant::now() + PATIENCE;
    while open_streams(&server).await < READERS as u64 {
        assert!(Instant::now() < patience, "the streams open");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }

    let begun = Instant::now();
    server.tell(&format!("/api/runs/{run}/resume")).await.expect(200);
    let most = std::cell::Cell::new(0_u64);
    server
        .look_until(&run, |view| {
            most.set(most.get().max(server.memory()));
            view["status"] == "completed"
        })
        .await;
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(15), "the run waited: {took:?}");
    let grown = most.get().saturating_sub(before) / 1024 / 1024;
    assert!(grown < 64, "{grown} MB for {READERS} readers of a journal of 10 MB");

    let patience = Instant::now() + Duration::from_secs(5);
    while open_streams(&server).await > 0 {
        assert!(Instant::now() < patience, "{} are still open", open_streams(&server).await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let journal = server.journal(&run).await;
    check_gapless(&journal);
    let mut told = Vec::new();
    let reading = readers[0].read_to_end(&mut told);
    // A proper end or a reset: what matters is that it ends.
    let _ = timeout(PATIENCE, reading).await.expect("the connection is closed");
    let told = String::from_utf8_lossy(&told).into_owned();
    assert!(!told.ends_with("0\r\n\r\n"), "it was cut off");
    let mut seen = told.lines().filter_map(|line| line.strip_prefix("id: "));
    let seen: u64 = seen.next_back().map_or(0_u64, |id| id.parse().unwrap()).saturating_sub(1);
    assert!(seen < journal.len() as u64 - 1, "it read nothing for long enough to be dropped");
    let rest = server.watch_after(&run, seen).await.rest().await;
    assert_eq!(rest, journal[seen as usize..], "and goes on from the journal");
}

#[tokio::test]
async fn a_reader_that_reads_slowly_is_kept() {
    let home = Home::new();
    let limits = "requests_per_second = 1000\nrequest_burst = 2000\nstalled_reader_seconds = 1";
    home.configure(&format!("[limits]\n{limits}"));
    let server = serve(&home, None, &[]).await;
    let run = long_run(&server).await;
    let mut reader = connect(&server, &run, 32 * 1024).await;
    let begun = Instant::now();
    let (mut total, mut piece) = (0, vec![0; 64 * 1024]);
    while begun.elapsed() < Duration::from_secs(3) {
        let read = timeout(PATIENCE, reader.read(&mut piece)).await.unwrap().unwrap();
        assert!(read > 0, "it was dropped after {total} bytes");
        total += read;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(open_streams(&server).await, 1);
}
