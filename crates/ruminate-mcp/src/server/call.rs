//! One call of a tool: until it ends, or the client does not want it any more.

use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::model::{CallToolRequestParams, CallToolResult};
use rmcp::service::RequestContext;
use ruminate_types::Owner;
use ruminate_types::ports::tool::ToolContext;
use ruminate_types::tool::{ToolErrorCode, ToolProblem, ToolResult};
use serde_json::{Value, json};

use super::Server;
use super::progress::Progress;
use super::tools;

impl Server {
    pub(super) async fn call(
        &self,
        owner: Owner,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let Some(_place) = self.calls.take(&owner) else {
            return Ok(tools::refused(&too_many()));
        };
        let input = request.arguments.map_or_else(|| json!({}), Value::Object);
        // Dropping the call is what cancels it; its answer would be thrown away.
        tokio::select! {
            result = self.heard(&owner, &request.name, input, &context) => answer(result),
            () = context.ct.cancelled() => Err(ErrorData::internal_error("cancelled", None)),
        }
    }

    async fn heard(
        &self,
        owner: &Owner,
        name: &str,
        input: Value,
        context: &RequestContext<RoleServer>,
    ) -> ToolResult {
        let token = context.meta.get_progress_token();
        let (on_progress, progress) = Progress::new(context.peer.clone(), token);
        let tool_context = ToolContext {
            owner: owner.clone(),
            run: None,
            time_limit: self.limits.call(),
            on_progress,
        };
        let calling = self.tools.call(name, input, &tool_context);
        let Some(mut progress) = progress else { return calling.await };
        tokio::pin!(calling);
        let result = tokio::select! {
            result = &mut calling => result,
            // The client does not listen any more.
            () = progress.pass_on() => return calling.await,
        };
        progress.finish().await;
        result
    }
}

fn answer(result: ToolResult) -> Result<CallToolResult, ErrorData> {
    match &result.error {
        Some(problem) if problem.code == ToolErrorCode::UnknownTool => {
            Err(ErrorData::invalid_params(problem.message.clone(), Some(json!(problem))))
        }
        _ => Ok(tools::told(result)),
    }
}

fn too_many() -> ToolProblem {
    ToolProblem {
        code: ToolErrorCode::LimitReached,
        message: "too many calls are under way".to_owned(),
        field: None,
        hint: Some("wait until one of them ends".to_owned()),
    }
}
