//! Runs in one SQLite file, behind the ports of `ruminate_types::ports`.
//!
//! SQLite is called directly instead of through an async driver: one thread writes and puts what waits
//! into one transaction, which no driver with a pool would do for us. The statements (`sql.rs`,
//! `migrations/`) are the ones PostgreSQL takes too, so that it can follow behind the same ports; what
//! only SQLite knows is in `sqlite.rs`.
//!
//! An event holds its whole artifact and is written once; a run is its events, a row with the cursor,
//! and a small index of its questions. Several processes may use one directory at a time.

mod answers;
mod attention;
mod check;
mod commands;
mod conversations;
mod fault;
mod forgetting;
mod journal;
mod json;
mod keys;
mod knowledge;
mod leases;
mod questions;
mod reader;
mod reflexes;
mod runs;
mod schema;
mod sql;
mod sqlite;
mod tools;
mod vectors;
mod window;
mod workers;
mod writer;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use ruminate_types::WorkerId;
use ruminate_types::ports::store::StoreError;
use uuid::Uuid;

use crate::fault::{Fault, Outcome};
use crate::reader::{Lens, Readers};
use crate::workers::Workers;
use crate::writer::{Pen, Writer};

/// Tells the time; tests set it.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// What a commit survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// The end of the process, and of the power.
    #[default]
    Full,
    /// The end of the process. A power failure may take the last moments, but leaves no damage.
    Normal,
}

#[derive(Clone)]
pub struct Options {
    pub durability: Durability,
    pub clock: Clock,
    /// How long to wait while another process writes.
    pub busy_timeout: Duration,
    /// The size past which the database does not grow; none leaves it to the disk.
    pub max_bytes: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            durability: Durability::default(),
            clock: Arc::new(Timestamp::now),
            busy_timeout: Duration::from_secs(10),
            max_bytes: None,
        }
    }
}

/// The runs of one data directory. Dropping it writes what waits, gives up the leases of its worker,
/// and joins its threads.
pub struct RunStore {
    // Readers go first: the last connection to close is the one that may tidy the file up.
    readers: Readers,
    writer: Writer,
    worker: WorkerId,
    file: PathBuf,
}

const READERS: usize = 2;

impl RunStore {
    /// The database's name within the data directory.
    pub const FILE: &str = "ruminate.db";

    /// Opens the store in `dir`, making the directory, for its owner only, and the database when they
    /// are not there.
    pub fn open(dir: &Path, options: Options) -> Result<Self, StoreError> {
        let file = dir.join(Self::FILE);
        Self::open_file(dir, &file, &options).map_err(|fault| fault.at(&file))
    }

    fn open_file(dir: &Path, file: &Path, options: &Options) -> Outcome<Self> {
        make_private(dir)?;
        make_own_file(file);
        let worker = WorkerId(Uuid::now_v7());
        let workers = Workers::new(dir, worker);
        let conn = sqlite::open_for_writing(file, options)?;
        schema::migrate(&conn, (options.clock)())?;
        let lenses = (0..READERS)
            .map(|_| {
                let conn = sqlite::open_for_reading(file, options)?;
                Ok(Lens::new(conn, workers.clone(), options.clock.clone(), file.to_owned()))
            })
            .collect::<Outcome<Vec<_>>>()?;
        let pen = Pen::new(conn, workers, options.clock.clone(), file.to_owned());
        Ok(Self {
            readers: Readers::start(lenses)?,
            writer: Writer::start(pen)?,
            worker,
            file: file.to_owned(),
        })
    }

    /// The worker whose leases are known to be dead as soon as this process is.
    pub fn worker(&self) -> WorkerId {
        self.worker
    }

    /// Looks through everything for damage; [`StoreError::Corrupt`] says what it found first.
    pub async fn check(&self) -> Result<(), StoreError> {
        self.readers.read(|lens| lens.check()).await
    }

    /// Bytes that the database takes, what is not yet merged into it included.
    pub fn size_on_disk(&self) -> Result<u64, StoreError> {
        ["", "-wal", "-shm"].iter().try_fold(0, |sum, suffix| {
            let mut part = self.file.clone().into_os_string();
            part.push(suffix);
            match fs::metadata(part) {
                Ok(metadata) => Ok(sum + metadata.len()),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(sum),
                Err(error) => Err(Fault::Io(error).at(&self.file)),
            }
        })
    }
}

fn make_private(dir: &Path) -> Outcome<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
            let message = format!("{} is not a directory", dir.display());
            StoreError::Io { message }.into()
        }
        _ => Fault::Io(error),
    })
}

/// The database is its owner's only, also in a directory that others may look into.
fn make_own_file(file: &Path) {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // SQLite tells what is wrong with one that is there already, or cannot be made.
    let _ = options.open(file);
}
