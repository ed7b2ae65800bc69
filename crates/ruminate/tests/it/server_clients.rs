//! OpenAI's own clients, unchanged, against the served program.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tokio::process::Command;

use crate::server_support::{key_for, serve};
use crate::support::{Home, model, said};

struct Clients {
    python: String,
    node_package: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// None, loudly, where they are neither installed nor to be had.
async fn clients() -> Option<Clients> {
    let output = Command::new(root().join("scripts/clients")).output().await.expect("the script");
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        eprintln!("SKIPPED: OpenAI's clients are not installed and cannot be now:\n{why}");
        return None;
    }
    let told = String::from_utf8(output.stdout).unwrap();
    let mut paths = told.lines().map(str::to_owned);
    Some(Clients { python: paths.next().unwrap(), node_package: paths.next().unwrap() })
}

fn script(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name);
    path.to_str().unwrap().to_owned()
}

/// What a client hears of a server that asks for keys.
async fn heard_by(command: impl Fn(&Clients) -> Vec<String>) -> Option<Value> {
    let clients = clients().await?;
    let (home, model) = (Home::new(), model(0).await);
    let (_, key) = key_for(&home, "ada").await;
    let server = serve(&home, Some(&model), &["--require-keys"]).await;
    let mut words = command(&clients);
    words.extend([format!("http://{}/v1", server.address), key]);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).kill_on_drop(true);
    Some(said(command).await.expect(0).json())
}

fn check(heard: &Value) {
    let models = ["ruminate-auto", "ruminate-fast", "ruminate-deep", "ruminate-extended"];
    assert_eq!(heard["models"], json!(models));
    assert_eq!(heard["model"], "ruminate-deep");
    assert!(heard["content"].as_str().unwrap().starts_with("On “Is a map a theory”"), "{heard}");
    assert_eq!(heard["finish_reason"], "stop");
    assert!(heard["usage"].as_u64().unwrap() > 0);
    assert_eq!(heard["streamed"], heard["content"]);
    assert_eq!(heard["streamed_usage"], heard["usage"]);
    assert!(heard["chunks"].as_u64().unwrap() > 5, "{heard}");
    assert!(!heard["reasoning"].as_str().unwrap().is_empty());
    let error = |name: &str, class: &str, status: u16, code: &str, param: Value| {
        let error = &heard[name];
        assert_eq!(error["class"], class, "{error}");
        assert_eq!(error["status"], status, "{error}");
        assert_eq!(error["code"], code, "{error}");
        assert_eq!(error["param"], param, "{error}");
        assert!(error["message"].as_str().unwrap().len() > 10, "{error}");
    };
    error("bad_model", "NotFoundError", 404, "model_not_found", json!("model"));
    error("bad_parameter", "BadRequestError", 400, "unsupported_parameter", json!("n"));
    error("bad_key", "AuthenticationError", 401, "invalid_api_key", Value::Null);
}

#[tokio::test]
async fn openais_client_for_python_works_unchanged() {
    let heard = heard_by(|clients| vec![clients.python.clone(), script("ask_openai.py")]).await;
    if let Some(heard) = heard {
        check(&heard);
    }
}

#[tokio::test]
async fn openais_client_for_node_works_unchanged() {
    let command = |clients: &Clients| {
        vec!["node".to_owned(), script("ask_openai.mjs"), clients.node_package.clone()]
    };
    if let Some(heard) = heard_by(command).await {
        check(&heard);
    }
}
