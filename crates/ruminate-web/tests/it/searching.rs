//! Providers, good and bad.

use std::time::{Duration, Instant};

use ruminate_web::{
    FolderSettings, ProviderSettings, Results, Search, SearchKeys, SearchSettings, WebSettings,
};
use serde_json::{Value, json};

use crate::server::{Answer, Server};

const SEARXNG: &str = r#"{"query": "otters", "results": [
    {"url": "https://otters.example/?utm_source=x", "title": "Otters", "content": "About <b>otters</b>.", "publishedDate": "2024-05-01T00:00:00"},
    {"url": "javascript:alert(1)", "title": "Bad", "content": ""},
    {"url": "https://both.example/page", "title": "Both", "content": "Found by both."}], "unresponsive_engines": []}"#;
const BRAVE: &str = r#"{"type": "search", "web": {"results": [
    {"url": "https://www.both.example/page/", "title": "Both", "description": "Found by <strong>both</strong> of them.", "page_age": "2023-01-02"}]}}"#;

fn provider(url: impl Into<String>) -> ProviderSettings {
    ProviderSettings { url: Some(url.into()), ..ProviderSettings::default() }
}

fn searxng(url: &str) -> SearchSettings {
    let searxng = provider(url);
    SearchSettings { searxng: Some(searxng), ..SearchSettings::default() }
}

fn search(search: SearchSettings) -> Search {
    let keys = SearchKeys::from_variables(|name| Some(format!("key of {name}")));
    Search::new(&WebSettings { search, ..WebSettings::default() }, &keys)
}

async fn ask(settings: SearchSettings) -> Results {
    search(settings).search("  otters\n sleep ", 10).await.unwrap()
}

/// What comes of a SearXNG that answers so, beside a Brave that works.
async fn beside(answer: Answer) -> (Results, Duration) {
    let seconds = if answer.delay.is_zero() { 10.0 } else { 1.0 };
    let bad = Server::start(move |_| answer.clone()).await;
    let good = Server::start(|_| Answer::new(200, BRAVE)).await;
    let brave = provider(good.url(""));
    let mut settings = SearchSettings { brave: Some(brave), ..searxng(&bad.url("")) };
    settings.searxng.as_mut().unwrap().seconds = seconds;
    let begun = Instant::now();
    let results = ask(settings).await;
    (results, begun.elapsed())
}

#[tokio::test]
async fn results_of_several_are_put_together() {
    let (results, _) =
        beside(Answer::new(200, SEARXNG).with("content-type", "application/json")).await;
    assert_eq!(results.problems, []);
    let urls: Vec<&str> = results.results.iter().map(|found| found.url.as_str()).collect();
    assert_eq!(urls, ["https://both.example/page", "https://otters.example/"]);
    assert_eq!(results.results[0].providers, ["searxng", "brave"]);
    assert_eq!(results.results[0].snippet, "Found by both of them.");
    assert_eq!(results.results[0].published.as_deref(), Some("2023-01-02"));
    assert_eq!(results.results[1].snippet, "About otters.");
}

#[tokio::test]
async fn whoever_fails_costs_only_his_own_results() {
    let slow = Answer { delay: Duration::from_secs(30), ..Answer::new(200, SEARXNG) };
    let cut = Answer { is_short_by: 10, ..Answer::new(200, SEARXNG) };
    let flood = Answer { is_endless: true, ..Answer::new(200, vec![b' '; 65_536]) };
    for (answer, message) in [
        (slow, "it did not answer within 1 seconds"),
        (cut, "it cannot be reached"),
        (Answer::new(200, &SEARXNG[..100]), "its answer is no JSON"),
        (Answer::new(200, "<!doctype html><p>Results"), "a page instead of JSON (is `json` among"),
        (Answer::new(200, "[]"), "no list of results"),
        (Answer::new(200, "{\"results\": 3}"), "no list of results"),
        (Answer::new(200, "[".repeat(100_000)), "its answer is no JSON"),
        (flood, "its answer is larger than"),
        (Answer::new(403, ""), "it refuses"),
        (Answer::new(500, ""), "it says 500"),
        (Answer::redirect("http://169.254.169.254/"), "it says 302"),
        (Answer::new(429, "").with("retry-after", "7"), "left alone for 7 seconds"),
    ] {
        let (results, time) = beside(answer).await;
        assert_eq!(results.results.len(), 1, "{message}");
        assert_eq!(results.problems.len(), 1, "{message}");
        assert_eq!(results.problems[0].provider, "searxng");
        assert!(
            results.problems[0].message.contains(message),
            "{:?}, not {message}",
            results.problems
        );
        assert!(time < Duration::from_secs(10), "{message}: {time:?}");
    }
}

#[tokio::test]
async fn whoever_finds_nothing_is_no_problem() {
    let (results, _) = beside(Answer::new(200, "{\"results\": []}")).await;
    assert_eq!((results.results.len(), results.problems.len()), (1, 0));
    let nothing =
        Server::start(|_| Answer::new(200, "{\"type\": \"search\", \"query\": {}}")).await;
    let brave = provider(nothing.url(""));
    let results = ask(SearchSettings { brave: Some(brave), ..SearchSettings::default() }).await;
    assert_eq!(results, Results::default());
}

