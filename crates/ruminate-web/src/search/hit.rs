//! One result of one provider.

use serde_json::Value;
use url::Url;

const LONGEST_TITLE: usize = 300;
const LONGEST_SNIPPET: usize = 1_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) title: String,
    pub(super) url: Url,
    pub(super) snippet: String,
    pub(super) published: Option<String>,
}

/// The names of what a provider tells about a result.
pub(super) struct Names {
    pub(super) snippet: &'static str,
    pub(super) published: &'static str,
}

/// The results in a list of them; what has no address of the web is left out.
pub(super) fn hits(list: &Value, names: &Names) -> Option<Vec<Hit>> {
    let hit = |result: &Value| {
        let text = |name: &str| result[name].as_str().unwrap_or_default();
        let url = Url::parse(text("url")).ok()?;
        let is_of_the_web = matches!(url.scheme(), "http" | "https") && url.host().is_some();
        is_of_the_web.then(|| Hit {
            title: plain(text("title"), LONGEST_TITLE),
            snippet: plain(text(names.snippet), LONGEST_SNIPPET),
            published: Some(plain(text(names.published), 40)).filter(|date| !date.is_empty()),
            url,
        })
    };
    Some(list.as_array()?.iter().filter_map(hit).collect())
}

/// On one line and without tags, which providers put around the question's words.
pub(super) fn plain(text: &str, longest: usize) -> String {
    let mut bare = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        bare.push_str(&rest[..at]);
        let is_tag = rest[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        rest = match rest[at..].find('>').filter(|_| is_tag) {
            Some(end) => &rest[at + end + 1..],
            None => {
                bare.push('<');
                &rest[at + 1..]
            }
        };
    }
    bare.push_str(rest);
    for (written, meant) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ] {
        bare = bare.replace(written, meant);
    }
    let words = bare.split_whitespace().map(|word| word.replace(char::is_control, ""));
    words.collect::<Vec<_>>().join(" ").chars().take(longest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snippets_are_plain() {
        assert_eq!(
            plain("a <strong>b</strong>\n c &amp; d &lt;e&gt; \u{1b}[1m", 99),
            "a b c & d <e> [1m"
        );
        assert_eq!(plain("1 < 2 <b", 99), "1 < 2 <b");
        assert_eq!(plain("äöü", 2), "äö");
    }
}
