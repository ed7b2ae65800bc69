//! The command line of Ruminate.

mod all_models;
mod background;
mod boxed;
mod cli;
mod commands;
mod config;
mod embedding;
mod env;
mod exit;
mod house;
mod in_the_box;
mod knowing;
mod learning;
mod memory;
mod offer;
mod output;
mod place;
mod reign;
mod remote;
mod session;
mod telemetry;
mod view;
mod wiring;

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

use cli::{Cli, Command};
use exit::{Exit, Failure};
use in_the_box::InTheBox;
use output::note;

/// A thousand runs that wait hold many small texts for a long time: with the C library's allocator
/// half of the memory would be holes between them (docs/benchmarks.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long work is waited for that nobody asks for any more.
const LAST_WORK: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    #[cfg(feature = "failpoints")]
    let _scenario = fail::FailScenario::setup();

    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misunderstood(&error),
    };
    if let Command::ReadPdf = cli.command {
        return ruminate_documents::serve_pdf();
    }
    let (is_json, program) = (cli.global.json, cli.global.program());
    match run(cli) {
        Ok(exit) => ExitCode::from(exit as u8),
        Err(failure) => {
            let failure = failure.with_hints_for(&program);
            if !failure.is_nobody_listening() {
                note!("{}", failure.told(is_json));
            }
            ExitCode::from(failure.exit as u8)
        }
    }
}

/// Help and versions are answers; everything else is bad usage, in JSON for programs.
fn misunderstood(error: &clap::Error) -> ExitCode {
    let wants_json = std::env::args_os().any(|argument| argument == "--json");
    if !wants_json || !error.use_stderr() {
        // Whoever does not listen cannot be told.
        let _ = error.print();
        return ExitCode::from(if error.use_stderr() { Exit::Usage } else { Exit::Done } as u8);
    }
    let failure = Failure::usage(error.to_string().trim().to_owned(), "see `ruminate --help`");
    note!("{}", failure.told(true));
    ExitCode::from(Exit::Usage as u8)
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    if let (Some(_), Some(name)) = (&cli.global.server, cli.command.stays_here()) {
        let message =
            format!("`ruminate {name}` is about this machine: --server does not go with it");
        return Err(Failure::usage(message, "leave --server out, or run it where the server is"));
    }
    match &cli.command {
        Command::Completions { shell } => {
            return commands::generate::completions(&cli.global, *shell);
        }
        Command::Man { dir } => return commands::generate::man(&cli.global, dir.as_deref()),
        Command::Config(cli::Config::Schema) => return commands::config::schema(),
        _ => {}
    }
    let loaded = config::load(cli.global.config.as_deref());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(async {
        match cli.command {
            Command::Ask(ask) => commands::ask::ask(loaded, &cli.global, ask).await,
            Command::Think(think) => commands::ask::think(loaded, &cli.global, think).await,
            Command::Serve(serve) => commands::serve::serve(loaded?, serve).await,
            Command::Keys(keys) => commands::keys::keys(loaded?, &cli.global, keys).await,
            Command::Learn(learn) => commands::learn::learn(loaded, &cli.global, learn).await,
            Command::Recall(recall) => commands::recall::recall(loaded, &cli.global, recall).await,
            Command::Mind(mind) => commands::mind::mind(loaded, &cli.global, mind).await,
            Command::Runs(runs) => commands::runs::runs(loaded, &cli.global, runs).await,
            Command::Models(models) => commands::models::models(loaded, &cli.global, models).await,
            // It has a word to say about a configuration that is wrong.
            Command::Doctor(choice) => commands::doctor::doctor(loaded, &cli.global, &choice).await,
            Command::ReadWeights { path } => {
                let usual = config::Config::default();
                InTheBox::new(&usual.in_the_box, &usual.model).read_weights(&path).await?;
                Ok(Exit::Done)
            }
            Command::Config(_) => commands::config::show(&loaded?, &cli.global),
            Command::Completions { .. } | Command::Man { .. } | Command::ReadPdf => Ok(Exit::Done),
        }
    });
    // Whoever reads a device or a terminal may never come back from it.
    runtime.shutdown_timeout(LAST_WORK);
    outcome
}
