//! As much of HTTP/1.1 as the fake needs: one request in, one response out, byte by byte where wanted.

use std::io::{Error, ErrorKind, Result};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::sleep;

#[derive(Debug)]
pub(crate) struct Incoming {
    pub(crate) method: String,
    /// Without what follows a question mark.
    pub(crate) path: String,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Incoming {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

pub(crate) async fn read_request(from: &mut (impl AsyncRead + Unpin)) -> Result<Incoming> {
    const LARGEST: usize = 32 * 1024 * 1024;
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if bytes.len() > 64 * 1024 || from.read_buf(&mut bytes).await? == 0 {
            return Err(Error::new(ErrorKind::InvalidData, "no request"));
        }
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let mut lines = head.split("\r\n");
    let mut request_line = lines.next().unwrap_or_default().split(' ');
    let method = request_line.next().unwrap_or_default().to_owned();
    let target = request_line.next().unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default().to_owned();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length: usize = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
    if length > LARGEST {
        return Err(Error::new(ErrorKind::InvalidData, "the request is too large"));
    }
    let mut body = bytes.split_off(head_end + 4);
    while body.len() < length {
        if from.read_buf(&mut body).await? == 0 {
            return Err(Error::new(ErrorKind::UnexpectedEof, "the request was cut"));
        }
    }
    Ok(Incoming { method, path, headers, body })
}

/// A response that has its whole body at once, or in pieces as they come.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) content_type: &'static str,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Body,
}

#[derive(Debug)]
pub(super) enum Body {
    Whole(String),
    Stream(Vec<String>),
}

impl Response {
    pub(super) fn json(status: u16, body: &serde_json::Value) -> Self {
        let body = Body::Whole(body.to_string());
        Self { status, content_type: "application/json", headers: Vec::new(), body }
    }
}

/// How badly to write it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    pub(super) before_each_piece: Duration,
    pub(super) cut_after: Option<usize>,
    pub(super) in_one_write: bool,
}

pub(super) async fn write_response(
    to: &mut (impl AsyncWrite + Unpin),
    response: Response,
    manner: Manner,
) -> Result<()> {
    let Response { status, content_type, headers, body } = response;
    let mut head = format!("HTTP/1.1 {status} Fake\r\nContent-Type: {content_type}\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let chunked = matches!(body, Body::Stream(_));
    let pieces = match body {
        Body::Stream(pieces) => {
            head.push_str("Transfer-Encoding: chunked\r\n");
            pieces
        }
        Body::Whole(body) => {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
            vec![body]
        }
    };
    head.push_str("Connection: close\r\n\r\n");
    if manner.in_one_write {
        return to.write_all(&whole(head, &pieces, chunked)).await;
    }
    to.write_all(head.as_bytes()).await?;
    to.flush().await?;

    let mut left = manner.cut_after.unwrap_or(usize::MAX);
    for piece in pieces {
        // Even an empty sleep takes a millisecond.
        if !manner.before_each_piece.is_zero() {
            sleep(manner.before_each_piece).await;
        }
        for part in in_two(piece.as_bytes()) {
            let part = &part[..part.len().min(left)];
            left -= part.len();
            write_part(to, part, chunked).await?;
            if left == 0 {
                return Ok(());
            }
        }
    }
    if chunked {
        to.write_all(b"0\r\n\r\n").await?;
    }
    to.flush().await
}

/// Head and body.
fn whole(head: String, pieces: &[String], chunked: bool) -> Vec<u8> {
    let mut all = head;
    for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
        match chunked {
            true => all.push_str(&format!("{:x}\r\n{piece}\r\n", piece.len())),
            false => all.push_str(piece),
        }
    }
    if chunked {
        all.push_str("0\r\n\r\n");
    }
    all.into_bytes()
}

async fn write_part(to: &mut (impl AsyncWrite + Unpin), part: &[u8], chunked: bool) -> Result<()> {
    if part.is_empty() {
        return Ok(());
    }
    if chunked {
        to.write_all(format!("{:x}\r\n", part.len()).as_bytes()).await?;
    }
    to.write_all(part).await?;
    if chunked {
        to.write_all(b"\r\n").await?;
    }
    to.flush().await?;
    // Lets the reader have this part by itself.
    tokio::task::yield_now().await;
    Ok(())
}

/// Cuts bytes in two, through the middle of a character where there is one of several bytes.
fn in_two(bytes: &[u8]) -> [&[u8]; 2] {
    let inside = bytes.iter().position(|byte| byte & 0b1100_0000 == 0b1000_0000);
    let (first, second) = bytes.split_at(inside.unwrap_or(bytes.len() / 2));
    [first, second]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_cut_through_a_character() {
        let [first, second] = in_two("ab日cd".as_bytes());
        assert!(std::str::from_utf8(first).is_err() && std::str::from_utf8(second).is_err());
    }
}
