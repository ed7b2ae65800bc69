//! What the system knows of a process and of those that it started.

use std::fs::read_to_string;
use std::time::Duration;

use anyhow::Context as _;

/// The process and all that come from it.
#[derive(Clone)]
pub(crate) struct Processes(Vec<u32>);

impl Processes {
    pub(crate) fn of(root: u32) -> anyhow::Result<Self> {
        let mut family = vec![root];
        let mut next = 0;
        while let Some(&parent) = family.get(next) {
            for task in std::fs::read_dir(format!("/proc/{parent}/task"))? {
                let children = read_to_string(task?.path().join("children"))?;
                family.extend(children.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
            }
            next += 1;
        }
        Ok(Self(family))
    }

    /// Time of the processors so far.
    pub(crate) fn worked(&self) -> anyhow::Result<Duration> {
        // Fixed by Linux for what it tells to programs.
        const TICKS_PER_SECOND: f64 = 100.0;
        let mut ticks = 0;
        for id in &self.0 {
            let stat = read_to_string(format!("/proc/{id}/stat"))?;
            // The name in brackets may hold anything.
            let (_, rest) = stat.rsplit_once(')').context("no stat")?;
            let of_user_and_system = rest.split_whitespace().skip(11).take(2);
            ticks += of_user_and_system.filter_map(|t| t.parse::<u64>().ok()).sum::<u64>();
        }
        Ok(Duration::from_secs_f64(ticks as f64 / TICKS_PER_SECOND))
    }

    /// What is in memory now, in bytes.
    pub(crate) fn resident(&self) -> anyhow::Result<u64> {
        self.bytes("VmRSS:")
    }

    /// The most that ever was, in bytes.
    pub(crate) fn most_resident(&self) -> anyhow::Result<u64> {
        self.bytes("VmHWM:")
    }

    fn bytes(&self, field: &str) -> anyhow::Result<u64> {
        let mut kib = 0;
        for id in &self.0 {
            let status = read_to_string(format!("/proc/{id}/status"))?;
            let line =
                status.lines().find_map(|line| line.strip_prefix(field)).context("no status")?;
            kib += line.trim().trim_end_matches(" kB").parse::<u64>()?;
        }
        Ok(kib * 1024)
    }
}

pub(crate) fn median(mut numbers: Vec<u64>) -> u64 {
    numbers.sort_unstable();
    numbers.get(numbers.len().saturating_sub(1) / 2).copied().unwrap_or(0)
}
