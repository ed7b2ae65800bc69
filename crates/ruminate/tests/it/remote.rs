//! The command line as a client of a server: what it does there is what it does here.

use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::process::Child;

use crate::server_support::{Server, serve, start};
use crate::support::{Home, Said, heard, model, said, signalled};

const QUESTION: &str = "What is it like to be a bat?";

/// Somebody with nothing on the own machine.
pub(crate) struct Client {
    pub(crate) home: Home,
    server: String,
}

fn url(server: &Server) -> String {
    format!("http://{}", server.address)
}

impl Client {
    pub(crate) fn of(server: &Server) -> Self {
        Self { home: Home::new(), server: url(server) }
    }

    pub(crate) fn command(&self, args: &[&str]) -> tokio::process::Command {
        let mut command = self.home.command(args);
        command.env("RUMINATE_SERVER", &self.server);
        command
    }

    pub(crate) async fn run(&self, args: &[&str]) -> Said {
        let said = said(self.command(args)).await;
        assert!(!self.home.path().join("data").exists(), "nothing is opened here");
        said
    }

    pub(crate) fn spawn(&self, args: &[&str]) -> Child {
        self.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }
}

fn texts(run: &Value, list: &str, field: &str) -> Vec<String> {
    let items = run[list].as_array().unwrap().iter();
    items.map(|item| item[field].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_question_gives_the_same_run_there_as_here() {
    let (home, there, model) = (Home::new(), Home::new(), model(0).await);
    let server = serve(&there, Some(&model), &[]).await;
    let client = Client::of(&server);
    let args = ["think", QUESTION, "--max-calls", "9", "--json"];
    let local = home.run_with(&model, &args).await.expect(0).json();
    let remote = client.run(&args).await.expect(0).json();
    for (list, field) in [
        ("thoughts", "thought_text"),
        ("sub_questions", "question_text"),
        ("syntheses", "synthesis_text"),
    ] {
        assert_eq!(texts(&remote, list, field), texts(&local, list, field));
    }
    for field in ["status", "model", "final_synthesis", "budget", "last_seq", "mode"] {
        assert_eq!(remote[field], local[field], "{field}");
    }
    assert_eq!(remote["spent"]["tokens"], local["spent"]["tokens"]);

    // In a pipe, lines; as events, all of them.
    let lines = |said: &Said| -> Vec<String> {
        let entries = said.stdout.lines().filter(|line| !line.is_empty());
        entries
            .map(|line| line.split_once(" #").map_or(line, |(_, rest)| rest).to_owned())
            .collect()
    };
    let args = ["think", QUESTION, "--max-calls", "9"];
    let (local, remote) = (home.run_with(&model, &args).await, client.run(&args).await.expect(0));
    assert_eq!(lines(&remote), lines(&local));
    assert!(remote.stderr.contains(&format!("Thinking with openai/fake at {}", client.server)));
    let events = client.run(&["runs", "follow", "last", "--events"]).await.expect(0).lines();
    assert_eq!(gapless(&events), events.len() as u64);

    let args = ["ask", "Is water wet?"];
    let (local, remote) = (home.run_with(&model, &args).await, client.run(&args).await.expect(0));
    assert_eq!(remote.stdout, local.stdout);
}

/// The number of the last event, if they are numbered from 1 without gaps or repeats.
fn gapless(events: &[Value]) -> u64 {
    for (index, event) in events.iter().enumerate() {
        assert_eq!(event["seq"], index as u64 + 1);
    }
    events.len() as u64
}

#[tokio::test]
async fn runs_are_read_there_as_they_are_where_they_lie() {
    let (there, model) = (Home::new(), model(0).await);
    let server = serve(&there, Some(&model), &[]).await;
    let client = Client::of(&server);
    client.run(&["think", QUESTION, "--max-calls", "8", "--json"]).await.expect(0);
    client.run(&["ask", "Is water wet?", "--new-conversation"]).await.expect(0);
    client.run(&["runs", "fork", "last", "--no-start"]).await.expect(0);
    let rows = client.run(&["runs", "list", "--json"]).await.expect(0).json();
    let ids = texts(&rows, "runs", "session_id");
    assert_eq!(ids.len(), 3);
    let same = async |args: &[&str]| {
        let (remote, local) = (client.run(args).await, there.run(args).await);
        assert_eq!(remote.code, local.code, "{args:?}: {} {}", remote.stderr, local.stderr);
        assert_eq!(remote.stdout, local.stdout, "{args:?}");
        assert_eq!(remote.stderr, local.stderr, "{args:?}");
    };
    same(&["runs", "list"]).await;
    same(&["runs", "list", "--json"]).await;
    same(&["runs", "list", "--status", "completed", "-n", "1"]).await;
    same(&["runs", "list", "--before", &ids[0]]).await;
    for id in [&ids[0][..], &ids[1], &ids[2], &ids[2][..20], "last", "ffff", "nothing", ""] {
        same(&["runs", "show", id]).await;
        same(&["runs", "show", id, "--json"]).await;
        same(&["runs", "export", id]).await;
        same(&["runs", "export", id, "--format", "html"]).await;
        same(&["runs", "export", id, "--format", "json"]).await;
    }
    same(&["runs", "follow", &ids[2], "--events"]).await;
    same(&["runs", "follow", &ids[1], "--after", "3"]).await;
    // Nobody drives it, so there is nothing to wait for.
    same(&["runs", "follow", &ids[0]]).await;
    // What is wrong is told the same way, too.
    same(&["runs", "pause", &ids[2]]).await;
    same(&["runs", "steer", &ids[0], "look at ice"]).await;
    same(&["runs", "fork", &ids[2]]).await;
    same(&["runs", "show", "00000000-0000-7000-8000-000000000000"]).await;
    same(&["think", "Why?", "--minutes", "0"]).await;
    let same = async |args: &[&str]| {
        let (remote, local) = (client.run(args).await, there.run_with(&model, args).await);
        assert_eq!((remote.code, remote.stderr), (local.code, local.stderr), "{args:?}");
    };
    same(&["think", "Why?", "--max-cost", "1"]).await;
    same(&["think", "Why?", "--model", "openai"]).await;
    same(&["ask", "Why?", "--conversation", "00000000-0000-7000-8000-000000000000"]).await;
}

#[tokio::test]
async fn a_run_is_steered_paused_resumed_forked_cancelled_and_deleted_there() {
    let (there, model) = (Home::new(), model(100).await);
    let server = serve(&there, Some(&model), &[]).await;
    let client = Client::of(&server);
    let driver = client.spawn(&["think", QUESTION, "--minutes", "5", "--json"]);
    there.wait_for_thoughts(3).await;
    let steered = client.run(&["runs", "steer", "last", "look at animals too", "--json"]).await;
    assert_eq!(steered.expect(0).json()["obeyed"], true);
    let held = client.run(&["runs", "delete", "last"]).await.expect(6);
    assert!(held.stderr.contains("under way"), "{}", held.stderr);
    assert_eq!(client.run(&["runs", "pause", "last"]).await.expect(0).stdout, "Paused.\n");
    let run = heard(driver).await.expect(10).json();
    assert_eq!((&run["status"], &run["reason"]), (&"paused".into(), &"asked to pause".into()));
    assert!(texts(&run, "sub_questions", "question_text").contains(&"look at animals too".into()));

    let id = run["session_id"].as_str().unwrap();
    let thoughts = run["thoughts"].as_array().unwrap().len() as u64;
    let driver = client.spawn(&["runs", "resume", id, "--json"]);
    there.wait_for_thoughts(thoughts + 3).await;
    let again = client.run(&["runs", "resume", id, "--detach"]).await.expect(0);
    assert!(again.stderr.contains("thinking already"), "{}", again.stderr);
    let refused = client.run(&["runs", "resume", id, "--model", "openai/other"]).await.expect(2);
    assert!(refused.stderr.contains("pause it first"), "{}", refused.stderr);
    assert_eq!(client.run(&["runs", "cancel", id]).await.expect(0).stdout, "Cancelled.\n");
    let run = heard(driver).await.expect(11).json();
    assert_eq!(run["reason"], "cancelled");

    let args = ["runs", "fork", id, "--at", "6", "--max-calls", "8", "--json"];
    let fork = client.run(&args).await.expect(0).json();
    assert_eq!((&fork["status"], &fork["forked_from"]["seq"]), (&"completed".into(), &6.into()));
    assert_eq!(fork["thoughts"][0], run["thoughts"][0], "the history is shared");
    // A history that ends with an end is no end.
    let args = ["runs", "fork", id, "--max-calls", "4", "--events"];
    let events = client.run(&args).await.expect(0).lines();
    assert_eq!(events.last().unwrap()["stage"], "completed");
    client.run(&["runs", "delete", id]).await.expect(0);
    client.run(&["runs", "show", id]).await.expect(3);
}

#[tokio::test]
async fn an_interrupt_pauses_what_was_begun_and_leaves_what_is_only_followed() {
    let (there, model) = (Home::new(), model(100).await);
    let server = serve(&there, Some(&model), &[]).await;
    let client = Client::of(&server);
    let thinking = client.spawn(&["think", QUESTION, "--minutes", "5"]);
    there.wait_for_thoughts(3).await;
    let following = client.spawn(&["runs", "follow", "last", "--json"]);
    server.wait_for_streams(2).await;
    signalled(&following, "-INT").await;
    let run = heard(following).await.expect(130).json();
    assert_eq!(run["status"], "thinking");
    signalled(&thinking, "-INT").await;
    let left = heard(thinking).await.expect(130);
    assert!(left.stderr.contains("To go on: ruminate runs resume"), "{}", left.stderr);
    let run = client.run(&["runs", "show", "last", "--json"]).await.json();
    assert_eq!(run["status"], "paused");
}

#[tokio::test]
async fn a_detached_run_is_the_servers_own_business() {
    let (there, model) = (Home::new(), model(20).await);
    let server = serve(&there, Some(&model), &[]).await;
    let client = Client::of(&server);
    let args = ["think", QUESTION, "--max-calls", "8", "--detach"];
    let said = client.run(&args).await.expect(0);
    let run = client.run(&["runs", "follow", said.stdout.trim(), "--json"]).await.expect(0).json();
    assert_eq!(run["status"], "completed");
    let args = ["think", QUESTION, "--model-url", "http://127.0.0.1:1", "--model", "openai/x"];
    let said = client.run(&args).await.expect(2);
    assert!(said.stderr.contains("its own addresses"), "{}", said.stderr);
}

#[tokio::test]
async fn nothing_is_lost_or_repeated_when_the_server_is_started_again() {
    for signal in ["-TERM", "-KILL"] {
        let (there, model) = (Home::new(), model(50).await);
        let mut server = serve(&there, Some(&model), &[]).await;
        let client = Client::of(&server);
        let args = ["think", QUESTION, "--max-calls", "40", "--events"];
        let thinking = client.spawn(&args);
        there.wait_for_thoughts(5).await;
        let following = client.spawn(&["runs", "follow", "last", "--events"]);
        server.wait_for_streams(2).await;
        let address = server.address.to_string();
        match signal {
            "-TERM" => _ = server.terminate().await,
            _ => server.kill().await,
        }
        let args = ["serve", "--listen", &address];
        let server = start(there.command_with(&model, &args)).await;
        let begun = heard(thinking).await.expect(0).lines();
        let followed = heard(following).await.expect(0).lines();
        gapless(&begun);
        assert_eq!(begun, followed, "{signal}");
        let stored = there.run(&["runs", "follow", "last", "--events"]).await.expect(0).lines();
        assert_eq!(stored, followed, "{signal}");
        drop(server);
    }
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_told_at_once() {
    let home = Home::new();
    let begun = std::time::Instant::now();
    for args in [&["runs", "list"][..], &["ask", "Why?"], &["think", "Why?"]] {
        let args = [args, &["--server", "http://127.0.0.1:9"]].concat();
        let said = home.run(&args).await.expect(5);
        assert!(said.stderr.contains("no server answers at http://127.0.0.1:9"), "{}", said.stderr);
        assert!(said.stderr.contains("hint: "), "{}", said.stderr);
    }
    assert!(begun.elapsed() < Duration::from_secs(20));
    let json = ["runs", "list", "--server", "http://127.0.0.1:9", "--json"];
    let said = home.run(&json).await.expect(5);
    let error: Value = serde_json::from_str(&said.stderr).unwrap();
    assert_eq!(error["error"]["code"], "server_unreachable");
    for wrong in ["localhost:7878", "ftp://host", "http://me:secret@host", ""] {
        let said = home.run(&["runs", "list", "--server", wrong]).await.expect(2);
        assert!(!said.stderr.contains("secret"), "{}", said.stderr);
        assert!(!said.stderr.contains("11434"), "that is a model's: {}", said.stderr);
    }
    // Another web server is no Ruminate.
    let other = model(0).await;
    let said = home.run(&["runs", "list", "--server", &other.url()]).await.expect(5);
    assert!(said.stderr.contains("is not a Ruminate"), "{}", said.stderr);
}

#[tokio::test]
async fn keys_open_the_door_and_show_nowhere() {
    let (there, model) = (Home::new(), model(0).await);
    let made = there.run(&["keys", "create", "ada", "--json"]).await.expect(0).json();
    let key = made["key"].as_str().unwrap();
    let server = serve(&there, Some(&model), &["--require-keys"]).await;
    let client = Client::of(&server);
    let with = async |key: &str, args: &[&str]| {
        let mut command = client.command(args);
        command.env("RUMINATE_API_KEY", key);
        said(command).await
    };
    let refused = client.run(&["runs", "list"]).await.expect(2);
    assert!(refused.stderr.contains("set RUMINATE_API_KEY"), "{}", refused.stderr);
    let wrong = with("rmk_canary_canary", &["ask", "Why?"]).await.expect(2);
    assert!(wrong.stderr.contains("another key"), "{}", wrong.stderr);
    assert!(!wrong.stderr.contains("canary"), "{}", wrong.stderr);
    with(key, &["ask", "Is water wet?"]).await.expect(0);
    let runs = with(key, &["runs", "list", "--json"]).await.expect(0).json();
    assert_eq!(runs["runs"].as_array().unwrap().len(), 1);

    let mut command = client.home.command(&["runs", "list", "--server", "http://192.0.2.1"]);
    command.env("RUMINATE_API_KEY", key);
    let clear = said(command).await.expect(2);
    assert!(clear.stderr.contains("in clear text") && !clear.stderr.contains(key));
}

#[tokio::test]
async fn what_is_about_this_machine_says_so() {
    let (there, model) = (Home::new(), model(0).await);
    let server = serve(&there, Some(&model), &[]).await;
    let (home, url) = (Home::new(), url(&server));
    for args in [&["models", "list"][..], &["config", "show"], &["serve"], &["keys", "list"]] {
        let args = [args, &["--server", &url]].concat();
        let said = home.run(&args).await.expect(2);
        assert!(said.stderr.contains("is about this machine"), "{}", said.stderr);
    }
    let args = ["doctor", "--model", "none", "--server", &url];
    let said = home.run(&args).await.expect(0);
    assert!(said.stdout.contains("takes work"), "{}", said.stdout);
    let args = ["doctor", "--model", "none", "--server", "http://127.0.0.1:9"];
    home.run(&args).await.expect(1);
}

#[tokio::test]
async fn a_hint_leads_to_the_same_server() {
    let (there, model) = (Home::new(), model(0).await);
    let server = serve(&there, Some(&model), &[]).await;
    let (home, url) = (Home::new(), url(&server));
    let hints = async |args: &[&str], code: i32| {
        let said = home.run(&[args, &["--server", &url]].concat()).await.expect(code);
        let said = said.stdout + &said.stderr;
        let named = said.matches("ruminate runs").count();
        assert_eq!(named, 0, "that would not find it: {said}");
        said.matches(&format!("ruminate --server {url} ")).count()
    };
    assert_eq!(hints(&["runs", "list"], 0).await, 1, "begin one");
    assert_eq!(hints(&["ask", "Why?"], 0).await, 1, "more");
    assert_eq!(hints(&["runs", "show", "last"], 0).await, 2, "its events, as a page");
    assert_eq!(hints(&["runs", "list", "--limit", "1"], 0).await, 1, "there may be more");
    assert_eq!(hints(&["runs", "resume", "last"], 2).await, 1, "it is over");
    assert_eq!(hints(&["runs", "fork", "last", "--no-start"], 0).await, 1, "to let it think");
    assert_eq!(hints(&["think", "Why?", "--max-calls", "3", "--detach"], 0).await, 1, "follow it");
    assert_eq!(hints(&["runs", "show", "ffffffff"], 3).await, 1, "what there is");
    // A variable is there for the next command too.
    let client = Client::of(&server);
    let said = client.run(&["ask", "Why?"]).await.expect(0);
    assert!(said.stderr.contains("More: ruminate runs show"), "{}", said.stderr);
}
