//! What was answered once is not paid for again; what only looks alike is.

use serde_json::Value;
use testkit::fake_model::{Answer, FakeModel};

use crate::support::{Home, model, scripted};

async fn ask(home: &Home, server: &FakeModel, args: &[&str]) -> Value {
    let args = [&["ask", "--json"], args].concat();
    home.run_with(server, &args).await.expect(0).json()
}

fn text(run: &Value) -> String {
    run["answer"]["answer_text"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn the_same_question_costs_nothing_the_second_time() {
    let (home, server) = (Home::new(), model(0).await);
    let first = ask(&home, &server, &["What is the capital of France?"]).await;
    let calls = server.requests().len();
    assert!(calls > 0);
    for again in ["What is the capital of France?", "Tell me what France's capital is, please."] {
        let run = ask(&home, &server, &[again]).await;
        assert_eq!(server.requests().len(), calls, "{again}: nobody was asked");
        assert_eq!(text(&run), text(&first));
        assert_eq!(run["from_memory"]["run_id"], first["session_id"], "{run}");
        assert_eq!(run["answer"]["confidence"], first["answer"]["confidence"]);
    }
    let said = home.run_with(&server, &["ask", "what is france's capital"]).await.expect(0);
    assert!(said.stderr.contains("No model was asked"), "{}", said.stderr);
    ask(&home, &server, &["What is the capital of France?", "--fresh"]).await;
    assert!(server.requests().len() > calls, "it was asked anew");
}

#[tokio::test]
async fn a_question_that_looks_alike_is_asked() {
    let (home, server) = (Home::new(), model(0).await);
    let mut calls = 0;
    for question in [
        "What is the capital of France?",
        "What is the capital of Finland?",
        "What was the capital of France in 1940?",
        "What is not the capital of France?",
        "Where was Ada Lovelace born?",
        "Where did Ada Lovelace die?",
    ] {
        let run = ask(&home, &server, &[question]).await;
        assert!(server.requests().len() > calls, "{question}");
        assert!(run["from_memory"].is_null(), "{run}");
        calls = server.requests().len();
    }
}

#[tokio::test]
async fn what_was_wrong_or_is_old_or_fleeting_or_gone_is_asked_again() {
    let (home, server) = (Home::new(), model(0).await);
    let is_asked = async |question: &str| {
        let before = server.requests().len();
        let run = ask(&home, &server, &[question]).await;
        (server.requests().len() > before, run["session_id"].as_str().unwrap().to_owned())
    };
    let (_, run) = is_asked("Who wrote Faust?").await;
    assert!(!is_asked("Who wrote Faust?").await.0);
    home.run(&["runs", "feedback", &run, "wrong"]).await.expect(0);
    assert!(is_asked("Who wrote Faust?").await.0, "it was called wrong");

    is_asked("Who wrote Dune?").await;
    let (_, repeat) = is_asked("Who wrote Dune?").await;
    home.run(&["runs", "feedback", &repeat, "wrong"]).await.expect(0);
    assert!(is_asked("Who wrote Dune?").await.0, "its repeat was called wrong");

    let (_, run) = is_asked("Who wrote Ulysses?").await;
    home.run(&["runs", "delete", &run]).await.expect(0);
    assert!(is_asked("Who wrote Ulysses?").await.0, "its run is gone");

    is_asked("Who wrote Emma?").await;
    home.configure("[mind]\nreuse_days = 0.000000001\n");
    assert!(is_asked("Who wrote Emma?").await.0, "it is too old");
    home.configure("[mind]\nreuse_fleeting_minutes = 0.0001\n");
    is_asked("What is the latest book?").await;
    assert!(!is_asked("Who wrote Emma?").await.0);
    assert!(is_asked("What is the latest book?").await.0, "it changes");
    home.configure("[mind]\nreuse = false\n");
    assert!(is_asked("Who wrote Emma?").await.0, "nobody wants it");
}

#[tokio::test]
async fn what_was_called_wrong_is_not_mended_by_an_older_answer() {
    let (home, server) = (Home::new(), model(0).await);
    let question = "Who wrote Middlemarch?";
    ask(&home, &server, &[question]).await;
    let newer = ask(&home, &server, &[question, "--fresh"]).await;
    home.run(&["runs", "feedback", newer["session_id"].as_str().unwrap(), "wrong"]).await.expect(0);
    let calls = server.requests().len();
    let run = ask(&home, &server, &[question]).await;
    assert!(server.requests().len() > calls, "{run}");
    let calls = server.requests().len();
    ask(&home, &server, &[question]).await;
    assert_eq!(server.requests().len(), calls, "nobody called the newest wrong");
}

#[tokio::test]
async fn what_rested_on_something_forgotten_or_changed_is_asked_again() {
    let (home, server) = (Home::new(), model(0).await);
    let question = "What should one know about the Basel Bridge?";
    let is_asked = async || {
        let before = server.requests().len();
        ask(&home, &server, &[question]).await;
        server.requests().len() > before
    };
    let note = home.write("bridge.md", "# Basel Bridge\n\nThe Basel Bridge is old and red.");
    home.run(&["learn", &note]).await.expect(0);
    assert!(is_asked().await && !is_asked().await);
    home.write("bridge.md", "# Basel Bridge\n\nThe Basel Bridge is old and green.");
    home.run(&["learn", &note]).await.expect(0);
    assert!(is_asked().await, "it says something else");
    assert!(!is_asked().await);
    let said = home.run(&["mind", "forget", &note]).await.expect(0);
    assert!(said.stderr.contains("runs delete"), "{}", said.stderr);
    assert!(is_asked().await, "it is forgotten");
    assert!(!is_asked().await);
}

#[tokio::test]
async fn an_answer_that_says_nothing_is_asked_for_again() {
    let home = Home::new();
    let server = scripted(|_| Answer::text("I do not know.")).await;
    for calls in 1..3 {
        ask(&home, &server, &["Who built the Basel Bridge?"]).await;
        assert_eq!(server.requests().len(), calls);
    }
}

#[tokio::test]
async fn thinking_is_not_answered_by_less() {
    let (home, server) = (Home::new(), model(0).await);
    home.configure("[mind]\nreuse_least = 0.0\n");
    let question = "Does the map ever become the territory?";
    ask(&home, &server, &[question]).await;
    let think = ["think", question, "--max-calls", "6", "--json"];
    let calls = server.requests().len();
    let first = home.run_with(&server, &think).await.expect(0).json();
    assert!(server.requests().len() > calls + 2, "it thought");
    let calls = server.requests().len();
    let again = home.run_with(&server, &think).await.expect(0).json();
    assert_eq!(server.requests().len(), calls, "it was thought through");
    let told = |run: &Value| run["final_synthesis"].as_str().unwrap().to_owned();
    assert_eq!(told(&again), told(&first));
    assert_eq!(again["from_memory"]["run_id"], first["session_id"]);
}

#[tokio::test]
async fn a_follow_up_is_asked_in_its_own_conversation() {
    let (home, server) = (Home::new(), model(0).await);
    ask(&home, &server, &["Who wrote it?", "--new-conversation"]).await;
    let calls = server.requests().len();
    ask(&home, &server, &["Who wrote it?", "--conversation", "last"]).await;
    assert!(server.requests().len() > calls, "what was said before matters");
}
