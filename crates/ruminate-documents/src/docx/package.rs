//! The parts of a zipped document, read with a limit on all they unpack to together.

use std::borrow::Cow;
use std::io::{self, BufReader, Cursor, Read};

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::DocumentError;
use crate::limits::Limits;

pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<Vec<u8>>>,
    name: &'a str,
    depth: usize,
    /// What may still be unpacked.
    left: u64,
}

/// What stands in a part, one after the other. Names are without their namespaces.
pub(super) enum Xml<'a> {
    Start(&'a str, &'a Element<'a>),
    End(&'a str),
    Text(&'a str),
}

pub(super) struct Element<'a>(BytesStart<'a>);

impl Element<'_> {
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let mut attributes = self.0.attributes();
        let attributes = attributes.with_checks(false).flatten();
        let mut found = attributes.filter(|one| one.key.local_name().as_ref() == name);
        found.next().map(|attribute| attribute.value.into_owned())
    }
}

impl<'a> Package<'a> {
    pub(super) fn open(
        bytes: Vec<u8>,
        name: &'a str,
        limits: &Limits,
    ) -> Result<Self, DocumentError> {
        const ALWAYS: u64 = 1024 * 1024;
        let by_size = (bytes.len() as u64).saturating_mul(limits.expansion).max(ALWAYS);
        let archive = ZipArchive::new(Cursor::new(bytes));
        let archive = archive.map_err(|error| DocumentError::damaged(name, error))?;
        if archive.len() > limits.entries {
            let why = format!("it has {} files in it", archive.len());
            return Err(DocumentError::Bomb { name: name.to_owned(), why });
        }
        let left = limits.expanded_bytes.min(by_size);
        Ok(Self { archive, name, depth: limits.depth, left })
    }

    /// The first part, in alphabetic order, whose name is wanted.
    pub(super) fn find(&self, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
        let names = self.archive.file_names().flatten().map(Cow::into_owned);
        names.filter(|name| is_wanted(name)).min()
    }

    /// Reads a part of XML; nothing comes of one that is not there. Entities other than those of XML
    /// itself are ignored, wherever they are declared.
    pub(super) fn read(
        &mut self,
        part: &str,
        each: &mut dyn FnMut(Xml<'_>),
    ) -> Result<(), DocumentError> {
        let name = self.name;
        let file = match self.archive.by_name(part) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(()),
            Err(
                ZipError::InvalidPassword
                | ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED),
            ) => {
                return Err(DocumentError::Encrypted { name: name.to_owned() });
            }
            Err(error) => return Err(DocumentError::damaged(name, error)),
        };
        let counted = Counted { source: file, left: &mut self.left };
        let mut xml = Reader::from_reader(BufReader::new(counted));
        xml.config_mut().expand_empty_elements = true;
        let mut buffer = Vec::new();
        let mut depth = 0;
        loop {
            buffer.clear();
            let event = xml.read_event_into(&mut buffer);
            match event.map_err(|error| failed(name, &error))? {
                Event::Eof if depth > 0 => {
                    return Err(DocumentError::damaged(name, "its text ends in the middle"));
                }
                Event::Eof => return Ok(()),
                Event::Start(start) => {
                    depth += 1;
                    if depth > self.depth {
                        return Err(DocumentError::TooDeep { name: name.to_owned() });
                    }
                    let element = Element(start.borrow());
                    each(Xml::Start(start.local_name().as_ref(), &element));
                }
                Event::End(end) => {
                    depth = depth.saturating_sub(1);
                    each(Xml::End(end.local_name().as_ref()));
                }
                Event::Text(text) => each(Xml::Text(&text.xml10_content())),
                Event::CData(text) => each(Xml::Text(&text.xml10_content())),
                Event::GeneralRef(reference) => {
                    if let Ok(Some(c)) = reference.resolve_char_ref() {
                        each(Xml::Text(c.encode_utf8(&mut [0; 4])));
                    } else if let Some(text) = resolve_xml_entity(&reference) {
                        each(Xml::Text(text));
                    }
                }
                _ => {}
            }
        }
    }
}

fn failed(name: &str, error: &quick_xml::Error) -> DocumentError {
    if let quick_xml::Error::Io(inner) = error
        && inner.get_ref().is_some_and(|inner| inner.is::<TooMuch>())
    {
        return DocumentError::Bomb { name: name.to_owned(), why: TooMuch.to_string() };
    }
    DocumentError::damaged(name, error)
}

#[derive(Debug, thiserror::Error)]
#[error("its text is too much for a file of this size")]
struct TooMuch;

struct Counted<'a, R> {
    source: R,
    left: &'a mut u64,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        match self.left.checked_sub(read as u64) {
            Some(left) => *self.left = left,
            None => return Err(io::Error::other(TooMuch)),
        }
        Ok(read)
    }
}
