//! When a request is sent again.

use std::time::{Duration, Instant};

use testkit::fake_model::{Answer, Asked, FakeModel, Fault, Protocol};

use crate::{LONG_ENOUGH, ask, ask_with, providers, request};

/// Fails so many times before it answers.
fn failing(times: usize, fault: Fault) -> impl Fn(&Asked) -> Answer + Send + Sync + 'static {
    move |asked| {
        if asked.nth_overall <= times {
            Answer::failing(fault.clone())
        } else {
            Answer::text("at last")
        }
    }
}

#[tokio::test]
async fn a_server_that_comes_back_is_heard() {
    let passing = [Fault::ServerError, Fault::InvalidJson, Fault::CutAfter(0)];
    for (protocol, fault) in Protocol::ALL.into_iter().flat_map(|p| passing.clone().map(|f| (p, f)))
    {
        let server = FakeModel::start(failing(2, fault.clone())).await;
        let reply = ask(protocol, &server).await.unwrap();
        assert_eq!((reply.text.as_str(), reply.attempts), ("at last", 3), "{protocol:?} {fault:?}");
    }
}

#[tokio::test]
async fn the_time_a_server_asks_for_is_given_to_it() {
    for protocol in Protocol::ALL {
        let busy = Fault::TooManyRequests { retry_after: Some("0.2".into()) };
        let server = FakeModel::start(failing(1, busy)).await;
        let started = Instant::now();
        let reply = ask(protocol, &server).await.unwrap();
        assert!(started.elapsed() >= Duration::from_millis(200), "{protocol:?}");
        assert!(reply.latency_ms >= 200, "{protocol:?}: waiting is part of the latency");
        assert_eq!(reply.attempts, 2, "{protocol:?}");
    }
}

#[tokio::test]
async fn retries_end_with_the_time_limit() {
    let server = FakeModel::start(|_| Answer::failing(Fault::ServerError)).await;
    let mut settings = crate::settings();
    settings.retry.attempts = u32::MAX;
    settings.retry.base = Duration::from_millis(20);
    let limit = Duration::from_millis(200);
    let started = Instant::now();
    let providers = ruminate_models::Providers::new(settings);
    let got = ask_with(&providers, Protocol::Ollama, &server, &request(), limit).await;
    // The limit falls into a wait or, more rarely, into an attempt.
    let code = got.unwrap_err().code();
    assert!(["model_server_fault", "model_timed_out"].contains(&code), "{code}");
    assert!(started.elapsed() < limit + Duration::from_millis(200));
    assert!(server.requests().len() > 1);
}

#[tokio::test]
async fn a_repeat_is_a_new_request() {
    let server = FakeModel::start(|asked| Answer::text(asked.nth_overall.to_string())).await;
    let providers = providers();
    for nth in ["1", "2"] {
        let got = ask_with(&providers, Protocol::Ollama, &server, &request(), LONG_ENOUGH).await;
        assert_eq!(got.unwrap().text, nth);
    }
}
