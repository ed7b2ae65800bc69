//! PDFs, good and bad, read by another process.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use ruminate_documents::{
    DocumentError, Kind, Limits, Note, Passage, PdfProgram, Piece, Place, Reader, Report,
};

fn program(arguments: &[&str]) -> Option<PdfProgram> {
    Some(PdfProgram {
        program: env!("CARGO_BIN_EXE_read-pdf").into(),
        arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
    })
}

fn read_with(reader: &Reader, pdf: &[u8]) -> Result<(Vec<Passage>, Report), DocumentError> {
    let mut passages = Vec::new();
    let report = reader.read(Kind::Pdf, "some-paper.pdf", pdf, &mut |piece| {
        if let Piece::Passage(passage) = piece {
            passages.push(passage);
        }
        ControlFlow::Continue(())
    })?;
    Ok((passages, report))
}

fn read(pdf: &[u8]) -> Result<(Vec<Passage>, Report), DocumentError> {
    read_with(&Reader { pdf: program(&[]), ..Reader::default() }, pdf)
}

fn code_of(pdf: &[u8]) -> &'static str {
    read(pdf).unwrap_err().code()
}

/// Objects from 1 on, the first of which is the catalogue, and what the trailer says besides.
fn file<T: AsRef<[u8]>>(objects: &[T], trailer: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut places = String::new();
    for (at, object) in objects.iter().enumerate() {
        places.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.extend(format!("{} 0 obj\n", at + 1).bytes());
        file.extend(object.as_ref());
        file.extend(b"\nendobj\n");
    }
    let (start, size) = (file.len(), objects.len() + 1);
    let table = format!("xref\n0 {size}\n0000000000 65535 f \n{places}");
    let end = format!("<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n");
    file.extend(format!("{table}trailer\n{end}").bytes());
    file
}

fn stream(content: &str) -> String {
    format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len())
}

/// A page for each text, a line for each of its lines; an empty line is a gap.
fn paper(pages: &[&str], trailer: &str) -> Vec<u8> {
    paper_with("<< /Title (On cells) /CreationDate (D:20240501120000Z) >>", pages, trailer)
}

/// `fourth` is the object 4.
fn paper_with(fourth: &str, pages: &[&str], trailer: &str) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len()).map(|at| format!("{} 0 R", 5 + 2 * at)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {} /Kids [{}] >>", pages.len(), kids.join(" ")),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
        fourth.to_owned(),
    ];
    for (at, page) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R >> >> >>",
            6 + 2 * at
        ));
        let mut content = "BT /F1 12 Tf 72 720 Td ".to_owned();
        for line in page.lines() {
            content.push_str(&format!("({line}) Tj 0 -14 Td "));
        }
        objects.push(stream(&(content + "ET")));
    }
    file(&objects, trailer)
}

#[test]
fn a_paper_is_read() {
    let pdf = paper(
        &[
            "A cell is the smallest\nunit of life. It has a mem-\nbrane and in it\n\n1",
            "a nucleus.\n\nThe end.\n\n2",
        ],
        "/Info 4 0 R",
    );
    let (passages, report) = read(&pdf).unwrap();
    assert_eq!(passages.len(), 1, "{passages:#?}");
    assert_eq!(passages[0].title, "On cells");
    assert_eq!(passages[0].at, "1 May 2024");
    assert_eq!(
        passages[0].text,
        "A cell is the smallest unit of life. It has a membrane and in it a nucleus.\n\nThe end."
    );
    assert!(report.notes.is_empty() && report.skipped == 0);
    let (passages, _) = read(&paper(&["Some words."], "")).unwrap();
    assert_eq!(passages[0].title, "Some paper");
}

#[test]
fn only_so_many_pages_are_read() {
    let limits = Limits { pages: 2, ..Limits::default() };
    let reader = Reader { pdf: program(&[]), limits };
    let (passages, report) = read_with(&reader, &paper(&["One.", "Two.", "Three."], "")).unwrap();
    assert_eq!(passages[0].text, "One.\n\nTwo.");
    assert_eq!(report.notes, [Note::Pages(2)]);
}

#[test]
fn a_scan_has_no_text() {
    assert_eq!(code_of(&paper(&["", ""], "")), "document_no_text");
}

#[test]
fn a_password_is_asked_for() {
    let lock =
        format!("<< /Filter /Standard /V 1 /R 2 /P -4 /O <{0}> /U <{0}> >>", "5a".repeat(32));
    let id = "/ID [<00> <00>]";
    let direct = paper(&["Secret."], &format!("/Encrypt {lock} {id}"));
    assert_eq!(code_of(&direct), "document_encrypted");
    let apart = paper_with(&lock, &["Secret."], &format!("/Encrypt 4 0 R {id}"));
    assert_eq!(code_of(&apart), "document_encrypted");
}

