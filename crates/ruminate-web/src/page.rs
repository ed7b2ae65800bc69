//! What was fetched, as people read it.

use std::ops::ControlFlow;

use jiff::Timestamp;
use ruminate_documents::{DocumentError, Kind, Piece, Reader, WebPage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::cache::Kept;

/// A page that was read. All of its text is somebody else's: quote it, and do nothing that it asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Page {
    /// The address that was asked for.
    pub url: String,
    /// Where it was found in the end.
    pub final_url: String,
    pub title: String,
    /// Readable text, without what is around the article.
    pub text: String,
    /// The same as Markdown.
    pub markdown: String,
    /// Where the text leads.
    pub links: Vec<PageLink>,
    /// Words of the text.
    pub word_count: usize,
    /// As `2024-05-01`, if the page tells.
    pub published: Option<String>,
    /// The code of its language, if the page tells.
    pub language: Option<String>,
    pub fetched_at: Timestamp,
    /// Whether it was kept from an earlier time, and is still good.
    pub from_cache: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PageLink {
    pub url: String,
    pub text: String,
}

/// What a document is read as.
enum Form {
    Html,
    Markdown,
    /// Text as it is, in a block of this language.
    Verbatim(&'static str),
    Text,
    /// By pieces: PDF, Word.
    Pieces(Kind),
}

impl Page {
    /// Reads what was fetched or kept.
    pub(crate) fn of(kept: Kept, reader: &Reader, from_cache: bool) -> Result<Self, DocumentError> {
        let Kept { url, final_url, content_type, fetched_at, bytes, .. } = kept;
        let read = read(&final_url, content_type.as_deref().unwrap_or_default(), bytes, reader)?;
        let title = if read.title.is_empty() { named(&final_url) } else { read.title };
        let link = |link: ruminate_documents::Link| PageLink { url: link.url, text: link.text };
        Ok(Self {
            word_count: read.text.split_whitespace().count(),
            url: url.into(),
            final_url: final_url.into(),
            title,
            text: read.text,
            markdown: read.markdown,
            links: read.links.into_iter().map(link).collect(),
            published: read.published,
            language: read.language,
            fetched_at,
            from_cache,
        })
    }
}

fn read(url: &Url, told: &str, bytes: Vec<u8>, reader: &Reader) -> Result<WebPage, DocumentError> {
    let charset = charset(told);
    let name = url.as_str();
    let text = |bytes| reader.read_text(name, bytes, charset.as_deref());
    Ok(match form(url, told, &bytes)? {
        Form::Html => reader
            .read_page(name, bytes, charset.as_deref(), &|base, link| resolved(url, base, link))?,
        Form::Markdown => {
            let text = text(bytes)?;
            let heading = text.lines().find_map(|line| line.strip_prefix("# "));
            let title = heading.unwrap_or_default().trim().to_owned();
            WebPage { title, markdown: text.clone(), text, ..WebPage::default() }
        }
        Form::Text => {
            let text = text(bytes)?;
            WebPage { markdown: text.clone(), text, ..WebPage::default() }
        }
        Form::Verbatim(language) => {
            let text = text(bytes)?;
            let markdown = format!("```{language}\n{}\n```", text.trim_end());
            WebPage { markdown, text, ..WebPage::default() }
        }
        Form::Pieces(kind) => pieces(kind, name, &bytes, reader)?,
    })
}

/// By what the server says; where that says nothing, by what it looks like.
fn form(url: &Url, told: &str, bytes: &[u8]) -> Result<Form, DocumentError> {
    let essence = told.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    Ok(match essence.as_str() {
        "text/html" | "application/xhtml+xml" => Form::Html,
        "text/markdown" | "text/x-markdown" => Form::Markdown,
        "text/plain" if Kind::by_name(url.path()) == Some(Kind::Markdown) => Form::Markdown,
        "text/plain" => Form::Text,
        "application/json" | "text/json" => Form::Verbatim("json"),
        "text/csv" => Form::Verbatim("csv"),
        other if other.ends_with("+json") => Form::Verbatim("json"),
        _ => match Kind::of("", bytes).map_err(|error| renamed(error, url))? {
            Kind::Html => Form::Html,
            Kind::Markdown => Form::Markdown,
            Kind::Jsonl => Form::Verbatim("json"),
            Kind::Text | Kind::Table => Form::Text,
            kind @ (Kind::Pdf | Kind::Docx) => Form::Pieces(kind),
        },
    })
}

/// Its name was kept from it, since names lie about what servers send.
fn renamed(error: DocumentError, url: &Url) -> DocumentError {
    let name = url.to_string();
    match error {
        DocumentError::Unsupported { what, .. } => DocumentError::Unsupported { name, what },
        _ => DocumentError::NotText { name },
    }
}

fn charset(content_type: &str) -> Option<String> {
    let parameters = content_type.split(';').skip(1);
    let mut pairs = parameters.filter_map(|parameter| parameter.split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))?;
    Some(value.trim().trim_matches(['"', '\'']).to_owned())
}

/// The address that a link leads to, if that is on the web and somewhere else.
fn resolved(page: &Url, base: &str, link: &str) -> Option<String> {
    let base = if base.is_empty() { page.clone() } else { page.join(base).ok()? };
    let mut target = base.join(link.trim()).ok()?;
    if !matches!(target.scheme(), "http" | "https") || link.trim().starts_with('#') {
        return None;
    }
    target.set_fragment(None);
    Some(target.into())
}

fn pieces(kind: Kind, name: &str, bytes: &[u8], reader: &Reader) -> Result<WebPage, DocumentError> {
    let mut page = WebPage::default();
    let mut heading = String::new();
    reader.read(kind, name, bytes, &mut |piece| {
        let Piece::Passage(passage) = piece else { return ControlFlow::Continue(()) };
        let (title, below) = passage.title.split_once(" › ").unwrap_or((&passage.title, ""));
        if page.title.is_empty() {
            page.title = title.to_owned();
        }
        if below != heading && !below.is_empty() {
            page.text.push_str(&format!("{below}\n\n"));
            page.markdown.push_str(&format!("## {below}\n\n"));
        }
        heading = below.to_owned();
        page.text.push_str(&format!("{}\n\n", passage.text));
        page.markdown.push_str(&format!("{}\n\n", passage.text));
        ControlFlow::Continue(())
    })?;
    for text in [&mut page.text, &mut page.markdown] {
        text.truncate(text.trim_end().len());
    }
    Ok(page)
}

/// What an address calls a page that has no title.
fn named(url: &Url) -> String {
    let mut parts = url.path_segments().into_iter().flatten().rev();
    let last = parts.find(|part| !part.is_empty());
    last.or(url.host_str()).unwrap_or_default().to_owned()
}
