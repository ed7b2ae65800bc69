//! One file with several things in it, and what is struck out.

use ruminate_documents::Kind;

use crate::reading::passages;

#[test]
fn headings_that_name_things_are_documents_of_their_own() {
    let told = |text: &str| -> Vec<(String, String)> {
        let passages = passages(Kind::Markdown, "services.md", text);
        passages.into_iter().map(|passage| (passage.title, passage.text)).collect()
    };
    let pair = |title: &str, text: &str| (title.to_owned(), text.to_owned());
    assert_eq!(
        told("# ledger\n\nOwner: Ann Lee\n\n# pay\n\nOwner: Bob Ott\n\n## Notes\n\nIt is old.\n"),
        [pair("ledger", "Owner: Ann Lee"), pair("pay", "Owner: Bob Ott\n\nNotes\n\nIt is old.")]
    );
    assert_eq!(
        told("# Ann Lee\n\nAnn leads sales.\n\n# Bob Ott\n\nHe left.\n"),
        [pair("Ann Lee", "Ann leads sales."), pair("Bob Ott", "He left.")]
    );
    // Parts of what the file is about.
    assert_eq!(
        told("# Setup\n\nFirst, rest.\n\n# Usage\n\nThen, run.\n"),
        [pair("Services", "Setup\n\nFirst, rest.\n\nUsage\n\nThen, run.")]
    );
}

#[test]
fn what_is_struck_out_is_said_no_more() {
    let text = "# web-01\n\nLocation: ~~Rome~~ Bonn\n\n- ~~It is new~~ It is old\n";
    let passages = passages(Kind::Markdown, "web.md", text);
    assert_eq!(passages[0].text, "Location: Bonn\n\n- It is old");
}
