//! The door for OpenAI's clients: what they send, what they hear, and what becomes of a run whose asker
//! goes away.

use std::time::Duration;

use reqwest::Response;
use ruminate_types::ports::model::Purpose;
use serde_json::{Value, json};
use testkit::fake_model::{Answer, FakeModel, Fault};
use tokio::time::timeout;

use crate::server_support::{PATIENCE, Reply, Server, Visitor, key_for, serve};
use crate::support::{Home, model, scripted};

const CHAT: &str = "/v1/chat/completions";

fn asking(model: &str, question: &str) -> Value {
    json!({"model": model, "messages": [{"role": "user", "content": question}]})
}

fn with(mut body: Value, more: Value) -> Value {
    let fields = more.as_object().unwrap().clone();
    body.as_object_mut().unwrap().extend(fields);
    body
}

/// The frames of a stream, and whether it ended as it should.
fn frames(reply: &Reply) -> (Vec<Value>, bool) {
    assert_eq!(reply.header("content-type"), Some("text/event-stream"));
    let mut data: Vec<&str> =
        reply.body.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
    let is_done = data.last() == Some(&"[DONE]");
    if is_done {
        data.pop();
    }
    (data.iter().map(|json| serde_json::from_str(json).expect("a chunk")).collect(), is_done)
}

struct Streamed {
    chunks: Vec<Value>,
    content: String,
    reasoning: String,
    finish_reason: String,
}

async fn streamed(server: &Visitor, body: Value) -> Streamed {
    let reply = server.post(CHAT, with(body, json!({"stream": true}))).await.expect(200);
    let (chunks, is_done) = frames(&reply);
    assert!(is_done, "{}", reply.body);
    let said = |field: &str| -> String {
        let deltas = chunks.iter().filter_map(|c| c["choices"][0]["delta"][field].as_str());
        deltas.collect()
    };
    let ends = chunks.iter().filter_map(|c| c["choices"][0]["finish_reason"].as_str());
    let ends: Vec<&str> = ends.collect();
    assert_eq!(ends.len(), 1, "{chunks:#?}");
    Streamed {
        content: said("content"),
        reasoning: said("reasoning_content"),
        finish_reason: ends[0].to_owned(),
        chunks,
    }
}

async fn whole(server: &Visitor, body: Value) -> Value {
    server.post(CHAT, body).await.expect(200).json()
}

async fn replying(text: &'static str) -> FakeModel {
    scripted(move |_| Answer::text(text)).await
}

#[tokio::test]
async fn a_quick_answer_is_the_same_whole_and_in_chunks() {
    let (home, model) = (Home::new(), model(0).await);
    let server = serve(&home, Some(&model), &[]).await;
    let fresh = json!({"ruminate": {"fresh": true}});
    let body = with(asking("ruminate-fast", "Is a map a theory?"), fresh);

    let answer = whole(&server, body.clone()).await;
    assert_eq!(answer["object"], "chat.completion");
    assert_eq!(answer["model"], "ruminate-fast");
    assert!(answer["created"].as_i64().unwrap() > 1_700_000_000);
    let choice = &answer["choices"][0];
    assert_eq!(choice["index"], 0);
    assert_eq!(choice["message"]["role"], "assistant");
    assert_eq!(choice["finish_reason"], "stop");
    let content = choice["message"]["content"].as_str().unwrap();
    assert!(content.starts_with("On “Is a map a theory”"), "{content}");
    assert!(!content.contains("CONFIDENCE"), "{content}");
    assert_eq!(answer["ruminate"]["confidence"], 0.8);

    let streamed = streamed(&server, body).await;
    assert_eq!(streamed.content, content);
    assert_eq!(streamed.finish_reason, "stop");
    assert_eq!(streamed.reasoning, "");
    assert!(streamed.chunks.len() > 5, "it comes as it is written: {:#?}", streamed.chunks);
    assert_eq!(streamed.chunks[0]["choices"][0]["delta"]["role"], "assistant");
    for chunk in &streamed.chunks {
        assert_eq!(chunk["object"], "chat.completion.chunk");
        assert_eq!(chunk["id"], streamed.chunks[0]["id"]);
        assert_eq!(chunk.get("usage"), None, "nobody asked for it");
    }
}

