//! A key reaches the server it is for, and nobody else.

use std::sync::Mutex;

use ruminate_models::{ApiKey, Keys, Provider, Providers, Settings};
use ruminate_types::ports::model::{Models, ReplyPiece};
use testkit::fake_model::{Answer, FakeModel, Fault, Protocol};

use crate::{CANARY, LONG_ENOUGH, ask, ask_with, profile, providers, request, settings};

#[tokio::test]
async fn the_key_is_sent_and_shown_nowhere() {
    for protocol in [Protocol::OpenAi, Protocol::Anthropic] {
        let server = FakeModel::start(|_| Answer::failing(Fault::Unauthorised)).await;
        let providers = providers();
        let error =
            ask_with(&providers, protocol, &server, &request(), LONG_ENOUGH).await.unwrap_err();
        assert_eq!(server.requests()[0].asked.key.as_deref(), Some(CANARY), "{protocol:?}");
        assert!(error.to_string().contains("Incorrect API key provided"), "{error}");
        let shown = format!("{error} {error:?} {} {providers:?} {:?}", error.hint(), settings());
        assert!(!shown.contains(CANARY), "{protocol:?}: {shown}");
    }
}

#[tokio::test]
async fn a_key_that_a_server_repeats_in_escapes_is_taken_out() {
    // As JSON it is written with backslashes, so that the body does not hold it letter by letter.
    let key = "sk-\"canary\"-\\0123";
    let keys = Keys { openai: ApiKey::new(key), anthropic: ApiKey::new(key) };
    let providers = Providers::new(Settings { keys, ..settings() });
    for protocol in [Protocol::OpenAi, Protocol::Anthropic] {
        let server = FakeModel::start(|_| Answer::failing(Fault::Unauthorised)).await;
        let error =
            ask_with(&providers, protocol, &server, &request(), LONG_ENOUGH).await.unwrap_err();
        assert_eq!(server.requests()[0].asked.key.as_deref(), Some(key), "{protocol:?}");
        let shown = format!("{error} {error:?}");
        assert!(shown.contains("Incorrect API key provided: [key]"), "{protocol:?}: {shown}");
        assert!(!shown.contains("canary"), "{protocol:?}: {shown}");
    }
}

#[tokio::test]
async fn a_key_that_a_model_repeats_is_in_no_piece_of_its_reply() {
    for protocol in [Protocol::OpenAi, Protocol::Anthropic] {
        let text = format!("Your key is {CANARY}, and that begins with {}.", &CANARY[..9]);
        let server = FakeModel::start(move |_| Answer::text(text.clone())).await;
        let model = providers().model(&profile(protocol, &server.url())).unwrap();
        let pieces = Mutex::new(Vec::new());
        let on_piece = |piece: ReplyPiece<'_>| pieces.lock().unwrap().push(piece.text.to_owned());
        let reply = model.complete(&request(), LONG_ENOUGH, &on_piece).await.unwrap();
        let pieces = pieces.into_inner().unwrap();
        let expected = "Your key is [key], and that begins with sk-canary.";
        assert_eq!((reply.text.as_str(), pieces.concat().as_str()), (expected, expected));
        assert!(pieces.len() > 2, "{protocol:?}: {pieces:?}");
    }
}

#[tokio::test]
async fn a_key_does_not_travel_in_clear() {
    for protocol in [Protocol::OpenAi, Protocol::Anthropic] {
        let server = FakeModel::start(|_| Answer::text("so")).await;
        // An address of no machine in particular: it leads here, but does not say so.
        let url = server.url().replace("127.0.0.1", "0.0.0.0");
        let model = providers().model(&profile(protocol, &url)).unwrap();
        model.complete(&request(), LONG_ENOUGH, &|_| {}).await.unwrap();
        assert_eq!(server.requests()[0].asked.key, None, "{protocol:?}");
        ask(protocol, &server).await.unwrap();
        assert_eq!(server.requests()[1].asked.key.as_deref(), Some(CANARY), "{protocol:?}");
    }
}

#[tokio::test]
async fn ollama_gets_no_key() {
    let server = FakeModel::start(|_| Answer::text("so")).await;
    ask(Protocol::Ollama, &server).await.unwrap();
    assert_eq!(server.requests()[0].asked.key, None);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    for protocol in Protocol::ALL {
        let thief = FakeModel::start(|_| Answer::text("thanks")).await;
        let to = format!("{}/v1/chat/completions", thief.url());
        let server = FakeModel::start(move |_| Answer::failing(Fault::Redirect(to.clone()))).await;
        let error = ask(protocol, &server).await.unwrap_err();
        assert_eq!(error.code(), "model_misconfigured", "{protocol:?}");
        assert!(thief.requests().is_empty(), "{protocol:?}");
    }
}

#[tokio::test]
async fn an_official_service_without_a_key_says_which_variable_to_set() {
    let providers = Providers::new(Settings { keys: Keys::default(), ..settings() });
    for (id, provider, variable) in [
        ("openai/gpt-5", Provider::OpenAi, "OPENAI_API_KEY"),
        ("anthropic/claude-sonnet-4-5", Provider::Anthropic, "ANTHROPIC_API_KEY"),
    ] {
        let error = providers.profile(id, None).await.unwrap_err();
        assert!(error.hint().contains(variable), "{error:?}");
        let error = providers.list(provider, None).await.unwrap_err();
        assert!(error.hint().contains(variable), "{error:?}");
    }
}

#[tokio::test]
async fn other_addresses_need_no_key() {
    let providers = Providers::new(Settings { keys: Keys::default(), ..settings() });
    for protocol in Protocol::ALL {
        let server = FakeModel::start(|_| Answer::text("so")).await;
        let got = ask_with(&providers, protocol, &server, &request(), LONG_ENOUGH).await;
        assert_eq!(got.unwrap().text, "so", "{protocol:?}");
        assert_eq!(server.requests()[0].asked.key, None, "{protocol:?}");
    }
}
