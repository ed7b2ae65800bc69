//! Two processes on one data directory do not corrupt each other.

use std::process::Stdio;

use crate::support::{Home, heard, model};

#[tokio::test]
async fn each_drives_its_own_run() {
    let (home, server) = (Home::new(), model(5).await);
    let spawn = |question: &str| {
        let args = ["think", question, "--max-calls", "30", "--parallel", "3", "--json"];
        let mut command = home.command_with(&server, &args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<_> = (0..4).map(|n| spawn(&format!("Question {n}?"))).collect();
    for child in children {
        let run = heard(child).await.expect(0).json();
        assert_eq!(run["status"], "completed");
        assert!(run["spent"]["calls"].as_u64().unwrap() > 20);
    }
    let doctor = home.run(&["doctor", "--model", "none", "--json"]).await.expect(0).json();
    assert_eq!(doctor["ok"], true);
}

#[tokio::test]
async fn a_run_that_another_process_holds_is_left_to_it() {
    let (home, server) = (Home::new(), model(100).await);
    let mut command = home.command_with(&server, &["think", "Why?", "--max-calls", "12", "--json"]);
    let driver = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let pid = driver.id().unwrap();
    home.wait_for_thoughts(3).await;

    let said = home.run(&["runs", "delete", "last"]).await.expect(6);
    assert!(said.stderr.contains(&format!("process {pid}")), "says who holds it: {}", said.stderr);
    let following = home.run_with(&server, &["runs", "resume", "last"]).await.expect(0);
    assert!(following.stderr.contains("in another process; following it"));
    let run = heard(driver).await.expect(0).json();
    let calls = run["spent"]["calls"].as_u64().unwrap();
    assert_eq!(server.requests().len() as u64, calls, "nobody else asked anything");
}

#[tokio::test]
async fn a_run_that_another_process_drives_is_not_driven_in_the_background_too() {
    let (home, server) = (Home::new(), model(100).await);
    let mut command = home.command_with(&server, &["think", "Why?", "--max-calls", "20", "--json"]);
    let driver = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    home.wait_for_thoughts(3).await;

    let told = home.run(&["runs", "resume", "last", "--detach"]).await.expect(0);
    assert!(told.stderr.contains("thinking already, in another process."), "{}", told.stderr);
    let json = home.run(&["runs", "resume", "last", "--detach", "--json"]).await.expect(0).json();
    assert_eq!(json["session_id"], told.stdout.trim());
    let run = heard(driver).await.expect(0).json();
    assert_eq!(run["session_id"], json["session_id"]);
    let calls = run["spent"]["calls"].as_u64().unwrap();
    assert_eq!(server.requests().len() as u64, calls, "nobody else asked anything");
    let events = home.run(&["runs", "follow", "last", "--events"]).await.expect(0).lines();
    assert!(events.iter().all(|event| event["stage"] != "resumed"), "it was not told anything");
}
