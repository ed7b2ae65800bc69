//! A newcomer with no server and no key: the program thinks with a model of its own.

use std::path::{Path, PathBuf};

use ruminate_models::weights::{Manifest, Shelf};
use tokio::process::Command;

use crate::support::{Home, Said, said};

const MODEL: &str = "smollm2-135m";
const QUESTION: &str = "What is the capital of France?";

/// Where `scripts/test` has put the smallest model, if it could.
fn shelf() -> Option<PathBuf> {
    let under = |variable: &str, path: &str| {
        std::env::var_os(variable).map(|dir| PathBuf::from(dir).join(path))
    };
    let dir = under("RUMINATE_MODELS", "")
        .or_else(|| under("XDG_CACHE_HOME", "ruminate/models"))
        .or_else(|| under("HOME", ".cache/ruminate/models"))?;
    let entry = Manifest::builtin().entry(MODEL)?;
    if !cfg!(feature = "box") {
        eprintln!("SKIPPED: this program has no model in the box");
        return None;
    }
    if Shelf::at(&dir).path(entry).is_none() {
        testkit::skipped_without_weights(MODEL);
        return None;
    }
    Some(dir)
}

/// The model's file, for tests that damage a copy of it.
fn file_on(shelf: &Path) -> PathBuf {
    shelf.join(&Manifest::builtin().entry(MODEL).unwrap().files[0].name)
}

/// Says that the model has no layers. llama.cpp ends the process over that.
fn damage(file: &Path) {
    let mut bytes = std::fs::read(file).unwrap();
    let key = b"llama.block_count";
    let at = bytes.windows(key.len()).position(|window| window == key).unwrap();
    // After the name the kind of the value, then the value.
    bytes[at + key.len() + 4..][..4].fill(0);
    std::fs::remove_file(file).unwrap();
    std::fs::write(file, bytes).unwrap();
}

/// The program of somebody who has pulled that model, and nothing else.
fn command(home: &Home, shelf: &Path, args: &[&str]) -> Command {
    let manifest = home.path().join("manifest.toml");
    let digest = &Manifest::builtin().entry(MODEL).unwrap().files[0];
    std::fs::write(
        &manifest,
        format!(
            "[[model]]\nname = \"{MODEL}\"\nabout = \"tiny\"\nkind = \"chat\"\nlicence = \"Apache-2.0\"\n\
             context_window = 8192\ntemplate = \"chatml\"\ndefault = true\n\
             [[model.file]]\nrole = \"weights\"\nname = \"{}\"\nbytes = {}\nsha256 = \"{}\"\n\
             [[model.file.source]]\nat = \"hub\"\nurl = \"https://localhost:9/none\"\n",
            digest.name, digest.bytes, digest.sha256
        ),
    )
    .unwrap();
    let mut command = home.command(args);
    command.env("RUMINATE_MANIFEST", manifest).env("RUMINATE_MODELS", shelf);
    command
}

async fn run(home: &Home, shelf: &Path, args: &[&str]) -> Said {
    said(command(home, shelf, args)).await
}

#[tokio::test]
async fn with_no_server_a_pulled_model_answers() {
    let Some(shelf) = shelf() else { return };
    let home = Home::new();
    home.configure("[think]\nreply_tokens = 128\n");
    let answer = run(&home, &shelf, &["ask", QUESTION]).await.expect(0);
    assert!(
        answer.stderr.contains("Thinking with box/smollm2-135m in this process"),
        "{}",
        answer.stderr
    );
    assert!(answer.stdout.trim().len() > 3, "{}", answer.stdout);
    let shown = home.run(&["runs", "show", "last", "--json"]).await.expect(0).json();
    assert_eq!(shown["model"], "box/smollm2-135m");
}

#[tokio::test]
async fn it_thinks_for_some_calls_and_ends_with_a_synthesis() {
    let Some(shelf) = shelf() else { return };
    let home = Home::new();
    // Five short replies.
    home.configure("[think]\nreply_tokens = 256\n");
    let args = ["think", QUESTION, "--max-calls", "5", "--json"];
    let run = run(&home, &shelf, &args).await.expect(0).json();
    assert_eq!(run["status"], "completed");
    assert!(!run["thoughts"].as_array().unwrap().is_empty(), "{run}");
    assert!(!run["final_synthesis"].is_null(), "{run}");
}

#[tokio::test]
async fn the_doctor_tells_what_it_takes() {
    let Some(shelf) = shelf() else { return };
    let home = Home::new();
    let well = run(&home, &shelf, &["doctor"]).await.expect(0);
    let line = well.stdout.lines().find(|line| line.contains("box/smollm2-135m")).unwrap();
    assert!(line.contains("structured: yes") && line.contains("MB of memory"), "{line}");
}

