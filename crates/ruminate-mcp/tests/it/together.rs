//! Servers of others in one box with our own tools: under one policy, and none in the way of another.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use ruminate_mcp::client::Foreign;
use ruminate_tools::{Toolbox, Typed, built_in};
use ruminate_types::ports::store::StoreError;
use ruminate_types::ports::tool::{ToolAudit, ToolContext, ToolError, Tools};
use ruminate_types::tool::{ToolAnnotations, ToolCallRecord, ToolErrorCode, ToolPolicy, ToolsUsed};
use ruminate_types::{Owner, RunId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::foreign::{context, script};
use crate::peers::Peers;

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

#[derive(Serialize, JsonSchema)]
struct Here {
    here: bool,
}

struct Own;

#[async_trait]
impl Typed for Own {
    type Input = Nothing;
    type Output = Here;
    const NAME: &'static str = "own.here";
    const TITLE: &'static str = "Here";
    const DESCRIPTION: &'static str = "Is here.";
    const ANNOTATIONS: ToolAnnotations = ToolAnnotations::PURE;

    async fn run(&self, _: Nothing, _: &ToolContext) -> Result<Here, ToolError> {
        Ok(Here { here: true })
    }

    fn told(_: &Here) -> String {
        "here".to_owned()
    }
}

struct Unwritten;

#[async_trait]
impl ToolAudit for Unwritten {
    async fn record_call(&self, _: &ToolCallRecord) -> Result<(), StoreError> {
        Ok(())
    }

    async fn tools_used(&self, _: RunId) -> Result<ToolsUsed, StoreError> {
        Ok(ToolsUsed::default())
    }

    async fn tool_calls(&self, _: &Owner, _: usize) -> Result<Vec<ToolCallRecord>, StoreError> {
        Ok(Vec::new())
    }
}

fn toolbox(peers: &Peers) -> Toolbox {
    let foreign = |name: &str, words: &[&str]| Foreign::new(name, script(peers, words)).unwrap();
    Toolbox::new([built_in(Own)], ToolPolicy::default(), Arc::new(Unwritten))
        .with(foreign("hangs", &["bad.py", "hangs"]))
        .with(foreign("dies", &["bad.py", "dies"]))
        .with(foreign("sums", &["server.py", "stdio"]))
}

#[tokio::test]
async fn one_server_that_hangs_spoils_nothing_for_the_others() {
    let Some(peers) = Peers::find().await else { return };
    let tools = toolbox(&peers);
    let names = |specs: Vec<ruminate_types::tool::ToolSpec>| {
        specs.into_iter().map(|spec| spec.name).collect::<Vec<_>>()
    };
    let since = Instant::now();
    assert!(tools.call("own.here", json!({}), &context()).await.ok);
    assert!(since.elapsed() < Duration::from_secs(1), "our own tools wait for nobody");
    let mut listed = names(tools.list(&Owner::local()).await);
    while !listed.contains(&"sums.add".to_owned()) {
        listed = names(tools.list(&Owner::local()).await);
    }
    assert!(listed.contains(&"own.here".to_owned()), "{listed:?}");
    assert!(!listed.contains(&"sums.forget".to_owned()), "it may write: {listed:?}");
    let sum = tools.call("sums.add", json!({"a": 2, "b": 2}), &context()).await;
    assert_eq!(sum.text, "4");
    let refused = tools.call("sums.forget", json!({}), &context()).await;
    assert_eq!(refused.error.unwrap().code, ToolErrorCode::NotAllowed);
}
