//! PDFs, read by another process: what reads them panics, recurses and hangs on bad files, and no
//! library that does not was found. The process is given the file and limits, and ended when its time
//! is up. What it had told by then counts.

mod child;
mod pages;

use std::io::{BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

pub use child::serve_pdf;

use crate::dates;
use crate::error::DocumentError;
use crate::lines::{Line, Lines};
use crate::out::{Halt, Out};
use crate::outline::Outline;
use crate::report::{Note, Place};
use crate::title::{Named, is_telling};

/// The program that reads PDFs: one that calls [`serve_pdf`] when it is started with these arguments.
/// It is started without environment variables, and gets nothing but the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfProgram {
    pub program: PathBuf,
    pub arguments: Vec<String>,
}

/// The first line that the process is given, before the file.
#[derive(Debug, Serialize, Deserialize)]
struct Task {
    memory: u64,
    seconds: u64,
    pages: usize,
}

/// What the process tells, one on a line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Told {
    Facts {
        title: String,
        created: String,
        pages: usize,
    },
    Page {
        text: String,
    },
    /// A page that could not be read.
    Lost {
        why: String,
    },
    Encrypted,
    Damaged {
        why: String,
    },
    Done,
}

/// Lines of the process that are longer are no pages.
const LONGEST_PAGE: u64 = 16 * 1024 * 1024;

pub(crate) fn read(
    program: Option<&PdfProgram>,
    bytes: Vec<u8>,
    named: Named,
    out: &mut Out<'_>,
) -> Result<(), Halt> {
    let told = ask(program, bytes, out)?;
    let mut outline = Outline::default();
    let mut pages = Vec::new();
    let mut at = 0;
    let mut lost = None;
    for told in told {
        match told {
            Told::Facts { title, created, pages } => {
                if is_telling(&title) {
                    outline.title = title;
                }
                outline.at = dates::in_words(&created);
                if pages > out.limits.pages {
                    out.note(Note::Pages(out.limits.pages));
                }
            }
            Told::Page { text } => {
                at += 1;
                pages.push(text);
            }
            Told::Lost { why } => {
                at += 1;
                lost = Some(why.clone());
                out.skip(Place::Page(at), why);
            }
            Told::Encrypted | Told::Damaged { .. } | Told::Done => {}
        }
    }
    for paragraph in pages::paragraphs(&pages) {
        match pages::heading(&paragraph) {
            Some((level, text)) => outline.heading(level, text),
            None => outline.paragraph(&paragraph),
        }
    }
    if outline.is_empty() {
        let name = out.name.to_owned();
        let why = if at == 0 { Some("it has no pages".to_owned()) } else { lost };
        return Err(match why {
            Some(why) => DocumentError::Damaged { name, why },
            None => DocumentError::NoText { name },
        }
        .into());
    }
    outline.give(named, out)
}

/// All that the process tells. If it ends before its time with some pages told, the rest is one lost page.
fn ask(
    program: Option<&PdfProgram>,
    bytes: Vec<u8>,
    out: &mut Out<'_>,
) -> Result<Vec<Told>, DocumentError> {
    let name = out.name;
    let limits = out.limits;
    let no_reader = |why: String| DocumentError::NoPdfReader { name: name.to_owned(), why };
    let program = program.ok_or_else(|| no_reader("nothing is set up to read PDFs".into()))?;
    let mut child = Command::new(&program.program)
        .args(&program.arguments)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| no_reader(format!("its reader does not start: {error}")))?;
    let task = Task {
        memory: limits.pdf_memory,
        seconds: limits.pdf_time.as_secs().saturating_add(1),
        pages: limits.pages,
    };
    let deadline = Instant::now() + limits.pdf_time;
    let (sender, receiver) = mpsc::sync_channel(16);
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let mut told = Vec::new();
    let mut is_late = false;
    let mut complaint = String::new();
    let ended = std::thread::scope(|scope| {
        scope.spawn(move || {
            let (Some(mut input), Ok(task)) = (input, serde_json::to_vec(&task)) else { return };
            // Whoever hangs up has told enough, or never will.
            _ = input.write_all(&task).and_then(|()| input.write_all(b"\n"));
            _ = input.write_all(&bytes);
        });
        let most = limits.expanded_bytes;
        scope.spawn(move || {
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
        });
        let complaining = scope.spawn(move || complaint_of(errors));
        loop {
            match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(one) => told.push(one),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    is_late = true;
                    break;
                }
            }
        }
        drop(receiver);
        // With all told, it has nothing more to do; the pipes close with it.
        let is_done = matches!(told.last(), Some(Told::Done));
        let ended = end(&mut child, if is_late || is_done { Instant::now() } else { deadline });
        complaint = complaining.join().unwrap_or_default();
        ended
    });
    match told.last() {
        Some(Told::Done) => return Ok(told),
        Some(Told::Encrypted) => return Err(DocumentError::Encrypted { name: name.to_owned() }),
        Some(Told::Damaged { why }) => return Err(DocumentError::damaged(name, why)),
        _ => {}
    }
    let error = if is_late {
        DocumentError::TimedOut { name: name.to_owned(), limit: limits.pdf_time }
    } else {
        died(name, ended, &complaint, limits.pdf_memory, limits.depth)
    };
    if told.iter().any(|one| matches!(one, Told::Page { text } if !text.trim().is_empty())) {
        told.push(Told::Lost { why: format!("reading ended here: {error}") });
        return Ok(told);
    }
    Err(error)
}

fn complaint_of(errors: Option<impl Read>) -> String {
    const MOST: u64 = 8 * 1024;
    let Some(mut errors) = errors else { return String::new() };
    let mut complaint = Vec::new();
    _ = errors.by_ref().take(MOST).read_to_end(&mut complaint);
    // A full pipe would hold the process.
    _ = std::io::copy(&mut errors, &mut std::io::sink());
    String::from_utf8_lossy(&complaint).into_owned()
}

/// Waits for the end of the process until then, and ends it.
fn end(child: &mut Child, by: Instant) -> Option<ExitStatus> {
    const LOOK_AGAIN: Duration = Duration::from_millis(2);
    while Instant::now() < by {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        std::thread::sleep(LOOK_AGAIN);
    }
    _ = child.kill();
    child.wait().ok()
}

fn died(
    name: &str,
    ended: Option<ExitStatus>,
    complaint: &str,
    memory: u64,
    depth: usize,
) -> DocumentError {
    let name = name.to_owned();
    if complaint.contains("memory allocation") || complaint.contains("out of memory") {
        return DocumentError::OutOfMemory { name, limit: memory };
    }
    if complaint.contains("overflowed its stack") {
        return DocumentError::TooDeep { name, limit: depth };
    }
    let how = ended.map_or_else(String::new, |status| format!(" ({status})"));
    DocumentError::Damaged { name, why: format!("its reader gave up{how}") }
}
