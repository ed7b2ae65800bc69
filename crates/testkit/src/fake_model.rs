//! A model server that speaks the real wire protocols of Ollama, OpenAI and Anthropic on one port, says
//! what a script tells it to, embeds texts by their words, and fails in every way that a server can.
//!
//! HTTP is written by hand over plain TCP, because a proper HTTP server cannot be made to cut a reply in
//! the middle, to hang, or to send half a character. One request per connection.

mod answer;
mod catalogue;
mod connection;
mod embedding;
mod faults;
pub(crate) mod http;
mod log;
mod plausible;
mod protocol;
mod purpose;

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use answer::{Answer, Fault};
pub use catalogue::Served;
pub use embedding::ToEmbed;
pub use log::Request;
pub use plausible::plausible;
pub use protocol::Protocol;
pub use purpose::recognise;

use ruminate_types::ports::model::Purpose;
use serde_json::Value;

/// What a client asks of the model. Counting starts at 1.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What the prompt is for, where it can be told from its format.
    pub purpose: Option<Purpose>,
    pub system: String,
    pub prompt: String,
    pub schema: Option<Value>,
    /// What is to be embedded; nothing in a chat.
    pub to_embed: Option<ToEmbed>,
    pub protocol: Protocol,
    pub model: String,
    /// The key that came with the request.
    pub key: Option<String>,
    /// The request as it was sent.
    pub body: Value,
    pub nth_overall: usize,
    pub nth_for_purpose: usize,
}

/// A running fake; dropping it ends it and every connection it has.
#[derive(Debug)]
pub struct FakeModel {
    address: SocketAddr,
    log: Arc<log::Log>,
    accepting: JoinHandle<()>,
}

type Script = dyn Fn(&Asked) -> Answer + Send + Sync;

impl FakeModel {
    /// On a free port of the loopback interface, with a few models to list.
    #[expect(clippy::expect_used, reason = "a test without its server cannot go on")]
    pub async fn start(script: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        Self::start_on(0, Served::some(), script).await.expect("a free loopback port")
    }

    pub async fn start_on(
        port: u16,
        models: Vec<Served>,
        script: impl Fn(&Asked) -> Answer + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        Self::start_with(port, models, script, log::Log::default()).await
    }

    /// One that counts requests without keeping them: what it does for a bench has no end.
    pub async fn start_forgetful(
        port: u16,
        models: Vec<Served>,
        script: impl Fn(&Asked) -> Answer + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        Self::start_with(port, models, script, log::Log::that_forgets()).await
    }

    async fn start_with(
        port: u16,
        models: Vec<Served>,
        script: impl Fn(&Asked) -> Answer + Send + Sync + 'static,
        log: log::Log,
    ) -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        let address = listener.local_addr()?;
        let log = Arc::new(log);
        let script: Arc<Script> = Arc::new(script);
        let accepting =
            tokio::spawn(connection::accept(listener, models.into(), script, Arc::clone(&log)));
        Ok(Self { address, log, accepting })
    }

    /// `http://127.0.0.1:PORT`, which is right for all three providers.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Every request for a reply so far, in the order of arrival.
    pub fn requests(&self) -> Vec<Request> {
        self.log.requests()
    }

    pub fn count(&self, purpose: Purpose) -> usize {
        self.requests().iter().filter(|request| request.asked.purpose == Some(purpose)).count()
    }

    /// The most requests that were being answered at the same time.
    pub fn max_concurrent(&self) -> usize {
        self.log.max_concurrent()
    }

    /// Waits until so many requests have been given up by their clients before the end of the answer.
    pub async fn wait_for_abandoned(&self, count: usize) {
        self.log.wait_for_abandoned(count).await;
    }

    /// Serves until the task is ended from outside.
    pub async fn run(mut self) {
        // It ends only by being aborted, and then there is nothing more to do.
        let _ = (&mut self.accepting).await;
    }
}

impl Drop for FakeModel {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}
