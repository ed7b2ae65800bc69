//! What goes wrong below the ports, and what the ports say about it.
//!
//! SQLite reports many troubles of a disk as one "I/O error" or "unable to open", and its errno is out
//! of reach without unsafe code. So the directory itself is asked: it takes a small file, or tells why
//! it does not.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use ruminate_types::RunId;
use ruminate_types::ports::store::StoreError;
use rusqlite::ErrorCode;

/// An error on its way to the place that knows which file it is about.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It says all there is to say.
    Known(StoreError),
    Sqlite(rusqlite::Error),
    Io(io::Error),
    /// A row that cannot be what was written.
    Damaged(String),
}

pub(crate) type Outcome<T> = Result<T, Fault>;

impl Fault {
    pub(crate) fn misused(run: RunId, message: impl Into<String>) -> Self {
        Self::Known(StoreError::Misused { run, message: message.into() })
    }

    /// What is wrong with a row that cannot be what was written; none for any other trouble.
    pub(crate) fn damage(&self) -> Option<String> {
        match self {
            Self::Damaged(what) => Some(what.clone()),
            Self::Sqlite(error) if is_misread(error) => Some(error.to_string()),
            Self::Known(_) | Self::Sqlite(_) | Self::Io(_) => None,
        }
    }

    /// The error as the ports know it; `file` is the database.
    pub(crate) fn at(self, file: &Path) -> StoreError {
        match self {
            Self::Known(error) => error,
            Self::Sqlite(error) => sqlite(error, file),
            Self::Io(error) => io(&error, file),
            Self::Damaged(what) => StoreError::Corrupt { message: located(file, what) },
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Known(error)
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

fn located(file: &Path, what: impl std::fmt::Display) -> String {
    format!("{}: {what}", file.display())
}

fn sqlite(error: rusqlite::Error, file: &Path) -> StoreError {
    let message = located(file, &error);
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full { message },
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly { message },
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            StoreError::Corrupt { message }
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { message },
        Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen) => match try_directory(file) {
            Err(reason) => io(&reason, file),
            Ok(()) => StoreError::Io { message },
        },
        Some(_) => StoreError::Io { message },
        None if is_misread(&error) => StoreError::Corrupt { message },
        None => StoreError::Io { message },
    }
}

/// A column that does not hold what its table says.
fn is_misread(error: &rusqlite::Error) -> bool {
    matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::Utf8Error(..)
    )
}

fn io(error: &io::Error, file: &Path) -> StoreError {
    let message = located(file, error);
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full { message },
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            StoreError::ReadOnly { message }
        }
        _ => StoreError::Io { message },
    }
}

/// Whether the directory of `file` takes a few pages.
pub(crate) fn try_directory(file: &Path) -> io::Result<()> {
    let name = format!(".probe-{}", std::process::id());
    let probe = file.with_file_name(name);
    let written = File::create(&probe).and_then(|mut file| file.write_all(&[0; 64 * 1024]));
    let removed = fs::remove_file(&probe);
    written.and(removed)
}
