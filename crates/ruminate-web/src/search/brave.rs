//! Brave: `GET /res/v1/web/search`, with the key in a header.

use serde_json::Value;
use url::Url;

use super::hit::{Hit, Names, hits};

pub(super) const USUAL: &str = "https://api.search.brave.com";
pub(super) const KEY: (&str, &str) = ("x-subscription-token", "");
/// It gives no more at once.
const MOST: usize = 20;

pub(super) fn address(mut base: Url, question: &str, count: usize) -> Url {
    base.set_path(&format!("{}/res/v1/web/search", base.path().trim_end_matches('/')));
    let count = count.min(MOST).to_string();
    base.query_pairs_mut().append_pair("q", question).append_pair("count", &count);
    base
}

/// A question that finds nothing has no `web` in its answer.
pub(super) fn read(answer: &Value) -> Option<Vec<Hit>> {
    if answer.get("web").is_none() && answer["type"] == "search" {
        return Some(Vec::new());
    }
    hits(&answer["web"]["results"], &Names { snippet: "description", published: "page_age" })
}
