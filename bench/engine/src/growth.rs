//! Time and bytes per step early and late in one run, and what taking it up costs there.

use std::path::Path;

use anyhow::ensure;
use ruminate_store::Durability;
use serde::Serialize;
use serde_json::json;

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
    /// Of the processors.
    worked_seconds: f64,
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

pub(crate) struct Plan {
    /// The steps around which a window is measured.
    pub(crate) at: Vec<u64>,
    pub(crate) window: u64,
    pub(crate) repeats: usize,
    pub(crate) durability: Durability,
}

pub(crate) async fn measure(dir: &Path, plan: Plan, as_json: bool) -> anyhow::Result<()> {
    let overlaps = plan.at.windows(2).any(|pair| pair[0] + plan.window > pair[1]);
    let begins_early = plan.at.iter().any(|at| *at <= plan.window / 2);
    ensure!(!overlaps && !begins_early, "the windows overlap");
    let mut runs = Vec::new();
    for _ in 0..plan.repeats {
        runs.push(run(dir, &plan).await?);
    }
    if as_json {
        let sqlite = rusqlite::version();
        let runs: Vec<_> =
            runs.iter().map(|windows| json!({ "sqlite": sqlite, "windows": windows })).collect();
        println!("{}", serde_json::to_string(&runs)?);
    } else {
        print_table(&plan, &runs);
    }
    Ok(())
}

async fn run(dir: &Path, plan: &Plan) -> anyhow::Result<Vec<Measured>> {
    const LOADS: usize = 9;
    let rig = Rig::new(&dir.join("growth"), plan.durability)?;
    let run = rig.ask().await?;
    let mut measured = Vec::new();
    for &at in &plan.at {
        rig.drive(run, at - plan.window / 2).await?;
        let found = rig.window(run, at + plan.window / 2).await?;
        let mut loads = Vec::new();
        for _ in 0..LOADS {
            loads.push(rig.load(run).await?.as_secs_f64());
        }
        let loaded = rig.worker.ports().windows.load(run).await?;
        let cursor = &found.span.cursor;
        measured.push(Measured {
            at,
            steps: found.span.steps,
            rounds: found.span.rounds,
            calls: found.span.calls,
            transactions: found.span.commits,
            seconds: found.span.time.as_secs_f64(),
            worked_seconds: found.worked.as_secs_f64(),
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

fn print_table(plan: &Plan, runs: &[Vec<Measured>]) {
    println!(
        "One run, windows of {} steps around each step, {:?} durability, median of {} runs:\n",
        plan.window,
        plan.durability,
        runs.len()
    );
    println!(
        "| step | µs/step | against the first | of them CPU | against the first | bytes/step | against the first | load, ms | thoughts | open questions | database, MiB |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let of = |index: usize, value: fn(&Measured) -> f64| {
        median(runs.iter().map(|run| value(&run[index])))
    };
    let time = |index| of(index, |m| m.seconds * 1e6 / m.steps as f64);
    let work = |index| of(index, |m| m.worked_seconds * 1e6 / m.steps as f64);
    let bytes = |index| of(index, |m| m.bytes as f64 / m.steps as f64);
    for (index, at) in plan.at.iter().enumerate() {
        println!(
            "| {} | {:.0} | {:.2} × | {:.0} | {:.2} × | {} | {:.2} × | {:.2} | {} | {} | {:.1} |",
            grouped(*at as f64),
            time(index),
            time(index) / time(0),
            work(index),
            work(index) / work(0),
            grouped(bytes(index)),
            bytes(index) / bytes(0),
            of(index, |m| m.load_seconds * 1e3),
            grouped(of(index, |m| f64::from(m.thoughts))),
            of(index, |m| m.open as f64),
            of(index, |m| m.database_bytes as f64) / f64::from(1 << 20),
        );
    }
}
