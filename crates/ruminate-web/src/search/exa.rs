//! Exa: `POST /search`, with the key in a header.

use serde_json::{Value, json};
use url::Url;

use super::hit::{Hit, Names, hits};

pub(super) const USUAL: &str = "https://api.exa.ai";
pub(super) const KEY: (&str, &str) = ("x-api-key", "");
/// Characters of a page's text that serve as its snippet.
const SNIPPET: usize = 500;

pub(super) fn address(mut base: Url) -> Url {
    base.set_path(&format!("{}/search", base.path().trim_end_matches('/')));
    base
}

pub(super) fn body(question: &str, count: usize) -> Value {
    json!({
        "query": question,
        "numResults": count,
        "contents": { "text": { "maxCharacters": SNIPPET } },
    })
}

pub(super) fn read(answer: &Value) -> Option<Vec<Hit>> {
    hits(&answer["results"], &Names { snippet: "text", published: "publishedDate" })
}
