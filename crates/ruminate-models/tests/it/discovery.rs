//! What is found out about servers and their models.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use ruminate_models::{Overrides, Provider, Providers, Settings};
use ruminate_types::Pricing;
use testkit::fake_model::{FakeModel, plausible};

use crate::{nowhere, providers, settings};

async fn check_window(id: &str, settings: Settings, expected: u32) {
    let server = FakeModel::start(plausible).await;
    let profile = Providers::new(settings).profile(id, Some(&server.url())).await.unwrap();
    assert_eq!((profile.id.as_str(), profile.context_window), (id, expected));
    assert!(profile.structured && profile.pricing.is_none());
}

#[tokio::test]
async fn the_window_is_the_servers_where_it_tells() {
    let wide = || Settings { ollama_window: 100_000, ..settings() };
    check_window("ollama/fake:4b", settings(), 4096).await;
    check_window("ollama/fake:1b", settings(), 8192).await;
    check_window("ollama/fake:1b", wide(), 40_960).await;
    check_window("openai/fake:1b", settings(), 40_960).await;
    check_window("openai/not-listed", settings(), 8192).await;
    check_window("anthropic/fake:1b", settings(), 200_000).await;
}

#[tokio::test]
async fn what_is_set_is_not_asked_for() {
    let pricing = Pricing { prompt: 3, completion: 15 };
    let overrides =
        Overrides { context_window: Some(1000), structured: Some(false), pricing: Some(pricing) };
    let providers = Providers::new(Settings { overrides, ..settings() });
    for id in ["ollama/x", "openai/x", "anthropic/x"] {
        let profile = providers.profile(id, Some(&nowhere())).await.unwrap();
        assert_eq!((profile.context_window, profile.structured), (1000, false));
        assert_eq!(profile.pricing, Some(pricing));
    }
}

#[tokio::test]
async fn a_model_that_ollama_does_not_have_is_told_before_a_run_starts() {
    let server = FakeModel::start(plausible).await;
    let error = providers().profile("ollama/nope", Some(&server.url())).await.unwrap_err();
    assert_eq!(error.code(), "model_unknown");
    assert!(error.to_string().contains("nope"), "{error}");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_told_before_a_run_starts() {
    for id in ["ollama/x", "openai/x"] {
        let error = providers().profile(id, Some(&nowhere())).await.unwrap_err();
        assert_eq!(error.code(), "model_unreachable", "{id}");
    }
}

#[tokio::test]
async fn models_are_listed_with_their_ids() {
    let server = FakeModel::start(plausible).await;
    for provider in Provider::ALL {
        let models = providers().list(provider, Some(&server.url())).await.unwrap();
        assert_eq!(models[0].id, format!("{provider}/fake:1b"));
        assert_eq!(models.len(), 4);
    }
}

#[tokio::test]
async fn an_address_that_serves_no_models_is_not_taken_for_an_unknown_model() {
    let server = FakeModel::start(plausible).await;
    let elsewhere = format!("{}/wrong/v1", server.url());
    let error = providers().list(Provider::OpenAi, Some(&elsewhere)).await.unwrap_err();
    assert_eq!(error.code(), "model_misconfigured", "{error:?}");
}

#[tokio::test]
async fn a_local_ollama_is_found_with_its_newest_model_that_chats_here() {
    let server = FakeModel::start(plausible).await;
    let found = providers().local_ollama(Some(&server.url())).await.unwrap();
    assert_eq!(found.version.as_deref(), Some("0.99.0"));
    assert_eq!(found.default_model().unwrap().id, "ollama/fake:4b");
}

#[tokio::test]
async fn the_absence_of_an_ollama_is_not_felt() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = format!("http://{}", silent.local_addr().unwrap());
    for url in [nowhere(), silent] {
        let started = Instant::now();
        assert_eq!(providers().local_ollama(Some(&url)).await, None);
        assert!(started.elapsed() < Duration::from_millis(600), "{:?}", started.elapsed());
    }
}
