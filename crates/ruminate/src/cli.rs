//! The command line as data: help, man page and completions are generated from it.

mod mind;
mod runs;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ruminate_runtime::asked::{Asked, AskedMode};

use crate::env;
use crate::exit::Exit;

pub(crate) use mind::{Desires, Gaps, Mind, Reflexes, Traces};
pub(crate) use runs::{ExportFormat, Fork, Runs, Status};

#[derive(Debug, Parser)]
#[command(
    name = "ruminate",
    version,
    about = "A self-hosted thinking engine: a question goes in; an answer with its whole train of thought comes out.",
    after_help = after_help(),
    max_term_width = 100
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub global: Global,
}

fn after_help() -> String {
    format!(
        "Exit codes:\n  {}\n\nEnvironment:\n  \
         RUMINATE_HOME       where the data and the configuration live\n  \
         RUMINATE_CONFIG     the configuration file, if it is elsewhere\n  \
         RUMINATE_MODEL      the model, as provider/name\n  \
         RUMINATE_MODEL_URL  the address of its server\n  \
         RUMINATE_MODELS     where pulled models are kept\n  \
         RUMINATE_OFFLINE    1 keeps `models pull` and `learn` from the network\n  \
         RUMINATE_SERVER     the server that is asked instead of this machine\n  \
         RUMINATE_API_KEY    the key for it; it is read from nowhere else\n  \
         OPENAI_API_KEY, ANTHROPIC_API_KEY\n                      \
         the providers' keys; they are read from nowhere else",
        Exit::TABLE
    )
}

pub(crate) const PROGRAM: &str = "ruminate";
/// The command by which the program reads a PDF for itself.
pub(crate) const READ_PDF: &str = "read-pdf";
/// The command that says whether a model's file can be loaded, in a process of its own.
pub(crate) const READ_WEIGHTS: &str = "read-weights";

#[derive(Clone, Debug, Args)]
pub(crate) struct Global {
    /// Print one JSON document on stdout instead of text
    #[arg(long, global = true)]
    pub json: bool,
    /// Read this configuration file
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Ask the server at this address instead of this machine: for `ask`, `think`, `runs`, `learn`, `recall` and `mind`
    #[arg(long, global = true, value_name = "URL")]
    pub server: Option<String>,
}

impl Global {
    /// How the program is called so that it goes to the same place again. A variable stays as it is.
    pub(crate) fn program(&self) -> String {
        match &self.server {
            Some(url) => format!("{PROGRAM} --server {url}"),
            None => PROGRAM.to_owned(),
        }
    }

