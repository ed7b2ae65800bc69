//! Seed B's API: the chunks that its page reads.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::fake_model::{Answer, Fault};
use tokio::time::timeout;

use crate::server_support::{PATIENCE, Reply, Visitor, heard, key_for, serve};
use crate::support::{Home, model, scripted};

const COMPLETIONS: &str = "/api/completions";
const STAGES: [&str; 6] = ["planning", "research", "analysis", "synthesis", "reflection", "note"];

fn asking(question: &str) -> Value {
    json!({"messages": [{"role": "user", "content": question}]})
}

fn chunks(reply: &Reply) -> Vec<Value> {
    assert_eq!(reply.header("content-type"), Some("text/event-stream"));
    let data = reply.body.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|json| serde_json::from_str(json).expect("a chunk")).collect()
}

async fn complete(server: &Visitor, body: Value) -> Vec<Value> {
    chunks(&server.post(COMPLETIONS, body).await.expect(200))
}

fn text(chunks: &[Value]) -> String {
    chunks.iter().filter_map(|chunk| chunk["text"].as_str()).collect()
}

fn kinds(chunks: &[Value]) -> Vec<&str> {
    chunks.iter().map(|chunk| chunk["type"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_quick_answer_is_text_and_an_end() {
    let (home, model) = (Home::new(), model(0).await);
    let server = serve(&home, Some(&model), &[]).await;
    let chunks = complete(&server, asking("Is a map a theory?")).await;
    let (done, texts) = chunks.split_last().unwrap();
    assert!(texts.len() > 3 && kinds(texts).iter().all(|kind| *kind == "text"), "{chunks:#?}");
    assert_eq!(done["type"], "done");
    assert!(done["usage"]["completion_tokens"].as_u64().unwrap() > 0);
    let run = server.look(done["session_id"].as_str().unwrap()).await;
    assert_eq!(text(&chunks), run["final_synthesis"].as_str().unwrap());
    assert_eq!(done["usage"]["total_tokens"], run["spent"]["tokens"]);
    for chunk in &chunks {
        assert_eq!(chunk["conversationUniqueId"], run["conversation_id"]);
        assert_eq!(chunk["models"], json!(["openai/fake"]));
    }
}

#[tokio::test]
async fn a_deep_answer_tells_its_progress_in_the_seeds_stages() {
    let (home, model) = (Home::new(), model(0).await);
    // Two seconds of thinking: the request has no field for a budget.
    home.configure("[think]\ndeep_minutes = 0.02\n");
    let server = serve(&home, Some(&model), &[]).await;
    let mut body = asking("Does the map ever become the territory?");
    body["isDeepThinkMode"] = json!(true);
    body["isWebSearchEnabled"] = json!(true);
    body["somethingElse"] = json!({"a": 1});
    let chunks = complete(&server, body).await;
    let conversation = &chunks[0]["conversationUniqueId"];
    assert!(conversation.is_string());
    let mut seen: Vec<&str> = Vec::new();
    for chunk in chunks.iter().filter(|chunk| chunk["type"] == "deep-think-progress") {
        let progress = &chunk["deepThinkProgress"];
        let stage = progress["stage"].as_str().unwrap();
        assert!(STAGES.contains(&stage), "{progress}");
        seen.push(stage);
        assert!(!progress["message"].as_str().unwrap().is_empty(), "{progress}");
        assert!(!progress["label"].as_str().unwrap().is_empty(), "{progress}");
        assert!(progress["iteration"].is_u64(), "{progress}");
        if let Some(step) = progress["planStep"].as_u64() {
            assert!(step >= 1 && step <= progress["totalSteps"].as_u64().unwrap(), "{progress}");
        }
        if stage == "analysis" {
            let level = progress["confidence"].as_str().unwrap();
            assert!(["low", "medium", "high"].contains(&level), "{progress}");
            assert!(progress["metadata"]["confidence"].is_f64(), "{progress}");
        }
        assert_eq!(&chunk["conversationUniqueId"], conversation);
        assert_eq!(chunk["models"], json!(["openai/fake"]));
    }
    for stage in ["planning", "analysis", "reflection", "synthesis"] {
        assert!(seen.contains(&stage), "no {stage} among {seen:?}");
    }
    let done = chunks.last().unwrap();
    assert_eq!(done["type"], "done");
    let run = server.look(done["session_id"].as_str().unwrap()).await;
    assert_eq!(run["mode"], "extended");
    assert_eq!(text(&chunks), run["final_synthesis"].as_str().unwrap());
}

#[tokio::test]
async fn a_conversation_goes_on_with_the_newest_message_alone() {
    let (home, model) = (Home::new(), model(0).await);
    let server = serve(&home, Some(&model), &[]).await;
    let id = "0191b0a0-0000-7000-8000-000000000001";
    let say = |question: &str| {
        let mut body = asking(question);
        body["conversationUniqueId"] = json!(id);
        body
    };
    let first = complete(&server, say("Who maps maps?")).await;
    assert_eq!(first[0]["conversationUniqueId"], id, "one that was not there is begun");
    complete(&server, say("And who maps those?")).await;
    let prompt = model.requests()[1].asked.prompt.clone();
    assert!(prompt.contains("Who maps maps?") && prompt.contains(&text(&first)), "{prompt}");

    // Whoever tells what was said is believed.
    let mut body = say("And then?");
    body["messages"] = json!([
        {"role": "user", "parts": [{"type": "text", "text": "Something else."}]},
        {"role": "assistant", "content": "Quite so."},
        {"role": "user", "content": "And then?"},
    ]);
    complete(&server, body).await;
    let prompt = model.requests()[2].asked.prompt.clone();
    assert!(prompt.contains("Something else.") && prompt.contains("Quite so."), "{prompt}");
    assert!(!prompt.contains("Who maps maps?"), "{prompt}");

    let seen = server.get(&format!("/api/conversations/{id}")).await.expect(200).json();
    let questions = seen["messages"].as_array().unwrap().iter().filter(|m| m["role"] == "user");
    assert_eq!(questions.count(), 3);
}

#[tokio::test]
async fn the_same_chunks_come_as_lines() {
    let (home, model) = (Home::new(), model(150).await);
    home.configure("[server]\nheartbeat_seconds = 0.05\n");
    let server = serve(&home, Some(&model), &[]).await;
    let request = server.request("POST", COMPLETIONS).header("accept", "application/x-ndjson");
    let reply = heard(request.json(&asking("Is a map a theory?"))).await.expect(200);
    assert_eq!(reply.header("content-type"), Some("application/x-ndjson"));
    let chunks: Vec<Value> =
        reply.body.lines().map(|line| serde_json::from_str(line).expect("a line")).collect();
    assert!(kinds(&chunks).contains(&"heartbeat"));
    assert_eq!(chunks.last().unwrap()["type"], "done");
    assert!(text(&chunks).starts_with("On “Is a map a theory”"));
    assert!(chunks.iter().all(|chunk| chunk["conversationUniqueId"].is_string()));
}

#[tokio::test]
async fn what_goes_wrong_is_told() {
    let (home, model) = (Home::new(), scripted(|_| Answer::failing(Fault::Unauthorised)).await);
    let server = serve(&home, Some(&model), &[]).await;
    let chunks = complete(&server, asking("Is anybody there?")).await;
    let last = chunks.last().unwrap();
    assert_eq!(last["type"], "error");
    assert_eq!(last["error"]["code"], "model_unavailable", "{last}");
    assert!(last["conversationUniqueId"].is_string());

    let problem = server.post(COMPLETIONS, json!({"messages": []})).await;
    assert_eq!(problem.problem(400, "bad_messages")["field"], "messages");
    let mut body = asking("Why?");
    body["conversationUniqueId"] = json!("mine");
    server.post(COMPLETIONS, body).await.problem(422, "invalid");
}

#[tokio::test]
async fn a_conversation_of_somebody_else_is_none() {
    let (home, model) = (Home::new(), model(0).await);
    let ((_, ada), (_, bob)) = (key_for(&home, "ada").await, key_for(&home, "bob").await);
    let server = serve(&home, Some(&model), &["--require-keys"]).await;
    let chunks = complete(&server.visitor(&ada), asking("Mine?")).await;
    let mut body = asking("And mine?");
    body["conversationUniqueId"] = chunks[0]["conversationUniqueId"].clone();
    server.visitor(&bob).post(COMPLETIONS, body).await.problem(404, "conversation_not_found");
}

#[tokio::test]
async fn an_asker_who_goes_away_pauses_the_run() {
    let (home, model) = (Home::new(), model(20).await);
    let server = serve(&home, Some(&model), &[]).await;
    let mut body = asking("Will you wait?");
    body["isDeepThinkMode"] = json!(true);
    let request = server.request("POST", COMPLETIONS).json(&body);
    let mut response = timeout(PATIENCE, request.send()).await.unwrap().unwrap();
    let mut seen = String::new();
    while !seen.contains("\"analysis\"") {
        let chunk = timeout(PATIENCE, response.chunk()).await.unwrap().unwrap().unwrap();
        seen.push_str(&String::from_utf8_lossy(&chunk));
    }
    drop(response);
    let runs = server.get("/api/runs").await.expect(200).json();
    let run = runs["runs"][0]["session_id"].as_str().unwrap();
    server.look_until(run, |run| run["status"] == "paused").await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let calls = model.requests().len();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(model.requests().len(), calls, "nothing more is spent");
}
