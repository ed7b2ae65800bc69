//! The laws and the speed of vectors, and what they are good for beside plainer means.

mod facts;
mod law;
mod misspell;
mod names;
mod routing;
mod speed;
mod stopwatch;
mod titles;
mod trigrams;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Prints how often the right vector is found, beside what the law of capacity says
    Law {
        /// Answers that are looked for in each row
        #[arg(long, default_value_t = 10_000)]
        answers: usize,
    },
    /// Prints how fast binding and cleanup are, as rows of a table
    Speed {
        #[arg(long)]
        dimension: usize,
        #[arg(long)]
        known: usize,
    },
    /// Prints how well misspelled names are found
    Names {
        #[arg(long, default_value_t = 2_000)]
        asked: usize,
    },
    /// Prints how well the right silo is found
    Routing {
        #[arg(long, default_value_t = 2_000)]
        asked: usize,
    },
    /// Prints what many facts cost, and how well they and analogies are answered
    Facts {
        #[arg(long, default_value_t = 1_000_000)]
        facts: usize,
        #[arg(long, default_value_t = 1_024)]
        dimension: usize,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Law { answers } => law::measure(answers),
        Command::Speed { dimension, known } => speed::measure(dimension, known),
        Command::Names { asked } => names::measure(asked)?,
        Command::Routing { asked } => routing::measure(asked)?,
        Command::Facts { facts, dimension } => facts::measure(facts, dimension),
    }
    Ok(())
}
