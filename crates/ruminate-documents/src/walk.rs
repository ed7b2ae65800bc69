//! The files that paths lead to, in an order that is always the same.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};

use crate::error::DocumentError;
use crate::kind::Kind;

/// Directories within directories.
const DEEPEST: usize = 64;

/// The files that `paths` name, and those in the directories that they name, sorted within each
/// directory. Left out of directories: hidden files, what `.gitignore` and `.ignore` there say, links,
/// what programs build (`target`, `node_modules`, whatever has a `CACHEDIR.TAG`), and files whose names
/// tell no kind that is read. A file that is named itself is always given; a path that leads nowhere, and a
/// directory too deep within others, is an error in its place.
pub fn walk(paths: impl IntoIterator<Item = PathBuf>) -> Walk {
    Walk {
        paths: paths.into_iter().collect(),
        within: None,
        left_out: 0,
        some_left_out: Vec::new(),
    }
}

pub struct Walk {
    paths: VecDeque<PathBuf>,
    within: Option<ignore::Walk>,
    left_out: u64,
    some_left_out: Vec<PathBuf>,
}

/// Files that were left out and are told by name.
const SOME: usize = 5;

impl Walk {
    /// How many files of directories were left out so far because they are of no kind that is read, or
    /// no regular files.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The first few of them.
    pub fn some_left_out(&self) -> &[PathBuf] {
        &self.some_left_out
    }

    fn found(&mut self, entry: DirEntry) -> Option<Result<PathBuf, DocumentError>> {
        let kind = entry.file_type()?;
        if kind.is_dir() {
            let name = entry.path().display().to_string();
            return (entry.depth() >= DEEPEST).then_some(Err(DocumentError::TooDeep { name }));
        }
        if !kind.is_file() || Kind::by_name(&entry.path().to_string_lossy()).is_none() {
            self.left_out += 1;
            if self.some_left_out.len() < SOME {
                self.some_left_out.push(entry.into_path());
            }
            return None;
        }
        Some(Ok(entry.into_path()))
    }
}

impl Iterator for Walk {
    type Item = Result<PathBuf, DocumentError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.within.as_mut().and_then(ignore::Walk::next) {
                Some(Ok(entry)) => match self.found(entry) {
                    Some(found) => return Some(found),
                    None => continue,
                },
                Some(Err(error)) => return Some(Err(told(&error))),
                None => self.within = None,
            }
            let path = self.paths.pop_front()?;
            if !path.is_dir() {
                let there = path.symlink_metadata().and_then(|_| path.metadata());
                let name = path.display().to_string();
                return Some(match there {
                    Ok(_) => Ok(path),
                    Err(error) => Err(DocumentError::io(&name, &error)),
                });
            }
            self.within = Some(directory(&path));
        }
    }
}

fn directory(path: &Path) -> ignore::Walk {
    WalkBuilder::new(path)
        .follow_links(false)
        .hidden(true)
        .ignore(true)
        .git_ignore(true)
        .require_git(false)
        // What lies outside of the directory says nothing about it.
        .parents(false)
        .git_global(false)
        .git_exclude(false)
        .max_depth(Some(DEEPEST))
        .sort_by_file_name(Ord::cmp)
        .filter_entry(|entry| entry.depth() == 0 || !is_built(entry))
        .build()
}

/// Whether programs made all that is in it.
fn is_built(entry: &DirEntry) -> bool {
    if !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return false;
    }
    let path = entry.path();
    match entry.file_name().to_str() {
        Some("node_modules" | "__pycache__") => true,
        Some("target") if path.with_file_name("Cargo.toml").exists() => true,
        _ => path.join("CACHEDIR.TAG").exists(),
    }
}

fn told(error: &ignore::Error) -> DocumentError {
    let message = error.to_string();
    match error.io_error() {
        Some(io) if io.kind() == std::io::ErrorKind::PermissionDenied => {
            DocumentError::Forbidden { name: place(error).unwrap_or(message) }
        }
        _ => DocumentError::Io { name: place(error).unwrap_or_default(), message },
    }
}

fn place(error: &ignore::Error) -> Option<String> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path.display().to_string()),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            place(err)
        }
        _ => None,
    }
}
