//! `ruminate models`, `doctor`, `config`, and what is generated.

use serde_json::Value;
use testkit::fake_model::{Answer, Fault};

use crate::support::{Home, model, scripted};

#[tokio::test]
async fn models_are_listed_and_tried() {
    let (home, server) = (Home::new(), model(0).await);
    let url = server.url();
    for provider in ["ollama", "openai"] {
        let args = ["models", "list", "--model", provider, "--model-url", &url, "--json"];
        let models = home.run(&args).await.expect(0).json();
        let id = models["models"][0]["id"].as_str().unwrap();
        assert!(id.starts_with(provider), "{id}");
    }
    let trial = home.run_with(&server, &["models", "test", "--json"]).await.expect(0).json();
    assert_eq!(trial["structured"], true);
    assert!(trial["reply_tokens"].as_u64().unwrap() > 0);
}

#[tokio::test]
async fn a_key_that_is_refused_is_told_and_never_shown() {
    let (home, server) = (Home::new(), scripted(|_| Answer::failing(Fault::Unauthorised)).await);
    let mut command = home.command_with(&server, &["models", "test"]);
    command.env("OPENAI_API_KEY", "canary-key-1234567890");
    let said = crate::support::said(command).await.expect(5);
    assert!(said.stderr.contains("refuses the key") && said.stderr.contains("OPENAI_API_KEY"));
    assert!(!said.stderr.contains("canary"), "{}", said.stderr);
}

/// What the doctor looked at, with a mark at what is wrong.
fn diagnosis(doctor: &Value) -> Vec<String> {
    let told = |check: &Value| {
        let mark = if check["ok"] == true { "" } else { "!" };
        format!("{}{mark}", check["name"].as_str().unwrap())
    };
    doctor["checks"].as_array().unwrap().iter().map(told).collect()
}

#[tokio::test]
async fn the_doctor_finds_what_is_wrong() {
    let (home, server) = (Home::new(), model(0).await);
    let well = home.run_with(&server, &["doctor", "--json"]).await.expect(0).json();
    assert_eq!(diagnosis(&well), ["configuration", "keys", "data", "runs", "model", "embedder"]);
    let ill = home
        .run(&["doctor", "--model", "ollama/x", "--model-url", "http://127.0.0.1:9"])
        .await
        .expect(1);
    assert!(ill.stdout.contains("WRONG  model") && ill.stdout.contains("hint:"), "{}", ill.stdout);
}

#[tokio::test]
async fn the_doctor_looks_at_the_rest_when_something_is_wrong() {
    let (home, server) = (Home::new(), model(0).await);
    home.configure("[think]\nparalel = 2\n");
    let ill = home.run_with(&server, &["doctor", "--json"]).await.expect(1).json();
    assert_eq!(diagnosis(&ill), ["configuration!", "keys", "data", "runs", "model", "embedder"]);
    assert!(ill["checks"][0]["told"].as_str().unwrap().contains("paralel"));
    assert!(ill["checks"][4]["told"].as_str().unwrap().contains("openai/fake"));

    let home = Home::new();
    std::fs::write(home.path().join("data"), "a file").unwrap();
    let ill = home.run_with(&server, &["doctor", "--json"]).await.expect(1).json();
    assert_eq!(diagnosis(&ill), ["configuration", "keys", "data!", "model", "embedder"]);

    let mut command = home.command_with(&server, &["doctor", "--json"]);
    command.env_remove("HOME").env_remove("RUMINATE_HOME");
    let ill = crate::support::said(command).await.expect(1).json();
    assert_eq!(diagnosis(&ill), ["configuration!", "keys", "data!", "model", "embedder"]);
}

#[tokio::test]
async fn the_configuration_shows_what_is_in_force() {
    let home = Home::new();
    home.configure("[think]\nparallel = 4\n");
    let mut command = home.command(&["config", "show", "--json"]);
    command.env("RUMINATE_MODEL", "ollama/qwen3:4b");
    let shown = crate::support::said(command).await.expect(0).json();
    assert_eq!(shown["config"]["think"]["parallel"], 4);
    assert_eq!(shown["config"]["think"]["minutes"], 5.0);
    assert_eq!(shown["config"]["model"]["id"], "ollama/qwen3:4b");
    let toml = home.run(&["config", "show"]).await.expect(0).stdout;
    home.configure(&toml);
    home.run(&["config", "show"]).await.expect(0);
}

#[tokio::test]
async fn the_schema_tells_every_key() {
    let schema: Value = Home::new().run(&["config", "schema"]).await.expect(0).json();
    let think = &schema["$defs"]["ThinkConfig"]["properties"];
    assert!(think["reserve"]["description"].as_str().unwrap().contains("kept for the ending"));
    assert_eq!(schema["additionalProperties"], false);
}

#[tokio::test]
async fn completions_and_man_pages_come_from_the_definition() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = home.run(&["completions", shell]).await.expect(0).stdout;
        assert!(script.contains("steer"), "{shell}");
    }
    let man = home.run(&["man"]).await.expect(0).stdout;
    assert!(man.contains(".TH ruminate") && man.contains("130"));
    let dir = home.path().join("man");
    std::fs::create_dir(&dir).unwrap();
    let dir_name = dir.to_str().unwrap();
    home.run(&["man", "--dir", dir_name]).await.expect(0);
    assert!(dir.join("ruminate-runs-steer.1").exists());

    let told = home.run(&["man", "--json"]).await.expect(0).json();
    assert_eq!(told["page"], man);
    let told = home.run(&["completions", "zsh", "--json"]).await.expect(0).json();
    assert!(told["script"].as_str().unwrap().contains("steer"));
    let told = home.run(&["man", "--dir", dir_name, "--json"]).await.expect(0).json();
    assert_eq!(told["dir"], dir_name);
}
