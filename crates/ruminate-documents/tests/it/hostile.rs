//! What nobody should be given to read.

use std::fs;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use ruminate_documents::{DocumentError, Kind, Note, Passage, Piece, Reader, Report, walk};

fn read(kind: Kind, source: impl Read) -> Result<(Vec<Passage>, Report), DocumentError> {
    let mut passages = Vec::new();
    let report = Reader::default().read(kind, "x", source, &mut |piece| {
        if let Piece::Passage(passage) = piece {
            passages.push(passage);
        }
        ControlFlow::Continue(())
    })?;
    Ok((passages, report))
}

fn read_file(path: &Path) -> Result<Report, DocumentError> {
    Reader::default().read_file(path, &mut |_| ControlFlow::Continue(()))
}

const KINDS: [Kind; 6] =
    [Kind::Markdown, Kind::Text, Kind::Html, Kind::Docx, Kind::Jsonl, Kind::Table];

#[test]
fn pages_nested_deep_are_read() {
    let text = "Some words of the article, and more of them. ".repeat(20);
    let deep = format!("{}<p>{text}{}", "<div>".repeat(100_000), "</div>".repeat(100_000));
    let unclosed = format!("{}{text}", "<p><b><i><a><table><td><li>".repeat(50_000));
    let marks = format!("{}<h1>{text}", "<h1><title></title>".repeat(50_000));
    for page in [deep, unclosed, marks] {
        let begun = Instant::now();
        let (passages, _) = read(Kind::Html, page.as_bytes()).unwrap();
        let all: String =
            passages.iter().map(|one| format!("{} {}", one.title, one.text)).collect();
        assert!(all.contains("Some words of the article"), "{}", &all[..all.len().min(100)]);
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}

#[test]
fn markdown_nested_deep_is_read() {
    for text in [
        ">".repeat(50_000),
        "- ".repeat(20_000),
        "[".repeat(50_000),
        "*a_".repeat(30_000),
        "`".repeat(9) + &"` ".repeat(50_000),
        "<a ".repeat(50_000),
        "|".repeat(50_000) + "\n|-|-|\n|x",
    ] {
        let begun = Instant::now();
        read(Kind::Markdown, format!("{text} word").as_bytes()).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(20), "{} {:?}", &text[..9], begun.elapsed());
    }
}

#[test]
fn a_line_of_megabytes_is_cut() {
    let line = "word ".repeat(300_000) + &"x".repeat(1_000_000);
    for kind in [Kind::Text, Kind::Markdown, Kind::Html] {
        let (passages, _) = read(kind, line.as_bytes()).unwrap();
        assert!(passages.len() > 1_500, "{kind:?}: {}", passages.len());
        assert!(passages.iter().all(|passage| passage.text.len() < 10_000), "{kind:?}");
    }
}

#[test]
fn text_that_is_none_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let code = |path: &Path| read_file(path).unwrap_err().code();
    assert_eq!(code(&write("a.txt", b"\x89PNG\r\n\x1a\n\0\0")), "document_unsupported");
    assert_eq!(code(&write("b.txt", &[0, 1, 2, 3, 0xff])), "document_not_text");
    assert_eq!(code(&write("c.jsonl", &[0, 1, 2, 3, 0xff])), "document_not_text");
    let late = [b"text ".repeat(5_000), vec![1; 20_000]].concat();
    assert_eq!(code(&write("d.md", &late)), "document_not_text");
    assert_eq!(read_file(&write("e.txt", b"")).unwrap().notes, [Note::Empty]);
    let broken = [&b"na\xc3\xafve caf\xc3\xa9 "[..], b"\xe2\x82 and more"].concat();
    let report = read_file(&write("f.txt", &broken)).unwrap();
    assert_eq!(report.notes, [Note::Replaced(1)]);
}

#[test]
fn only_files_are_opened() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe.txt");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let begun = Instant::now();
    let code = |path: &Path| read_file(path).unwrap_err().code();
    assert_eq!(code(&pipe), "document_not_a_file");
    assert_eq!(code(Path::new("/dev/zero")), "document_not_a_file");
    assert_eq!(code(dir.path()), "document_not_a_file");
    assert_eq!(code(&dir.path().join("absent.txt")), "document_missing");
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn what_may_not_be_read_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("secret.txt");
    fs::write(&path, "secret").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::File::open(&path).is_ok() {
        eprintln!("SKIPPED: this user may read everything");
        return;
    }
    assert_eq!(read_file(&path).unwrap_err().code(), "document_forbidden");
}

