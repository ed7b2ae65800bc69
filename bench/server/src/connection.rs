//! As much of an HTTP/1.1 client as asking needs: one request after the other on one connection, bodies
//! with a length.

use std::io::ErrorKind::InvalidData;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

pub(crate) async fn connect(port: u16) -> std::io::Result<TcpStream> {
    let stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Returns when the server answers, which it must within half a minute.
pub(crate) async fn until_ready(port: u16) -> anyhow::Result<()> {
    const LONGEST: Duration = Duration::from_secs(30);
    let ready = async {
        loop {
            if let Ok(mut connection) = Connection::open(port).await
                && connection.get("/healthz").await.is_ok()
            {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(LONGEST, ready).await.context("the server does not answer")
}

impl Connection {
    pub(crate) async fn open(port: u16) -> std::io::Result<Self> {
        Ok(Self { stream: connect(port).await?, buffer: Vec::with_capacity(16 * 1024) })
    }

    pub(crate) async fn get(&mut self, path: &str) -> anyhow::Result<Value> {
        self.exchange("GET", path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.exchange("POST", path, Some(body)).await
    }

    async fn exchange(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<Value> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        let head = loop {
            if let Some(head) = Head::parse(&self.buffer)? {
                break head;
            }
            self.read().await?;
        };
        let end = head.bytes + head.length.unwrap_or(0);
        while self.buffer.len() < end {
            self.read().await?;
        }
        let body = &self.buffer[head.bytes..end];
        if !(200..300).contains(&head.status) {
            bail!("{method} {path}: {} {}", head.status, String::from_utf8_lossy(body));
        }
        // Probes may answer with anything.
        Ok(serde_json::from_slice(body).unwrap_or_default())
    }

    async fn read(&mut self) -> anyhow::Result<()> {
        ensure!(self.stream.read_buf(&mut self.buffer).await? > 0, "the server hung up");
        Ok(())
    }
}

/// The beginning of a response.
pub(crate) struct Head {
    pub(crate) status: u16,
    /// Where the body begins.
    pub(crate) bytes: usize,
    pub(crate) length: Option<usize>,
    pub(crate) is_chunked: bool,
}

impl Head {
    /// None until all of it is there.
    pub(crate) fn parse(received: &[u8]) -> std::io::Result<Option<Self>> {
        let Some(end) = received.windows(4).position(|four| four == b"\r\n\r\n") else {
            return Ok(None);
        };
        let text = String::from_utf8_lossy(&received[..end]).to_ascii_lowercase();
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
        let header = |name: &str| {
            let mut lines = text.split("\r\n").filter_map(|line| line.split_once(':'));
            lines.find(|(known, _)| *known == name).map(|(_, value)| value.trim().to_owned())
        };
        Ok(Some(Self {
            status: status.ok_or(InvalidData)?,
            bytes: end + 4,
            length: header("content-length").and_then(|length| length.parse().ok()),
            is_chunked: header("transfer-encoding").is_some_and(|how| how == "chunked"),
        }))
    }
}
