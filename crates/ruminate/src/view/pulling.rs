//! How far a pull is: a bar on a terminal, some lines in a pipe. Both on stderr.

use std::sync::Mutex;

use indicatif::{ProgressBar, ProgressStyle};
use ruminate_models::weights::{Progress, Step, size};

use super::printable;
use crate::output::note;

const BAR: &str = "{bar:30} {percent:>3} %  {decimal_bytes} of {decimal_total_bytes}  \
                   {decimal_bytes_per_sec}  {eta} left";

/// What a step says in words; nothing for those that a bar or a share tells.
fn in_words(step: &Step<'_>) -> Option<String> {
    match step {
        Step::Waiting => Some("Another process pulls it: waiting for that one.".to_owned()),
        Step::Stranger { path } => {
            Some(format!("{path} is another file than it should be: it will be replaced."))
        }
        Step::From { file, source } => Some(format!("{file} from {source}")),
        Step::Again { why, after } if after.is_zero() => Some(format!("  {why}; once more")),
        Step::Again { why, after } => {
            Some(format!("  {why}; once more in {:.1} s", after.as_secs_f64()))
        }
        Step::Useless { why, .. } => Some(format!("  of no use: {why}")),
        Step::Checking { file } => Some(format!("Checking {file}")),
        Step::Came { .. } => None,
    }
}

/// A bar with bytes, speed and the time that is left.
pub(crate) struct PullBar {
    bar: ProgressBar,
}

impl PullBar {
    pub(crate) fn new(bytes: u64) -> Self {
        let style =
            ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(bytes).with_style(style.progress_chars("━╸─"));
        Self { bar }
    }
}

impl Progress for PullBar {
    fn step(&self, step: Step<'_>) {
        if let Step::Came { bytes, of } = step {
            let before = self.bar.position();
            self.bar.set_length(of);
            self.bar.set_position(bytes);
            // What was there before says nothing about the speed.
            if before == 0 || bytes < before {
                self.bar.reset_eta();
            }
        }
        if let Some(words) = in_words(&step) {
            self.bar.suspend(|| note!("{}", printable(&words)));
        }
    }
}

impl Drop for PullBar {
    /// What comes next says how it ended.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A line for every tenth.
#[derive(Default)]
pub(crate) struct PullLines {
    tenths: Mutex<Option<u64>>,
}

impl Progress for PullLines {
    fn step(&self, step: Step<'_>) {
        let Step::Came { bytes, of } = step else {
            if let Some(words) = in_words(&step) {
                note!("{}", printable(&words));
            }
            return;
        };
        let tenth = bytes.saturating_mul(10).checked_div(of).unwrap_or(10);
        // Nothing panics while it is held.
        let mut told = self.tenths.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if *told != Some(tenth) && (tenth > 0 || told.is_none()) {
            *told = Some(tenth);
            note!("{:>3} %  {} of {}", tenth * 10, size(bytes), size(of));
        }
    }
}
