//! Many sessions in one process, each waiting for a slow model most of the time.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use futures_util::future::join_all;
use ruminate_store::Durability;
use ruminate_types::Cursor;

use crate::rig::Rig;
use crate::stats::{grouped, median};

#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) sessions: usize,
    pub(crate) delay_ms: u64,
    pub(crate) warm_up_steps: u64,
    pub(crate) seconds: u64,
}

pub(crate) async fn measure(dir: &Path, plan: Plan) -> anyhow::Result<()> {
    let empty = Memory::now()?;
    let rig = Rig::new(&dir.join("sessions"), Durability::Full)?;
    let mut runs = Vec::new();
    for _ in 0..plan.sessions {
        runs.push(rig.ask().await?);
    }

    let since = Instant::now();
    let warm = join_all(runs.iter().map(|run| rig.drive(*run, plan.warm_up_steps))).await;
    let warm: Vec<_> = warm.into_iter().collect::<Result<_, _>>()?;
    let warm_steps: u64 = warm.iter().map(|span| span.steps).sum();
    let warm_rate = warm_steps as f64 / since.elapsed().as_secs_f64();

    rig.models.answer_after(plan.delay_ms);
    for run in &runs {
        let stop = rig.meter.start(*run, u64::MAX);
        let (worker, run) = (rig.worker.clone(), *run);
        tokio::spawn(async move { worker.drive(run, stop).await });
    }
    // Everybody has been taken up, and has waited for the model at least once.
    tokio::time::sleep(Duration::from_millis(3 * plan.delay_ms)).await;

    let before = rig.meter.cursors();
    let (since, calls) = (Instant::now(), rig.models.calls());
    let mut resident = Vec::new();
    for _ in 0..plan.seconds {
        tokio::time::sleep(Duration::from_secs(1)).await;
        resident.push(Memory::now()?.resident_mib);
    }
    let seconds = since.elapsed().as_secs_f64();
    let calls = (rig.models.calls() - calls) as f64 / seconds;
    let memory = Memory::now()?;
    let after = rig.meter.cursors();
    ensure!(before.len() == plan.sessions, "only {} sessions have begun", before.len());

    let grown = |count: fn(&Cursor) -> u64| -> Vec<u64> {
        before.iter().map(|(run, cursor)| count(&after[run]) - count(cursor)).collect()
    };
    let steps = grown(|cursor| cursor.step).iter().sum::<u64>() as f64 / seconds;
    let thoughts = grown(|cursor| cursor.thoughts.into());
    let rounds = grown(|cursor| cursor.round.into());
    let best = plan.sessions as f64 * 1000.0 / plan.delay_ms as f64;

    println!(
        "{} sessions, a model that answers after {} ms, {} s after {} steps each, FULL:\n",
        grouped(plan.sessions as f64),
        plan.delay_ms,
        plan.seconds,
        plan.warm_up_steps
    );
    println!("| what | value |");
    println!("|---|---|");
    println!("| resident, median (VmRSS) | {:.0} MiB |", median(resident));
    println!("| resident, highest ever (VmHWM) | {:.0} MiB |", memory.highest_mib);
    println!("| resident before the first session | {:.0} MiB |", empty.resident_mib);
    println!("| model calls/s | {} of {} possible |", grouped(calls), grouped(best));
    println!("| steps/s | {} |", grouped(steps));
    println!("| thoughts per run meanwhile, fewest and most | {} |", range(&thoughts));
    println!("| rounds per run meanwhile, fewest and most | {} |", range(&rounds));
    println!("| steps/s of the same sessions with an instant model | {} |", grouped(warm_rate));
    rig.meter.stop_all();
    Ok(())
}

fn range(counts: &[u64]) -> String {
    let (least, most) = (counts.iter().min(), counts.iter().max());
    format!("{} to {}", least.unwrap_or(&0), most.unwrap_or(&0))
}

/// What the system says this process has in memory.
struct Memory {
    resident_mib: f64,
    highest_mib: f64,
}

impl Memory {
    fn now() -> anyhow::Result<Self> {
        let status = std::fs::read_to_string("/proc/self/status")?;
        let mib = |key: &str| {
            let line =
                status.lines().find_map(|line| line.strip_prefix(key)).context("no such key")?;
            let kib = line.trim_start_matches(':').trim().trim_end_matches(" kB").parse::<f64>()?;
            anyhow::Ok(kib / 1024.0)
        };
        Ok(Self { resident_mib: mib("VmRSS")?, highest_mib: mib("VmHWM")? })
    }
}