#[tokio::test]
async fn usage_is_what_the_model_counted() {
    let (home, model) = (Home::new(), model(0).await);
    let server = serve(&home, Some(&model), &[]).await;
    let fresh = json!({"ruminate": {"fresh": true}});
    let body = with(asking("ruminate-auto", "What does a run cost?"), fresh);
    let answer = whole(&server, body.clone()).await;
    let usage = &answer["usage"];
    let run = server.look(answer["ruminate"]["session_id"].as_str().unwrap()).await;
    assert!(usage["prompt_tokens"].as_u64().unwrap() > 0);
    assert!(usage["completion_tokens"].as_u64().unwrap() > 0);
    assert_eq!(usage["total_tokens"], run["spent"]["tokens"]);
    assert_eq!(answer["id"], format!("chatcmpl-{}", run["session_id"].as_str().unwrap()));

    let options = json!({"stream_options": {"include_usage": true}});
    let streamed = streamed(&server, with(body, options)).await;
    let (last, before) = streamed.chunks.split_last().unwrap();
    assert_eq!(&last["usage"], usage);
    assert_eq!(last["choices"], json!([]));
    assert!(before.iter().all(|chunk| chunk["usage"].is_null() && chunk.get("usage").is_some()));
}

#[tokio::test]
async fn an_extended_answer_comes_with_its_thoughts() {
    let (home, model) = (Home::new(), model(0).await);
    let server = serve(&home, Some(&model), &[]).await;
    for name in ["ruminate-extended", "ruminate-deep"] {
        let limits = json!({"ruminate": {"max_calls": 8, "fresh": true}});
        let body = with(asking(name, "Does the map ever become the territory?"), limits);
        let answer = whole(&server, body.clone()).await;
        let run = answer["ruminate"]["session_id"].as_str().unwrap();
        let seen = server.look(run).await;
        assert_eq!(seen["mode"], "extended");
        let message = &answer["choices"][0]["message"];
        assert_eq!(message["content"], seen["final_synthesis"]);
        let reasoning = message["reasoning_content"].as_str().unwrap();
        let thoughts = server.get(&format!("/api/thinking/{run}/stream")).await.expect(200).json();
        let thoughts = thoughts["thoughts"].as_array().unwrap();
        assert!(thoughts.len() > 5);
        for thought in thoughts {
            assert!(reasoning.contains(thought["thought_text"].as_str().unwrap()), "{reasoning}");
        }
        assert!(reasoning.contains("Question: "), "{reasoning}");
        assert!(!reasoning.contains("THOUGHT:"), "never what a model wrote: {reasoning}");

        let streamed = streamed(&server, body).await;
        assert_eq!(streamed.content, message["content"].as_str().unwrap());
        assert_eq!(streamed.reasoning, reasoning);
    }
}

#[tokio::test]
async fn what_was_said_before_reaches_the_model() {
    let (home, model) = (Home::new(), model(0).await);
    let server = serve(&home, Some(&model), &[]).await;
    let body = json!({"model": "ruminate-fast", "max_tokens": 321, "temperature": 0.25, "messages": [
        {"role": "system", "content": "Speak like a pilot."},
        {"role": "user", "content": [{"type": "text", "text": "Name a bird."}]},
        {"role": "assistant", "content": "The swift."},
        {"role": "user", "content": "How fast is it?"},
    ]});
    whole(&server, body).await;
    let asked = &model.requests()[0].asked;
    for said in ["Speak like a pilot.", "Name a bird.", "The swift.", "How fast is it?"] {
        assert!(asked.prompt.contains(said), "{}", asked.prompt);
    }
    assert!(asked.prompt.contains("\n\nQuestion: How fast is it?"));
    let tokens = asked.body.get("max_tokens").or(asked.body.get("max_completion_tokens"));
    assert_eq!(tokens, Some(&json!(321)));
    assert_eq!(asked.body["temperature"], 0.25);
}

