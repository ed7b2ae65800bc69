//! Makes a GGUF file of all-MiniLM-L6-v2 out of what sentence-transformers publishes: `model.safetensors`
//! and `vocab.txt`.
//!
//! Names, order, precisions and metadata are those that llama.cpp's own converter writes for a BERT, so
//! that every version of llama.cpp that reads such files reads this one. The same weights give the same
//! bytes. Tensors pass through one part at a time: neither file is ever in memory as a whole.
//!
//! Not in the file: the pooler, which sentence embeddings do not use.

mod safetensors;

use std::collections::HashSet;
use std::io::{self, Read, Seek, Write};

use safetensors::{Found, Safetensors};

use super::gguf::{self, Precision, Tensor, Value};

/// What the manifest calls it.
pub const NAME: &str = "all-minilm-l6-v2";

/// Components of a vector.
pub const DIMENSIONS: u32 = 384;

/// The word pieces of a text that count, its beginning and end marks included. The table of positions
/// goes up to 512, but the model was trained on, and published for, half of that.
pub const WINDOW: u32 = 256;

#[derive(Debug, thiserror::Error)]
pub enum ConversionError {
    #[error("the weights cannot be read or written: {0}")]
    Io(#[from] io::Error),
    #[error("the weights are not a safetensors file: {0}")]
    NotSafetensors(String),
    #[error("the weights have no tensor {0}")]
    MissingTensor(String),
    #[error("the tensor {name} of the weights is not the model's: {what}")]
    WrongTensor { name: String, what: String },
    #[error("the vocabulary is not the model's: {0}")]
    WrongVocabulary(String),
}

impl ConversionError {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Io(_) => "weights_io",
            Self::NotSafetensors(_) => "weights_not_safetensors",
            Self::MissingTensor(_) => "weights_missing_tensor",
            Self::WrongTensor { .. } => "weights_wrong_tensor",
            Self::WrongVocabulary(_) => "weights_wrong_vocabulary",
        }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Io(_) => "see that the folder can be written to and the disk has room",
            Self::NotSafetensors(_)
            | Self::MissingTensor(_)
            | Self::WrongTensor { .. }
            | Self::WrongVocabulary(_) => {
                "get model.safetensors and vocab.txt of sentence-transformers/all-MiniLM-L6-v2 again"
            }
        }
    }
}

/// Writes the GGUF file. What was written before an error is of no use.
pub fn convert(
    safetensors: impl Read + Seek,
    vocabulary: &str,
    to: &mut impl Write,
) -> Result<(), ConversionError> {
    convert_shaped(&MINILM, safetensors, vocabulary, to)
}

/// What of a BERT varies.
#[derive(Debug)]
struct Shape {
    name: &'static str,
    layers: u32,
    width: u32,
    feed_forward: u32,
    heads: u32,
    positions: u32,
    token_types: u32,
    tokens: u32,
}

const MINILM: Shape = Shape {
    name: "all-MiniLM-L6-v2",
    layers: 6,
    width: DIMENSIONS,
    feed_forward: 1536,
    heads: 12,
    positions: 512,
    token_types: 2,
    tokens: 30_522,
};

const LAYER_NORM_EPSILON: f32 = 1e-12;

fn convert_shaped(
    shape: &Shape,
    safetensors: impl Read + Seek,
    vocabulary: &str,
    to: &mut impl Write,
) -> Result<(), ConversionError> {
    let vocabulary = Vocabulary::read(vocabulary, shape.tokens)?;
    let mut weights = Safetensors::open(safetensors)?;
    let tensors = tensors(shape);
    // Everything is looked up before anything is written.
    let found: Vec<Found> = tensors
        .iter()
        .map(|(theirs, ours)| weights.find(theirs, &ours.shape))
        .collect::<Result<_, _>>()?;
    let ours: Vec<Tensor> = tensors.into_iter().map(|(_, ours)| ours).collect();
    gguf::write_head(to, &metadata(shape, vocabulary), &ours)?;
    for (tensor, found) in ours.iter().zip(&found) {
        weights.read(found, |numbers| {
            Ok(gguf::write_numbers(to, tensor.precision, numbers.iter().copied())?)
        })?;
        gguf::end_tensor(to, tensor)?;
    }
    Ok(to.flush()?)
}

