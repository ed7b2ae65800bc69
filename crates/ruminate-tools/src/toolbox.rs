//! All tools in one box: found by name, held to the policy, the clock and their sizes, tried again where that may help,
//! and written down.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use jiff::Timestamp;
use ruminate_types::Owner;
use ruminate_types::ports::tool::{Tool, ToolAudit, ToolContext, ToolError, ToolSource, Tools};
use ruminate_types::tool::{
    ToolCallRecord, ToolErrorCode, ToolOutput, ToolPolicy, ToolResult, ToolSpec,
};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::gate;

/// Bytes of JSON that a tool is given at most.
const MOST_INPUT: usize = 1 << 20;
/// Bytes of JSON that a tool may give.
const MOST_OUTPUT: usize = 4 << 20;
/// A tool that only reads is tried again so often when what it needs does not answer.
const MOST_RETRIES: u32 = 1;
const BEFORE_RETRY: Duration = Duration::from_millis(300);

pub struct Toolbox {
    built_in: BTreeMap<String, Arc<dyn Tool>>,
    sources: Vec<Arc<dyn ToolSource>>,
    policy: ToolPolicy,
    audit: Arc<dyn ToolAudit>,
}

impl Toolbox {
    pub fn new(
        built_in: impl IntoIterator<Item = Arc<dyn Tool>>,
        policy: ToolPolicy,
        audit: Arc<dyn ToolAudit>,
    ) -> Self {
        let by_name = |tool: Arc<dyn Tool>| (tool.spec().name.clone(), tool);
        let built_in = built_in.into_iter().map(by_name).collect();
        Self { built_in, sources: Vec::new(), policy, audit }
    }

    /// With tools that may come and go. A name that is there already keeps its tool.
    pub fn with(mut self, source: Arc<dyn ToolSource>) -> Self {
        self.sources.push(source);
        self
    }

    async fn all(&self) -> BTreeMap<String, Arc<dyn Tool>> {
        let mut tools = self.built_in.clone();
        for source in &self.sources {
            for tool in source.tools().await {
                tools.entry(tool.spec().name.clone()).or_insert(tool);
            }
        }
        tools
    }

    async fn find(&self, name: &str) -> Result<Arc<dyn Tool>, ToolError> {
        if let Some(tool) = self.built_in.get(name) {
            return Ok(tool.clone());
        }
        let tools = self.all().await;
        tools.get(name).cloned().ok_or_else(|| {
            let names: Vec<&str> = tools.keys().map(String::as_str).collect();
            let message = format!("there is no tool `{name}`");
            ToolError::new(ToolErrorCode::UnknownTool, message)
                .hint(format!("there are {}", names.join(", ")))
        })
    }

    /// The call itself, and how often it was tried again.
    async fn attempt(
        &self,
        name: &str,
        input: Value,
        context: &ToolContext,
    ) -> (Result<ToolOutput, ToolError>, u32) {
        let tool = match self.admitted(name, &input, context).await {
            Ok(tool) => tool,
            Err(error) => return (Err(error), 0),
        };
        let limit =
            Duration::from_secs(self.policy.seconds_per_call.into()).min(context.time_limit);
        let mut retries = 0;
        let calls = async {
            loop {
                let result = tool.call(input.clone(), context).await;
                let may_help = tool.spec().annotations.read_only && retries < MOST_RETRIES;
                match &result {
                    Err(error) if error.0.code == ToolErrorCode::Unavailable && may_help => {
                        retries += 1;
                        tokio::time::sleep(BEFORE_RETRY).await;
                    }
                    _ => return result,
                }
            }
        };
        let result = tokio::time::timeout(limit, calls).await.unwrap_or_else(|_| {
            let message = format!("{name} took longer than {} s", limit.as_secs());
            Err(ToolError::new(ToolErrorCode::TimedOut, message))
        });
        (result.and_then(within_size), retries)
    }

    async fn admitted(
        &self,
        name: &str,
        input: &Value,
        context: &ToolContext,
    ) -> Result<Arc<dyn Tool>, ToolError> {
        let tool = self.find(name).await?;
        gate::admit(&self.policy, tool.spec())?;
        if let Some(run) = context.run {
            let used = self.audit.tools_used(run).await;
            gate::afford(
                &self.policy,
                used.map_err(|error| ToolError::unavailable(error.to_string()))?,
            )?;
        }
        if input.to_string().len() > MOST_INPUT {
            let message = format!("the input has more than {MOST_INPUT} bytes");
            return Err(ToolError::new(ToolErrorCode::TooLarge, message));
        }
        Ok(tool)
    }

    async fn write_down(&self, record: ToolCallRecord) {
        if let Err(error) = self.audit.record_call(&record).await {
            tracing::warn!(tool = record.tool, %error, "a call could not be written down");
        }
    }
}

#[async_trait]
impl Tools for Toolbox {
    async fn list(&self, _owner: &Owner) -> Vec<ToolSpec> {
        let tools = self.all().await;
        let specs = tools.values().map(|tool| tool.spec());
        specs.filter(|spec| gate::admit(&self.policy, spec).is_ok()).cloned().collect()
    }

    async fn call(&self, name: &str, input: Value, context: &ToolContext) -> ToolResult {
        let (at, since) = (Timestamp::now(), Instant::now());
        let arguments_hash = hash(&input);
        let (outcome, retries) = self.attempt(name, input, context).await;
        let latency_ms = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.write_down(ToolCallRecord {
            at,
            owner: context.owner.clone(),
            run_id: context.run,
            tool: name.to_owned(),
            arguments_hash,
            latency_ms,
            retries,
            success: outcome.is_ok(),
            output_ref: outcome.as_ref().ok().map(|output| hash(&output.data)),
            error: outcome.as_ref().err().map(|error| error.0.code),
        })
        .await;
        let tool = name.to_owned();
        match outcome {
            Ok(ToolOutput { data, text, blocks }) => {
                ToolResult { tool, ok: true, data, text, blocks, error: None, latency_ms, retries }
            }
            Err(ToolError(problem)) => ToolResult {
                tool,
                ok: false,
                data: Value::Null,
                text: problem.message.clone(),
                blocks: Vec::new(),
                error: Some(problem),
                latency_ms,
                retries,
            },
        }
    }
}

fn within_size(output: ToolOutput) -> Result<ToolOutput, ToolError> {
    let size = output.data.to_string().len() + output.text.len();
    if size > MOST_OUTPUT {
        let message = format!("what the tool gave has {size} bytes, more than {MOST_OUTPUT}");
        return Err(ToolError::new(ToolErrorCode::TooLarge, message));
    }
    Ok(output)
}

/// The same for the same JSON, whatever the order of its keys.
fn hash(value: &Value) -> String {
    let mut sorted = value.clone();
    sorted.sort_all_objects();
    Sha256::digest(sorted.to_string()).iter().map(|byte| format!("{byte:02x}")).collect()
}
