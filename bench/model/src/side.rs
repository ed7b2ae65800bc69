//! One of the two that are compared.

use std::time::Duration;

use anyhow::Result;

pub(crate) struct Ask<'a> {
    pub(crate) prompt: &'a str,
    pub(crate) max_tokens: u32,
}

/// How one reply came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    pub(crate) prompt_tokens: u64,
    pub(crate) reply_tokens: u64,
    /// From the request to the first piece of the reply.
    pub(crate) first: Duration,
    /// From the first piece to the last.
    pub(crate) rest: Duration,
}

/// Asked one thing after the other.
pub(crate) trait Side {
    fn name(&self) -> &'static str;
    fn ask<'a>(
        &'a mut self,
        ask: Ask<'a>,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Timing>> + 'a>>;
    /// The process that holds the model.
    fn process(&self) -> u32;
}

/// What a process has in memory, in bytes.
pub(crate) fn resident(process: u32) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix("kB")).unwrap_or("0");
    Ok(kibibytes.trim().parse::<u64>()? * 1024)
}
