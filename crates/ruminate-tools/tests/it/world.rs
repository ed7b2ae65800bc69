//! A small world of tools: one that answers, and one that does as it is told.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use ruminate_tools::{Toolbox, Typed, built_in};
use ruminate_types::ports::store::StoreError;
use ruminate_types::ports::tool::{Tool, ToolAudit, ToolContext, ToolError, Tools};
use ruminate_types::tool::{ToolAnnotations, ToolCallRecord, ToolPolicy, ToolResult, ToolsUsed};
use ruminate_types::{Owner, RunId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Echo {
    /// What is said back.
    words: Vec<String>,
    #[serde(default)]
    times: Option<u8>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Echoed {
    said: Vec<String>,
}

pub(crate) struct EchoTool;

#[async_trait]
impl Typed for EchoTool {
    type Input = Echo;
    type Output = Echoed;
    const NAME: &'static str = "test.echo";
    const TITLE: &'static str = "Echo";
    const DESCRIPTION: &'static str = "Says the words again.";
    const ANNOTATIONS: ToolAnnotations = ToolAnnotations::PURE;

    async fn run(&self, input: Echo, _: &ToolContext) -> Result<Echoed, ToolError> {
        let times = input.times.unwrap_or(1).into();
        Ok(Echoed { said: std::iter::repeat_n(input.words, times).flatten().collect() })
    }

    fn told(output: &Echoed) -> String {
        output.said.join(" ")
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) struct Order {
    fails: u32,
    #[serde(default)]
    millis: u64,
    #[serde(default)]
    bytes: usize,
}

/// Changes something, or not; is unavailable as often as it is told, slow, and long.
pub(crate) struct Odd<const READS: bool>(pub(crate) AtomicU32);

#[async_trait]
impl<const READS: bool> Typed for Odd<READS> {
    type Input = Order;
    type Output = String;
    const NAME: &'static str = if READS { "odd.reads" } else { "odd.writes" };
    const TITLE: &'static str = "Odd";
    const DESCRIPTION: &'static str = "Does as it is told.";
    const ANNOTATIONS: ToolAnnotations =
        if READS { ToolAnnotations::OPEN } else { ToolAnnotations::WRITES };

    async fn run(&self, order: Order, _: &ToolContext) -> Result<String, ToolError> {
        tokio::time::sleep(Duration::from_millis(order.millis)).await;
        if self.0.fetch_add(1, Ordering::Relaxed) < order.fails {
            return Err(ToolError::unavailable("nobody is there"));
        }
        Ok("x".repeat(order.bytes))
    }

    fn told(_: &String) -> String {
        String::new()
    }
}

#[derive(Default)]
pub(crate) struct Book(pub(crate) Mutex<Vec<ToolCallRecord>>);

#[async_trait]
impl ToolAudit for Book {
    async fn record_call(&self, call: &ToolCallRecord) -> Result<(), StoreError> {
        self.0.lock().unwrap().push(call.clone());
        Ok(())
    }

    async fn tools_used(&self, run: RunId) -> Result<ToolsUsed, StoreError> {
        let mut used: HashMap<RunId, ToolsUsed> = HashMap::new();
        for call in self.0.lock().unwrap().iter() {
            let Some(id) = call.run_id else { continue };
            let sum = used.entry(id).or_default();
            sum.calls += 1;
            sum.latency_ms += call.latency_ms;
        }
        Ok(used.get(&run).copied().unwrap_or_default())
    }

    async fn tool_calls(&self, _: &Owner, _: usize) -> Result<Vec<ToolCallRecord>, StoreError> {
        Ok(self.0.lock().unwrap().clone())
    }
}

pub(crate) struct World {
    pub(crate) tools: Toolbox,
    pub(crate) book: Arc<Book>,
    pub(crate) context: ToolContext,
}

impl World {
    pub(crate) fn new(policy: ToolPolicy) -> Self {
        let book = Arc::new(Book::default());
        let tools: [Arc<dyn Tool>; 3] = [
            built_in(EchoTool),
            built_in(Odd::<true>(AtomicU32::new(0))),
            built_in(Odd::<false>(AtomicU32::new(0))),
        ];
        let context = ToolContext {
            owner: Owner::local(),
            run: None,
            time_limit: Duration::from_secs(60),
            on_progress: Arc::new(|_| ()),
        };
        Self { tools: Toolbox::new(tools, policy, book.clone()), book, context }
    }

    pub(crate) async fn call(&self, name: &str, input: Value) -> ToolResult {
        self.tools.call(name, input, &self.context).await
    }

    pub(crate) async fn names(&self) -> Vec<String> {
        let specs = self.tools.list(&self.context.owner).await;
        specs.into_iter().map(|spec| spec.name).collect()
    }
}