    /// The server that is asked, if one is.
    pub(crate) fn server(&self) -> Option<String> {
        self.server.clone().or_else(|| env::var(env::SERVER))
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Answer a question at once, or after as much thinking as you say
    Ask(Ask),
    /// Think about a question for some time, and answer it
    Think(Think),
    /// Learn from files, directories, pages and standard input
    Learn(Learn),
    /// Find what was learned that answers a question
    Recall(Recall),
    /// Look at what is known, and forget some of it
    #[command(subcommand)]
    Mind(Mind),
    /// Look at runs, and tell them what to do
    #[command(subcommand)]
    Runs(Runs),
    /// Serve runs over HTTP: REST, live events, OpenAI-compatible
    Serve(Serve),
    /// The keys of a server: make, list, revoke
    #[command(subcommand)]
    Keys(Keys),
    /// See which models there are, pull one, and try one
    #[command(subcommand)]
    Models(Models),
    /// Check that everything is in order
    Doctor(ModelChoice),
    /// Look at the configuration
    #[command(subcommand)]
    Config(Config),
    /// Write the text of the PDF on standard input to standard output: what `learn` calls
    #[command(name = READ_PDF, hide = true)]
    ReadPdf,
    /// Load a file of weights and have it say a word: what is done before one is used that nobody verified
    #[command(name = READ_WEIGHTS, hide = true)]
    ReadWeights { path: PathBuf },
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
    /// Print the man page, or write one for every command
    Man {
        /// Write the pages into this directory
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

impl Command {
    /// The name of a command that is about this machine and nothing else.
    pub(crate) fn stays_here(&self) -> Option<&'static str> {
        match self {
            Self::Runs(Runs::Drive { .. }) => Some("runs drive"),
            Self::Ask(_) | Self::Think(_) | Self::Runs(_) | Self::Doctor(_) => None,
            Self::Learn(_) | Self::Recall(_) | Self::Mind(_) => None,
            Self::Serve(_) => Some("serve"),
            Self::Keys(_) => Some("keys"),
            Self::Models(_) => Some("models"),
            Self::Config(_) => Some("config"),
            Self::ReadPdf => Some(READ_PDF),
            Self::ReadWeights { .. } => Some(READ_WEIGHTS),
            Self::Completions { .. } => Some("completions"),
            Self::Man { .. } => Some("man"),
        }
    }
}

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ModelChoice {
    /// The model, as provider/name: ollama/qwen3:4b, openai/gpt-5, anthropic/claude-sonnet-4-5, box/qwen2.5-coder-1.5b; `none` thinks without one
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,
    /// The address of the model's server
    #[arg(long, value_name = "URL")]
    pub model_url: Option<String>,
}

impl ModelChoice {
    pub(crate) fn is_none(&self) -> bool {
        self.model.is_none() && self.model_url.is_none()
    }
}

#[derive(Clone, Debug, Args)]
pub(crate) struct BudgetFlags {
    /// Thinking time in minutes; parts of one are fine [default, if no budget is given: 5 for `think`, one call for `ask`, what the original has left for a fork]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub minutes: Option<f64>,
    /// At most so many tokens, prompts and replies together
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub max_tokens: Option<i64>,
    /// At most so many model calls
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub max_calls: Option<i64>,
    /// At most so much money, in US dollars; the model's prices must be configured
    #[arg(long, value_name = "USD", allow_negative_numbers = true)]
    pub max_cost: Option<f64>,
    /// The share of every budget that is kept for the ending [default: 0.15]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub reserve: Option<f64>,
}

impl BudgetFlags {
    pub(crate) fn asked(&self) -> Asked {
        Asked {
            minutes: self.minutes,
            max_tokens: self.max_tokens,
            max_calls: self.max_calls,
            max_cost: self.max_cost,
            reserve: self.reserve,
            ..Asked::default()
        }
    }
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Output {
    /// Print one JSON event per line as they come
    #[arg(long, conflicts_with = "json")]
    pub events: bool,
    /// Print plain lines, even on a terminal
    #[arg(long)]
    pub plain: bool,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Ask {
    /// The question, in quotes; `-` reads it from stdin
    pub question: String,
    /// How deep to think before the answer
    #[arg(long, value_enum, default_value_t = AskMode::Auto)]
    pub mode: AskMode,
    /// Go on with a conversation: its id, or `last` for the newest one
    #[arg(long, value_name = "ID")]
    pub conversation: Option<String>,
    /// Begin a conversation; its id is told on stderr
    #[arg(long, conflicts_with = "conversation")]
    pub new_conversation: bool,
    #[command(flatten)]
    pub budget: BudgetFlags,
    #[command(flatten)]
    pub model: ModelChoice,
    #[command(flatten)]
    pub output: Output,
    /// Ask anew, even where the answer is known
    #[arg(long)]
    pub fresh: bool,
    /// Fetch a model without asking, if there is none; so it is done where there is no terminal to ask at
    #[arg(long, short)]
    pub yes: bool,
}

impl Ask {
    pub(crate) fn asked(&self) -> Asked {
        Asked { fresh: self.fresh, ..self.budget.asked() }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum AskMode {
    /// As the question needs
    Auto,
    /// One answer, from what is known
    Fast,
    /// Some minutes of thinking
    Deep,
    /// Thinking until the budget ends, like `ruminate think`
    Extended,
}

impl AskMode {
    pub(crate) fn asked(self) -> AskedMode {
        match self {
            Self::Auto => AskedMode::Auto,
            Self::Fast => AskedMode::Fast,
            Self::Deep => AskedMode::Deep,
            Self::Extended => AskedMode::Extended,
        }
    }
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Think {
    /// The question, in quotes; `-` reads it from stdin
    pub question: String,
    #[command(flatten)]
    pub budget: BudgetFlags,
    /// Explore so many foci side by side, 1 to 16 [default: 1]
    #[arg(long, value_name = "N")]
    pub parallel: Option<u32>,
    /// Synthesize after so many minutes [default: 5]
    #[arg(long, value_name = "MINUTES", allow_negative_numbers = true)]
    pub synthesis_every: Option<f64>,
    /// Synthesize after so many insights; 0 turns that off [default: 8]
    #[arg(long, value_name = "N")]
    pub synthesis_after_insights: Option<u32>,
    #[command(flatten)]
    pub model: ModelChoice,
    #[command(flatten)]
    pub output: Output,
    /// Think in the background, and print the run's id
    #[arg(long)]
    pub detach: bool,
    /// Think anew, even where the answer is known
    #[arg(long)]
    pub fresh: bool,
    /// Fetch a model without asking, if there is none; so it is done where there is no terminal to ask at
    #[arg(long, short)]
    pub yes: bool,
}

impl Think {
    pub(crate) fn asked(&self) -> Asked {
        Asked {
            parallel: self.parallel,
            synthesis_every: self.synthesis_every,
            synthesis_after_insights: self.synthesis_after_insights,
            fresh: self.fresh,
            ..self.budget.asked()
        }
    }
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Learn {
    /// Files, directories and addresses: Markdown, text, HTML, PDF, Word, JSON lines, CSV; `-` reads standard input
    #[arg(required = true, value_name = "SOURCE")]
    pub sources: Vec<OsString>,
    /// The subject that it belongs to. Without it a source stays where it is, and a new one goes to `general`
    #[arg(long)]
    pub silo: Option<String>,
    /// Forget what was learned from files of these directories that are gone
    #[arg(long)]
    pub prune: bool,
    /// What standard input is to be known by; learning under the same name again replaces it
    #[arg(long)]
    pub name: Option<String>,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Recall {
    /// The question
    #[arg(conflicts_with = "questions")]
    pub question: Option<String>,
    /// Answer the questions of a file, a line {"id", "question"} each; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    pub questions: Option<String>,
    /// At most so many passages
    #[arg(short, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub k: u32,
    /// Only what was learned for this subject
    #[arg(long)]
    pub silo: Option<String>,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Serve {
    /// The address to listen at; port 0 takes any [default: 127.0.0.1:7878]
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<std::net::SocketAddr>,
    /// Ask for keys on the loopback address too; any other address always does
    #[arg(long)]
    pub require_keys: bool,
    #[command(flatten)]
    pub model: ModelChoice,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Keys {
    /// Make a key, and show it this once
    Create {
        /// Whose it is: everything that is done with it belongs to this name
        owner: String,
        /// What it is for
        #[arg(long, default_value = "")]
        label: String,
    },
    /// List the keys there are; the keys themselves are nowhere
    List,
    /// Make a key useless from now on
    Revoke {
        /// The key's id, as `keys list` shows it
        id: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Models {
    /// Fetch a model that runs in this program, without any server; a pull that was cut goes on
    Pull {
        /// Its name, as `models list` shows it [default: the small one]
        name: Option<String>,
    },
    /// List the models of a server, and those that can be pulled
    List(ModelChoice),
    /// Delete a pulled model, or what came of it
    Remove {
        /// Its name, as `models list` shows it
        name: String,
        /// Even if a running process has it loaded
        #[arg(long)]
        force: bool,
    },
    /// Ask a model one small thing, and measure it
    Test {
        /// Try what makes vectors of texts instead
        #[arg(long)]
        embedder: bool,
        #[command(flatten)]
        model: ModelChoice,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Config {
    /// Print what is in force, and where it comes from
    Show,
    /// Print the JSON schema of the configuration file
    Schema,
}
