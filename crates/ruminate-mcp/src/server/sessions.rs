//! Whose sessions there are. Clients seldom say goodbye: where an owner has as many as allowed, the one that was used the
//! longest ago, and that nobody reads from, makes room.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rmcp::transport::streamable_http_server::SessionManager;
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use ruminate_types::Owner;

use super::limits::ServingLimits;
use crate::places::{Place, Places};

pub(crate) struct Sessions {
    manager: Arc<LocalSessionManager>,
    places: Places,
    open: Mutex<HashMap<String, Session>>,
}

struct Session {
    owner: Owner,
    used_at: Instant,
    /// Held by everybody who reads from it.
    readers: Reader,
    _place: Place,
}

/// Keeps a session from making room.
pub(crate) type Reader = Arc<()>;

impl Sessions {
    pub(crate) fn new(limits: &ServingLimits) -> Self {
        let mut manager = LocalSessionManager::default();
        let mut config = SessionConfig::default();
        config.keep_alive = Some(limits.session_idle());
        manager.session_config = config;
        Self {
            manager: Arc::new(manager),
            places: Places::new(limits.sessions, limits.sessions_per_owner),
            open: Mutex::default(),
        }
    }

    pub(crate) fn manager(&self) -> Arc<LocalSessionManager> {
        self.manager.clone()
    }

    /// None for one that is not there, or somebody else's.
    pub(crate) fn enter(&self, id: &str, owner: &Owner) -> Option<Reader> {
        let mut open = self.open();
        let session = open.get_mut(id).filter(|session| session.owner == *owner)?;
        session.used_at = Instant::now();
        Some(session.readers.clone())
    }

    /// The right to one more session.
    pub(crate) async fn room(&self, owner: &Owner) -> Option<Place> {
        let alive = self.manager.sessions.read().await;
        self.open().retain(|id, _| alive.contains_key(id.as_str()));
        drop(alive);
        if let Some(place) = self.places.take(owner) {
            return Some(place);
        }
        let id = self.idlest(owner)?;
        if let Err(error) = self.manager.close_session(&id.as_str().into()).await {
            tracing::debug!(%error, "a session could not be ended");
        }
        self.open().remove(&id);
        self.places.take(owner)
    }

    pub(crate) fn begin(&self, id: &str, owner: Owner, place: Place) {
        let session =
            Session { owner, used_at: Instant::now(), readers: Reader::default(), _place: place };
        self.open().insert(id.to_owned(), session);
    }

    fn idlest(&self, owner: &Owner) -> Option<String> {
        let open = self.open();
        let own = open.iter().filter(|(_, session)| {
            session.owner == *owner && Arc::strong_count(&session.readers) == 1
        });
        own.min_by_key(|(_, session)| session.used_at).map(|(id, _)| id.clone())
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Session>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
