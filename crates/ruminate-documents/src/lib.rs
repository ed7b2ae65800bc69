//! Files of many kinds, read into what can be learned: passages of a few sentences each, and triples.
//!
//! Pure reading: no network, no async, nothing is kept. What is read may be broken or hostile, so
//! everything has a limit ([`Limits`]), and what cannot be read says why ([`DocumentError`]).
//!
//! ```
//! use std::ops::ControlFlow;
//! use ruminate_documents::{Kind, Piece, Reader};
//!
//! let text = "# Cells\n\nA cell is the smallest unit of life.";
//! let mut pieces = Vec::new();
//! let report = Reader::default().read(Kind::Markdown, "cells.md", text.as_bytes(), &mut |piece| {
//!     pieces.push(piece);
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(report.passages, 1);
//! assert!(matches!(&pieces[0], Piece::Passage(passage) if passage.title == "Cells"));
//! # Ok::<(), ruminate_documents::DocumentError>(())
//! ```

mod cut;
mod dates;
mod docx;
mod encoding;
mod error;
mod html;
mod jsonl;
mod kind;
mod limits;
mod lines;
mod markdown;
mod open;
mod out;
mod outline;
mod pdf;
mod piece;
mod plain;
mod reader;
mod report;
mod sentences;
mod table;
mod talk;
mod title;
mod triple;
mod walk;

pub use error::DocumentError;
pub use html::{Link, WebPage};
pub use kind::Kind;
pub use limits::Limits;
pub use pdf::{PdfProgram, serve_pdf};
pub use piece::{Passage, Piece, Triple, Turn};
pub use reader::Reader;
pub use report::{Note, Place, Report, Skipped};
pub use walk::{Walk, walk};
