//! Disks that are full, read-only, damaged or from the future: a clear error, and nothing lost.

use std::process::Stdio;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::process::Command;

use crate::server_support::{PATIENCE, start};
use crate::support::{Home, heard, model};

/// The exit code of the script below when the machine does not let it mount anything.
const REFUSED: i32 = 77;

/// A script in a name space of its own, where the data directory is a small disk in memory.
fn small_disk(home: &Home, url: &str, script: &str) -> Command {
    let data = home.path().join("data");
    std::fs::create_dir_all(&data).unwrap();
    let script =
        format!("mount -t tmpfs -o size=900k none \"$RUMINATE_HOME\" || exit {REFUSED}\n{script}");
    let mut command = Command::new("unshare");
    command
        .args(["-rm", "sh", "-c", &script])
        .env("RUMINATE", env!("CARGO_BIN_EXE_ruminate"))
        .env("RUMINATE_HOME", &data)
        .env("RUMINATE_MODEL", "openai/fake")
        .env("RUMINATE_MODEL_URL", url)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

/// Runs such a script.
async fn on_a_small_disk(home: &Home, url: &str, script: &str) -> Option<String> {
    let mut command = small_disk(home, url, script);
    let said = heard(command.spawn().ok()?).await;
    if said.code == Some(REFUSED) || said.stderr.contains("unshare failed") {
        eprintln!("SKIPPED: this machine does not allow a mount in a name space: {}", said.stderr);
        return None;
    }
    Some(format!("{}{}", said.stdout, said.stderr))
}

#[tokio::test]
async fn a_full_disk_stops_the_run_and_loses_nothing() {
    let (home, server) = (Home::new(), model(0).await);
    let script = r#"
        "$RUMINATE" think "Why is it full?" --max-calls 400 --plain >"$RUMINATE_HOME.out" 2>"$RUMINATE_HOME.err"
        echo "full: $?"; cat "$RUMINATE_HOME.err"
        mount -o remount,size=64m "$RUMINATE_HOME"
        "$RUMINATE" runs list
        "$RUMINATE" runs resume last --json >"$RUMINATE_HOME.json" 2>/dev/null
        echo "resumed: $?"
        "$RUMINATE" doctor --model none
    "#;
    let Some(said) = on_a_small_disk(&home, &server.url(), script).await else { return };
    assert!(said.contains("full: 4"), "{said}");
    assert!(said.contains("the disk is full") && said.contains("free some space"), "{said}");
    assert!(said.contains("interrupted"), "{said}");
    assert!(said.contains("resumed: 0"), "{said}");
    assert!(said.contains("sound"), "{said}");
    // Everything that was shown before the disk filled up is in the finished run.
    let shown = std::fs::read_to_string(home.path().join("data.out")).unwrap();
    let document = std::fs::read_to_string(home.path().join("data.json")).unwrap();
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let thoughts = document["thoughts"].as_array().unwrap();
    let mut checked = 0;
    for line in shown.lines().filter(|line| {
        ["explor", "critiq", "connec", "insigh"].iter().any(|kind| line.contains(kind))
    }) {
        let Some((_, text)) = line.rsplit_once(": ") else { continue };
        assert!(
            thoughts.iter().any(|t| t["thought_text"] == text) || line.contains("question"),
            "lost: {line}"
        );
        checked += 1;
    }
    assert!(checked > 10, "only {checked} thoughts were shown before");
}

#[tokio::test]
async fn a_server_on_a_full_disk_is_not_ready() {
    let home = Home::new();
    if on_a_small_disk(&home, "", "true").await.is_none() {
        return;
    }
    // The files that the test makes stand beside the small disk, where both see them.
    let script = r#"
        wait_for() { for _ in $(seq 600); do [ -e "$RUMINATE_HOME.$1" ] && return; sleep 0.05; done; }
        {
            wait_for full; head -c 1000000 /dev/zero >"$RUMINATE_HOME/filler"
            wait_for free; rm "$RUMINATE_HOME/filler"
        } 2>/dev/null &
        exec "$RUMINATE" serve --listen 127.0.0.1:0 --model none
    "#;
    let mut server = start(small_disk(&home, "", script)).await;
    for (event, status) in [("", 200), ("data.full", 503), ("data.free", 200)] {
        if !event.is_empty() {
            std::fs::write(home.path().join(event), "").unwrap();
        }
        let patience = Instant::now() + PATIENCE;
        loop {
            let reply = server.get("/readyz").await;
            if reply.status == 503 {
                reply.problem(503, "disk_full");
            }
            if reply.status == status {
                break;
            }
            assert!(Instant::now() < patience, "never {status}: {}", reply.body);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        server.get("/healthz").await.expect(200);
    }
    server.terminate().await;
}

#[tokio::test]
async fn a_read_only_disk_is_told() {
    let (home, server) = (Home::new(), model(0).await);
    let script = r#"
        "$RUMINATE" think "Why?" --max-calls 3 --json >/dev/null 2>&1
        mount -o remount,ro "$RUMINATE_HOME"
        "$RUMINATE" think "Why?" --max-calls 3 --json; echo "code: $?"
    "#;
    let Some(said) = on_a_small_disk(&home, &server.url(), script).await else { return };
    assert!(said.contains("code: 4"), "{said}");
    assert!(said.contains("store_read_only") && said.contains("RUMINATE_HOME"), "{said}");
}

#[tokio::test]
async fn a_damaged_database_is_told() {
    let home = Home::new();
    std::fs::create_dir_all(home.path().join("data")).unwrap();
    let file = home.path().join("data/ruminate.db");
    std::fs::write(&file, "this is not a database, and never was one").unwrap();
    let said = home.run(&["runs", "list"]).await.expect(4);
    assert!(said.stderr.contains("the data is damaged") && said.stderr.contains("ruminate.db"));
    assert!(said.stderr.contains("hint:"));
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.starts_with("this is not a database"), "it is left as it was");
    home.run(&["doctor", "--model", "none"]).await.expect(1);
}

#[tokio::test]
async fn a_run_that_lost_an_event_is_found_by_the_doctor() {
    let home = Home::new();
    home.run(&["think", "Why?", "--model", "none", "--json"]).await.expect(0);
    let db = Connection::open(home.path().join("data/ruminate.db")).unwrap();
    db.execute("DELETE FROM events WHERE seq = 5", []).unwrap();
    drop(db);
    let said = home.run(&["doctor", "--model", "none"]).await.expect(1);
    assert!(said.stdout.contains("lacks some of its events"), "{}", said.stdout);
}

#[tokio::test]
async fn a_newer_database_is_told() {
    let home = Home::new();
    home.run(&["think", "Why?", "--model", "none", "--json"]).await.expect(0);
    let db = Connection::open(home.path().join("data/ruminate.db")).unwrap();
    let changed =
        db.execute("INSERT INTO schema_version (version, applied_at) VALUES (9999, 0)", []);
    changed.expect("the table of versions");
    drop(db);
    let said = home.run(&["runs", "list"]).await.expect(4);
    assert!(
        said.stderr.contains("newer Ruminate") && said.stderr.contains("9999"),
        "{}",
        said.stderr
    );
}

#[tokio::test]
async fn a_file_where_the_directory_should_be_is_told() {
    let home = Home::new();
    std::fs::write(home.path().join("data"), "a file").unwrap();
    let said = home.run(&["runs", "list"]).await.expect(4);
    assert!(said.stderr.contains("data"), "{}", said.stderr);
}
