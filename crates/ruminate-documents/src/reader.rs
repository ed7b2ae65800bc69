//! Reading a document of any kind.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;

use encoding_rs::Encoding;

use crate::encoding::{decode, without_controls};
use crate::error::DocumentError;
use crate::html::WebPage;
use crate::kind::{self, Kind};
use crate::limits::Limits;
use crate::open::{open, read_whole};
use crate::out::{Halt, Out};
use crate::pdf::{self, PdfProgram};
use crate::piece::Piece;
use crate::report::{Note, Report};
use crate::title::{self, Named};
use crate::{docx, html, jsonl, markdown, plain, table};

/// Reads documents, each within the same limits.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    pub limits: Limits,
    /// What reads PDFs; without one they are refused.
    pub pdf: Option<PdfProgram>,
}

impl Reader {
    /// Reads a document, and gives each piece as soon as it is there, in the document's order, until
    /// `each` breaks. The same bytes give the same pieces. `name` is the file's name or address: it
    /// gives the title if the document has none. After an error, pieces may have been given already.
    pub fn read(
        &self,
        kind: Kind,
        name: &str,
        source: impl Read,
        each: &mut dyn FnMut(Piece) -> ControlFlow<()>,
    ) -> Result<Report, DocumentError> {
        let mut out = Out::new(name, &self.limits, each);
        let ended = self.read_into(kind, BufReader::new(source), &mut out);
        out.finish(ended)
    }

    /// Reads a file, of the kind that it is. A file that grows meanwhile is read up to where it ended.
    pub fn read_file(
        &self,
        path: &Path,
        each: &mut dyn FnMut(Piece) -> ControlFlow<()>,
    ) -> Result<Report, DocumentError> {
        let (file, length) = open(path)?;
        self.read_unknown(&path.display().to_string(), file.take(length), each)
    }

    /// Reads what may be of any kind, such as standard input.
    pub fn read_unknown(
        &self,
        name: &str,
        mut source: impl Read,
        each: &mut dyn FnMut(Piece) -> ControlFlow<()>,
    ) -> Result<Report, DocumentError> {
        let mut start = Vec::new();
        let read = source.by_ref().take(kind::START as u64).read_to_end(&mut start);
        read.map_err(|error| DocumentError::io(name, &error))?;
        let kind = Kind::of(name, &start)?;
        self.read(kind, name, Cursor::new(start).chain(source), each)
    }

    /// Reads a page for whoever reads all of it. `charset` is what it was sent with, if that was told, and
    /// `resolve` makes an address of what a link says, from the base that the page names or from `""`;
    /// a link that it makes nothing of is none.
    pub fn read_page(
        &self,
        name: &str,
        bytes: Vec<u8>,
        charset: Option<&str>,
        resolve: &dyn Fn(&str, &str) -> Option<String>,
    ) -> Result<WebPage, DocumentError> {
        let told = charset.and_then(|label| Encoding::for_label(label.as_bytes()));
        let declared = told.or_else(|| html::declared_encoding(&bytes));
        let (text, _) = decode(bytes, declared, name)?;
        html::read_page(&text, name, self.limits.depth, resolve)
    }

    /// The text of a document that is nothing but text, in whatever encoding.
    pub fn read_text(
        &self,
        name: &str,
        bytes: Vec<u8>,
        charset: Option<&str>,
    ) -> Result<String, DocumentError> {
        let told = charset.and_then(|label| Encoding::for_label(label.as_bytes()));
        Ok(without_controls(decode(bytes, told, name)?.0))
    }

    fn read_into(
        &self,
        kind: Kind,
        mut source: impl BufRead,
        out: &mut Out<'_>,
    ) -> Result<(), Halt> {
        let name = out.name;
        let start = source.fill_buf().map_err(|error| DocumentError::io(name, &error))?;
        if start.is_empty() {
            out.note(Note::Empty);
            return Ok(());
        }
        let named = title::from_name(name);
        match kind {
            Kind::Jsonl => self
                .streamed(source, &named, out, |lines, named, out| jsonl::read(lines, named, out)),
            Kind::Table => {
                self.streamed(source, &named, out, |rows, named, out| table::read(rows, named, out))
            }
            Kind::Markdown => markdown::read(&self.text(source, out)?, named, out),
            Kind::Text => plain::read(&self.text(source, out)?, named, out),
            Kind::Html => {
                let bytes = read_whole(source, self.limits.bytes, name)?;
                let declared = html::declared_encoding(&bytes);
                html::read(&self.decoded(bytes, declared, out)?, named, out)
            }
            Kind::Docx => docx::read(read_whole(source, self.limits.bytes, name)?, named, out),
            Kind::Pdf => {
                let bytes = read_whole(source, self.limits.bytes, name)?;
                pdf::read(self.pdf.as_ref(), bytes, named, out)
            }
        }
    }

    /// What is read line by line, however long it is.
    fn streamed(
        &self,
        mut source: impl BufRead,
        named: &Named,
        out: &mut Out<'_>,
        read: impl Fn(&mut dyn BufRead, &Named, &mut Out<'_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let name = out.name;
        let start = source.fill_buf().map_err(|error| DocumentError::io(name, &error))?;
        if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
            let text = self.text(source, out)?;
            return read(&mut text.as_bytes(), named, out);
        }
        if crate::encoding::is_binary(&start[..start.len().min(kind::START)]) {
            return Err(DocumentError::NotText { name: name.to_owned() }.into());
        }
        let mut taken = source.take(self.limits.streamed_bytes);
        read(&mut taken, named, out)?;
        if taken.limit() == 0 {
            out.note(Note::Bytes(self.limits.streamed_bytes));
        }
        Ok(())
    }

    fn text(&self, source: impl Read, out: &mut Out<'_>) -> Result<String, Halt> {
        let bytes = read_whole(source, self.limits.bytes, out.name)?;
        self.decoded(bytes, None, out)
    }

    fn decoded(
        &self,
        bytes: Vec<u8>,
        declared: Option<&'static Encoding>,
        out: &mut Out<'_>,
    ) -> Result<String, Halt> {
        let (text, note) = decode(bytes, declared, out.name)?;
        if let Some(note) = note {
            out.note(note);
        }
        if text.trim().is_empty() {
            out.note(Note::Empty);
        }
        Ok(without_controls(text))
    }
}
