//! A service of prices on this machine, that answers as it is told.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

pub(crate) struct Service {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Service {
    /// Every request gets the same bytes; then the connection ends.
    pub(crate) async fn saying(answer: impl Into<Vec<u8>>) -> Self {
        Self::slowly(answer, Duration::ZERO).await
    }

    pub(crate) async fn slowly(answer: impl Into<Vec<u8>>, wait: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (answer, log) = (answer.into(), requests.clone());
        tokio::spawn(async move {
            while let Ok((mut connection, _)) = listener.accept().await {
                let mut request = Vec::new();
                while !request.ends_with(b"\r\n\r\n") {
                    let Ok(byte) = connection.read_u8().await else { break };
                    request.push(byte);
                }
                log.lock().unwrap().push(String::from_utf8(request).unwrap());
                tokio::time::sleep(wait).await;
                let _ = connection.write_all(&answer).await;
                let _ = connection.shutdown().await;
            }
        });
        Self { url, requests }
    }

    pub(crate) async fn with(status: u16, headers: &str, body: &str) -> Self {
        Self::saying(answer(status, headers, body)).await
    }

    /// The head of the last request.
    pub(crate) fn heard(&self) -> String {
        self.requests.lock().unwrap().last().cloned().unwrap_or_default()
    }
}

pub(crate) fn answer(status: u16, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status} X\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}
