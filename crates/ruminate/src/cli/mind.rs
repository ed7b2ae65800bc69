//! `ruminate mind …`, as it is written.

use std::ffi::OsString;

use clap::{Args, Subcommand};

use super::ModelChoice;

#[derive(Debug, Subcommand)]
pub(crate) enum Mind {
    /// How much is known
    Status,
    /// The subjects, with how much was learned for each
    Silos,
    /// What was learned from, by name
    Sources {
        /// Only those after this name, for paging
        #[arg(long, value_name = "NAME", default_value = "")]
        after: String,
        /// At most so many
        #[arg(long, short = 'n', default_value_t = 50)]
        limit: u32,
    },
    /// The facts about a concept, or all of them, the surest first
    Facts {
        /// What they are about
        concept: Option<String>,
        /// Only what was learned for this subject
        #[arg(long)]
        silo: Option<String>,
        /// At most so many
        #[arg(long, short = 'n', default_value_t = 50)]
        limit: usize,
    },
    /// Show what bears on a question, and what of it comes from facts, from thoughts and from vectors
    Explain {
        /// The question; "A is to B as C is to what?" asks for an analogy
        question: String,
    },
    /// What is answered at once, and what causes may end at; lists them without more
    Reflexes {
        #[command(subcommand)]
        wish: Option<Reflexes>,
    },
    /// What it is to know more about; lists them without more
    Desires {
        #[command(subcommand)]
        wish: Option<Desires>,
    },
    /// Questions that came up and could not be answered, in the order in which they are tried
    Gaps {
        /// At most so many
        #[arg(long, short = 'n', default_value_t = 50)]
        limit: u32,
        #[command(subcommand)]
        wish: Option<Gaps>,
    },
    /// What passed through its attention, the oldest first
    Traces(Traces),
    /// Let it think by itself: about what it is to know, what is missing, and what mattered
    Wake {
        /// At most so many cycles; it ends when there is nothing more to do
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
        cycles: u32,
        /// Tokens that it may spend on asking a model for what it does not know; at least 1000 to ask one
        #[arg(long, default_value_t = 0)]
        tokens: u64,
        #[command(flatten)]
        model: ModelChoice,
    },
    /// Keep it from thinking by itself until it is woken
    Sleep,
    /// Forget a source, all beneath a directory, or one passage by its id, and all that rests on it alone
    Forget {
        /// A file, a directory, an address, or an id, as `mind sources` and `recall` show them
        source: OsString,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Desires {
    /// Want something known
    Add {
        /// Like "become expert in Kubernetes"
        text: String,
    },
    /// Give one up
    Remove { id: u64 },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Gaps {
    /// Do not try to fill one any more
    Drop { id: u64 },
}

#[derive(Debug, Args)]
pub(crate) struct Traces {
    /// Only those after this number
    #[arg(long, value_name = "NUMBER")]
    pub after: Option<u64>,
    /// At most so many; the newest, without --after
    #[arg(long, short = 'n', default_value_t = 50)]
    pub limit: u32,
    /// Wait for more
    #[arg(long, short)]
    pub follow: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Reflexes {
    /// Make one
    Add {
        /// The question that it answers, or the concept that something can be done about
        pattern: String,
        /// What is said, or what can be done
        response: String,
    },
    /// Approve one that was proposed
    Approve { id: u64 },
    /// Delete one
    Reject { id: u64 },
}
