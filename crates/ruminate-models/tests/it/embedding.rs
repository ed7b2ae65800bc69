//! What a caller of the embedding port gets from each provider.

use std::sync::Arc;
use std::time::Duration;

use ruminate_models::{Providers, Settings};
use ruminate_types::ports::embedding::{Embedder, EmbeddingProfile, Embeddings, TextKind};
use ruminate_types::ports::model::{ModelError, Models};
use serde_json::json;
use testkit::fake_model::{Answer, Asked, FakeModel, Fault, Protocol};
use tokio::time::timeout;

use crate::{CANARY, LONG_ENOUGH, providers, settings};

const BOTH: [Protocol; 2] = [Protocol::Ollama, Protocol::OpenAi];

fn id(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Ollama => "ollama/nomic-embed-text",
        Protocol::OpenAi => "openai/nomic-embed-text",
        Protocol::Anthropic => "anthropic/nomic-embed-text",
    }
}

fn profile(protocol: Protocol, url: &str) -> EmbeddingProfile {
    EmbeddingProfile {
        id: id(protocol).into(),
        url: url.into(),
        dimensions: 256,
        context_window: 2048,
    }
}

fn texts(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("thought {n}")).collect()
}

async fn embed_within(
    providers: &Providers,
    protocol: Protocol,
    server: &FakeModel,
    texts: &[String],
    limit: Duration,
) -> Result<Embeddings, ModelError> {
    let embedder = providers.embedder(&profile(protocol, &server.url()))?;
    embedder.embed(texts, TextKind::Document, limit).await
}

async fn embed(
    protocol: Protocol,
    server: &FakeModel,
    texts: &[String],
) -> Result<Embeddings, ModelError> {
    embed_within(&providers(), protocol, server, texts, LONG_ENOUGH).await
}

async fn plain_server() -> FakeModel {
    FakeModel::start(|_| Answer::text("")).await
}

async fn made(protocol: Protocol) -> (Arc<dyn Embedder>, FakeModel) {
    let server = plain_server().await;
    let found = providers().embedding_profile(id(protocol), Some(&server.url())).await.unwrap();
    let embedder = providers().embedder(&found).unwrap();
    (embedder, server)
}

mod ollama {
    async fn make() -> (super::Arc<dyn super::Embedder>, super::FakeModel) {
        super::made(super::Protocol::Ollama).await
    }
    testkit::embedder_conformance!(make);
}

mod openai {
    async fn make() -> (super::Arc<dyn super::Embedder>, super::FakeModel) {
        super::made(super::Protocol::OpenAi).await
    }
    testkit::embedder_conformance!(make);
}

#[tokio::test]
async fn the_profile_is_what_the_server_shows() {
    for protocol in BOTH {
        let (embedder, server) = made(protocol).await;
        let expected = match protocol {
            Protocol::Ollama => profile(protocol, &server.url()),
            // This server lists the model under its whole name only, and so tells no window.
            _ => EmbeddingProfile {
                context_window: 8192,
                ..profile(protocol, &format!("{}/v1", server.url()))
            },
        };
        assert_eq!(*embedder.profile(), expected);
    }
}

#[tokio::test]
async fn a_provider_that_embeds_nothing_says_who_does() {
    let error = providers().embedder(&profile(Protocol::Anthropic, "http://127.0.0.1:1"));
    let error = error.err().unwrap();
    assert_eq!(error.code(), "model_misconfigured");
    assert!(error.hint().contains("ollama/nomic-embed-text"), "{}", error.hint());
}

#[tokio::test]
async fn texts_are_sent_in_bounded_parts_one_after_the_other() {
    for protocol in BOTH {
        let server = plain_server().await;
        let texts = texts(130);
        embed(protocol, &server, &texts).await.unwrap();
        let parts: Vec<_> = server.requests().into_iter().map(|r| r.asked.to_embed).collect();
        let sent: Vec<Vec<String>> = parts.into_iter().map(|part| part.unwrap().texts).collect();
        assert_eq!(sent.iter().map(Vec::len).collect::<Vec<_>>(), [64, 64, 2], "{protocol:?}");
        let prefixed: Vec<String> = texts.iter().map(|t| format!("search_document: {t}")).collect();
        assert_eq!(sent.concat(), prefixed, "{protocol:?}");
        assert_eq!(server.max_concurrent(), 1, "{protocol:?}");
    }
}

