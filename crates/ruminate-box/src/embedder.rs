//! The embedder as others see it.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::time::Duration;

use async_trait::async_trait;
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::{LlamaContextParams, LlamaPoolingType};
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use ruminate_types::ports::embedding::{Embedder, EmbeddingProfile, Embeddings, TextKind};
use ruminate_types::ports::model::ModelError;
use tokio::sync::oneshot;

use crate::thread::{self, Job as _, Thread, Worker};
use crate::{Settings, Weights, load};

/// Tokens that are read together. A text is read in one go, so it is at least the longest window.
const MOST_TOKENS: usize = 2048;
/// Texts that are read together.
const MOST_TEXTS: usize = 64;

/// Cheap to make: the weights are loaded when the first texts come.
pub struct BoxEmbedder {
    weights: Weights,
    profile: EmbeddingProfile,
    thread: Thread<Job>,
}

struct Job {
    texts: VecDeque<String>,
    done: Embeddings,
    out: oneshot::Sender<Result<Embeddings, ModelError>>,
}

impl BoxEmbedder {
    /// `dimensions` and `window` are facts about the weights.
    pub fn new(weights: Weights, settings: Settings, dimensions: u32, window: u32) -> Self {
        let profile = EmbeddingProfile {
            id: weights.id.clone(),
            url: String::new(),
            dimensions,
            context_window: window.min(MOST_TOKENS as u32),
        };
        let (its_weights, window) = (weights.clone(), profile.context_window as usize);
        let thread = Thread::new(weights.clone(), &settings, move |model, jobs| {
            jobs.serve(&mut Reader::new(&its_weights, &settings, window, model)?);
            Ok(())
        });
        Self { weights, profile, thread }
    }
}

#[async_trait]
impl Embedder for BoxEmbedder {
    fn profile(&self) -> &EmbeddingProfile {
        &self.profile
    }

    async fn embed(
        &self,
        texts: &[String],
        _: TextKind,
        time_limit: Duration,
    ) -> Result<Embeddings, ModelError> {
        if let Some(blank) = texts.iter().position(|text| text.trim().is_empty()) {
            let message = format!("text {} of {} is blank", blank + 1, texts.len());
            return Err(ModelError::Rejected { url: self.weights.id.clone(), message });
        }
        if texts.is_empty() {
            return Ok(Embeddings::default());
        }
        let asking = async {
            let (out, done) = oneshot::channel();
            let texts = texts.iter().cloned().collect();
            let job = Job { texts, done: Embeddings::default(), out };
            self.thread.give(job).map_err(|error| self.weights.broken(error))?;
            done.await.unwrap_or_else(|_| Err(self.weights.broken("its thread ended")))
        };
        tokio::time::timeout(time_limit, asking)
            .await
            .unwrap_or_else(|_| Err(self.weights.too_late(time_limit)))
    }
}

impl thread::Job for Job {
    fn fail(self, error: ModelError) {
        let _ = self.out.send(Err(error));
    }
}

struct Reader<'a> {
    weights: &'a Weights,
    /// They take turns, so that a short one does not wait for a long one.
    waiting: VecDeque<Job>,
    model: &'a LlamaModel,
    context: LlamaContext<'a>,
    batch: LlamaBatch<'static>,
    window: usize,
}

impl<'a> Reader<'a> {
    fn new(
        weights: &'a Weights,
        settings: &Settings,
        window: usize,
        model: &'a LlamaModel,
    ) -> Result<Self, ModelError> {
        let threads = i32::try_from(settings.threads).unwrap_or(i32::MAX);
        let tokens = MOST_TOKENS as u32;
        let params = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(tokens))
            .with_n_batch(tokens)
            .with_n_ubatch(tokens)
            .with_n_seq_max(MOST_TEXTS as u32)
            .with_kv_unified(true)
            .with_n_threads(threads)
            .with_n_threads_batch(threads)
            .with_embeddings(true)
            .with_pooling_type(LlamaPoolingType::Mean)
            .with_no_perf(true);
        let backend = load::backend().map_err(|error| weights.unusable(error))?;
        let context =
            model.new_context(backend, params).map_err(|error| weights.unusable(error))?;
        let batch = LlamaBatch::new(MOST_TOKENS, 1);
        Ok(Self { weights, waiting: VecDeque::new(), model, context, batch, window })
    }

    /// Embeds as many of the next texts as are read together.
    fn read(&mut self, job: &mut Job) -> Result<(), String> {
        self.batch.clear();
        let mut count = 0;
        while let Some(text) = job.texts.front() {
            let (tokens, is_cut) = self.tokens(text);
            if count == MOST_TEXTS || self.batch.n_tokens() as usize + tokens.len() > MOST_TOKENS {
                break;
            }
            if is_cut {
                job.done.cut.push(job.done.vectors.len() + count);
            }
            self.batch
                .add_sequence(&tokens, count as i32, true)
                .map_err(|error| error.to_string())?;
            job.texts.pop_front();
            count += 1;
        }
        self.context.clear_kv_cache();
        self.context.decode(&mut self.batch).map_err(|error| error.to_string())?;
        for text in 0..count {
            let vector = self.context.embeddings_seq_ith(text as i32).map_err(|e| e.to_string())?;
            job.done.vectors.push(unit(vector).ok_or("a vector has no length")?);
        }
        Ok(())
    }

    /// The text between the marks that the model was taught, and whether its end did not fit.
    fn tokens(&self, text: &str) -> (Vec<LlamaToken>, bool) {
        let mut tokens = self.model.vocab().tokenize(text.as_bytes(), true, false);
        let is_cut = tokens.len() > self.window;
        if is_cut && let Some(last) = tokens.last().copied() {
            tokens.truncate(self.window - 1);
            tokens.push(last);
        }
        (tokens, is_cut)
    }
}

impl Worker<Job> for Reader<'_> {
    fn take_in(&mut self, job: Job) {
        self.waiting.push_back(job);
    }

    fn is_idle(&self) -> bool {
        self.waiting.is_empty()
    }

    fn step(&mut self) {
        self.waiting.retain(|job| !job.out.is_closed());
        let Some(mut job) = self.waiting.pop_front() else { return };
        match self.read(&mut job) {
            Err(why) => job.fail(self.weights.broken(why)),
            Ok(()) if job.texts.is_empty() => _ = job.out.send(Ok(job.done)),
            Ok(()) => self.waiting.push_back(job),
        }
    }

    fn give_up(&mut self, error: &ModelError) {
        self.waiting.drain(..).for_each(|job| job.fail(error.clone()));
    }
}

fn unit(vector: &[f32]) -> Option<Vec<f32>> {
    let length = vector.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
    let is_sound = length.is_finite() && length > 0.0;
    is_sound.then(|| vector.iter().map(|x| (f64::from(*x) / length) as f32).collect())
}
