//! `ruminate think`, in a pipe, as JSON, and as events.

use std::time::{Duration, Instant};

use ruminate_types::ports::model::Purpose;
use serde_json::Value;
use testkit::fake_model::{Answer, Fault, plausible};

use crate::support::{Home, model, scripted, slow};

const QUESTION: &str = "What is the relationship between consciousness and intelligence?";

fn has(value: &Value, names: &[&str]) {
    for name in names {
        assert!(value.get(name).is_some(), "no {name} in {value}");
    }
}

#[tokio::test]
async fn the_document_has_the_records_of_seed_a() {
    let (home, server) = (Home::new(), model(0).await);
    let args = ["think", QUESTION, "--max-calls", "14", "--minutes", "5", "--json"];
    let run = home.run_with(&server, &args).await.expect(0).json();
    has(&run, &["session_id", "status", "original_question", "thinking_duration_minutes"]);
    has(&run, &["progress_percentage", "confidence_evolution", "final_synthesis"]);
    assert_eq!(run["status"], "completed");
    assert_eq!(run["original_question"], QUESTION);
    assert_eq!(run["thinking_duration_minutes"], 5.0);
    assert_eq!(run["progress_percentage"], 100.0);
    for thought in run["thoughts"].as_array().unwrap() {
        has(thought, &["sequence_number", "thought_text", "thought_type", "confidence"]);
        has(thought, &["time_offset_seconds", "related_to_question_id"]);
    }
    for question in run["sub_questions"].as_array().unwrap() {
        has(question, &["question_text", "priority", "why", "explored"]);
        assert!((1..=10).contains(&question["priority"].as_u64().unwrap()));
    }
    let syntheses = run["syntheses"].as_array().unwrap();
    for synthesis in syntheses {
        has(synthesis, &["sequence_number", "synthesis_text", "key_insights", "confidence_level"]);
        has(synthesis, &["remaining_questions", "time_offset_seconds"]);
    }
    let last = syntheses.last().unwrap();
    assert_eq!(last["synthesis_text"], run["final_synthesis"]);
    let evolution: Vec<&Value> = syntheses.iter().map(|s| &s["confidence_level"]).collect();
    assert_eq!(
        run["confidence_evolution"].as_array().unwrap().iter().collect::<Vec<_>>(),
        evolution
    );
    assert!(run["spent"]["calls"].as_u64().unwrap() <= 14);
    assert_eq!(server.count(Purpose::Final), 3, "drafts of the ending");
}

#[tokio::test]
async fn events_are_gapless_and_one_json_object_each() {
    let (home, server) = (Home::new(), model(0).await);
    let args = ["think", QUESTION, "--max-calls", "9", "--events"];
    let events = home.run_with(&server, &args).await.expect(0).lines();
    for (index, event) in events.iter().enumerate() {
        assert_eq!(event["seq"], index as u64 + 1);
        has(event, &["runId", "at", "stage", "round", "summary", "metrics"]);
    }
    let stages: Vec<&str> = events.iter().map(|event| event["stage"].as_str().unwrap()).collect();
    assert_eq!(stages[..4], ["created", "started", "focus", "thought"]);
    assert_eq!(stages[stages.len() - 3..], ["final_synthesis", "distilled", "completed"]);
    let id = events[0]["runId"].as_str().unwrap();
    let again = home.run(&["runs", "follow", id, "--events"]).await.expect(0).lines();
    assert_eq!(again, events, "following shows the same");
    let rest =
        home.run(&["runs", "follow", id, "--events", "--after", "5"]).await.expect(0).lines();
    assert_eq!(rest, events[5..]);
}

#[tokio::test]
async fn a_pipe_gets_plain_lines() {
    let (home, server) = (Home::new(), model(0).await);
    let said = home.run_with(&server, &["think", QUESTION, "--max-calls", "6"]).await.expect(0);
    assert!(said.stderr.contains("Thinking with openai/fake at http://127.0.0.1:"));
    assert!(said.stdout.starts_with("[00:00 #1] question: What is the relationship"));
    assert!(said.stdout.contains("\n[00:00 #3] focus: "));
    assert!(said.stdout.contains("\nConfidence: 0."));
    assert!(!said.stdout.contains('\u{1b}'), "no escape sequences");
}

