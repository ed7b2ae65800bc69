//! `ruminate ask`: an answer at once, and conversations from the shell.

use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

use ruminate_types::ports::model::Purpose;
use testkit::fake_model::{Answer, Fault};

use crate::support::{Home, heard, model, said, scripted};

const QUESTION: &str = "Is water wet?";

#[tokio::test]
async fn what_nobody_knows_is_said_without_a_model() {
    let home = Home::new();
    let said = home.run(&["ask", QUESTION, "--model", "none"]).await.expect(9);
    assert!(said.stdout.starts_with("Nothing is known here about water wet"), "{}", said.stdout);
    assert!(said.stderr.contains("Confidence: 0.05"), "{}", said.stderr);
    let run = home.run(&["runs", "show", "last", "--json"]).await.json();
    assert_eq!((&run["mode"], &run["status"]), (&"fast".into(), &"completed".into()));
    assert_eq!(said.stdout.trim_end(), run["final_synthesis"].as_str().unwrap());
}

#[tokio::test]
async fn in_a_pipe_there_is_the_answer_and_nothing_else() {
    let server =
        scripted(|_| Answer::text("Yes, it is.\n\nAt least **here**.\nCONFIDENCE: 0.9")).await;
    let home = Home::new();
    for extra in [&["--plain"][..], &["--mode", "fast"], &[]] {
        let args = [&["ask", QUESTION, "--fresh"], extra].concat();
        let said = home.run_with(&server, &args).await.expect(0);
        assert_eq!(said.stdout, "Yes, it is.\n\nAt least **here**.\n");
        assert!(said.stderr.contains("Confidence: 0.90; 1 call, "), "{}", said.stderr);
    }
    let args = ["ask", QUESTION, "--json", "--fresh"];
    let run = home.run_with(&server, &args).await.expect(0).json();
    assert_eq!(run["answer"]["answer_text"], "Yes, it is.\n\nAt least **here**.");
    let events =
        home.run_with(&server, &["ask", QUESTION, "--events", "--fresh"]).await.expect(0).lines();
    let stages: Vec<_> = events.iter().map(|event| event["stage"].as_str().unwrap()).collect();
    assert_eq!(stages, ["created", "started", "answer_final", "completed"]);
    assert_eq!(server.count(Purpose::Answer), 5);

    let shown = home.run(&["runs", "show", "last"]).await.expect(0).stdout;
    assert!(shown.contains("\nYes, it is.\n") && shown.contains("Confidence: 0.90"), "{shown}");
    assert!(!shown.contains("thoughts"), "it has none to tell of: {shown}");
    let followed = home.run(&["runs", "follow", "last", "--plain"]).await.expect(0).stdout;
    assert!(followed.contains("complete\n\nYes, it is."), "{followed}");
}

#[tokio::test]
async fn a_question_may_come_from_stdin() {
    let (home, server) = (Home::new(), model(0).await);
    let mut command = home.command_with(&server, &["ask", "-"]);
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(b"Is this from a file?\n").unwrap();
    std::io::Seek::rewind(&mut file).unwrap();
    command.stdin(Stdio::from(file));
    let said = said(command).await.expect(0);
    assert!(said.stdout.contains("Is this from a file"), "{}", said.stdout);
    let said = home.run(&["ask", "  "]).await.expect(2);
    assert!(said.stderr.contains("ruminate ask"), "{}", said.stderr);
}

#[tokio::test]
async fn a_follow_up_is_asked_with_what_was_said_before() {
    let (home, server) = (Home::new(), model(0).await);
    let first = home.run_with(&server, &["ask", QUESTION, "--new-conversation"]).await.expect(0);
    let id = first.stderr.lines().find_map(|line| line.strip_prefix("Conversation "));
    let id = id.expect("its id").to_owned();
    let prompt = || server.requests().last().unwrap().asked.prompt.clone();
    assert!(!prompt().contains(first.stdout.trim()), "nothing was said before");

    let args = ["ask", "And ice?", "--conversation", &id, "--json"];
    let second = home.run_with(&server, &args).await.expect(0).json();
    assert_eq!(second["conversation_id"], id);
    assert!(prompt().contains(QUESTION) && prompt().contains(first.stdout.trim()), "{}", prompt());
    home.run_with(&server, &["ask", "And fog?", "--conversation", "last"]).await.expect(0);
    assert!(prompt().contains("And ice?"), "{}", prompt());
    let rows = home.run(&["runs", "list", "--json"]).await.json();
    assert!(rows["runs"].as_array().unwrap().iter().all(|run| run["conversation_id"] == id));

    home.run_with(&server, &["ask", "Alone?"]).await.expect(0);
    assert!(!prompt().contains("And ice?"), "another question is asked by itself");
    let nobody = "00000000-0000-7000-8000-000000000000";
    let said = home.run_with(&server, &["ask", "?", "--conversation", nobody]).await.expect(3);
    assert!(said.stderr.contains("there is no conversation"), "{}", said.stderr);
    home.run_with(&server, &["ask", "?", "--conversation", "that one"]).await.expect(2);
    let other = Home::new();
    other.run(&["ask", "?", "--model", "none", "--conversation", "last"]).await.expect(3);
}

#[tokio::test]
async fn deep_and_extended_questions_are_thought_about() {
    let (home, server) = (Home::new(), model(0).await);
    for mode in ["deep", "extended"] {
        let args = ["ask", QUESTION, "--mode", mode, "--max-calls", "6", "--fresh"];
        let said = home.run_with(&server, &args).await.expect(0);
        assert!(said.stdout.contains("] focus: ") && said.stdout.contains("Key insights:"));
        let run = home.run(&["runs", "show", "last", "--json"]).await.json();
        assert_eq!(run["mode"], "extended");
    }
}

#[tokio::test]
async fn an_answer_under_way_is_not_steered_but_paused_and_resumed() {
    let (home, slow) = (Home::new(), model(20_000).await);
    let mut command = home.command_with(&slow, &["ask", QUESTION]);
    let asking = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while slow.requests().is_empty() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let said = home.run(&["runs", "steer", "last", "look at ice"]).await.expect(2);
    assert!(said.stderr.contains("cannot be steered"), "{}", said.stderr);
    home.run(&["runs", "pause", "last"]).await.expect(0);
    let said = heard(asking).await.expect(10);
    assert_eq!(said.stdout, "");
    assert!(said.stderr.contains("There is no answer yet."), "{}", said.stderr);
    assert!(said.stderr.contains("To go on: ruminate runs resume"), "{}", said.stderr);

    let quick = model(0).await;
    let url = quick.url();
    let args = ["runs", "resume", "last", "--model", "openai/other", "--model-url", &url];
    let said = home.run(&args).await.expect(0);
    assert!(said.stdout.contains("Is water wet"), "{}", said.stdout);
}

#[tokio::test]
async fn a_model_that_is_away_leaves_a_question_that_can_be_asked_again() {
    let server = scripted(|_| Answer::failing(Fault::ServerError)).await;
    let home = Home::new();
    home.configure("[model]\nattempts = 1\n");
    let said = home.run_with(&server, &["ask", QUESTION]).await.expect(10);
    assert_eq!(said.stdout, "");
    assert!(said.stderr.contains("There is no answer yet."), "{}", said.stderr);
}
