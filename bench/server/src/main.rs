//! Loads a server with readers and with questions, and measures it from outside: the same for Ruminate and
//! for what it is compared with. `bench/README.md` says what each number means and what it does not show.
//!
//! One thread does everything, so that on a small machine it is plain what is left for the server.

#![expect(clippy::print_stdout, reason = "numbers on stdout are what the program is for")]

mod connection;
mod fan_out;
mod lags;
mod posting;
mod process;
mod side;
mod sse;
mod subscriber;

use std::net::TcpListener;

use clap::{Parser, Subcommand};
use side::Side;
use tokio::task::LocalSet;

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Many readers of many live runs. Prints one JSON document
    FanOut {
        #[command(flatten)]
        target: Target,
        /// Where the model is: its processor time is told apart
        #[arg(long)]
        model_pid: u32,
        #[arg(long, default_value_t = 200)]
        runs: usize,
        /// Readers of each run
        #[arg(long, default_value_t = 10)]
        readers: usize,
        /// How long the runs think before anything is measured
        #[arg(long, default_value_t = 5)]
        warm_up_seconds: u64,
        /// How long it is measured
        #[arg(long, default_value_t = 30)]
        seconds: u64,
    },
    /// Questions from many clients at once. Prints one JSON document
    Post {
        #[command(flatten)]
        target: Target,
        #[arg(long, default_value_t = 32)]
        clients: usize,
        /// How many are asked in all
        #[arg(long, default_value_t = 4000)]
        requests: usize,
        /// Whether the runs begin to think
        #[arg(long)]
        start: bool,
    },
    /// Print ports that nobody listens at
    FreePorts {
        #[arg(default_value_t = 1)]
        count: usize,
    },
}

#[derive(clap::Args)]
struct Target {
    #[arg(long)]
    side: Side,
    /// The port of the loopback address at which the server listens, or soon will
    #[arg(long)]
    port: u16,
    /// The server's process; what it started is counted with it
    #[arg(long)]
    pid: u32,
}

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<()> {
    match Arguments::parse().what {
        What::FanOut { target, model_pid, runs, readers, warm_up_seconds, seconds } => {
            let plan = fan_out::Plan { model_pid, runs, readers, warm_up_seconds, seconds };
            print(&in_one_thread(fan_out::measure(&target, plan))?)
        }
        What::Post { target, clients, requests, start } => {
            let plan = posting::Plan { clients, requests, start };
            print(&in_one_thread(posting::measure(&target, plan))?)
        }
        What::FreePorts { count } => free_ports(count),
    }
}

fn print(found: &impl serde::Serialize) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string(found)?);
    Ok(())
}

fn in_one_thread<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, work)
}

/// Held all at once, so that they differ.
fn free_ports(count: usize) -> anyhow::Result<()> {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind(("127.0.0.1", 0))).collect::<Result<_, _>>()?;
    for listener in listeners {
        println!("{}", listener.local_addr()?.port());
    }
    Ok(())
}
