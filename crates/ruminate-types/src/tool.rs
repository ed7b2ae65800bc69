//! Tools: what they are called, what they take and give, and what came of a call.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Owner, RunId};

/// A tool as a caller needs to know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToolSpec {
    /// `namespace.name`, for example `reasoning.compare`.
    pub name: String,
    /// For people: "Compare".
    pub title: String,
    pub description: String,
    pub input_schema: Value,
    /// Absent where nobody promises what comes out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Value>,
    pub annotations: ToolAnnotations,
}

/// What a tool may do to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolAnnotations {
    /// It changes nothing.
    pub read_only: bool,
    /// It reaches beyond this machine's own knowledge: the web, another server.
    pub open_world: bool,
}

impl ToolAnnotations {
    pub const PURE: Self = Self { read_only: true, open_world: false };
    pub const OPEN: Self = Self { read_only: true, open_world: true };
    pub const WRITES: Self = Self { read_only: false, open_world: false };
}

/// What a tool gives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ToolOutput {
    /// By the output schema.
    pub data: Value,
    /// The same for people, as Markdown.
    pub text: String,
    /// Charts and tables in it.
    pub blocks: Vec<Value>,
}

/// What came of a call, the same for every tool, whether it worked or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolResult {
    pub tool: String,
    pub ok: bool,
    /// What the tool gave, by its output schema; null when it failed.
    pub data: Value,
    /// The same for people, as Markdown.
    pub text: String,
    /// Charts and tables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ToolProblem>,
    pub latency_ms: u64,
    /// How often it was tried again.
    pub retries: u32,
}

/// Why a call failed, for whoever called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToolProblem {
    pub code: ToolErrorCode,
    pub message: String,
    /// The field of the input that is wrong, as a path: `entities[1]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToolErrorCode {
    UnknownTool,
    InvalidInput,
    /// The policy does not allow it.
    NotAllowed,
    /// So many calls, or so much time, were allowed and used.
    LimitReached,
    TimedOut,
    /// What it needs does not answer, or not now.
    Unavailable,
    TooLarge,
    Failed,
}

/// One line of the audit: that a tool was called, not with what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolCallRecord {
    pub at: Timestamp,
    #[serde(skip)]
    pub owner: Owner,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
    pub tool: String,
    /// SHA-256 of the arguments as canonical JSON.
    pub arguments_hash: String,
    pub latency_ms: u64,
    pub retries: u32,
    pub success: bool,
    /// SHA-256 of what it gave, by which it is found where it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_ref: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ToolErrorCode>,
}

/// Which tools may be called, and how much of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ToolPolicy {
    /// Names or patterns: `web.*`, `*`. What none of them matches is not allowed.
    pub allow: Vec<String>,
    /// Names or patterns that are not allowed, whatever `allow` says.
    pub deny: Vec<String>,
    /// Only tools that change nothing.
    pub read_only: bool,
    /// Calls for one run.
    pub calls_per_run: u32,
    /// Seconds that the calls of one run may take together.
    pub seconds_per_run: u32,
    /// Seconds that one call may take.
    pub seconds_per_call: u32,
}

impl Default for ToolPolicy {
    fn default() -> Self {
        Self {
            allow: vec!["*".into()],
            deny: Vec::new(),
            read_only: true,
            calls_per_run: 64,
            seconds_per_run: 600,
            seconds_per_call: 60,
        }
    }
}

/// What the calls of a run have used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolsUsed {
    pub calls: u32,
    pub latency_ms: u64,
}