/// The name each tensor has in safetensors, and what it becomes, in the order of both files.
fn tensors(shape: &Shape) -> Vec<(String, Tensor)> {
    let [width, feed_forward] = [shape.width, shape.feed_forward].map(u64::from);
    let rows = |rows: u32| vec![u64::from(rows), width];
    let mut tensors = Vec::new();
    let mut add = |theirs: String, ours: String, shape: Vec<u64>, precision| {
        tensors.push((theirs, Tensor { name: ours, shape, precision }));
    };
    let mut add_pair = |theirs: &str, ours: &str, weight: Vec<u64>| {
        // Matrices are halved; vectors are small, and matter.
        let precision = if weight.len() > 1 { Precision::F16 } else { Precision::F32 };
        let bias = vec![weight[0]];
        add(format!("{theirs}.bias"), format!("{ours}.bias"), bias, Precision::F32);
        add(format!("{theirs}.weight"), format!("{ours}.weight"), weight, precision);
    };
    add_pair("embeddings.LayerNorm", "token_embd_norm", vec![width]);
    for layer in 0..shape.layers {
        let mut add_pair = |theirs: &str, ours: &str, weight: Vec<u64>| {
            let (theirs, ours) =
                (format!("encoder.layer.{layer}.{theirs}"), format!("blk.{layer}.{ours}"));
            add_pair(&theirs, &ours, weight);
        };
        add_pair("attention.output.LayerNorm", "attn_output_norm", vec![width]);
        add_pair("attention.output.dense", "attn_output", vec![width, width]);
        add_pair("attention.self.key", "attn_k", vec![width, width]);
        add_pair("attention.self.query", "attn_q", vec![width, width]);
        add_pair("attention.self.value", "attn_v", vec![width, width]);
        add_pair("intermediate.dense", "ffn_up", vec![feed_forward, width]);
        add_pair("output.LayerNorm", "layer_output_norm", vec![width]);
        add_pair("output.dense", "ffn_down", vec![width, feed_forward]);
    }
    // What is added to every word keeps its precision, as in llama.cpp's own files.
    let tables = [
        ("position_embeddings", "position_embd", rows(shape.positions), Precision::F32),
        ("token_type_embeddings", "token_types", rows(shape.token_types), Precision::F32),
        ("word_embeddings", "token_embd", rows(shape.tokens), Precision::F16),
    ];
    let tables = tables.map(|(theirs, ours, shape, precision)| {
        let tensor = Tensor { name: format!("{ours}.weight"), shape, precision };
        (format!("embeddings.{theirs}.weight"), tensor)
    });
    tensors.splice(2..2, tables);
    tensors
}

