//! The other side: the process that reads one PDF.

use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use pdf_extract::{Dictionary, Document, Object, PlainTextOutput, output_doc_page};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::{Task, Told};

/// Reads the PDF on standard input, and tells its pages on standard output, one JSON object on a line.
/// It limits its own memory and time first, so it is for a process that does nothing else.
pub fn serve_pdf() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// PDFs recurse. What is deeper than this is bad.
const STACK: usize = 64 * 1024 * 1024;

fn serve() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut task = Vec::new();
    input.by_ref().take(1024).read_until(b'\n', &mut task)?;
    let task: Task = serde_json::from_slice(&task)?;
    let mut file = Vec::new();
    input.read_to_end(&mut file)?;
    limit(&task);
    // The hook would write where it was, and nobody reads it.
    std::panic::set_hook(Box::new(|_| {}));
    let reading = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let read = catch_unwind(AssertUnwindSafe(|| read(&file, task.pages)));
        read.unwrap_or_else(|_| tell(&Told::Damaged { why: "it cannot be made sense of".into() }))
    })?;
    reading.join().unwrap_or_else(|_| Err(io::Error::other("the reader panicked")))
}

/// Beyond what the process has by now: an allocator may have reserved more than all that is allowed.
fn limit(task: &Task) {
    let lower = |resource, most: u64| {
        let maximum = getrlimit(resource).maximum;
        let most = maximum.map_or(most, |maximum| maximum.min(most));
        // A limit that a system does not have is none; time is also watched from outside.
        _ = setrlimit(resource, Rlimit { current: Some(most), maximum });
    };
    lower(Resource::As, held().saturating_add(task.memory).saturating_add(STACK as u64));
    lower(Resource::Cpu, task.seconds);
    lower(Resource::Core, 0);
    lower(Resource::Fsize, 0);
}

/// Address space that is taken, in bytes.
fn held() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kib.unwrap_or_default().saturating_mul(1024)
}

fn read(file: &[u8], most: usize) -> io::Result<()> {
    let mut document = match Document::load_mem(file) {
        Ok(document) => document,
        Err(error) if is_about_passwords(&error) => return tell(&Told::Encrypted),
        Err(error) => return tell(&Told::Damaged { why: error.to_string() }),
    };
    // Many are encrypted without a password, to forbid printing: those are open by now.
    if document.trailer.get(b"Encrypt").is_ok() && document.decrypt("").is_err() {
        return tell(&Told::Encrypted);
    }
    let pages = document.get_pages();
    let (title, created) = facts(&document);
    tell(&Told::Facts { title, created, pages: pages.len() })?;
    for page in pages.keys().take(most) {
        let mut text = String::new();
        let read = catch_unwind(AssertUnwindSafe(|| {
            output_doc_page(&document, &mut PlainTextOutput::new(&mut text), *page)
        }));
        tell(&match read {
            Ok(Ok(())) => Told::Page { text },
            // What came before it broke is still text of the page.
            _ if !text.trim().is_empty() => Told::Page { text },
            Ok(Err(error)) => Told::Lost { why: error.to_string() },
            Err(_) => Told::Lost { why: "it cannot be made sense of".into() },
        })?;
    }
    tell(&Told::Done)
}

fn is_about_passwords(error: &pdf_extract::Error) -> bool {
    matches!(
        error,
        pdf_extract::Error::Decryption(_)
            | pdf_extract::Error::InvalidPassword
            | pdf_extract::Error::AlreadyEncrypted
            | pdf_extract::Error::UnsupportedSecurityHandler(_)
    )
}

fn facts(document: &Document) -> (String, String) {
    let info = document.trailer.get(b"Info").and_then(Object::as_reference);
    let info = info.and_then(|info| document.get_dictionary(info));
    let text = |info: &Dictionary, key: &[u8]| {
        let value = info.get(key).ok()?;
        pdf_extract::decode_text_string(value).ok()
    };
    match info {
        Ok(info) => (
            text(info, b"Title").unwrap_or_default(),
            text(info, b"CreationDate").unwrap_or_default(),
        ),
        Err(_) => Default::default(),
    }
}

fn tell(told: &Told) -> io::Result<()> {
    let mut output = io::stdout().lock();
    serde_json::to_writer(&mut output, told)?;
    output.write_all(b"\n")?;
    output.flush()
}
