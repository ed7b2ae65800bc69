//! Learning, recalling and forgetting, as a user meets them.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use testkit::fake_files::{FakeFiles, FileAnswer};
use tokio::io::AsyncWriteExt;

use crate::support::{Home, heard, said, signalled};

const MITOCHONDRIA: &str = "# Mitochondria\n\nMitochondria produce ATP. They were discovered by \
    Albert von Kölliker in 1857.\n";
const KOELLIKER: &str = "# Albert von Kölliker\n\nAlbert von Kölliker was a Swiss anatomist. He \
    studied at the University of Zurich.\n";

impl Home {
    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, contents).unwrap();
        path.to_str().unwrap().to_owned()
    }

    async fn learn(&self, args: &[&str]) -> Value {
        let args = [&["learn", "--json"], args].concat();
        self.run(&args).await.expect(0).json()
    }

    /// What comes of a command that is told something on standard input.
    async fn told_it(&self, args: &[&str], text: &str) -> Value {
        let mut command = self.command(args);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(text.as_bytes()).await.unwrap();
        drop(stdin);
        heard(child).await.expect(0).json()
    }

    async fn recalled(&self, question: &str) -> Vec<String> {
        let said = self.run(&["recall", question, "-k", "3", "--json"]).await.expect(0).json();
        let passages = said["passages"].as_array().unwrap();
        passages.iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn notes_are_learned_and_recalled_over_a_hop() {
    let home = Home::new();
    home.write("notes/mitochondria.md", MITOCHONDRIA);
    home.write("notes/people/koelliker.md", KOELLIKER);
    home.write("notes/other.txt", "Bread is baked from flour, water and salt.");
    let notes = home.path().join("notes");
    let report = home.learn(&[notes.to_str().unwrap(), "--silo", "biology"]).await;
    assert_eq!((&report["sources"], &report["passages"]["new"]), (&3.into(), &3.into()));
    assert!(report["known"]["facts"].as_u64().unwrap() > 0, "{report}");
    let question = "Where did the discoverer of mitochondria study?";
    let found = home.recalled(question).await;
    assert_eq!(found[..2], ["Mitochondria", "Albert von Kölliker"], "{found:?}");
    let said = home.run(&["recall", question]).await.expect(0);
    assert!(said.stdout.contains("mentions it: albert von kolliker"), "{}", said.stdout);

    let nowhere = home.run(&["recall", question, "--silo", "cooking"]).await.expect(3);
    assert!(nowhere.stderr.contains("there is no silo cooking"), "{}", nowhere.stderr);
    let silos = home.run(&["mind", "silos", "--json"]).await.expect(0).json();
    assert_eq!(silos["silos"][0]["silo"], "biology");
}

#[tokio::test]
async fn what_is_learned_again_is_known() {
    let home = Home::new();
    let file = home.write("cells.md", MITOCHONDRIA);
    home.learn(&[&file]).await;
    assert_eq!(home.learn(&[&file]).await["unchanged"], 1);
    home.write("cells.md", KOELLIKER);
    let report = home.learn(&[&file]).await;
    assert_eq!(report["passages"]["replaced"], 1, "{report}");
    assert_eq!(home.recalled("mitochondria ATP").await, [""; 0]);
    let copy = home.write("copy.md", KOELLIKER);
    assert_eq!(home.learn(&[&copy]).await["passages"]["known"], 1);
    let gone = home.run(&["mind", "forget", &file, "--json"]).await.expect(0).json();
    assert_eq!(gone["forgotten"], 0, "the copy says it too");
    assert_eq!(home.recalled("Swiss anatomist").await.len(), 1);
    home.run(&["mind", "forget", &copy]).await.expect(0);
    assert_eq!(home.recalled("Swiss anatomist").await.len(), 0);
    let unknown = home.run(&["mind", "forget", &copy]).await.expect(3);
    assert!(unknown.stderr.contains("mind sources"), "{}", unknown.stderr);
}

#[tokio::test]
async fn a_source_stays_in_its_silo_until_another_is_named() {
    let home = Home::new();
    let file = home.write("cells.md", MITOCHONDRIA);
    let silos = async || {
        let told = home.run(&["mind", "silos", "--json"]).await.expect(0).json();
        let silos = told["silos"].as_array().unwrap();
        silos.iter().map(|one| one["silo"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    home.learn(&[&file, "--silo", "biology"]).await;
    assert_eq!(home.learn(&[&file]).await["unchanged"], 1);
    home.write("cells.md", KOELLIKER);
    assert_eq!(home.learn(&[&file]).await["passages"]["replaced"], 1);
    assert_eq!(silos().await, ["biology"]);
    home.learn(&[&file, "--silo", "people"]).await;
    assert_eq!(silos().await, ["people"]);
}

#[tokio::test]
async fn files_that_are_gone_are_told_and_forgotten_when_asked() {
    let home = Home::new();
    home.write("notes/cells.md", MITOCHONDRIA);
    let gone = home.write("notes/gone.md", "# Bread\n\nBread is baked from flour.\n");
    let deep = home.write("notes/people/koelliker.md", KOELLIKER);
    let beside = home.write("notes beside.md", "# Tea\n\nTea is brewed from leaves.\n");
    let notes = home.path().join("notes");
    let notes = notes.to_str().unwrap();
    home.learn(&[notes, &beside]).await;
    for file in [&gone, &deep, &beside] {
        std::fs::remove_file(file).unwrap();
    }
    let said = home.run(&["learn", notes]).await.expect(0);
    assert!(said.stderr.contains("2 learned before are gone: --prune"), "{}", said.stderr);
    assert!(said.stderr.contains(&format!("ruminate mind forget {gone}")), "{}", said.stderr);
    assert_eq!(home.recalled("flour").await, ["Bread"], "nobody said that it is to be forgotten");
    let report = home.learn(&[notes, "--prune"]).await;
    assert_eq!((&report["gone"], &report["forgotten"]), (&Value::from([gone, deep]), &2.into()));
    assert_eq!(home.recalled("flour").await, [""; 0]);
    assert_eq!(home.learn(&[notes, "--prune"]).await["gone"], Value::Array(vec![]));
    assert_eq!(home.recalled("leaves").await, ["Tea"], "it lies elsewhere");
}

#[tokio::test]
async fn files_whose_names_are_no_text_are_told_apart() {
    let home = Home::new();
    let dir = home.path().join("nd");
    std::fs::create_dir(&dir).unwrap();
    let names: [&[u8]; 3] = [b"\xff.md", b"\xfe.md", b"two\nlines.md"];
    for (number, name) in names.iter().enumerate() {
        let text = format!("Basel has {} bridges.", number + 3);
        std::fs::write(dir.join(OsStr::from_bytes(name)), text).unwrap();
    }
    for new in [3, 0] {
        let report = home.learn(&[dir.to_str().unwrap(), "--prune"]).await;
        assert_eq!((&report["passages"]["new"], &report["gone"]), (&json!(new), &json!([])));
        assert_eq!(report["known"]["passages"], 3);
    }
    let sources = home.run(&["mind", "sources"]).await.expect(0).stdout;
    assert_eq!(sources.lines().count(), 3, "{sources}");
    let by_name = sources.lines().find(|line| line.contains("%FF")).unwrap();
    home.run(&["mind", "forget", by_name.split("  (").next().unwrap()]).await.expect(0);
    let mut by_path = home.command(&["mind", "forget"]);
    by_path.arg(dir.join(OsStr::from_bytes(names[1])));
    said(by_path).await.expect(0);
    let last =
        home.run(&["mind", "forget", dir.to_str().unwrap(), "--json"]).await.expect(0).json();
    assert_eq!(last["sources"], 1);
}

#[tokio::test]
async fn all_beneath_a_directory_is_forgotten() {
    let home = Home::new();
    home.write("notes/cells.md", MITOCHONDRIA);
    home.write("notes/people/koelliker.md", KOELLIKER);
    let beside = home.write("notes.md", "# Tea\n\nTea is brewed from leaves.\n");
    let notes = home.path().join("notes");
    let forget = ["mind", "forget", notes.to_str().unwrap()];
    home.learn(&[notes.to_str().unwrap(), &beside]).await;
    // Also when it is gone itself.
    std::fs::remove_dir_all(&notes).unwrap();
    let said = home.run(&forget).await.expect(0);
    assert_eq!(said.stdout, "2 sources and 2 passages forgotten.\n");
    home.run(&forget).await.expect(3);
    assert_eq!(home.recalled("tea leaves").await, ["Tea"]);
}

#[tokio::test]
async fn a_page_that_may_not_be_fetched_says_so() {
    let home = Home::new();
    let page = "https://example.org/page.html";
    let said = home.run(&["learn", page]).await.expect(5);
    assert!(said.stderr.contains("RUMINATE_OFFLINE is set"), "{}", said.stderr);
    assert!(said.stderr.contains("unset RUMINATE_OFFLINE"), "{}", said.stderr);
    let file = home.write("cells.md", MITOCHONDRIA);
    home.run(&["learn", page, &file]).await.expect(8);
}

#[tokio::test]
async fn json_lines_keep_their_ids_and_questions_are_answered_line_by_line() {
    let home = Home::new();
    let lines = "{\"id\": \"p1\", \"title\": \"Kyoto\", \"text\": \"Kyoto was the capital of Japan.\"}\n\
        this is no JSON\n\
        {\"id\": \"p2\", \"title\": \"Nara\", \"text\": \"Nara is older than Kyoto.\"}\n";
    let file = home.write("cities.jsonl", lines);
    let report = home.run(&["learn", &file, "--json"]).await.expect(8).json();
    assert_eq!((&report["passages"]["new"], &report["skipped"]), (&2.into(), &1.into()));
    assert!(report["notes"].to_string().contains("line 2"), "{report}");
    let questions = home.write(
        "q.jsonl",
        "{\"id\": 7, \"question\": \"Which city was the capital of Japan?\"}\n\n{\"id\"}\n\
         {\"id\": \"b\", \"question\": \"What is older than Kyoto?\"}\n",
    );
    let said =
        home.run(&["recall", "--questions", &questions, "-k", "1", "--json"]).await.expect(8);
    assert!(said.stderr.contains("line 3"), "{}", said.stderr);
    let answers = said.lines();
    let found: Vec<_> =
        answers.iter().map(|one| (&one["id"], &one["passages"][0]["source_id"])).collect();
    assert_eq!(found, [(&7.into(), &"p1".into()), (&"b".into(), &"p2".into())]);
    let hit = &answers[0]["passages"][0];
    assert!(hit["score"].as_f64().unwrap() > 0.0 && hit["why"][0]["hop"].is_string(), "{hit}");
}

#[tokio::test]
async fn ids_are_told_as_they_were_given() {
    let home = Home::new();
    let line = |id: &str, text: &str| format!("{{\"id\": {id}, \"text\": \"{text}\"}}\n");
    let lines = [line("7", "Apples are red."), line("\"8\"", "Plums are blue.")].concat();
    home.learn(&[&home.write("fruit.jsonl", lines)]).await;
    for (question, id) in [("apples", Value::from(7)), ("plums", Value::from("8"))] {
        let said = home.run(&["recall", question, "--json"]).await.expect(0).json();
        assert_eq!(said["passages"][0]["source_id"], id);
    }
}

#[tokio::test]
async fn triples_and_standard_input_are_learned() {
    let home = Home::new();
    let file = home.write(
        "facts.csv",
        "subject,relation,object,confidence\ndisk_pressure,caused_by,large_files,0.8\n",
    );
    home.learn(&[&file]).await;
    let talk = ["learn", "-", "--name", "talk", "--json"];
    let said = home.told_it(&talk, "Compaction produces temporary files.").await;
    assert_eq!(said["passages"]["new"], 1);
    let facts = home.run(&["mind", "facts", "large files", "--json"]).await.expect(0).json();
    let fact = &facts["facts"][0];
    assert_eq!((&fact["relation"], &fact["object"]), (&"cause".into(), &"disk_pressure".into()));
    assert!((fact["confidence"].as_f64().unwrap() - 0.8).abs() < 1e-6, "{fact}");
    let sources = home.run(&["mind", "sources", "--json"]).await.expect(0).json();
    assert_eq!(sources["sources"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_fact_is_told_with_what_it_is_from() {
    let home = Home::new();
    let table = "subject,relation,object,source\nParis,capital of,France,Times Atlas\n";
    let lines = "{\"subject\": \"Paris\", \"relation\": \"capital of\", \"object\": \"France\", \"source\": \"CIA Factbook\"}\n\
                 {\"subject\": \"Rome\", \"relation\": \"capital of\", \"object\": \"Italy\", \"confidence\": 40}\n";
    home.learn(&[&home.write("capitals.csv", table)]).await;
    let lines = home.write("capitals.jsonl", lines);
    let learned = home.run(&["learn", &lines]).await.expect(8);
    let why = "its confidence is no number from 0 to 1";
    assert!(learned.stderr.contains(why), "{}", learned.stderr);
    let facts = home.run(&["mind", "facts", "Paris"]).await.expect(0).stdout;
    for told in ["Times Atlas (", "capitals.csv#1)", "CIA Factbook (", "capitals.jsonl#1)"] {
        assert!(facts.contains(told), "no {told} in {facts}");
    }
    let ask = ["ask", "What is the capital of France?", "--model", "none", "--json"];
    let sources = home.run(&ask).await.expect(0).json()["from_memory"]["sources"].take();
    let titles: Vec<_> = sources.as_array().unwrap().iter().map(|one| &one["title"]).collect();
    assert_eq!(titles, ["Times Atlas", "CIA Factbook"]);
    let italy = home.run(&["mind", "facts", "Italy"]).await.expect(0).stdout;
    assert!(italy.contains("No fact is known"), "{italy}");
}

#[tokio::test]
async fn copies_of_a_text_count_once_and_are_recalled_once() {
    let home = Home::new();
    let text = "Basel Bridge was built by Ann Lee. Basel Bridge crosses the Rhine.";
    let belief = async || {
        let facts = home.run(&["mind", "facts", "Ann Lee", "--json"]).await.expect(0).json();
        facts["facts"][0]["confidence"].as_f64().unwrap()
    };
    home.learn(&[&home.write("bridge.txt", text)]).await;
    let before = belief().await;
    let copies = ["one.txt", "two.txt", "three.txt"].map(|name| home.write(name, text));
    let copies = copies.each_ref().map(String::as_str);
    home.learn(&copies).await;
    let other = home.write("rhine.txt", "The Rhine flows through Basel, below its bridges.");
    home.learn(&[&other]).await;
    assert!((belief().await - before).abs() < 1e-6, "{before} and {}", belief().await);
    let recall = ["recall", "Who built Basel Bridge?", "-k", "5", "--json"];
    let found = home.run(&recall).await.expect(0).json()["passages"].clone();
    assert_eq!(found[0]["copies"].as_array().map(Vec::len), Some(3), "{found}");
    assert_eq!((&found[1]["title"], &found[2]), (&json!("Rhine"), &Value::Null), "{found}");
    let told = home.run(&recall[..4]).await.expect(0).stdout;
    assert!(told.contains("one.txt") && told.contains("three.txt"), "{told}");
}

#[tokio::test]
async fn standard_input_without_a_name_is_known_by_what_it_says() {
    let home = Home::new();
    let learn = ["learn", "-", "--json"];
    for text in ["Basel lies on the Rhine.", "Bern lies on the Aare."] {
        assert_eq!(home.told_it(&learn, text).await["passages"]["new"], 1);
    }
    let again = home.told_it(&learn, "Basel lies on the Rhine.").await;
    assert_eq!((&again["unchanged"], &again["known"]["passages"]), (&1.into(), &2.into()));
    let sources = home.run(&["mind", "sources", "--json"]).await.expect(0).json();
    for source in sources["sources"].as_array().unwrap() {
        let name = source["source"].as_str().unwrap();
        assert!(name.starts_with("stdin:"), "{name}");
        home.run(&["mind", "forget", name]).await.expect(0);
    }
}

#[tokio::test]
async fn causes_end_at_what_can_be_done() {
    let home = Home::new();
    let file = home.write(
        "disk.csv",
        "subject,relation,object,confidence\ndisk_pressure,caused_by,large_files,0.8\n\
         disk,relates_to,storage,0.7\nconsolidation,produces,temp_files,0.75\n",
    );
    home.learn(&[&file, "--silo", "infrastructure"]).await;
    home.run(&["mind", "reflexes", "add", "consolidation", "cleanup temps"]).await.expect(0);
    let ask = ["ask", "why is disk pressure high?", "--model", "none", "--json"];
    let run = home.run(&ask).await.expect(0).json();
    let chain = run["from_memory"]["chain"].to_string();
    for told in [
        "disk pressure → large_files → temp_files → consolidation",
        "reflex available (cleanup temps)",
        "large_files → cause → disk_pressure (0.80; ",
    ] {
        assert!(chain.contains(told), "no {told} in {chain}");
    }
    assert!((run["answer"]["confidence"].as_f64().unwrap() - 0.75).abs() < 0.01, "{run}");
    assert_eq!(run["from_memory"]["sources"].as_array().unwrap().len(), 2);
    let said = home.run(&["mind", "explain", "why is disk pressure high?"]).await.expect(0);
    assert!(said.stdout.contains("TERMINAL: reflex available"), "{}", said.stdout);
}

#[tokio::test]
async fn a_reflex_answers_once_it_is_there_and_no_longer() {
    let home = Home::new();
    let add = ["mind", "reflexes", "add", "What is the wifi password?", "swordfish", "--json"];
    let id = home.run(&add).await.expect(0).json()["id"].to_string();
    let ask = async |question: &str, code: i32| {
        home.run(&["ask", question, "--model", "none"]).await.expect(code).stdout
    };
    assert_eq!(ask("what's the wifi password", 0).await, "swordfish\n");
    assert!(!ask("What is the door password?", 9).await.contains("swordfish"));
    home.run(&["mind", "reflexes", "reject", &id]).await.expect(0);
    home.run(&["mind", "reflexes", "reject", &id]).await.expect(3);
    assert!(!ask("what's the wifi password", 9).await.contains("swordfish"));
}

#[tokio::test]
async fn what_cannot_be_read_does_not_keep_the_rest() {
    let home = Home::new();
    let good = home.write("good.md", MITOCHONDRIA);
    let picture = home.write("picture.md", b"\x89PNG\r\n\x1a\n\0\0\0\0");
    let broken = home.write("broken.docx", b"PK\x03\x04 this is no archive");
    let pdf = home.write("paper.pdf", b"%PDF-1.7\nnothing of the kind");
    let binary = home.write("binary.txt", [0_u8, 1, 2, 3].repeat(2000));
    let line = home.write("line.txt", "x ".repeat(1 << 20));
    let missing = home.path().join("nowhere.md");
    let missing = missing.to_str().unwrap();
    let all = ["learn", &picture, &good, &broken, &pdf, &binary, &line, missing, "/dev/zero"];
    let said = home.run(&all).await.expect(8);
    for told in ["picture.md", "broken.docx", "paper.pdf", "binary.txt", "nowhere.md", "/dev/zero"]
    {
        assert!(said.stderr.contains(told), "no {told} in {}", said.stderr);
    }
    assert_eq!(said.stderr.matches("hint:").count(), 6, "{}", said.stderr);
    assert_eq!(home.recalled("What do mitochondria produce?").await[0], "Mitochondria");
    home.run(&["learn", missing]).await.expect(3);
    home.run(&["learn", &good, "--silo", "a b"]).await.expect(2);
}

#[tokio::test]
async fn what_could_not_be_done_ends_with_a_code_of_its_own() {
    let home = Home::new();
    home.write("d/good.md", MITOCHONDRIA);
    home.write("d/bad.docx", b"PK\x03\x04 this is no archive");
    let dir = home.path().join("d");
    for _ in 0..2 {
        home.run(&["learn", dir.to_str().unwrap()]).await.expect(8);
    }
    let lines = home.write("lines.jsonl", "{\"text\": \"Basel lies on the Rhine.\"}\nnothing\n");
    home.run(&["learn", &lines]).await.expect(8);
    let deep = format!("deep/{}/note.md", ["d"; 70].join("/"));
    home.write(&deep, MITOCHONDRIA);
    let deep = home.path().join("deep");
    let said = home.run(&["learn", deep.to_str().unwrap()]).await.expect(4);
    assert!(said.stderr.contains("nested too deep"), "{}", said.stderr);
}

#[tokio::test]
async fn names_that_nobody_could_read_are_refused() {
    let home = Home::new();
    for name in ["n".repeat(5000), "two\nlines".to_owned(), String::new()] {
        home.run(&["learn", "-", "--name", &name]).await.expect(2);
    }
    let line = |id: &str| format!("{{\"id\": \"{id}\", \"text\": \"Basel lies on the Rhine.\"}}\n");
    let lines = [line(&"i".repeat(2000)), line("two\\nlines"), line("good")].concat();
    let file = home.write("ids.jsonl", lines);
    let said = home.run(&["learn", &file, "--json"]).await.expect(8).json();
    assert_eq!((&said["skipped"], &said["passages"]["new"]), (&json!(2), &json!(1)));
}

#[tokio::test]
async fn a_reader_that_never_comes_back_is_left_alone() {
    let home = Home::new();
    // Standard input that stays open and says nothing.
    let mut child = home.command(&["learn", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    tokio::time::sleep(Duration::from_millis(800)).await;
    signalled(&child, "-INT").await;
    let ended = tokio::time::timeout(Duration::from_secs(20), child.wait()).await;
    assert_eq!(ended.expect("it ends").unwrap().code(), Some(130));
}

#[tokio::test]
async fn a_killed_learner_goes_on_where_it_was() {
    let home = Home::new();
    let mut lines = String::new();
    for n in 0..20_000 {
        writeln!(lines, "{{\"id\": \"p{n}\", \"title\": \"Thing {n}\", \"text\": \"Thing {n} is near thing {}.\"}}", n + 1).unwrap();
    }
    let file = home.write("things.jsonl", lines);
    for wait in [150, 400] {
        let mut child = home.command(&["learn", &file]).stdout(Stdio::null()).spawn().unwrap();
        tokio::time::sleep(Duration::from_millis(wait)).await;
        signalled(&child, "-KILL").await;
        child.wait().await.unwrap();
    }
    let report = home.learn(&[&file]).await;
    let passages = &report["passages"];
    let sum = passages["new"].as_u64().unwrap() + passages["known"].as_u64().unwrap();
    assert_eq!(sum, 20_000, "{report}");
    assert_eq!(report["known"]["passages"], 20_000);
    assert_eq!(home.learn(&[&file]).await["unchanged"], 1);
    assert_eq!(home.recalled("thing 777").await[0], "Thing 777");
}

#[tokio::test]
async fn two_who_learn_the_same_at_once_lose_nothing() {
    let home = Home::new();
    let mut lines = String::new();
    for n in 0..8_000 {
        writeln!(lines, "{{\"id\": \"p{n}\", \"text\": \"Thing {n} is near thing {}.\"}}", n + 1)
            .unwrap();
    }
    let file = home.write("things.jsonl", lines);
    let learn = async |wait: u64, silo: &str| {
        tokio::time::sleep(Duration::from_millis(wait)).await;
        home.run(&["learn", &file, "--silo", silo]).await.expect(0)
    };
    let (first, second) = tokio::join!(learn(0, "one"), learn(300, "two"));
    let silos = home.run(&["mind", "silos", "--json"]).await.expect(0).json();
    let told = format!("{}{}{}{}", first.stdout, first.stderr, second.stdout, second.stderr);
    let silo = silos["silos"][0]["silo"].as_str().unwrap();
    assert_eq!(silos["silos"], json!([{"silo": silo, "lessons": 8_000}]), "{told}");
    assert_eq!(home.learn(&[&file]).await["unchanged"], 1);
}

#[tokio::test]
async fn what_is_worked_out_follows_the_lessons_whatever_becomes_of_its_file() {
    let home = Home::new();
    let (data, mind) = (home.path().join("data"), home.path().join("data/mind/local.mind"));
    home.learn(&[&home.write("cells.md", MITOCHONDRIA)]).await;
    let backup = std::fs::read(data.join("ruminate.db")).unwrap();
    home.learn(&[&home.write("people.md", KOELLIKER)]).await;
    let is_known =
        async || home.recalled("Swiss anatomist").await.contains(&"Albert von Kölliker".to_owned());
    assert!(is_known().await);

    for damage in [&b"nonsense"[..], b"", &std::fs::read(&mind).unwrap()[..100]] {
        std::fs::write(&mind, damage).unwrap();
        assert!(is_known().await);
    }
    std::fs::remove_dir_all(data.join("mind")).unwrap();
    std::fs::write(data.join("mind"), "in the way").unwrap();
    assert!(is_known().await, "it is worked out each time");
    std::fs::remove_file(data.join("mind")).unwrap();

    // The lessons of another day, with a file that knows more.
    home.learn(&[&home.write("more.md", "# Bread\n\nBread is baked from flour.\n")]).await;
    std::fs::write(data.join("ruminate.db"), backup).unwrap();
    assert!(!is_known().await);
    assert_eq!(home.recalled("What do mitochondria produce?").await.len(), 1);
}

#[tokio::test]
async fn nothing_learned_is_said() {
    let home = Home::new();
    for args in [&["recall", "anything"][..], &["mind", "status"]] {
        let said = home.run(args).await.expect(0);
        assert!(said.stdout.contains("ruminate learn"), "{}", said.stdout);
    }
    home.run(&["recall"]).await.expect(2);
}

#[tokio::test]
async fn what_is_known_is_told_without_a_model() {
    let home = Home::new();
    let file = home.write("cells.md", MITOCHONDRIA);
    home.learn(&[&file]).await;
    let said = home.run(&["ask", "What do mitochondria do?", "--model", "none"]).await.expect(9);
    assert!(said.stdout.contains("Mitochondria produce ATP"), "{}", said.stdout);
    assert!(said.stdout.contains("cells.md#1"), "{}", said.stdout);
}

#[tokio::test]
async fn a_page_is_learned_from_its_address() {
    let secret = FakeFiles::start(|_| FileAnswer::page("<p>Secret words of this machine.")).await;
    let target = secret.url("/");
    let server = FakeFiles::start(move |asked| match asked.path.as_str() {
        "/moved" => FileAnswer { location: Some("/page".into()), ..FileAnswer::status(302) },
        "/astray" => FileAnswer { location: Some(target.clone()), ..FileAnswer::status(302) },
        "/page" => FileAnswer::page("<title>Mitochondria</title><p>Mitochondria produce ATP."),
        _ => FileAnswer::status(404),
    })
    .await;
    let home = Home::new();
    let learn = async |path: &str, is_offline: bool| {
        let mut command = home.command(&["learn", "--json", &server.url(path)]);
        if !is_offline {
            command.env_remove("RUMINATE_OFFLINE");
        }
        said(command).await
    };
    let report = learn("/moved", false).await.expect(0).json();
    assert_eq!(report["passages"]["new"], 1, "{report}");
    assert_eq!(home.recalled("What do mitochondria produce?").await, ["Mitochondria"]);
    let again = learn("/moved", false).await.expect(0).json();
    assert_eq!(again["unchanged"], 1, "{again}");

    let absent = learn("/absent", false).await;
    assert!(absent.stdout.contains("the server says 404 Not Found"), "{}", absent.stdout);
    // What was typed may be anywhere; what it leads on to may not.
    let astray = learn("/astray", false).await;
    assert!(astray.stdout.contains("no address of the public internet"), "{}", astray.stdout);
    assert!(secret.asked().is_empty());
    let offline = learn("/page", true).await;
    assert!(offline.stdout.contains("RUMINATE_OFFLINE is set"), "{}", offline.stdout);
}
