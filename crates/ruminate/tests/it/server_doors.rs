//! By which names and from which pages the server may be used, for every route.

use serde_json::json;

use crate::server_support::{heard, key_for, operations, serve};
use crate::support::Home;

/// Nothing has this id, so that asking changes nothing.
const NOTHING: &str = "01900000-0000-7000-8000-000000000000";

#[tokio::test]
async fn foreign_names_and_foreign_pages_are_refused_everywhere() {
    let home = Home::new();
    home.configure(
        "[limits]\nrequests_per_second = 1000\nrequest_burst = 5000\nruns_per_owner = 1000",
    );
    let server = serve(&home, None, &[]).await;
    let port = server.address.port();
    for operation in operations(&server.openapi().await) {
        let ask = || operation.ask(&server, NOTHING);
        let usual = heard(ask()).await;
        usual.check_security();
        for host in [
            "evil.example",
            "evil.example:80",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "a@b:c",
            "evil.example@localhost",
            "localhost@localhost",
            "localhost:",
            "localhost:x",
            "localhost:99999",
            "localhost:+80",
            "127.0.0.1:0x50",
            "[::1]x",
            "",
        ] {
            heard(ask().header("host", host)).await.problem(400, "host_refused");
        }
        for origin in [
            "https://evil.example",
            "null",
            "http://localhost",
            &format!("http://127.0.0.1:{}", port ^ 1),
            "",
            "file://",
        ] {
            let refused = heard(ask().header("origin", origin)).await;
            refused.problem(403, "origin_refused");
            assert_eq!(refused.header("access-control-allow-origin"), None);
        }
        let own = [
            ("127.0.0.1".to_owned() + &format!(":{port}"), format!("http://127.0.0.1:{port}")),
            (format!("localhost:{port}"), format!("http://localhost:{port}")),
            (format!("LocalHost:{port}"), format!("http://LocalHost:{port}")),
            ("[::1]".to_owned(), "http://[::1]".to_owned()),
            ("10.1.2.3:80".to_owned(), "http://10.1.2.3:80".to_owned()),
        ];
        for (host, origin) in own {
            let reply = heard(ask().header("host", &host).header("origin", &origin)).await;
            assert_eq!(reply.status, usual.status, "{operation} as {host}: {}", reply.body);
            assert_eq!(reply.header("access-control-allow-origin"), None, "none without leave");
            reply.check_security();
        }
    }
    for path in ["/nothing", "/api/runs/x"] {
        server.get(path).await.problem(404, "not_found");
        heard(server.request("GET", path).header("host", "evil.example"))
            .await
            .problem(400, "host_refused");
        heard(server.request("GET", path).header("origin", "null"))
            .await
            .problem(403, "origin_refused");
    }
    heard(server.request("PATCH", "/api/runs")).await.problem(405, "method_not_allowed");
    heard(server.request("OPTIONS", "/api/runs")).await.problem(405, "method_not_allowed");
}

#[tokio::test]
async fn a_request_without_a_name_is_refused() {
    let home = Home::new();
    let server = serve(&home, None, &[]).await;
    let none = server.raw("GET /healthz HTTP/1.0\r\n\r\n").await;
    assert!(none.starts_with("HTTP/1.0 400") || none.starts_with("HTTP/1.1 400"), "{none}");
    let named = server.raw("GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n").await;
    assert!(named.contains(" 200 OK"), "{named}");
    for (name, values) in [
        ("Host", ["localhost", "evil.example"]),
        ("Host", ["localhost", "localhost"]),
        ("Origin", ["http://localhost", "http://localhost"]),
        ("Authorization", ["Bearer a", "Bearer b"]),
        ("X-Api-Key", ["a", "b"]),
    ] {
        let host = if name == "Host" { "" } else { "Host: localhost\r\n" };
        let twice = values.map(|value| format!("{name}: {value}\r\n")).concat();
        let request = format!("GET /healthz HTTP/1.1\r\n{host}{twice}Connection: close\r\n\r\n");
        let refused = server.raw(&request).await;
        assert!(refused.starts_with("HTTP/1.1 400"), "{name} twice: {refused}");
        assert!(refused.contains("repeated_header"), "{name} twice: {refused}");
    }
    let whole =
        "GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert!(server.raw(whole).await.starts_with("HTTP/1.1 400"), "the name in the address counts");
    let user = "GET http://evil.example@localhost/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert!(server.raw(user).await.starts_with("HTTP/1.1 400"), "a user is no host");
}

