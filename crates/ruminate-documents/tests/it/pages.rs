//! Pages for whoever reads all of them at once.

use std::time::{Duration, Instant};

use ruminate_documents::{DocumentError, Link, Reader, WebPage};

fn resolved(base: &str, address: &str) -> Option<String> {
    (!address.starts_with("javascript:")).then(|| format!("{base}{address}"))
}

fn read(page: &str) -> WebPage {
    Reader::default().read_page("x", page.as_bytes().to_vec(), None, &resolved).unwrap()
}

/// What becomes of this between two paragraphs that make it an article.
#[track_caller]
fn check(html: &str, markdown: &str) {
    let filler =
        "This sentence is here so that there is an article, with commas, and more. ".repeat(5);
    let page = read(&format!(
        "<body><article><p>First. {filler}</p>{html}<p>Last. {filler}</p></article>"
    ));
    let inner = page.markdown.split_once("\n\n").unwrap().1.rsplit_once("\n\n").unwrap().0;
    assert_eq!(inner, markdown, "{}", page.markdown);
}

#[test]
fn an_article_is_written_as_markdown() {
    check("<h2>A <b>heading</b></h2>", "## A heading");
    check(
        "<p>Some <b>bold </b>and <i>slanted</i> and <code>a_b</code><b></b>.</p>",
        "Some **bold** and *slanted* and `a_b`.",
    );
    check(
        "<p>See <a href='/a b(c)'>the page</a>, or <a href='javascript:x'>not</a>.</p>",
        "See [the page](/a%20b%28c%29), or not.",
    );
    check(
        "<ul><li>One, or so<li><p>Two</p><ol><li>Inner<li>More</ol></ul>",
        "- One, or so\n- Two\n  1. Inner\n  2. More",
    );
    check(
        "<blockquote><p>Said one.</p><p>Said two.</p></blockquote>",
        "> Said one.\n\n> Said two.",
    );
    check("<pre>let a = 1;\n  *b</pre>", "```\nlet a = 1;\n  *b\n```");
    check(
        "<table><tr><th>Name of it<th>Size of it</tr><tr><td>a|b<td>a hundred</tr></table>",
        "| Name of it | Size of it |\n|---|---|\n| a\\|b | a hundred |",
    );
    check("<p>2. is *not* an item</p>", "2\\. is \\*not\\* an item");
    check("<p># nor a heading<br>with two lines</p>", "\\# nor a heading  \nwith two lines");
    check(
        "<b><div>A block that stands in bold letters</div></b>",
        "A block that stands in bold letters",
    );
}

#[test]
fn a_page_tells_of_itself() {
    let text = "Some words of the article, and more of them. ".repeat(20);
    let page = read(&format!(
        "<html lang='en-GB'><head><base href='https://a.example'><title>Cells and what they are | Biology</title>\
         <meta property='article:published_time' content='2024-05-01T10:00:00Z'></head>\
         <body><nav><a href='/menu'>Menu</a></nav><p>{text}<a href='/x'>A link</a> <a href='/x'>again</a></p>"
    ));
    assert_eq!(page.title, "Cells and what they are");
    assert_eq!(page.published.as_deref(), Some("2024-05-01"));
    assert_eq!(page.language.as_deref(), Some("en-GB"));
    let link = Link { url: "https://a.example/x".into(), text: "A link".into() };
    assert_eq!(page.links, [link]);
    assert!(page.text.starts_with("Some words of the article, and more"), "{}", page.text);
}

#[test]
fn the_charset_that_a_page_was_sent_with_counts_before_its_own() {
    let read = |page: &[u8], charset| {
        Reader::default().read_page("x", page.to_vec(), charset, &resolved).unwrap().text
    };
    let page = b"<meta charset=windows-1252><p>\xcf\xf0\xe8\xe2\xe5\xf2";
    assert_eq!(read(page, Some("windows-1251")), "Привет");
    assert_eq!(read(page, Some("no such charset")), "Ïðèâåò");
    assert_eq!(read("<p>Grüße".as_bytes(), Some("windows-1251")), "Grüße");
}

#[test]
fn emphasis_around_rows_is_no_trouble() {
    let page = read("<table>x<b><tr><td>A row in a table</tr>é</b></table>");
    assert!(page.markdown.contains("| A row in a table |"), "{}", page.markdown);
}

#[test]
fn pages_nested_deep_become_markdown() {
    let text = "Some words of the article, and more of them. ".repeat(20);
    for open in
        ["<div>", "<ul><li>", "<b>", "<blockquote>", "<table><tr><td>", "<a href=x>", "<pre>"]
    {
        let begun = Instant::now();
        let page = read(&format!("{}<p>{text}", open.repeat(100_000)));
        assert!(page.markdown.contains("Some words of the article"), "{open}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{open} {:?}", begun.elapsed());
    }
}

#[test]
fn nothing_reaches_a_terminal_that_is_no_text() {
    let page =
        read("<title>A\x1b]0;x</title><p>One\x1b[1m and &#27;[2m two.\r\n<a href=x>thr&#7;ee</a>");
    assert_eq!(page.title, "A]0;x");
    assert_eq!(page.text, "One[1m and [2m two. three");
    assert_eq!(page.links[0].text, "three");
    assert!(!page.markdown.contains(char::is_control), "{}", page.markdown);
}

#[test]
fn a_page_without_text_says_so() {
    let read =
        Reader::default().read_page("x", b"<body><script>1</script>".to_vec(), None, &resolved);
    assert_eq!(read, Err(DocumentError::NoText { name: "x".into() }));
}
