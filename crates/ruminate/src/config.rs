//! The configuration: one typed struct, read from one file, passed down.

mod in_the_box;
mod mind;
mod rules;
mod server;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ruminate_models::{Keys, Overrides, Retry, Settings};
use ruminate_runtime::WorkerSettings;
use ruminate_runtime::asked::Defaults;
use ruminate_server::Limits;
use ruminate_store::Durability;
use ruminate_types::{Budget, Confidence, Policy, Pricing, SynthesisPolicy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::env;
use crate::exit::{Exit, Failure};

pub(crate) use in_the_box::{BoxConfig, EmbedderConfig};
pub(crate) use mind::MindConfig;
pub(crate) use server::{LogFormat, ServerConfig, TelemetryConfig};

/// The name of the configuration file within `RUMINATE_HOME`.
pub(crate) const FILE: &str = "config.toml";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    pub model: ModelConfig,
    #[serde(rename = "box")]
    pub in_the_box: BoxConfig,
    pub embedder: EmbedderConfig,
    pub mind: MindConfig,
    pub think: ThinkConfig,
    pub store: StoreConfig,
    pub worker: WorkerConfig,
    pub server: ServerConfig,
    pub limits: Limits,
    pub telemetry: TelemetryConfig,
}

/// Which model thinks, and how it is asked. Keys come from the environment only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ModelConfig {
    /// `provider/name`, for example `ollama/qwen3:4b`. Providers: ollama, openai, anthropic, and box for
    /// models that run in this process.
    pub id: Option<String>,
    /// The address of its server, if it is not the provider's usual one.
    pub url: Option<String>,
    /// Tokens of prompt and reply together, if the server tells too much or nothing.
    pub context_window: Option<u32>,
    /// Whether replies are asked for by JSON schema; found out when absent.
    pub structured: Option<bool>,
    /// US dollars for a million tokens of prompt. Needed for a budget of money.
    pub usd_per_million_prompt_tokens: Option<f64>,
    /// US dollars for a million tokens of reply.
    pub usd_per_million_reply_tokens: Option<f64>,
    /// Requests that one server gets at the same time.
    pub concurrency: usize,
    /// How often a request is sent at most when the server is overloaded or does not answer.
    pub attempts: u32,
    /// The largest window that an Ollama model is given: its memory grows with it.
    pub ollama_window: u32,
    /// A reply longer than so many bytes is cut there.
    pub max_reply_bytes: usize,
}

impl Default for ModelConfig {
    fn default() -> Self {
        let defaults = Settings::default();
        Self {
            id: None,
            url: None,
            context_window: None,
            structured: None,
            usd_per_million_prompt_tokens: None,
            usd_per_million_reply_tokens: None,
            concurrency: defaults.concurrency,
            attempts: defaults.retry.attempts,
            ollama_window: defaults.ollama_window,
            max_reply_bytes: defaults.max_reply_bytes,
        }
    }
}

/// How `ruminate think` thinks when no flag says otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ThinkConfig {
    /// Thinking time, in minutes, when no budget is given at all.
    pub minutes: f64,
    /// Thinking time of a deep answer, in minutes, when no budget is given.
    pub deep_minutes: f64,
    /// The share of every budget, of time, tokens, calls and money, that is kept for the ending, from 0 to 0.9:
    /// thinking stops where it begins. The last call is always the ending's. Where the share is too small, more
    /// is kept, up to half: of the tokens what all drafts of the ending need, of the time what a slow call
    /// takes. A fast answer is all ending, and keeps nothing back.
    pub reserve: f64,
    /// Foci explored side by side.
    pub parallel: u32,
    /// New questions are looked for, and the open ones get new priorities, after so many thoughts; while no
    /// question is open also after the first round, and after every round that brought no new thought. Without
    /// a model there are questions once, after the first thoughts.
    pub questions_every: u32,
    /// At most so many new questions at a time.
    pub max_questions: u32,
    /// A synthesis is made after so many minutes.
    pub synthesis_every_minutes: f64,
    /// A synthesis is made after so many insights; 0 turns that off.
    pub synthesis_after_insights: u32,
    /// A synthesis is made when thoughts contradict each other.
    pub synthesis_on_contradiction: bool,
    /// The time limit of one model call, retries included.
    pub call_limit_seconds: f64,
    /// The most tokens that one reply may have.
    pub reply_tokens: u32,
    /// How often the final synthesis is drafted, from 1 to 9, where the budget has room for it. What most
    /// drafts say is taken, and how far they agree tells how sure the answer is.
    pub drafts: u32,
    /// From 0 (always the likeliest words) to 2.
    pub temperature: f64,
    /// The longest question that is taken, in characters.
    pub max_question_chars: usize,
}

impl Default for ThinkConfig {
    fn default() -> Self {
        let synthesis = SynthesisPolicy::default();
        Self {
            minutes: 5.0,
            deep_minutes: 2.0,
            reserve: Budget::DEFAULT_RESERVE,
            parallel: 1,
            questions_every: 5,
            max_questions: 3,
            synthesis_every_minutes: synthesis.every_ms as f64 / 60_000.0,
            synthesis_after_insights: synthesis.after_insights,
            synthesis_on_contradiction: synthesis.on_contradiction,
            call_limit_seconds: 120.0,
            reply_tokens: 1024,
            drafts: 3,
            temperature: 0.7,
            max_question_chars: 16_000,
        }
    }
}

/// Where and how runs are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct StoreConfig {
    /// What a committed step survives.
    pub survives: Survives,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Survives {
    /// A power failure.
    #[default]
    PowerFailure,
    /// The death of the process; a power failure may take the last moments. Faster.
    Kill,
}

