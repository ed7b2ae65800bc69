//! Texts as vectors, from the words in them: texts that share words, or words that mean the same, are near, in whatever order.

use serde_json::{Value, json};

use super::Asked;
use super::answer::Fault;
use super::catalogue::{self, Served};
use super::faults::context_too_long;
use super::http::{Body, Response};
use super::protocol::Protocol;

const DIMENSIONS: usize = 256;
/// Words that mean the same, for texts that are near without sharing any.
const SAME: [(&str, &str); 4] =
    [("vehicle", "car"), ("garage", "mechanic"), ("repair", "mended"), ("teeth", "molar")];

/// The texts of a request, and the words that the model takes of each.
#[derive(Clone, Debug)]
pub struct ToEmbed {
    pub texts: Vec<String>,
    window: u32,
}

impl ToEmbed {
    pub(super) fn read(body: &Value, models: &[Served]) -> Self {
        const UNLISTED: u32 = 2048;
        let text = |text: &Value| text.as_str().unwrap_or_default().to_owned();
        let texts = match &body["input"] {
            Value::Array(texts) => texts.iter().map(text).collect(),
            one => vec![text(one)],
        };
        let model = catalogue::named(models, body["model"].as_str().unwrap_or_default());
        Self { texts, window: model.map_or(UNLISTED, |model| model.context_window) }
    }

    /// As the servers do: Ollama cuts a text that is too long unless it is told not to, the others
    /// refuse it; and OpenAI refuses an empty one.
    pub(super) fn reply(&self, asked: &Asked) -> Response {
        let protocol = asked.protocol;
        let cuts = protocol == Protocol::Ollama && asked.body["truncate"] != false;
        let window = self.window as usize;
        if !cuts && self.texts.iter().any(|text| text.split_whitespace().count() > window) {
            return context_too_long(protocol, self.window);
        }
        if protocol == Protocol::OpenAi && self.texts.iter().any(String::is_empty) {
            let message = "'input' cannot be an empty string";
            return protocol.error(400, "invalid_request_error", message);
        }
        document(asked, self.texts.iter().map(|text| vector(text, window)).collect())
    }
}

/// OpenAI's are numbered, and come the other way round for who does not look at the numbers.
fn document(asked: &Asked, vectors: Vec<Vec<f32>>) -> Response {
    let body = match asked.protocol {
        Protocol::Ollama => json!({"model": asked.model, "embeddings": vectors}),
        Protocol::OpenAi | Protocol::Anthropic => {
            let numbered = vectors.into_iter().enumerate().rev().map(|(index, vector)| {
                json!({"object": "embedding", "index": index, "embedding": vector})
            });
            json!({"object": "list", "model": asked.model, "data": numbered.collect::<Vec<_>>()})
        }
    };
    Response::json(200, &body)
}

/// The faults that are about what a reply holds.
pub(super) fn spoilt(asked: &Asked, fault: &Fault) -> Response {
    match fault {
        Fault::Empty => document(asked, Vec::new()),
        Fault::Enormous(bytes) => {
            let one = vector("on and on", 3);
            document(asked, vec![one; bytes.div_ceil(4 * DIMENSIONS)])
        }
        Fault::FailInStream => asked.protocol.error(500, "api_error", "the runner died"),
        _ => Response {
            status: 200,
            content_type: "application/json",
            headers: Vec::new(),
            body: Body::Whole("{\"embeddings\": [[oops".into()),
        },
    }
}

/// Not of unit length, as those of some servers.
fn vector(text: &str, window: usize) -> Vec<f32> {
    let mut vector = vec![0.0; DIMENSIONS];
    let words = text.split_whitespace().take(window).map(|word| {
        word.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
    });
    for word in words {
        let same = SAME.iter().find(|(one, _)| *one == word).map_or(&*word, |(_, other)| other);
        vector[hash(same) as usize % DIMENSIONS] += 3.0;
    }
    if text.trim().is_empty() {
        vector[0] = 1.0;
    }
    vector
}

/// FNV-1a: the same on every machine and with every version of everything.
fn hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
