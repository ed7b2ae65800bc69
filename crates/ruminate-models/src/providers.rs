//! All providers, as the one place that runs get their models from.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ruminate_types::ModelProfile;
use ruminate_types::ports::model::{LanguageModel, ModelError, Models};
use tokio::sync::Semaphore;

use crate::address::Address;
use crate::client::{Client, known_concessions};
use crate::http::Http;
use crate::line::Line;
use crate::{ApiKey, Keys, ModelId, Provider, Settings};

/// Cheap to make: nothing is loaded or connected before the first request.
#[derive(Debug, Default)]
pub struct Providers {
    pub(crate) settings: Settings,
    pub(crate) http: Arc<Http>,
    open: Mutex<Open>,
}

/// What is shared between runs for as long as some run uses it.
#[derive(Debug, Default)]
struct Open {
    clients: HashMap<(ModelId, Address), Arc<Client>>,
    queues: HashMap<(Provider, Address), Arc<Semaphore>>,
}

impl Providers {
    pub fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// The key for an address. The provider's own service needs one, others may. Over a network it is
    /// never sent in clear: a server that wants it there says that it got none.
    pub(crate) fn key(
        &self,
        provider: Provider,
        address: &Address,
    ) -> Result<Option<&ApiKey>, ModelError> {
        let key = self.settings.keys.of(provider);
        match Keys::variable_of(provider) {
            Some(variable) if key.is_none() && address.is_official(provider) => {
                Err(ModelError::Misconfigured {
                    message: format!("{} needs an API key", address.as_str()),
                    hint: format!("set {variable} in the environment"),
                })
            }
            _ => Ok(key.filter(|_| address.may_have_keys())),
        }
    }

    /// Whoever asks the same server, for whatever, waits in the same queue.
    pub(crate) fn line(&self, model: &ModelId, address: &Address) -> Result<Line, ModelError> {
        Ok(Line {
            http: Arc::clone(&self.http),
            queue: self.open().queue(model.provider, address, self.settings.concurrency),
            address: address.clone(),
            model: model.clone(),
            key: self.key(model.provider, address)?.cloned(),
            retry: self.settings.retry,
        })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Models for Providers {
    fn model(&self, profile: &ModelProfile) -> Result<Arc<dyn LanguageModel>, ModelError> {
        let model = ModelId::parse(&profile.id)?;
        let address = Address::parse(model.provider, Some(&profile.url))?;
        let line = self.line(&model, &address)?;
        let mut open = self.open();
        let client = open.clients.entry((model, address)).or_insert_with(|| {
            Arc::new(Client {
                max_reply_bytes: self.settings.max_reply_bytes,
                concessions: known_concessions(&line.model, &line.address),
                line,
            })
        });
        Ok(Arc::clone(client) as Arc<dyn LanguageModel>)
    }
}

impl Open {
    /// Names of models come from people, so there is no end to them: what nobody uses any more is let
    /// go once there is much of it.
    const MANY: usize = 64;

    fn queue(&mut self, provider: Provider, address: &Address, places: usize) -> Arc<Semaphore> {
        if self.clients.len() >= Self::MANY {
            self.clients.retain(|_, client| Arc::strong_count(client) > 1);
            self.queues.retain(|_, queue| Arc::strong_count(queue) > 1);
        }
        let queue = self.queues.entry((provider, address.clone()));
        Arc::clone(queue.or_insert_with(|| Arc::new(Semaphore::new(places.max(1)))))
    }
}
