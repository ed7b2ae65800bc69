//! What cannot be loaded or read is told, and takes nothing with it.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ruminate_box::{BoxModel, Settings, Weights};
use ruminate_types::ports::model::{LanguageModel, ModelError, ReplyPiece};

use super::{LIMIT, MODEL, model, request, shelf_with, weights, weights_at};

/// Where the model is.
fn path() -> Option<PathBuf> {
    let (shelf, entry) = shelf_with(MODEL)?;
    shelf.path(entry)
}

/// Not the permissions: what was pulled is protected.
fn copy(from: &Path, to: &Path) {
    std::fs::write(to, std::fs::read(from).unwrap()).unwrap();
}

async fn load(path: &Path) -> ModelError {
    let model = BoxModel::new(Weights::at("box/broken", path), Settings::default());
    model.complete(&request("Hello.", None, 16), LIMIT, &|_| {}).await.unwrap_err()
}

#[tokio::test]
async fn weights_that_are_none_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.gguf");
    assert!(load(&missing).await.to_string().contains("is not there"));
    for (name, bytes) in
        [("empty", &b""[..]), ("text", b"not a model"), ("magic", b"GGUF\x03\0\0\0")]
    {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(load(&path).await.code(), "model_misconfigured", "{name}");
    }
}

#[tokio::test]
async fn weights_that_were_cut_are_told() {
    let Some(path) = path() else { return };
    let folder = tempfile::tempdir().unwrap();
    let whole = std::fs::read(path).unwrap();
    for part in [1000, whole.len() / 50, whole.len() / 2] {
        let path = folder.path().join("cut.gguf");
        std::fs::write(&path, &whole[..part]).unwrap();
        assert_eq!(load(&path).await.code(), "model_misconfigured", "{part} bytes");
    }
}

#[tokio::test]
async fn what_whoever_knows_the_file_refuses_is_not_loaded() {
    let Some(weights) = weights() else { return };
    let refusal = ModelError::Misconfigured { message: "changed".into(), hint: "pull".into() };
    let refused = refusal.clone();
    let weights = weights.checked_by(move || Err(refused.clone()));
    let model = BoxModel::new(weights, Settings::default());
    let error = model.complete(&request("Hello.", None, 16), LIMIT, &|_| {}).await.unwrap_err();
    assert_eq!(error, refusal);
}

/// Weights are mapped: to look at what was cut off from the file would end this process with SIGBUS.
#[tokio::test]
async fn a_file_that_is_cut_while_it_is_loaded_is_told_and_a_new_one_is_loaded() {
    let Some(whole) = path() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (folder.path().join("own.gguf"), folder.path().join("other.gguf"));
    copy(&whole, &path);
    let model = BoxModel::new(weights_at(&path), Settings::default());
    let hello = request("Hello.", None, 8);
    model.complete(&hello, LIMIT, &|_| {}).await.unwrap();

    File::options().write(true).open(&path).unwrap().set_len(1_000_000).unwrap();
    let error = model.complete(&hello, LIMIT, &|_| {}).await.unwrap_err();
    assert!(error.to_string().contains("was changed while"), "{error}");
    let error = model.complete(&hello, LIMIT, &|_| {}).await.unwrap_err();
    assert!(error.to_string().contains("cannot be loaded"), "{error}");

    copy(&whole, &other);
    std::fs::rename(&other, &path).unwrap();
    model.complete(&hello, LIMIT, &|_| {}).await.unwrap();
}

#[tokio::test]
async fn whoever_has_a_file_loaded_holds_a_lock_on_it() {
    let Some(whole) = path() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.gguf");
    copy(&whole, &path);
    let is_held = || File::open(&path).unwrap().try_lock().is_err();
    let model = BoxModel::new(weights_at(&path), Settings::default());
    assert!(!is_held());
    model.complete(&request("Hello.", None, 8), LIMIT, &|_| {}).await.unwrap();
    assert!(is_held());
    drop(model);
    tokio::time::timeout(LIMIT, async {
        while is_held() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await
    .expect("nobody uses it any more");
}

#[tokio::test]
async fn a_prompt_that_is_too_long_is_refused_and_the_next_is_not() {
    let Some(model) = model(Settings { window: 512, ..Settings::default() }) else { return };
    let long = "word ".repeat(2000);
    let error = model.complete(&request(&long, None, 16), LIMIT, &|_| {}).await.unwrap_err();
    assert!(matches!(error, ModelError::PromptTooLong { limit: Some(512), .. }), "{error:?}");
    model.complete(&request("Hello.", None, 16), LIMIT, &|_| {}).await.unwrap();
}

#[tokio::test]
async fn letters_that_are_cut_between_tokens_arrive_whole() {
    let Some(model) = model(Settings::default()) else { return };
    let schema = serde_json::json!({ "const": "Grüße 🦀 日本語" });
    let heard = std::sync::Mutex::new(String::new());
    let hear = |piece: ReplyPiece<'_>| heard.lock().unwrap().push_str(piece.text);
    let reply = model.complete(&request("Greet.", Some(schema), 64), LIMIT, &hear).await.unwrap();
    assert_eq!(serde_json::from_str::<String>(&reply.text).unwrap(), "Grüße 🦀 日本語");
    assert_eq!(*heard.lock().unwrap(), reply.text);
}

#[tokio::test]
async fn weights_that_nobody_uses_are_let_go_of_and_loaded_again() {
    let idle = Duration::from_millis(50);
    let Some(model) = model(Settings { idle, ..Settings::default() }) else { return };
    for _ in 0..3 {
        model.complete(&request("Hello.", None, 8), LIMIT, &|_| {}).await.unwrap();
        assert!(is_loaded());
        while is_loaded() {
            tokio::time::sleep(idle).await;
        }
    }
}

/// Whether this process has a thread that holds a model.
fn is_loaded() -> bool {
    std::fs::read_dir("/proc/self/task").unwrap().filter_map(Result::ok).any(|task| {
        std::fs::read_to_string(task.path().join("comm"))
            .is_ok_and(|name| name.trim() == "ruminate-box")
    })
}
