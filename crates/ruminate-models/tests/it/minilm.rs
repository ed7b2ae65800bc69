//! The converter on the real weights, where they are, and what the model makes of texts.

use std::fs::{self, File};
use std::path::PathBuf;

use ruminate_models::weights::{Manifest, Role, Shelf, minilm};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Of the file that llama.cpp's own library for writing GGUF makes of the same weights, byte for byte.
const GGUF: &str = "f5a613fce05916fe8307419010ed7bc8a04ad176ec820e3b4f07bfe168e69e80";

/// The weights and the vocabulary, where `ruminate models pull embedder` has put them.
fn weights() -> Option<[PathBuf; 2]> {
    let under = |variable: &str, path: &str| {
        std::env::var_os(variable).map(|dir| PathBuf::from(dir).join(path))
    };
    let dir = under("RUMINATE_MODELS", "").or_else(|| under("HOME", ".cache/ruminate/models"))?;
    let entry = Manifest::builtin().entry(minilm::NAME)?;
    let place = |role| Shelf::at(&dir).files(entry)?.into_iter().find(|(r, _)| *r == role);
    Some([place(Role::Weights)?.1, place(Role::Vocabulary)?.1])
}

#[test]
fn the_real_weights_become_the_file_that_llama_cpp_would_make() {
    let Some([weights, vocabulary]) = weights() else {
        // A test that tests nothing must not pass in silence.
        eprintln!("SKIPPED: the embedder is not here; `ruminate models pull embedder` gets it");
        return;
    };
    let vocabulary = fs::read_to_string(vocabulary).unwrap();
    let safetensors = File::open(weights).unwrap();
    let mut gguf = Vec::new();
    minilm::convert(safetensors, &vocabulary, &mut gguf).unwrap();
    let sum: String = Sha256::digest(&gguf).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(sum, GGUF);
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