#[tokio::test]
async fn a_conversation_of_the_server_can_be_gone_on_with() {
    let (home, model) = (Home::new(), model(0).await);
    let server = serve(&home, Some(&model), &[]).await;
    let conversation = server.tell("/api/conversations").await.expect(201).json();
    let ours = json!({"ruminate": {"conversation_id": conversation["conversation_id"]}});
    let first = whole(&server, with(asking("ruminate-fast", "Who maps maps?"), ours.clone())).await;
    assert_eq!(first["ruminate"]["conversation_id"], conversation["conversation_id"]);
    whole(&server, with(asking("ruminate-fast", "And who maps those?"), ours)).await;
    let prompt = &model.requests()[1].asked.prompt;
    assert!(prompt.contains("Who maps maps?"), "{prompt}");
    let answer = first["choices"][0]["message"]["content"].as_str().unwrap();
    assert!(prompt.contains(answer), "{prompt}");
}

#[tokio::test]
async fn an_answer_ends_before_a_stop_sequence_also_across_chunks() {
    // The fake says twelve bytes at a time: the sequence lies across a border.
    let home = Home::new();
    let model = replying("Alpha beta gamma delta epsilon.\nCONFIDENCE: 0.9").await;
    let server = serve(&home, Some(&model), &[]).await;
    for (stop, expected) in [
        (json!("gamma"), "Alpha beta "),
        (json!(["zeta", "delta eps"]), "Alpha beta gamma "),
        (json!(["epsilon.!"]), "Alpha beta gamma delta epsilon."),
        (json!("Alpha"), ""),
        (Value::Null, "Alpha beta gamma delta epsilon."),
    ] {
        let body = with(asking("ruminate-fast", "Which letters?"), json!({"stop": stop}));
        let answer = whole(&server, body.clone()).await;
        assert_eq!(answer["choices"][0]["message"]["content"], expected, "{stop}");
        let streamed = streamed(&server, body).await;
        assert_eq!(streamed.content, expected, "{stop}");
        assert_eq!(streamed.finish_reason, "stop");
    }
}

#[tokio::test]
async fn an_answer_that_reached_the_limit_says_so() {
    let home = Home::new();
    let model = scripted(|_| Answer::text("It goes on and").reaching_the_limit()).await;
    let server = serve(&home, Some(&model), &[]).await;
    let body = asking("ruminate-fast", "How long is a coast?");
    assert_eq!(whole(&server, body.clone()).await["choices"][0]["finish_reason"], "length");
    assert_eq!(streamed(&server, body.clone()).await.finish_reason, "length");
    let stopped = streamed(&server, with(body, json!({"stop": "on"}))).await;
    assert_eq!((stopped.content.as_str(), &*stopped.finish_reason), ("It goes ", "stop"));
}

#[tokio::test]
async fn private_reasoning_of_a_model_is_never_shown() {
    let home = Home::new();
    let model = replying("<think>the secret draft</think>\nForty-two.\nCONFIDENCE: 0.9").await;
    let server = serve(&home, Some(&model), &[]).await;
    let reply = server
        .post(CHAT, with(asking("ruminate-fast", "What is it?"), json!({"stream": true})))
        .await
        .expect(200);
    assert!(!reply.body.contains("secret") && !reply.body.contains("think"), "{}", reply.body);
    assert_eq!(streamed(&server, asking("ruminate-fast", "What?")).await.content, "Forty-two.");
}

#[tokio::test]
async fn there_are_four_models() {
    let home = Home::new();
    let server = serve(&home, None, &[]).await;
    let models = server.get("/v1/models").await.expect(200).json();
    let ids: Vec<_> = models["data"].as_array().unwrap().iter().map(|m| &m["id"]).collect();
    assert_eq!(ids, ["ruminate-auto", "ruminate-fast", "ruminate-deep", "ruminate-extended"]);
    assert_eq!(models["object"], "list");
    let one = server.get("/v1/models/ruminate-deep").await.expect(200).json();
    assert_eq!(one["object"], "model");
    openai_error(&server.get("/v1/models/gpt-5").await, 404, "model_not_found");
}

