//! Why a model is not on the shelf, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use super::size;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    #[error("the list of models cannot be used: {message}")]
    Manifest { message: String },
    #[error("{name} is not on this machine, and nothing may be fetched: RUMINATE_OFFLINE is set")]
    Offline { name: String, missing: Vec<PathBuf> },
    #[error("{name} could not be had from any of its sources: {}", all(tried))]
    NoSource { name: String, tried: Vec<Tried>, missing: Vec<PathBuf> },
    #[error("{} more are needed in {}, and {} are free", size(*needed), dir.display(), size(*free))]
    NoRoom { dir: PathBuf, needed: u64, free: u64 },
    #[error("the disk is full: {} cannot grow", path.display())]
    Full { path: PathBuf },
    #[error("{}: {message}", path.display())]
    Io { path: PathBuf, message: String },
    #[error("another process is pulling {name}")]
    Held { name: String },
    #[error("a running process has {name} loaded")]
    InUse { name: String },
    #[error("{} is not what it was when it was verified: its SHA-256 differs", path.display())]
    Changed { name: String, path: PathBuf },
    #[error("nothing of {name} is in {}", dir.display())]
    NotThere { name: String, dir: PathBuf },
    #[error("{message}")]
    Misconfigured { message: String },
}

/// A source that was of no use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    pub source: String,
    pub why: String,
}

fn all(tried: &[Tried]) -> String {
    let told: Vec<_> = tried.iter().map(|one| format!("{}: {}", one.source, one.why)).collect();
    told.join("; ")
}

fn places(missing: &[PathBuf]) -> String {
    let told: Vec<_> = missing.iter().map(|path| path.display().to_string()).collect();
    told.join(" and ")
}

impl WeightsError {
    pub(super) fn io(path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::Full { path: path.to_owned() }
            }
            _ => Self::Io { path: path.to_owned(), message: error.to_string() },
        }
    }

    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Manifest { .. } => "weights_manifest",
            Self::Offline { .. } => "weights_offline",
            Self::NoSource { .. } => "weights_no_source",
            Self::NoRoom { .. } => "weights_no_room",
            Self::Full { .. } => "weights_disk_full",
            Self::Io { .. } => "weights_io",
            Self::Held { .. } => "weights_held",
            Self::InUse { .. } => "weights_in_use",
            Self::Changed { .. } => "weights_changed",
            Self::NotThere { .. } => "weights_not_there",
            Self::Misconfigured { .. } => "weights_misconfigured",
        }
    }

    pub fn hint(&self) -> String {
        match self {
            Self::Manifest { .. } => "RUMINATE_MANIFEST names another list; unset it".into(),
            Self::Offline { missing, .. } => {
                format!("copy the model's file to {}, or unset RUMINATE_OFFLINE", places(missing))
            }
            Self::NoSource { missing, .. } => format!(
                "is there a network? What came is kept: the same command goes on from there. Or copy \
                 the model's file to {}, and run it again",
                places(missing)
            ),
            Self::NoRoom { .. } => {
                "free some space, or let RUMINATE_MODELS name a directory with more".into()
            }
            Self::Full { .. } => {
                "free some space and run the same command again: what came is kept".into()
            }
            Self::Io { .. } => {
                "may the directory be written? RUMINATE_MODELS names another one".into()
            }
            Self::Held { .. } => "wait until it is done, or end it".into(),
            Self::InUse { .. } => {
                "end it, or say --force: it keeps what it has loaded, and cannot load it again"
                    .into()
            }
            Self::Changed { name, .. } => format!("get it again: ruminate models pull {name}"),
            Self::NotThere { .. } => "`ruminate models list` shows what there is".into(),
            Self::Misconfigured { .. } => {
                "the address of the package index comes from UV_DEFAULT_INDEX, UV_INDEX_URL or \
                 PIP_INDEX_URL, the hub's from HF_ENDPOINT"
                    .into()
            }
        }
    }
}