#[tokio::test]
async fn configured_names_and_pages_are_let_in() {
    let home = Home::new();
    home.configure(
        "[server]\nhosts = [\"Think.example\"]\ncors_origins = [\"https://page.example\"]\n",
    );
    let (_, key) = key_for(&home, "ada").await;
    let server = serve(&home, None, &["--require-keys"]).await;
    let ada = server.visitor(&key);
    for host in ["think.example", "THINK.example:8443"] {
        heard(ada.request("GET", "/api/runs").header("host", host)).await.expect(200);
    }
    heard(ada.request("GET", "/api/runs").header("host", "other.example"))
        .await
        .problem(400, "host_refused");

    let page = "https://page.example";
    let read = heard(ada.request("GET", "/api/runs").header("origin", page)).await.expect(200);
    assert_eq!(read.header("access-control-allow-origin"), Some(page));
    assert_eq!(read.header("access-control-allow-credentials"), None);
    read.check_security();
    let unread = heard(ada.request("GET", "/api/runs")).await.expect(200);
    assert_eq!(unread.header("access-control-allow-origin"), None, "no page, no leave");
    // A page hears why it may not.
    let refused = heard(server.request("GET", "/api/runs").header("origin", page)).await;
    refused.problem(401, "unauthorised");
    assert_eq!(refused.header("access-control-allow-origin"), Some(page));

    let ask_first = |origin: &'static str, host: Option<&'static str>| {
        let request = server
            .request("OPTIONS", "/api/runs")
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "authorization,content-type");
        heard(match host {
            Some(host) => request.header("host", host),
            None => request,
        })
    };
    let allowed = ask_first(page, None).await.expect(200);
    assert_eq!(allowed.header("access-control-allow-origin"), Some(page));
    assert!(allowed.header("access-control-allow-methods").unwrap().contains("POST"));
    assert!(allowed.header("access-control-allow-headers").unwrap().contains("authorization"));
    allowed.check_security();
    let refused = ask_first("https://evil.example", None).await;
    refused.problem(403, "origin_refused");
    assert_eq!(refused.header("access-control-allow-origin"), None);
    ask_first(page, Some("evil.example")).await.problem(400, "host_refused");
    let post = ada.request("POST", "/api/runs").header("origin", "https://evil.example");
    heard(post.json(&json!({"question": "Why?"}))).await.problem(403, "origin_refused");
    assert_eq!(ada.get("/api/runs").await.json()["runs"], json!([]), "nothing was begun");
}

#[tokio::test]
async fn others_can_reach_it_only_with_keys() {
    let home = Home::new();
    for args in [&["--listen", "0.0.0.0:0"][..], &["--listen", "[::]:0"], &["--require-keys"]] {
        let args = [&["serve", "--model", "none"], args].concat();
        let said = home.run(&args).await.expect(2);
        assert!(said.stderr.contains("there are no keys"), "{}", said.stderr);
        assert!(
            said.stderr.contains("hint: make one first: ruminate keys create"),
            "{}",
            said.stderr
        );
    }
    home.configure("[server]\nlisten = \"0.0.0.0:0\"");
    home.run(&["serve", "--model", "none"]).await.expect(2);
    let (id, _) = key_for(&home, "ada").await;
    home.run(&["keys", "revoke", &id]).await.expect(0);
    home.run(&["serve", "--model", "none"]).await.expect(2);

    let (_, key) = key_for(&home, "ada").await;
    let command = home.command(&["serve", "--model", "none", "--listen", "0.0.0.0:0"]);
    let server = crate::server_support::start(command).await;
    server.get("/api/runs").await.problem(401, "unauthorised");
    server.visitor(&key).get("/api/runs").await.expect(200);
}