/// How this process drives runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WorkerConfig {
    /// A process on another machine that was not heard of for so long has lost its runs.
    pub lease_seconds: f64,
    /// How often a process says that it is alive.
    pub heartbeat_seconds: f64,
    /// How soon a run hears a command from another process.
    pub command_poll_milliseconds: u64,
}

impl Default for WorkerConfig {
    fn default() -> Self {
        let defaults = WorkerSettings::default();
        Self {
            lease_seconds: defaults.lease.as_secs_f64(),
            heartbeat_seconds: defaults.heartbeat.as_secs_f64(),
            command_poll_milliseconds: defaults.command_poll.as_millis() as u64,
        }
    }
}

/// The configuration and where it came from.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub config: Config,
    pub home: PathBuf,
    pub file: PathBuf,
    pub file_exists: bool,
}

/// Reads the file, if there is one, and lays the environment over it.
pub(crate) fn load(file: Option<&Path>) -> Result<Loaded, Failure> {
    let home = home()?;
    let named = file.map(Path::to_owned).or_else(|| env::var(env::CONFIG).map(PathBuf::from));
    let path = named.clone().unwrap_or_else(|| home.join(FILE));
    let text = match read(&path) {
        Ok(text) => Some(text),
        Err(error) if named.is_none() && is_absent(&error) => None,
        Err(error) => {
            let message = format!("the configuration {} cannot be read: {error}", path.display());
            return Err(wrong(message, "check the path given with --config or RUMINATE_CONFIG"));
        }
    };
    let config: Config = match &text {
        Some(text) => toml::from_str(text).map_err(|error| {
            let message = format!("{}: {}", path.display(), error.to_string().trim_end());
            wrong(message, "`ruminate config schema` tells every key there is")
        })?,
        None => Config::default(),
    };
    config.check().map_err(|(key, rule)| {
        wrong(format!("{}: `{key}` must be {rule}", path.display()), "correct it, or leave it out")
    })?;
    config.check_model().map_err(|(key, error)| {
        wrong(format!("{}: `{key}`: {error}", path.display()), error.hint())
    })?;
    let config = config.under_the_environment();
    Ok(Loaded { config, home, file: path, file_exists: text.is_some() })
}

/// Where the data lives.
pub(crate) fn home() -> Result<PathBuf, Failure> {
    env::home().ok_or_else(|| {
        wrong("there is no place for the data", format!("set {} to a directory", env::HOME))
    })
}

/// No configuration is longer than this; a device might be.
const MOST_BYTES: u64 = 1024 * 1024;

fn read(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    std::fs::File::open(path)?.take(MOST_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

/// A data directory that is a file is for the store to tell.
fn is_absent(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

fn wrong(message: impl Into<String>, hint: impl Into<String>) -> Failure {
    Failure::new(Exit::Config, "config", message, hint)
}

impl Config {
    /// What is in force where the file cannot be used.
    pub(crate) fn without_file() -> Self {
        Self::default().under_the_environment()
    }

    fn under_the_environment(mut self) -> Self {
        self.model.id = env::var(env::MODEL).or(self.model.id);
        self.model.url = env::var(env::MODEL_URL).or(self.model.url);
        self
    }

    pub(crate) fn defaults(&self) -> Defaults {
        Defaults {
            policy: self.policy(),
            minutes: self.think.minutes,
            deep_minutes: self.think.deep_minutes,
            max_question_chars: self.think.max_question_chars,
        }
    }

    fn policy(&self) -> Policy {
        let think = &self.think;
        let reserve = think.reserve;
        let budget = Budget { wall_ms: None, tokens: None, calls: None, micro_usd: None, reserve };
        Policy {
            parallel: think.parallel,
            questions_every: think.questions_every,
            max_questions: think.max_questions,
            synthesis: SynthesisPolicy {
                every_ms: milliseconds(think.synthesis_every_minutes * 60.0),
                after_insights: think.synthesis_after_insights,
                on_contradiction: think.synthesis_on_contradiction,
            },
            call_limit_ms: milliseconds(think.call_limit_seconds),
            reply_tokens: think.reply_tokens,
            drafts: think.drafts,
            temperature: think.temperature,
            recall: self.mind.recall,
            enough: Confidence::new(self.mind.enough),
            reuse: self.mind.reuse,
            learn: self.mind.learn,
            ..Policy::extended(budget)
        }
    }

    pub(crate) fn model_settings(&self) -> Settings {
        let model = &self.model;
        let micro = |usd: Option<f64>| (usd.unwrap_or(0.0) * 1e6) as u64;
        let is_priced = model.usd_per_million_prompt_tokens.is_some()
            || model.usd_per_million_reply_tokens.is_some();
        Settings {
            keys: Keys::from_variables(env::var),
            concurrency: model.concurrency,
            retry: Retry { attempts: model.attempts, ..Retry::default() },
            max_reply_bytes: model.max_reply_bytes,
            ollama_window: model.ollama_window,
            overrides: Overrides {
                context_window: model.context_window,
                structured: model.structured,
                pricing: is_priced.then(|| Pricing {
                    prompt: micro(model.usd_per_million_prompt_tokens),
                    completion: micro(model.usd_per_million_reply_tokens),
                }),
            },
        }
    }

    pub(crate) fn durability(&self) -> Durability {
        match self.store.survives {
            Survives::PowerFailure => Durability::Full,
            Survives::Kill => Durability::Normal,
        }
    }

    pub(crate) fn worker_settings(&self) -> WorkerSettings {
        WorkerSettings {
            lease: Duration::from_secs_f64(self.worker.lease_seconds),
            heartbeat: Duration::from_secs_f64(self.worker.heartbeat_seconds),
            command_poll: Duration::from_millis(self.worker.command_poll_milliseconds),
        }
    }
}

pub(crate) fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0).round() as u64
}
