//! A mind that thinks by itself behind a server: over HTTP, and with the command line as a client.

use std::time::Duration;

use serde_json::{Value, json};

use crate::remote::Client;
use crate::server_support::{heard, key_for, serve};
use crate::support::{Home, scripted};

fn questions(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one["question"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_desire_is_pursued_and_every_trace_of_it_streamed() {
    let home = Home::new();
    home.configure("[mind]\nawake = false\nfull_disk = 1\n");
    let server = serve(&home, None, &[]).await;
    let desire =
        server.post("/api/mind/desires", json!({"text": " learn about Kubernetes "})).await;
    assert_eq!(desire.expect(201).json()["text"], "learn about Kubernetes");
    let again = server.post("/api/mind/desires", json!({"text": "Learn about kubernetes"})).await;
    assert_eq!(again.expect(201).json()["id"], 1, "it is one desire");

    let woke = server.post("/api/mind/wake", json!({"cycles": 20})).await.expect(200).json();
    let thoughts = &woke["cycles"][0]["thoughts"];
    assert_eq!(questions(thoughts), ["What is Kubernetes?"], "{woke}");
    let gaps = server.get("/api/mind/gaps").await.expect(200).json();
    assert!(questions(&gaps["gaps"]).contains(&"What is Kubernetes?"), "{gaps}");

    let page =
        server.request("GET", "/api/mind/traces?limit=3").header("accept", "application/json");
    let page = heard(page).await.expect(200).json();
    assert_eq!(page.as_array().unwrap().len(), 3);
    let request = server.request("GET", "/api/mind/traces").header("Last-Event-ID", 1);
    let mut response = request.send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut said = String::new();
    let reading = async {
        while !said.contains("id: 3\n") {
            said.push_str(std::str::from_utf8(&response.chunk().await.unwrap().unwrap()).unwrap());
        }
    };
    tokio::time::timeout(Duration::from_secs(20), reading).await.expect("it streams");
    assert!(said.starts_with("id: 2\nevent: missed\ndata: {"), "from where one left off: {said}");

    let status = server.get("/api/mind").await.expect(200).json();
    assert_eq!((&status["desires"], &status["is_asleep"]), (&json!(1), &json!(false)), "{status}");
    server.delete("/api/mind/gaps/1").await.expect(204);
    server.delete("/api/mind/gaps/1").await.problem(404, "gap_not_found");
    server.delete("/api/mind/desires/1").await.expect(204);
    server.delete("/api/mind/desires/1").await.problem(404, "desire_not_found");
    server.post("/api/mind/wake", json!({"cycles": 1000})).await.problem(422, "invalid");
    server.post("/api/mind/desires", json!({"text": " "})).await.problem(422, "invalid");
}

#[tokio::test]
async fn minds_wake_by_themselves_ask_what_they_may_and_sleep_when_told() {
    let model = scripted(|_| {
        testkit::fake_model::Answer::text("Zeppelin is an airship.\n\nCONFIDENCE: 0.9")
    })
    .await;
    let home = Home::new();
    home.configure("[mind]\nwake_seconds = 0.2\nfull_disk = 1\ntokens_per_day = 3000\n");
    let keys = (key_for(&home, "ada").await.1, key_for(&home, "bob").await.1);
    let server = serve(&home, Some(&model), &["--require-keys"]).await;
    let (ada, bob) = (server.visitor(&keys.0), server.visitor(&keys.1));
    bob.tell("/api/mind/sleep").await.expect(200);
    for visitor in [&ada, &bob] {
        let desire = json!({"text": "learn about Zeppelin"});
        visitor.post("/api/mind/desires", desire).await.expect(201);
    }
    let patience = std::time::Instant::now() + Duration::from_secs(30);
    let facts = loop {
        let facts = ada.get("/api/mind/facts?concept=Zeppelin").await.expect(200).json();
        if !facts["facts"].as_array().unwrap().is_empty() {
            break facts;
        }
        assert!(std::time::Instant::now() < patience, "nothing was learned");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(facts["facts"][0]["object"], "airship", "{facts}");
    // What it may spend in a day comes to an end.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let calls = model.requests().len();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(model.requests().len(), calls, "it goes on asking");
    let runs = ada.get("/api/runs").await.expect(200).json();
    let spent: u64 = runs["runs"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|run| run["spent"]["tokens"].as_u64())
        .sum();
    assert!(spent <= 3000, "{spent}: {runs}");

    let page = bob.request("GET", "/api/mind/traces").header("accept", "application/json");
    assert_eq!(heard(page).await.expect(200).json(), json!([]), "he sleeps");
    bob.post("/api/mind/wake", json!({})).await.expect(200);
    let page = bob.request("GET", "/api/mind/traces").header("accept", "application/json");
    assert_ne!(heard(page).await.expect(200).json(), json!([]));
}

#[tokio::test]
async fn the_command_line_does_the_same_there() {
    let there = Home::new();
    there.configure("[mind]\nawake = false\nfull_disk = 1\n");
    let server = serve(&there, None, &[]).await;
    let client = Client::of(&server);
    client.run(&["mind", "desires", "add", "become expert in Kubernetes"]).await.expect(0);
    let woke = client.run(&["mind", "wake", "--cycles", "3"]).await.expect(0);
    assert!(woke.stdout.contains("What is Kubernetes?  (desire:1)"), "{}", woke.stdout);
    let desires = client.run(&["mind", "desires"]).await.expect(0);
    assert!(desires.stdout.contains("become expert in Kubernetes"), "{}", desires.stdout);
    let gaps = client.run(&["mind", "gaps", "--json"]).await.expect(0).json();
    assert!(questions(&gaps["gaps"]).contains(&"What is Kubernetes?"), "{gaps}");
    let traces = client.run(&["mind", "traces", "--json"]).await.expect(0).lines();
    assert_eq!((&traces[0]["kind"], &traces[0]["seq"]), (&json!("wondered"), &json!(1)));
    client.run(&["mind", "sleep"]).await.expect(0);
    let status = client.run(&["mind", "status", "--json"]).await.expect(0).json();
    assert_eq!(status["is_asleep"], true, "{status}");
    client.run(&["mind", "gaps", "drop", "1"]).await.expect(0);
    client.run(&["mind", "desires", "remove", "1"]).await.expect(0);
    let missing = client.run(&["mind", "desires", "remove", "1"]).await.expect(3);
    assert!(missing.stderr.contains("there is no desire 1"), "{}", missing.stderr);
    let spending = client.run(&["mind", "wake", "--tokens", "5000"]).await.expect(2);
    assert!(spending.stderr.contains("decides itself"), "{}", spending.stderr);
}
