//! Bad input gets a clear message, a hint and a documented exit code, and changes nothing.

use std::process::Stdio;

use tokio::io::AsyncWriteExt;

use crate::support::{Home, heard, model};

#[track_caller]
fn check_words(stderr: &str, words: &[&str]) {
    for word in words.iter().chain(&["hint:"]) {
        assert!(stderr.contains(word), "no {word:?} in:\n{stderr}");
    }
}

async fn check(args: &[&str], code: i32, words: &[&str]) {
    let home = Home::new();
    let said = home.run(args).await.expect(code);
    assert_eq!(said.stdout, "");
    check_words(&said.stderr, words);
    let runs = home.run(&["runs", "list", "--json"]).await.json();
    assert_eq!(runs["runs"].as_array().map(Vec::len), Some(0), "nothing was begun");
}

#[tokio::test]
async fn an_empty_question() {
    check(&["think", ""], 2, &["the question is empty"]).await;
    check(&["think", "  \n "], 2, &["the question is empty"]).await;
}

#[tokio::test]
async fn a_question_that_is_too_long() {
    let question = "why ".repeat(5000);
    check(
        &["think", &question],
        2,
        &["more than the 16000 characters", "think.max_question_chars"],
    )
    .await;
}

#[tokio::test]
async fn budgets_that_make_no_sense() {
    check(&["think", "q", "--minutes", "-5"], 2, &["-5 minutes", "--minutes more than 0"]).await;
    check(&["think", "q", "--minutes", "0"], 2, &["0 minutes"]).await;
    check(&["think", "q", "--minutes", "nan"], 2, &["NaN minutes"]).await;
    check(&["think", "q", "--minutes", "1e12"], 2, &["1000000000000 minutes"]).await;
    check(&["think", "q", "--max-calls", "0"], 2, &["--max-calls cannot be 0"]).await;
    check(&["think", "q", "--max-tokens", "-1"], 2, &["--max-tokens cannot be -1"]).await;
    check(&["think", "q", "--max-cost", "-1"], 2, &["--max-cost cannot be -1"]).await;
    check(&["think", "q", "--reserve", "1.5"], 2, &["1.5 cannot be kept"]).await;
    check(&["think", "q", "--parallel", "99"], 2, &["99 foci", "1 to 16"]).await;
    check(&["think", "q", "--synthesis-every", "-1"], 2, &["every -1 minutes"]).await;
}

#[tokio::test]
async fn money_without_prices() {
    let (home, server) = (Home::new(), model(0).await);
    let said = home.run_with(&server, &["think", "q", "--max-cost", "1"]).await.expect(2);
    check_words(&said.stderr, &["prices of openai/fake are not known", "usd_per_million"]);
}

#[tokio::test]
async fn models_that_are_not_there() {
    check(&["think", "q", "--model", "gpt-5"], 2, &["gpt-5"]).await;
    check(&["think", "q", "--model", "nobody/gpt-5"], 2, &["nobody"]).await;
    let nowhere = ["think", "q", "--model", "ollama/x", "--model-url", "http://127.0.0.1:9"];
    check(&nowhere, 5, &["http://127.0.0.1:9", "does not answer"]).await;
    check(&["think", "q", "--model-url", "http://127.0.0.1:9"], 5, &["no Ollama answers"]).await;
    let odd = ["think", "q", "--model", "ollama/x", "--model-url", "ftp://example.org"];
    check(&odd, 2, &["not a web address", "http://"]).await;
    let secret =
        ["think", "q", "--model", "ollama/x", "--model-url", "http://me:secret@127.0.0.1:9"];
    let said = Home::new().run(&secret).await.expect(2);
    assert!(!said.stderr.contains("secret"), "{}", said.stderr);
    check(&["think", "q", "--model", "anthropic/claude"], 2, &["ANTHROPIC_API_KEY"]).await;
}

