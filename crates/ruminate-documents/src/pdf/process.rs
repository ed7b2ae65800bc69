//! Running the process that reads a PDF: it is fed, listened to and ended, whatever it does.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::{PdfProgram, Task, Told};
use crate::limits::Limits;
use crate::lines::{Line, Lines};

/// Lines of the process that are longer are no pages.
const LONGEST_PAGE: u64 = 16 * 1024 * 1024;
/// Whoever sets no limit gets one.
const LONGEST_TIME: Duration = Duration::from_secs(24 * 60 * 60);

pub(super) struct Ended {
    pub(super) told: Vec<Told>,
    pub(super) is_late: bool,
    pub(super) status: Option<ExitStatus>,
    /// What it wrote to standard error, or the beginning of it.
    pub(super) complaint: String,
}

/// An error means that the process did not start.
pub(super) fn run(program: &PdfProgram, bytes: &[u8], limits: &Limits) -> io::Result<Ended> {
    let time = limits.pdf_time.min(LONGEST_TIME);
    let task = Task {
        memory: limits.pdf_memory,
        seconds: time.as_secs().saturating_add(1),
        pages: limits.pages,
    };
    let task = serde_json::to_vec(&task)?;
    let mut child = Command::new(&program.program)
        .args(&program.arguments)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let deadline = Instant::now() + time;
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (sender, receiver) = mpsc::sync_channel(16);
    Ok(thread::scope(|scope| {
        scope.spawn(move || feed(input, &task, bytes));
        scope.spawn(move || listen(output, limits.expanded_bytes, &sender));
        let complaining = scope.spawn(move || complaint(errors));
        let (told, is_late) = take(receiver, deadline);
        // With all told, it has nothing more to do. The pipes close with it, which ends the threads.
        let is_done = matches!(told.last(), Some(Told::Done));
        let status = end(&mut child, if is_late || is_done { Instant::now() } else { deadline });
        Ended { told, is_late, status, complaint: complaining.join().unwrap_or_default() }
    }))
}

fn feed(input: Option<impl Write>, task: &[u8], bytes: &[u8]) {
    let Some(mut input) = input else { return };
    // Whoever hangs up has told enough, or never will.
    _ = input.write_all(task).and_then(|()| input.write_all(b"\n"));
    _ = input.write_all(bytes);
}

fn listen(output: Option<impl Read>, most: u64, sender: &SyncSender<Told>) {
    let Some(output) = output else { return };
    let mut lines = Lines::new(BufReader::new(output.take(most)), LONGEST_PAGE);
    while let Ok(Some(line)) = lines.next() {
        let Line::Whole(line) = line else { continue };
        // What libraries print in between is no line of ours.
        let Ok(told) = serde_json::from_slice(line) else { continue };
        if sender.send(told).is_err() {
            return;
        }
    }
}

/// All that is told until then, and whether there may have been more.
fn take(receiver: Receiver<Told>, deadline: Instant) -> (Vec<Told>, bool) {
    let mut told = Vec::new();
    loop {
        match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(one) => told.push(one),
            Err(error) => return (told, error == RecvTimeoutError::Timeout),
        }
    }
}

fn complaint(errors: Option<impl Read>) -> String {
    const MOST: u64 = 8 * 1024;
    let Some(mut errors) = errors else { return String::new() };
    let mut complaint = Vec::new();
    _ = errors.by_ref().take(MOST).read_to_end(&mut complaint);
    // A full pipe would hold the process.
    _ = io::copy(&mut errors, &mut io::sink());
    String::from_utf8_lossy(&complaint).into_owned()
}

/// Waits for the end of the process until then, and ends it.
fn end(child: &mut Child, by: Instant) -> Option<ExitStatus> {
    const LOOK_AGAIN: Duration = Duration::from_millis(2);
    while Instant::now() < by {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        thread::sleep(LOOK_AGAIN);
    }
    _ = child.kill();
    child.wait().ok()
}
