//! The official inspector's command line with our server.

use serde_json::{Value, json};

use crate::peers::{Peers, fixture, said, serve};

const INSPECTOR: &str = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";

async fn told(peers: &Peers, words: &[&str]) -> Value {
    let home = tempfile::tempdir().unwrap();
    let mut inspector = peers.node(INSPECTOR);
    // It keeps a list of servers at home.
    inspector.arg("--cli").args(words).env("HOME", home.path());
    serde_json::from_str(&said(inspector).await).unwrap()
}

#[tokio::test]
async fn the_inspector_finds_nothing_to_complain_of() {
    let Some(peers) = Peers::find().await else { return };
    let fixture = fixture();
    let stdio = [fixture.to_str().unwrap(), "stdio"];
    // Strict: a schema that some client could not read is a failure.
    let listed =
        told(&peers, &[&stdio[..], &["--method", "tools/list", "--strict"]].concat()).await;
    assert!(listed["tools"].as_array().unwrap().len() > 5, "{listed}");

    let echo =
        ["--method", "tools/call", "--tool-name", "test.echo", "--tool-arg", r#"words=["a"]"#];
    let called = told(&peers, &[&stdio[..], &echo].concat()).await;
    assert_eq!(called["structuredContent"], json!({"said": "a"}));

    let server = serve().await;
    let words = ["--header", "Authorization: Bearer ada", "--method", "tools/call"];
    let http = [&[server.line.as_str()][..], &words, &["--tool-name", "test.owner"]].concat();
    assert_eq!(told(&peers, &http).await["content"][0]["text"], "ada");
}