#[tokio::test]
async fn a_model_that_the_server_does_not_have() {
    let (home, server) = (Home::new(), model(0).await);
    let url = server.url();
    let said =
        home.run(&["think", "q", "--model", "ollama/gone", "--model-url", &url]).await.expect(5);
    check_words(&said.stderr, &["does not know the model gone", "ruminate models list"]);
}

#[tokio::test]
async fn runs_that_are_not_there() {
    let unknown = "01900000-0000-7000-8000-000000000000";
    for command in ["show", "follow", "pause", "resume", "cancel", "fork", "export", "delete"] {
        check(&["runs", command, unknown], 3, &["there is no run", "ruminate runs list"]).await;
        check(&["runs", command, "zzz"], 3, &["there is no run zzz"]).await;
        check(&["runs", command, "last"], 3, &["there are no runs yet"]).await;
    }
    check(&["runs", "steer", unknown, "look"], 3, &["there is no run"]).await;
    check(&["runs", "feedback", unknown, "right"], 3, &["there is no run"]).await;
}

#[tokio::test]
async fn an_event_that_is_not_there() {
    let home = Home::new();
    home.run(&["think", "Why?", "--model", "none", "--json"]).await.expect(0);
    let said = home.run(&["runs", "fork", "last", "--at", "9999"]).await.expect(3);
    check_words(&said.stderr, &["no event 9999", "numbered from 1 to"]);
    home.run(&["runs", "fork", "last", "--at", "0"]).await.expect(3);
}

#[tokio::test]
async fn a_run_that_is_over() {
    let home = Home::new();
    home.run(&["think", "Why?", "--model", "none", "--json"]).await.expect(0);
    for args in [
        &["runs", "pause", "last"][..],
        &["runs", "resume", "last"],
        &["runs", "steer", "last", "x"],
    ] {
        let said = home.run(args).await.expect(2);
        check_words(&said.stderr, &["is over (completed)", "runs fork"]);
    }
}

#[tokio::test]
async fn the_beginning_of_several_ids() {
    let home = Home::new();
    for _ in 0..2 {
        home.run(&["think", "Why?", "--model", "none", "--json"]).await.expect(0);
    }
    let said = home.run(&["runs", "show", "0"]).await.expect(2);
    check_words(&said.stderr, &["more than one run begins with 0"]);
}

#[tokio::test]
async fn keys_of_the_configuration_that_do_not_exist_are_named_with_their_place() {
    let home = Home::new();
    home.configure("[think]\nminutes = 3\nparalel = 2\n");
    let said = home.run(&["think", "q"]).await.expect(7);
    check_words(&said.stderr, &["config.toml", "line 3", "paralel", "parallel", "config schema"]);
    home.configure("[think]\nminutes = \"long\"\n");
    let said = home.run(&["config", "show"]).await.expect(7);
    check_words(&said.stderr, &["line 2", "invalid type"]);
    home.configure("[think]\nreserve = 7\n");
    let said = home.run(&["config", "show"]).await.expect(7);
    check_words(&said.stderr, &["`think.reserve` must be from 0 to 0.9"]);
    let said = home.run(&["config", "show", "--config", "nowhere.toml"]).await.expect(7);
    check_words(&said.stderr, &["nowhere.toml cannot be read"]);
}

