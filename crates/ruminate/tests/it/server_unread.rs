//! Requests that cannot be read are answered with a problem document like all others.

use reqwest::header::HeaderMap;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::server_support::{Reply, Server, serve};
use crate::support::Home;

/// The last answer in what came over a connection.
fn last_reply(heard: &str) -> Reply {
    let start = heard.rfind("HTTP/1.").unwrap_or_else(|| panic!("no answer in {heard:?}"));
    let (head, body) = heard[start..].split_once("\r\n\r\n").expect("a head");
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let mut headers = HeaderMap::new();
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        let name = name.parse::<reqwest::header::HeaderName>().unwrap();
        assert!(headers.insert(name, value.parse().unwrap()).is_none(), "said once: {head}");
    }
    Reply { status, headers, body: body.to_owned() }
}

async fn check(server: &Server, request: &str, status: u16, code: &str) {
    let reply = last_reply(&server.raw(request).await);
    reply.problem(status, code);
    assert_eq!(reply.header("content-length"), Some(reply.body.len().to_string().as_str()));
    assert_eq!(reply.header("connection"), Some("close"));
}

#[tokio::test]
async fn what_cannot_be_read_is_told() {
    let home = Home::new();
    let server = serve(&home, None, &[]).await;
    let host = format!("Host: {}\r\n", server.address);
    let many: String = (0..200).map(|n| format!("x-{n}: y\r\n")).collect();
    check(&server, &format!("GET / HTTP/1.1\r\n{host}{many}\r\n"), 431, "head_too_large").await;
    // Most of it is still on its way when the answer is made.
    let long = "x".repeat(7_000_000);
    for request in [
        format!("GET / HTTP/1.1\r\n{host}x-long: {long}\r\n\r\n"),
        format!("GET /{long} HTTP/1.1\r\n{host}\r\n"),
    ] {
        check(&server, &request, 431, "head_too_large").await;
    }
    for request in [
        "nonsense\r\n\r\n".to_owned(),
        "GET / HTTP/9.1\r\n\r\n".to_owned(),
        format!("GET / HTTP/1.1\r\n{host}x y: z\r\n\r\n"),
        format!("GET /\u{1} HTTP/1.1\r\n{host}\r\n"),
        format!("POST /api/runs HTTP/1.1\r\n{host}Content-Length: many\r\n\r\n"),
        format!("POST /api/runs HTTP/1.1\r\n{host}Transfer-Encoding: gzip\r\n\r\n"),
    ] {
        check(&server, &request, 400, "bad_request").await;
    }
    let chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nmany\r\n";
    let request = format!("POST /api/runs HTTP/1.1\r\n{host}Connection: close\r\n{chunked}");
    check(&server, &request, 400, "body_cut").await;
}

#[tokio::test]
async fn after_a_good_request_too() {
    let home = Home::new();
    let server = serve(&home, None, &[]).await;
    let good = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let (mut heard, mut room) = (String::new(), [0; 4096]);
    for _ in 0..3 {
        stream.write_all(good.as_bytes()).await.unwrap();
        let count = stream.read(&mut room).await.unwrap();
        heard = String::from_utf8(room[..count].to_vec()).unwrap();
        assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
    }
    stream.write_all(b"nonsense\r\n\r\n").await.unwrap();
    stream.read_to_string(&mut heard).await.unwrap();
    last_reply(&heard).problem(400, "bad_request");
}
