//! Calling tools: one that is built in, or somebody else's behind MCP.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;

use super::store::StoreError;
use crate::tool::{
    ToolCallRecord, ToolErrorCode, ToolOutput, ToolProblem, ToolResult, ToolSpec, ToolsUsed,
};
use crate::{Owner, RunId};

/// Who calls, for which run, and what they want to hear meanwhile. A call is cancelled by dropping it.
#[derive(Clone)]
pub struct ToolContext {
    pub owner: Owner,
    pub run: Option<RunId>,
    /// What is left to the caller; a tool may be given less.
    pub time_limit: Duration,
    pub on_progress: OnProgress,
}

/// Hears how far a long call is. Must not block.
pub type OnProgress = Arc<dyn Fn(ToolProgress) + Send + Sync>;

#[derive(Clone, Debug, PartialEq)]
pub struct ToolProgress {
    /// From 0 to 1, where that can be said.
    pub share: Option<f64>,
    pub message: String,
}

#[async_trait]
pub trait Tool: Send + Sync {
    fn spec(&self) -> &ToolSpec;

    /// Input that does not fit the schema is refused with the name of the field.
    async fn call(&self, input: Value, context: &ToolContext) -> Result<ToolOutput, ToolError>;
}

/// Where tools come from: those that are built in, or a server that may come and go.
#[async_trait]
pub trait ToolSource: Send + Sync {
    /// Those that there are now. A source that does not answer has none.
    async fn tools(&self) -> Vec<Arc<dyn Tool>>;
}

/// All tools that a caller may use, behind one policy.
#[async_trait]
pub trait Tools: Send + Sync {
    /// Those that the policy allows, by name.
    async fn list(&self, owner: &Owner) -> Vec<ToolSpec>;

    /// What goes wrong is part of the result: a caller always gets one.
    async fn call(&self, name: &str, input: Value, context: &ToolContext) -> ToolResult;
}

/// Where calls are written down.
#[async_trait]
pub trait ToolAudit: Send + Sync {
    async fn record_call(&self, call: &ToolCallRecord) -> Result<(), StoreError>;

    /// What the calls of a run have used so far.
    async fn tools_used(&self, run: RunId) -> Result<ToolsUsed, StoreError>;

    /// The newest first.
    async fn tool_calls(
        &self,
        owner: &Owner,
        limit: usize,
    ) -> Result<Vec<ToolCallRecord>, StoreError>;
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.message)]
pub struct ToolError(pub ToolProblem);

impl ToolError {
    pub fn new(code: ToolErrorCode, message: impl Into<String>) -> Self {
        Self(ToolProblem { code, message: message.into(), field: None, hint: None })
    }

    pub fn invalid(field: impl Into<String>, message: impl Into<String>) -> Self {
        let mut error = Self::new(ToolErrorCode::InvalidInput, message);
        error.0.field = Some(field.into());
        error
    }

    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(ToolErrorCode::Unavailable, message)
    }

    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(ToolErrorCode::Failed, message)
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }
}
