//! What is known behind a server: the command line learns, recalls and looks there as it does here.

use std::fmt::Write as _;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::io::AsyncWriteExt;

use crate::remote::Client;
use crate::server_support::{Server, serve, start};
use crate::support::{Home, Said, heard, said, signalled};

/// Somebody with a server, and the same notes here.
struct Both {
    here: Home,
    _there: Home,
    _server: Server,
    client: Client,
}

impl Both {
    async fn new() -> Self {
        let there = Home::new();
        let server = serve(&there, None, &[]).await;
        let client = Client::of(&server);
        Self { here: Home::new(), _there: there, _server: server, client }
    }

    /// Does the same here and there, and says what came of it if that is the same.
    async fn same(&self, args: &[&str]) -> Said {
        let (local, remote) = (self.here.run(args).await, self.client.run(args).await);
        assert_eq!(remote.code, local.code, "{args:?}: {} {}", remote.stderr, local.stderr);
        assert_eq!(timeless(&remote.stdout), timeless(&local.stdout), "{args:?}");
        assert_eq!(timeless(&remote.stderr), timeless(&local.stderr), "{args:?}");
        remote
    }
}

/// Without how long it took, and when it was.
fn timeless(said: &str) -> String {
    let is_timed = |line: &&str| {
        ["\"seconds\"", "\"learned_at\"", "\"created_at\"", " a second."]
            .iter()
            .any(|timed| line.contains(timed))
    };
    said.lines().filter(|line| !is_timed(line)).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn what_is_learned_there_is_told_as_it_is_here() {
    let both = Both::new().await;
    let notes = &both.client.home;
    let file = |name: &str, text: &str| notes.write(name, text);
    file(
        "notes/cells.md",
        "# Mitochondria\n\nMitochondria produce ATP. They were discovered by Albert von Kölliker in 1857.\n",
    );
    file(
        "notes/who is he?/100% & more.md",
        "# Albert von Kölliker\n\nAlbert von Kölliker was a Swiss anatomist. He studied at the University of Zurich.\n",
    );
    file(
        "notes/disk.csv",
        "subject,relation,object,confidence\ndisk_pressure,caused_by,large_files,0.8\nconsolidation,produces,temp_files,0.75\n",
    );
    file(
        "notes/talk.jsonl",
        "{\"id\": 7, \"speaker\": \"Ann\", \"session\": \"one\", \"text\": \"I lost my umbrella in Basel.\", \"at\": \"2023-05-08\"}\nthis is no JSON\n{\"id\": \"7\", \"speaker\": \"Bob\", \"session\": \"one\", \"text\": \"What colour was it?\"}\n",
    );
    let broken = file("notes/broken.docx", "PK\u{3}\u{4} this is no archive");
    let dir = notes.path().join("notes");
    let dir = dir.to_str().unwrap();
    let learn = ["learn", dir, "--silo", "biology"];
    let report = both.same(&[&learn[..], &["--json"]].concat()).await.expect(8).json();
    assert_eq!(
        (&report["sources"], &report["passages"]["new"]),
        (&5.into(), &6.into()),
        "{report}"
    );
    assert_eq!(report["failed"][0]["source"], broken);
    both.same(&learn).await.expect(8);
    // Nothing of it is read again, or only what is to be moved.
    let cells = notes.path().join("notes/cells.md");
    let cells = cells.to_str().unwrap();
    assert_eq!(
        both.same(&["learn", cells, "--silo", "biology", "--json"]).await.json()["unchanged"],
        1
    );
    both.same(&["learn", cells, "--silo", "cells"]).await.expect(0);

    let question = "Where did the discoverer of mitochondria study?";
    let questions = notes.write(
        "q.jsonl",
        "{\"id\": 1, \"question\": \"Where is the umbrella?\"}\n{\"id\"}\n{\"id\": \"b\", \"question\": \"mitochondria\", \"silo\": \"cells\"}\n{\"id\": 3, \"question\": \"\"}\n",
    );
    for args in [
        &["recall", question][..],
        &["recall", question, "-k", "1", "--json"],
        &["recall", question, "--silo", "cooking"],
        &["recall", "the umbrella in Basel", "--json"],
        &["recall", "--questions", &questions],
        &["mind", "status"],
        &["mind", "status", "--json"],
        &["mind", "silos"],
        &["mind", "silos", "--json"],
        &["mind", "sources", "--json"],
        &["mind", "sources", "-n", "2", "--json"],
        &["mind", "sources", "--after", cells, "--json"],
        &["mind", "facts"],
        &["mind", "facts", "--json"],
        &["mind", "facts", "large files", "-n", "1"],
        &["mind", "facts", "--silo", "Cells"],
        &["mind", "facts", "--silo", "a b"],
        &["mind", "facts", "nothing of the kind"],
        &["mind", "facts", "-n", "0"],
        &["mind", "explain", "why is disk pressure high?"],
        &["mind", "explain", "Where was Albert von Koelliker born?", "--json"],
    ] {
        both.same(args).await;
    }
    assert!(both.client.run(&["recall", question]).await.stdout.contains("mentions it"));

    for args in [
        &["mind", "reflexes"][..],
        &["mind", "reflexes", "add", "consolidation", "cleanup temps"],
        &["mind", "reflexes", "add", "What is the wifi password?", "swordfish", "--json"],
        &["mind", "reflexes"],
        &["mind", "explain", "why is disk pressure high?"],
        &["mind", "reflexes", "approve", "1", "--json"],
        &["mind", "reflexes", "approve", "9"],
        &["mind", "reflexes", "reject", "2"],
        &["mind", "reflexes", "reject", "2", "--json"],
        &["mind", "reflexes", "--json"],
        &["mind", "forget", cells],
        &["mind", "forget", cells],
        &["mind", "forget", "\"7\"", "--json"],
        &["mind", "forget", "nothing of the kind"],
        &["mind", "status", "--json"],
        &["recall", question],
    ] {
        both.same(args).await;
    }
    std::fs::remove_file(notes.path().join("notes/disk.csv")).unwrap();
    for args in [
        &["learn", dir][..],
        &["learn", dir, "--prune"],
        &["learn", dir, "--prune", "--json"],
        &["mind", "sources", "--json"],
        &["mind", "forget", dir],
        &["mind", "forget", dir],
        &["mind", "status", "--json"],
    ] {
        both.same(args).await;
    }
    both.same(&["learn", "nowhere.md"]).await.expect(3);
    both.same(&["learn", cells, "--silo", "a b"]).await.expect(2);
}

#[tokio::test]
async fn standard_input_is_sent_and_an_empty_mind_says_how_to_begin() {
    let there = Home::new();
    let server = serve(&there, None, &[]).await;
    let client = Client::of(&server);
    let url = format!("http://{}", server.address);
    for args in [
        &["recall", "anything"][..],
        &["mind", "status"],
        &["mind", "silos"],
        &["mind", "reflexes"],
    ] {
        let said = client.home.run(&[args, &["--server", &url]].concat()).await.expect(0);
        assert!(said.stdout.contains(&format!("ruminate --server {url} ")), "{}", said.stdout);
    }
    let unknown = ["mind", "forget", "nothing", "--server", &url];
    let said = client.home.run(&unknown).await.expect(3);
    assert!(
        said.stderr.contains(&format!("ruminate --server {url} mind sources")),
        "{}",
        said.stderr
    );
    let mut command = client.command(&["learn", "-", "--name", "talk", "--json"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"Compaction produces temporary files.").await.unwrap();
    drop(stdin);
    let report = heard(child).await.expect(0).json();
    assert_eq!((&report["passages"]["new"], &report["known"]["passages"]), (&1.into(), &1.into()));
    let sources = there.run(&["mind", "sources"]).await.expect(0);
    assert!(sources.stdout.starts_with("talk"), "{}", sources.stdout);
}

/// A file of so many lessons, and the file.
fn things(home: &Home, count: u32) -> String {
    let mut lines = String::new();
    for n in 0..count {
        writeln!(lines, "{{\"id\": \"p{n}\", \"title\": \"Thing {n}\", \"text\": \"Thing {n} is near thing {}.\"}}", n + 1).unwrap();
    }
    home.write("things.jsonl", lines)
}

async fn wait_for_passages(there: &Server, count: u64) {
    let patience = std::time::Instant::now() + Duration::from_secs(30);
    while there.get("/api/mind").await.expect(200).json()["passages"].as_u64().unwrap() < count {
        assert!(std::time::Instant::now() < patience, "never {count} passages");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_large_file_goes_in_parts_that_the_server_takes() {
    let there = Home::new();
    there.configure("[limits]\nbody_bytes = 20000\nlessons_per_request = 300\nlesson_chars = 2000\nrequests_per_second = 100000\nrequest_burst = 100000");
    let server = serve(&there, None, &[]).await;
    let client = Client::of(&server);
    let file = things(&client.home, 3_000);
    let report = client.run(&["learn", &file, "--json"]).await.expect(0).json();
    assert_eq!(
        (&report["passages"]["new"], &report["known"]["passages"]),
        (&3_000.into(), &3_000.into())
    );
    // A lesson that is not taken keeps neither the others of its file nor other files.
    let long = format!("{{\"id\": \"long\", \"text\": \"{}\"}}\n", "x".repeat(3_000));
    let lines: String = (0..9)
        .map(|n| format!("{{\"id\": \"q{n}\", \"text\": \"Pear {n} is green.\"}}\n"))
        .collect();
    let bad = client.home.write("bad.jsonl", format!("{lines}{long}"));
    let good = client.home.write("good.md", "Bread is baked from flour, water and salt.");
    let said = client.run(&["learn", &bad, &good]).await.expect(8);
    for told in ["bad.jsonl is not learned to its end: lesson long is", "limits.lesson_chars"] {
        assert!(said.stderr.contains(told), "no {told} in {}", said.stderr);
    }
    let status = server.get("/api/mind").await.json();
    assert_eq!(status["passages"], 3_010);
}

#[tokio::test]
async fn an_interrupted_upload_goes_on_with_the_rest() {
    let there = Home::new();
    let server = serve(&there, None, &[]).await;
    let client = Client::of(&server);
    let file = things(&client.home, 20_000);
    for (signal, count) in [("-INT", 1), ("-KILL", 6_000)] {
        let mut child = client.spawn(&["learn", &file, "--json"]);
        wait_for_passages(&server, count).await;
        signalled(&child, signal).await;
        if signal == "-INT" {
            let report = heard(child).await.expect(130).json();
            assert_eq!(report["interrupted"], true);
        } else {
            child.wait().await.unwrap();
        }
        let sources = server.get("/api/memory/sources").await.json();
        assert_eq!(sources["sources"][0]["digest"], Value::Null, "it is not read to its end");
    }
    let report = client.run(&["learn", &file, "--json"]).await.expect(0).json();
    let passages = &report["passages"];
    assert!(passages["known"].as_u64().unwrap() >= 6_000, "{report}");
    assert_eq!(passages["new"].as_u64().unwrap() + passages["known"].as_u64().unwrap(), 20_000);
    assert_eq!(client.run(&["learn", &file, "--json"]).await.expect(0).json()["unchanged"], 1);
}

#[tokio::test]
async fn a_server_that_is_started_again_is_waited_for() {
    let there = Home::new();
    let server = serve(&there, None, &[]).await;
    let client = Client::of(&server);
    let file = things(&client.home, 20_000);
    let child = client.spawn(&["learn", &file, "--json"]);
    wait_for_passages(&server, 1).await;
    let address = server.address.to_string();
    server.kill().await;
    let args = ["serve", "--listen", &address, "--model", "none"];
    let _server = start(there.command(&args)).await;
    let report = heard(child).await.expect(0).json();
    assert_eq!(report["known"]["passages"], 20_000, "{report}");
}

#[tokio::test]
async fn keys_say_whose_it_is() {
    let there = Home::new();
    let key = async |owner: &str| {
        let made = there.run(&["keys", "create", owner, "--json"]).await.expect(0).json();
        made["key"].as_str().unwrap().to_owned()
    };
    let (ada, bob) = (key("ada").await, key("bob").await);
    let server = serve(&there, None, &["--require-keys"]).await;
    let client = Client::of(&server);
    let with = async |key: &str, args: &[&str]| {
        let mut command = client.command(args);
        command.env("RUMINATE_API_KEY", key);
        said(command).await
    };
    let file = client.home.write("treasure.md", "The treasure lies in Zanzibar.");
    for args in [&["learn", &file][..], &["recall", "treasure"], &["mind", "status"]] {
        let refused = client.run(args).await.expect(2);
        assert!(refused.stderr.contains("set RUMINATE_API_KEY"), "{}", refused.stderr);
    }
    with(&ada, &["learn", &file]).await.expect(0);
    assert!(with(&ada, &["recall", "treasure"]).await.expect(0).stdout.contains("Zanzibar"));
    assert!(!with(&bob, &["recall", "treasure"]).await.expect(0).stdout.contains("Zanzibar"));
    with(&bob, &["mind", "forget", &file]).await.expect(3);
    with(&ada, &["mind", "forget", &file]).await.expect(0);
    for args in [&["learn", &file][..], &["recall", "q"], &["mind", "facts"]] {
        let said = client.home.run(&[args, &["--server", "http://127.0.0.1:9"]].concat()).await;
        assert!(said.expect(5).stderr.contains("no server answers at http://127.0.0.1:9"));
    }
}
