//! How much of everything a server gives.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ServingLimits {
    /// Sessions over HTTP at once. Clients of the protocol from 2026-07-28 on have none.
    pub sessions: usize,
    /// Sessions of one owner.
    pub sessions_per_owner: usize,
    /// Seconds without a message after which a session ends. It never ends during a call.
    pub session_idle_seconds: u64,
    /// Requests over HTTP that are being answered at once.
    pub requests: usize,
    /// The same, of one owner.
    pub requests_per_owner: usize,
    /// Calls of tools at once.
    pub calls: usize,
    /// Calls of one owner at once.
    pub calls_per_owner: usize,
    /// Seconds that a call may take; the policy of tools may allow less.
    pub call_seconds: u64,
    /// Bytes of one message.
    pub message_bytes: usize,
    /// Seconds in which a message has to be there whole.
    pub message_seconds: u64,
}

impl Default for ServingLimits {
    fn default() -> Self {
        Self {
            sessions: 256,
            sessions_per_owner: 32,
            session_idle_seconds: 900,
            requests: 512,
            requests_per_owner: 64,
            calls: 64,
            calls_per_owner: 16,
            call_seconds: 600,
            message_bytes: 4 << 20,
            message_seconds: 30,
        }
    }
}

impl ServingLimits {
    pub(crate) fn call(&self) -> Duration {
        Duration::from_secs(self.call_seconds)
    }

    pub(crate) fn message(&self) -> Duration {
        Duration::from_secs(self.message_seconds)
    }

    /// A call may be silent until its end.
    pub(crate) fn session_idle(&self) -> Duration {
        const AFTER_A_CALL: Duration = Duration::from_secs(60);
        Duration::from_secs(self.session_idle_seconds).max(self.call() + AFTER_A_CALL)
    }
}