#[tokio::test]
async fn a_file_of_ones_own_is_a_model_too() {
    let Some(shelf) = shelf() else { return };
    let home = Home::new();
    let name = &Manifest::builtin().entry(MODEL).unwrap().files[0].name;
    let id = format!("box/{}", shelf.join(name).display());
    let tried = home.run(&["models", "test", "--model", &id, "--json"]).await.expect(0).json();
    assert_eq!(tried["structured"], true);
    let missing = home.run(&["ask", "Why?", "--model", "box/./missing.gguf"]).await.expect(2);
    assert!(missing.stderr.contains("there is no file ./missing.gguf"), "{}", missing.stderr);
}

#[tokio::test]
async fn a_pulled_model_that_was_damaged_is_refused_until_it_is_pulled_again() {
    let Some(shelf) = shelf() else { return };
    let home = Home::new();
    home.configure("[think]\nreply_tokens = 128\n");
    let models = tempfile::TempDir::new().unwrap();
    let (whole, file) = (file_on(&shelf), file_on(models.path()));
    std::fs::write(&file, std::fs::read(&whole).unwrap()).unwrap();
    run(&home, models.path(), &["models", "pull"]).await.expect(0);
    let time = std::fs::metadata(&file).unwrap().modified().unwrap();
    damage(&file);
    std::fs::File::options().write(true).open(&file).unwrap().set_modified(time).unwrap();

    let paused = run(&home, models.path(), &["ask", QUESTION]).await.expect(10);
    let told = paused.stdout + &paused.stderr;
    assert!(told.contains("its SHA-256 differs"), "{told}");
    assert!(told.contains("ruminate models pull smollm2-135m"), "{told}");
    let args = ["models", "test", "--model", "box/smollm2-135m"];
    let refused = run(&home, models.path(), &args).await.expect(2);
    assert!(refused.stderr.contains("nobody has verified"), "{}", refused.stderr);

    std::fs::write(&file, std::fs::read(&whole).unwrap()).unwrap();
    run(&home, models.path(), &["models", "pull"]).await.expect(0);
    run(&home, models.path(), &["runs", "resume", "last"]).await.expect(0);
}

#[tokio::test]
async fn a_damaged_file_of_ones_own_is_refused_and_ends_nothing() {
    let Some(shelf) = shelf() else { return };
    let home = Home::new();
    let file = home.path().join("own.gguf");
    std::fs::copy(file_on(&shelf), &file).unwrap();
    damage(&file);
    let id = format!("box/{}", file.display());
    let refused = home.run(&["models", "test", "--model", &id]).await.expect(2);
    assert!(refused.stderr.contains("cannot be loaded: it is damaged"), "{}", refused.stderr);
    std::fs::File::options().write(true).open(&file).unwrap().set_len(5000).unwrap();
    let refused = home.run(&["models", "test", "--model", &id]).await.expect(2);
    assert!(refused.stderr.contains("it is damaged, or of a kind"), "{}", refused.stderr);
}

#[tokio::test]
async fn with_no_model_at_all_it_says_so_and_thinks_natively() {
    let home = Home::new();
    let answer = home.run(&["ask", QUESTION]).await.expect(9);
    let why = if cfg!(feature = "box") { "RUMINATE_OFFLINE is set" } else { "none is pulled" };
    assert!(answer.stderr.contains(why), "{}", answer.stderr);
    assert!(answer.stderr.contains("thinking natively"), "{}", answer.stderr);
}

#[tokio::test]
async fn a_model_that_cannot_be_fetched_is_told_and_gone_without() {
    if !cfg!(feature = "box") {
        eprintln!("SKIPPED: this program has no model in the box");
        return;
    }
    let (home, empty) = (Home::new(), tempfile::TempDir::new().unwrap());
    let mut command = command(&home, empty.path(), &["ask", QUESTION]);
    command.env_remove("RUMINATE_OFFLINE");
    let answer = said(command).await.expect(9);
    for told in
        ["fetching one that needs neither", "download", "could be fetched", "thinking natively"]
    {
        assert!(answer.stderr.contains(told), "{told}: {}", answer.stderr);
    }
}

#[tokio::test]
async fn a_model_that_is_not_here_says_how_to_get_it() {
    let home = Home::new();
    let refused = home.run(&["ask", "Why?", "--model", "box/qwen2.5-coder-1.5b"]).await.expect(2);
    assert!(
        refused.stderr.contains("ruminate models pull qwen2.5-coder-1.5b"),
        "{}",
        refused.stderr
    );
    let unknown = home.run(&["ask", "Why?", "--model", "box/gpt-9"]).await.expect(2);
    assert!(unknown.stderr.contains("box/qwen2.5-coder-0.5b"), "{}", unknown.stderr);
}

#[tokio::test]
async fn a_request_to_a_server_cannot_name_a_file() {
    let home = Home::new();
    let server = crate::server_support::serve(&home, None, &[]).await;
    let body = serde_json::json!({"question": "Why?", "mode": "fast", "model": "box//etc/passwd"});
    let refused = server.post("/api/runs", body).await.expect(422);
    assert!(refused.body.contains("files are not for who asks a server"), "{}", refused.body);
}
