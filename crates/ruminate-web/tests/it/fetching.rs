//! What is connected to, and how much is taken from there.

use std::collections::VecDeque;
use std::io::{self, Write as _};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use ruminate_web::{Fetcher, Resolver, WebError, WebSettings};

use crate::server::{Answer, Server};

/// Says something else each time, and at last always the same.
struct Fickle {
    answers: Mutex<VecDeque<IpAddr>>,
    asked: Mutex<Vec<String>>,
}

impl Fickle {
    fn new<const N: usize>(answers: [&str; N]) -> Arc<Self> {
        let answers = answers.map(|address| address.parse().unwrap());
        Arc::new(Self { answers: Mutex::new(answers.into()), asked: Mutex::default() })
    }

    fn asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

#[async_trait]
impl Resolver for Fickle {
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        self.asked.lock().unwrap().push(host.to_owned());
        let mut answers = self.answers.lock().unwrap();
        let answer = if answers.len() > 1 { answers.pop_front() } else { answers.front().copied() };
        Ok(answer.into_iter().collect())
    }
}

fn hurried() -> WebSettings {
    WebSettings { connect_seconds: 1.0, page_seconds: 3.0, ..WebSettings::default() }
}

#[tokio::test]
async fn names_that_lead_to_this_machine_are_refused() {
    let server = Server::start(|_| Answer::page("secret")).await;
    let port = server.address.port();
    for address in
        ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "100.64.0.1"]
    {
        let fetcher = Fetcher::with_resolver(hurried(), Fickle::new([address]));
        let fetched = fetcher.get(&format!("http://innocent.example:{port}/")).await;
        assert_eq!(fetched.unwrap_err().code(), "web_forbidden", "{address}");
    }
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn a_name_that_changes_after_the_check_leads_nowhere_else() {
    let server = Server::start(|_| Answer::page("secret")).await;
    let url = format!("http://rebinding.example:{}/", server.address.port());
    // The first answer is checked and used; nobody listens there. The second would be this machine.
    let resolver = Fickle::new(["192.88.98.1", "127.0.0.1"]);
    let fetched = Fetcher::with_resolver(hurried(), Arc::clone(&resolver) as _).get(&url).await;
    let error = fetched.unwrap_err();
    assert!(matches!(error, WebError::Unreachable { .. } | WebError::TimedOut { .. }), "{error:?}");
    assert_eq!(resolver.asked(), 1);
    assert!(server.asked().is_empty());
    // Asked anew it is checked anew.
    let fetched = Fetcher::with_resolver(hurried(), resolver as _).get(&url).await;
    assert_eq!(fetched.unwrap_err().code(), "web_forbidden");
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn what_was_resolved_is_what_is_connected_to() {
    let server = Server::start(|_| Answer::page("hello")).await;
    let authority = format!("wiki.lan:{}", server.address.port());
    let settings = WebSettings { allow: vec![authority.clone()], ..hurried() };
    let resolver = Fickle::new(["127.0.0.1", "127.0.0.77"]);
    let fetched = Fetcher::with_resolver(settings, Arc::clone(&resolver) as _);
    let fetched = fetched.get(&format!("http://{authority}/")).await.unwrap();
    assert_eq!(fetched.final_url.as_str(), format!("http://{authority}/"));
    assert_eq!(resolver.asked(), 1);
    assert_eq!(server.asked()[0].header("host"), Some(authority.as_str()));
}

#[tokio::test]
async fn redirects_are_checked_again() {
    let inner = Server::start(|_| Answer::page("secret")).await;
    let port = inner.address.port();
    let outer = Server::start(|asked| Answer::redirect(&asked.path[3..])).await;
    for target in [
        format!("http://127.0.0.1:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://0x7f.1:{port}/"),
        format!("http://0:{port}/"),
        format!("http://[::1]:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://localhost:{port}/"),
        format!("//127.0.0.1:{port}/"),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "http://[fd00:ec2::254]/latest/meta-data/".to_owned(),
    ] {
        let fetched = outer.fetcher().get(&outer.url(&format!("/?u{target}"))).await;
        assert_eq!(fetched.unwrap_err().code(), "web_forbidden", "{target}");
    }
    for target in
        ["file:///etc/passwd", "http://me:secret@example.org/", "http://", "ftp://example.org/"]
    {
        let fetched = outer.fetcher().get(&outer.url(&format!("/?u{target}"))).await;
        assert_eq!(fetched.unwrap_err().code(), "web_bad_address", "{target}");
    }
    assert!(inner.asked().is_empty());
}

#[tokio::test]
async fn redirects_are_followed_so_far() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/5" => Answer::page("arrived"),
        "/loop" => Answer::redirect("/loop"),
        path => Answer::redirect(format!("/{}", path[1..].parse::<u32>().unwrap() + 1)),
    })
    .await;
    let fetched = server.fetcher().get(&server.url("/0#part")).await.unwrap();
    assert_eq!(fetched.final_url.as_str(), server.url("/5"));
    let fetched = server.fetcher().get(&server.url("/loop")).await;
    assert_eq!(fetched.unwrap_err(), WebError::Redirects { url: server.url("/loop"), limit: 5 });
    assert_eq!(server.paths().iter().filter(|path| *path == "/loop").count(), 6);
}