#[tokio::test]
async fn servers_that_could_not_be_reached_or_would_not_run() {
    let home = Home::new();
    for (line, rule) in [
        ("heartbeat_seconds = 1e-12", "`server.heartbeat_seconds` must be from 0.01"),
        ("heartbeat_seconds = nan", "`server.heartbeat_seconds` must be from 0.01"),
        ("hosts = ['http://think.example']", "`server.hosts` must be bare host names"),
        ("hosts = ['think.example:7878']", "`server.hosts` must be bare host names"),
        ("hosts = ['think.example', '']", "`server.hosts` must be bare host names"),
        ("cors_origins = ['think.example']", "`server.cors_origins` must be `scheme://host`"),
        ("cors_origins = ['https://a.example/']", "`server.cors_origins` must be `scheme://host`"),
        ("cors_origins = ['https://a.example:x']", "`server.cors_origins` must be `scheme://host`"),
        ("cors_origins = ['https://A.example']", "`server.cors_origins` must be `scheme://host`"),
        ("cors_origins = ['*']", "`server.cors_origins` must be `scheme://host`"),
    ] {
        home.configure(&format!("[server]\n{line}\n"));
        let said = home.run(&["serve"]).await.expect(7);
        check_words(&said.stderr, &["config.toml", rule]);
    }
    let origins = "['https://a.example', 'http://[::1]:80', 'http://b:5173', 'app://x']";
    home.configure(&format!("[server]\nhosts = ['a_b.Example']\ncors_origins = {origins}\n"));
    home.run(&["config", "show"]).await.expect(0);
}

#[tokio::test]
async fn a_model_that_cannot_be_is_the_fault_of_whoever_names_it() {
    let home = Home::new();
    for (line, words) in [
        ("id = \"nobody/gpt-5\"", ["`model.id`", "nobody"]),
        ("id = \"gpt-5\"", ["`model.id`", "gpt-5"]),
        ("url = \"ftp://example.org\"", ["`model.url`", "not a web address"]),
    ] {
        home.configure(&format!("[model]\n{line}\n"));
        let said = home.run(&["think", "q"]).await.expect(7);
        check_words(&said.stderr, &["config.toml", words[0], words[1]]);
    }
    home.configure("[model]\nid = \"none\"\n");
    home.run(&["think", "q", "--json"]).await.expect(0);
    home.run(&["think", "q", "--model", "nobody/gpt-5"]).await.expect(2);
    let mut command = home.command(&["think", "q"]);
    command.env("RUMINATE_MODEL", "nobody/gpt-5");
    let said = crate::support::said(command).await.expect(2);
    check_words(&said.stderr, &["nobody"]);
}

#[tokio::test]
async fn failures_are_json_for_programs() {
    let said = Home::new().run(&["think", "", "--json"]).await.expect(2);
    let error: serde_json::Value = serde_json::from_str(&said.stderr).unwrap();
    assert_eq!(error["error"]["code"], "usage");
    assert!(error["error"]["hint"].is_string());
}

#[tokio::test]
async fn a_mistyped_flag_is_not_a_question() {
    let said = Home::new().run(&["think", "--detahc", "--json"]).await.expect(2);
    let error: serde_json::Value = serde_json::from_str(&said.stderr).unwrap();
    assert!(error["error"]["message"].as_str().unwrap().contains("--detahc"));
}

#[tokio::test]
async fn a_budget_without_room_for_one_call() {
    let (home, server) = (Home::new(), model(0).await);
    let said = home.run_with(&server, &["think", "Why?", "--max-tokens", "300"]).await.expect(2);
    check_words(&said.stderr, &["no room for a single call"]);
}

#[tokio::test]
async fn a_fork_without_a_budget_is_told() {
    let (home, server) = (Home::new(), model(0).await);
    home.run_with(&server, &["think", "Why?", "--max-calls", "5", "--json"]).await.expect(0);
    let said = home.run(&["runs", "fork", "last"]).await.expect(2);
    check_words(&said.stderr, &["used its budget up", "--minutes 10"]);
}

#[tokio::test]
async fn a_question_on_stdin() {
    let home = Home::new();
    for (bytes, code) in [(&b"Why is it dark at night?\n"[..], 0), (b"", 2), (b"\xff\xfe", 2)] {
        let mut command = home.command(&["think", "-", "--model", "none", "--json"]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(bytes).await.unwrap();
        let said = heard(child).await.expect(code);
        if code == 0 {
            assert_eq!(said.json()["original_question"], "Why is it dark at night?");
        }
    }
}
