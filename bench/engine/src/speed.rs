//! Durable steps per second of one run.

use std::path::Path;

use ruminate_store::Durability;

use crate::rig::{Rig, Window};
use crate::stats::{grouped, median};

pub(crate) async fn measure(dir: &Path, steps: u64, repeats: usize) -> anyhow::Result<()> {
    let mut full = Vec::new();
    let mut normal = Vec::new();
    // By turns, so that a noisy minute falls on both.
    for _ in 0..repeats {
        full.push(run(dir, Durability::Full, steps).await?);
        normal.push(run(dir, Durability::Normal, steps).await?);
    }
    println!("One run of {} steps, median of {repeats}:\n", grouped(steps as f64));
    println!(
        "| durability | steps/s | rounds/s | model calls/s | transactions/s | µs/step | of them CPU | slowest and fastest steps/s |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---|");
    print_row("FULL (survives a power failure; default)", &full);
    print_row("NORMAL (survives a kill)", &normal);
    Ok(())
}

async fn run(dir: &Path, durability: Durability, steps: u64) -> anyhow::Result<Window> {
    let rig = Rig::new(&dir.join("speed"), durability)?;
    let run = rig.ask().await?;
    rig.window(run, steps).await
}

fn print_row(name: &str, windows: &[Window]) {
    let per_second = |count: fn(&Window) -> u64| {
        median(windows.iter().map(|window| count(window) as f64 / window.span.time.as_secs_f64()))
    };
    let steps = per_second(|window| window.span.steps);
    let rate = |window: &Window| window.span.steps as f64 / window.span.time.as_secs_f64();
    println!(
        "| {name} | {} | {} | {} | {} | {:.0} | {:.0} | {} to {} |",
        grouped(steps),
        grouped(per_second(|window| window.span.rounds)),
        grouped(per_second(|window| window.span.calls)),
        grouped(per_second(|window| window.span.commits)),
        1e6 / steps,
        median(windows.iter().map(|w| w.worked.as_secs_f64() * 1e6 / w.span.steps as f64)),
        grouped(windows.iter().map(rate).fold(f64::INFINITY, f64::min)),
        grouped(windows.iter().map(rate).fold(0.0, f64::max)),
    );
}
