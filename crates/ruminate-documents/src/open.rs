//! Opening what a path leads to, without waiting for anybody: regular files only.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rustix::fs::{Mode, OFlags};

use crate::error::DocumentError;

/// The file, and how long it is now. What is written to it from now on is not read.
pub(crate) fn open(path: &Path) -> Result<(File, u64), DocumentError> {
    let name = path.display().to_string();
    let failed = |error: &io::Error| DocumentError::io(&name, error);
    // A pipe would be waited for, unless it is opened like this.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let opened = rustix::fs::open(path, flags, Mode::empty());
    let file = File::from(opened.map_err(|error| failed(&error.into()))?);
    let found = file.metadata().map_err(|error| failed(&error))?;
    if found.is_file() {
        return Ok((file, found.len()));
    }
    let what = if found.is_dir() { "a directory" } else { "a pipe or a device" };
    Err(DocumentError::NotAFile { name, what })
}

/// All of it, unless it is too much.
pub(crate) fn read_whole(
    source: impl Read,
    limit: u64,
    name: &str,
) -> Result<Vec<u8>, DocumentError> {
    let mut bytes = Vec::new();
    let read = source.take(limit.saturating_add(1)).read_to_end(&mut bytes);
    let read = read.map_err(|error| DocumentError::io(name, &error))?;
    if read as u64 > limit {
        return Err(DocumentError::TooLarge { name: name.to_owned(), limit });
    }
    Ok(bytes)
}
