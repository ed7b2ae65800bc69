//! Of what was forgotten no word stays, in no file of the data directory.

use std::path::Path;

use ruminate_store::{Options, RunStore};
use ruminate_types::Owner;
use ruminate_types::ports::knowledge::Learning;
use serde_json::json;
use testkit::fake_model::Answer;

use crate::server_support::serve;
use crate::support::{Home, scripted};

/// Two words that are nowhere else.
const CANARIES: [&str; 2] = ["zorblaxium", "vexley"];
const NOTE: &str = "# Zorblaxium\n\nKubernetes uses zorblaxium. Zorblaxium was invented by Quentin Vexley. \
    Zorblaxium is caused by Vexley pressure.\n";
const KUBERNETES: &str = "Kubernetes is a container orchestrator. Kubernetes uses etcd.";

/// Files beneath a directory that have one of the words, however it is written.
fn with_canary(dir: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(with_canary(&path));
            continue;
        }
        let bytes = std::fs::read(&path).unwrap().to_ascii_lowercase();
        let has = |word: &&&str| bytes.windows(word.len()).any(|part| part == word.as_bytes());
        found.extend(CANARIES.iter().filter(has).map(|word| format!("{word} in {path:?}")));
    }
    found
}

impl Home {
    fn canaries(&self) -> Vec<String> {
        with_canary(&self.path().join("data"))
    }

    async fn told(&self, args: &[&str]) -> String {
        self.run(args).await.expect(0).stdout
    }
}

#[tokio::test]
async fn no_word_stays_of_a_source_that_was_learned_and_thought_about() {
    let home = Home::new();
    let note = home.write("vexley.md", NOTE);
    let stays = home.write("kubernetes.md", KUBERNETES);
    home.run(&["learn", &note, &stays]).await.expect(0);
    home.run(&["mind", "desires", "add", "learn about Kubernetes"]).await.expect(0);
    home.run(&["mind", "wake", "--cycles", "50"]).await.expect(0);
    let traces = home.told(&["mind", "traces", "-n", "500"]).await.to_lowercase();
    assert!(traces.contains("zorblaxium") && traces.contains("etcd"), "{traces}");
    assert!(home.canaries().len() > CANARIES.len(), "{:?}", home.canaries());

    home.run(&["mind", "forget", &note]).await.expect(0);
    assert_eq!(home.canaries(), [""; 0]);
    // What does not rest on it is there.
    let traces = home.told(&["mind", "traces", "-n", "500"]).await;
    assert!(traces.contains("What is etcd?"), "{traces}");
    assert!(home.told(&["mind", "facts", "Kubernetes"]).await.contains("etcd"));
    assert!(home.told(&["recall", "container orchestrator"]).await.contains("kubernetes.md"));
    assert!(home.told(&["mind", "gaps"]).await.contains("etcd"));
    home.run(&["mind", "wake", "--cycles", "50"]).await.expect(0);
    assert_eq!(home.canaries(), [""; 0], "and it does not come back");
}

#[tokio::test]
async fn no_word_stays_of_a_source_that_says_something_else_now() {
    let home = Home::new();
    let note = home.write("note.md", NOTE);
    home.run(&["learn", &note]).await.expect(0);
    home.run(&["mind", "desires", "add", "learn about Kubernetes"]).await.expect(0);
    home.run(&["mind", "wake", "--cycles", "50"]).await.expect(0);
    home.write("note.md", KUBERNETES);
    home.run(&["learn", &note]).await.expect(0);
    assert_eq!(home.canaries(), [""; 0]);
}

#[tokio::test]
async fn no_word_stays_of_a_run() {
    let home = Home::new();
    let server = scripted(|_| {
        Answer::text("Zorblaxium produces temp files. Clusters use Vexley.\n\nCONFIDENCE: 0.8")
    })
    .await;
    let ask = ["ask", "--json", "What does zorblaxium do?"];
    let run = home.run_with(&server, &ask).await.expect(0).json();
    let other = home.run(&["ask", "Who founded Ardentia?", "--model", "none", "--json"]).await;
    let other = other.expect(9).json();
    home.run(&["mind", "wake", "--cycles", "9"]).await.expect(0);
    assert_eq!(home.canaries().len(), CANARIES.len());

    home.run(&["runs", "delete", run["session_id"].as_str().unwrap()]).await.expect(0);
    assert_eq!(home.canaries(), [""; 0]);
    assert!(home.told(&["mind", "gaps"]).await.contains("Ardentia"));
    home.run(&["runs", "delete", other["session_id"].as_str().unwrap()]).await.expect(0);
    let traces = home.told(&["mind", "traces", "-n", "500"]).await.to_lowercase();
    assert!(!traces.contains("ardentia"), "{traces}");
}

