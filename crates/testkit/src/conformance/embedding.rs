//! `Embedder`.

use std::time::Duration;

use ruminate_types::ports::embedding::{Embedder, Embeddings, TextKind};
use tokio::time::timeout;

const LONG_ENOUGH: Duration = Duration::from_secs(120);

const CAT: &str = "The old cat sleeps on the warm sofa by the window.";
const SAME_CAT: &str = "An old cat sleeps on a warm sofa.";
const RATES: &str = "Central banks raised their interest rates again in March.";

/// Makes every rule a test. Takes the name of an `async fn() -> (Arc<dyn Embedder>, impl Sized)` that
/// makes an embedder, and what it needs to live.
#[macro_export]
macro_rules! embedder_conformance {
    ($make:ident) => {
        $crate::embedder_conformance! { @tests $make
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
    };
    (@tests $make:ident $($rule:ident)*) => {
        $(#[tokio::test]
        async fn $rule() {
            let (embedder, _keep) = $make().await;
            $crate::conformance::embedding::$rule(&*embedder).await;
        })*
    };
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

async fn embed(embedder: &dyn Embedder, texts: &[String]) -> Embeddings {
    embedder.embed(texts, TextKind::Document, LONG_ENOUGH).await.unwrap()
}

async fn vector(embedder: &dyn Embedder, text: &str) -> Vec<f32> {
    embed(embedder, &texts(&[text])).await.vectors.remove(0)
}

fn cosine(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(one, other)| f64::from(*one) * f64::from(*other)).sum()
}

/// As near as the same text can be expected to be, computed among others or alone.
fn is_same(one: &[f32], other: &[f32]) -> bool {
    cosine(one, other) > 0.999
}

pub async fn vectors_come_in_the_order_of_the_texts(embedder: &dyn Embedder) {
    let order = [RATES, CAT, SAME_CAT];
    let together = embed(embedder, &texts(&order)).await;
    assert_eq!((together.vectors.len(), together.cut.len()), (3, 0));
    for (text, vector_among_others) in order.iter().zip(&together.vectors) {
        assert!(is_same(&vector(embedder, text).await, vector_among_others), "{text}");
    }
}

pub async fn no_texts_give_no_vectors(embedder: &dyn Embedder) {
    assert_eq!(embed(embedder, &[]).await, Embeddings::default());
}

pub async fn every_vector_has_unit_length(embedder: &dyn Embedder) {
    let odd = texts(&[CAT, "x", "…", "意識とは何か", "e\u{301}\u{0}\u{200b}🧠", "a\n\nb\t c"]);
    for (text, vector) in odd.iter().zip(embed(embedder, &odd).await.vectors) {
        assert_eq!(vector.len(), embedder.profile().dimensions as usize, "{text:?}");
        assert!(vector.iter().all(|component| component.is_finite()), "{text:?}");
        assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-4, "{text:?}");
    }
}

pub async fn near_texts_are_nearer_than_far_ones(embedder: &dyn Embedder) {
    let vectors = embed(embedder, &texts(&[CAT, SAME_CAT, RATES])).await.vectors;
    let (near, far) = (cosine(&vectors[0], &vectors[1]), cosine(&vectors[0], &vectors[2]));
    assert!(near > far + 0.2, "{near} {far}");
}

pub async fn a_query_finds_its_document(embedder: &dyn Embedder) {
    let documents = embed(embedder, &texts(&[RATES, CAT])).await.vectors;
    let asked = texts(&["On what sofa does the old cat sleep?"]);
    let query = embedder.embed(&asked, TextKind::Query, LONG_ENOUGH).await.unwrap().vectors;
    assert!(cosine(&query[0], &documents[1]) > cosine(&query[0], &documents[0]));
}

pub async fn a_text_that_is_too_long_is_cut_and_told(embedder: &dyn Embedder) {
    let window = embedder.profile().context_window as usize;
    let long = format!("{} ", CAT.repeat(2)).repeat(window);
    let embedded = embed(embedder, &texts(&[RATES, &long, CAT])).await;
    assert_eq!(embedded.cut, [1]);
    let [rates, long, cat] = &embedded.vectors[..] else { panic!("three vectors") };
    assert!(cosine(long, cat) > cosine(long, rates));
    assert!(is_same(cat, &vector(embedder, CAT).await), "its neighbours are whole");
}

pub async fn a_blank_text_is_refused(embedder: &dyn Embedder) {
    for blank in ["", " \n\t"] {
        let asked = texts(&[CAT, blank]);
        let error = embedder.embed(&asked, TextKind::Query, LONG_ENOUGH).await.unwrap_err();
        assert_eq!(error.code(), "model_rejected", "{error}");
        assert!(error.to_string().contains("blank"), "{error}");
    }
}

pub async fn many_texts_are_embedded_like_few(embedder: &dyn Embedder) {
    let many: Vec<String> = (0..200).map(|n| format!("Chapter {n} of {}", n * n)).collect();
    let embedded = embed(embedder, &many).await;
    assert_eq!((embedded.vectors.len(), embedded.cut.len()), (200, 0));
    for place in [0, 63, 64, 150, 199] {
        let alone = vector(embedder, &many[place]).await;
        assert!(is_same(&alone, &embedded.vectors[place]), "{place}");
    }
}

pub async fn the_same_text_has_the_same_vector(embedder: &dyn Embedder) {
    let [first, again] = [vector(embedder, CAT).await, vector(embedder, CAT).await];
    assert!(is_same(&first, &again));
    let twice = embed(embedder, &texts(&[CAT, RATES, CAT])).await.vectors;
    assert!(is_same(&twice[0], &twice[2]));
}

pub async fn a_call_that_is_dropped_is_in_nobodys_way(embedder: &dyn Embedder) {
    let many: Vec<String> = (0..500).map(|n| format!("{CAT} {n}")).collect();
    for _ in 0..10 {
        let call = embedder.embed(&many, TextKind::Document, LONG_ENOUGH);
        // Whether it was done by then or not, nobody waits for it any more.
        let _ = timeout(Duration::from_millis(1), call).await;
    }
    assert_eq!(vector(embedder, CAT).await.len(), embedder.profile().dimensions as usize);
}

pub async fn the_time_limit_holds(embedder: &dyn Embedder) {
    let asked = texts(&[CAT]);
    let error = embedder.embed(&asked, TextKind::Document, Duration::ZERO).await.unwrap_err();
    assert_eq!(error.code(), "model_timed_out", "{error}");
}
