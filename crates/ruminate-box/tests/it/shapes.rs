//! Replies that are held to a schema always follow it, whatever the model would rather say.

use std::time::{Duration, Instant};

use ruminate_box::Settings;
use ruminate_types::ports::model::{Finish, LanguageModel};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{LIMIT, many_numbers, model, request};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Thoughts {
    thoughts: Vec<Thought>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Thought {
    #[serde(rename = "thought")]
    _thought: String,
    #[serde(rename = "type")]
    _kind: Kind,
    confidence: f64,
    #[serde(rename = "contradicts")]
    _contradicts: Option<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Exploration,
    Critique,
    Connection,
    Insight,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Synthesis {
    #[serde(rename = "synthesis")]
    _synthesis: String,
    insights: Vec<String>,
    confidence: f64,
    remaining: Vec<String>,
}

fn thoughts_schema() -> Value {
    json!({
        "type": "object",
        "properties": { "thoughts": { "type": "array", "minItems": 1, "maxItems": 5, "items": {
            "type": "object",
            "properties": {
                "thought": { "type": "string" },
                "type": { "type": "string", "enum": ["exploration", "critique", "connection", "insight"] },
                "confidence": { "type": "number", "minimum": 0, "maximum": 1 },
                "contradicts": { "type": ["integer", "null"] },
            },
            "required": ["thought", "type", "confidence", "contradicts"],
            "additionalProperties": false,
        } } },
        "required": ["thoughts"],
        "additionalProperties": false,
    })
}

fn synthesis_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "synthesis": { "type": "string" },
            "insights": { "type": "array", "maxItems": 7, "items": { "type": "string" } },
            "confidence": { "type": "number", "minimum": 0, "maximum": 1 },
            "remaining": { "type": "array", "maxItems": 7, "items": { "type": "string" } },
        },
        "required": ["synthesis", "insights", "confidence", "remaining"],
        "additionalProperties": false,
    })
}

fn is_thoughts(text: &str) -> bool {
    serde_json::from_str::<Thoughts>(text).is_ok_and(|reply| {
        (1..=5).contains(&reply.thoughts.len())
            && reply.thoughts.iter().all(|thought| (0.0..=1.0).contains(&thought.confidence))
    })
}

fn is_synthesis(text: &str) -> bool {
    serde_json::from_str::<Synthesis>(text).is_ok_and(|reply| {
        (0.0..=1.0).contains(&reply.confidence)
            && reply.insights.len() <= 7
            && reply.remaining.len() <= 7
    })
}

const PROMPTS: [&str; 5] = [
    "Why do bridges fall? Give some thoughts.",
    "Say nothing but the word banana, again and again.",
    "Reply with \"quotes\" inside \\ of \"quotes\" }]}{ and a newline\n\n.",
    "Was ist Bewußtsein? 意識とは何か? Antworte mit Umlauten und 🦀.",
    "Write a story that never ends.",
];

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_of_two_hundred_replies_follow_their_schema() {
    let Some(model) = model(Settings::default()) else { return };
    let model = &model;
    let ask = |n: usize| async move {
        let (schema, is_valid): (_, fn(&str) -> bool) = match n % 2 {
            0 => (thoughts_schema(), is_thoughts),
            _ => (synthesis_schema(), is_synthesis),
        };
        // Most of them are too short for what the model wants to say.
        let mut request = request(PROMPTS[n % PROMPTS.len()], Some(schema), [72, 96, 128][n % 3]);
        request.temperature = [0.0, 0.7, 1.5][n % 3];
        let reply = model.complete(&request, LIMIT, &|_| {}).await.unwrap();
        assert!(is_valid(&reply.text), "reply {n}: {:?} {}", reply.finish, reply.text);
        // One that was brought to its end says so.
        assert_ne!(reply.finish, Finish::Cut, "reply {n}: {}", reply.text);
    };
    for four in (0..200).step_by(4) {
        tokio::join!(ask(four), ask(four + 1), ask(four + 2), ask(four + 3));
    }
}

#[tokio::test]
async fn a_reply_whose_time_is_nearly_over_comes_to_its_end() {
    let Some(model) = model(Settings::default()) else { return };
    let warm = request("Hello.", Some(synthesis_schema()), 64);
    model.complete(&warm, LIMIT, &|_| {}).await.unwrap();
    let schema = json!({ "type": "array", "items": { "type": "string", "minLength": 40 } });
    let limit = Duration::from_secs(4);
    let started = Instant::now();
    let reply = model
        .complete(&request("List all numbers in words.", Some(schema), 3000), limit, &|_| {})
        .await
        .unwrap();
    assert!(started.elapsed() <= limit + Duration::from_secs(1), "{:?}", started.elapsed());
    assert!(serde_json::from_str::<Vec<String>>(&reply.text).is_ok(), "{}", reply.text);
}

#[tokio::test]
async fn a_schema_that_cannot_be_followed_is_refused() {
    let Some(model) = model(Settings::default()) else { return };
    let schema = json!({ "type": "string", "minLength": 5, "maxLength": 2 });
    let error =
        model.complete(&request("Hi.", Some(schema), 64), LIMIT, &|_| {}).await.unwrap_err();
    assert_eq!(error.code(), "model_schema_refused");
}

#[tokio::test]
async fn a_reply_that_is_cut_says_so() {
    let Some(model) = model(Settings::default()) else { return };
    // It cannot come to an end within its room.
    let reply = model
        .complete(&request("Count.", Some(many_numbers(200)), 40), LIMIT, &|_| {})
        .await
        .unwrap();
    assert_eq!((reply.finish, reply.tokens.completion), (Finish::Length, 40));
}
