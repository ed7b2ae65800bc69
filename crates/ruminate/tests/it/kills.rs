//! A killed process loses nothing: SIGKILL at every commit point and at random times, then resume.
//! What comes out in the end is what an undisturbed run gives, but for times and ids.

use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use crate::support::{Home, model};

const QUESTION: &str = "Does the map ever become the territory?";
/// The most calls side by side: drafts of the ending.
const IN_FLIGHT: usize = 3;

fn think() -> [&'static str; 9] {
    [
        "think",
        QUESTION,
        "--max-calls",
        "14",
        "--parallel",
        "2",
        "--synthesis-every",
        "1000",
        "--json",
    ]
}

/// The document without what may differ: ids, and everything that is a time.
fn told(mut run: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(map) => {
                for name in [
                    "session_id",
                    "created_at",
                    "started_at",
                    "updated_at",
                    "completed_at",
                    "elapsed_seconds",
                    "elapsed_ms",
                    "time_offset_seconds",
                ] {
                    map.remove(name);
                }
                map.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut run);
    run
}

/// What the run is like, and how many requests it takes, when nothing happens to it.
async fn undisturbed() -> (Value, usize) {
    let (home, server) = (Home::new(), model(0).await);
    let run = home.run_with(&server, &think()).await.expect(0).json();
    assert!(run["sub_questions"].as_array().unwrap().len() > 2, "it has something to lose");
    assert!(run["spent"]["calls"].as_u64().unwrap() >= 10);
    (told(run), server.requests().len())
}

#[cfg(feature = "failpoints")]
/// Goes on with the newest run, or begins it if it never got as far as being written.
async fn go_on(
    home: &Home,
    server: &testkit::fake_model::FakeModel,
    envs: &[(&str, &str)],
) -> crate::support::Said {
    let runs = home.run(&["runs", "list", "--json"]).await.expect(0).json();
    let args: &[&str] = match runs["runs"][0]["status"].as_str() {
        None => &think(),
        // It was killed when all was done but letting go.
        Some("completed") => &["runs", "show", "last", "--json"],
        Some(_) => &["runs", "resume", "last", "--json"],
    };
    let mut command = home.command_with(server, args);
    command.envs(envs.iter().copied());
    crate::support::said(command).await
}

#[cfg(feature = "failpoints")]
async fn check_kills_at(point: &str) {
    let (expected, requests) = undisturbed().await;
    let mut kills = 0;
    for nth in 0.. {
        let (home, server) = (Home::new(), model(0).await);
        let plan = format!("{point}={nth}*off->1*return");
        let killed = go_on(&home, &server, &[("FAILPOINTS", &plan)]).await;
        if killed.code == Some(0) {
            break;
        }
        assert_eq!(killed.code, None, "{point} {nth}: killed, not failed: {}", killed.stderr);
        kills += 1;
        let run = go_on(&home, &server, &[]).await.expect(0).json();
        assert_eq!(told(run), expected, "{point} {nth}");
        let asked = server.requests().len();
        assert!(asked <= requests + IN_FLIGHT, "{point} {nth}: {asked} requests, not {requests}");
    }
    assert!(kills > 10, "{point}: only {kills} commits were tried");
}

#[cfg(feature = "failpoints")]
#[tokio::test]
async fn killed_before_every_transaction() {
    check_kills_at("store::before_transaction").await;
}

#[cfg(feature = "failpoints")]
#[tokio::test]
async fn killed_within_every_transaction() {
    check_kills_at("store::in_transaction").await;
}

#[cfg(feature = "failpoints")]
#[tokio::test]
async fn killed_after_every_commit() {
    check_kills_at("store::after_commit").await;
}

#[tokio::test]
async fn killed_again_and_again_at_random_times() {
    let (expected, requests) = undisturbed().await;
    let (home, server) = (Home::new(), model(80).await);
    let mut kills = 0;
    // Any seed will do; a fixed one makes a failure easier to repeat.
    let mut seed = 0x5eed_u64;
    let run = loop {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // A slow machine gets through too, if later.
        let patience = Duration::from_millis(20 + (seed >> 33) % 120) * (1 + kills as u32 / 50);
        let runs = home.run(&["runs", "list", "--json"]).await.expect(0).json();
        let args: &[&str] = if runs["runs"][0].is_null() {
            &think()
        } else {
            &["runs", "resume", "last", "--json"]
        };
        let mut command = home.command_with(&server, args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        tokio::time::sleep(patience).await;
        if child.try_wait().unwrap().is_some() {
            let run = home.run(&["runs", "show", "last", "--json"]).await.expect(0).json();
            break run;
        }
        child.kill().await.unwrap();
        kills += 1;
        assert!(kills < 500, "it never ends");
    };
    assert_eq!(run["status"], "completed");
    assert_eq!(told(run), expected, "after {kills} kills");
    assert!(kills > 3, "only {kills} kills");
    let asked = server.requests().len();
    assert!(
        asked <= requests + kills * IN_FLIGHT,
        "{asked} requests for {requests}, {kills} kills"
    );
}
