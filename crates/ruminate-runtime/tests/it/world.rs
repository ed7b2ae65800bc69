//! A store in a directory of its own, and a model in the same process.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use ruminate_runtime::{
    Begin, NewQuestion, Outcome, Ports, RuntimeError, Stop, Worker, WorkerSettings, create,
};
use ruminate_store::{Options, RunStore};
use ruminate_types::ports::memory::{Memory, MemoryError, Wanted};
use ruminate_types::ports::model::{
    Finish, LanguageModel, ModelError, ModelReply, ModelRequest, Models, OnPiece, Purpose,
    ReplyPiece,
};
use ruminate_types::{
    Budget, Confidence, Experience, Learned, ModelProfile, Owner, Policy, Recalled, Recollection,
    RunId, Tokens,
};
use tokio::sync::watch;

type Answer = dyn Fn(usize, &ModelRequest) -> (Duration, Result<String, ModelError>) + Send + Sync;

/// Answers by script; the first argument counts the calls from 1.
pub(crate) struct ScriptedModel {
    answer: Box<Answer>,
    pub(crate) calls: AtomicUsize,
    pub(crate) prompts: Mutex<Vec<String>>,
}

impl ScriptedModel {
    pub(crate) fn new(
        answer: impl Fn(usize, &ModelRequest) -> (Duration, Result<String, ModelError>)
        + Send
        + Sync
        + 'static,
    ) -> Arc<Self> {
        Arc::new(Self {
            answer: Box::new(answer),
            calls: AtomicUsize::new(0),
            prompts: Mutex::default(),
        })
    }

    /// The same reply to the same prompt, at once.
    pub(crate) fn well() -> Arc<Self> {
        Self::new(|_, request| (Duration::ZERO, Ok(well(request))))
    }

    pub(crate) fn count(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }
}

pub(crate) fn well(request: &ModelRequest) -> String {
    let tag: u32 =
        request.prompt.bytes().fold(7, |hash, byte| hash.wrapping_mul(31) ^ u32::from(byte));
    match request.purpose {
        Purpose::Think => (0..3)
            .map(|n| {
                format!("THOUGHT: notion {tag:x} {n}\nTYPE: exploration\nCONFIDENCE: 0.6\n---\n")
            })
            .collect(),
        Purpose::Question => (0..3)
            .map(|n| format!("QUESTION: what of {tag:x} number{n}?\nPRIORITY: {}\n---\n", 3 + n))
            .collect(),
        _ => format!("SYNTHESIS: view {tag:x}\nINSIGHTS:\n- one\nCONFIDENCE: 0.6"),
    }
}

#[async_trait]
impl LanguageModel for ScriptedModel {
    async fn complete(
        &self,
        request: &ModelRequest,
        time_limit: Duration,
        on_piece: OnPiece<'_>,
    ) -> Result<ModelReply, ModelError> {
        let nth = self.calls.fetch_add(1, Ordering::SeqCst) + 1;
        self.prompts.lock().unwrap().push(request.prompt.clone());
        let (delay, answer) = (self.answer)(nth, request);
        if delay > time_limit {
            tokio::time::sleep(time_limit).await;
            return Err(ModelError::TimedOut { url: "test".into(), limit: time_limit });
        }
        tokio::time::sleep(delay).await;
        let text = answer?;
        on_piece(ReplyPiece { offset: 0, text: &text });
        let tokens = Tokens { prompt: 100, completion: 50, estimated: false };
        Ok(ModelReply { text, finish: Finish::Stop, tokens, latency_ms: 1, attempts: 1 })
    }
}

struct One(Arc<ScriptedModel>);

impl Models for One {
    fn model(&self, _profile: &ModelProfile) -> Result<Arc<dyn LanguageModel>, ModelError> {
        Ok(self.0.clone())
    }
}

pub(crate) struct OneMemory;

#[async_trait]
impl Memory for OneMemory {
    fn key(&self, _question: &str) -> Option<String> {
        None
    }

    async fn recall(
        &self,
        _owner: &Owner,
        query: &str,
        _wanted: Wanted,
    ) -> Result<Recalled, MemoryError> {
        let text = format!("An earlier run found that {query:?} has no short answer.");
        let recollections = vec![Recollection::new(text, Confidence::new(0.7))];
        Ok(Recalled { recollections, ..Recalled::default() })
    }

    async fn learn(
        &self,
        _owner: &Owner,
        _run: RunId,
        _experience: &Experience,
    ) -> Result<Learned, MemoryError> {
        Ok(Learned::default())
    }
}

/// Never comes up with anything.
struct StuckMemory;

#[async_trait]
impl Memory for StuckMemory {
    fn key(&self, _question: &str) -> Option<String> {
        None
    }

    async fn recall(&self, _: &Owner, _: &str, _: Wanted) -> Result<Recalled, MemoryError> {
        std::future::pending().await
    }

    async fn learn(&self, _: &Owner, _: RunId, _: &Experience) -> Result<Learned, MemoryError> {
        std::future::pending().await
    }
}

pub(crate) const LEASE: Duration = Duration::from_secs(1);

pub(crate) struct World {
    pub(crate) store: Arc<RunStore>,
    pub(crate) worker: Worker,
}

impl World {
    pub(crate) fn open(dir: &Path, model: &Arc<ScriptedModel>) -> Self {
        Self::remembering(dir, model, Arc::new(OneMemory))
    }

    pub(crate) fn with_a_stuck_memory(dir: &Path, model: &Arc<ScriptedModel>) -> Self {
        Self::remembering(dir, model, Arc::new(StuckMemory))
    }

    fn remembering(dir: &Path, model: &Arc<ScriptedModel>, memory: Arc<dyn Memory>) -> Self {
        let store = Arc::new(RunStore::open(dir, Options::default()).unwrap());
        let ports =
            Ports { memory: Some(memory), ..Ports::of(&store, Arc::new(One(model.clone()))) };
        let settings = WorkerSettings {
            command_poll: Duration::from_millis(20),
            heartbeat: Duration::from_millis(50),
            lease: LEASE,
        };
        let worker = Worker::new(store.worker(), ports, settings);
        Self { store, worker }
    }

    pub(crate) async fn begin(&self, policy: Policy) -> RunId {
        let question = NewQuestion {
            text: "Why?".into(),
            conversation: Vec::new(),
            policy,
            model: Some(profile()),
        };
        create(&self.worker, question, Begin::now()).await.unwrap()
    }

    pub(crate) async fn drive(&self, run: RunId) -> Result<Outcome, RuntimeError> {
        let (_stop, stopped) = watch::channel(Stop::GoOn);
        self.worker.drive(run, stopped).await
    }
}

pub(crate) fn calls(calls: u64) -> Policy {
    Policy::extended(Budget {
        wall_ms: None,
        tokens: None,
        calls: Some(calls),
        micro_usd: None,
        reserve: 0.15,
    })
}

pub(crate) fn profile() -> ModelProfile {
    ModelProfile {
        id: "ollama/test".into(),
        url: "http://127.0.0.1:1".into(),
        context_window: 8192,
        structured: false,
        pricing: None,
    }
}
