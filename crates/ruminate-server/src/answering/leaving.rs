//! What becomes of a run when the one it thinks for goes away.

use std::time::Duration;

use ruminate_types::{Command, RunId};
use tokio::runtime::Handle;

use crate::app::App;

/// Tells its run to pause when it is dropped, unless that is not needed any more.
pub(super) struct Leaving {
    app: App,
    run: RunId,
    is_needed: bool,
}

impl Leaving {
    pub(super) fn of(app: App, run: RunId) -> Self {
        Self { app, run, is_needed: true }
    }

    pub(super) fn not_needed(&mut self) {
        self.is_needed = false;
    }

    /// Does it now.
    pub(super) async fn leave(&mut self) {
        tell_to_pause(&self.app, self.run).await;
        self.is_needed = false;
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        // Without a runtime the process ends: the run is taken up, or not, by the next one.
        let Ok(runtime) = Handle::try_current() else { return };
        if self.is_needed {
            let (app, run) = (self.app.clone(), self.run);
            runtime.spawn(async move { tell_to_pause(&app, run).await });
        }
    }
}

/// The command waits in the store, so that whoever drives the run obeys it sooner or later.
async fn tell_to_pause(app: &App, run: RunId) {
    match app.dispatcher.tell(run, &Command::Pause, Duration::ZERO).await {
        Ok(_) => tracing::info!(%run, "nobody waits for its answer any more: it is told to pause"),
        Err(error) => tracing::warn!(%run, %error, "a run could not be told to pause"),
    }
}
