//! The converter on the real weights, where they are, and what the model makes of texts.

use std::fs::{self, File};
use std::path::PathBuf;

use ruminate_models::weights::minilm;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Of the file that llama.cpp's own library for writing GGUF makes of the same weights, byte for byte.
const GGUF: &str = "f5a613fce05916fe8307419010ed7bc8a04ad176ec820e3b4f07bfe168e69e80";

/// A folder with `model.safetensors` and `vocab.txt`, below the one that `RUMINATE_MODELS` names.
fn weights() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("RUMINATE_MODELS")?).join("all-MiniLM-L6-v2");
    folder.join("model.safetensors").is_file().then_some(folder)
}

#[test]
fn the_real_weights_become_the_file_that_llama_cpp_would_make() {
    let Some(folder) = weights() else {
        // A test that tests nothing must not pass in silence.
        eprintln!("SKIPPED: no all-MiniLM-L6-v2/model.safetensors in the folder RUMINATE_MODELS");
        return;
    };
    let vocabulary = fs::read_to_string(folder.join("vocab.txt")).unwrap();
    let safetensors = File::open(folder.join("model.safetensors")).unwrap();
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
