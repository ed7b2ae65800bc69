//! Keys are shown once, to whoever makes them, and are nowhere else: not in logs at any level, not in
//! the data, not in events, errors or metrics.

use std::path::Path;

use serde_json::json;
use testkit::fake_model::{Answer, Fault, plausible};

use crate::server_support::{heard, start};
use crate::support::{Home, scripted};

const PROVIDER_KEY: &str = "canary-sk-5d2f8a";

/// Everything in the data directory, as bytes.
fn files(dir: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push((path.clone(), std::fs::read(&path).unwrap()));
        }
    }
    found
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

async fn check(format: &str) {
    let home = Home::new();
    home.configure(&format!("[telemetry]\nlog = \"trace\"\nlog_format = \"{format}\"\n[server]\nheartbeat_seconds = 0.1\n[model]\nattempts = 2"));
    let made = home.run(&["keys", "create", "ada", "--label", "canary"]).await.expect(0);
    let key = made.stdout.trim().to_owned();
    assert!(key.starts_with("rmk_") && !made.stderr.contains(&key));
    let secret = key.rsplit('_').next().unwrap().to_owned();
    assert!(secret.len() >= 32, "only the last part is a secret");
    // A server that repeats what it was sent when it complains.
    let model = scripted(|asked| match asked.nth_overall % 4 {
        2 => Answer::failing(Fault::Unauthorised),
        3 => Answer::failing(Fault::ServerError),
        _ => plausible(asked),
    })
    .await;
    let mut command =
        home.command_with(&model, &["serve", "--listen", "127.0.0.1:0", "--require-keys"]);
    command.env("OPENAI_API_KEY", PROVIDER_KEY);
    let mut server = start(command).await;
    let ada = server.visitor(&key);

    let mut told = vec![made.stderr.clone()];
    let run = ada.begin(json!({"question": "Why?", "mode": "extended", "max_calls": 8})).await;
    for _ in 0..4 {
        let view = ada.look_until(&run, |view| view["status"] != "thinking").await;
        told.push(view.to_string());
        if view["status"] == "paused" {
            ada.tell(&format!("/api/runs/{run}/resume")).await.expect(200);
        }
    }
    assert!(
        model.requests().iter().any(|request| request.asked.key.as_deref() == Some(PROVIDER_KEY))
    );
    ada.tell(&format!("/api/runs/{run}/cancel")).await;
    let stream = ada.watch(&run).await.rest().await;
    assert!(stream.iter().any(|event| event["stage"] == "paused"), "it complained");
    told.push(json!(stream).to_string());
    for path in
        ["/metrics", "/api/runs", "/openapi.json", &format!("/api/runs/{run}/export?format=html")]
    {
        told.push(ada.get(path).await.expect(200).body);
    }
    let wrong = format!("{key}0");
    for (name, value) in [
        ("authorization", format!("Bearer {wrong}")),
        ("x-api-key", wrong),
        ("authorization", format!("Basic {key}")),
    ] {
        told.push(
            heard(server.request("GET", "/api/runs").header(name, value)).await.expect(401).body,
        );
    }
    // Where it should not be.
    told.push(
        ada.get(&format!("/api/runs?before={secret}")).await.expect(400).body.replace(&secret, ""),
    );
    told.push(
        ada.post("/api/runs", json!({"question": "Why?", "model": "openai/nothing"})).await.body,
    );
    for args in
        [&["keys", "list"][..], &["keys", "list", "--json"], &["runs", "show", &run], &["doctor"]]
    {
        let mut command = home.command_with(&model, args);
        command.env("OPENAI_API_KEY", PROVIDER_KEY);
        let said = crate::support::said(command).await;
        told.push(said.stdout + &said.stderr);
    }
    let (status, _) = server.terminate().await;
    assert_eq!(status.code(), Some(0));
    let log = server.log();
    assert!(log.contains("TRACE") && log.contains("/api/runs"), "it tells much:\n{log}");
    told.push(log);
    for text in &told {
        for canary in [&secret, PROVIDER_KEY] {
            let at = text.find(canary);
            let around = at.map(|at| text[at.saturating_sub(200)..at].to_owned());
            assert_eq!(around, None, "{canary} was told");
        }
    }
    let files = files(home.path());
    assert!(files.iter().any(|(_, bytes)| holds(bytes, "argon2id")), "the hash is there");
    for (path, bytes) in &files {
        for canary in [&secret, PROVIDER_KEY] {
            assert!(!holds(bytes, canary), "{canary} is in {}", path.display());
        }
    }
}

#[tokio::test]
async fn a_log_of_text_tells_no_keys() {
    check("text").await;
}

#[tokio::test]
async fn a_log_of_json_tells_no_keys() {
    check("json").await;
}