/// A problem document that is OpenAI's error too.
#[track_caller]
fn openai_error(reply: &Reply, status: u16, code: &str) -> Value {
    let problem = reply.problem(status, code);
    let error = problem["error"].clone();
    assert!(error["message"].as_str().unwrap().contains(problem["detail"].as_str().unwrap()));
    assert!(error["type"].is_string() && error["code"].is_string(), "{problem}");
    assert_eq!(error.get("param"), Some(problem.get("field").unwrap_or(&Value::Null)));
    error
}

#[tokio::test]
async fn what_cannot_be_honoured_is_refused_by_name() {
    let (home, model) = (Home::new(), model(0).await);
    let server = serve(&home, Some(&model), &[]).await;
    let fine = asking("ruminate-fast", "Why?");
    let image = json!([{"type": "image_url", "image_url": {"url": "data:"}}]);
    for (more, status, code, param) in [
        (json!({"model": "gpt-5"}), 404, "model_not_found", "model"),
        (json!({"n": 2}), 400, "unsupported_parameter", "n"),
        (json!({"tools": [{"type": "function"}]}), 400, "unsupported_parameter", "tools"),
        (
            json!({"response_format": {"type": "json_object"}}),
            400,
            "unsupported_parameter",
            "response_format",
        ),
        (json!({"logprobs": true}), 400, "unsupported_parameter", "logprobs"),
        (json!({"top_p": 0.1}), 400, "unsupported_parameter", "top_p"),
        (json!({"max_tokens": 10}), 400, "invalid", "max_tokens"),
        (json!({"max_completion_tokens": 95}), 400, "invalid", "max_completion_tokens"),
        (json!({"temperature": 2.5}), 400, "invalid", "temperature"),
        (json!({"stop": ["a", "b", "c", "d", "e"]}), 400, "invalid", "stop"),
        (json!({"stop": ""}), 400, "invalid", "stop"),
        (json!({"messages": []}), 400, "bad_messages", "messages"),
        (json!({"messages": [{"role": "user", "content": " "}]}), 400, "invalid", "messages"),
        (
            json!({"messages": [{"role": "user", "content": image}]}),
            400,
            "bad_messages",
            "messages[0].content[0]",
        ),
        (
            json!({"messages": [{"role": "tool", "content": "1", "tool_call_id": "a"}]}),
            400,
            "bad_messages",
            "messages[0].role",
        ),
        (json!({"ruminate": {"minutes": -1}}), 400, "invalid", "ruminate.minutes"),
        (json!({"ruminate": {"model": "nobody/x"}}), 400, "model_misconfigured", "ruminate.model"),
    ] {
        let reply = server.post(CHAT, with(fine.clone(), more.clone())).await;
        let error = openai_error(&reply, status, code);
        assert_eq!(error["param"], param, "{more}");
        assert_eq!(error["type"], "invalid_request_error");
    }
    for more in [
        json!({"messages": "hello"}),
        json!({"temperature": "hot"}),
        json!({"stop": 7}),
        json!({"ruminate": {"minuets": 1}}),
    ] {
        openai_error(&server.post(CHAT, with(fine.clone(), more)).await, 400, "invalid");
    }
    assert_eq!(model.requests().len(), 0);
    let harmless = json!({
        "n": 1, "user": "ann", "seed": 1, "metadata": {"a": "b"}, "store": false, "top_p": 1.0,
        "presence_penalty": 0, "frequency_penalty": 0, "reasoning_effort": "low", "tools": null,
        "response_format": {"type": "text"}, "something_new": true,
    });
    whole(&server, with(fine, harmless)).await;
}