#[tokio::test]
async fn nobody_is_asked_about_nothing() {
    for protocol in BOTH {
        let server = plain_server().await;
        embed(protocol, &server, &[]).await.unwrap();
        embed(protocol, &server, &["".into()]).await.unwrap_err();
        assert!(server.requests().is_empty(), "{protocol:?}");
    }
}

/// What the caller gets, and how often the server was asked.
async fn check(answer: Answer, limit: Duration, code: &str, requests: usize) {
    for protocol in BOTH {
        let answer = answer.clone();
        let server = FakeModel::start(move |_| answer.clone()).await;
        let got = embed_within(&providers(), protocol, &server, &texts(2), limit).await;
        let error = got.expect_err("no vectors");
        assert_eq!(error.code(), code, "{protocol:?}: {error}");
        assert_eq!(server.requests().len(), requests, "{protocol:?}: {error}");
        assert!(!format!("{error:?}").contains(CANARY), "{error:?}");
    }
}

#[tokio::test]
async fn every_fault_has_its_name() {
    let soon = Duration::from_millis(150);
    for (fault, limit, code, requests) in [
        (Fault::Hang, soon, "model_timed_out", 1),
        (Fault::SlowFirstByte(LONG_ENOUGH), soon, "model_timed_out", 1),
        (Fault::CutAfter(20), LONG_ENOUGH, "model_unreachable", 3),
        (Fault::TooManyRequests { retry_after: None }, LONG_ENOUGH, "model_overloaded", 3),
        (Fault::TooManyRequests { retry_after: Some("99".into()) }, soon, "model_overloaded", 1),
        (Fault::ServerError, LONG_ENOUGH, "model_server_fault", 3),
        (Fault::FailInStream, LONG_ENOUGH, "model_server_fault", 3),
        (Fault::InvalidJson, LONG_ENOUGH, "model_malformed", 3),
        (Fault::WrongContentType, LONG_ENOUGH, "model_malformed", 3),
        (Fault::Empty, LONG_ENOUGH, "model_malformed", 3),
        (Fault::Enormous(10 * 1024 * 1024), LONG_ENOUGH, "model_reply_too_large", 1),
        (Fault::Unauthorised, LONG_ENOUGH, "model_unauthorised", 1),
        (Fault::UnknownModel, LONG_ENOUGH, "model_unknown", 1),
        (Fault::Redirect("http://127.0.0.1:1".into()), LONG_ENOUGH, "model_misconfigured", 1),
        // Two texts of a few letters cannot be too long: it is not tried for ever.
        (Fault::ContextTooLong { limit: 1 }, LONG_ENOUGH, "model_prompt_too_long", 2),
    ] {
        check(Answer::failing(fault), limit, code, requests).await;
    }
}

#[tokio::test]
async fn vectors_that_cannot_be_compared_are_malformed() {
    let reply = |vectors: serde_json::Value| {
        let list = vectors.as_array().unwrap().clone();
        let data: Vec<_> = list.iter().map(|vector| json!({"embedding": vector})).collect();
        Answer::document(json!({"embeddings": vectors, "data": data}))
    };
    let good = vec![1.0; 256];
    for vectors in [
        json!([good]),
        json!([good, good, good]),
        json!([good, [1.0, 2.0]]),
        json!([[1.0, 2.0], [1.0, 2.0]]),
        json!([good, vec![0.0; 256]]),
        json!([good, vec![1e300; 256]]),
        json!([good, vec![json!(null); 256]]),
        json!([good, "%%"]),
    ] {
        check(reply(vectors), LONG_ENOUGH, "model_malformed", 3).await;
    }
    check(Answer::document(json!({"models": []})), LONG_ENOUGH, "model_malformed", 3).await;
}

