//! What a model thought is kept, what is not known is noticed, and the mind thinks by itself.

use serde_json::Value;
use testkit::fake_model::{Answer, FakeModel};

use crate::support::{Home, scripted};

const REPLY: &str = "Consolidation produces temp files. To reduce latency, add an index on the table. \
    Clusters use Kubernetes.\n\nCONFIDENCE: 0.8";

async fn model() -> FakeModel {
    scripted(|_| Answer::text(REPLY)).await
}

/// Learns a text from a file of this name.
async fn learn(home: &Home, name: &str, text: &str) {
    let path = home.path().join(name);
    std::fs::write(&path, text).unwrap();
    home.run(&["learn", path.to_str().unwrap()]).await.expect(0);
}

async fn json(home: &Home, args: &[&str]) -> Value {
    home.run(&[args, &["--json"]].concat()).await.expect(0).json()
}

fn questions(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one["question"].as_str().unwrap()).collect()
}

/// What was wondered about; the health of this machine is its own affair.
fn wondered(cycles: &[Value]) -> Vec<&str> {
    let asked = cycles.iter().flat_map(|cycle| questions(&cycle["thoughts"]));
    asked.filter(|question| !question.contains("disk pressure")).collect()
}

#[tokio::test]
async fn what_a_model_said_is_distilled_and_goes_with_its_run() {
    let (home, server) = (Home::new(), model().await);
    learn(&home, "disk.md", "Disk pressure is caused by temp files.").await;
    let run = home
        .run_with(&server, &["ask", "--json", "What does consolidation do?"])
        .await
        .expect(0)
        .json();
    let id = run["session_id"].as_str().unwrap();

    let facts = json(&home, &["mind", "facts", "consolidation"]).await;
    let [fact] = &facts["facts"].as_array().unwrap()[..] else { panic!("{facts}") };
    assert_eq!(fact["object"], "temp files");
    assert_eq!(fact["grounds"][0]["source_id"], format!("run:{id}#answer"));
    assert!(fact["confidence"].as_f64().unwrap() < 0.5, "nobody has checked it: {fact}");
    let reflexes = json(&home, &["mind", "reflexes"]).await;
    let [reflex] = &reflexes["reflexes"].as_array().unwrap()[..] else { panic!("{reflexes}") };
    assert_eq!((&reflex["pattern"], &reflex["is_approved"]), (&"latency".into(), &false.into()));
    let gaps = json(&home, &["mind", "gaps"]).await;
    assert_eq!(questions(&gaps["gaps"]), ["What is Kubernetes?"]);

    let sources = home.run(&["mind", "sources"]).await.expect(0).stdout;
    assert!(sources.contains(&format!("run:{id}")) && !sources.contains("end"), "{sources}");

    // What was learned and what was thought make one chain.
    let why = json(&home, &["ask", "why is disk pressure high?", "--model", "none"]).await;
    let text = why["answer"]["answer_text"].as_str().unwrap();
    assert!(text.contains("temp files") && text.contains("Consolidation"), "{text}");
    // A thought is no passage: it is not found instead of what was written.
    let recalled = json(&home, &["recall", "consolidation temp files"]).await;
    assert!(!recalled.to_string().contains("run:"), "{recalled}");
    let anew = ["ask", "why is disk pressure high?", "--model", "none", "--fresh"];
    let fresh = home.run(&anew).await.expect(9).stdout;
    assert!(!fresh.contains(&format!("run:{id}")), "{fresh}");

    home.run(&["runs", "delete", id]).await.expect(0);
    assert_eq!(
        json(&home, &["mind", "facts", "consolidation"]).await["facts"],
        Value::Array(vec![])
    );
    let gaps = json(&home, &["mind", "gaps"]).await;
    assert!(!questions(&gaps["gaps"]).contains(&"What is Kubernetes?"), "{gaps}");
    assert_eq!(json(&home, &["mind", "reflexes"]).await["reflexes"], Value::Array(vec![]));
}

