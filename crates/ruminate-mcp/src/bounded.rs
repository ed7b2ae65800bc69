//! Messages as others send them, held to a size and to what we keep up with.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use rmcp::model::JsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, ServiceRole, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::Semaphore;

/// Answers that may wait for a peer which does not take them.
const MOST_UNDER_WAY: usize = 256;

/// Ends with an error within a line that is too long. The reader of lines would throw it away, and whoever waits for it
/// would wait on.
pub(crate) struct LineLimit<R> {
    inner: R,
    most: usize,
    so_far: usize,
}

impl<R> LineLimit<R> {
    pub(crate) fn new(inner: R, most: usize) -> Self {
        Self { inner, most, so_far: 0 }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for LineLimit<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        std::task::ready!(Pin::new(&mut self.inner).poll_read(context, buffer))?;
        for part in buffer.filled()[before..].split_inclusive(|byte| *byte == b'\n') {
            self.so_far += part.len();
            if self.so_far > self.most {
                return Poll::Ready(Err(io::Error::other("a message is too long")));
            }
            if part.ends_with(b"\n") {
                self.so_far = 0;
            }
        }
        Poll::Ready(Ok(()))
    }
}

/// Reads nothing while the peer does not take what it is sent.
pub(crate) struct InTurn<T> {
    inner: T,
    under_way: Arc<Semaphore>,
}

impl<T> InTurn<T> {
    pub(crate) fn new(inner: T) -> Self {
        Self { inner, under_way: Arc::new(Semaphore::new(MOST_UNDER_WAY)) }
    }
}

impl<R: ServiceRole, T: Transport<R>> Transport<R> for InTurn<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<R>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        // What we ask for ourselves goes out in any case.
        let turn = self.under_way.clone().try_acquire_owned().ok();
        let sending = self.inner.send(message);
        async move {
            let sent = sending.await;
            drop(turn);
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<R>> {
        drop(self.under_way.acquire().await);
        self.inner.receive().await
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

/// Leaves a peer that talks without being asked and does not stop.
pub(crate) struct Patient<T> {
    inner: T,
    name: String,
    since: Instant,
    unasked: u32,
}

impl<T> Patient<T> {
    /// Messages that nobody waits for, in a minute.
    const MOST: u32 = 6_000;
    const MINUTE: Duration = Duration::from_secs(60);

    pub(crate) fn new(inner: T, name: &str) -> Self {
        Self { inner, name: name.to_owned(), since: Instant::now(), unasked: 0 }
    }

    fn bears(&mut self) -> bool {
        if self.since.elapsed() > Self::MINUTE {
            (self.since, self.unasked) = (Instant::now(), 0);
        }
        self.unasked += 1;
        self.unasked <= Self::MOST
    }
}

impl<R: ServiceRole, T: Transport<R>> Transport<R> for Patient<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<R>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<R>> {
        let message = self.inner.receive().await?;
        let is_answer = matches!(message, JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_));
        if !is_answer && !self.bears() {
            tracing::warn!(server = self.name, "it sends messages without end, and is left");
            return None;
        }
        Some(message)
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
