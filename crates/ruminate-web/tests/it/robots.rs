//! What sites forbid is not read.

use ruminate_documents::Reader;
use ruminate_web::{Fetcher, Page, Web, WebError};
use std::time::Duration;

use crate::server::{Answer, Server};

/// A site with this `robots.txt`.
async fn site(robots: impl Fn() -> Answer + Send + Sync + 'static) -> Server {
    let page = "Some words of the article, and more of them. ".repeat(20);
    Server::start(move |asked| match asked.path.as_str() {
        "/robots.txt" => robots(),
        "/moved" => Answer::redirect("/secret"),
        "/robots-moved" => Answer::new(200, "user-agent: *\ndisallow: /secret"),
        _ => Answer::page(&page),
    })
    .await
}

async fn read(server: &Server, path: &str) -> Result<Page, WebError> {
    let web = Web::new(server.fetcher(), None, Reader::default());
    web.read(&server.url(path)).await
}

#[tokio::test]
async fn what_is_forbidden_is_not_asked_for() {
    let server =
        site(|| Answer::new(200, "user-agent: *\ndisallow: /secret\nallow: /secret/open")).await;
    assert!(read(&server, "/page").await.is_ok());
    assert!(read(&server, "/secret/open/page").await.is_ok());
    let error = read(&server, "/secret").await.unwrap_err();
    assert_eq!(error.code(), "web_robots");
    // Nor by way of another page.
    assert_eq!(read(&server, "/moved").await.unwrap_err().code(), "web_robots");
    assert!(!server.paths().contains(&"/secret".to_owned()));
}

#[tokio::test]
async fn a_site_is_asked_once() {
    let server = site(|| Answer::new(200, "user-agent: *\ndisallow: /secret")).await;
    let web = Web::new(server.fetcher(), None, Reader::default());
    for path in ["/1", "/2", "/3"] {
        web.read(&server.url(path)).await.unwrap();
    }
    assert_eq!(server.paths(), ["/robots.txt", "/1", "/2", "/3"]);
    // What is on disk is known to other processes.
    let dir = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let web = Web::new(server.fetcher(), Some(dir.path().to_owned()), Reader::default());
        assert!(web.read(&server.url("/secret")).await.is_err());
    }
    assert_eq!(server.paths().iter().filter(|path| *path == "/robots.txt").count(), 2);
}

#[tokio::test]
async fn a_site_without_rules_may_be_read() {
    for status in [404, 401, 403, 410, 429] {
        let server = site(move || Answer::new(status, "user-agent: *\ndisallow: /")).await;
        assert!(read(&server, "/page").await.is_ok(), "{status}");
    }
    let server = site(|| Answer::redirect("/robots.txt")).await;
    assert!(read(&server, "/page").await.is_ok(), "redirects without an end");
}

#[tokio::test]
async fn a_site_that_cannot_say_is_not_read() {
    for status in [500, 502, 503] {
        let server = site(move || Answer::new(status, "")).await;
        assert_eq!(read(&server, "/page").await.unwrap_err().code(), "web_robots", "{status}");
    }
    let server = site(|| Answer { is_short_by: 10, ..Answer::new(200, "user-agent: *") }).await;
    assert_eq!(read(&server, "/page").await.unwrap_err().code(), "web_robots", "cut");
    let server = site(|| Answer { delay: Duration::from_secs(60), ..Answer::new(200, "") }).await;
    let settings = ruminate_web::WebSettings { page_seconds: 2.0, ..server.settings() };
    let web = Web::new(Fetcher::new(settings), None, Reader::default());
    let begun = std::time::Instant::now();
    assert!(web.read(&server.url("/page")).await.is_err());
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn rules_are_followed_where_they_moved() {
    let server = site(|| Answer::redirect("/robots-moved")).await;
    assert!(read(&server, "/page").await.is_ok());
    assert_eq!(read(&server, "/secret").await.unwrap_err().code(), "web_robots");
}

#[tokio::test]
async fn only_the_first_500_kib_count() {
    let long = |early: &str, late: &str| {
        let filler = format!("# {}\n", "x".repeat(98)).repeat(6_000);
        Answer::new(200, format!("user-agent: *\n{early}\n{filler}{late}\n"))
    };
    let server = site(move || long("disallow: /secret", "disallow: /late")).await;
    assert_eq!(read(&server, "/secret").await.unwrap_err().code(), "web_robots");
    assert!(read(&server, "/late").await.is_ok());
}

#[tokio::test]
async fn the_own_group_counts() {
    let server = site(|| {
        Answer::new(200, "user-agent: ruminate\ndisallow: /mine\n\nuser-agent: *\ndisallow: /")
    })
    .await;
    assert!(read(&server, "/page").await.is_ok());
    assert_eq!(read(&server, "/mine").await.unwrap_err().code(), "web_robots");
}