#[test]
fn a_file_that_grows_is_read_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("log.jsonl");
    fs::write(&path, "{\"text\": \"x\"}\n").unwrap();
    let mut seen = 0;
    let report = Reader::default().read_file(&path, &mut |_| {
        seen += 1;
        let more = fs::read(&path).unwrap().repeat(2);
        fs::write(&path, more).unwrap();
        if seen > 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(report.unwrap().passages, 1);
}

#[test]
fn directories_are_walked_in_order() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    for name in [
        "b.md",
        "a.txt",
        "sub/c.html",
        "sub/deeper/d.csv",
        ".hidden.md",
        ".git/x.md",
        "node_modules/x.md",
        "rust/Cargo.toml",
        "rust/target/x.md",
        "notes/target/kept.md",
        "built/CACHEDIR.TAG",
        "built/x.md",
        "picture.png",
        "ignored.md",
        "sub/ignored.md",
    ] {
        fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
        fs::write(root.join(name), "x").unwrap();
    }
    fs::write(root.join(".gitignore"), "ignored.md\n").unwrap();
    std::os::unix::fs::symlink(root, root.join("sub/loop")).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", root.join("link.txt")).unwrap();
    let mut walk = walk([root.to_owned(), root.join("picture.png"), root.join("absent.md")]);
    let found: Vec<Result<PathBuf, DocumentError>> = walk.by_ref().collect();
    let (last, found) = found.split_last().unwrap();
    assert_eq!(last.as_ref().unwrap_err().code(), "document_missing");
    let found: Vec<_> = found
        .iter()
        .map(|path| path.as_ref().unwrap().strip_prefix(root).unwrap().display().to_string())
        .collect();
    assert_eq!(
        found,
        [
            "a.txt",
            "b.md",
            "notes/target/kept.md",
            "rust/Cargo.toml",
            "sub/c.html",
            "sub/deeper/d.csv",
            "picture.png"
        ]
    );
    // The picture and two links.
    assert_eq!(walk.left_out(), 3);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        for kind in KINDS {
            let _ = read(kind, bytes.as_slice());
        }
        let _ = Kind::of("x", &bytes);
    }

    #[test]
    fn no_text_makes_it_panic(text in "([#>|*_`\\[\\]()<>/\"'={}:;,.\\-\n\t éß木a-c0-9]|<div>|</p>|<!--|<h1>|<table>|<td>|<pre>|---\n|```|: ){0,150}") {
        for kind in KINDS {
            let _ = read(kind, text.as_bytes());
        }
    }

    #[test]
    fn no_page_makes_it_panic(page in "(é|x|_| |\n|<b>|</b>|<i>|<a href=é>|</a>|<table>|</table>|<tr>|<td>|<li>|<ul>|</ul>|<pre>|</pre>|<h2>|</h2>|<p>|<code>|<br>|<script>|</script>|<blockquote>){0,60}") {
        let resolve = |_: &str, address: &str| Some(address.to_owned());
        let _ = Reader::default().read_page("x", page.into_bytes(), None, &resolve);
    }

    #[test]
    fn pieces_of_a_word_document_never_make_it_panic(at in 0_usize..1_000, with in any::<u8>()) {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        zip.start_file("word/document.xml", zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut zip, b"<w:p><w:r><w:t>Hello &amp; all</w:t></w:r></w:p>").unwrap();
        let mut bytes = zip.finish().unwrap().into_inner();
        let at = at % bytes.len();
        bytes[at] = with;
        let _ = read(Kind::Docx, bytes.as_slice());
    }

    #[test]
    fn a_plain_text_keeps_its_words_in_order(text in "([A-Za-zé,.!?:-]{1,9}( |\n|\n\n|  )){0,200}") {
        let (passages, _) = read(Kind::Text, text.as_bytes()).unwrap();
        let kept: Vec<&str> = passages.iter().flat_map(|one| one.text.split_whitespace()).collect();
        prop_assert_eq!(kept, text.split_whitespace().collect::<Vec<_>>());
    }
}