#[tokio::test]
async fn what_is_learned_outweighs_what_a_model_said() {
    let home = Home::new();
    let server =
        scripted(|_| Answer::text("Norda was founded by Zed Qux.\n\nCONFIDENCE: 0.95")).await;
    let ask = ["ask", "Who founded Norda?", "--json"];
    home.run_with(&server, &ask).await.expect(0);
    learn(&home, "norda.md", "Norda was founded by Anna Velt.").await;
    let calls = server.requests().len();
    let known = home.run_with(&server, &ask).await.expect(0).json();
    assert_eq!(known["answer"]["answer_text"], "Anna Velt", "{known}");
    assert_eq!(server.requests().len(), calls, "nobody was asked");
    let all = json(&home, &["ask", "Who are the founders of Norda?", "--model", "none"]).await;
    assert!(
        all["answer"]["confidence"].as_f64().unwrap() < 0.6 || !all.to_string().contains("Zed"),
        "{all}"
    );
    let fresh = json(&home, &["ask", "Who founded Norda?", "--model", "none", "--fresh"]).await;
    assert_eq!(fresh["answer"]["answer_text"], "Anna Velt", "{fresh}");
}

#[tokio::test]
async fn nothing_is_kept_where_nobody_wants_it() {
    let (home, server) = (Home::new(), model().await);
    home.configure("[mind]\nlearn = false\n");
    home.run_with(&server, &["ask", "What does consolidation do?"]).await.expect(0);
    assert_eq!(json(&home, &["mind", "facts"]).await["facts"], Value::Array(vec![]));
    assert_eq!(json(&home, &["mind", "gaps"]).await["gaps"], Value::Array(vec![]));
    let traces = home.run(&["mind", "traces"]).await.expect(0);
    assert!(traces.stdout.contains("no traces yet"), "{}", traces.stdout);
}

#[tokio::test]
async fn a_desire_is_pursued_until_nothing_more_can_be_done() {
    let home = Home::new();
    home.run(&["mind", "desires", "add", "become expert in Kubernetes"]).await.expect(0);
    let cycles = home.run(&["mind", "wake", "--cycles", "50", "--json"]).await.expect(0).lines();
    let asked = wondered(&cycles);
    assert_eq!(asked, ["What is Kubernetes?", "What are the core concepts of Kubernetes?"]);
    assert!(cycles.len() < 10, "it does not go in circles: {}", cycles.len());
    let again = home.run(&["mind", "wake", "--cycles", "50"]).await.expect(0);
    assert!(again.stdout.contains("nothing to do"), "{}", again.stdout);

    learn(&home, "k8s.md", "Kubernetes is a container orchestrator. Kubernetes uses etcd.").await;
    let cycles = home.run(&["mind", "wake", "--cycles", "50", "--json"]).await.expect(0).lines();
    assert_eq!(cycles[0]["filled"][0], "What is Kubernetes?", "{}", cycles[0]);
    let asked = wondered(&cycles);
    assert!(asked.contains(&"What is etcd?"), "{asked:?}");
    let gaps = json(&home, &["mind", "gaps"]).await;
    assert!(!questions(&gaps["gaps"]).contains(&"What is Kubernetes?"), "{gaps}");

    home.run(&["mind", "desires", "remove", "1"]).await.expect(0);
    let missing = home.run(&["mind", "desires", "remove", "1"]).await.expect(3);
    assert!(missing.stderr.contains("there is no desire 1"), "{}", missing.stderr);
}

#[tokio::test]
async fn a_model_is_asked_for_what_may_be_spent_and_no_more() {
    let (home, server) = (Home::new(), model().await);
    home.run(&["mind", "desires", "add", "learn about consolidation"]).await.expect(0);
    home.run_with(&server, &["mind", "wake", "--cycles", "1"]).await.expect(0);
    assert_eq!(server.requests().len(), 0, "nothing may be spent");
    let wake = &["mind", "wake", "--cycles", "9", "--tokens", "1200", "--json"];
    let cycles = home.run_with(&server, wake).await.expect(0).lines();
    let told: Vec<&Value> = cycles
        .iter()
        .flat_map(|cycle| cycle["thoughts"].as_array().unwrap())
        .filter(|thought| !thought["run_id"].is_null())
        .collect();
    assert!(!told.is_empty(), "{cycles:?}");
    let mut spent = 0;
    for thought in &told {
        let run = json(&home, &["runs", "show", thought["run_id"].as_str().unwrap()]).await;
        spent += run["spent"]["tokens"].as_u64().unwrap_or_else(|| panic!("{run}"));
    }
    assert!(spent <= 1200, "{spent}");
    let facts = json(&home, &["mind", "facts", "consolidation"]).await;
    assert_eq!(facts["facts"][0]["object"], "temp files", "it was learned: {facts}");
}

