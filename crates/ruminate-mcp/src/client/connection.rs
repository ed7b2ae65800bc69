//! A server of somebody else's that answers: its tools, and calls of them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, ListToolsRequest,
    PaginatedRequestParams, ProtocolVersion, ServerResult,
};
use rmcp::service::{
    ClientCacheConfig, ClientInitializeError, ClientLifecycleMode, PeerRequestOptions,
    RequestHandle, RunningService, ServiceError, serve_client_with_lifecycle,
};
use rmcp::transport::Transport;
use rmcp::{Peer, RoleClient};
use ruminate_types::ports::tool::{OnProgress, ToolError};
use ruminate_types::tool::{ToolErrorCode, ToolOutput, ToolSpec};
use serde_json::Value;

use super::child::{self, Running};
use super::config::Way;
use super::listener::Listener;
use super::plain::plain;
use super::{told, web};

/// Tools of one server. What is more is left out.
const MOST_TOOLS: usize = 256;
const MOST_PAGES: usize = 32;
/// Of what it says about itself when it fails.
const MOST_WORDS: usize = 500;

pub(super) struct Connection {
    service: RunningService<RoleClient, Listener>,
    listener: Listener,
    /// By what they are called here, with what they are called there.
    tools: Mutex<Arc<Vec<(ToolSpec, String)>>>,
    pub(super) begun: Instant,
    _process: Option<Running>,
}

impl Connection {
    /// The reason in words, where there is none to be had.
    ///
    /// By the handshake first, which nearly all servers know. To ask for the newer beginning first would be a request that
    /// older ones leave unanswered.
    pub(super) async fn open(name: &str, way: &Way) -> Result<Self, String> {
        match Self::by(name, way, ClientLifecycleMode::Initialize).await {
            Err(Failed { is_refusal: true, .. }) => {
                let preferred_versions = vec![ProtocolVersion::LATEST];
                Self::by(name, way, ClientLifecycleMode::Discover { preferred_versions }).await
            }
            opened => opened,
        }
        .map_err(|failed| plain(&failed.why, MOST_WORDS))
    }

    async fn by(name: &str, way: &Way, lifecycle: ClientLifecycleMode) -> Result<Self, Failed> {
        match way {
            Way::Program { command, args, env } => {
                let (transport, process) = child::start(name, command, args, env)
                    .map_err(|error| format!("`{command}` cannot be started: {error}"))?;
                let last_words = process.last_words.clone();
                let opened = Self::over(name, transport, lifecycle, Some(process)).await;
                opened.map_err(|failed| failed.with(&last_words.get()))
            }
            Way::Web { url, headers } => {
                let transport = web::reach(name, url, headers).await?;
                Self::over(name, transport, lifecycle, None).await
            }
        }
    }

    async fn over(
        name: &str,
        transport: impl Transport<RoleClient> + 'static,
        lifecycle: ClientLifecycleMode,
        process: Option<Running>,
    ) -> Result<Self, Failed> {
        let listener = Listener::default();
        let service = serve_client_with_lifecycle(listener.clone(), transport, lifecycle).await;
        let service = service.map_err(|error| Failed::of(&error))?;
        // A server must not decide how long we remember what it said.
        service.peer().set_response_cache_config(ClientCacheConfig::disabled()).await;
        let tools = listed(name, service.peer()).await.map_err(|error| error.to_string())?;
        Ok(Self {
            service,
            listener,
            tools: Mutex::new(Arc::new(tools)),
            begun: Instant::now(),
            _process: process,
        })
    }

    pub(super) fn is_closed(&self) -> bool {
        self.service.is_closed() || self.service.peer().is_transport_closed()
    }

