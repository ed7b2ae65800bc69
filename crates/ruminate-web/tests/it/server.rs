//! A server that says what a test wants, byte by byte.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ruminate_documents::Reader;
use ruminate_web::{Fetcher, Web, WebSettings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What was asked.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) method: String,
    /// With the query.
    pub(crate) path: String,
    /// As it was sent.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Asked {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().skip(1).filter_map(|line| line.split_once(':'));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

/// What is answered.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    /// Comes before the answer.
    pub(crate) delay: Duration,
    /// The body is sent again and again.
    pub(crate) is_endless: bool,
    /// The announced length is longer by so much, and the connection ends before.
    pub(crate) is_short_by: usize,
}

impl Answer {
    pub(crate) fn new(status: u16, body: impl AsRef<[u8]>) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: body.as_ref().to_vec(),
            delay: Duration::ZERO,
            is_endless: false,
            is_short_by: 0,
        }
    }

    pub(crate) fn page(text: &str) -> Self {
        let page =
            format!("<html><head><title>A page of words</title></head><body><p>{text}</p></body>");
        Self::new(200, page).with("content-type", "text/html; charset=utf-8")
    }

    pub(crate) fn redirect(to: impl Into<String>) -> Self {
        Self::new(302, "").with("location", to)
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    accepting: JoinHandle<()>,
}

type Script = dyn Fn(&Asked) -> Answer + Send + Sync;

impl Server {
    pub(crate) async fn start(script: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (script, log): (Arc<Script>, _) = (Arc::new(script), Arc::clone(&asked));
        let accepting = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (script, log) = (Arc::clone(&script), Arc::clone(&log));
                // Whoever has enough hangs up.
                tokio::spawn(async move { drop(serve(stream, &*script, &log).await) });
            }
        });
        Self { address, asked, accepting }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    pub(crate) fn paths(&self) -> Vec<String> {
        self.asked().into_iter().map(|asked| asked.path).collect()
    }

    /// Settings that allow this server.
    pub(crate) fn settings(&self) -> WebSettings {
        WebSettings { allow: vec![self.address.to_string()], ..WebSettings::default() }
    }

    pub(crate) fn fetcher(&self) -> Fetcher {
        Fetcher::new(self.settings())
    }

    /// Reads this server's pages, keeps none, and asks no `robots.txt`.
    pub(crate) fn web(&self) -> Web {
        let settings = WebSettings { robots: false, ..self.settings() };
        Web::new(Fetcher::new(settings), None, Reader::default())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn serve(
    mut stream: TcpStream,
    script: &Script,
    log: &Mutex<Vec<Asked>>,
) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Ok(());
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut words = head.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mut asked = Asked { method, path, head, body: String::new() };
    let length: usize = asked.header("content-length").map_or(0, |length| length.parse().unwrap());
    while bytes.len() < end + 4 + length {
        stream.read_buf(&mut bytes).await?;
    }
    asked.body = String::from_utf8_lossy(&bytes[end + 4..]).into_owned();
    log.lock().unwrap().push(asked.clone());
    let answer = script(&asked);
    tokio::time::sleep(answer.delay).await;
    let mut head = format!("HTTP/1.1 {} X\r\nconnection: close\r\n", answer.status);
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if !answer.is_endless {
        head.push_str(&format!("content-length: {}\r\n", answer.body.len() + answer.is_short_by));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&answer.body).await?;
    if !answer.is_endless {
        return stream.shutdown().await;
    }
    loop {
        stream.write_all(&answer.body).await?;
    }
}