#[tokio::test]
async fn a_request_tells_who_asks_and_nothing_else() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/a" => Answer::redirect("/b").with("set-cookie", "a=1"),
        _ => Answer::page("hello").with("set-cookie", "b=2"),
    })
    .await;
    let fetcher = server.fetcher();
    for _ in 0..2 {
        fetcher.get(&server.url("/a")).await.unwrap();
    }
    for asked in server.asked() {
        let agent = asked.header("user-agent").unwrap();
        assert_eq!(agent, concat!("Ruminate/", env!("CARGO_PKG_VERSION")));
        for name in ["cookie", "referer", "authorization", "x-forwarded-for"] {
            assert_eq!(asked.header(name), None, "{}", asked.head);
        }
    }
}

#[tokio::test]
async fn bodies_without_an_end_are_left() {
    let flood = vec![b'x'; 64 * 1024];
    let server = Server::start(move |asked| {
        let answer = Answer::new(200, &flood);
        match asked.path.as_str() {
            "/announced" => Answer { is_short_by: 1_000_000_000, ..answer },
            _ => Answer { is_endless: true, ..answer },
        }
    })
    .await;
    for path in ["/announced", "/endless"] {
        let begun = Instant::now();
        let settings = WebSettings { transfer_bytes: 1_000_000, ..server.settings() };
        let fetched = Fetcher::new(settings).get(&server.url(path)).await;
        let limit = 1_000_000;
        assert_eq!(fetched.unwrap_err(), WebError::TooLarge { url: server.url(path), limit });
        assert!(begun.elapsed() < Duration::from_secs(5));
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

/// 12 bytes of text, and 60 MB of the letter a.
const BROTLI: (&[u8], &[u8]) = (include_bytes!("small.br"), include_bytes!("bomb.br"));

#[tokio::test]
async fn what_is_packed_is_unpacked() {
    let text = b"hello, world";
    let twice = gzip(&gzip(text));
    let frames = [zstd(b"hello, "), zstd(b"world")].concat();
    let packed = [
        ("gzip", gzip(text)),
        ("x-gzip", gzip(text)),
        ("deflate", zlib(text)),
        ("deflate", deflate(text)),
        ("br", BROTLI.0.to_vec()),
        ("zstd", frames),
        ("gzip, gzip", twice),
        ("identity", text.to_vec()),
    ];
    for (encoding, body) in packed {
        let server =
            Server::start(move |_| Answer::new(200, &body).with("content-encoding", encoding));
        let server = server.await;
        let fetched = server.fetcher().get(&server.url("/")).await.unwrap();
        assert_eq!(fetched.bytes, text, "{encoding}");
    }
}

#[tokio::test]
async fn bombs_do_not_go_off() {
    let zeroes = vec![b'a'; 60_000_000];
    let nested = gzip(&gzip(&zeroes));
    let bombs = [
        ("gzip", gzip(&zeroes)),
        ("deflate", zlib(&zeroes)),
        ("br", BROTLI.1.to_vec()),
        ("zstd", zstd(&zeroes)),
        ("gzip, gzip", nested),
    ];
    for (encoding, body) in bombs {
        assert!(body.len() < 1_000_000, "{encoding} {}", body.len());
        let server =
            Server::start(move |_| Answer::new(200, &body).with("content-encoding", encoding));
        let server = server.await;
        let settings = WebSettings { page_bytes: 10_000_000, ..server.settings() };
        let fetched = Fetcher::new(settings).get(&server.url("/")).await;
        let limit = 10_000_000;
        assert_eq!(
            fetched.unwrap_err(),
            WebError::TooLarge { url: server.url("/"), limit },
            "{encoding}"
        );
    }
}

#[tokio::test]
async fn what_is_not_packed_as_it_says_is_refused() {
    let cut = gzip(&[b'a'; 1_000]);
    let broken = [
        ("gzip", b"<html>".to_vec()),
        ("gzip", cut[..cut.len() - 12].to_vec()),
        ("zstd", b"hello".to_vec()),
        // A window of a gigabyte.
        ("br", vec![0x11, 0x1e, 0, 0]),
        ("secret", b"hello".to_vec()),
        ("gzip, gzip, gzip, gzip", b"hello".to_vec()),
    ];
    for (encoding, body) in broken {
        let server =
            Server::start(move |_| Answer::new(200, &body).with("content-encoding", encoding));
        let server = server.await;
        let error = server.fetcher().get(&server.url("/")).await.unwrap_err();
        assert_eq!(error.code(), "web_damaged", "{encoding}");
        assert!(encoding != "br" || error.to_string().contains("window"), "{error}");
    }
}

#[tokio::test]
async fn servers_that_stall_cut_or_shout_are_left() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/slow" => Answer { delay: Duration::from_secs(30), ..Answer::page("late") },
        "/cut" => Answer { is_short_by: 100, ..Answer::page("half") },
        "/shout" => Answer::page("x").with("x-noise", "a".repeat(100_000)),
        "/roar" => Answer::page("x").with("x-noise", "a".repeat(5_000_000)),
        _ => Answer::new(404, "nothing here"),
    })
    .await;
    let get = async |path: &str| {
        let page_seconds = if path == "/slow" { 1.0 } else { 30.0 };
        let settings = WebSettings { page_seconds, ..server.settings() };
        Fetcher::new(settings).get(&server.url(path)).await.unwrap_err().code()
    };
    assert_eq!(get("/slow").await, "web_timed_out");
    assert_eq!(get("/cut").await, "web_unreachable");
    assert_eq!(get("/shout").await, "web_headers");
    assert_eq!(get("/roar").await, "web_unreachable");
    assert_eq!(get("/absent").await, "web_status");
}

#[tokio::test]
async fn an_address_that_somebody_typed_is_asked_and_what_it_leads_to_is_not() {
    let inner = Server::start(|_| Answer::page("secret")).await;
    let target = inner.url("/");
    let server = Server::start(move |asked| match asked.path.as_str() {
        "/out" => Answer::redirect(target.as_str()),
        _ => Answer::page("hello"),
    })
    .await;
    let get = async |path: &str| {
        let url = server.url(path);
        Fetcher::new(WebSettings::default()).trusting(&url).get(&url).await
    };
    assert!(get("/").await.is_ok());
    assert_eq!(get("/out").await.unwrap_err().code(), "web_forbidden");
    assert!(inner.asked().is_empty());
}

#[tokio::test]
async fn addresses_that_are_none_are_told() {
    let fetcher = Fetcher::new(WebSettings::default());
    let long = format!("http://example.org/{}", "a".repeat(10_000));
    for url in
        ["", "example.org", "file:///etc/passwd", "http://", "http://a:b@example.org/", &long]
    {
        let error = fetcher.get(url).await.unwrap_err();
        assert_eq!(error.code(), "web_bad_address", "{url}");
        assert!(error.to_string().len() < 300);
    }
}
