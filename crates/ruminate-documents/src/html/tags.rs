//! What of HTML's elements matters for a page's text.

pub(super) fn is_block(tag: &str) -> bool {
    matches!(
        tag,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "li"
            | "main"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
    )
}

pub(super) fn is_void(tag: &str) -> bool {
    matches!(
        tag,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// What may stand in a page's head: anything else ends it, even where nobody closed it.
pub(super) fn is_of_head(tag: &str) -> bool {
    matches!(
        tag,
        "html"
            | "head"
            | "base"
            | "link"
            | "meta"
            | "title"
            | "style"
            | "script"
            | "noscript"
            | "template"
    )
}

/// What an element that begins ends, if it is open, and within what.
pub(super) fn ends(tag: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match tag {
        "li" => (&["li"], &["ul", "ol"]),
        "dt" | "dd" => (&["dt", "dd"], &["dl"]),
        "tr" => (&["tr"], &["table"]),
        "td" | "th" => (&["td", "th"], &["tr", "table"]),
        "option" => (&["option"], &["select"]),
        "a" => (&["a"], &["td", "th", "table"]),
        tag if is_block(tag) => (&["p"], &["td", "th", "table", "li", "div"]),
        _ => (&[], &[]),
    }
}
