//! A BERT of one layer, small enough to look at every byte of.

use std::io::Cursor;

use serde_json::{Map, json};

use super::*;

const TINY: Shape = Shape {
    name: "tiny",
    layers: 1,
    width: 4,
    feed_forward: 8,
    heads: 2,
    positions: 6,
    token_types: 2,
    tokens: 8,
};

const VOCABULARY: &str = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthink\n##ing\n[unused0]\n";

/// Header and numbers of a safetensors file, to be spoilt.
struct Weights {
    header: Map<String, serde_json::Value>,
    numbers: Vec<f32>,
}

impl Weights {
    /// Every tensor that is wanted, and one that is not, in another order than they are wanted in. The
    /// numbers of each begin with 1000 times its place.
    fn tiny() -> Self {
        let mut weights = Self { header: Map::new(), numbers: Vec::new() };
        weights.header.insert("__metadata__".into(), json!({"format": "pt"}));
        weights.add("pooler.dense.weight", &[4, 4]);
        for (name, tensor) in tensors(&TINY).into_iter().rev() {
            weights.add(&name, &tensor.shape);
        }
        weights
    }

    fn add(&mut self, name: &str, shape: &[u64]) {
        let begin = self.numbers.len();
        let first = 1000 * (self.header.len() - 1);
        let count = shape.iter().product::<u64>() as usize;
        self.numbers.extend((0..count).map(|n| (first + n) as f32));
        let offsets = [begin * 4, self.numbers.len() * 4];
        self.header
            .insert(name.into(), json!({"dtype": "F32", "shape": shape, "data_offsets": offsets}));
    }

    fn first_of(&self, name: &str) -> f32 {
        let begin = self.header[name]["data_offsets"][0].as_u64().unwrap();
        self.numbers[begin as usize / 4]
    }

    fn file(&self) -> Vec<u8> {
        let header = serde_json::to_vec(&self.header).unwrap();
        let mut file = (header.len() as u64).to_le_bytes().to_vec();
        file.extend(header);
        file.extend(self.numbers.iter().flat_map(|number| number.to_le_bytes()));
        file
    }
}

fn converted(file: Vec<u8>, vocabulary: &str) -> Result<Vec<u8>, ConversionError> {
    let mut gguf = Vec::new();
    convert_shaped(&TINY, Cursor::new(file), vocabulary, &mut gguf)?;
    Ok(gguf)
}

/// What stands behind a name in the file.
fn after<'a>(file: &'a [u8], name: &str) -> &'a [u8] {
    let mut needle = (name.len() as u64).to_le_bytes().to_vec();
    needle.extend_from_slice(name.as_bytes());
    let at = file.windows(needle.len()).position(|bytes| bytes == needle);
    &file[at.unwrap_or_else(|| panic!("no {name}")) + needle.len()..]
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

#[test]
fn every_tensor_is_where_the_head_says() {
    let weights = Weights::tiny();
    let gguf = converted(weights.file(), VOCABULARY).unwrap();
    let tensors = tensors(&TINY);
    assert_eq!(u64_at(&gguf, 8), tensors.len() as u64);
    let padded = |tensor: &Tensor| {
        let size = if tensor.precision == Precision::F16 { 2 } else { 4 };
        (tensor.shape.iter().product::<u64>() * size).next_multiple_of(32)
    };
    let numbers = gguf.len() - tensors.iter().map(|(_, ours)| padded(ours) as usize).sum::<usize>();
    assert_eq!(numbers % 32, 0);
    for (theirs, ours) in &tensors {
        let about = after(&gguf, &ours.name);
        let dimensions = u32_at(about, 0) as usize;
        let shape: Vec<u64> = (0..dimensions).map(|n| u64_at(about, 4 + 8 * n)).rev().collect();
        assert_eq!(shape, ours.shape, "{theirs}");
        let precision = u32_at(about, 4 + 8 * dimensions);
        let offset = u64_at(about, 8 + 8 * dimensions) as usize;
        let first = weights.first_of(theirs);
        let here = &gguf[numbers + offset..];
        match precision {
            0 => assert_eq!(f32::from_le_bytes(here[..4].try_into().unwrap()), first, "{theirs}"),
            _ => assert_eq!(here[..2], gguf::half(first).to_le_bytes(), "{theirs}"),
        }
    }
}

