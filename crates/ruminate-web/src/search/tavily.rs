//! Tavily: `POST /search`, with the key as a bearer's.

use serde_json::{Value, json};
use url::Url;

use super::hit::{Hit, Names, hits};

pub(super) const USUAL: &str = "https://api.tavily.com";
pub(super) const KEY: (&str, &str) = ("authorization", "Bearer ");
/// It gives no more at once.
const MOST: usize = 20;

pub(super) fn address(mut base: Url) -> Url {
    base.set_path(&format!("{}/search", base.path().trim_end_matches('/')));
    base
}

pub(super) fn body(question: &str, count: usize) -> Value {
    json!({ "query": question, "max_results": count.min(MOST) })
}

pub(super) fn read(answer: &Value) -> Option<Vec<Hit>> {
    hits(&answer["results"], &Names { snippet: "content", published: "published_date" })
}
