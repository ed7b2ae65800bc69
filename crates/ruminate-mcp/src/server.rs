//! Ruminate's tools for others: any [`Tools`] over stdio and streamable HTTP, runs and silos as resources, and three
//! prompts.

mod call;
mod door;
mod library;
mod limits;
mod progress;
mod prompts;
mod resources;
mod sessions;
mod stdio;
mod tools;

use std::sync::Arc;

use http::request::Parts;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, Implementation, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, PromptMessage,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Role, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use ruminate_types::Owner;
use ruminate_types::ports::tool::Tools;
use serde_json::json;

pub use door::{Door, HttpBody};
pub use library::{Library, Shelf};
pub use limits::ServingLimits;
pub use prompts::{Argument, PROMPTS, PromptText};
pub use resources::{NoResources, ResourcePage, Resources};
pub use stdio::{serve, serve_stdio};

use crate::places::Places;

const TOOLS_PER_PAGE: usize = 100;

/// What a client sees. Clones share their limits.
#[derive(Clone)]
pub struct Server {
    tools: Arc<dyn Tools>,
    resources: Arc<dyn Resources>,
    prompts: &'static [PromptText],
    limits: Arc<ServingLimits>,
    calls: Places,
    /// Whose everything is that comes without an owner of its own; none where each request has one.
    owner: Option<Owner>,
}

impl Server {
    pub fn new(tools: Arc<dyn Tools>, limits: ServingLimits) -> Self {
        Self {
            tools,
            resources: Arc::new(NoResources),
            prompts: PROMPTS,
            calls: Places::new(limits.calls, limits.calls_per_owner),
            limits: Arc::new(limits),
            owner: None,
        }
    }

    pub fn with_resources(mut self, resources: Arc<dyn Resources>) -> Self {
        self.resources = resources;
        self
    }

    /// Others than Ruminate's own.
    pub fn with_prompts(mut self, prompts: &'static [PromptText]) -> Self {
        self.prompts = prompts;
        self
    }

    fn of(mut self, owner: Owner) -> Self {
        self.owner = Some(owner);
        self
    }

    /// Over HTTP it is in the request, put there by whoever checked the key.
    fn owner(&self, context: &RequestContext<RoleServer>) -> Result<Owner, ErrorData> {
        let in_request = || context.extensions.get::<Parts>()?.extensions.get::<Owner>().cloned();
        let nobody = || ErrorData::internal_error("nobody said whose request this is", None);
        self.owner.clone().or_else(in_request).ok_or_else(nobody)
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        let name =
            Implementation::new("ruminate", env!("CARGO_PKG_VERSION")).with_title("Ruminate");
        ServerConfig::new(capabilities).with_server_info(name).with_instructions(
            "Ruminate thinks about questions, remembers what it learned, and checks what is claimed. \
             `ask` answers at once, `think.start` thinks for minutes or hours. Runs and silos are resources.",
        )
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let mut specs = self.tools.list(&self.owner(&context)?).await;
        // A cursor is the last name of the page before.
        specs.retain(|spec| cursor.as_ref().is_none_or(|last| spec.name > *last));
        specs.sort_by(|a, b| a.name.cmp(&b.name));
        let is_more = specs.len() > TOOLS_PER_PAGE;
        specs.truncate(TOOLS_PER_PAGE);
        let next = specs.last().filter(|_| is_more).map(|spec| spec.name.clone());
        let mut page =
            ListToolsResult::with_all_items(specs.into_iter().map(tools::described).collect());
        page.next_cursor = next;
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let owner = self.owner(&context)?;
        self.call(owner, request, context).await.map(CallToolResponse::Complete)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let page = self.resources.list(&self.owner(&context)?, cursor.as_deref()).await?;
        let mut listed = ListResourcesResult::with_all_items(page.resources);
        listed.next_cursor = page.next;
        Ok(listed)
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(self.resources.templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = self.resources.read(&self.owner(&context)?, &request.uri).await?;
        let missing = || {
            let message = "there is no such resource";
            ErrorData::resource_not_found(message, Some(json!({"uri": request.uri})))
        };
        Ok(ReadResourceResult::new(vec![contents.ok_or_else(missing)?]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompts = self.prompts.iter().map(PromptText::described).collect();
        Ok(ListPromptsResult::with_all_items(prompts))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let unknown = || {
            let names: Vec<_> = self.prompts.iter().map(|prompt| prompt.name).collect();
            let message = format!("there is no prompt `{}`", request.name);
            ErrorData::invalid_params(message, Some(json!({"prompts": names})))
        };
        let prompt = self.prompts.iter().find(|prompt| prompt.name == request.name);
        let prompt = prompt.ok_or_else(unknown)?;
        let text = prompt.filled(&request.arguments.unwrap_or_default())?;
        let message = PromptMessage::new_text(Role::User, text);
        Ok(GetPromptResult::new(vec![message]).with_description(prompt.description).into())
    }
}
