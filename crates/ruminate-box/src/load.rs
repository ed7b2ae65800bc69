//! Loading a model and giving it memory.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::num::NonZeroU32;
use std::sync::OnceLock;
use std::time::SystemTime;

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use ruminate_types::ports::model::ModelError;

use crate::{Settings, Weights};

/// Tokens that are read in one go: as many as make the calculation efficient, and few enough that a
/// cancelled request is noticed soon.
pub(crate) const CHUNK: u32 = 256;

/// llama.cpp wants to be started once per process. It logs by itself on stderr, which belongs to others.
pub(crate) fn backend() -> Result<&'static LlamaBackend, String> {
    static BACKEND: OnceLock<Result<LlamaBackend, String>> = OnceLock::new();
    let started = BACKEND.get_or_init(|| {
        let mut backend = LlamaBackend::init().map_err(|error| error.to_string())?;
        backend.void_logs();
        Ok(backend)
    });
    started.as_ref().map_err(Clone::clone)
}

/// A model, and the file that its weights are in: they are mapped, not copied, so that several processes
/// share them and unused ones take no memory. What changes in the file changes in the model, and what is cut
/// off from it ends the process as soon as it is looked at.
pub(crate) struct Loaded {
    pub(crate) model: LlamaModel,
    /// Locked for reading, which tells others that somebody needs it.
    file: File,
    was: (u64, SystemTime),
}

impl Loaded {
    pub(crate) fn is_unchanged(&self) -> bool {
        state(&self.file).is_ok_and(|now| now == self.was)
    }
}

fn state(file: &File) -> io::Result<(u64, SystemTime)> {
    let known = file.metadata()?;
    Ok((known.len(), known.modified()?))
}

pub(crate) fn load(weights: &Weights) -> Result<Loaded, ModelError> {
    let backend = backend().map_err(|error| weights.unusable(error))?;
    let mut file = File::open(&weights.path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => weights.unusable("the file is not there"),
        _ => weights.unusable(error),
    })?;
    // Whoever cannot lock, because the file system knows no locks or somebody deletes the file just now, may
    // read all the same.
    let _ = file.try_lock_shared();
    let mut magic = [0; 4];
    if file.read_exact(&mut magic).is_err() || &magic != b"GGUF" {
        return Err(weights.unusable("it is not a GGUF file"));
    }
    let was = state(&file).map_err(|error| weights.unusable(error))?;
    (weights.check)()?;
    let model = LlamaModel::load_from_file(backend, &weights.path, &LlamaModelParams::default());
    let model = model.map_err(|error| {
        let why = "it is damaged, or of a kind that llama.cpp does not know";
        weights.unusable(format_args!("{why} ({error})"))
    })?;
    Ok(Loaded { model, file, was })
}

/// The tokens that a request may have: no more than the model was trained for.
pub(crate) fn window(model: &LlamaModel, settings: &Settings) -> u32 {
    settings.window.min(model.n_ctx_train())
}

/// How many tokens the model keeps in mind over all seats. Two full windows: one for who is at work, one
/// for another beside it or for what earlier requests left.
pub(crate) fn cells(window: u32) -> u32 {
    window * 2
}

/// The model's memory: one for all seats, so that what two prompts begin with is kept once.
pub(crate) fn context<'a>(
    model: &'a LlamaModel,
    weights: &Weights,
    settings: &Settings,
) -> Result<LlamaContext<'a>, ModelError> {
    let threads = i32::try_from(settings.threads).unwrap_or(i32::MAX);
    let params = LlamaContextParams::default()
        .with_n_ctx(NonZeroU32::new(cells(window(model, settings))))
        .with_n_batch(CHUNK + settings.seats as u32)
        .with_n_ubatch(CHUNK + settings.seats as u32)
        .with_n_seq_max(settings.seats as u32)
        .with_n_threads(threads)
        .with_n_threads_batch(threads)
        .with_kv_unified(true)
        .with_no_perf(true);
    let backend = backend().map_err(|error| weights.unusable(error))?;
    model.new_context(backend, params).map_err(|error| weights.unusable(error))
}
