//! What kind a document is of: by what it begins with, and by its name.

use std::path::Path;

use crate::encoding::is_binary;
use crate::error::DocumentError;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Markdown,
    /// Plain text, and the text of programs.
    Text,
    Html,
    Pdf,
    /// Word, and what writes the same format.
    Docx,
    /// A JSON object on each line.
    Jsonl,
    /// CSV or TSV: triples, or rows that become a passage each.
    Table,
}

/// How many bytes from the beginning tell what a document is.
pub(crate) const START: usize = 4 * 1024;

const MARKDOWN: &[&str] = &["md", "markdown", "mdown", "mdx", "mkd", "qmd", "rmd"];
const HTML: &[&str] = &["html", "htm", "xhtml", "shtml"];
const TEXT: &[&str] = &[
    "txt", "text", "rst", "org", "adoc", "asciidoc", "tex", "log", "srt", "vtt", "eml", "wiki",
    "typ", // Programs.
    "rs", "py", "js", "mjs", "ts", "jsx", "tsx", "java", "kt", "scala", "c", "h", "cc", "cpp",
    "hpp", "cs", "go", "rb", "php", "swift", "m", "r", "jl", "lua", "pl", "sh", "bash", "zsh",
    "fish", "ps1", "sql", "hs", "ml", "ex", "exs", "erl", "clj", "lisp", "el", "zig", "dart",
    "vue", "svelte", "proto", "toml", "yaml", "yml", "ini", "cfg", "conf", "tf", "nix", "cmake",
];

/// What begins so is not read.
const REFUSED: &[(&[u8], &str)] = &[
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"II*\0", "a picture (TIFF)"),
    (b"MM\0*", "a picture (TIFF)"),
    (b"BM", "a picture (BMP)"),
    (b"RIFF", "a sound, film or picture (RIFF)"),
    (b"ID3", "a sound (MP3)"),
    (b"OggS", "a sound or film (Ogg)"),
    (b"fLaC", "a sound (FLAC)"),
    (b"\x1aE\xdf\xa3", "a film (Matroska)"),
    (b"\x1f\x8b", "a compressed file (gzip)"),
    (b"BZh", "a compressed file (bzip2)"),
    (b"\xfd7zXZ\0", "a compressed file (xz)"),
    (b"\x28\xb5\x2f\xfd", "a compressed file (zstd)"),
    (b"7z\xbc\xaf\x27\x1c", "an archive (7z)"),
    (b"Rar!", "an archive (RAR)"),
    (b"\x7fELF", "a program (ELF)"),
    (b"MZ", "a program (Windows)"),
    (b"\xca\xfe\xba\xbe", "a program (Java or macOS)"),
    (b"\xcf\xfa\xed\xfe", "a program (macOS)"),
    (b"\0asm", "a program (WebAssembly)"),
    (b"SQLite format 3\0", "a database (SQLite)"),
    (b"\xd0\xcf\x11\xe0", "an old Office document, or one with a password"),
    (b"{\\rtf", "a document in RTF"),
    (b"%!PS", "a document in PostScript"),
    (b"AT&TFORM", "a scan (DjVu)"),
];

/// Office documents by the folder that they have inside.
const ZIPPED: &[(&str, &str)] = &[
    ("xl/", "a table of Excel"),
    ("ppt/", "a presentation"),
    ("application/epub+zip", "a book (EPUB)"),
    ("application/vnd.oasis.opendocument", "a document of OpenOffice or LibreOffice"),
];

