//! How far learning is, on a terminal: what is read now, and how many passages came so far. Nothing where
//! nobody looks; the report comes at the end.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::printable;
use crate::learning::Source;

const LINE: &str = "{spinner} {human_pos} passages, {rate}  {wide_msg}";
const TICK: Duration = Duration::from_millis(100);

pub(crate) struct Counting {
    bar: ProgressBar,
}

impl Counting {
    pub(crate) fn new(is_wanted: bool) -> Self {
        if !is_wanted || !stderr().is_terminal() {
            return Self { bar: ProgressBar::hidden() };
        }
        let style = ProgressStyle::with_template(LINE)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
                // A line that cannot be drawn is drawn again in a moment.
                let _ = write!(out, "{:.0} a second", state.per_sec());
            });
        let bar = ProgressBar::no_length().with_style(style);
        bar.enable_steady_tick(TICK);
        Self { bar }
    }

    pub(crate) fn begin(&self, source: &Source) {
        let name = match source {
            Source::File(path) => path.display().to_string(),
            Source::Address(address) => address.clone(),
            Source::Stdin(_) => "standard input".to_owned(),
        };
        self.bar.set_message(printable(&name));
    }

    pub(crate) fn came(&self, passages: u64) {
        self.bar.inc(passages);
    }

    /// Everything is read, and what follows from it is worked out.
    pub(crate) fn working_out(&self) {
        self.bar.set_message("working out names and facts");
    }

    /// From here on what comes are vectors.
    pub(crate) fn making_vectors(&self) {
        self.bar.reset();
        self.bar.set_message("made into vectors");
    }
}

impl Drop for Counting {
    /// What comes next says how it ended.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
