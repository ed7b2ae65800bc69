//! A server of large files that keeps to byte ranges, or not, and fails as such servers do; and wheels for
//! it to serve.

use std::io::{Cursor, Result, Write as _};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::fake_model::http::read_request;

/// What a client asks for. Counting starts at 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileAsked {
    pub path: String,
    /// The first byte it wants, if it does not want all.
    pub from: Option<u64>,
    /// How often this path has been asked for.
    pub nth: usize,
}

/// What it gets. Without anything said, the file, or the part of it that was asked for.
#[derive(Clone, Debug, Default)]
pub struct FileAnswer {
    pub status: Option<u16>,
    pub location: Option<String>,
    pub content_type: Option<&'static str>,
    pub file: Vec<u8>,
    /// Ranges are not heeded.
    pub is_always_whole: bool,
    /// The connection is closed after so many bytes of the body.
    pub cut_after: Option<usize>,
    /// Nothing more is sent after so many bytes of the body, and the connection stays.
    pub stall_after: Option<usize>,
    /// The time for each 16 kB.
    pub pace: Duration,
}

impl FileAnswer {
    pub fn file(file: &[u8]) -> Self {
        Self { file: file.to_vec(), ..Self::default() }
    }

    pub fn status(status: u16) -> Self {
        Self { status: Some(status), ..Self::default() }
    }

    pub fn page(text: &str) -> Self {
        Self { content_type: Some("text/html"), ..Self::file(text.as_bytes()) }
    }
}

type Script = dyn Fn(&FileAsked) -> FileAnswer + Send + Sync;

/// A running server; dropping it ends it and every connection it has.
#[derive(Debug)]
pub struct FakeFiles {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<FileAsked>>>,
    accepting: JoinHandle<()>,
}

impl FakeFiles {
    #[expect(clippy::expect_used, reason = "a test without its server cannot go on")]
    pub async fn start(script: impl Fn(&FileAsked) -> FileAnswer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free loopback port");
        let address = listener.local_addr().expect("an address");
        let asked = Arc::new(Mutex::new(Vec::new()));
        let accepting = tokio::spawn(accept(listener, Arc::new(script), Arc::clone(&asked)));
        Self { address, asked, accepting }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Every request so far, in the order of arrival.
    pub fn asked(&self) -> Vec<FileAsked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Where the requests for a path began.
    pub fn begun_at(&self, path: &str) -> Vec<Option<u64>> {
        self.asked()
            .into_iter()
            .filter(|asked| asked.path == path)
            .map(|asked| asked.from)
            .collect()
    }
}

impl Drop for FakeFiles {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, script: Arc<Script>, log: Arc<Mutex<Vec<FileAsked>>>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let Ok((stream, _)) = accepted else { continue };
                let (script, log) = (Arc::clone(&script), Arc::clone(&log));
                connections.spawn(async move {
                    // A client that goes away is what some tests are about.
                    let _ = serve(stream, &*script, &log).await;
                });
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn serve(mut stream: TcpStream, script: &Script, log: &Mutex<Vec<FileAsked>>) -> Result<()> {
    stream.set_nodelay(true)?;
    let incoming = read_request(&mut stream).await?;
    let range = incoming.header("range").and_then(|range| range.strip_prefix("bytes="));
    let from = range.and_then(|range| range.trim_end_matches('-').parse().ok());
    let asked = {
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        let nth = log.iter().filter(|asked| asked.path == incoming.path).count() + 1;
        let asked = FileAsked { path: incoming.path.clone(), from, nth };
        log.push(asked.clone());
        asked
    };
    answer(&mut stream, &asked, script(&asked)).await
}

async fn answer(stream: &mut TcpStream, asked: &FileAsked, answer: FileAnswer) -> Result<()> {
    let length = answer.file.len();
    let from = asked.from.filter(|_| !answer.is_always_whole).map(|from| from as usize);
    let (status, first) = match (answer.status, from) {
        (Some(status), _) => (status, 0),
        (None, None) => (200, 0),
        (None, Some(from)) if from < length => (206, from),
        (None, Some(_)) => (416, length),
    };
    let mut head = format!(
        "HTTP/1.1 {status} -\r\nconnection: close\r\ncontent-length: {}\r\n",
        length - first
    );
    match status {
        206 => head.push_str(&format!("content-range: bytes {first}-{}/{length}\r\n", length - 1)),
        416 => head.push_str(&format!("content-range: bytes */{length}\r\n")),
        _ => {}
    }
    if let Some(location) = &answer.location {
        head.push_str(&format!("location: {location}\r\n"));
    }
    let content_type = answer.content_type.unwrap_or("application/octet-stream");
    head.push_str(&format!("content-type: {content_type}\r\n\r\n"));
    stream.write_all(head.as_bytes()).await?;
    let body = &answer.file[first..];
    let sent = answer.cut_after.or(answer.stall_after).unwrap_or(body.len()).min(body.len());
    for piece in body[..sent].chunks(16 * 1024) {
        stream.write_all(piece).await?;
        if !answer.pace.is_zero() {
            tokio::time::sleep(answer.pace).await;
        }
    }
    stream.flush().await?;
    if answer.stall_after.is_some() {
        std::future::pending::<()>().await;
    }
    stream.shutdown().await
}

/// Bytes that do not repeat, and are the same for the same seed.
pub fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..length).map(|_| next()).collect()
}

pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A wheel with these members, and some others that every wheel has.
#[expect(clippy::expect_used, reason = "nothing that is written to memory fails")]
pub fn wheel(members: &[(&str, &[u8])], is_deflated: bool) -> Vec<u8> {
    let method = if is_deflated { CompressionMethod::Deflated } else { CompressionMethod::Stored };
    let options = SimpleFileOptions::default().compression_method(method);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let others: [(&str, &[u8]); 2] = [("p/__init__.py", b"raise SystemExit"), ("p/RECORD", b"")];
    for (name, bytes) in others.iter().chain(members) {
        writer.start_file(*name, options).expect("a member");
        writer.write_all(bytes).expect("its bytes");
    }
    writer.finish().expect("a wheel").into_inner()
}

/// The name of a package's wheel.
pub fn wheel_name(package: &str, version: &str) -> String {
    format!("{}-{version}-py3-none-any.whl", package.replace('-', "_"))
}

/// An index's page of one wheel, which is under `/files/`.
pub fn index_page(package: &str, version: &str, wheel: &[u8]) -> String {
    let (name, hash) = (wheel_name(package, version), sha256(wheel));
    format!("<!DOCTYPE html><html><a href=\"../../files/{name}#sha256={hash}\">{name}</a></html>")
}
