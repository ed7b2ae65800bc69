//! Our client with a server of the official Python SDK.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ruminate_mcp::client::{Foreign, ForeignServer};
use ruminate_types::Owner;
use ruminate_types::ports::tool::{Tool, ToolContext, ToolError, ToolProgress, ToolSource};
use ruminate_types::tool::{ToolAnnotations, ToolErrorCode, ToolOutput};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::peers::{Peers, Printed, here};

/// A server that is a script of `tests/peers`.
pub(crate) fn script(peers: &Peers, words: &[&str]) -> ForeignServer {
    let path = here().join("tests/peers").join(words[0]);
    let args = [&[path.to_str().unwrap()][..], &words[1..]].concat();
    ForeignServer {
        command: Some(peers.python.to_str().unwrap().to_owned()),
        args: args.into_iter().map(str::to_owned).collect(),
        // Python takes its time where much else is done.
        connect_seconds: 100,
        ..ForeignServer::default()
    }
}

pub(crate) fn context() -> ToolContext {
    ToolContext {
        owner: Owner::local(),
        run: None,
        time_limit: Duration::from_secs(60),
        on_progress: Arc::new(|_| ()),
    }
}

/// A server that begins slowly may be in none but a later list.
async fn find(server: &Foreign, name: &str) -> Arc<dyn Tool> {
    loop {
        let tools = server.tools().await;
        if let Some(tool) = tools.iter().find(|tool| tool.spec().name == name) {
            return tool.clone();
        }
        assert!(tools.is_empty() && server.trouble().is_none(), "{name}: {:?}", server.trouble());
    }
}

pub(crate) async fn call(
    server: &Foreign,
    name: &str,
    input: Value,
) -> Result<ToolOutput, ToolError> {
    find(server, name).await.call(input, &context()).await
}

async fn check(server: &Foreign) {
    let add = find(server, "sums.add").await;
    assert_eq!(
        (add.spec().title.as_str(), add.spec().description.as_str()),
        ("Add", "Adds two numbers.")
    );
    assert_eq!(add.spec().input_schema["required"], json!(["a", "b"]));
    assert_eq!(add.spec().annotations, ToolAnnotations::PURE);
    let forget = find(server, "sums.forget").await;
    assert_eq!(forget.spec().annotations, ToolAnnotations { read_only: false, open_world: true });

    let sum = call(server, "sums.add", json!({"a": 2, "b": 3})).await.unwrap();
    assert_eq!((sum.data, sum.text.as_str()), (json!({"result": 5}), "5"));
    let wrong = call(server, "sums.add", json!({"a": "two"})).await.unwrap_err();
    assert_eq!(wrong.0.code, ToolErrorCode::Failed);
    let failed = call(server, "sums.fail", json!({})).await.unwrap_err();
    assert!(failed.0.message.contains("does not add up"), "{failed}");
    let drawn = call(server, "sums.draw", json!({})).await.unwrap();
    assert_eq!(drawn.text, "a pixel:\n\n[a picture was left out: image/png]");

    let told: Arc<Mutex<Vec<ToolProgress>>> = Arc::default();
    let heard = told.clone();
    let on_progress = Arc::new(move |progress| heard.lock().unwrap().push(progress));
    let context = ToolContext { on_progress, ..context() };
    find(server, "sums.steps").await.call(json!({}), &context).await.unwrap();
    // The last may come after the answer.
    let told = told.lock().unwrap();
    assert!(told.iter().any(|progress| progress.message == "step 2"), "{told:?}");
    assert!(told.iter().all(|progress| progress.share.is_some()), "{told:?}");
}

#[tokio::test]
async fn a_program_is_started_and_its_tools_are_called() {
    let Some(peers) = Peers::find().await else { return };
    let server = Foreign::new("sums", script(&peers, &["server.py", "stdio"])).unwrap();
    check(&server).await;
}