fn metadata(shape: &Shape, vocabulary: Vocabulary) -> Vec<(&'static str, Value)> {
    let text = |text: &str| Value::Text(text.to_owned());
    let Special { unknown, begin, separator, mask, padding } = vocabulary.special;
    vec![
        ("general.architecture", text("bert")),
        ("general.type", text("model")),
        ("general.name", text(shape.name)),
        ("general.license", text("apache-2.0")),
        ("bert.block_count", Value::U32(shape.layers)),
        ("bert.context_length", Value::U32(shape.positions)),
        ("bert.embedding_length", Value::U32(shape.width)),
        ("bert.feed_forward_length", Value::U32(shape.feed_forward)),
        ("bert.attention.head_count", Value::U32(shape.heads)),
        ("bert.attention.layer_norm_epsilon", Value::F32(LAYER_NORM_EPSILON)),
        // Mostly F16.
        ("general.file_type", Value::U32(1)),
        ("bert.attention.causal", Value::Bool(false)),
        // The mean over all word pieces.
        ("bert.pooling_type", Value::U32(1)),
        ("tokenizer.ggml.token_type_count", Value::U32(shape.token_types)),
        ("tokenizer.ggml.model", text("bert")),
        // The splitting of BERT's uncased vocabulary, called after the first model that had it.
        ("tokenizer.ggml.pre", text("bert-bge")),
        ("tokenizer.ggml.tokens", Value::Texts(vocabulary.tokens)),
        ("tokenizer.ggml.token_type", Value::I32s(vocabulary.kinds)),
        ("tokenizer.ggml.normalizer.lowercase", Value::Bool(true)),
        ("tokenizer.ggml.normalizer.strip_accents", Value::Bool(true)),
        ("tokenizer.ggml.bos_token_id", Value::U32(begin)),
        ("tokenizer.ggml.eos_token_id", Value::U32(separator)),
        ("tokenizer.ggml.unknown_token_id", Value::U32(unknown)),
        // Misspelt in the format.
        ("tokenizer.ggml.seperator_token_id", Value::U32(separator)),
        ("tokenizer.ggml.padding_token_id", Value::U32(padding)),
        ("tokenizer.ggml.cls_token_id", Value::U32(begin)),
        ("tokenizer.ggml.mask_token_id", Value::U32(mask)),
        ("tokenizer.ggml.add_bos_token", Value::Bool(true)),
        ("tokenizer.ggml.add_eos_token", Value::Bool(true)),
        ("tokenizer.ggml.add_sep_token", Value::Bool(true)),
        ("general.quantization_version", Value::U32(2)),
    ]
}

/// A WordPiece vocabulary as llama.cpp wants it: where WordPiece marks what continues a word (`##ing`),
/// llama.cpp marks what begins one (`▁ing`).
#[derive(Debug)]
struct Vocabulary {
    tokens: Vec<String>,
    kinds: Vec<i32>,
    special: Special,
}

/// Where the tokens are that stand for no text.
#[derive(Debug)]
struct Special {
    unknown: u32,
    begin: u32,
    separator: u32,
    mask: u32,
    padding: u32,
}

impl Vocabulary {
    fn read(lines: &str, expected: u32) -> Result<Self, ConversionError> {
        const NORMAL: i32 = 1;
        const CONTROL: i32 = 3;
        let pieces: Vec<&str> = lines.lines().collect();
        if pieces.len() != expected as usize {
            let counted = format!("it has {} tokens instead of {expected}", pieces.len());
            return Err(ConversionError::WrongVocabulary(counted));
        }
        // llama.cpp ends the process over a token that is there twice.
        let mut seen = HashSet::new();
        if let Some(twice) = pieces.iter().find(|piece| !seen.insert(**piece)) {
            return Err(ConversionError::WrongVocabulary(format!("it has {twice:?} twice")));
        }
        let place = |name: &str| {
            let place = pieces.iter().position(|piece| *piece == name);
            place.map(|place| place as u32).ok_or_else(|| {
                ConversionError::WrongVocabulary(format!("it has no token {name:?}"))
            })
        };
        let special = Special {
            unknown: place("[UNK]")?,
            begin: place("[CLS]")?,
            separator: place("[SEP]")?,
            mask: place("[MASK]")?,
            padding: place("[PAD]")?,
        };
        let kind = |piece: &&str| match *piece {
            "[UNK]" | "[CLS]" | "[SEP]" | "[MASK]" | "[PAD]" => CONTROL,
            _ => NORMAL,
        };
        let kinds: Vec<i32> = pieces.iter().map(kind).collect();
        let tokens = pieces.iter().zip(&kinds).map(|(piece, kind)| {
            if *kind == CONTROL {
                return (*piece).to_owned();
            }
            piece.strip_prefix("##").map_or_else(|| format!("▁{piece}"), str::to_owned)
        });
        Ok(Self { tokens: tokens.collect(), kinds, special })
    }
}

#[cfg(test)]
mod tests;
