//! One reader of one run: checks that every event comes once and in order, and how late.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{bail, ensure};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::watch;

use crate::connection::{Head, connect};
use crate::lags::Lags;
use crate::sse::Parser;

/// What all readers have seen while it was measured.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) is_measuring: bool,
    pub(crate) delivered: u64,
    pub(crate) artifacts: u64,
    pub(crate) bytes: u64,
    /// Events that the first reader of each run saw.
    pub(crate) distinct: u64,
    pub(crate) since_event: Lags,
    pub(crate) since_reply: Lags,
}

pub(crate) struct Subscriber {
    stream: TcpStream,
    parser: Parser,
    tally: Rc<RefCell<Tally>>,
    is_first: bool,
    last: u64,
}

/// One for all: whoever reads keeps nothing in it.
const BUFFER: usize = 256 * 1024;

thread_local! {
    static RECEIVED: RefCell<Vec<u8>> = RefCell::new(vec![0; BUFFER]);
}

impl Subscriber {
    /// Returns when the stream has begun.
    pub(crate) async fn open(
        port: u16,
        path: &str,
        is_first: bool,
        tally: Rc<RefCell<Tally>>,
    ) -> anyhow::Result<Self> {
        let mut stream = connect(port).await?;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut received = Vec::new();
        let head = loop {
            stream.readable().await?;
            match stream.try_read_buf(&mut received) {
                Ok(0) => bail!("the server hung up"),
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => continue,
                Err(error) => return Err(error.into()),
            }
            if let Some(head) = Head::parse(&received)? {
                break head;
            }
        };
        ensure!(head.status == 200 && head.is_chunked, "{path}: status {}", head.status);
        let mut subscriber = Self { stream, parser: Parser::default(), tally, is_first, last: 0 };
        subscriber.take(&received[head.bytes..])?;
        Ok(subscriber)
    }

    /// Reads until the server ends the stream, or until told to give up. The number of the last event.
    pub(crate) async fn follow(
        mut self,
        mut give_up: watch::Receiver<bool>,
    ) -> anyhow::Result<u64> {
        while !self.parser.is_over() {
            tokio::select! {
                ready = self.stream.readable() => ready?,
                _ = give_up.wait_for(|is_over| *is_over) => break,
            }
            let count = RECEIVED.with_borrow_mut(|buffer| self.read(buffer))?;
            if count == Some(0) {
                break;
            }
        }
        Ok(self.last)
    }

    fn read(&mut self, buffer: &mut [u8]) -> anyhow::Result<Option<usize>> {
        match self.stream.try_read(buffer) {
            Ok(count) => {
                self.take(&buffer[..count])?;
                Ok(Some(count))
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn take(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos() as i64;
        let mut tally = self.tally.borrow_mut();
        let tally = &mut *tally;
        let mut wrong = None;
        if tally.is_measuring {
            tally.bytes += bytes.len() as u64;
        }
        self.parser.push(bytes, |seen| {
            if seen.id != self.last + 1 {
                wrong.get_or_insert((self.last, seen.id));
            }
            self.last = seen.id;
            if !tally.is_measuring {
                return;
            }
            tally.delivered += 1;
            tally.artifacts += u64::from(seen.is_artifact);
            tally.distinct += u64::from(self.is_first);
            if let Some(at) = seen.at {
                tally.since_event.add(now - at);
            }
            if let Some(sent) = seen.sent {
                tally.since_reply.add(now - sent);
            }
        });
        match wrong {
            Some((last, next)) => bail!("event {next} came after event {last}"),
            None => Ok(()),
        }
    }
}