#[tokio::test]
async fn every_problem_below_v1_is_in_openais_form() {
    let (home, model) = (Home::new(), model(0).await);
    let (_, key) = key_for(&home, "ada").await;
    home.configure("[limits]\nbody_bytes = 2000\nruns_per_owner = 1\n");
    let server = serve(&home, Some(&model), &["--require-keys"]).await;

    let unauthorised = server.post(CHAT, asking("ruminate-fast", "Why?")).await;
    let error = openai_error(&unauthorised, 401, "unauthorised");
    assert_eq!(error["code"], "invalid_api_key");
    assert_eq!(error["type"], "authentication_error");

    let ada = server.visitor(&key);
    openai_error(&ada.get("/v1/nothing").await, 404, "not_found");
    openai_error(&ada.get(CHAT).await, 405, "method_not_allowed");
    let long = "why ".repeat(1000);
    openai_error(&ada.post(CHAT, asking("ruminate-fast", &long)).await, 413, "body_too_large");
    let text = ada.request("POST", CHAT).body("hello");
    openai_error(&crate::server_support::heard(text).await, 415, "not_json");
    let text = ada.request("POST", CHAT).header("content-type", "application/json").body("{");
    openai_error(&crate::server_support::heard(text).await, 400, "bad_json");
    let problem = ada.get("/api/nothing").await.problem(404, "not_found");
    assert_eq!(problem.get("error"), None, "elsewhere a problem is a problem");
}

#[tokio::test]
async fn an_owner_has_so_many_runs_at_once() {
    let (home, model) = (Home::new(), scripted(|_| Answer::failing(Fault::Hang)).await);
    home.configure("[limits]\nruns_per_owner = 1\n");
    let server = serve(&home, Some(&model), &[]).await;
    server.begin(json!({"question": "Why?"})).await;
    let reply = server.post(CHAT, asking("ruminate-fast", "Why?")).await;
    assert_eq!(openai_error(&reply, 429, "too_many_runs")["type"], "rate_limit_error");
    assert!(reply.header("retry-after").is_some());
}

#[tokio::test]
async fn a_model_that_is_down_is_told_and_the_run_waits() {
    let (home, model) = (Home::new(), scripted(|_| Answer::failing(Fault::Unauthorised)).await);
    let server = serve(&home, Some(&model), &[]).await;
    let body = asking("ruminate-fast", "Is anybody there?");
    let reply = server.post(CHAT, body.clone()).await;
    let error = openai_error(&reply, 503, "model_unavailable");
    assert_eq!(error["type"], "server_error");
    assert_eq!(reply.header("x-should-retry"), Some("false"));
    let run = newest(&server).await;
    assert_eq!(run["status"], "paused");
    let id = run["session_id"].as_str().unwrap();
    assert!(error["message"].as_str().unwrap().contains(id), "{error}");
    assert!(!reply.body.contains(&model.url()), "where the model is, is the operator's: {error}");

    let reply = server.post(CHAT, with(body, json!({"stream": true}))).await.expect(200);
    let (chunks, is_done) = frames(&reply);
    assert!(!is_done);
    assert_eq!(chunks.last().unwrap()["error"]["code"], "model_unavailable", "{chunks:#?}");
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_none() {
    let text = "It is dark because most of it is far away. ".repeat(40);
    let broken = move || Answer::text(text.clone()).with(Fault::CutAfter(2000));
    let model = scripted(move |asked| match &asked.prompt {
        prompt if prompt.contains("at last") && asked.nth_overall > 5 => Answer::text("Yes."),
        _ => broken(),
    })
    .await;
    let home = Home::new();
    home.configure("[model]\nattempts = 2");
    let server = serve(&home, Some(&model), &[]).await;
    let body = asking("ruminate-fast", "Is anybody there?");
    openai_error(&server.post(CHAT, body.clone()).await, 503, "model_unavailable");
    assert_eq!(model.count(Purpose::Answer), 2, "it was asked again");
    let run = newest(&server).await;
    assert_eq!(run["status"], "paused", "{run}");
    let reply = server.post(CHAT, with(body, json!({"stream": true}))).await.expect(200);
    let (chunks, is_done) = frames(&reply);
    assert!(!is_done);
    assert_eq!(chunks.last().unwrap()["error"]["code"], "model_unavailable", "{chunks:#?}");
    // The fifth breaks off, the sixth is whole.
    let again =
        server.post(CHAT, asking("ruminate-fast", "Is it there at last?")).await.expect(200);
    assert_eq!(again.json()["choices"][0]["message"]["content"], "Yes.");
}

async fn newest(server: &Server) -> Value {
    server.get("/api/runs?limit=1").await.expect(200).json()["runs"][0].clone()
}

/// Sends a request and waits until the model was asked.
async fn ask_and_wait(
    server: &Server,
    model: &FakeModel,
    body: Value,
) -> tokio::task::JoinHandle<Response> {
    let request = server.request("POST", CHAT).json(&body);
    let asking = tokio::spawn(async move { request.send().await.unwrap() });
    let is_asked = async {
        while model.requests().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, is_asked).await.expect("the model is asked");
    asking
}

#[tokio::test]
async fn an_asker_who_goes_away_pauses_the_run() {
    for streams in [false, true] {
        let (home, model) = (Home::new(), scripted(|_| Answer::failing(Fault::Hang)).await);
        let server = serve(&home, Some(&model), &[]).await;
        let body = with(asking("ruminate-fast", "Will you wait?"), json!({"stream": streams}));
        let asking = ask_and_wait(&server, &model, body).await;
        let run = newest(&server).await;
        assert_eq!(run["status"], "thinking");
        if streams {
            let mut response = timeout(PATIENCE, asking).await.unwrap().unwrap();
            assert!(response.chunk().await.unwrap().is_some());
            drop(response);
        } else {
            asking.abort();
        }
        let id = run["session_id"].as_str().unwrap();
        let paused = server.look_until(id, |run| run["status"] == "paused").await;
        assert_eq!(paused["reason"], "asked to pause");
        timeout(PATIENCE, model.wait_for_abandoned(1)).await.expect("the call is given up");
    }
}

#[tokio::test]
async fn an_answer_that_was_heard_to_its_end_is_not_paused() {
    let (home, model) = (Home::new(), model(0).await);
    let server = serve(&home, Some(&model), &[]).await;
    let answer = whole(&server, asking("ruminate-fast", "And then?")).await;
    streamed(&server, asking("ruminate-fast", "And then?")).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let run = answer["ruminate"]["session_id"].as_str().unwrap();
    assert_eq!(server.look(run).await["status"], "completed");
    let journal = server.journal(run).await;
    assert!(journal.iter().all(|event| event["stage"] != "paused"));
}

#[tokio::test]
async fn whoever_waits_hears_that_somebody_else_paused_the_run() {
    let (home, model) = (Home::new(), scripted(|_| Answer::failing(Fault::Hang)).await);
    let server = serve(&home, Some(&model), &[]).await;
    let asking = ask_and_wait(&server, &model, asking("ruminate-fast", "Really?")).await;
    let run = newest(&server).await["session_id"].as_str().unwrap().to_owned();
    server.tell(&format!("/api/runs/{run}/pause")).await.expect(200);
    let response = timeout(PATIENCE, asking).await.unwrap().unwrap();
    assert_eq!(response.status(), 409);
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["error"]["code"], "run_paused");
}

