//! `ruminate runs …`, as it is written.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{BudgetFlags, ModelChoice, Output};

#[derive(Debug, Subcommand)]
pub(crate) enum Runs {
    /// List runs, newest first
    List {
        /// Only runs in this state
        #[arg(long, value_enum)]
        status: Option<Status>,
        /// At most so many
        #[arg(long, short = 'n', default_value_t = 20)]
        limit: u32,
        /// Only runs older than this one, for paging
        #[arg(long, value_name = "ID")]
        before: Option<String>,
    },
    /// Show one run: its state, its answer, its questions
    Show {
        #[command(flatten)]
        run: RunId,
    },
    /// Watch a run, from its first event on
    Follow {
        #[command(flatten)]
        run: RunId,
        /// Begin after the event with this number
        #[arg(long, value_name = "SEQ", default_value_t = 0)]
        after: u64,
        #[command(flatten)]
        output: Output,
    },
    /// Pause a run; nothing of its budget is used meanwhile
    Pause {
        #[command(flatten)]
        run: RunId,
    },
    /// Go on with a run that is paused, interrupted or not started
    Resume {
        #[command(flatten)]
        run: RunId,
        #[command(flatten)]
        model: ModelChoice,
        #[command(flatten)]
        output: Output,
        /// Go on in the background
        #[arg(long)]
        detach: bool,
    },
    /// End a run at once, with what it has thought so far
    Cancel {
        #[command(flatten)]
        run: RunId,
    },
    /// Point a run at something: it becomes its most important question
    Steer {
        #[command(flatten)]
        run: RunId,
        /// What to look at
        text: String,
    },
    /// Say whether a run's answer was right
    Feedback {
        #[command(flatten)]
        run: RunId,
        verdict: Verdict,
        /// Why
        #[arg(long, value_name = "TEXT")]
        note: Option<String>,
    },
    /// Begin a new run with a run's history up to some event, or all of it. Budgets count from there on
    Fork(Fork),
    /// Write a run as a file for people or programs
    Export {
        #[command(flatten)]
        run: RunId,
        /// As what [default: md, or json with --json]
        #[arg(long, short, value_enum)]
        format: Option<ExportFormat>,
        /// Write to this file instead of stdout
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Delete a run and everything of it
    Delete {
        #[command(flatten)]
        run: RunId,
    },
    /// Drive a run without showing anything: what a run in the background is
    #[command(hide = true)]
    Drive {
        #[command(flatten)]
        run: RunId,
    },
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Fork {
    #[command(flatten)]
    pub run: RunId,
    /// The last event that is taken over, by its number in `runs follow --plain`
    #[arg(long, value_name = "SEQ")]
    pub at: Option<u64>,
    #[command(flatten)]
    pub budget: BudgetFlags,
    #[command(flatten)]
    pub model: ModelChoice,
    #[command(flatten)]
    pub output: Output,
    /// Think in the background, and print the run's id
    #[arg(long)]
    pub detach: bool,
    /// Make the run, but do not think yet; `runs resume` lets it, with another model if need be
    #[arg(long, conflicts_with_all = ["detach", "model", "model_url"])]
    pub no_start: bool,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct RunId {
    /// The run's id, the beginning of one, or `last`
    #[arg(value_name = "ID")]
    pub id: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Status {
    Created,
    /// Driven or interrupted
    Thinking,
    /// Thinking, but nobody drives it
    Interrupted,
    Paused,
    Completed,
    Failed,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Verdict {
    Right,
    Wrong,
}

impl Verdict {
    pub(crate) fn said(self) -> ruminate_types::Verdict {
        match self {
            Self::Right => ruminate_types::Verdict::Right,
            Self::Wrong => ruminate_types::Verdict::Wrong,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ExportFormat {
    Md,
    Json,
    Html,
}
