//! Servers that hang, die, flood and talk nonsense: each spoils its own calls, soon and with a reason, and nothing else.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ruminate_mcp::client::{Foreign, ForeignServer};
use ruminate_types::ports::tool::ToolSource;
use ruminate_types::tool::ToolErrorCode;
use serde_json::json;

use crate::foreign::{call, script};
use crate::peers::{Peers, Printed};

fn bad(peers: &Peers, how: &str) -> Arc<Foreign> {
    Foreign::new("bad", script(peers, &["bad.py", how])).unwrap()
}

/// Resident memory of this process, in MiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap() / 1024
}

#[tokio::test]
async fn a_server_that_never_gets_ready_has_no_tools() {
    let Some(peers) = Peers::find().await else { return };
    for (how, told) in [
        ("dies", "no licence found"),
        ("hangs", "not ready in 4 s"),
        ("babbles", "not ready in 4 s"),
        ("hangs_in_lists", "not ready in 4 s"),
    ] {
        let mut settings = script(&peers, &["bad.py", how]);
        if how != "dies" {
            settings.connect_seconds = 4;
        }
        let server = Foreign::new("bad", settings).unwrap();
        while server.trouble().is_none() {
            assert!(server.tools().await.is_empty(), "{how}");
        }
        let trouble = server.trouble().unwrap();
        assert!(trouble.contains(told), "{how}: {trouble}");
        // It is known by now: nobody waits for it again at once.
        let since = Instant::now();
        assert!(server.tools().await.is_empty(), "{how}");
        assert!(since.elapsed() < Duration::from_secs(1), "{how}");
    }
    let missing = ForeignServer { command: Some("/nowhere".to_owned()), ..Default::default() };
    let missing = Foreign::new("bad", missing).unwrap();
    assert!(missing.tools().await.is_empty());
    assert!(missing.trouble().unwrap().contains("cannot be started"));
}

#[tokio::test]
async fn a_call_that_goes_wrong_ends_with_a_reason() {
    let Some(peers) = Peers::find().await else { return };
    for (how, code) in [
        ("hangs_in_calls", ToolErrorCode::TimedOut),
        ("dies_in_calls", ToolErrorCode::Unavailable),
        ("huge", ToolErrorCode::Unavailable),
        ("never_ends_a_line", ToolErrorCode::Unavailable),
        ("notifies", ToolErrorCode::Unavailable),
        ("no_result", ToolErrorCode::Failed),
    ] {
        let call_seconds = if how == "hangs_in_calls" { 2 } else { 60 };
        let settings = ForeignServer { call_seconds, ..script(&peers, &["bad.py", how]) };
        let server = Foreign::new("bad", settings).unwrap();
        let failed = call(&server, "bad.call", json!({})).await.unwrap_err();
        assert_eq!(failed.0.code, code, "{how}: {failed}");
    }
    assert!(memory() < 400, "{} MiB", memory());
}

#[tokio::test]
async fn whoever_asks_without_listening_is_not_answered_without_end() {
    let Some(peers) = Peers::find().await else { return };
    let settings = ForeignServer { call_seconds: 5, ..script(&peers, &["bad.py", "pings"]) };
    let server = Foreign::new("bad", settings).unwrap();
    let failed = call(&server, "bad.call", json!({})).await.unwrap_err();
    let expected = [ToolErrorCode::TimedOut, ToolErrorCode::Unavailable];
    assert!(expected.contains(&failed.0.code), "{failed}");
    assert!(memory() < 400, "{} MiB", memory());
}

#[tokio::test]
async fn of_thousands_of_tools_some_are_taken() {
    let Some(peers) = Peers::find().await else { return };
    let server = bad(&peers, "thousands");
    assert_eq!(call(&server, "bad.tool7", json!({})).await.unwrap().text, "fine");
    assert_eq!(server.tools().await.len(), 256);
    let server = bad(&peers, "endless_pages");
    assert!(server.tools().await.is_empty());
    assert_eq!(server.trouble(), None);
}

#[tokio::test]
async fn a_tool_with_a_broken_schema_is_left_out_and_the_others_stay() {
    let Some(peers) = Peers::find().await else { return };
    let server = bad(&peers, "bad_schemas");
    assert_eq!(call(&server, "bad.call", json!({})).await.unwrap().text, "fine");
    let names: Vec<_> = server.tools().await.iter().map(|tool| tool.spec().name.clone()).collect();
    assert_eq!(names, ["bad.call"], "{:?}", server.trouble());
}

#[tokio::test]
async fn a_server_that_knows_only_the_newest_protocol_is_asked_by_that() {
    let Some(peers) = Peers::find().await else { return };
    let server = bad(&peers, "modern");
    assert_eq!(call(&server, "bad.call", json!({})).await.unwrap().text, "fine");
}

#[tokio::test]
async fn long_words_are_cut_and_shouting_is_heard_out() {
    let Some(peers) = Peers::find().await else { return };
    let server = bad(&peers, "long_words");
    call(&server, "bad.call", json!({})).await.unwrap();
    let tools = server.tools().await;
    let spec = tools[0].spec();
    assert!(spec.description.len() < 2_000 && spec.title.len() < 200);
    assert!(!spec.description.contains('\u{1b}'));
    let server = bad(&peers, "shouts");
    assert_eq!(call(&server, "bad.call", json!({})).await.unwrap().text, "fine");
}

#[tokio::test]
async fn a_web_server_that_goes_wrong_has_no_tools() {
    let Some(peers) = Peers::find().await else { return };
    for (how, told) in [
        ("html", "no JSON-RPC"),
        ("refuses", "HTTP 401"),
        ("redirects", "HTTP 307"),
        ("endless_json", "too long"),
        ("endless_event", ""),
        ("half_json", "no JSON-RPC"),
        ("fails", "HTTP 500"),
    ] {
        let mut python = peers.script("bad_http.py");
        python.arg(how);
        let printed = Printed::by(python).await;
        let url = Some(printed.line.parse().unwrap());
        let settings = ForeignServer { url, connect_seconds: 60, ..Default::default() };
        let server = Foreign::new("bad", settings).unwrap();
        while server.trouble().is_none() {
            assert!(server.tools().await.is_empty(), "{how}");
        }
        let trouble = server.trouble().unwrap();
        assert!(!trouble.is_empty() && trouble.contains(told), "{how}: {trouble}");
        assert!(!trouble.contains("127.0.0.1:9"), "{how}: {trouble}");
    }
    assert!(memory() < 400, "{} MiB", memory());
}
