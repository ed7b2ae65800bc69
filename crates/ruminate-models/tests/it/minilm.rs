//! The converter on the real weights, where they are, and what the model makes of texts.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use ruminate_models::weights::{Entry, Manifest, Role, Shelf, minilm};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// Of the file that llama.cpp's own library for writing GGUF makes of the same weights, byte for byte.
const GGUF: &str = "f5a613fce05916fe8307419010ed7bc8a04ad176ec820e3b4f07bfe168e69e80";

/// Where `ruminate models pull embedder` has put the weights and the vocabulary.
fn shelf() -> Option<(Shelf, &'static Entry)> {
    let under = |variable: &str, path: &str| {
        std::env::var_os(variable).map(|dir| PathBuf::from(dir).join(path))
    };
    let dir = under("RUMINATE_MODELS", "")
        .or_else(|| under("XDG_CACHE_HOME", "ruminate/models"))
        .or_else(|| under("HOME", ".cache/ruminate/models"));
    let entry = Manifest::builtin().entry(minilm::NAME).unwrap();
    let shelf = dir.map(Shelf::at).filter(|shelf| shelf.path(entry).is_some());
    if shelf.is_none() {
        testkit::skipped_without_weights("embedder");
    }
    Some((shelf?, entry))
}

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_real_weights_become_the_file_that_llama_cpp_would_make() {
    let Some((shelf, entry)) = shelf() else { return };
    let place = |role| shelf.place(entry.file(role).unwrap());
    let vocabulary = fs::read_to_string(place(Role::Vocabulary)).unwrap();
    let safetensors = File::open(place(Role::Weights)).unwrap();
    let mut gguf = Vec::new();
    minilm::convert(safetensors, &vocabulary, &mut gguf).unwrap();
    assert_eq!(sum(&gguf), GGUF);
}

/// The same weights in a directory of the test's own, which they are linked into.
fn copied(shelf: &Shelf, entry: &Entry) -> (TempDir, Shelf) {
    let dir = TempDir::new().unwrap();
    let copy = Shelf::at(dir.path());
    for file in &entry.files {
        let (from, to) = (shelf.place(file), copy.place(file));
        std::os::unix::fs::symlink(&from, &to).unwrap();
        let mark = |place: &Path| PathBuf::from(format!("{}.verified", place.display()));
        fs::copy(mark(&from), mark(&to)).unwrap();
    }
    (dir, copy)
}

#[tokio::test]
async fn a_made_file_that_was_damaged_is_made_again() {
    let Some((shelf, entry)) = shelf() else { return };
    let (_dir, shelf) = copied(&shelf, entry);
    let made = shelf.gguf(entry).await.unwrap();
    let whole = fs::read(&made).unwrap();
    assert_eq!(sum(&whole), GGUF);

    // As somebody does who may write everywhere, and hides it.
    let time = fs::metadata(&made).unwrap().modified().unwrap();
    fs::remove_file(&made).unwrap();
    fs::write(&made, vec![0; whole.len()]).unwrap();
    File::options().write(true).open(&made).unwrap().set_modified(time).unwrap();
    assert!(!Shelf::is_as_made(&made));
    assert_eq!(shelf.gguf(entry).await.unwrap(), made);
    assert!(fs::read(&made).unwrap() == whole);

    shelf.remove(entry).unwrap();
    let names: Vec<_> =
        fs::read_dir(shelf.dir()).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(names, [format!("{}.lock", entry.name).as_str()]);
}

#[tokio::test]
async fn where_nothing_can_be_written_it_is_made_elsewhere() {
    let Some((shelf, entry)) = shelf() else { return };
    let (dir, shelf) = copied(&shelf, entry);
    // Not even root may open this for writing.
    fs::create_dir(dir.path().join(format!("{}.lock", entry.name))).unwrap();
    let refused = shelf.gguf(entry).await.unwrap_err();
    assert!(refused.hint().contains("RUMINATE_MODELS"), "{}", refused.hint());

    let elsewhere = TempDir::new().unwrap();
    let shelf = shelf.or_makes_in(Some(elsewhere.path().join("not/there/yet")));
    let made = shelf.gguf(entry).await.unwrap();
    assert!(made.starts_with(elsewhere.path()), "{}", made.display());
    assert!(Shelf::is_as_made(&made));
}

#[test]
fn the_golden_vectors_are_vectors_of_the_model() {
    let golden: Value = serde_json::from_str(include_str!("../fixtures/minilm.json")).unwrap();
    let sentences = golden["sentences"].as_array().unwrap();
    assert_eq!(sentences.len(), 5);
    for sentence in sentences {
        let vector = sentence["vector"].as_array().unwrap();
        assert_eq!(vector.len(), minilm::DIMENSIONS as usize);
        let length: f64 = vector.iter().map(|n| n.as_f64().unwrap().powi(2)).sum();
        assert!((length - 1.0).abs() < 1e-3, "{length}");
        assert!(sentence["word_pieces"].as_u64().unwrap() <= u64::from(minilm::WINDOW));
    }
}