#[test]
fn damaged_files_say_so() {
    let whole = paper(&["Some words of a page."], "");
    assert_eq!(code_of(b"%PDF-1.4\nnothing else"), "document_damaged");
    assert_eq!(code_of(&whole[..40]), "document_damaged");
    let no_pages = file(&["<< /Type /Catalog >>".to_owned()], "");
    assert!(["document_damaged", "document_no_text"].contains(&code_of(&no_pages)));
}

#[test]
fn what_recurses_ends_nothing_but_its_reader() {
    // A parent that is its own parent, and a picture that paints itself.
    let parent = file(
        &[
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Count 1 /Kids [3 0 R] /Parent 2 0 R >>".to_owned(),
            "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>".to_owned(),
            stream("BT (x) Tj ET"),
        ],
        "",
    );
    let form =
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >>";
    let painting = file(
        &[
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 5 0 R \
             /Resources << /XObject << /X 4 0 R >> >> >>"
                .to_owned(),
            format!("<< {form} /Length 5 >>\nstream\n/X Do\nendstream"),
            stream("/X Do"),
        ],
        "",
    );
    let nested = file(&["[".repeat(200_000)], "");
    for pdf in [parent, painting, nested] {
        let error = read(&pdf).unwrap_err();
        let codes =
            ["document_too_deep", "document_damaged", "document_no_text", "document_out_of_memory"];
        assert!(codes.contains(&error.code()), "{error}");
    }
}

#[test]
fn what_unpacks_to_too_much_is_refused() {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    for _ in 0..600 {
        packed.write_all(&vec![b' '; 1024 * 1024]).unwrap();
    }
    let packed = packed.finish().unwrap();
    let head = format!("<< /Filter /FlateDecode /Length {} >>\nstream\n", packed.len());
    let pdf = file(
        &[
            b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
            b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_vec(),
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>".to_vec(),
            [head.as_bytes(), &packed, b"\nendstream"].concat(),
        ],
        "",
    );
    let limits = Limits { pdf_memory: 256 * 1024 * 1024, ..Limits::default() };
    let error = read_with(&Reader { pdf: program(&[]), limits }, &pdf).unwrap_err();
    assert_eq!(error.code(), "document_out_of_memory");
}

#[test]
fn a_reader_that_hangs_or_dies_is_an_error() {
    let pdf = paper(&["x"], "");
    let limits = Limits { pdf_time: Duration::from_millis(300), ..Limits::default() };
    let begun = Instant::now();
    let hanging = Reader { pdf: program(&["--hang"]), limits };
    assert_eq!(read_with(&hanging, &pdf).unwrap_err().code(), "document_timed_out");
    // More than a pipe holds, which nobody takes.
    let large = [pdf.as_slice(), &vec![b' '; 1_000_000]].concat();
    assert_eq!(read_with(&hanging, &large).unwrap_err().code(), "document_timed_out");
    assert!(begun.elapsed() < Duration::from_secs(5));
    let crashing = Reader { pdf: program(&["--crash"]), ..Reader::default() };
    assert_eq!(read_with(&crashing, &pdf).unwrap_err().code(), "document_damaged");
    let absent = PdfProgram { program: "/nowhere/at/all".into(), arguments: Vec::new() };
    let absent = Reader { pdf: Some(absent), ..Reader::default() };
    assert_eq!(read_with(&absent, &pdf).unwrap_err().code(), "document_no_pdf_reader");
    assert_eq!(read_with(&Reader::default(), &pdf).unwrap_err().code(), "document_no_pdf_reader");
}

#[test]
fn a_page_that_is_lost_is_told_and_the_others_are_read() {
    let good = paper(&["First page.", "Second page.", "Third page."], "");
    let text = String::from_utf8(good).unwrap();
    // Without the box of the second page, which its reader relies on.
    let mut pages = text.splitn(3, "/MediaBox [0 0 612 792]");
    let (a, b, c) = (pages.next().unwrap(), pages.next().unwrap(), pages.next().unwrap());
    let bad = format!("{a}/MediaBox [0 0 612 792]{b}/MediaBux [0 0 612 792]{c}");
    let (passages, report) = read(bad.as_bytes()).unwrap();
    assert_eq!(passages[0].text, "First page.\n\nThird page.");
    assert_eq!(report.told[0].at, Place::Page(2));
}