#[test]
fn matrices_are_halved_and_nothing_else() {
    let halved = |name: &str| {
        let (_, tensor) = tensors(&MINILM).into_iter().find(|(_, ours)| ours.name == name).unwrap();
        tensor.precision == Precision::F16
    };
    for name in ["token_embd.weight", "blk.5.attn_q.weight", "blk.0.ffn_down.weight"] {
        assert!(halved(name), "{name}");
    }
    for name in [
        "token_embd_norm.weight",
        "position_embd.weight",
        "token_types.weight",
        "blk.0.attn_q.bias",
        "blk.3.layer_output_norm.weight",
    ] {
        assert!(!halved(name), "{name}");
    }
    assert_eq!(tensors(&MINILM).len(), 2 + 3 + 6 * 16);
}

#[test]
fn what_begins_a_word_is_marked_instead_of_what_continues_one() {
    let vocabulary = Vocabulary::read(VOCABULARY, 8).unwrap();
    let expected = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "▁think", "ing", "▁[unused0]"];
    assert_eq!(vocabulary.tokens, expected);
    assert_eq!(vocabulary.kinds, [3, 3, 3, 3, 3, 1, 1, 1]);
    let gguf = converted(Weights::tiny().file(), VOCABULARY).unwrap();
    assert_eq!(u32_at(after(&gguf, "tokenizer.ggml.bos_token_id"), 4), 2);
    assert_eq!(u32_at(after(&gguf, "tokenizer.ggml.seperator_token_id"), 4), 3);
    // A vocabulary that was saved on Windows is the same.
    let windows = VOCABULARY.replace('\n', "\r\n");
    assert_eq!(converted(Weights::tiny().file(), &windows).unwrap(), gguf);
}

fn refused(weights: &Weights, code: &str, told: &str) {
    let error = converted(weights.file(), VOCABULARY).expect_err(told);
    assert_eq!(error.code(), code, "{error}");
    assert!(error.to_string().contains(told), "{error}");
    assert!(!error.hint().is_empty());
}

#[test]
fn a_file_that_is_no_safetensors_is_refused() {
    let check = |file: Vec<u8>, told: &str| {
        let error = converted(file, VOCABULARY).expect_err(told);
        assert_eq!(error.code(), "weights_not_safetensors", "{error}");
        assert!(error.to_string().contains(told), "{error}");
    };
    check(vec![1, 2, 3], "too short");
    check(u64::MAX.to_le_bytes().to_vec(), "would have 18446744073709551615 bytes");
    check([&9_u64.to_le_bytes()[..], b"{}"].concat(), "would have 9 bytes");
    check([&2_u64.to_le_bytes()[..], b"[]"].concat(), "not an object");
    check([&2_u64.to_le_bytes()[..], b"{,"].concat(), "not JSON");
}

#[test]
fn a_tensor_that_is_not_the_models_is_refused() {
    let word = "embeddings.word_embeddings.weight";
    let spoilt = |field: &str, value: serde_json::Value| {
        let mut weights = Weights::tiny();
        weights.header[word][field] = value;
        weights
    };
    let wrong = "weights_wrong_tensor";
    refused(&spoilt("dtype", "F16".into()), wrong, "\"F16\", not F32");
    refused(&spoilt("shape", json!([4, 8])), wrong, "[4,8], not [8, 4]");
    refused(&spoilt("data_offsets", json!([0])), wrong, "does not say where");
    refused(&spoilt("data_offsets", json!([128, 0])), wrong, "128 to 0");
    refused(&spoilt("data_offsets", json!([0, 64])), wrong, "0 to 64");
    let far = json!([1_u64 << 40, (1_u64 << 40) + 128]);
    refused(&spoilt("data_offsets", far), wrong, "cannot be at");
    let mut cut = Weights::tiny();
    cut.numbers.pop();
    refused(&cut, wrong, "cannot be at");
    let mut missing = Weights::tiny();
    missing.header.remove(word);
    refused(&missing, "weights_missing_tensor", word);
    for odd in [f32::NAN, f32::INFINITY, 70_000.0] {
        let mut weights = Weights::tiny();
        *weights.numbers.last_mut().unwrap() = odd;
        refused(&weights, wrong, &format!("the number {odd}"));
    }
}

#[test]
fn another_vocabulary_is_refused() {
    let check = |vocabulary: &str, told: &str| {
        let error = converted(Weights::tiny().file(), vocabulary).expect_err(told);
        assert_eq!(error.code(), "weights_wrong_vocabulary", "{error}");
        assert!(error.to_string().contains(told), "{error}");
    };
    check("[PAD]\n", "1 tokens instead of 8");
    check(&VOCABULARY.replace("[MASK]", "mask"), "no token \"[MASK]\"");
    check(&VOCABULARY.replace("[unused0]", "think"), "\"think\" twice");
}
