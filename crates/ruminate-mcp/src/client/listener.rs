//! What a server of somebody else's may say to us: how far a call is, and that its tools changed. It is asked for nothing
//! else, and it gets nothing: no model, no files, no person.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::{
    ClientCapabilities, ClientConfig, Implementation, ProgressNotificationParam, ProgressToken,
    ProtocolVersion,
};
use rmcp::service::NotificationContext;
use rmcp::{ClientHandler, RoleClient};
use ruminate_types::ports::tool::{OnProgress, ToolProgress};

use super::plain::plain;

const MOST_MESSAGE: usize = 300;

#[derive(Clone, Default)]
pub(super) struct Listener(Arc<Heard>);

#[derive(Default)]
struct Heard {
    progress: Mutex<HashMap<ProgressToken, OnProgress>>,
    tools_changed: AtomicBool,
}

/// Passes a call's progress on until it is dropped.
pub(super) struct Following {
    listener: Listener,
    token: ProgressToken,
}

impl Listener {
    pub(super) fn follow(&self, token: ProgressToken, on_progress: OnProgress) -> Following {
        self.progress().insert(token.clone(), on_progress);
        Following { listener: self.clone(), token }
    }

    /// Whether they did since this was last asked.
    pub(super) fn tools_changed(&self) -> bool {
        self.0.tools_changed.swap(false, Ordering::Relaxed)
    }

    fn progress(&self) -> MutexGuard<'_, HashMap<ProgressToken, OnProgress>> {
        self.0.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        self.listener.progress().remove(&self.token);
    }
}

impl ClientHandler for Listener {
    fn get_info(&self) -> ClientConfig {
        let name =
            Implementation::new("ruminate", env!("CARGO_PKG_VERSION")).with_title("Ruminate");
        // The newest that still begins with a handshake, which is where this is told.
        ClientConfig::new(ClientCapabilities::default(), name)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }

    async fn on_progress(
        &self,
        told: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        let Some(on_progress) = self.progress().get(&told.progress_token).cloned() else { return };
        let share = told.total.filter(|total| *total > 0.0).map(|total| told.progress / total);
        let message = plain(&told.message.unwrap_or_default(), MOST_MESSAGE);
        on_progress(ToolProgress { share: share.map(|share| share.clamp(0.0, 1.0)), message });
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.0.tools_changed.store(true, Ordering::Relaxed);
    }
}
