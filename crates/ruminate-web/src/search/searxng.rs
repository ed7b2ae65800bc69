//! SearXNG: `GET /search?format=json`.

use serde_json::Value;
use url::Url;

use super::hit::{Hit, Names, hits};

pub(super) const USUAL: &str = "http://127.0.0.1:8888";

pub(super) fn address(mut base: Url, question: &str) -> Url {
    base.set_path(&format!("{}/search", base.path().trim_end_matches('/')));
    base.query_pairs_mut().append_pair("q", question).append_pair("format", "json");
    base
}

pub(super) fn read(answer: &Value) -> Option<Vec<Hit>> {
    hits(&answer["results"], &Names { snippet: "content", published: "publishedDate" })
}