#[tokio::test]
async fn all_three_protocols_think() {
    for id in ["ollama/fake:1b", "openai/fake", "anthropic/fake"] {
        let (home, server) = (Home::new(), model(0).await);
        let url = server.url();
        let args =
            ["think", "Why?", "--max-calls", "4", "--json", "--model", id, "--model-url", &url];
        let mut command = home.command(&args);
        command.env("ANTHROPIC_API_KEY", "canary-key");
        let said = crate::support::said(command).await.expect(0);
        assert_eq!(said.json()["status"], "completed", "{id}");
        assert_eq!(said.json()["spent"]["calls"], 4, "{id}");
        assert!(!said.stdout.contains("canary-key"));
    }
}

#[tokio::test]
async fn with_nothing_configured_a_local_ollama_is_taken() {
    let (home, server) = (Home::new(), model(0).await);
    let url = server.url();
    let said =
        home.run(&["think", "Why?", "--max-calls", "3", "--model-url", &url]).await.expect(0);
    assert!(said.stderr.contains("Thinking with ollama/"), "{}", said.stderr);
    assert!(said.stderr.contains("Choose another with --model"));
}

#[tokio::test]
async fn without_any_model_it_thinks_natively_and_says_so() {
    let home = Home::new();
    let said = home.run(&["think", QUESTION, "--model", "none"]).await.expect(0);
    assert!(said.stderr.contains("Thinking without a model"));
    assert!(said.stdout.contains("Can consciousness exist without intelligence?"));
    assert!(said.stdout.contains("picked from the thoughts; no model wrote it"));
}

#[tokio::test]
async fn the_wall_clock_is_kept_to_one_call() {
    let (home, server) = (Home::new(), model(150).await);
    home.configure("[think]\ncall_limit_seconds = 1\n");
    let begun = Instant::now();
    let args = ["think", QUESTION, "--minutes", "0.03", "--json"];
    let run = home.run_with(&server, &args).await.expect(0).json();
    let took = begun.elapsed();
    // With time for the process itself on a busy machine.
    assert!(took < Duration::from_millis(1800 + 1000 + 5000), "{took:?}");
    assert!(run["elapsed_seconds"].as_f64().unwrap() <= 1.8 + 1.0);
    assert!(run["final_synthesis"].is_string());
    assert_eq!(run["syntheses"].as_array().unwrap().last().unwrap()["because"], "ending");
}

#[tokio::test]
async fn a_model_that_hangs_at_the_end_still_leaves_an_answer() {
    let (home, server) = (
        Home::new(),
        scripted(|asked| match asked.purpose {
            Some(Purpose::Final) => Answer::failing(Fault::Hang),
            _ => plausible(asked),
        })
        .await,
    );
    home.configure("[think]\ncall_limit_seconds = 0.5\n");
    let args = ["think", QUESTION, "--max-calls", "4", "--json"];
    let run = home.run_with(&server, &args).await.expect(0).json();
    assert_eq!(run["syntheses"].as_array().unwrap().last().unwrap()["extractive"], true);
    assert_eq!(run["failures"][0]["stage"], "final");
}

/// The run still ends with what there is, but a script must not take that for the model's answer.
#[tokio::test]
async fn a_run_whose_model_never_answers_says_so_when_it_ends() {
    let (home, server) = (Home::new(), scripted(|_| Answer::failing(Fault::Hang)).await);
    home.configure("[think]\ncall_limit_seconds = 0.3\n");
    let args = ["think", QUESTION, "--max-calls", "2", "--json"];
    let run = home.run_with(&server, &args).await.expect(5).json();
    assert_eq!((&run["status"], &run["model_answered"]), (&"completed".into(), &false.into()));
    assert!(run["final_synthesis"].is_string());
    let ask = home.run_with(&server, &["ask", QUESTION]).await.expect(5);
    assert!(ask.stderr.contains("The model gave nothing of use"), "{}", ask.stderr);
    assert!(ask.stderr.contains("no reply within"), "{}", ask.stderr);
    let native = home.run_with(&server, &["ask", QUESTION, "--model", "none"]).await.expect(9);
    assert!(!native.stderr.contains("nothing of use"), "{}", native.stderr);
}

