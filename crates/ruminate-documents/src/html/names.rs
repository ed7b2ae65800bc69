//! What the names of an element (its class, id and role) tell about it. They are looked for in every element of a
//! page, so all at once.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

/// Names of what is around articles, unless it also has one of articles.
pub(super) fn is_unlikely(names: &str) -> bool {
    has(&UNLIKELY, names) && !has(&LIKELY, names)
}

pub(super) fn is_better(names: &str) -> bool {
    has(&BETTER, names)
}

pub(super) fn is_worse(names: &str) -> bool {
    has(&WORSE, names)
}

type Known = LazyLock<Option<AhoCorasick>>;

fn has(known: &Known, names: &str) -> bool {
    !names.is_empty() && known.as_ref().is_some_and(|known| known.is_match(names))
}

static UNLIKELY: Known = LazyLock::new(|| {
    AhoCorasick::new([
        "-ad-",
        "ad-break",
        "advert",
        "agegate",
        "banner",
        "breadcrumb",
        "byline",
        "caption",
        "credit",
        "combx",
        "comment",
        "community",
        "cookie",
        "cover-wrap",
        "disqus",
        "footer",
        "gdpr",
        "header",
        "legends",
        "login",
        "masthead",
        "menu",
        "modal",
        "nav",
        "newsletter",
        "outbrain",
        "pager",
        "pagination",
        "paywall",
        "popup",
        "promo",
        "recommend",
        "related",
        "remark",
        "replies",
        "rss",
        "share",
        "sharing",
        "shoutbox",
        "sidebar",
        "skyscraper",
        "social",
        "sponsor",
        "subscribe",
        "subscription",
        "supplemental",
        "taboola",
        "tags",
        "toolbar",
        "tooltip",
        "trending",
        "widget",
    ])
    .ok()
});

static LIKELY: Known = LazyLock::new(|| {
    AhoCorasick::new(["article", "body", "column", "content", "main", "post", "story", "entry"])
        .ok()
});

static BETTER: Known = LazyLock::new(|| {
    AhoCorasick::new([
        "article",
        "body",
        "content",
        "entry",
        "hentry",
        "h-entry",
        "main",
        "page",
        "pagination",
        "post",
        "text",
        "blog",
        "story",
    ])
    .ok()
});

static WORSE: Known = LazyLock::new(|| {
    AhoCorasick::new([
        "hidden",
        "banner",
        "combx",
        "comment",
        "com-",
        "contact",
        "foot",
        "gdpr",
        "masthead",
        "media",
        "meta",
        "outbrain",
        "promo",
        "related",
        "scroll",
        "share",
        "shoutbox",
        "sidebar",
        "skyscraper",
        "sponsor",
        "shopping",
        "tags",
        "tool",
        "widget",
    ])
    .ok()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_an_element_is() {
        assert!(
            is_unlikely("col-3 site-sidebar ")
                && !is_unlikely("main-sidebar ")
                && !is_unlikely("x ")
        );
        assert!(is_better("post-text ") && is_worse("share-bar ") && !is_worse(""));
    }
}