    /// Those that it told last. Where it says that they changed, it has so long to tell them anew.
    pub(super) async fn tools(
        &self,
        name: &str,
        patience: Duration,
    ) -> Arc<Vec<(ToolSpec, String)>> {
        if self.listener.tools_changed() {
            match tokio::time::timeout(patience, listed(name, self.service.peer())).await {
                Ok(Ok(tools)) => *self.known() = Arc::new(tools),
                _ => tracing::warn!(server = name, "its tools changed, and it does not tell them"),
            }
        }
        self.known().clone()
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Arc<Vec<(ToolSpec, String)>>> {
        self.tools.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) async fn call(
        &self,
        tool: &str,
        input: Value,
        on_progress: &OnProgress,
    ) -> Result<ToolOutput, ToolError> {
        let Value::Object(arguments) = input else {
            let message = "the input has to be a JSON object";
            return Err(ToolError::new(ToolErrorCode::InvalidInput, message));
        };
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let peer = self.service.peer();
        let handle = peer.send_cancellable_request(request, PeerRequestOptions::no_options()).await;
        let handle = handle.map_err(|error| broken(&error))?;
        let _following = self.listener.follow(handle.progress_token.clone(), on_progress.clone());
        match Asked(Some(handle)).answer().await {
            Ok(ServerResult::CallToolResult(result)) => told::output(result),
            Ok(ServerResult::InputRequiredResult(_)) => {
                Err(ToolError::failed("it asks a person for more, and there is nobody"))
            }
            Ok(_) => Err(ToolError::failed("it answers with something else than a result")),
            Err(error) => Err(broken(&error)),
        }
    }
}

/// A request that is taken back when nobody waits for its answer any more.
struct Asked(Option<RequestHandle<RoleClient>>);

impl Asked {
    async fn answer(mut self) -> Result<ServerResult, ServiceError> {
        let Some(handle) = &mut self.0 else { return Err(ServiceError::TransportClosed) };
        let answer = (&mut handle.rx).await;
        self.0 = None;
        answer.map_err(|_| ServiceError::TransportClosed)?
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        const TO_TELL: Duration = Duration::from_secs(5);
        if let Some(handle) = self.0.take() {
            tokio::spawn(tokio::time::timeout(TO_TELL, handle.cancel(None)));
        }
    }
}

async fn listed(
    name: &str,
    peer: &Peer<RoleClient>,
) -> Result<Vec<(ToolSpec, String)>, ServiceError> {
    let mut tools = Vec::new();
    let mut cursor = None;
    for _ in 0..MOST_PAGES {
        let params = Some(PaginatedRequestParams::default().with_cursor(cursor));
        let request = ListToolsRequest { params, ..ListToolsRequest::default() };
        let page = match peer.send_request(ClientRequest::ListToolsRequest(request)).await? {
            ServerResult::ListToolsResult(page) => serde_json::to_value(page).unwrap_or_default(),
            // One of them is no tool as the protocol has them: the others may be.
            ServerResult::CustomResult(page) => page.0,
            _ => return Err(ServiceError::UnexpectedResponse),
        };
        let listed = page.get("tools").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        tools.extend(listed.iter().filter_map(|tool| told::spec(name, tool)));
        if tools.len() > MOST_TOOLS {
            tracing::warn!(
                server = name,
                "it has more than {MOST_TOOLS} tools: the rest is left out"
            );
            tools.truncate(MOST_TOOLS);
            break;
        }
        cursor = page.get("nextCursor").and_then(Value::as_str).map(str::to_owned);
        if cursor.is_none() {
            break;
        }
    }
    Ok(tools)
}

/// Why there is no connection.
struct Failed {
    why: String,
    /// It is there, and does not want to begin like this.
    is_refusal: bool,
}

impl Failed {
    fn of(error: &ClientInitializeError) -> Self {
        let is_refusal = matches!(error, ClientInitializeError::JsonRpcError(_));
        let why = match error {
            ClientInitializeError::ConnectionClosed(_) => {
                "it ended, or closed the connection".to_owned()
            }
            ClientInitializeError::TransportError { error, .. } => error.error.to_string(),
            ClientInitializeError::JsonRpcError(error) => error.message.to_string(),
            other => other.to_string(),
        };
        Self { why, is_refusal }
    }

    fn with(mut self, last_words: &str) -> Self {
        if !last_words.is_empty() {
            self.why += &format!("; it said: {last_words}");
        }
        self
    }
}

impl From<String> for Failed {
    fn from(why: String) -> Self {
        Self { why, is_refusal: false }
    }
}

fn broken(error: &ServiceError) -> ToolError {
    match error {
        ServiceError::McpError(error) => ToolError::failed(plain(&error.message, MOST_WORDS)),
        ServiceError::TransportClosed => {
            ToolError::unavailable("it ended, or closed the connection")
        }
        ServiceError::TransportSend(error) => {
            ToolError::unavailable(plain(&error.error.to_string(), MOST_WORDS))
        }
        other => ToolError::failed(plain(&other.to_string(), MOST_WORDS)),
    }
}