#[tokio::test]
async fn a_model_that_goes_down_pauses_the_run_and_burns_nothing() {
    let (home, server) = (
        Home::new(),
        scripted(|asked| match asked.nth_overall {
            3.. => Answer::failing(Fault::ServerError),
            _ => plausible(asked),
        })
        .await,
    );
    home.configure("[model]\nattempts = 2\n");
    let args = ["think", QUESTION, "--max-calls", "9", "--json"];
    let run = home.run_with(&server, &args).await.expect(10).json();
    assert_eq!(run["status"], "paused");
    assert!(run["reason"].as_str().unwrap().contains("failed"), "{}", run["reason"]);
    assert_eq!(run["spent"]["calls"], 2);
    let elapsed = run["elapsed_seconds"].as_f64().unwrap();

    let well = model(0).await;
    let args =
        ["runs", "resume", "last", "--json", "--model", "openai/fake", "--model-url", &well.url()];
    let resumed = home.run(&args).await.expect(0).json();
    assert_eq!(resumed["status"], "completed");
    assert_eq!(resumed["session_id"], run["session_id"]);
    assert!(elapsed < 0.5, "the retries' waiting is not thinking: {elapsed}");
}

#[tokio::test]
async fn faults_of_a_server_do_not_end_a_run() {
    let faults = |asked: &testkit::fake_model::Asked| match asked.nth_overall {
        1 => Answer::failing(Fault::TooManyRequests { retry_after: Some("0".into()) }),
        2 => plausible(asked).with(Fault::CutAfter(400)),
        3 => Answer::failing(Fault::InvalidJson),
        4 => Answer::failing(Fault::WrongContentType),
        5 => Answer::failing(Fault::Enormous(10_000_000)),
        6 => plausible(asked).with(Fault::RefuseSchema),
        8 => Answer::text("what an odd thing to ask"),
        9 => slow(50, plausible(asked)),
        _ => plausible(asked),
    };
    let (home, server) = (Home::new(), scripted(faults).await);
    let args = ["think", QUESTION, "--max-calls", "12", "--json"];
    let run = home.run_with(&server, &args).await.expect(0).json();
    assert_eq!(run["status"], "completed");
    let thoughts = run["thoughts"].as_array().unwrap();
    assert!(thoughts.len() > 5);
    assert!(thoughts.iter().any(|thought| thought["flagged"] == true));
}

#[tokio::test]
async fn a_server_that_counts_nothing_is_counted_for() {
    let (home, server) = (Home::new(), scripted(|asked| plausible(asked).without_usage()).await);
    let args = ["think", QUESTION, "--max-tokens", "12000", "--json"];
    let run = home.run_with(&server, &args).await.expect(0).json();
    let spent = run["spent"]["tokens"].as_u64().unwrap();
    assert!((3_000..=12_000).contains(&spent), "{spent}");
}

#[tokio::test]
async fn money_is_counted_and_kept() {
    let (home, server) = (Home::new(), model(0).await);
    home.configure(
        "[model]\nusd_per_million_prompt_tokens = 3\nusd_per_million_reply_tokens = 15\n",
    );
    let args = ["think", QUESTION, "--max-cost", "0.05", "--json"];
    let run = home.run_with(&server, &args).await.expect(0).json();
    let spent = run["spent"]["micro_usd"].as_u64().unwrap();
    assert!((10_000..=50_000).contains(&spent), "{spent}");
    assert!(run["thoughts"].as_array().unwrap().len() > 3);
}

#[tokio::test]
async fn tokens_are_kept() {
    let (home, server) = (Home::new(), model(0).await);
    let args = ["think", QUESTION, "--max-tokens", "20000", "--json"];
    let run = home.run_with(&server, &args).await.expect(0).json();
    let spent = run["spent"]["tokens"].as_u64().unwrap();
    assert!((5_000..=20_000).contains(&spent), "{spent}");
}

#[tokio::test]
async fn a_stderr_that_takes_nothing_stops_nothing() {
    for stderr in ["2>&-", "2>/dev/full"] {
        let home = Home::new();
        let mut command = tokio::process::Command::new("sh");
        let script = format!("\"$RUMINATE\" think Why? --model none {stderr}");
        command
            .args(["-c", &script])
            .env("RUMINATE", env!("CARGO_BIN_EXE_ruminate"))
            .env("RUMINATE_HOME", home.path().join("data"));
        let said = crate::support::said(command).await.expect(0);
        assert!(said.stdout.contains("] complete\n"), "{stderr}: {}", said.stdout);
        assert!(said.stdout.contains("\nConfidence: 0."), "{stderr}: {}", said.stdout);
        home.run(&["runs", "show", "last"]).await.expect(0);
    }
}