#[tokio::test]
async fn no_word_stays_while_a_server_goes_on() {
    let home = Home::new();
    home.configure("[mind]\nawake = false\n");
    let server = serve(&home, None, &[]).await;
    let note = json!({"source": "a note", "text": NOTE});
    server.post("/api/memory", note.clone()).await.expect(200);
    server.post("/api/memory", json!({"source": "stays", "text": KUBERNETES})).await.expect(200);
    server.post("/api/mind/desires", json!({"text": "learn about Kubernetes"})).await.expect(201);
    let wake = json!({"cycles": 20});
    server.post("/api/mind/wake", wake.clone()).await.expect(200);
    let run = server.begin(json!({"question": "Who invented zorblaxium?", "model": "none"})).await;
    server.completed(&run).await;
    server.post("/api/mind/wake", wake).await.expect(200);
    assert!(!home.canaries().is_empty());
    server.delete("/api/memory/sources/a%20note").await.expect(200);
    server.delete(&format!("/api/runs/{run}")).await.expect(204);
    assert_eq!(home.canaries(), [""; 0]);

    // One process forgets, and the other has it in mind still.
    let recall = json!({"question": "Who invented zorblaxium?"});
    let recalled = async || {
        let said = server.post("/api/memory/recall", recall.clone()).await.expect(200).json();
        said["passages"].as_array().unwrap().len()
    };
    server.post("/api/memory", note).await.expect(200);
    assert_eq!(recalled().await, 1);
    home.run(&["mind", "forget", "a note"]).await.expect(0);
    assert_eq!(recalled().await, 0);
    assert_eq!(home.canaries(), [""; 0]);
    let facts = server.get("/api/mind/facts?concept=Kubernetes").await.expect(200).json();
    assert_eq!(facts["facts"].as_array().map(Vec::len), Some(2), "{facts}");
}

#[tokio::test]
async fn what_nobody_let_go_of_is_let_go_of_by_the_next_who_asks() {
    let home = Home::new();
    home.configure("[mind]\nawake = false\n");
    let mut server = serve(&home, None, &[]).await;
    for text in [NOTE, KUBERNETES] {
        server.post("/api/memory", json!({"source": "a note", "text": text})).await.expect(200);
        server.post("/api/memory/recall", json!({"question": "Kubernetes"})).await.expect(200);
    }
    server.terminate().await;
    assert!(!home.canaries().is_empty(), "writing the file again for every change is too dear");
    home.run(&["mind", "status"]).await.expect(0);
    assert_eq!(home.canaries(), [""; 0]);
}

/// As if `mind forget` had been killed between its two parts.
#[tokio::test]
async fn forgetting_that_was_cut_is_finished_by_the_same_command() {
    let home = Home::new();
    let note = home.write("vexley.md", NOTE);
    let forget = async |source: &str| home.run(&["mind", "forget", source, "--json"]).await;
    for source in [note.clone(), home.path().to_str().unwrap().to_owned()] {
        home.run(&["learn", &note]).await.expect(0);
        {
            let store = RunStore::open(&home.path().join("data"), Options::default()).unwrap();
            store.unlearn(&Owner::local(), &note).await.unwrap();
        }
        assert!(!home.canaries().is_empty());
        assert_eq!(forget(&source).await.expect(0).json()["forgotten"], 1);
        assert_eq!(home.canaries(), [""; 0]);
        forget(&source).await.expect(3);
    }
}

#[tokio::test]
async fn words_that_somebody_reads_are_not_said_to_be_gone() {
    let home = Home::new();
    let note = home.write("vexley.md", NOTE);
    home.run(&["learn", &note]).await.expect(0);
    let reader = rusqlite::Connection::open(home.path().join("data/ruminate.db")).unwrap();
    reader.execute_batch("BEGIN; SELECT COUNT(*) FROM lessons").unwrap();
    let read = |row: &rusqlite::Row<'_>| row.get::<_, u64>(0);
    reader.query_row("SELECT COUNT(*) FROM lessons", [], read).unwrap();
    let said = home.run(&["mind", "forget", &note, "--json"]).await.expect(8);
    assert!(said.stderr.contains("still_read"), "{}", said.stderr);
    assert!(!home.canaries().is_empty());
    reader.execute_batch("COMMIT").unwrap();
    assert_eq!(
        home.run(&["mind", "forget", &note, "--json"]).await.expect(0).json()["forgotten"],
        1
    );
    assert_eq!(home.canaries(), [""; 0]);
}

#[tokio::test]
async fn a_file_from_before_it_was_forgotten_is_not_kept() {
    let home = Home::new();
    let note = home.write("note.md", NOTE);
    home.run(&["learn", &note]).await.expect(0);
    let file = home.path().join("data/mind/local.mind");
    let before = std::fs::read(&file).unwrap();
    // Somebody was killed while writing it.
    std::fs::write(file.with_extension("new-123"), &before).unwrap();
    home.run(&["mind", "forget", &note]).await.expect(0);
    assert_eq!(home.canaries(), [""; 0]);
    std::fs::write(&file, before).unwrap();
    let said = home.run(&["mind", "status", "--json"]).await.expect(0).json();
    assert_eq!((&said["facts"], home.canaries()), (&0.into(), vec![]));
}
