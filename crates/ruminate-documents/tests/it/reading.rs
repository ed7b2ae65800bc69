//! What documents become, for those who learn from them.

use std::io::Read;
use std::ops::ControlFlow;

use ruminate_documents::{
    DocumentError, Kind, Limits, Note, Passage, Piece, Place, Reader, Report, Triple,
};

type Read_ = Result<(Vec<Passage>, Vec<Triple>, Report), DocumentError>;

fn read_with(limits: Limits, kind: Kind, name: &str, source: impl Read) -> Read_ {
    let (mut passages, mut triples) = (Vec::new(), Vec::new());
    let reader = Reader { limits, ..Reader::default() };
    let report = reader.read(kind, name, source, &mut |piece| {
        match piece {
            Piece::Passage(passage) => passages.push(passage),
            Piece::Triple(triple) => triples.push(triple),
        }
        ControlFlow::Continue(())
    })?;
    assert_eq!((report.passages, report.triples), (passages.len() as u64, triples.len() as u64));
    Ok((passages, triples, report))
}

pub(crate) fn passages(kind: Kind, name: &str, text: &str) -> Vec<Passage> {
    read_with(Limits::default(), kind, name, text.as_bytes()).unwrap().0
}

fn sentences(about: &str, count: usize) -> String {
    (0..count).map(|at| format!("Sentence {at} of ten words is about {about} and more. ")).collect()
}

#[test]
fn markdown_is_cut_at_its_headings() {
    let text = format!(
        "---\ntitle: \"Kubernetes\"\ndate: 2024-05-01\n---\n# Kubernetes\n\n{}\n\n## Scheduling\n\n{}\n\n\
         ### Taints\n\n{}\n\n## Storage\n\n{}",
        sentences("clusters", 8),
        sentences("pods", 8),
        sentences("taints", 30),
        sentences("volumes", 8)
    );
    let passages = passages(Kind::Markdown, "k8s.md", &text);
    let titles: Vec<&str> = passages.iter().map(|passage| passage.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Kubernetes",
            "Kubernetes › Scheduling",
            "Kubernetes › Scheduling › Taints",
            "Kubernetes › Scheduling › Taints",
            "Kubernetes › Storage"
        ]
    );
    assert!(passages.iter().all(|passage| passage.at == "1 May 2024"));
    assert!(passages[1].text.contains("pods") && !passages[1].text.contains("taints"));
}

#[test]
fn a_short_document_is_one_passage_about_its_title() {
    let text = "# The mitochondrion\n\nIt makes [ATP](https://example.org/atp), *the* fuel.\n\n\
                ## Parts\n\nIt has:\n\n- an outer membrane\n- an inner membrane\n  1. with folds\n\n\
                ```rust\nfn main() {\n    breathe();\n}\n```\n\n\
                | part | size |\n|---|---|\n| cristae | small |\n| matrix | large |\n";
    let passages = passages(Kind::Markdown, "bio/cell.md", text);
    assert_eq!(passages.len(), 1, "{passages:#?}");
    assert_eq!(passages[0].title, "The mitochondrion");
    assert_eq!(
        passages[0].text,
        "It makes ATP, the fuel.\n\nParts\n\nIt has:\n- an outer membrane\n- an inner membrane\n  \
         1. with folds\n\nfn main() {\n    breathe();\n}\n\npart: cristae; size: small\n\n\
         part: matrix; size: large"
    );
}

#[test]
fn a_file_without_a_heading_is_about_its_name() {
    let named = |name| passages(Kind::Text, name, "Some note.")[0].clone();
    assert_eq!(named("notes/trip-to-rome.txt").title, "Trip to rome");
    let dated = named("2024-05-01 standup.txt");
    assert_eq!((dated.title.as_str(), dated.at.as_str()), ("Standup", "1 May 2024"));
    assert_eq!(named("-").title, "");
    // Several headings of one level are parts of what the file is about.
    let parts = format!("# One\n\n{}\n\n# Two\n\n{}", sentences("x", 12), sentences("y", 12));
    let passages = passages(Kind::Markdown, "numbers.md", &parts);
    assert_eq!(passages[1].title, "Numbers › Two");
}

