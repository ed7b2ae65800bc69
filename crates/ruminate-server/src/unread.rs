//! Says what is wrong with a request that could not even be read.
//!
//! hyper answers those by itself, before there is a request that the router could see, and with an empty
//! body. So this sits between hyper and the connection: what hyper says when the router has nothing to say
//! is its own, and is said again as a problem document. Reading the heads here as well, to refuse them
//! first, would be a second parser that disagrees with the first one day.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, StatusCode, header};
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::guard::SECURITY;
use crate::problem::{PROBLEM_JSON, Problem};

/// Whether the router is answering. HTTP/1 answers one request at a time, so one word tells it.
#[derive(Clone, Default)]
pub(crate) struct Floor(Arc<AtomicU8>);

const FREE: u8 = 0;
const TAKEN: u8 = 1;
/// The answer was made, and may wait in hyper's buffer still.
const LEFT: u8 = 2;

impl Floor {
    /// For as long as the router is at it.
    pub(crate) fn take(&self) -> Speaking {
        self.0.store(TAKEN, Ordering::Release);
        Speaking(self.clone())
    }

    fn is_free(&self) -> bool {
        self.0.load(Ordering::Acquire) == FREE
    }

    /// Everything that was said is on its way.
    fn flushed(&self) {
        let _ = self.0.compare_exchange(LEFT, FREE, Ordering::AcqRel, Ordering::Acquire);
    }
}

pub(crate) struct Speaking(Floor);

impl Drop for Speaking {
    fn drop(&mut self) {
        self.0.0.store(LEFT, Ordering::Release);
    }
}

/// The body of an answer of the router's, which has the floor until its end.
pub(crate) struct Spoken {
    body: Body,
    _speaking: Speaking,
}

impl Spoken {
    pub(crate) fn new(body: Body, speaking: Speaking) -> Self {
        Self { body, _speaking: speaking }
    }
}

impl HttpBody for Spoken {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A connection on which hyper's own answers are told as problems.
pub(crate) struct Explaining<S> {
    stream: S,
    floor: Floor,
    /// Said in hyper's place, not sent yet.
    unsent: Vec<u8>,
    hearing_out: HearingOut,
}

/// Closing on somebody who is still sending makes the system throw away what it was told.
enum HearingOut {
    NotNeeded,
    Needed,
    UnderWay { left: usize, time: Pin<Box<Sleep>> },
}

/// What is read of a request that is refused, and thrown away.
const HEARD_OUT: usize = 8 * 1024 * 1024;
const HEARD_OUT_TIME: Duration = Duration::from_secs(2);

impl<S: AsyncRead + AsyncWrite + Unpin> Explaining<S> {
    pub(crate) fn new(stream: S, floor: Floor) -> Self {
        Self { stream, floor, unsent: Vec::new(), hearing_out: HearingOut::NotNeeded }
    }

    fn poll_send(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.unsent.is_empty() {
            let sent = ready!(Pin::new(&mut self.stream).poll_write(cx, &self.unsent))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.unsent.drain(..sent);
        }
        Poll::Ready(Ok(()))
    }

    fn poll_hear_out(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if matches!(self.hearing_out, HearingOut::Needed) {
            let time = Box::pin(sleep(HEARD_OUT_TIME));
            self.hearing_out = HearingOut::UnderWay { left: HEARD_OUT, time };
        }
        let HearingOut::UnderWay { left, time } = &mut self.hearing_out else {
            return Poll::Ready(());
        };
        let mut room = [0; 4096];
        while *left > 0 && time.as_mut().poll(cx).is_pending() {
            let mut heard = ReadBuf::new(&mut room);
            match ready!(Pin::new(&mut self.stream).poll_read(cx, &mut heard)) {
                Ok(()) if !heard.filled().is_empty() => {
                    *left = left.saturating_sub(heard.filled().len());
                }
                _ => break,
            }
        }
        self.hearing_out = HearingOut::NotNeeded;
        Poll::Ready(())
    }
}

/// What to say instead, if this is how hyper refuses a request.
fn refusal(said: &[u8]) -> Option<Vec<u8>> {
    let status = said.strip_prefix(b"HTTP/1.1 ").or_else(|| said.strip_prefix(b"HTTP/1.0 "))?;
    let status = StatusCode::from_bytes(status.get(..3)?).ok()?;
    let (code, detail, hint) = match status {
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => (
            "head_too_large",
            "the address and the header fields of the request are too long or too many",
            "send what is long in the body",
        ),
        StatusCode::URI_TOO_LONG => (
            "address_too_long",
            "the address of the request is too long",
            "send what is long in the body",
        ),
        status if status.is_client_error() => (
            "bad_request",
            "the request is not well-formed HTTP",
            "/docs tells every route there is",
        ),
        _ => return None,
    };
    Some(written(status, &Problem::new(status, code, detail).hint(hint)))
}

/// The whole answer as it goes over the wire.
fn written(status: StatusCode, problem: &Problem) -> Vec<u8> {
    let body = serde_json::to_vec(problem).unwrap_or_default();
    let own = [
        (header::CONTENT_TYPE, PROBLEM_JSON),
        (header::CONTENT_LENGTH, body.len().into()),
        (header::CONNECTION, HeaderValue::from_static("close")),
    ];
    let mut written = format!("HTTP/1.1 {status}\r\n").into_bytes();
    for (name, value) in own.into_iter().chain(SECURITY) {
        written.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    written.extend(b"\r\n");
    written.extend(body);
    written
}

impl<S: AsyncRead + Unpin> AsyncRead for Explaining<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        heard: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, heard)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Explaining<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        said: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.floor.is_free()
            && let Some(better) = refusal(said)
        {
            self.unsent = better;
            self.hearing_out = HearingOut::Needed;
            return Poll::Ready(Ok(said.len()));
        }
        Pin::new(&mut self.stream).poll_write(cx, said)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        said: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.floor.is_free() {
            // A head is in one piece.
            let first = said.iter().find(|said| !said.is_empty());
            return self.poll_write(cx, first.map_or(&[], |said| said));
        }
        Pin::new(&mut self.stream).poll_write_vectored(cx, said)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_send(cx))?;
        ready!(Pin::new(&mut self.stream).poll_flush(cx))?;
        self.floor.flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_send(cx))?;
        ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
        ready!(self.poll_hear_out(cx));
        Poll::Ready(Ok(()))
    }
}
