//! Which workers live. Each process that drives runs keeps a lock on a file of its own in `workers/`;
//! the operating system lets go of it the moment the process ends, however it ends. So the runs of a
//! killed process can be taken over at once, instead of when their leases expire.
//!
//! Whoever looks takes a shared lock, so that two who look at once do not take each other for the
//! worker. A file that is not there or cannot be locked says nothing, and only the expiry counts. One
//! host is enough: SQLite's own WAL does not work from two.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use ruminate_types::WorkerId;

#[derive(Clone, Debug)]
pub(crate) struct Workers {
    dir: PathBuf,
    own: WorkerId,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Pulse {
    Alive,
    Dead,
    Unknown,
}

/// The lock of this process's worker. The file goes with [`Enlisted::leave`]; without it, the next
/// process finds the file unlocked.
#[derive(Debug)]
pub(crate) struct Enlisted {
    file: Option<File>,
    path: PathBuf,
}

impl Workers {
    pub(crate) fn new(data_dir: &Path, own: WorkerId) -> Self {
        Self { dir: data_dir.join("workers"), own }
    }

    pub(crate) fn own(&self) -> WorkerId {
        self.own
    }

    /// Makes this process's worker visible to others. The file gets its name when it is locked:
    /// nobody ever finds it unlocked while the worker lives.
    pub(crate) fn enlist(&self, now: Timestamp) -> io::Result<Enlisted> {
        fs::create_dir_all(&self.dir)?;
        let path = self.file(self.own);
        let unnamed = path.with_extension("new");
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&unnamed)?;
        if file.try_lock().is_err() {
            fs::remove_file(&unnamed)?;
            return Ok(Enlisted { file: None, path });
        }
        let (process, host) = (std::process::id(), host());
        writeln!(file, "process {process} on {host}, since {}", now.strftime("%FT%TZ"))?;
        fs::rename(&unnamed, &path)?;
        Ok(Enlisted { file: Some(file), path })
    }

    pub(crate) fn pulse(&self, worker: WorkerId) -> Pulse {
        if worker == self.own {
            return Pulse::Alive;
        }
        let Ok(file) = File::open(self.file(worker)) else {
            return Pulse::Unknown;
        };
        match file.try_lock_shared() {
            Ok(()) => Pulse::Dead,
            Err(TryLockError::WouldBlock) => Pulse::Alive,
            Err(TryLockError::Error(_)) => Pulse::Unknown,
        }
    }

    /// Who a worker is, for a person.
    pub(crate) fn describe(&self, worker: WorkerId) -> String {
        match fs::read_to_string(self.file(worker)) {
            Ok(text) if !text.trim().is_empty() => text.trim().to_owned(),
            _ => format!("worker {worker}"),
        }
    }

    /// Workers that ended without leaving.
    pub(crate) fn dead(&self) -> Vec<WorkerId> {
        let Ok(files) = fs::read_dir(&self.dir) else {
            return Vec::new();
        };
        files
            .filter_map(|file| worker_of(&file.ok()?.path()))
            .filter(|worker| self.pulse(*worker) == Pulse::Dead)
            .collect()
    }

    /// Takes the file of a dead worker away. Where that fails, the next one tries again.
    pub(crate) fn forget(&self, dead: WorkerId) {
        let _ = fs::remove_file(self.file(dead));
    }

    fn file(&self, worker: WorkerId) -> PathBuf {
        self.dir.join(format!("{worker}.lock"))
    }
}

impl Enlisted {
    pub(crate) fn leave(self) {
        if self.file.is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn worker_of(file: &Path) -> Option<WorkerId> {
    let locked = file.extension().is_some_and(|extension| extension == "lock");
    locked.then(|| file.file_stem()?.to_str()?.parse().ok()).flatten()
}

fn host() -> String {
    fs::read_to_string("/proc/sys/kernel/hostname")
        .or_else(|_| fs::read_to_string("/etc/hostname"))
        .map(|name| name.trim().to_owned())
        .unwrap_or_else(|_| "this host".to_owned())
}
