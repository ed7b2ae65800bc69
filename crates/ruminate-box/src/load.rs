//! Loading a model and giving it memory.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::num::NonZeroU32;
use std::sync::OnceLock;

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

pub(crate) fn load(weights: &Weights) -> Result<LlamaModel, ModelError> {
    let backend = backend().map_err(|error| weights.unusable(error))?;
    let mut magic = [0; 4];
    match File::open(&weights.path).and_then(|mut file| file.read_exact(&mut magic)) {
        Ok(()) if &magic == b"GGUF" => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(weights.unusable("the file is not there"));
        }
        Ok(()) | Err(_) => return Err(weights.unusable("it is not a GGUF file")),
    }
    LlamaModel::load_from_file(backend, &weights.path, &LlamaModelParams::default())
        .map_err(|error| weights.unusable(error))
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