#[test]
fn a_transcript_keeps_its_turns() {
    let text = "Ann: Hi!\nBob: Hello.\nAnn: Tea?\nBob: Please.\nAnn: Milk?\nBob: No, thanks.\n";
    let turns = passages(Kind::Text, "tea.txt", text);
    assert_eq!(turns.len(), 6);
    assert!(turns.iter().all(|turn| turn.title == "Tea"));
    assert_eq!(turns[5].text, "Bob: No, thanks.");
    let turn = turns[5].turn.as_ref().unwrap();
    assert_eq!((turn.speaker.as_str(), turn.session.as_str()), ("Bob", "Tea"));
    let lines = text.lines().map(|line| format!("{{\"title\": \"Tea\", \"text\": \"{line}\"}}\n"));
    assert_eq!(passages(Kind::Jsonl, "tea.jsonl", &lines.collect::<String>()), turns);
}

#[test]
fn json_lines_keep_their_ids_and_bad_ones_are_told() {
    let text = "\u{feff}{\"id\": \"a\", \"title\": \"Pál Gábor\", \"text\": \"He was a director.\"}\r\n\
                not json\n\
                \n\
                {\"id\": 7, \"text\": \"Hello\", \"speaker\": \"Ann\", \"session\": \"s1\", \"at\": \"1:56 pm on 8 May, 2023\"}\n\
                {\"id\": 8, \"title\": \"empty\"}\n\
                {\"subject\": \"Angi Vera\", \"relation\": \"directed by\", \"object\": \"Pál Gábor\", \"confidence\": 0.9}\n\
                {\"id\": 9, \"text\": \"no newline at the end\", \"content\": {}, \"source\": [1, {\"x\": null}], \"timestamp\": 1714557600}";
    let (passages, triples, report) =
        read_with(Limits::default(), Kind::Jsonl, "corpus.jsonl", text.as_bytes()).unwrap();
    let ids: Vec<_> = passages.iter().map(|passage| passage.id.as_deref().unwrap()).collect();
    assert_eq!(ids, ["a", "7", "9"]);
    assert_eq!(passages[1].at, "1:56 pm on 8 May, 2023");
    assert_eq!(passages[2].at, "1 May 2024");
    let turn = passages[1].turn.as_ref().unwrap();
    assert_eq!((turn.speaker.as_str(), turn.session.as_str()), ("Ann", "s1"));
    assert_eq!(triples[0].object, "Pál Gábor");
    assert_eq!(triples[0].source, None);
    let told: Vec<_> = report.told.iter().map(|skipped| skipped.at).collect();
    assert_eq!(told, [Place::Line(2), Place::Line(5)]);
}

#[test]
fn how_sure_a_triple_is_means_the_same_in_every_file() {
    let told = |json: &str, csv: &str| {
        let line = format!(
            "{{\"subject\": \"a\", \"relation\": \"is\", \"object\": \"b\", \"confidence\": {json}}}"
        );
        let table = format!("subject,relation,object,confidence\na,is,b,{csv}\n");
        [(Kind::Jsonl, line), (Kind::Table, table)].map(|(kind, text)| {
            let read = read_with(Limits::default(), kind, "facts", text.as_bytes());
            let (_, triples, report) = read.unwrap();
            (triples.first().map(|triple| triple.confidence), report.skipped)
        })
    };
    for (json, csv, confidence) in [
        ("0.4", "0.4", Some(0.4)),
        ("\"0.4\"", " 0.4", Some(0.4)),
        ("null", "", None),
        ("1", "1", Some(1.0)),
    ] {
        assert_eq!(told(json, csv), [(Some(confidence), 0); 2], "{json}");
    }
    for (json, csv) in
        [("40", "40"), ("-0.1", "-0.1"), ("\"sure\"", "sure"), ("[1]", "[1]"), ("\"NaN\"", "NaN")]
    {
        assert_eq!(told(json, csv), [(None, 1); 2], "{json}");
    }
}