#[tokio::test]
async fn whoever_wants_to_be_left_alone_is() {
    let server = Server::start(|_| Answer::new(429, "").with("retry-after", "100")).await;
    let search = search(searxng(&server.url("")));
    for _ in 0..3 {
        let results = search.search("otters", 10).await.unwrap();
        let seconds = results.problems[0].retry_seconds.unwrap();
        assert!((95..=100).contains(&seconds), "{seconds}");
    }
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn nobody_is_asked_too_often() {
    let server = Server::start(|_| Answer::new(200, SEARXNG)).await;
    let mut settings = searxng(&server.url(""));
    let searxng = settings.searxng.as_mut().unwrap();
    (searxng.per_minute, searxng.seconds) = (30.0, 4.0);
    let search = search(settings);
    let begun = Instant::now();
    let ask = || search.search("otters", 10);
    let results: [_; 5] = tokio::join!(ask(), ask(), ask(), ask(), ask()).into();
    // Two seconds apart, and four of patience: the last two find no turn in time.
    let found = results.iter().filter(|found| !found.as_ref().unwrap().results.is_empty()).count();
    assert!((2..=3).contains(&found), "{results:?}");
    assert!(server.asked().len() <= 3);
    assert!(begun.elapsed() >= Duration::from_secs(2));
}

#[tokio::test]
async fn each_is_asked_as_it_wants_to_be() {
    let server = Server::start(|asked| match asked.path.split('?').next() {
        Some("/sub/search") if asked.method == "GET" => Answer::new(200, SEARXNG),
        Some("/res/v1/web/search") => Answer::new(200, BRAVE),
        Some("/exa/search") => Answer::new(
            200,
            json!({"results": [{"url": "https://exa.example/", "title": "E", "text": "Of Exa.", "publishedDate": "2022-02-02"}]}).to_string(),
        ),
        _ => Answer::new(200, json!({"results": [{"url": "https://tavily.example/", "title": "T", "content": "Of Tavily.", "score": 0.9}]}).to_string()),
    })
    .await;
    let settings = SearchSettings {
        brave: Some(provider(server.url("/"))),
        exa: Some(provider(server.url("/exa"))),
        tavily: Some(provider(server.url("/tavily/"))),
        ..searxng(&server.url("/sub/"))
    };
    let results = ask(settings).await;
    assert_eq!(results.problems, []);
    assert_eq!(results.results.len(), 4);
    let asked =
        |path: &str| server.asked().into_iter().find(|asked| asked.path.starts_with(path)).unwrap();
    assert_eq!(asked("/sub/search").path, "/sub/search?q=otters+sleep&format=json");
    let brave = asked("/res/v1/web/search");
    assert_eq!(brave.path, "/res/v1/web/search?q=otters+sleep&count=10");
    assert_eq!(brave.header("x-subscription-token"), Some("key of BRAVE_API_KEY"));
    let body = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let exa = asked("/exa/search");
    assert_eq!(exa.header("x-api-key"), Some("key of EXA_API_KEY"));
    assert_eq!(body(&exa.body)["query"], "otters sleep");
    assert_eq!(body(&exa.body)["numResults"], 10);
    let tavily = asked("/tavily/search");
    assert_eq!(tavily.header("authorization"), Some("Bearer key of TAVILY_API_KEY"));
    assert_eq!(body(&tavily.body), json!({"query": "otters sleep", "max_results": 10}));
}

#[tokio::test]
async fn a_key_that_is_missing_is_named() {
    let brave = provider("http://127.0.0.1:1");
    let search = SearchSettings { brave: Some(brave), ..SearchSettings::default() };
    let search =
        Search::new(&WebSettings { search, ..WebSettings::default() }, &SearchKeys::default());
    let results = search.search("otters", 5).await.unwrap();
    assert!(results.problems[0].message.contains("BRAVE_API_KEY"), "{results:?}");
}

#[tokio::test]
async fn a_folder_is_searched_beside_the_web() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(
        dir.path().join("otters.md"),
        "# Sea otters\n\nOtters hold hands while they sleep.",
    )
    .unwrap();
    let folder = Some(FolderSettings { path: dir.path().to_owned(), files: 10 });
    let results = ask(SearchSettings { folder, ..searxng("http://127.0.0.1:1") }).await;
    assert_eq!(results.problems.len(), 1);
    assert_eq!(results.results[0].providers, ["folder"]);
    assert!(results.results[0].url.starts_with("file:///"), "{results:?}");
    assert!(results.results[0].snippet.contains("hold hands"));
}

#[tokio::test]
async fn nothing_and_nobody_are_told() {
    let nobody = search(SearchSettings::default());
    assert_eq!(nobody.search("otters", 5).await.unwrap_err().code(), "search_nobody");
    let nothing = search(searxng("http://127.0.0.1:1")).search(" \n", 5).await;
    assert_eq!(nothing.unwrap_err().code(), "search_nothing");
}
