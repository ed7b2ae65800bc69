//! The embedder in the box, with its real weights.

use std::sync::Arc;
use std::time::Duration;

use ruminate_box::{BoxEmbedder, Settings, Weights};
use ruminate_models::weights::minilm;
use ruminate_types::ports::embedding::{Embedder, TextKind};
use serde_json::Value;
use testkit::conformance::embedding as rules;

use super::shelf_with;

async fn embedder() -> Option<Arc<dyn Embedder>> {
    let (shelf, entry) = shelf_with(minilm::NAME)?;
    let weights = Weights::at("box/embedder", shelf.gguf(entry).await.unwrap());
    let settings = Settings::default();
    Some(Arc::new(BoxEmbedder::new(weights, settings, minilm::DIMENSIONS, minilm::WINDOW)))
}

macro_rules! rules {
    ($($rule:ident)*) => {
        $(#[tokio::test]
        async fn $rule() {
            if let Some(embedder) = embedder().await {
                rules::$rule(&*embedder).await;
            }
        })*
    };
}

rules! {
    vectors_come_in_the_order_of_the_texts
    no_texts_give_no_vectors
    every_vector_has_unit_length
    near_texts_are_nearer_than_far_ones
    a_query_finds_its_document
    a_text_that_is_too_long_is_cut_and_told
    a_blank_text_is_refused
    many_texts_are_embedded_like_few
    the_same_text_has_the_same_vector
    a_call_that_is_dropped_is_in_nobodys_way
    the_time_limit_holds
}

/// The vectors of a plain implementation of the model, written for this and for nothing else.
#[tokio::test]
async fn vectors_are_those_of_the_published_model() {
    let Some(embedder) = embedder().await else { return };
    let golden = include_str!("../../../ruminate-models/tests/fixtures/minilm.json");
    let golden: Value = serde_json::from_str(golden).unwrap();
    for sentence in golden["sentences"].as_array().unwrap() {
        let text = sentence["text"].as_str().unwrap().to_owned();
        let expected: Vec<f32> = sentence["vector"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_f64().unwrap() as f32)
            .collect();
        let limit = Duration::from_secs(60);
        let found =
            embedder.embed(std::slice::from_ref(&text), TextKind::Document, limit).await.unwrap();
        let cosine: f32 = found.vectors[0].iter().zip(&expected).map(|(a, b)| a * b).sum();
        assert!(cosine > 0.999, "{cosine} for {text}");
    }
}