#[test]
fn a_record_is_a_passage_unless_it_is_a_book() {
    let line = |words: usize| format!("{{\"id\": \"a\", \"text\": \"{}\"}}", "word ".repeat(words));
    assert_eq!(passages(Kind::Jsonl, "x", &line(900)).len(), 1);
    let parts = passages(Kind::Jsonl, "x", &line(1_500));
    let ids: Vec<_> = parts.iter().map(|part| part.id.as_deref().unwrap()).collect();
    assert_eq!(ids[..3], ["a", "a#2", "a#3"]);
}

#[test]
fn a_line_too_long_is_skipped_without_being_held() {
    let before = "{\"text\": \"before\"}\n".as_bytes();
    let after = "\n{\"text\": \"after\"}\n".as_bytes();
    let long = std::io::repeat(b'x').take(100 * 1024 * 1024);
    let limits = Limits { line_bytes: 1024, ..Limits::default() };
    let (passages, _, report) =
        read_with(limits, Kind::Jsonl, "x.jsonl", before.chain(long).chain(after)).unwrap();
    assert_eq!(passages.len(), 2);
    assert_eq!(report.told[0].to_string(), "line 2: it is longer than 1024 bytes");
}

#[test]
fn reading_stops_when_no_more_is_wanted() {
    let endless = "{\"text\": \"again\"}\n".repeat(1000);
    let mut seen = 0;
    let report = Reader::default().read(Kind::Jsonl, "x", endless.as_bytes(), &mut |_| {
        seen += 1;
        if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let report = report.unwrap();
    assert!(report.stopped && report.passages == 3);
}

#[test]
fn triples_with_and_without_a_header() {
    let read = |text: &str| {
        let read = read_with(Limits::default(), Kind::Table, "facts.csv", text.as_bytes());
        let (passages, triples, report) = read.unwrap();
        assert!(passages.is_empty(), "{passages:?}");
        (triples, report)
    };
    let (triples, report) = read(
        "Subject,Relation,Object,Confidence,Source\nParis,capital of,France,0.9,atlas\n\
         \"Rome, Italy\",has,\"seven \"\"hills\"\"\",,\n,is,missing\nx,is,y,2\n",
    );
    assert_eq!(triples.len(), 2);
    assert_eq!(triples[0].confidence, Some(0.9));
    assert_eq!(triples[0].source.as_deref(), Some("atlas"));
    assert_eq!(triples[1].subject, "Rome, Italy");
    assert_eq!(triples[1].object, "seven \"hills\"");
    assert_eq!(triples[1].source, None);
    let told: Vec<_> = report.told.iter().map(|skipped| skipped.at).collect();
    assert_eq!(told, [Place::Line(4), Place::Line(5)]);
    assert_eq!(read("Paris,capital of,France\nAnn,knows,Bob\n").0.len(), 2);
    assert_eq!(read("Paris\tCAPITAL_OF\tFrance\n").0[0].relation, "CAPITAL_OF");
}

#[test]
fn rows_of_other_tables_are_passages() {
    let rows = passages(
        Kind::Table,
        "capitals.csv",
        "country,capital,people\nFrance,Paris,2 million\nItaly,Rome,\n",
    );
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].title, "Capitals");
    assert_eq!(rows[0].text, "country: France; capital: Paris; people: 2 million");
    assert_eq!(rows[1].text, "country: Italy; capital: Rome");
    let notes = passages(
        Kind::Table,
        "notes.csv",
        "id;title;date;note\n1;Tides;2024-05-01;The moon pulls; \n2;Ebb;;\"It, too, falls\nback.\"\n",
    );
    assert_eq!(notes[0].id.as_deref(), Some("1"));
    assert_eq!((&*notes[0].title, &*notes[0].at), ("Tides", "1 May 2024"));
    assert_eq!(notes[0].text, "The moon pulls");
    assert_eq!(notes[1].text, "It, too, falls\nback.");
}

