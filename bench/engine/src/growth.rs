//! Time and bytes per step early and late in one run, and what taking it up costs there.

use std::path::Path;

use anyhow::ensure;
use ruminate_store::Durability;
use serde::Serialize;

use crate::rig::Rig;
use crate::stats::{grouped, median};

/// One window of one run.
#[derive(Clone, Debug, Serialize)]
struct Measured {
    at: u64,
    steps: u64,
    rounds: u64,
    calls: u64,
    transactions: u64,
    seconds: f64,
    bytes: u64,
    load_seconds: f64,
    database_bytes: u64,
    /// What the run has made by the end of the window.
    thoughts: u32,
    questions: u32,
    syntheses: u32,
    digests: u32,
    contradictions: u32,
    open: usize,
}

pub(crate) async fn measure(
    dir: &Path,
    at: &[u64],
    window: u64,
    repeats: usize,
    as_json: bool,
) -> anyhow::Result<()> {
    let overlaps = at.windows(2).any(|pair| pair[0] + window > pair[1]);
    ensure!(!overlaps && at.iter().all(|at| *at > window / 2), "the windows overlap");
    let mut runs = Vec::new();
    for _ in 0..repeats {
        runs.push(run(dir, at, window).await?);
    }
    if as_json {
        println!("{}", serde_json::to_string(&runs)?);
    } else {
        print_table(at, window, &runs);
    }
    Ok(())
}

async fn run(dir: &Path, at: &[u64], window: u64) -> anyhow::Result<Vec<Measured>> {
    const LOADS: usize = 9;
    let rig = Rig::new(&dir.join("growth"), Durability::Full)?;
    let run = rig.ask().await?;
    let mut measured = Vec::new();
    for &at in at {
        rig.drive(run, at - window / 2).await?;
        let found = rig.window(run, at + window / 2).await?;
        let mut loads = Vec::new();
        for _ in 0..LOADS {
            loads.push(rig.load(run).await?.as_secs_f64());
        }
        let loaded = rig.worker.ports().runs.load(run).await?;
        let cursor = &found.span.cursor;
        measured.push(Measured {
            at,
            steps: found.span.steps,
            rounds: found.span.rounds,
            calls: found.span.calls,
            transactions: found.span.commits,
            seconds: found.span.time.as_secs_f64(),
            bytes: found.bytes,
            load_seconds: median(loads),
            database_bytes: rig.bytes()?,
            thoughts: cursor.thoughts,
            questions: cursor.questions,
            syntheses: cursor.syntheses,
            digests: cursor.digests,
            contradictions: cursor.contradictions,
            open: loaded.open.len(),
        });
    }
    Ok(measured)
}

fn print_table(at: &[u64], window: u64, runs: &[Vec<Measured>]) {
    println!(
        "One run, windows of {window} steps around each step, FULL, median of {} runs:\n",
        runs.len()
    );
    println!(
        "| step | µs/step | against the first | bytes/step | against the first | load, ms | thoughts | open questions | database, MiB |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let of = |index: usize, value: fn(&Measured) -> f64| {
        median(runs.iter().map(|run| value(&run[index])))
    };
    let time = |index| of(index, |m| m.seconds * 1e6 / m.steps as f64);
    let bytes = |index| of(index, |m| m.bytes as f64 / m.steps as f64);
    for (index, at) in at.iter().enumerate() {
        println!(
            "| {} | {:.0} | {:.2} × | {} | {:.2} × | {:.2} | {} | {} | {:.1} |",
            grouped(*at as f64),
            time(index),
            time(index) / time(0),
            grouped(bytes(index)),
            bytes(index) / bytes(0),
            of(index, |m| m.load_seconds * 1e3),
            grouped(of(index, |m| f64::from(m.thoughts))),
            of(index, |m| m.open as f64),
            of(index, |m| m.database_bytes as f64) / f64::from(1 << 20),
        );
    }
}
