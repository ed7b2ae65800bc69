//! Recall by meaning, as a user meets it: with an embedder that knows that a vehicle is a car.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::fake_model::{Answer, FakeModel, Fault};

use crate::server_support::serve;
use crate::support::{Home, heard, model, scripted, slow};

const QUESTION: &str = "Which vehicle did the garage repair?";

/// Notes of which one means what is asked, without a word of it.
fn notes() -> String {
    let mut notes = String::new();
    let others = ["bread", "rain", "piano", "tax", "dentist", "lake", "tomato", "election", "cat"];
    for other in others {
        let text = format!("Something about {other} that nobody needs today.");
        writeln!(notes, r#"{{"id": "{other}", "title": "{other}", "text": "{text}"}}"#).unwrap();
    }
    let car = r#"{"id": "car", "title": "Tuesday", "text": "Our mechanic mended my car."}"#;
    format!("{notes}{car}\n")
}

impl Home {
    fn embed_by(&self, embedder: &str, url: &str) {
        self.configure(&format!("[embedder]\nid = \"{embedder}\"\nurl = \"{url}\"\n"));
    }

    async fn found(&self, question: &str) -> Vec<Value> {
        let said = self.run(&["recall", question, "--json"]).await.expect(0).json();
        said["passages"].as_array().unwrap().clone()
    }

    async fn vectors(&self) -> Value {
        self.run(&["mind", "status", "--json"]).await.expect(0).json()["vectors"].take()
    }
}

#[tokio::test]
async fn a_paraphrase_is_found() {
    let (home, server) = (Home::new(), model(0).await);
    let file = home.write("notes.jsonl", notes());
    let learn = ["learn", &file, "--json"];
    let report = home.run(&learn).await.expect(0).json();
    assert_eq!(report.get("vectors"), None, "nothing is said where no embedder is configured");
    assert_eq!(home.found(QUESTION).await, [] as [Value; 0]);
    assert_eq!(home.vectors().await, Value::Null);
    assert_eq!(server.requests().len(), 0);

    home.embed_by("openai/small", &server.url());
    let report = home.run(&learn).await.expect(0).json();
    assert_eq!((&report["unchanged"], &report["vectors"]["made"]), (&1.into(), &10.into()));
    let found = home.found(QUESTION).await;
    assert_eq!((found.len(), &found[0]["source_id"]), (1, &"car".into()), "{found:?}");
    assert_eq!(found[0]["why"][0]["hop"], "means", "{found:?}");
    let said = home.run(&["recall", QUESTION]).await.expect(0);
    assert!(said.stdout.contains("it means something like the question: 0."), "{}", said.stdout);
    let status = home.run(&["mind", "status"]).await.expect(0);
    assert!(status.stdout.contains("vectors     10, by openai/small"), "{}", status.stdout);

    home.run(&["mind", "forget", &file]).await.expect(0);
    assert_eq!(home.found(QUESTION).await, [] as [Value; 0]);
    assert_eq!(home.vectors().await, Value::Null);
}

#[tokio::test]
async fn an_embedder_that_is_away_costs_nothing_but_its_hits() {
    let (home, server) = (Home::new(), model(0).await);
    let file = home.write("notes.jsonl", notes());
    home.embed_by("openai/small", &server.url());
    home.run(&["learn", &file]).await.expect(0);
    drop(server);
    let questions =
        home.write("asked.jsonl", "{\"id\": 1, \"question\": \"mechanic\"}\n".repeat(20));
    let since = Instant::now();
    let said = home.run(&["recall", "--questions", &questions]).await.expect(0);
    assert!(since.elapsed() < Duration::from_secs(8), "{:?}", since.elapsed());
    assert_eq!(said.lines().len(), 20);
    assert!(said.lines().iter().all(|line| line["passages"][0]["source_id"] == "car"));
    assert_eq!(said.stderr.matches("without the embedder").count(), 1, "{}", said.stderr);

    let more = home.write("more.md", "# Boiler\n\nIt hums.\n");
    let said = home.run(&["learn", &more]).await.expect(0);
    assert!(said.stderr.contains("Not all that is known has vectors"), "{}", said.stderr);
    assert_eq!(home.vectors().await[0]["lessons"], 10);
}

#[tokio::test]
async fn a_slow_embedder_is_not_waited_for() {
    let (home, server) = (Home::new(), model(0).await);
    let file = home.write("notes.jsonl", notes());
    home.embed_by("openai/small", &server.url());
    home.run(&["learn", &file]).await.expect(0);
    let slow = scripted(|_| slow(30_000, Answer::text("late"))).await;
    home.embed_by("openai/small", &slow.url());
    let since = Instant::now();
    assert_eq!(home.found("mechanic").await[0]["source_id"], "car");
    assert!(since.elapsed() < Duration::from_secs(8), "{:?}", since.elapsed());
}

#[tokio::test]
async fn another_embedder_makes_its_own_vectors() {
    let (home, server) = (Home::new(), model(0).await);
    let file = home.write("notes.jsonl", notes());
    home.embed_by("openai/small", &server.url());
    home.run(&["learn", &file]).await.expect(0);
    home.embed_by("openai/large", &server.url());
    assert_eq!(home.found(QUESTION).await, [] as [Value; 0], "the other's are not compared");
    let report = home.run(&["learn", &file, "--json"]).await.expect(0).json();
    assert_eq!(report["vectors"]["made"], 10);
    let vectors = home.vectors().await;
    assert_eq!(vectors.as_array().unwrap().len(), 1, "{vectors}");
    assert_eq!(
        (&vectors[0]["embedder"], &vectors[0]["lessons"]),
        (&"openai/large".into(), &10.into())
    );
    assert_eq!(home.found(QUESTION).await[0]["source_id"], "car");
}

#[tokio::test]
async fn a_killed_learner_goes_on_with_the_vectors() {
    let home = Home::new();
    // Two batches are made, and the third never ends.
    let server = FakeModel::start(|asked| match asked.nth_overall {
        ..=3 => Answer::text("ok"),
        _ => Answer::text("ok").with(Fault::SlowFirstByte(Duration::from_secs(60))),
    });
    let server = server.await;
    home.embed_by("openai/small", &server.url());
    let lines = (0..200)
        .map(|n| format!("{{\"id\": \"n{n}\", \"title\": \"\", \"text\": \"Number {n}.\"}}\n"));
    let file = home.write("many.jsonl", lines.collect::<String>());
    let mut child = home.command(&["learn", &file]).spawn().unwrap();
    let patience = Instant::now() + Duration::from_secs(40);
    while server.requests().len() < 4 {
        assert!(Instant::now() < patience, "never asked for a third batch");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    child.start_kill().unwrap();
    heard(child).await;
    assert_eq!(home.vectors().await[0]["lessons"], 128);
    let again = model(0).await;
    home.embed_by("openai/small", &again.url());
    let report = home.run(&["learn", &file, "--json"]).await.expect(0).json();
    assert_eq!(report["vectors"]["made"], 72, "{report}");
    assert_eq!(home.vectors().await[0]["lessons"], 200);
}

#[tokio::test]
async fn a_server_makes_vectors_in_the_background() {
    let (home, embedder) = (Home::new(), model(0).await);
    home.embed_by("openai/small", &embedder.url());
    let server = serve(&home, None, &[]).await;
    let lessons: Vec<Value> =
        notes().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let body = json!({ "source": "notes", "lessons": lessons });
    server.post("/api/memory", body).await.expect(200);
    let patience = Instant::now() + Duration::from_secs(30);
    loop {
        let status = server.get("/api/mind").await.expect(200).json();
        if status["vectors"][0]["lessons"] == 10 {
            break;
        }
        assert!(Instant::now() < patience, "{status}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let asked = json!({ "question": QUESTION, "k": 3 });
    let found = server.post("/api/memory/recall", asked).await.expect(200).json();
    assert_eq!(found["passages"][0]["source_id"], "car", "{found}");
    assert_eq!(found["passages"][0]["why"][0]["hop"], "means", "{found}");
}
