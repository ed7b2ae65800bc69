//! Measures the engine with a model that costs nothing: what is left is the machine, the driver and the
//! store. `bench/README.md` says what each number means and what it does not show.

#![expect(clippy::print_stdout, reason = "tables on stdout are what the program is for")]

mod first_line;
mod growth;
mod meter;
mod model;
mod replies;
mod rig;
mod sessions;
mod speed;
mod stats;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use ruminate_store::Durability;

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Durable steps per second of one run, with and without a flush per transaction
    Speed {
        #[command(flatten)]
        place: Place,
        #[arg(long, default_value_t = 3000)]
        steps: u64,
        /// How often each is measured; the table shows medians
        #[arg(long, default_value_t = 5)]
        repeats: usize,
    },
    /// Time and bytes per step early and late in one run
    Growth {
        #[command(flatten)]
        place: Place,
        /// The steps around which a window is measured
        #[arg(long, value_delimiter = ',', default_value = "100,1000,10000")]
        at: Vec<u64>,
        /// How many steps a window has
        #[arg(long, default_value_t = 100)]
        window: u64,
        /// How many runs are measured; the table shows medians
        #[arg(long, default_value_t = 5)]
        repeats: usize,
        /// Without a flush per transaction
        #[arg(long)]
        normal: bool,
        /// One JSON document instead of a table
        #[arg(long)]
        json: bool,
    },
    /// Memory of many sessions that wait for a slow model
    Sessions {
        #[command(flatten)]
        place: Place,
        #[arg(long, default_value_t = 1000)]
        sessions: usize,
        /// How long the model takes to answer while it is measured
        #[arg(long, default_value_t = 1000)]
        delay_ms: u64,
        /// How many steps each session makes with a fast model first, so that its window is full
        #[arg(long, default_value_t = 300)]
        warm_up_steps: u64,
        /// How long it is measured
        #[arg(long, default_value_t = 30)]
        seconds: u64,
    },
    /// Print the model's replies as one JSON document, for others that are to hear the same
    Replies,
    /// Run a command until the first line it prints, then end it
    FirstLine {
        #[arg(trailing_var_arg = true, required = true)]
        command: Vec<String>,
    },
}

#[derive(clap::Args)]
struct Place {
    /// The directory for the databases; it is made, and emptied of what is measured
    #[arg(long)]
    dir: PathBuf,
}

/// The program's own allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<()> {
    match Arguments::parse().what {
        What::Speed { place, steps, repeats } => {
            in_place(&place.dir, speed::measure(&place.dir, steps, repeats))
        }
        What::Growth { place, at, window, repeats, normal, json } => {
            let durability = if normal { Durability::Normal } else { Durability::Full };
            let plan = growth::Plan { at, window, repeats, durability };
            in_place(&place.dir, growth::measure(&place.dir, plan, json))
        }
        What::Sessions { place, sessions, delay_ms, warm_up_steps, seconds } => {
            let plan = sessions::Plan { sessions, delay_ms, warm_up_steps, seconds };
            in_place(&place.dir, sessions::measure(&place.dir, plan))
        }
        What::Replies => {
            println!("{}", serde_json::to_string(&replies::Replies::new())?);
            Ok(())
        }
        What::FirstLine { command } => first_line::first_line(&command),
    }
}

/// The same kind of runtime as the product's.
fn in_place(dir: &Path, work: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    std::fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work)
}