#[test]
fn a_quote_that_is_never_closed_ends_the_table() {
    let text = "a,b\n1,2\n\"3,".as_bytes();
    let limits = Limits { line_bytes: 100_000, ..Limits::default() };
    let rest = std::io::repeat(b'x').take(50_000_000);
    let (passages, _, report) = read_with(limits, Kind::Table, "t.csv", text.chain(rest)).unwrap();
    assert_eq!(passages.len(), 1);
    assert_eq!(report.told[0].at, Place::Line(3));
}

#[test]
fn lines_of_fields_stay_lines() {
    let text = "# ledger\n\nOwner: Ann Lee\n**On call:** Bob Ott\nNotes on: nothing\n\nIt was said\nso: by all\nof them.";
    assert_eq!(
        passages(Kind::Markdown, "x.md", text)[0].text,
        "Owner: Ann Lee\nOn call: Bob Ott\nNotes on: nothing\n\nIt was said so: by all of them."
    );
}

#[test]
fn a_page_is_its_article() {
    let body = sentences("tides, the moon, and the sea", 12);
    let more = sentences("weak tides, strong tides, and the sun", 12);
    let page = format!(
        "<!DOCTYPE html><html><head><title>On tides | The Daily Sea</title>\
         <meta property=article:published_time content='2024-05-01T08:00:00Z'>\
         <script>var x = '<p>not text</p>';</script></head><body>\
         <nav><ul><li><a href=/>Home</a><li><a href=/fish>Fish</a></ul></nav>\
         <div class=sidebar><p>Subscribe now, it is cheap, and good, and cheap.</p></div>\
         <article><h1>On tides</h1><p>{body}</p><h2>Neap &amp; spring</h2><p>{more}<ul><li>one<li>two</ul>\
         </article><footer>© Sea, all rights reserved, everywhere, always.</footer></body></html>"
    );
    let passages = passages(Kind::Html, "x.html", &page);
    assert_eq!(passages[0].title, "On tides");
    assert_eq!(passages[0].at, "1 May 2024");
    assert!(passages.iter().any(|passage| passage.title == "On tides › Neap & spring"));
    let all: String = passages.iter().map(|passage| passage.text.as_str()).collect();
    for gone in ["Home", "Subscribe", "rights", "not text"] {
        assert!(!all.contains(gone), "{gone}: {all}");
    }
    assert!(all.contains("- one\n- two"), "{all}");
}

#[test]
fn a_head_that_nobody_closed_ends_with_the_text() {
    let page = "<html><head><title>On ebb</title><p>The sea goes out.<p>It comes back.";
    let passages = passages(Kind::Html, "x.html", page);
    assert_eq!(passages[0].title, "On ebb");
    assert_eq!(passages[0].text, "The sea goes out.\n\nIt comes back.");
}

#[test]
fn a_page_without_an_article_is_read_whole() {
    let read = read_with(Limits::default(), Kind::Html, "a.html", "<b>Just</b> a line".as_bytes());
    let (passages, _, report) = read.unwrap();
    assert_eq!(passages[0].text, "Just a line");
    assert_eq!(report.notes, [Note::WholePage]);
    let none = read_with(Limits::default(), Kind::Html, "a.html", "<script>1</script>".as_bytes());
    assert_eq!(none.unwrap_err().code(), "document_no_text");
}

#[test]
fn an_empty_document_says_so() {
    for kind in
        [Kind::Markdown, Kind::Text, Kind::Html, Kind::Pdf, Kind::Docx, Kind::Jsonl, Kind::Table]
    {
        let (passages, _, report) = read_with(Limits::default(), kind, "x", &b""[..]).unwrap();
        assert!(passages.is_empty());
        assert_eq!(report.notes, [Note::Empty], "{kind:?}");
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let limits = Limits { bytes: 10, ..Limits::default() };
    let read = read_with(limits, Kind::Text, "x", &b"more than ten"[..]);
    assert_eq!(read.unwrap_err().code(), "document_too_large");
    let limits = Limits { streamed_bytes: 40, ..Limits::default() };
    let lines = "{\"text\": \"again\"}\n".repeat(100);
    let (passages, _, report) = read_with(limits, Kind::Jsonl, "x", lines.as_bytes()).unwrap();
    assert_eq!((passages.len(), report.notes), (2, vec![Note::Bytes(40)]));
}
