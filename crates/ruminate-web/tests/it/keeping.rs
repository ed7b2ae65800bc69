//! Pages are fetched once, and asked about after that.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ruminate_documents::Reader;
use ruminate_web::{Fetcher, Page, Web, WebSettings};

use crate::server::{Answer, Server};

/// A server whose page is another each time that it is asked for unconditionally.
async fn server(headers: &'static [(&'static str, &'static str)]) -> Server {
    let count = Arc::new(AtomicUsize::new(0));
    Server::start(move |asked| {
        let is_known = asked.header("if-none-match") == Some("\"1\"")
            || asked.header("if-modified-since").is_some();
        if is_known {
            return Answer::new(304, "");
        }
        let number = count.fetch_add(1, Ordering::Relaxed) + 1;
        let page = Answer::page(&format!("This is number {number} of the pages that there are."));
        headers.iter().fold(page, |page, (name, value)| page.with(name, *value))
    })
    .await
}

async fn read(server: &Server, dir: &Path, cache_minutes: f64) -> Page {
    let settings = WebSettings { robots: false, cache_minutes, ..server.settings() };
    let web = Web::new(Fetcher::new(settings), Some(dir.to_owned()), Reader::default());
    web.read(&server.url("/page")).await.unwrap()
}

#[tokio::test]
async fn a_page_that_is_fresh_is_not_fetched_again() {
    let server = server(&[]).await;
    let dir = tempfile::tempdir().unwrap();
    let first = read(&server, dir.path(), 60.0).await;
    let second = read(&server, dir.path(), 60.0).await;
    assert!(!first.from_cache && second.from_cache);
    assert_eq!(Page { from_cache: false, ..second }, first);
    assert_eq!(server.asked().len(), 1);
    let third = read(&server, dir.path(), 0.0).await;
    assert!(!third.from_cache && third.text.contains("number 2"), "{third:?}");
}

#[tokio::test]
async fn a_page_that_did_not_change_is_not_sent_again() {
    for headers in [&[("etag", "\"1\"")], &[("last-modified", "Wed, 21 Oct 2015 07:28:00 GMT")]] {
        let server = server(headers).await;
        let dir = tempfile::tempdir().unwrap();
        let first = read(&server, dir.path(), 0.0).await;
        let second = read(&server, dir.path(), 0.0).await;
        assert!(second.from_cache && second.text == first.text, "{second:?}");
        assert!(second.fetched_at > first.fetched_at);
        assert_eq!(server.asked().len(), 2);
        // It counts as new from then on.
        read(&server, dir.path(), 60.0).await;
        assert_eq!(server.asked().len(), 2);
    }
}

#[tokio::test]
async fn what_may_not_be_kept_is_not() {
    let server = server(&[("cache-control", "private, No-Store")]).await;
    let dir = tempfile::tempdir().unwrap();
    assert!(read(&server, dir.path(), 60.0).await.text.contains("number 1"));
    assert!(read(&server, dir.path(), 60.0).await.text.contains("number 2"));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn what_was_damaged_is_fetched_again() {
    let server = server(&[("etag", "\"1\"")]).await;
    let dir = tempfile::tempdir().unwrap();
    read(&server, dir.path(), 60.0).await;
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    }
    assert!(read(&server, dir.path(), 60.0).await.text.contains("number 2"));
}

#[tokio::test]
async fn a_directory_that_cannot_be_written_keeps_nothing() {
    let server = server(&[]).await;
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "x").unwrap();
    assert!(!read(&server, &file, 60.0).await.from_cache);
    assert!(!read(&server, &file, 60.0).await.from_cache);
}
