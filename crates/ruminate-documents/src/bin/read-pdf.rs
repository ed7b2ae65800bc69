//! For the tests: reads the PDF that another process hands to it, as a program does that starts itself
//! again for it.

use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("--hang") => loop {
            std::thread::park();
        },
        Some("--crash") => std::process::abort(),
        _ => ruminate_documents::serve_pdf(),
    }
}
