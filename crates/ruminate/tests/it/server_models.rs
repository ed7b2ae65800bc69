//! Which models a request may name, and where they are reached.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use crate::server_support::{heard, key_for, serve, start};
use crate::support::{Home, model};

#[tokio::test]
async fn one_providers_address_never_hears_anothers_key() {
    let (home, model) = (Home::new(), model(0).await);
    let mut command = home.command_with(&model, &["serve", "--listen", "127.0.0.1:0"]);
    command.env("OPENAI_API_KEY", "sk-own").env("ANTHROPIC_API_KEY", "sk-other");
    let server = start(command).await;
    let asked = model.requests().len();
    for (path, body) in [
        ("/api/runs", json!({"question": "q", "mode": "fast", "model": "anthropic/claude"})),
        ("/api/runs", json!({"question": "q", "mode": "fast", "model": "ollama/any"})),
        ("/api/thinking/start", json!({"question": "q", "model_id": "anthropic/claude"})),
    ] {
        let problem = server.post(path, body).await.problem(422, "usage");
        assert_eq!(problem["field"], "model");
    }
    assert_eq!(model.requests().len(), asked, "nobody was asked");
    let run = server.begin(json!({"question": "q", "mode": "fast"})).await;
    server.completed(&run).await;
    for way in ["resume", "fork"] {
        let path = format!("/api/runs/{run}/{way}");
        let refused = server.post(&path, json!({"model": "anthropic/claude"})).await;
        refused.problem(422, "usage");
    }
    let same = json!({"question": "q", "mode": "fast", "model": "openai/another"});
    server.post("/api/runs", same).await.expect(201);
    let none = json!({"question": "q", "mode": "fast", "model": "none"});
    server.post("/api/runs", none).await.expect(201);
}

#[tokio::test]
async fn a_server_whose_model_is_away_still_serves_what_there_is() {
    let home = Home::new();
    let mut command = home.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("RUMINATE_MODEL", "openai/fake").env("RUMINATE_MODEL_URL", "http://127.0.0.1:9");
    let server = start(command).await;
    assert!(server.log().contains("does not answer"), "{}", server.log());
    server.get("/api/runs").await.expect(200);
    let refused = server.post("/api/runs", json!({"question": "q"})).await;
    let told = refused.problem(503, "model_unreachable");
    assert!(
        !told.to_string().contains("127.0.0.1"),
        "where the model is, is the operator's: {told}"
    );
    assert!(told["detail"].as_str().unwrap().contains("does not answer"), "{told}");
}

#[tokio::test]
async fn one_owner_cannot_take_everybodys_streams() {
    let home = Home::new();
    home.configure("[limits]\nstreams = 10\nstreams_per_owner = 2\n");
    let (_, ada) = key_for(&home, "ada").await;
    let (_, bob) = key_for(&home, "bob").await;
    let server = serve(&home, None, &["--require-keys"]).await;
    let (ada, bob) = (server.visitor(&ada), server.visitor(&bob));
    let waiting = json!({"question": "q", "mode": "extended", "start": false});
    let run = ada.begin(waiting.clone()).await;
    let open = (ada.watch(&run).await, ada.watch(&run).await);
    ada.get(&format!("/api/runs/{run}/events")).await.problem(429, "too_many_streams");
    let run = bob.begin(waiting).await;
    bob.watch(&run).await;
    drop(open);
}

#[tokio::test]
async fn whoever_has_seen_more_than_there_is_hears_the_end() {
    let home = Home::new();
    let server = serve(&home, None, &[]).await;
    let waiting = json!({"question": "q", "mode": "extended", "start": false});
    let run = server.begin(waiting).await;
    let path = format!("/api/runs/{run}/events");
    let stream = server.request("GET", &path).header("Last-Event-ID", u64::MAX);
    let stream = tokio::spawn(heard(stream));
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.tell(&format!("/api/runs/{run}/cancel")).await.expect(200);
    let told = timeout(Duration::from_secs(10), stream).await.expect("it ends").unwrap();
    assert!(told.expect(200).body.contains("event: cancelled"));
    let home = heard(server.request("GET", "/")).await;
    assert!(home.body.contains("Ruminate"), "a browser is led to the documentation");
}
