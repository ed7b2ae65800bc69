//! How a file was when it was last looked at, so that it need not be read again while it is still like that.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Where the mark of a file is.
pub(super) fn mark(path: &Path) -> PathBuf {
    let mut mark = path.as_os_str().to_owned();
    mark.push(".verified");
    mark.into()
}

/// What changes when a file does.
pub(super) struct State {
    pub(super) bytes: u64,
    /// When its content was changed last, in nanoseconds. Anybody may set it.
    changed: i128,
    /// When anything about it was changed last. Only the system sets it.
    touched: i128,
}

impl State {
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let known = fs::metadata(path)?;
        let nanoseconds =
            |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
        Ok(Self {
            bytes: known.len(),
            changed: nanoseconds(known.mtime(), known.mtime_nsec()),
            touched: nanoseconds(known.ctime(), known.ctime_nsec()),
        })
    }

    /// The mark of a file that had this hash when it was like this.
    pub(super) fn marked(&self, hash: &str) -> String {
        format!("{hash} {} {} {}\n", self.bytes, self.changed, self.touched)
    }

    /// Whether a mark is of a file like this, as far as anybody but the system can tell.
    pub(super) fn is_like(&self, marked: &str, hash: &str) -> bool {
        let now = format!("{hash} {} {}", self.bytes, self.changed);
        // What the system knows besides is not in marks of earlier programs.
        marked
            .trim_end()
            .strip_prefix(&now)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    }
}
