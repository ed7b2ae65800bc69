//! Word documents, good and bad.

use std::io::{Cursor, Write};
use std::ops::ControlFlow;

use ruminate_documents::{DocumentError, Kind, Limits, Passage, Piece, Reader};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn zipped(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn read(docx: &[u8]) -> Result<Vec<Passage>, DocumentError> {
    let mut passages = Vec::new();
    let reader = Reader { limits: Limits::default(), ..Reader::default() };
    let read = reader.read(Kind::Docx, "field-notes.docx", docx, &mut |piece| {
        if let Piece::Passage(passage) = piece {
            passages.push(passage);
        }
        ControlFlow::Continue(())
    });
    read.map(|_| passages)
}

fn document(body: &str) -> Vec<u8> {
    zipped(&[("word/document.xml", &wrapped(body))])
}

fn wrapped(body: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">\
         <w:body>{body}</w:body></w:document>"
    )
}

fn paragraph(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn styled(style: &str, text: &str) -> String {
    format!("<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
}

#[test]
fn headings_lists_and_tables_are_read() {
    let item =
        |text: &str| format!("<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>");
    let cell = |text: &str| format!("<w:tc>{}</w:tc>", paragraph(text));
    let long = "Forty words and more are here, so that nothing is a scrap of a note. ".repeat(9);
    let body = [
        paragraph(&format!("Before &amp; after: {long}")),
        styled("berschrift1", "Birds"),
        paragraph(&long),
        "<w:p><w:r><w:t xml:space=\"preserve\">Split </w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>\
         <w:r><w:t>runs</w:t><w:tab/><w:t>join&#8217;d</w:t></w:r></w:p>"
            .to_owned(),
        item("one"),
        item("two"),
        styled("Heading2", "Counts"),
        format!(
            "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>{}{}</w:tr><w:tr>{}{}</w:tr></w:tbl>",
            cell("bird"),
            cell("seen"),
            cell("wren"),
            cell("12")
        ),
        paragraph(&long),
        "<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p>\
         </w:txbxContent></mc:Choice><mc:Fallback><w:p><w:r><w:t>twice</w:t></w:r></w:p></mc:Fallback>\
         </mc:AlternateContent></w:r></w:p>"
            .to_owned(),
    ];
    let docx = zipped(&[
        ("[Content_Types].xml", "<Types/>"),
        ("word/document.xml", &wrapped(&body.concat())),
        (
            "word/styles.xml",
            "<w:styles><w:style w:styleId=\"berschrift1\"><w:name w:val=\"heading 1\"/></w:style></w:styles>",
        ),
        (
            "docProps/core.xml",
            "<c><dc:title>Field notes of May</dc:title><dcterms:created>2024-05-01T08:00:00Z</dcterms:created></c>",
        ),
    ]);
    assert_eq!(Kind::of("x.docx", &docx), Ok(Kind::Docx));
    let passages = read(&docx).unwrap();
    let titles: Vec<_> = passages.iter().map(|passage| passage.title.as_str()).collect();
    assert_eq!(
        titles,
        ["Field notes of May", "Field notes of May › Birds", "Field notes of May › Birds › Counts"]
    );
    assert!(passages.iter().all(|passage| passage.at == "1 May 2024"));
    assert!(passages[0].text.starts_with("Before & after: Forty"));
    assert!(
        passages[1].text.ends_with("Split runs join’d\n\n- one\n- two"),
        "{}",
        passages[1].text
    );
    assert!(passages[2].text.starts_with("bird: wren; seen: 12"), "{}", passages[2].text);
    assert!(passages[2].text.ends_with("In a box"));
}

#[test]
fn a_document_without_a_title_is_about_its_name() {
    assert_eq!(read(&document(&paragraph("Short."))).unwrap()[0].title, "Field notes");
}

#[test]
fn what_is_no_document_says_so() {
    let code = |docx: &[u8]| read(docx).unwrap_err().code();
    assert_eq!(code(b"PK\x03\x04 and nothing"), "document_damaged");
    assert_eq!(code(&zipped(&[("other.xml", "<x/>")])), "document_damaged");
    assert_eq!(code(&zipped(&[("word/document.xml", "<a><b></a>")])), "document_damaged");
    assert_eq!(code(&zipped(&[("word/document.xml", "<w:p><w:t>\u{0}")])), "document_damaged");
    assert_eq!(code(&document("")), "document_no_text");
    let whole = document(&paragraph("Some text"));
    assert_eq!(code(&whole[..whole.len() / 2]), "document_damaged");
}

#[test]
fn bombs_are_refused() {
    let code = |docx: &[u8]| read(docx).unwrap_err().code();
    let blown = document(&paragraph(&" ".repeat(300 * 1024 * 1024)));
    assert!(blown.len() < 1024 * 1024);
    assert_eq!(code(&blown), "document_bomb");
    let deep = document(&"<w:x>".repeat(100_000));
    assert_eq!(code(&deep), "document_too_deep");
    let many: Vec<(String, &str)> = (0..10_001).map(|at| (at.to_string(), "")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    assert_eq!(code(&zipped(&many)), "document_bomb");
}

#[test]
fn entities_are_not_followed() {
    let xml = "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\"><!ENTITY b \"&a;&a;&a;\">]>\
               <w:document><w:p><w:r><w:t>Before &b;&a; after</w:t></w:r></w:p></w:document>";
    let passages = read(&zipped(&[("word/document.xml", xml)])).unwrap();
    assert_eq!(passages[0].text, "Before  after");
}