#[tokio::test]
async fn what_a_model_is_unsure_of_is_paid_for_all_the_same() {
    let home = Home::new();
    let server = scripted(|_| Answer::text("Perhaps it is so.\n\nCONFIDENCE: 0.2")).await;
    home.run(&["mind", "desires", "add", "learn about consolidation"]).await.expect(0);
    let wake = &["mind", "wake", "--cycles", "30", "--tokens", "2500", "--json"];
    let cycles = home.run_with(&server, wake).await.expect(0).lines();
    assert!(cycles.len() < 30, "it ends: {}", cycles.len());
    let runs = json(&home, &["runs", "list"]).await;
    let mut spent = 0;
    for run in runs["runs"].as_array().unwrap() {
        let run = json(&home, &["runs", "show", run["session_id"].as_str().unwrap()]).await;
        spent += run["spent"]["tokens"].as_u64().unwrap();
    }
    assert!(!server.requests().is_empty() && spent <= 2500, "{spent}");
    // What the mind asked itself is no sign of what matters to anybody.
    let traces = home.run(&["mind", "traces", "-n", "500", "--json"]).await.expect(0).lines();
    assert!(!traces.iter().any(|trace| trace["kind"] == "asked"), "{traces:?}");
}

#[tokio::test]
async fn what_is_written_settles_what_something_is_and_nothing_else() {
    let home = Home::new();
    learn(
        &home,
        "webb.md",
        "# Millard Webb\n\nAll about him is told elsewhere, by others, at length.",
    )
    .await;
    home.run(&["mind", "desires", "add", "learn about Millard Webb"]).await.expect(0);
    let cycles = home.run(&["mind", "wake", "--cycles", "50", "--json"]).await.expect(0).lines();
    let asked = wondered(&cycles);
    assert!(asked.len() < 5 && cycles.len() < 20, "nothing is asked again and again: {asked:?}");
    let answers: Vec<(&str, bool)> = cycles
        .iter()
        .flat_map(|cycle| cycle["thoughts"].as_array().unwrap())
        .map(|thought| (thought["question"].as_str().unwrap(), thought["answer"].is_string()))
        .collect();
    assert!(answers.contains(&("What is Millard Webb?", true)), "{answers:?}");
    assert!(
        answers.contains(&("What are the core concepts of Millard Webb?", false)),
        "{answers:?}"
    );
}

#[tokio::test]
async fn what_runs_were_about_is_in_mind() {
    let home = Home::new();
    home.run(&["ask", "Who founded Ardentia?", "--model", "none"]).await.expect(9);
    let gaps = json(&home, &["mind", "gaps"]).await;
    assert_eq!(questions(&gaps["gaps"]), ["What is Ardentia?"]);
    let cycles = home.run(&["mind", "wake", "--cycles", "1", "--json"]).await.expect(0).lines();
    assert_eq!(cycles[0]["attending"]["concepts"][0]["concept"], "ardentia", "{}", cycles[0]);
    assert_eq!(cycles[0]["consolidated"], 1);
    let traces = home.run(&["mind", "traces", "--json"]).await.expect(0).lines();
    let kinds: Vec<&str> = traces.iter().map(|trace| trace["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds[0], "asked");
    assert_eq!(kinds.iter().filter(|kind| **kind == "consolidated").count(), 1, "{kinds:?}");
    // What was consolidated once is not consolidated again.
    for _ in 0..20 {
        home.run(&["mind", "wake"]).await.expect(0);
    }
    let traces = home.run(&["mind", "traces", "--json"]).await.expect(0).lines();
    let again = traces.iter().filter(|trace| trace["kind"] == "consolidated").count();
    assert_eq!(again, 1);
    assert!(traces.iter().any(|trace| trace["kind"] == "faded"), "what is not thought about fades");
}
