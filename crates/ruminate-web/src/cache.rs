//! Pages that were fetched, each a file. Files appear whole (they are renamed into place) and say what is in
//! them, so that any number of processes may share a directory, and what is damaged is just not there.

use std::fs::{self, DirEntry};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tempfile::Builder;
use tokio::task::spawn_blocking;
use url::Url;

const ENDING: &str = ".page";
/// What a killed process left half-written is cleared after so long.
const STALE: Duration = Duration::from_secs(3600);
const HALF: &str = ".new-";

/// A page that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) url: Url,
    pub(crate) final_url: Url,
    pub(crate) content_type: Option<String>,
    pub(crate) etag: Option<String>,
    pub(crate) last_modified: Option<String>,
    pub(crate) fetched_at: Timestamp,
    #[serde(skip)]
    pub(crate) bytes: Vec<u8>,
}

impl Kept {
    /// Whether it is as good as a new one. One from the future is not.
    pub(crate) fn is_fresh(&self, within: Duration) -> bool {
        let age = Timestamp::now().duration_since(self.fetched_at);
        Duration::try_from(age).is_ok_and(|age| age < within)
    }
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
struct Head<T> {
    sha256: String,
    kept: T,
}

#[derive(Clone, Debug)]
pub(crate) struct Cache {
    dir: Option<PathBuf>,
    most_bytes: u64,
}

impl Cache {
    /// Without a directory nothing is kept.
    pub(crate) fn new(dir: Option<PathBuf>, most_bytes: u64) -> Self {
        Self { dir: dir.filter(|_| most_bytes > 0), most_bytes }
    }

    pub(crate) async fn get(&self, url: &Url) -> Option<Kept> {
        let path = self.dir.as_ref()?.join(name_of(url));
        let url = url.clone();
        spawn_blocking(move || read(&path).filter(|kept| kept.url == url)).await.ok()?
    }

