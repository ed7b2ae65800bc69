//! What is made of a good reply.

use std::sync::Mutex;

use ruminate_types::Tokens;
use ruminate_types::ports::model::{Finish, Models, ReplyPiece};
use ruminate_types::tokens;
use testkit::fake_model::{Answer, FakeModel, Protocol, plausible};

use crate::{LONG_ENOUGH, ask, profile, providers, request};

const TEXT: &str = "Ça commence ici : 意識, and then goes on for a while 🧠.";

#[tokio::test]
async fn pieces_are_shown_as_they_come_and_add_up_to_the_reply() {
    for protocol in Protocol::ALL {
        let server = FakeModel::start(|_| Answer::text(TEXT)).await;
        let model = providers().model(&profile(protocol, &server.url())).unwrap();
        let pieces = Mutex::new(Vec::new());
        let on_piece = |piece: ReplyPiece<'_>| pieces.lock().unwrap().push(piece.text.to_owned());
        let reply = model.complete(&request(), LONG_ENOUGH, &on_piece).await.unwrap();
        let pieces = pieces.into_inner().unwrap();
        assert_eq!(reply.text, TEXT, "{protocol:?}");
        assert_eq!(pieces.concat(), TEXT, "{protocol:?}");
        assert!(pieces.len() > 2, "{protocol:?}: {pieces:?}");
    }
}

#[tokio::test]
async fn a_server_that_ignores_streaming_is_understood() {
    for protocol in Protocol::ALL {
        let server = FakeModel::start(|_| Answer::text(TEXT).ignoring_stream()).await;
        let reply = ask(protocol, &server).await.unwrap();
        assert_eq!((reply.text.as_str(), reply.finish), (TEXT, Finish::Stop), "{protocol:?}");
        assert!(!reply.tokens.estimated, "{protocol:?}");
    }
}

#[tokio::test]
async fn tokens_are_the_servers_or_estimated() {
    for protocol in Protocol::ALL {
        let server = FakeModel::start(|asked| match asked.nth_overall {
            1 => Answer::text("12345678"),
            _ => Answer::text("12345678").without_usage(),
        })
        .await;
        let prompt = (request().system.len() + request().prompt.len()).div_ceil(4) as u64;
        let counted = ask(protocol, &server).await.unwrap().tokens;
        assert_eq!(counted, Tokens { prompt, completion: 2, estimated: false }, "{protocol:?}");
        let estimated = ask(protocol, &server).await.unwrap().tokens;
        assert!(estimated.estimated, "{protocol:?}");
        assert_eq!(estimated.completion, tokens::estimate("12345678"), "{protocol:?}");
        assert!(estimated.prompt >= prompt, "on the safe side: {protocol:?}: {estimated:?}");
    }
}

#[tokio::test]
async fn what_the_model_thinks_is_not_part_of_the_reply() {
    for protocol in Protocol::ALL {
        let script = |_: &_| Answer::text("So it is.").thinking("Hm, let me see.");
        let server = FakeModel::start(script).await;
        assert_eq!(ask(protocol, &server).await.unwrap().text, "So it is.", "{protocol:?}");
    }
}

#[tokio::test]
async fn a_reply_at_the_limit_of_tokens_says_so() {
    for protocol in Protocol::ALL {
        let server = FakeModel::start(|_| Answer::text("So it").reaching_the_limit()).await;
        assert_eq!(ask(protocol, &server).await.unwrap().finish, Finish::Length, "{protocol:?}");
    }
}

#[tokio::test]
async fn a_model_that_thinks_until_its_tokens_are_gone_is_paid_once() {
    for protocol in Protocol::ALL {
        let script = |_: &_| Answer::text("").thinking("Hm. ".repeat(99)).reaching_the_limit();
        let server = FakeModel::start(script).await;
        let reply = ask(protocol, &server).await.unwrap();
        assert_eq!((reply.text.as_str(), reply.finish), ("", Finish::Length), "{protocol:?}");
        assert_eq!((reply.tokens.completion, server.requests().len()), (99, 1), "{protocol:?}");
    }
}

#[tokio::test]
async fn the_default_script_answers_the_same_prompt_alike_on_every_protocol() {
    let server = FakeModel::start(plausible).await;
    let ollama = ask(Protocol::Ollama, &server).await.unwrap().text;
    assert!(ollama.starts_with("THOUGHT: "), "{ollama}");
    for protocol in Protocol::ALL {
        assert_eq!(ask(protocol, &server).await.unwrap().text, ollama, "{protocol:?}");
    }
}

#[tokio::test]
async fn a_limit_without_end_is_a_limit() {
    let server = FakeModel::start(|_| Answer::text("so")).await;
    let model = providers().model(&profile(Protocol::Ollama, &server.url())).unwrap();
    let reply = model.complete(&request(), std::time::Duration::MAX, &|_| {}).await;
    assert_eq!(reply.unwrap().text, "so");
}
