//! What each provider is sent.

use ruminate_types::ports::model::Purpose;
use serde_json::{Value, json};
use testkit::fake_model::{Answer, FakeModel, Fault, Protocol};

use crate::{LONG_ENOUGH, ask, ask_with, providers, request, request_with_schema};

async fn sent(protocol: Protocol) -> Value {
    let server = FakeModel::start(|_| Answer::text("so")).await;
    let request = request_with_schema();
    ask_with(&providers(), protocol, &server, &request, LONG_ENOUGH).await.unwrap();
    let asked = server.requests().remove(0).asked;
    assert_eq!((asked.system, asked.prompt), (request.system, request.prompt));
    assert_eq!((asked.model.as_str(), asked.purpose), ("fake:1b", Some(Purpose::Think)));
    asked.body
}

#[tokio::test]
async fn ollama_is_told_the_window_and_not_to_cut_the_prompt() {
    let body = sent(Protocol::Ollama).await;
    let options = json!({"num_ctx": 4096, "num_predict": 512, "temperature": 0.7});
    assert_eq!(body["options"], options);
    assert_eq!(body["truncate"], false);
    assert_eq!(body["stream"], true);
    assert_eq!(body["format"], request_with_schema().schema.unwrap());
    assert_eq!(body.get("think"), None, "models that cannot think refuse it");
}

#[tokio::test]
async fn openai_is_told_to_be_strict_and_to_count() {
    let body = sent(Protocol::OpenAi).await;
    assert_eq!(body["max_tokens"], 512);
    assert_eq!(body.get("max_completion_tokens"), None);
    assert_eq!(body["temperature"], 0.7);
    assert_eq!(body["stream_options"], json!({"include_usage": true}));
    let format = &body["response_format"];
    assert_eq!(format["type"], "json_schema");
    assert_eq!(format["json_schema"]["strict"], true);
    assert_eq!(format["json_schema"]["schema"]["additionalProperties"], false);
    assert_eq!(format["json_schema"]["schema"]["properties"]["thoughts"]["maxItems"], 5);
}

#[tokio::test]
async fn anthropic_gets_a_schema_without_limits() {
    let body = sent(Protocol::Anthropic).await;
    assert_eq!(body["max_tokens"], 512);
    let format = &body["output_config"]["format"];
    assert_eq!(format["type"], "json_schema");
    assert_eq!(format["schema"]["additionalProperties"], false);
    let thoughts = json!({"type": "array", "items": {"type": "string"}});
    assert_eq!(format["schema"]["properties"]["thoughts"], thoughts);
}

#[tokio::test]
async fn without_a_schema_none_is_asked_for() {
    for protocol in Protocol::ALL {
        let server = FakeModel::start(|_| Answer::text("so")).await;
        ask(protocol, &server).await.unwrap();
        let body = server.requests().remove(0).asked.body;
        for field in ["format", "response_format", "output_config"] {
            assert_eq!(body.get(field), None, "{protocol:?}");
        }
    }
}

/// A field that a server refuses is left out, and stays out.
async fn check_concession(protocol: Protocol, field: &'static str) -> Value {
    let server = FakeModel::start(|_| Answer::text("so").with(Fault::RefuseField(field))).await;
    let providers = providers();
    let mut attempts = Vec::new();
    for _ in 0..2 {
        let reply = ask_with(&providers, protocol, &server, &request(), LONG_ENOUGH).await.unwrap();
        attempts.push(reply.attempts);
    }
    assert_eq!(attempts, [2, 1], "{protocol:?} {field}");
    server.requests().pop().unwrap().asked.body
}

#[tokio::test]
async fn a_refused_field_is_left_out_and_stays_out() {
    for protocol in [Protocol::OpenAi, Protocol::Anthropic] {
        let body = check_concession(protocol, "temperature").await;
        assert_eq!(body.get("temperature"), None);
    }
    let body = check_concession(Protocol::OpenAi, "stream_options").await;
    assert_eq!(body["temperature"], 0.7);
}

#[tokio::test]
async fn a_server_that_wants_the_limit_under_its_newer_name_gets_it() {
    let body = check_concession(Protocol::OpenAi, "max_tokens").await;
    assert_eq!(body["max_completion_tokens"], 512);
}
