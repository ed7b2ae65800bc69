//! What can go wrong between here and a server, and what it means to a person.

use std::time::Duration;

use ruminate_types::RunId;
use ruminate_types::ports::store::{Refusal, StoreError};
use serde::Deserialize;

use crate::env;
use crate::exit::{Exit, Failure, with_flags};
use crate::view::printable;

#[derive(Debug)]
pub(super) enum Trouble {
    /// Nothing came back, or not all of it.
    Unreachable { url: String, message: String },
    /// The server says what is wrong.
    Problem { status: u16, problem: Problem, retry_after: Option<Duration> },
    /// Whatever answers there is no Ruminate that this one understands.
    Stranger { url: String, message: String },
}

/// The parts of a problem document that are told.
#[derive(Debug, Deserialize)]
pub(super) struct Problem {
    pub(super) code: String,
    detail: String,
    hint: Option<String>,
}

/// The most of a server's words that is shown.
const MOST_CHARS: usize = 2000;

impl Problem {
    /// As it may be shown: a server's words go to a terminal.
    pub(super) fn shown(self, redact: impl Fn(&str) -> String) -> Self {
        let shown = |text: String| -> String {
            printable(&redact(&text)).chars().take(MOST_CHARS).collect()
        };
        let Self { code, detail, hint } = self;
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let code = if !code.is_empty() && code.len() <= 64 && code.chars().all(is_name) {
            code
        } else {
            "refused".to_owned()
        };
        Self { code, detail: shown(detail), hint: hint.map(shown) }
    }
}

/// What a refusal means to the shell.
fn exit_of(status: u16, code: &str) -> Exit {
    match (status, code) {
        (404, _) => Exit::NotFound,
        (409, "run_held" | "lease_lost") => Exit::Held,
        (409, "still_read") => Exit::Partly,
        // As when the model is chosen or runs are counted here.
        (_, "model_unknown" | "model_too_small") => Exit::Model,
        (429, "too_many_runs") => Exit::Usage,
        (408 | 429 | 500.., _) => Exit::Model,
        _ => Exit::Usage,
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Unreachable { url, message } => Self::new(
                Exit::Model,
                "server_unreachable",
                format!("no server answers at {url}: {message}"),
                "is it running there? `ruminate serve` starts one; --server or RUMINATE_SERVER names it",
            ),
            Trouble::Stranger { url, message } => Self::new(
                Exit::Model,
                "server_strange",
                format!("what answers at {url} is not a Ruminate that this one knows: {message}"),
                "check the address, and that both are of the same version",
            ),
            Trouble::Problem { status, problem, .. } => refused(status, problem),
        }
    }
}

fn refused(status: u16, problem: Problem) -> Failure {
    let Problem { code, detail, hint } = problem;
    let exit = exit_of(status, &code);
    let told = |text: String| if code == "invalid" { with_flags(&text) } else { text };
    let message = told(detail);
    let hint = match (status, code.as_str()) {
        (401, _) => {
            let is_set = env::var(env::API_KEY).is_some();
            let set =
                if is_set { "set RUMINATE_API_KEY to another key" } else { "set RUMINATE_API_KEY" };
            Some(format!("{set}; the server's operator makes one with `ruminate keys create`"))
        }
        (_, "run_not_found") => Some("`ruminate runs list` shows the runs there are".to_owned()),
        (_, "event_not_found") => {
            Some("`ruminate runs follow ID --plain` shows them with their numbers".to_owned())
        }
        _ => hint.map(told),
    };
    // A command fails once, and ends: its name may stay for as long as the program does.
    Failure { exit, code: String::leak(code), message, hint }
}

impl Trouble {
    /// What a port says of it, when it was about this run.
    pub(super) fn of_run(self, run: Option<RunId>) -> StoreError {
        if let Some(run) = run
            && self.is("run_not_found")
        {
            return StoreError::NotFound(run);
        }
        let Failure { exit, code, message, hint } = self.into();
        let refusal = Refusal { code, message, hint: hint.unwrap_or_default() };
        match exit {
            Exit::Model => StoreError::Unavailable(refusal),
            _ => StoreError::Refused(refusal),
        }
    }

    /// Whether the server calls it so.
    pub(super) fn is(&self, code: &str) -> bool {
        matches!(self, Self::Problem { problem, .. } if problem.code == code)
    }

    /// The run was over before it could be told anything.
    pub(super) fn is_too_late(&self) -> bool {
        self.is("run_over")
    }

    /// What was sent is too large, or something in it is wrong.
    pub(super) fn is_about_the_body(&self) -> bool {
        matches!(self, Self::Problem { status: 413 | 422, .. })
    }

    /// Whether it may be over in a moment: the server is being started again, or has too much to do.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable { .. } => true,
            Self::Problem { status, .. } => matches!(status, 429 | 502..=504),
            Self::Stranger { .. } => false,
        }
    }

    pub(super) fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Problem { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}
