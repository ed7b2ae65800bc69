//! How the program ends: a message, a hint, and a documented exit code.

use ruminate_models::weights::WeightsError;
use ruminate_runtime::RuntimeError;
use ruminate_runtime::asked::Invalid;
use ruminate_types::ports::model::ModelError;
use ruminate_types::ports::store::StoreError;
use serde_json::json;

use crate::cli::PROGRAM;
use crate::output::tame;
use crate::view::printable;

/// The exit codes, as `ruminate --help` and docs/cli.md tell them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    Done = 0,
    Unexpected = 1,
    Usage = 2,
    NotFound = 3,
    Data = 4,
    Model = 5,
    Held = 6,
    Config = 7,
    Partly = 8,
    Unanswered = 9,
    Paused = 10,
    Cancelled = 11,
    Interrupted = 130,
}

impl Exit {
    pub(crate) const TABLE: &str = "\
  0    the answer is there, or the command did what it was told
  1    something unexpected, or `doctor` found something wrong
  2    bad usage: an empty question, a negative duration, an unknown flag or provider, a missing or wrong key
  3    there is no such run, event, conversation, source, silo, reflex or model to pull
  4    the data cannot be read or written: full, read-only, damaged, newer
  5    the model or the server cannot be used: unreachable, overloaded, or, a model, unknown to its server or not to be had;
       or the run ended without one answer of its model, or a page that was to be learned cannot be fetched
  6    another process drives the run, pulls the model, or has it loaded
  7    the configuration file is wrong: an unknown key, a value out of range, an unknown provider
  8    some of what was asked for could not be done, and the rest was: files that cannot be read,
       lines that were skipped, or words of what was forgotten that a file keeps while another process reads it
  9    there is no answer: no model was asked, and nothing that was learned says it
  10   the run is paused, and waits to be resumed
  11   the run failed or was cancelled
  130  interrupted; a run that was thinking is paused";
}

/// A command that did not work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Failure {
    pub exit: Exit,
    /// A stable name for programs.
    pub code: &'static str,
    pub message: String,
    pub hint: Option<String>,
}

impl Failure {
    pub(crate) fn new(
        exit: Exit,
        code: &'static str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self { exit, code, message: message.into(), hint: Some(hint.into()) }
    }

    pub(crate) fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(Exit::Usage, "usage", message, hint)
    }

    /// Hints come from where nobody knows whether the command was sent to a server; what they name has to
    /// go there too.
    pub(crate) fn with_hints_for(mut self, program: &str) -> Self {
        let travels = ["runs", "ask", "think", "learn", "recall", "mind"];
        self.hint = self.hint.map(|hint| {
            travels.iter().fold(hint, |hint, command| {
                hint.replace(&format!("{PROGRAM} {command} "), &format!("{program} {command} "))
            })
        });
        self
    }

    /// What was to be shown could not be: nobody reads it, or there is no room for it.
    pub(crate) fn is_about_output(&self) -> bool {
        self.is_nobody_listening() || self.code == OUTPUT
    }

    /// Whoever read the output has left, and wants to hear nothing more.
    pub(crate) fn is_nobody_listening(&self) -> bool {
        self.code == NOBODY_LISTENS
    }

    /// For a person, on two lines at most; for a program, one JSON object.
    pub(crate) fn told(&self, is_json: bool) -> String {
        if is_json {
            let error = json!({"code": self.code, "message": self.message, "hint": self.hint});
            return tame(&json!({ "error": error }).to_string());
        }
        let message = printable(&self.message);
        match &self.hint {
            Some(hint) => format!("error: {message}\n hint: {}", printable(hint)),
            None => format!("error: {message}"),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let exit = match error {
            StoreError::NotFound(_) | StoreError::NoConversation(_) => Exit::NotFound,
            StoreError::TooManyRuns { .. }
            | StoreError::TooManyConversations { .. }
            | StoreError::Refused(_) => Exit::Usage,
            StoreError::Unavailable(_) => Exit::Model,
            StoreError::Held { .. } | StoreError::LeaseLost { .. } => Exit::Held,
            StoreError::StillRead => Exit::Partly,
            StoreError::AlreadyExists { .. } | StoreError::Misused { .. } => Exit::Unexpected,
            StoreError::Full { .. }
            | StoreError::ReadOnly { .. }
            | StoreError::Corrupt { .. }
            | StoreError::Newer { .. }
            | StoreError::Busy { .. }
            | StoreError::Io { .. } => Exit::Data,
        };
        Self::new(exit, error.code(), error.to_string(), error.hint())
    }
}

impl From<RuntimeError> for Failure {
    fn from(error: RuntimeError) -> Self {
        match error {
            RuntimeError::Store(error) => error.into(),
            RuntimeError::NoSuchEvent { run, .. } => Self::new(
                Exit::NotFound,
                "event_not_found",
                error.to_string(),
                format!("`ruminate runs follow {run} --plain` shows them with their numbers"),
            ),
            RuntimeError::BrokenHistory { .. } => Self::new(
                Exit::Data,
                "broken_history",
                error.to_string(),
                "`ruminate doctor` checks the data",
            ),
        }
    }
}

impl From<Invalid> for Failure {
    fn from(invalid: Invalid) -> Self {
        Self::usage(with_flags(&invalid.message), with_flags(&invalid.hint))
    }
}

/// The fields of a request, in backticks, as the flags that they are here; the question is no flag.
pub(crate) fn with_flags(text: &str) -> String {
    let mut told = String::new();
    for (index, part) in text.split('`').enumerate() {
        match part {
            "question" => told.push_str("the question"),
            part if index % 2 == 1 => told.push_str(&format!("--{}", part.replace('_', "-"))),
            part => told.push_str(part),
        }
    }
    told
}

impl From<WeightsError> for Failure {
    fn from(error: WeightsError) -> Self {
        let exit = match error {
            WeightsError::Offline { .. } | WeightsError::NoSource { .. } => Exit::Model,
            WeightsError::NoRoom { .. }
            | WeightsError::Full { .. }
            | WeightsError::Io { .. }
            | WeightsError::Changed { .. } => Exit::Data,
            WeightsError::Held { .. } | WeightsError::InUse { .. } => Exit::Held,
            WeightsError::NotThere { .. } => Exit::NotFound,
            WeightsError::Manifest { .. } => Exit::Config,
            WeightsError::Misconfigured { .. } => Exit::Usage,
        };
        Self::new(exit, error.code(), error.to_string(), error.hint())
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        let exit = match error {
            ModelError::Misconfigured { .. } => Exit::Usage,
            _ => Exit::Model,
        };
        Self::new(exit, error.code(), error.to_string(), error.hint())
    }
}

const NOBODY_LISTENS: &str = "broken_pipe";
const OUTPUT: &str = "io";

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            let message = "nobody reads the output any more".to_owned();
            return Self { exit: Exit::Done, code: NOBODY_LISTENS, message, hint: None };
        }
        let hint = "is the terminal gone, or the disk of the output full?";
        Self::new(Exit::Unexpected, OUTPUT, error.to_string(), hint)
    }
}