    /// Keeps a page in place of the one before it. A disk that is full or read-only keeps nothing.
    pub(crate) async fn put(&self, kept: Kept) {
        let Some(dir) = self.dir.clone() else { return };
        let most = self.most_bytes;
        let writing = spawn_blocking(move || {
            write(&dir, &kept, most)?;
            make_room(&dir, most)
        });
        // What is not kept is fetched again.
        let _ = writing.await;
    }
}

fn name_of(url: &Url) -> String {
    digest(url.as_str().as_bytes()) + ENDING
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read(path: &Path) -> Option<Kept> {
    let mut file = fs::read(path).ok()?;
    let end = file.iter().position(|byte| *byte == b'\n')?;
    let bytes = file.split_off(end + 1);
    let Head { sha256, mut kept }: Head<Kept> = serde_json::from_slice(&file).ok()?;
    if digest(&bytes) != sha256 {
        return None;
    }
    kept.bytes = bytes;
    Some(kept)
}

fn write(dir: &Path, kept: &Kept, most: u64) -> std::io::Result<()> {
    let head = serde_json::to_vec(&Head { sha256: digest(&kept.bytes), kept })?;
    if (head.len() + 1 + kept.bytes.len()) as u64 > most {
        return Ok(());
    }
    fs::create_dir_all(dir)?;
    // Only its owner can read it.
    let mut file = Builder::new().prefix(HALF).tempfile_in(dir)?;
    file.write_all(&head)?;
    file.write_all(b"\n")?;
    file.write_all(&kept.bytes)?;
    file.persist(dir.join(name_of(&kept.url))).map_err(|error| error.error)?;
    Ok(())
}

/// Deletes the oldest until the rest fits. Only what was written here is touched.
fn make_room(dir: &Path, most: u64) -> std::io::Result<()> {
    let mut pages = Vec::new();
    let mut total = 0;
    for entry in fs::read_dir(dir)?.flatten() {
        let Some((changed, length)) = facts(&entry) else { continue };
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.ends_with(ENDING) {
            total += length;
            pages.push((changed, length, entry.path()));
        } else if name.starts_with(HALF) && changed.elapsed().is_ok_and(|age| age > STALE) {
            // Another process may have been faster.
            let _ = fs::remove_file(entry.path());
        }
    }
    pages.sort();
    for (_, length, path) in pages {
        if total <= most {
            break;
        }
        let _ = fs::remove_file(path);
        total -= length;
    }
    Ok(())
}

fn facts(entry: &DirEntry) -> Option<(SystemTime, u64)> {
    let facts = entry.metadata().ok().filter(|facts| facts.is_file())?;
    Some((facts.modified().ok()?, facts.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(url: &str, bytes: &[u8]) -> Kept {
        let url = Url::parse(url).unwrap();
        Kept {
            final_url: url.clone(),
            url,
            content_type: None,
            etag: Some("\"1\"".into()),
            last_modified: None,
            fetched_at: Timestamp::now(),
            bytes: bytes.to_vec(),
        }
    }

    #[tokio::test]
    async fn what_is_kept_comes_back_and_what_is_damaged_does_not() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::new(Some(dir.path().join("deeper")), 10_000);
        let page = kept("https://example.org/a", b"line one\nline two");
        cache.put(page.clone()).await;
        assert_eq!(cache.get(&page.url).await, Some(page.clone()));
        assert_eq!(cache.get(&Url::parse("https://example.org/b").unwrap()).await, None);
        let path = dir.path().join("deeper").join(name_of(&page.url));
        let whole = fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        *flipped.last_mut().unwrap() ^= 1;
        for damaged in [&whole[..whole.len() - 1], &whole[..20], b"", b"\n", &flipped] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(cache.get(&page.url).await, None);
        }
        // Another page in this one's place.
        let other =
            dir.path().join("deeper").join(name_of(&Url::parse("https://example.org/b").unwrap()));
        fs::write(&other, &whole).unwrap();
        assert_eq!(cache.get(&Url::parse("https://example.org/b").unwrap()).await, None);
    }

    #[tokio::test]
    async fn the_oldest_make_room() {
        let dir = tempfile::tempdir().unwrap();
        let foreign = dir.path().join("notes.txt");
        fs::write(&foreign, vec![b'x'; 50_000]).unwrap();
        let cache = Cache::new(Some(dir.path().to_owned()), 10_000);
        let urls: Vec<String> = (0..20).map(|n| format!("https://example.org/{n}")).collect();
        for (number, url) in urls.iter().enumerate() {
            cache.put(kept(url, &vec![b'x'; 1_000])).await;
            let path = dir.path().join(name_of(&Url::parse(url).unwrap()));
            let changed = SystemTime::now() - Duration::from_secs(1_000 - number as u64);
            fs::File::options().write(true).open(path).unwrap().set_modified(changed).unwrap();
        }
        let mut there = Vec::new();
        for url in &urls {
            there.push(cache.get(&Url::parse(url).unwrap()).await.is_some());
        }
        assert!(!there[0] && there[19], "{there:?}");
        assert!(there.is_sorted(), "{there:?}");
        let pages =
            fs::read_dir(dir.path()).unwrap().flatten().filter(|entry| entry.path() != foreign);
        let total: u64 = pages.map(|entry| entry.metadata().unwrap().len()).sum();
        assert!((5_000..=10_000).contains(&total), "{total}");
        assert!(foreign.exists());
        // One that alone is too large.
        cache.put(kept("https://example.org/large", &vec![b'x'; 20_000])).await;
        assert!(cache.get(&Url::parse("https://example.org/19").unwrap()).await.is_some());
    }

    #[tokio::test]
    async fn many_writers_and_readers_never_see_half_a_page() {
        let dir = tempfile::tempdir().unwrap();
        let url = Url::parse("https://example.org/a").unwrap();
        let mut tasks = tokio::task::JoinSet::new();
        for number in 0..8_u8 {
            // Each like another process: they share nothing but the directory.
            let cache = Cache::new(Some(dir.path().to_owned()), 1_000_000);
            let url = url.clone();
            tasks.spawn(async move {
                for _ in 0..20 {
                    cache.put(kept(url.as_str(), &vec![number; 50_000])).await;
                    let seen = cache.get(&url).await.unwrap();
                    assert!(seen.bytes.iter().all(|byte| *byte == seen.bytes[0]));
                }
            });
        }
        while let Some(ended) = tasks.join_next().await {
            ended.unwrap();
        }
    }
}