#[tokio::test]
async fn whoever_waits_hears_that_somebody_deleted_the_run() {
    let (home, model) = (Home::new(), scripted(|_| Answer::failing(Fault::Hang)).await);
    home.configure("[server]\nheartbeat_seconds = 0.1\n\n[limits]\nruns_at_once = 1\n");
    let server = serve(&home, Some(&model), &[]).await;
    let _first = ask_and_wait(&server, &model, asking("ruminate-fast", "First?")).await;
    let waits = asking("ruminate-fast", "It waits for its turn?");
    let waiting = server.request("POST", CHAT).json(&waits);
    let waiting = tokio::spawn(async move { waiting.send().await.unwrap() });
    let run = loop {
        let run = newest(&server).await;
        if run["original_question"] == "It waits for its turn?" {
            break run["session_id"].as_str().unwrap().to_owned();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    server.delete(&format!("/api/runs/{run}")).await.expect(204);
    let response = timeout(PATIENCE, waiting).await.unwrap().unwrap();
    assert_eq!(response.status(), 404);
}

#[tokio::test]
async fn runs_and_conversations_are_their_owners() {
    let (home, model) = (Home::new(), model(0).await);
    let ((_, ada), (_, bob)) = (key_for(&home, "ada").await, key_for(&home, "bob").await);
    let server = serve(&home, Some(&model), &["--require-keys"]).await;
    let (ada, bob) = (server.visitor(&ada), server.visitor(&bob));
    let conversation = ada.tell("/api/conversations").await.expect(201).json();
    let ours = json!({"ruminate": {"conversation_id": conversation["conversation_id"]}});
    let body = with(asking("ruminate-fast", "Whose is it?"), ours);
    let answer = whole(&ada, body.clone()).await;
    let run = answer["ruminate"]["session_id"].as_str().unwrap();
    ada.look(run).await;
    bob.get(&format!("/api/runs/{run}")).await.problem(404, "run_not_found");
    let told = json!({"messages": [
        {"role": "user", "content": "One."},
        {"role": "assistant", "content": "Two."},
        {"role": "user", "content": "Three?"},
    ]});
    for body in [body.clone(), with(body, told)] {
        openai_error(&bob.post(CHAT, body).await, 404, "conversation_not_found");
    }
    assert_eq!(bob.get("/api/runs").await.json()["runs"], json!([]));
}

#[tokio::test]
async fn a_silent_stream_says_that_it_is_alive_and_ends_with_the_server() {
    let (home, model) = (Home::new(), scripted(|_| Answer::failing(Fault::Hang)).await);
    home.configure("[server]\nheartbeat_seconds = 0.05\nshutdown_seconds = 0.2\n");
    let mut server = serve(&home, Some(&model), &[]).await;
    let body = with(asking("ruminate-fast", "Will you wait?"), json!({"stream": true}));
    let asking = ask_and_wait(&server, &model, body).await;
    let run = newest(&server).await["session_id"].as_str().unwrap().to_owned();
    let mut response = asking.await.unwrap();
    let mut heard = String::new();
    while heard.matches(": alive\n\n").count() < 3 {
        let chunk = timeout(PATIENCE, response.chunk()).await.unwrap().unwrap().unwrap();
        heard.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    let ending = tokio::spawn(async move { server.terminate().await.0 });
    while let Some(chunk) = timeout(PATIENCE, response.chunk()).await.unwrap().unwrap() {
        heard.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    assert!(heard.ends_with("\n\n") && heard.contains("\"code\":\"closing\""), "{heard}");
    assert!(ending.await.unwrap().success());

    // Nobody waits for it any more: the next server does not think it to its end.
    let server = serve(&home, Some(&model), &[]).await;
    server.look_until(&run, |run| run["status"] == "paused").await;
}

#[tokio::test]
async fn streams_are_counted() {
    let (home, model) = (Home::new(), scripted(|_| Answer::failing(Fault::Hang)).await);
    home.configure("[limits]\nstreams = 1\n");
    let server = serve(&home, Some(&model), &[]).await;
    let body = with(asking("ruminate-fast", "Will you wait?"), json!({"stream": true}));
    let first = ask_and_wait(&server, &model, body.clone()).await;
    openai_error(&server.post(CHAT, body).await, 429, "too_many_streams");
    first.abort();
}

#[tokio::test]
async fn without_a_model_it_says_that_nothing_is_known() {
    let home = Home::new();
    let server = serve(&home, None, &[]).await;
    let body = asking("ruminate-fast", "What is a map?");
    let answer = whole(&server, body.clone()).await;
    let content = answer["choices"][0]["message"]["content"].as_str().unwrap();
    assert!(content.contains("no model was asked"), "{content}");
    assert_eq!(answer["usage"]["total_tokens"], 0);
    assert_eq!(streamed(&server, body).await.content, content);
}

#[tokio::test]
async fn what_was_answered_once_costs_no_tokens() {
    let (home, model) = (Home::new(), model(0).await);
    let server = serve(&home, Some(&model), &[]).await;
    let body = asking("ruminate-fast", "Is a map a theory?");
    let first = whole(&server, body.clone()).await;
    let again = whole(&server, body.clone()).await;
    assert_eq!(again["usage"]["total_tokens"], 0);
    let content = |answer: &Value| answer["choices"][0]["message"]["content"].clone();
    assert_eq!(content(&again), content(&first));
    let calls = model.requests().len();
    whole(&server, with(body, json!({"temperature": 0.9}))).await;
    assert_eq!(
        model.requests().len(),
        calls + 1,
        "who wants it written another way has it written"
    );
}
