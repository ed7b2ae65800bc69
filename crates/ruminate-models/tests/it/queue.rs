//! How many requests are under way at once, and what becomes of one that nobody waits for any more.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ruminate_models::{Providers, Settings};
use ruminate_types::ports::model::Models;
use testkit::fake_model::{Answer, FakeModel, Fault, Protocol};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::{LONG_ENOUGH, ask_with, profile, providers, request, settings};

fn with_places(concurrency: usize) -> Providers {
    Providers::new(Settings { concurrency, ..settings() })
}

#[tokio::test]
async fn a_server_gets_no_more_requests_at_once_than_it_may() {
    for protocol in Protocol::ALL {
        let slow = Fault::SlowFirstByte(Duration::from_millis(30));
        let server = FakeModel::start(move |_| Answer::text("so").with(slow.clone())).await;
        let providers = with_places(2);
        let mut calls = JoinSet::new();
        for model in ["a", "b", "c", "a", "b", "c"] {
            let mut profile = profile(protocol, &server.url());
            profile.id = profile.id.replace("fake:1b", model);
            let model = providers.model(&profile).unwrap();
            calls.spawn(async move { model.complete(&request(), LONG_ENOUGH, &|_| {}).await });
        }
        let replies = calls.join_all().await;
        assert!(replies.iter().all(Result::is_ok), "{protocol:?}: {replies:?}");
        assert_eq!((server.requests().len(), server.max_concurrent()), (6, 2), "{protocol:?}");
    }
}

#[tokio::test]
async fn servers_do_not_wait_for_each_other() {
    let hanging = FakeModel::start(|_| Answer::failing(Fault::Hang)).await;
    let answering = FakeModel::start(|_| Answer::text("so")).await;
    let (providers, request) = (with_places(1), request());
    let stuck = ask_with(&providers, Protocol::Ollama, &hanging, &request, LONG_ENOUGH);
    let served = ask_with(&providers, Protocol::Ollama, &answering, &request, LONG_ENOUGH);
    tokio::select! {
        _ = stuck => panic!("a hanging server answered"),
        reply = served => assert_eq!(reply.unwrap().text, "so"),
    }
}

#[tokio::test]
async fn waiting_for_a_place_is_within_the_time_limit() {
    let server = FakeModel::start(|_| Answer::failing(Fault::Hang)).await;
    let providers = with_places(1);
    let request = request();
    let first = ask_with(&providers, Protocol::Ollama, &server, &request, LONG_ENOUGH);
    let second = async {
        while server.requests().is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let started = Instant::now();
        let limit = Duration::from_millis(100);
        let got = ask_with(&providers, Protocol::Ollama, &server, &request, limit).await;
        (got, started.elapsed())
    };
    tokio::select! {
        _ = first => panic!("a hanging server answered"),
        (got, took) = second => {
            assert_eq!(got.unwrap_err().code(), "model_timed_out");
            assert!(took < Duration::from_millis(400), "{took:?}");
            assert_eq!(server.requests().len(), 1, "the second never got to the server");
        }
    }
}

#[tokio::test]
async fn a_call_that_is_dropped_is_aborted() {
    let ways = [Fault::Hang, Fault::SlowDrip(Duration::from_millis(5))];
    for (protocol, fault) in Protocol::ALL.into_iter().flat_map(|p| ways.clone().map(|f| (p, f))) {
        let script = move |_: &_| Answer::text("word ".repeat(9999)).with(fault.clone());
        let server = FakeModel::start(script).await;
        let providers = Arc::new(with_places(1));
        let model = providers.model(&profile(protocol, &server.url())).unwrap();
        let call =
            tokio::spawn(async move { model.complete(&request(), LONG_ENOUGH, &|_| {}).await });
        while server.requests().is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
        call.abort();
        let noticed = timeout(Duration::from_secs(5), server.wait_for_abandoned(1)).await;
        assert!(noticed.is_ok(), "{protocol:?}: the server still has the connection");
    }
}

#[tokio::test]
async fn the_same_profile_gives_the_same_client() {
    let providers = providers();
    let profile = profile(Protocol::OpenAi, "http://127.0.0.1:1");
    let first = providers.model(&profile).unwrap();
    let same = crate::profile(Protocol::OpenAi, "http://127.0.0.1:1/v1/");
    assert!(Arc::ptr_eq(&first, &providers.model(&same).unwrap()));
}
