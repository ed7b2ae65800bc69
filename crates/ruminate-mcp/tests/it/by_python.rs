//! The official Python client with our server, over both transports and by both generations of the protocol.

use serde_json::{Value, json};

use crate::peers::{Peers, fixture, said, serve};

async fn over_stdio(mode: &str) -> Option<Value> {
    let mut client = Peers::find().await?.script("client.py");
    client.args([mode, "stdio"]).arg(fixture()).arg("stdio");
    Some(serde_json::from_str(&said(client).await).unwrap())
}

async fn over_http(mode: &str) -> Option<Value> {
    let mut client = Peers::find().await?.script("client.py");
    let server = serve().await;
    client.args([mode, "http", &server.line, "ada"]);
    Some(serde_json::from_str(&said(client).await).unwrap())
}

fn check(heard: &Value, version: &str, owner: &str) {
    assert_eq!(heard["version"], version);
    assert_eq!(heard["server"]["name"], "ruminate");

    let echo = &heard["tools"]["test.echo"];
    assert_eq!(
        (&echo["title"], &echo["description"]),
        (&json!("Echo"), &json!("Says the words again."))
    );
    assert_eq!(echo["inputSchema"]["required"], json!(["words"]));
    assert_eq!(echo["outputSchema"]["properties"]["said"]["type"], "string");
    assert_eq!(echo["annotations"]["readOnlyHint"], true);
    assert_eq!(echo["annotations"]["openWorldHint"], true);
    assert_eq!(heard["tools"]["test.wait"]["annotations"]["openWorldHint"], false);
    assert_eq!(heard["tools"]["test.writes"], Value::Null, "the policy shows only what reads");

    assert_eq!(heard["echo"]["structuredContent"], json!({"said": "a b"}));
    assert_eq!(heard["echo"]["content"], json!([{"type": "text", "text": "**a b**"}]));
    assert_eq!(heard["owner"]["content"][0]["text"], owner);

    assert_eq!(heard["bad_input"]["isError"], true);
    let told = heard["bad_input"]["content"][0]["text"].as_str().unwrap();
    assert!(told.starts_with("words[1]: "), "{told}");
    assert_eq!(heard["bad_input"]["_meta"]["ruminate/problem"]["field"], "words[1]");
    assert_eq!(heard["failed"]["isError"], true);
    let told = heard["failed"]["content"][0]["text"].as_str().unwrap();
    assert!(told.ends_with("\nHint: call another"), "{told}");
    assert_eq!(heard["not_allowed"]["_meta"]["ruminate/problem"]["code"], "not_allowed");
    assert_eq!(heard["unknown"]["code"], -32602, "{}", heard["unknown"]);

    let progress = heard["progress"].as_array().unwrap();
    assert_eq!(progress.len(), 3, "{progress:?}");
    assert_eq!(progress[1], json!([0.5, 1.0, "0.5 of it"]));

    assert_eq!(heard["resources"][0]["uri"], "test://static-text");
    assert_eq!(heard["templates"][0]["uriTemplate"], "test://template/{id}/data");
    assert_eq!(heard["text"]["contents"][0]["mimeType"], "text/plain");
    assert!(heard["missing"]["message"].as_str().unwrap().contains("no such resource"));
    assert_eq!(heard["prompts"][1]["arguments"][0]["required"], true);
    let text = heard["prompt"]["messages"][0]["content"]["text"].as_str().unwrap();
    assert_eq!(text, "Prompt with arguments: arg1='one', arg2='two'");
    assert!(heard["bad_prompt"]["message"].as_str().unwrap().contains("`arg2` is missing"));
    assert_eq!(heard["cancelled"], "1", "a call that is given up is dropped");
}

#[tokio::test]
async fn the_handshake_over_stdio() {
    if let Some(heard) = over_stdio("legacy").await {
        check(&heard, "2025-11-25", "local");
    }
}

#[tokio::test]
async fn the_newest_protocol_over_stdio() {
    if let Some(heard) = over_stdio("auto").await {
        check(&heard, "2026-07-28", "local");
    }
}

#[tokio::test]
async fn the_handshake_over_http() {
    if let Some(heard) = over_http("legacy").await {
        check(&heard, "2025-11-25", "ada");
    }
}

#[tokio::test]
async fn the_newest_protocol_over_http() {
    if let Some(heard) = over_http("auto").await {
        check(&heard, "2026-07-28", "ada");
    }
}