#[tokio::test]
async fn a_server_is_reached_over_http_whether_it_streams_or_not() {
    let Some(peers) = Peers::find().await else { return };
    for words in [&["http"][..], &["http", "json"]] {
        let mut python = peers.script("server.py");
        python.args(words);
        let printed = Printed::by(python).await;
        let url = Some(printed.line.parse().unwrap());
        let server = Foreign::new("sums", ForeignServer { url, ..Default::default() }).unwrap();
        // It prints before it listens.
        while server.tools().await.is_empty() {
            sleep(Duration::from_millis(200)).await;
        }
        check_over_http(&server, words.len() == 1).await;
    }
}

async fn check_over_http(server: &Foreign, streams: bool) {
    if streams {
        return check(server).await;
    }
    let sum = call(server, "sums.add", json!({"a": 2, "b": 3})).await.unwrap();
    assert_eq!(sum.data, json!({"result": 5}));
}

#[tokio::test]
async fn a_program_sees_nothing_of_our_environment() {
    let Some(peers) = Peers::find().await else { return };
    let mut settings = script(&peers, &["server.py", "stdio"]);
    settings.env.insert("GIVEN".to_owned(), "yes".into());
    settings.pass.push("CARGO_PKG_NAME".to_owned());
    let server = Foreign::new("sums", settings).unwrap();
    let seen = call(&server, "sums.environment", json!({})).await.unwrap().data;
    let seen = seen.as_object().unwrap();
    assert_eq!((&seen["GIVEN"], &seen["CARGO_PKG_NAME"]), (&json!("yes"), &json!("ruminate-mcp")));
    // Python itself sets the last one.
    let known = ["PATH", "HOME", "GIVEN", "CARGO_PKG_NAME", "LC_CTYPE"];
    let others: Vec<_> = seen.keys().filter(|name| !known.contains(&name.as_str())).collect();
    assert!(others.is_empty(), "{others:?}");
}

fn is_alive(pid: &Value) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"));
    // Nobody waits for the child of a dead program here.
    status.is_ok_and(|status| !status.contains("State:\tZ"))
}

#[tokio::test]
async fn a_program_ends_with_us_and_so_does_what_it_started() {
    let Some(peers) = Peers::find().await else { return };
    let server = Foreign::new("sums", script(&peers, &["server.py", "stdio"])).unwrap();
    let pids = call(&server, "sums.pids", json!({})).await.unwrap().data;
    let pids = pids["result"].as_array().unwrap().clone();
    assert!(pids.iter().all(is_alive));
    drop(server);
    assert!(end_soon(&pids).await, "{pids:?}");
}

#[tokio::test]
async fn a_program_that_wants_to_stay_does_not() {
    let Some(peers) = Peers::find().await else { return };
    let server = Foreign::new("bad", script(&peers, &["bad.py", "stays"])).unwrap();
    let pid = call(&server, "bad.call", json!({})).await.unwrap().text;
    let pids = [pid.parse::<u32>().unwrap().into()];
    assert!(pids.iter().all(is_alive));
    drop(server);
    assert!(end_soon(&pids).await, "{pids:?}");
}

async fn end_soon(pids: &[Value]) -> bool {
    let gone = async {
        while pids.iter().any(is_alive) {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(15), gone).await.is_ok()
}

#[tokio::test]
async fn a_program_that_died_is_started_again() {
    let Some(peers) = Peers::find().await else { return };
    let server = Foreign::new("sums", script(&peers, &["server.py", "stdio"])).unwrap();
    let died = call(&server, "sums.die", json!({})).await.unwrap_err();
    assert_eq!(died.0.code, ToolErrorCode::Unavailable, "{died}");
    let again = async {
        while server.tools().await.is_empty() {
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(Duration::from_secs(100), again).await.unwrap();
    assert_eq!(call(&server, "sums.add", json!({"a": 1, "b": 1})).await.unwrap().text, "2");
}

#[tokio::test]
async fn what_is_not_enabled_is_not_started() {
    let settings = ForeignServer {
        command: Some("/nowhere".to_owned()),
        enabled: false,
        ..ForeignServer::default()
    };
    let server = Foreign::new("off", settings).unwrap();
    assert!(server.tools().await.is_empty());
    assert_eq!(server.trouble(), None);
}