impl Kind {
    /// By the name alone, for files that nobody named: what is of no known kind is left out.
    pub fn by_name(name: &str) -> Option<Self> {
        let extension = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "pdf" => Self::Pdf,
            "docx" | "docm" | "dotx" => Self::Docx,
            "jsonl" | "ndjson" => Self::Jsonl,
            "csv" | "tsv" => Self::Table,
            other if MARKDOWN.contains(&other) => Self::Markdown,
            other if HTML.contains(&other) => Self::Html,
            other if TEXT.contains(&other) => Self::Text,
            _ => return None,
        })
    }

    /// By the name and the first kilobytes. What a file begins with is believed before its name: a PDF
    /// is one whatever it is called. Text of an unknown kind is read as what it looks like.
    pub fn of(name: &str, start: &[u8]) -> Result<Self, DocumentError> {
        let start = &start[..start.len().min(START)];
        let unsupported = |what| DocumentError::Unsupported { name: name.to_owned(), what };
        let named = Self::by_name(name);
        if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") {
            return zipped(named, start).map_err(unsupported);
        }
        if contains(&start[..start.len().min(1024)], b"%PDF-") && is_pdf(named, start) {
            return Ok(Self::Pdf);
        }
        let refused = REFUSED.iter().find(|(magic, _)| start.starts_with(magic));
        // Two letters may also begin a text.
        if let Some((magic, what)) = refused
            && (magic.len() > 3 || is_binary(start) || std::str::from_utf8(magic).is_err())
        {
            return Err(unsupported(*what));
        }
        if start.get(4..8) == Some(b"ftyp".as_slice()) {
            return Err(unsupported("a film, sound or picture (MP4)"));
        }
        match named {
            Some(Self::Pdf) if !start.is_empty() => {
                Err(DocumentError::damaged(name, "it is no PDF"))
            }
            Some(Self::Docx) if !start.is_empty() => {
                Err(DocumentError::damaged(name, "it is no Word document"))
            }
            Some(kind) => Ok(kind),
            None => Self::by_looks(start)
                .ok_or_else(|| DocumentError::NotText { name: name.to_owned() }),
        }
    }

    /// Text that has no telling name, as from standard input.
    fn by_looks(start: &[u8]) -> Option<Self> {
        if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
            return Some(Self::Text);
        }
        if is_binary(start) {
            return None;
        }
        let text = String::from_utf8_lossy(start);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let first = text.lines().next().unwrap_or_default();
        let opening = first[..first.floor_char_boundary(15)].to_ascii_lowercase();
        Some(if opening.starts_with("<!doctype html") || opening.starts_with("<html") {
            Self::Html
        } else if first.starts_with("{\"") {
            Self::Jsonl
        } else if crate::table::is_header_of_triples(first) {
            Self::Table
        } else if text.starts_with("---\n") || text.lines().any(is_heading) {
            Self::Markdown
        } else {
            Self::Text
        })
    }
}

fn is_heading(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    (1..=6).contains(&(line.len() - rest.len())) && rest.starts_with(' ')
}

/// Some bytes may come before the mark; in a text, it may be quoted.
fn is_pdf(named: Option<Kind>, start: &[u8]) -> bool {
    start.starts_with(b"%PDF-") || matches!(named, Some(Kind::Pdf)) || is_binary(start)
}

fn zipped(named: Option<Kind>, start: &[u8]) -> Result<Kind, &'static str> {
    if let Some((_, what)) = ZIPPED.iter().find(|(mark, _)| contains(start, mark.as_bytes())) {
        return Err(what);
    }
    if matches!(named, Some(Kind::Docx)) || contains(start, b"word/") {
        return Ok(Kind::Docx);
    }
    Err("an archive (zip)")
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_believed_before_the_name() {
        assert_eq!(Kind::of("a.txt", b"%PDF-1.7\n"), Ok(Kind::Pdf));
        assert_eq!(Kind::of("a.txt", b"# x").ok(), Some(Kind::Text));
        assert_eq!(Kind::of("a.txt", b"\x89PNG\r\n").unwrap_err().code(), "document_unsupported");
        assert_eq!(Kind::of("a.txt", b"MZ is a postal code").ok(), Some(Kind::Text));
        assert_eq!(
            Kind::of("a.txt", b"MZ\x90\0\x03\0\0\0").unwrap_err().code(),
            "document_unsupported"
        );
        assert_eq!(Kind::of("a.pdf", b"<html>").unwrap_err().code(), "document_damaged");
        assert_eq!(Kind::of("a.zip", b"PK\x03\x04...word/document.xml"), Ok(Kind::Docx));
        assert_eq!(
            Kind::of("a.zip", b"PK\x03\x04...x.txt").unwrap_err().code(),
            "document_unsupported"
        );
        assert_eq!(Kind::of("a.blob", b"\0\0\0").unwrap_err().code(), "document_not_text");
    }

    #[test]
    fn text_without_a_name_is_what_it_looks_like() {
        assert_eq!(Kind::of("-", b"\n<!DOCTYPE html><html>"), Ok(Kind::Html));
        assert_eq!(Kind::of("-", b"{\"text\": \"x\"}\n"), Ok(Kind::Jsonl));
        assert_eq!(Kind::of("-", b"subject,relation,object\n"), Ok(Kind::Table));
        assert_eq!(Kind::of("-", b"intro\n\n## Part\n"), Ok(Kind::Markdown));
        assert_eq!(Kind::of("Makefile", b"all:\n"), Ok(Kind::Text));
        assert_eq!(Kind::of("x", b""), Ok(Kind::Text));
    }
}
