//! Telling a run something while another process drives it, and when nobody does.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ruminate_types::ports::model::Purpose;
use testkit::fake_model::{Answer, FakeModel, Fault, Request, plausible};

use crate::server_support::serve;
use crate::support::{Home, heard, model, said, scripted, signalled};

const QUESTION: &str = "What is it like to be a bat?";

fn thinking(home: &Home, server: &FakeModel) -> tokio::process::Child {
    let mut command = home.command_with(server, &["think", QUESTION, "--minutes", "5", "--json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[tokio::test]
async fn a_run_is_steered_paused_resumed_and_cancelled_from_outside() {
    let (home, server) = (Home::new(), model(100).await);
    let driver = thinking(&home, &server);
    home.wait_for_thoughts(3).await;

    let steered =
        home.run(&["runs", "steer", "last", "look at animals too", "--json"]).await.expect(0);
    assert_eq!(steered.json()["obeyed"], true);
    let paused = home.run(&["runs", "pause", "last"]).await.expect(0);
    assert_eq!(paused.stdout, "Paused.\n");
    let run = heard(driver).await.expect(10).json();
    assert_eq!(run["status"], "paused");
    assert_eq!(run["reason"], "asked to pause");

    let question = run["sub_questions"].as_array().unwrap().iter().find(|q| q["origin"] == "steer");
    let question = question.expect("the steering");
    assert_eq!(question["question_text"], "look at animals too");
    assert_eq!(question["priority"], 10);

    // Nobody drives it now: what is told is obeyed at once all the same.
    home.run(&["runs", "steer", "last", "and at plants"]).await.expect(0);
    let before = home.run(&["runs", "show", "last", "--json"]).await.json();
    assert_eq!(before["status"], "paused");
    tokio::time::sleep(Duration::from_millis(300)).await;

    let id = run["session_id"].as_str().unwrap();
    let mut command = home.command_with(&server, &["runs", "resume", id, "--json"]);
    let driver = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    home.wait_for_thoughts(run["thoughts"].as_array().unwrap().len() as u64 + 3).await;
    let cancelled = home.run(&["runs", "cancel", id]).await.expect(0);
    assert_eq!(cancelled.stdout, "Cancelled.\n");
    let run = heard(driver).await.expect(11).json();
    assert_eq!((&run["status"], &run["reason"]), (&"failed".into(), &"cancelled".into()));
    assert!(run["final_synthesis"].is_string(), "with what it had");
    assert!(
        server
            .requests()
            .iter()
            .any(|request| request.asked.prompt.contains("Current Focus: look at animals too"))
    );
}

#[tokio::test]
async fn pausing_aborts_the_request_that_is_under_way() {
    let (home, server) = (Home::new(), model(20_000).await);
    let driver = thinking(&home, &server);
    while server.requests().is_empty() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    home.run(&["runs", "pause", "last"]).await.expect(0);
    tokio::time::timeout(Duration::from_secs(5), server.wait_for_abandoned(1))
        .await
        .expect("aborted");
    heard(driver).await.expect(10);
}

#[tokio::test]
async fn an_interrupt_pauses_in_good_order() {
    let (home, server) = (Home::new(), model(100).await);
    let driver = thinking(&home, &server);
    home.wait_for_thoughts(3).await;
    let pid = driver.id().unwrap().to_string();
    said({
        let mut kill = tokio::process::Command::new("kill");
        kill.args(["-INT", &pid]);
        kill
    })
    .await;
    let run = heard(driver).await.expect(130).json();
    assert_eq!(run["status"], "paused");
}

#[tokio::test]
async fn elapsed_time_leaves_every_pause_out() {
    let (home, server) = (Home::new(), model(30).await);
    let mut driver = thinking(&home, &server);
    let begun = std::time::Instant::now();
    for round in 1..=3u64 {
        home.wait_for_thoughts(round * 6).await;
        home.run(&["runs", "pause", "last"]).await.expect(0);
        heard(driver).await.expect(10);
        tokio::time::sleep(Duration::from_millis(700)).await;
        let mut command = home.command_with(&server, &["runs", "resume", "last", "--json"]);
        driver = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    }
    home.run(&["runs", "cancel", "last"]).await.expect(0);
    let run = heard(driver).await.expect(11).json();
    let elapsed = run["elapsed_seconds"].as_f64().unwrap();
    let wall = begun.elapsed().as_secs_f64();
    assert!(elapsed <= wall - 2.1, "{elapsed} of {wall}");
}

#[tokio::test]
async fn a_detached_run_goes_on_without_its_terminal() {
    let (home, server) = (Home::new(), model(20).await);
    let args = ["think", QUESTION, "--max-calls", "8", "--detach", "--json"];
    let id = home.run_with(&server, &args).await.expect(0).json()["session_id"].clone();
    let id = id.as_str().unwrap();
    let run = home.run(&["runs", "follow", id, "--json"]).await.expect(0).json();
    assert_eq!(run["status"], "completed");
    assert!(run["spent"]["calls"].as_u64().unwrap() >= 6);
}

#[tokio::test]
async fn following_a_run_that_nobody_drives_ends() {
    let (home, server) = (Home::new(), model(0).await);
    home.run_with(&server, &["think", "Why?", "--max-calls", "6", "--json"]).await.expect(0);
    home.run(&["runs", "fork", "last", "--at", "4", "--no-start"]).await.expect(0);
    let said = home.run(&["runs", "follow", "last"]).await.expect(10);
    assert!(said.stderr.contains("ruminate runs resume"), "{}", said.stderr);
}

#[tokio::test]
async fn a_run_whose_reader_has_left_is_paused() {
    let (home, server) = (Home::new(), model(20).await);
    let mut command =
        home.command_with(&server, &["think", QUESTION, "--minutes", "5", "--events"]);
    let mut driver = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    home.wait_for_thoughts(3).await;
    drop(driver.stdout.take());
    let said = heard(driver).await.expect(130);
    assert_eq!(said.stderr, "", "nothing to complain about");
    let run = home.run(&["runs", "show", "last", "--json"]).await.expect(0).json();
    assert_eq!(run["status"], "paused");
}

#[tokio::test]
async fn a_fork_goes_on_from_an_event_with_a_budget_of_its_own() {
    let (home, server) = (Home::new(), model(0).await);
    let args = ["think", QUESTION, "--max-calls", "8", "--json"];
    let original = home.run_with(&server, &args).await.expect(0).json();
    let id = original["session_id"].as_str().unwrap();
    let fork = home
        .run(&["runs", "fork", id, "--at", "6", "--max-calls", "12", "--json"])
        .await
        .expect(0)
        .json();
    assert_eq!(fork["forked_from"]["session_id"], id);
    assert_eq!(fork["forked_from"]["seq"], 6);
    assert_eq!(fork["status"], "completed");
    assert_ne!(fork["session_id"], id);
    assert_eq!(fork["thoughts"][0], original["thoughts"][0], "the history is shared");
    assert!(fork["spent"]["calls"].as_u64().unwrap() > 8);
    let again = home.run(&["runs", "show", id, "--json"]).await.json();
    assert_eq!(again, original, "the original is as it was");

    let longer =
        home.run(&["runs", "fork", id, "--max-calls", "16", "--json"]).await.expect(0).json();
    assert!(
        longer["thoughts"].as_array().unwrap().len()
            > original["thoughts"].as_array().unwrap().len()
    );
}

#[tokio::test]
async fn a_fork_thinks_in_the_background_with_another_model() {
    let (home, first) = (Home::new(), model(0).await);
    let args = ["think", QUESTION, "--max-calls", "6", "--json"];
    home.run_with(&first, &args).await.expect(0);
    let asked = first.requests().len();

    let second = model(20).await;
    let url = second.url();
    let other = ["--model", "openai/other", "--model-url", &url];
    let args = ["runs", "fork", "last", "--max-calls", "8", "--detach", "--json"];
    let args = [&args[..], &other].concat();
    let told = home.run_with(&first, &args).await.expect(0).json();
    assert!(told["status"].is_null(), "it is not waited for");
    let id = told["session_id"].as_str().unwrap();
    let run = home.run(&["runs", "follow", id, "--json"]).await.expect(0).json();
    assert_eq!((&run["status"], &run["model"]), (&"completed".into(), &"openai/other".into()));
    assert_eq!(first.requests().len(), asked, "the first model is asked no more");
    assert!(second.requests().len() >= 6);
    assert!(second.requests().iter().all(|request| request.asked.model == "other"));

    let args = ["runs", "fork", id, "--no-start", "--model", "none"];
    let said = home.run(&args).await.expect(2);
    assert!(said.stderr.contains("--no-start"), "{}", said.stderr);
    let args = [&["runs", "fork", id, "--max-cost", "1"], &other[..]].concat();
    let said = home.run(&args).await.expect(2);
    assert!(said.stderr.contains("prices of openai/other"), "{}", said.stderr);
    let runs = home.run(&["runs", "list", "--json"]).await.json();
    assert_eq!(runs["runs"].as_array().unwrap().len(), 2, "what was refused began nothing");
}

#[tokio::test]
async fn a_plain_line_has_the_number_to_fork_at() {
    let (home, server) = (Home::new(), model(0).await);
    let args = ["think", QUESTION, "--max-calls", "6"];
    let said = home.run_with(&server, &args).await.expect(0);
    let is_thought = |line: &&str| {
        ["exploration", "critique", "connection", "insight"]
            .iter()
            .any(|kind| line.contains(&format!("] {kind} ")))
    };
    let line = said.stdout.lines().filter(is_thought).nth(3).expect("a fourth thought");
    let number = line.split_once(" #").unwrap().1.split_once(']').unwrap().0;
    home.run(&["runs", "fork", "last", "--at", number, "--no-start"]).await.expect(0);
    let fork = home.run(&["runs", "show", "last", "--json"]).await.expect(0).json();
    let thoughts = fork["thoughts"].as_array().unwrap();
    assert_eq!(thoughts.len(), 4);
    assert!(line.contains(thoughts[3]["thought_text"].as_str().unwrap()), "{line}");
    let shown = home.run(&["runs", "show", "last"]).await.expect(0).stdout;
    let last = number.parse::<u64>().unwrap() + 1;
    assert!(shown.contains(&format!("events     #1 to #{last} (ruminate runs follow")), "{shown}");
}

#[tokio::test]
async fn a_deleted_run_is_gone() {
    let home = Home::new();
    home.run(&["think", "Why?", "--model", "none", "--json"]).await.expect(0);
    home.run(&["runs", "delete", "last"]).await.expect(0);
    home.run(&["runs", "show", "last"]).await.expect(3);
}

#[tokio::test]
async fn the_list_has_pages_and_filters() {
    let home = Home::new();
    let said = home.run(&["runs", "list"]).await.expect(0);
    assert!(said.stdout.contains("There are no runs here yet"));
    for n in 0..3 {
        home.run(&["think", &format!("Question {n}?"), "--model", "none", "--json"])
            .await
            .expect(0);
    }
    let first = home.run(&["runs", "list", "-n", "2", "--json"]).await.json();
    assert_eq!(first["runs"][0]["original_question"], "Question 2?");
    let last = first["runs"][1]["session_id"].as_str().unwrap();
    let rest = home.run(&["runs", "list", "--before", last, "--json"]).await.json();
    assert_eq!(rest["runs"].as_array().unwrap().len(), 1);
    let none = home.run(&["runs", "list", "--status", "paused", "--json"]).await.json();
    assert_eq!(none["runs"].as_array().unwrap().len(), 0);
}

#[tokio::test]
async fn runs_that_nobody_drives_any_more_are_listed() {
    let (home, server) = (Home::new(), model(100).await);
    let interrupted = ["runs", "list", "--status", "interrupted"];
    let mut driver = thinking(&home, &server);
    home.wait_for_thoughts(3).await;
    let said = home.run(&interrupted).await.expect(0);
    assert_eq!(said.stdout, "No run is like that.\n", "it is driven");
    driver.kill().await.unwrap();
    home.run(&["think", "Why?", "--model", "none", "--json"]).await.expect(0);
    let said = home.run(&interrupted).await.expect(0);
    assert!(said.stdout.contains("interrupted") && said.stdout.contains(QUESTION));
    assert!(!said.stdout.contains("Why?"), "{}", said.stdout);
    let said = home.run(&["runs", "list", "--status", "interrupted", "-n", "1"]).await.expect(0);
    assert!(said.stderr.contains("runs list --status interrupted --before"), "{}", said.stderr);
}

/// How many calls the newest step makes, and how many of them have come back.
fn calls_of_the_last_step(home: &Home) -> (u64, u64) {
    let db = rusqlite::Connection::open(home.path().join("data/ruminate.db")).unwrap();
    let count = "SELECT count(*), count(result) FROM calls \
                 WHERE step = (SELECT max(step) FROM calls)";
    db.query_row(count, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
}

#[tokio::test]
async fn another_model_is_asked_again_what_the_first_had_answered() {
    // Of three calls side by side, which come when there are questions, one hangs.
    let rest = AtomicUsize::new(3);
    let first = scripted(move |asked| match asked.purpose {
        Some(Purpose::Think)
            if asked.prompt.contains("Why it matters:")
                && rest.fetch_sub(1, Ordering::Relaxed) == 1 =>
        {
            Answer::failing(Fault::Hang)
        }
        _ => plausible(asked),
    })
    .await;
    let home = Home::new();
    let args = ["think", QUESTION, "--max-calls", "12", "--parallel", "3", "--json"];
    let mut command = home.command_with(&first, &args);
    let driver = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while first.requests().len() < 4 || calls_of_the_last_step(&home) != (3, 2) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    home.run(&["runs", "pause", "last"]).await.expect(0);
    heard(driver).await.expect(10);

    let second = model(0).await;
    let url = second.url();
    let other = ["--model", "openai/other", "--model-url", &url];
    let args = [&["runs", "resume", "last", "--json"], &other[..]].concat();
    let run = home.run(&args).await.expect(0).json();
    assert_eq!((&run["status"], &run["model"]), (&"completed".into(), &"openai/other".into()));
    let prompts = |requests: &[Request]| {
        requests.iter().map(|request| request.asked.prompt.clone()).collect::<BTreeSet<_>>()
    };
    let (before, after) = (first.requests(), second.requests());
    let again = prompts(&after[..3]) == prompts(&before[before.len() - 3..]);
    assert!(again, "all three are asked again");
}

#[tokio::test]
async fn a_hangup_that_is_ignored_stays_ignored() {
    let (home, server) = (Home::new(), model(50).await);
    let program = home.command_with(&server, &["think", "Why?", "--max-calls", "12", "--json"]);
    let mut shell = tokio::process::Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]);
    shell.arg(program.as_std().get_program()).args(program.as_std().get_args()).env_clear();
    shell.envs(program.as_std().get_envs().filter_map(|(name, value)| Some((name, value?))));
    let driver = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    home.wait_for_thoughts(3).await;
    signalled(&driver, "-HUP").await;
    assert_eq!(heard(driver).await.expect(0).json()["status"], "completed");
}

#[tokio::test]
async fn a_run_whose_output_has_no_room_is_paused() {
    let (home, server) = (Home::new(), model(20).await);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = home.command_with(&server, &["think", "Why?", "--max-calls", "12"]);
    let child = command.stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let said = heard(child).await.expect(1);
    assert!(said.stderr.contains("No space left"), "{}", said.stderr);
    let run = home.run(&["runs", "show", "last", "--json"]).await.expect(0).json();
    assert_eq!((&run["status"], &run["reason"]), (&"paused".into(), &"asked to pause".into()));
}

#[tokio::test]
async fn what_a_terminal_might_obey_is_not_said_raw() {
    let (home, server) = (Home::new(), model(0).await);
    let question = "Why \u{9b}31m\u{202e}?";
    let said = home.run_with(&server, &["ask", question, "--json"]).await.expect(0);
    assert!(said.stdout.contains("\\u009b31m\\u202e"), "{}", said.stdout);
    assert_eq!(said.json()["original_question"], question, "to a program it is what it was");
    let said = home.run(&["runs", "show", "\u{202e}x"]).await.expect(3);
    assert!(!said.stderr.contains('\u{202e}'), "{}", said.stderr);
}

#[tokio::test]
async fn an_answer_is_called_right_or_wrong_here_and_on_a_server() {
    let (home, model) = (Home::new(), model(0).await);
    home.run_with(&model, &["ask", "Is water wet?"]).await.expect(0);
    let said = home.run(&["runs", "feedback", "last", "right"]).await.expect(0);
    assert_eq!(said.stdout, "Noted.\n");
    let server = serve(&home, Some(&model), &[]).await;
    let url = format!("http://{}", server.address);
    let wrong = ["runs", "feedback", "last", "wrong", "--note", " ice is dry ", "--json"];
    let said = home.run(&[&wrong[..], &["--server", &url]].concat()).await.expect(0);
    assert_eq!(said.json()["obeyed"], true);
    let run = home.run(&["runs", "export", "last", "--json"]).await.expect(0).json();
    assert_eq!(run["feedback"][0]["verdict"], "right");
    assert_eq!(run["feedback"][1]["verdict"], "wrong");
    assert_eq!(run["feedback"][1]["note"], "ice is dry");
    assert_eq!(run["status"], "completed");

    let body = serde_json::json!({"question": "Why?", "start": false});
    let begun = server.begin(body).await;
    let early = ["runs", "feedback", &begun, "right"];
    let here = home.run(&early).await.expect(2);
    assert!(here.stderr.contains("has no answer yet"), "{}", here.stderr);
    let there = home.run(&[&early[..], &["--server", &url]].concat()).await.expect(2);
    assert_eq!(there.stderr.replace(&format!(" --server {url}"), ""), here.stderr);
    home.run(&["runs", "feedback", "last", "perhaps"]).await.expect(2);
    let long = "x".repeat(16_001);
    home.run(&["runs", "feedback", "last", "right", "--note", &long]).await.expect(2);
}

#[tokio::test]
async fn pages_of_runs_that_cannot_be_read_have_pages_after_them() {
    let (home, model) = (Home::new(), model(0).await);
    let mut ids = Vec::new();
    for _ in 0..3 {
        let run = home.run_with(&model, &["ask", "Why?", "--json"]).await.expect(0).json();
        ids.push(run["session_id"].as_str().unwrap().to_owned());
    }
    let database = rusqlite::Connection::open(home.path().join("data/ruminate.db")).unwrap();
    database.execute("UPDATE runs SET cursor = 'x' WHERE id > $1", [&ids[0]]).unwrap();
    let said = home.run(&["runs", "list", "-n", "2"]).await.expect(4);
    let next = format!("ruminate runs list --before {}", ids[1]);
    assert!(said.stderr.contains(&next), "{}", said.stderr);
    let server = serve(&home, Some(&model), &[]).await;
    let page = server.get("/api/runs?limit=2").await.expect(200).json();
    assert_eq!(page, serde_json::json!({ "runs": [], "next": ids[1] }));
    let path = format!("/api/runs?limit=2&before={}", ids[1]);
    let page = server.get(&path).await.expect(200).json();
    assert_eq!(page["runs"][0]["session_id"], ids[0].as_str());
}

#[tokio::test]
async fn a_run_that_cannot_be_read_can_be_deleted() {
    let (home, server) = (Home::new(), model(0).await);
    let run = home.run_with(&server, &["ask", "Why?", "--json"]).await.expect(0).json();
    let id = run["session_id"].as_str().unwrap();
    let database = rusqlite::Connection::open(home.path().join("data/ruminate.db")).unwrap();
    database.execute("UPDATE runs SET cursor = 'x'", []).unwrap();
    home.run(&["runs", "show", id]).await.expect(4);
    let said = home.run(&["doctor", "--model", "none"]).await.expect(1);
    assert!(said.stdout.contains(id), "{}", said.stdout);
    home.run(&["runs", "delete", id]).await.expect(0);
    home.run(&["runs", "list"]).await.expect(0);
    home.run(&["doctor", "--model", "none"]).await.expect(0);
}