#[tokio::test]
async fn a_server_that_recovers_is_not_asked_for_everything_again() {
    for protocol in BOTH {
        let script = |asked: &Asked| match asked.nth_overall {
            2 => Answer::failing(Fault::ServerError),
            _ => Answer::text(""),
        };
        let server = FakeModel::start(script).await;
        let got = embed(protocol, &server, &texts(70)).await.unwrap();
        assert_eq!((got.vectors.len(), server.requests().len()), (70, 3), "{protocol:?}");
    }
}

#[tokio::test]
async fn a_text_is_cut_no_more_than_it_takes() {
    for protocol in BOTH {
        let server = plain_server().await;
        let long = "word ".repeat(50_000);
        let got = embed(protocol, &server, &["short".into(), long]).await.unwrap();
        assert_eq!(got.cut, [1], "{protocol:?}");
        let requests = server.requests();
        let last = requests.last().unwrap().asked.to_embed.as_ref().unwrap().texts.clone();
        let words = last[1].split_whitespace().count();
        assert!((1000..=2048).contains(&words), "{protocol:?}: {words} words");
        assert!(requests.len() <= 3, "{protocol:?}: {} requests", requests.len());
    }
}

#[tokio::test]
async fn a_text_of_many_short_words_costs_its_neighbours_nothing() {
    for protocol in BOTH {
        let server = plain_server().await;
        let mut texts = texts(10);
        texts[2] = "understanding ".repeat(450);
        // Too long, but not by estimate.
        texts[7] = "a b c ".repeat(1000);
        let got = embed(protocol, &server, &texts).await.unwrap();
        assert_eq!((got.vectors.len(), got.cut), (10, vec![7]), "{protocol:?}");
        let alone = embed(protocol, &server, &texts[2..3]).await.unwrap().vectors;
        assert_eq!(alone[0], got.vectors[2], "{protocol:?}");
        let last = embed(protocol, &server, &texts[9..]).await.unwrap().vectors;
        assert_eq!(last[0], got.vectors[9], "{protocol:?}");
    }
}

#[tokio::test]
async fn the_key_is_sent_to_who_wants_one() {
    for (protocol, key) in [(Protocol::Ollama, None), (Protocol::OpenAi, Some(CANARY))] {
        let server = plain_server().await;
        embed(protocol, &server, &texts(1)).await.unwrap();
        assert_eq!(server.requests()[0].asked.key.as_deref(), key, "{protocol:?}");
    }
}

#[tokio::test]
async fn embedding_waits_in_the_queue_of_the_chats() {
    for protocol in BOTH {
        let slow = Fault::SlowFirstByte(Duration::from_millis(30));
        let server = FakeModel::start(move |_| Answer::text("so").with(slow.clone())).await;
        let providers = Providers::new(Settings { concurrency: 1, ..settings() });
        let model = providers.model(&crate::profile(protocol, &server.url())).unwrap();
        let (request, texts) = (crate::request(), texts(100));
        let (chat, embedded) = tokio::join!(
            model.complete(&request, LONG_ENOUGH, &|_| {}),
            embed_within(&providers, protocol, &server, &texts, LONG_ENOUGH),
        );
        assert_eq!((chat.unwrap().text.as_str(), embedded.unwrap().vectors.len()), ("so", 100));
        assert_eq!((server.requests().len(), server.max_concurrent()), (3, 1), "{protocol:?}");
    }
}

#[tokio::test]
async fn a_call_that_is_dropped_is_aborted() {
    for protocol in BOTH {
        let server = FakeModel::start(|_| Answer::failing(Fault::Hang)).await;
        let embedder = providers().embedder(&profile(protocol, &server.url())).unwrap();
        let call =
            tokio::spawn(
                async move { embedder.embed(&texts(1), TextKind::Query, LONG_ENOUGH).await },
            );
        while server.requests().is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        call.abort();
        let noticed = timeout(Duration::from_secs(5), server.wait_for_abandoned(1)).await;
        assert!(noticed.is_ok(), "{protocol:?}: the server still has the connection");
    }
}
