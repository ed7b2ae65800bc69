//! A server that is a program: started in an environment of its own, heard on its standard error, and ended with us.

use std::io;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rmcp::RoleClient;
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::plain::plain;
use crate::bounded::{InTurn, LineLimit, Patient};

/// Bytes of one message.
pub(super) const MOST_MESSAGE: usize = 8 << 20;
/// What it has to end by itself, after its standard input was closed.
const TO_END: Duration = Duration::from_secs(2);
/// Bytes of one line on standard error; what is more comes as another line.
const MOST_LINE: u64 = 2_000;
/// Lines of standard error that are passed on in a minute. The rest is read, and forgotten.
const MOST_LINES: u32 = 200;

/// Keeps the program alive.
pub(super) struct Running {
    pub(super) last_words: LastWords,
    _end: DropGuard,
}

/// The last line that it wrote on its standard error.
#[derive(Clone, Default)]
pub(super) struct LastWords(Arc<Mutex<String>>);

impl LastWords {
    pub(super) fn get(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, line: &str) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = line.to_owned();
    }
}

pub(super) fn start(
    name: &str,
    command: &str,
    args: &[String],
    env: &[(String, String)],
) -> io::Result<(impl Transport<RoleClient> + 'static, Running)> {
    let mut child = Command::new(command)
        .args(args)
        .env_clear()
        .envs(env.iter().map(|(name, value)| (name, value)))
        // A group of its own: what it starts ends with it, and Ctrl-C reaches us alone.
        .process_group(0)
        .kill_on_drop(true)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let closed = || io::Error::other("its streams are closed");
    let input = child.stdin.take().ok_or_else(closed)?;
    let output = child.stdout.take().ok_or_else(closed)?;
    let errors = child.stderr.take().ok_or_else(closed)?;
    let last_words = LastWords::default();
    tokio::spawn(listen(name.to_owned(), errors, last_words.clone()));
    let end = CancellationToken::new();
    let leader = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
    tokio::spawn(tend(Group { child, leader }, end.clone()));
    let lines = AsyncRwTransport::new_client(LineLimit::new(output, MOST_MESSAGE), input)
        .with_max_line_length(usize::MAX);
    let transport = InTurn::new(Patient::new(lines, name));
    Ok((transport, Running { last_words, _end: end.drop_guard() }))
}

/// Waits until the program ends, or is not needed any more.
async fn tend(mut group: Group, end: CancellationToken) {
    tokio::select! {
        _ = group.child.wait() => return,
        () = end.cancelled() => {}
    }
    let _ = timeout(TO_END, group.child.wait()).await;
}

/// A program and all that it started.
struct Group {
    child: Child,
    leader: Option<Pid>,
}

impl Drop for Group {
    /// Also after the program itself has ended: what it started may go on. Its number is not another's yet, since numbers
    /// are given out in turn.
    fn drop(&mut self) {
        if let Some(leader) = self.leader {
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }
}

async fn listen(name: String, errors: impl AsyncRead + Unpin, last_words: LastWords) {
    const MINUTE: Duration = Duration::from_secs(60);
    let mut errors = BufReader::new(errors);
    let (mut since, mut lines) = (Instant::now(), 0);
    loop {
        let mut line = Vec::new();
        match (&mut errors).take(MOST_LINE).read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if since.elapsed() > MINUTE {
            (since, lines) = (Instant::now(), 0);
        }
        lines += 1;
        let line = plain(String::from_utf8_lossy(&line).trim(), usize::MAX);
        if lines <= MOST_LINES && !line.is_empty() {
            tracing::info!(server = name, "{line}");
            last_words.set(&line);
        }
    }
}
