//! How well and how fast passages are found again; and the fitting of what finds them.

mod crossed;
mod descent;
mod fit;
mod mind;
mod quality;
mod score;
mod sets;
mod speed;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};
use ruminate_mind::Index;

use fit::Settings;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Prints how good recall is, beside BM25
    Quality {
        /// How often questions are divided anew for cross-validation
        #[arg(long, default_value_t = 3)]
        splits: usize,
        /// Features that are to weigh nothing
        #[arg(long, value_delimiter = ',')]
        without: Vec<String>,
        /// How strongly large weights are held down
        #[arg(long, default_value_t = fit::HOLD)]
        hold: f64,
    },
    /// Prints how fast it is, as rows of a table
    Speed {
        #[arg(long)]
        passages: usize,
        /// One sentence each, instead of paragraphs
        #[arg(long)]
        facts: bool,
        #[arg(long)]
        dir: PathBuf,
    },
    /// Writes passages and questions where other programs can read them
    Write {
        #[arg(long)]
        passages: usize,
        #[arg(long)]
        dir: PathBuf,
    },
    /// Prints how fast passages and facts together are, as a row of a table
    Mind {
        #[arg(long)]
        facts: usize,
        #[arg(long)]
        dir: PathBuf,
    },
    /// Opens a mind: part of `mind`
    #[command(hide = true)]
    OpenMind { dir: PathBuf },
    /// Opens an index: part of `speed`
    #[command(hide = true)]
    Open { path: PathBuf },
    /// Prints weights that are fitted on all questions
    Fit,
}

#[allow(clippy::print_stdout)]
fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Quality { splits, without, hold } => {
            quality::measure(splits, &Settings { without, hold, ..Settings::default() })
        }
        Command::Speed { passages, facts, dir } => {
            let (kind, made) = match facts {
                true => ("facts", speed::facts(passages)?),
                false => ("passages", speed::passages(passages)?),
            };
            speed::measure(&format!("{passages} {kind}"), made, &dir)
        }
        Command::Mind { facts, dir } => mind::measure(speed::facts(facts)?, &dir),
        Command::OpenMind { dir } => mind::open(&dir),
        Command::Open { path } => speed::open(&path),
        Command::Write { passages, dir } => speed::write(passages, &dir),
        Command::Fit => {
            let (passages, asked) = sets::together()?;
            let mut index = Index::new();
            index.add(passages);
            let all: Vec<_> =
                asked.iter().map(|(_, questions)| (&index, questions.iter().collect())).collect();
            println!("# Written by bench/recall/fit; what the names mean is in feature.rs.\n");
            print!("{}", fit::fit(&all, &Settings::default()).print());
            Ok(())
        }
    }
}
