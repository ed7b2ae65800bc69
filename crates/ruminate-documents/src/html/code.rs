//! Scripts and styles. They are half of what pages consist of, and are stepped over: the tokenizer would look at
//! every character of them.

/// Where the next tag ends that may begin a script or a style.
pub(super) fn begins(page: &str) -> Option<usize> {
    let bytes = page.as_bytes();
    let mut from = 0;
    loop {
        let at = from + page[from..].find('<')?;
        from = at + 1;
        if is_tag(&bytes[from..], "script") || is_tag(&bytes[from..], "style") {
            return Some(from + page[from..].find('>')? + 1);
        }
    }
}

/// What comes after the code: the tag that ends it, or nothing.
pub(super) fn skipped<'a>(page: &'a str, tag: &str) -> &'a str {
    let bytes = page.as_bytes();
    let mut from = 0;
    while let Some(found) = page[from..].find("</") {
        let at = from + found;
        from = at + 2;
        if is_tag(&bytes[from..], tag) {
            return &page[at..];
        }
    }
    ""
}

fn is_tag(bytes: &[u8], tag: &str) -> bool {
    let name = bytes.get(..tag.len());
    name.is_some_and(|name| name.eq_ignore_ascii_case(tag.as_bytes()))
        && bytes.get(tag.len()).is_none_or(|next| !next.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;

    /// The text of a page, code included where it is read.
    fn text(page: &str) -> String {
        Tree::read(page, 100).unwrap().text_within(0)
    }

    #[test]
    fn code_is_stepped_over_and_nothing_else() {
        assert_eq!(text("a<script>if (a < b) '</scripts>' + c</script>d"), "ad");
        assert_eq!(text("a<STYLE media=x>b</style >c<style>d</STYLE>e"), "ace");
        assert_eq!(text("a<!-- <script> -->b</script>c"), "abc");
        assert_eq!(text("a<p title='<script>'>b</p>c<script>d"), "abc");
        assert_eq!(text("a<script x='>'>b</script>c"), "abc");
        assert_eq!(
            text("a<scripted>b</scripted><textarea><script>c</script></textarea>"),
            "ab<script>c</script>"
        );
        assert_eq!(
            text("<script type='application/ld+json'>{\"a\": \"<b>\"}</script>c"),
            "{\"a\": \"<b>\"}c"
        );
        assert_eq!(text("a<script"), "a");
    }
}
