//! The tools of others for Ruminate. Each server is a [`ToolSource`] of its own: it is started or reached when somebody
//! first asks for its tools, and again after it was lost, at ever longer intervals where that fails. Whatever it does
//! instead of answering is met by a limit, and spoils nobody's calls but its own.

mod child;
mod config;
mod connection;
mod listener;
mod plain;
mod schema;
mod told;
mod web;

use std::sync::{Arc, Weak};
use std::time::Duration;

use async_trait::async_trait;
use ruminate_types::ports::tool::{Tool, ToolContext, ToolError, ToolSource};
use ruminate_types::tool::{ToolErrorCode, ToolOutput, ToolSpec};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};

use config::Way;
pub use config::{ConfigError, ForeignServer, Secret};
use connection::Connection;

/// How long a list of tools waits for a server that is being connected to. Its tools are in the next list.
const PATIENCE: Duration = Duration::from_secs(10);
/// Before the second attempt; doubled with each that fails.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// A connection that was lost sooner counts as an attempt that failed.
const SHORT_LIFE: Duration = Duration::from_secs(30);

/// A server of somebody else's.
pub struct Foreign {
    name: String,
    settings: ForeignServer,
    way: Way,
    state: watch::Sender<State>,
    me: Weak<Self>,
}

enum State {
    Away { why: String, failures: u32, until: Instant },
    Connecting { since: Instant, failures: u32 },
    Here { connection: Arc<Connection>, failures: u32 },
}

impl Foreign {
    /// Its tools are called `name.tool`. Nothing is connected to yet.
    pub fn new(name: &str, settings: ForeignServer) -> Result<Arc<Self>, ConfigError> {
        let wrong = |message| ConfigError { server: name.to_owned(), message };
        config::check_name(name).map_err(wrong)?;
        let way = settings.way().map_err(wrong)?;
        let until = Instant::now();
        let (state, _) = watch::channel(State::Away { why: String::new(), failures: 0, until });
        let name = name.to_owned();
        Ok(Arc::new_cyclic(|me| Self { name, settings, way, state, me: me.clone() }))
    }

    /// Why it is not there, where it is not.
    pub fn trouble(&self) -> Option<String> {
        match &*self.state.borrow() {
            State::Away { why, .. } => Some(why.clone()).filter(|why| !why.is_empty()),
            _ => None,
        }
    }

    async fn connection(&self, patience: Duration) -> Result<Arc<Connection>, ToolError> {
        let since = self.begin();
        let mut states = self.state.subscribe();
        let settled = states.wait_for(|state| !matches!(state, State::Connecting { .. }));
        let Ok(Ok(state)) = timeout_at(since + patience, settled).await else {
            return Err(self.unavailable("it does not answer"));
        };
        match &*state {
            State::Here { connection, .. } => Ok(connection.clone()),
            State::Away { why, .. } => Err(self.unavailable(why)),
            State::Connecting { .. } => Err(self.unavailable("it does not answer")),
        }
    }

    fn unavailable(&self, why: &str) -> ToolError {
        ToolError::unavailable(format!("the MCP server `{}` is not there: {why}", self.name))
            .hint("it is tried again by itself; the log has more")
    }

    /// Connects, unless that is done, under way, or failed a moment ago. Since when it is under way.
    fn begin(&self) -> Instant {
        let now = Instant::now();
        let mut since = now;
        let begins = self.state.send_if_modified(|state| {
            match state {
                State::Here { connection, failures } if connection.is_closed() => {
                    let is_short = connection.begun.elapsed() < SHORT_LIFE;
                    let failures = if is_short { *failures + 1 } else { 0 };
                    let why = "the connection was lost".to_owned();
                    *state = State::Away { why, failures, until: now + wait_after(failures) };
                }
                State::Connecting { since: begun, .. } => since = *begun,
                _ => {}
            }
            match state {
                State::Away { until, failures, .. } if *until <= now => {
                    *state = State::Connecting { since: now, failures: *failures };
                    true
                }
                _ => false,
            }
        });
        if begins {
            tokio::spawn(connect(self.me.clone()));
        }
        since
    }

    fn settle(&self, opened: Result<Connection, String>) {
        self.state.send_modify(|state| {
            let failures = match state {
                State::Connecting { failures, .. } => *failures,
                _ => 0,
            };
            *state = match opened {
                Ok(connection) => State::Here { connection: Arc::new(connection), failures },
                Err(why) => {
                    tracing::warn!(server = self.name, "the MCP server is not there: {why}");
                    let failures = failures.saturating_add(1);
                    State::Away { why, failures, until: Instant::now() + wait_after(failures) }
                }
            };
        });
    }
}

/// Ends with its server: nobody waits for one that is dropped.
async fn connect(server: Weak<Foreign>) {
    let Some((name, way, limit)) = server
        .upgrade()
        .map(|server| (server.name.clone(), server.way.clone(), server.settings.connect()))
    else {
        return;
    };
    let late = || Err(format!("it was not ready in {} s", limit.as_secs()));
    let opened = timeout(limit, Connection::open(&name, &way)).await.unwrap_or_else(|_| late());
    if let Some(server) = server.upgrade() {
        server.settle(opened);
    }
}

fn wait_after(failures: u32) -> Duration {
    match failures {
        0 => Duration::ZERO,
        _ => (FIRST_WAIT * 2u32.saturating_pow((failures - 1).min(16))).min(LONGEST_WAIT),
    }
}

#[async_trait]
impl ToolSource for Foreign {
    async fn tools(&self) -> Vec<Arc<dyn Tool>> {
        if !self.settings.enabled {
            return Vec::new();
        }
        let (Ok(connection), Some(me)) = (self.connection(PATIENCE).await, self.me.upgrade())
        else {
            return Vec::new();
        };
        let tools = connection.tools(&self.name, PATIENCE).await;
        let tool = |(spec, there): &(ToolSpec, String)| -> Arc<dyn Tool> {
            let (server, spec, there) = (me.clone(), spec.clone(), there.clone());
            Arc::new(ForeignTool { server, spec, there })
        };
        tools.iter().map(tool).collect()
    }
}

struct ForeignTool {
    server: Arc<Foreign>,
    spec: ToolSpec,
    there: String,
}

#[async_trait]
impl Tool for ForeignTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn call(&self, input: Value, context: &ToolContext) -> Result<ToolOutput, ToolError> {
        let settings = &self.server.settings;
        let limit = settings.call().min(context.time_limit);
        let calling = async {
            let connection = self.server.connection(settings.connect()).await?;
            connection.call(&self.there, input, &context.on_progress).await
        };
        timeout(limit, calling).await.unwrap_or_else(|_| {
            let message = format!("{} took longer than {} s", self.spec.name, limit.as_secs());
            Err(ToolError::new(ToolErrorCode::TimedOut, message))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_tried_at_ever_longer_intervals() {
        let waits: Vec<u128> = (0..5).map(|failures| wait_after(failures).as_millis()).collect();
        assert_eq!(waits, [0, 500, 1_000, 2_000, 4_000]);
        assert_eq!(wait_after(u32::MAX), LONGEST_WAIT);
    }
}
