//! Learning from files, addresses and standard input: each is read piece by piece in a thread of its own,
//! while the pieces before are written. What is written stays, whatever happens to the rest: a source
//! that was cut is read again, and only what is missing is new.

mod fetch;
mod lesson;
pub(crate) mod name;

use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ruminate_documents::{DocumentError, Kind, Reader, Report};
use ruminate_types::ports::knowledge::{Learning, Reading, Sources, Tally, beneath};
use ruminate_types::ports::store::StoreError;
use ruminate_types::{Lesson, Owner, Silo};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use crate::exit::{Exit, Failure};
use crate::knowing::Knowing;

/// Lessons that are written together.
const TOGETHER: usize = 1_000;
/// Sources that are listed at once.
const PAGE: u32 = 200;
/// Batches that are read ahead of the one that is being written.
const AHEAD: usize = 2;
/// Changes whenever the same bytes give other lessons: then they are read again.
const EDITION: &str = "2";

/// Where something is learned from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    File(PathBuf),
    Address(String),
    /// Under this name, or else by what it says: then nothing takes the place of another text.
    Stdin(Option<String>),
}

impl Source {
    /// What it is known by: a file by where it lies, from wherever it is named.
    fn name(&self) -> String {
        match self {
            Self::File(path) => name::of(&path.canonicalize().unwrap_or_else(|_| path.clone())),
            Self::Address(name) | Self::Stdin(Some(name)) => name.clone(),
            Self::Stdin(None) => "standard input".to_owned(),
        }
    }
}

/// What came of one source.
pub(crate) struct Learned {
    pub name: String,
    pub outcome: Outcome,
}

pub(crate) enum Outcome {
    /// It is what it was when it was learned last.
    Unchanged,
    Learned {
        forgotten: u64,
        report: Report,
    },
    /// Somebody began to learn it anew, or forgot it, in the meantime.
    Overtaken,
    /// It could not be read, or not to its end; some of it may have been learned.
    Failed(Failure),
}

pub(crate) struct Learner {
    sources: Arc<dyn Sources>,
    learning: Arc<dyn Learning>,
    owner: Owner,
    /// Without one a source stays where it is.
    silo: Option<Silo>,
    reader: Reader,
}

/// What a source holds, ready to be read.
enum Opened {
    Path {
        path: PathBuf,
        digest: String,
    },
    Page {
        kind: Option<Kind>,
        bytes: Vec<u8>,
        digest: String,
    },
    /// Standard input that nobody gave a name.
    Said {
        bytes: Vec<u8>,
        digest: String,
    },
    /// It can be read once, so that nothing is known of it before.
    Stdin,
}

impl Opened {
    fn digest(&self) -> &str {
        match self {
            Self::Path { digest, .. } | Self::Page { digest, .. } | Self::Said { digest, .. } => {
                digest
            }
            Self::Stdin => EDITION,
        }
    }

    /// What it is known by, where only what it says can tell.
    fn name(&self) -> Option<String> {
        match self {
            Self::Said { bytes, .. } => {
                Some(format!("stdin:{}", hash_of(Sha256::new_with_prefix(bytes))))
            }
            _ => None,
        }
    }
}

impl Learner {
    pub(crate) fn new(knowing: &Knowing, silo: Option<Silo>, reader: Reader) -> Self {
        Self {
            sources: knowing.sources.clone(),
            learning: knowing.learning.clone(),
            owner: knowing.owner.clone(),
            silo,
            reader,
        }
    }

    /// Learns a source. `came` is told how many lessons were written each time some are. Only a store
    /// that cannot be written is an error: what is wrong with a source is its outcome, and so is that a
    /// server does not take what it says.
    pub(crate) async fn learn(
        &self,
        source: &Source,
        came: &mut dyn FnMut(Tally),
    ) -> Result<Learned, Failure> {
        let opened = match self.open(source).await {
            Ok(opened) => opened,
            Err(why) => {
                return Ok(Learned { name: source.name(), outcome: Outcome::Failed(why) });
            }
        };
        let name = opened.name().unwrap_or_else(|| source.name());
        let before = self.sources.source(&self.owner, &name).await?;
        let silo_before = before.as_ref().map(|before| before.silo.clone());
        let silo = self.silo.clone().or(silo_before).unwrap_or_default();
        let is_same = before.is_some_and(|before| {
            before.digest.as_deref() == Some(opened.digest()) && before.silo == silo
        });
        if is_same && !matches!(opened, Opened::Stdin) {
            return Ok(Learned { name, outcome: Outcome::Unchanged });
        }
        let outcome = self.read(&name, &silo, opened, came).await?;
        Ok(Learned { name, outcome })
    }

    async fn open(&self, source: &Source) -> Result<Opened, Failure> {
        match source {
            Source::Stdin(Some(_)) => Ok(Opened::Stdin),
            Source::Stdin(None) => {
                let most = self.reader.limits.bytes;
                let said = spawn_blocking(move || said(std::io::stdin().lock(), most));
                said.await.map_err(|error| broken(&error))?
            }
            Source::Address(address) => {
                let page = fetch::fetch(address, self.reader.limits.bytes).await?;
                let digest = digest_of(&page.bytes[..])?;
                Ok(Opened::Page { kind: page.kind, bytes: page.bytes, digest })
            }
            Source::File(path) => {
                let path = path.clone();
                let found = spawn_blocking(move || {
                    digest_of_file(&path).map(|digest| Opened::Path { path, digest })
                });
                found.await.map_err(|error| broken(&error))?
            }
        }
    }

    async fn read(
        &self,
        name: &str,
        silo: &Silo,
        opened: Opened,
        came: &mut dyn FnMut(Tally),
    ) -> Result<Outcome, Failure> {
        let digest = opened.digest().to_owned();
        let (send, mut batches) = mpsc::channel(AHEAD);
        let (reader, of) = (self.reader.clone(), name.to_owned());
        let reading = spawn_blocking(move || read_all(&reader, &of, opened, &send));
        let mut begun: Option<Reading> = None;
        while let Some(lessons) = batches.recv().await {
            let reading = match &begun {
                Some(reading) => reading,
                None => begun.insert(self.begin(name, silo).await?),
            };
            match self.learning.learn(reading, lessons).await {
                Err(error) if error.code() == Reading::OVER => return Ok(Outcome::Overtaken),
                Err(refused @ StoreError::Refused(_)) => {
                    let why = Failure::from(refused);
                    let message = format!("{name} is not learned to its end: {}", why.message);
                    return Ok(Outcome::Failed(Failure { message, ..why }));
                }
                learned => came(learned?),
            }
        }
        let report = match reading.await.map_err(|error| broken(&error))? {
            Ok(report) => report,
            Err(error) => return Ok(Outcome::Failed(error.into())),
        };
        // One in which nothing is says nothing any more.
        let reading = match begun {
            Some(reading) => reading,
            None => self.begin(name, silo).await?,
        };
        match self.learning.finish_reading(&reading, &digest).await {
            Err(error) if error.code() == Reading::OVER => Ok(Outcome::Overtaken),
            forgotten => Ok(Outcome::Learned { forgotten: forgotten?, report }),
        }
    }

    async fn begin(&self, name: &str, silo: &Silo) -> Result<Reading, Failure> {
        Ok(self.learning.begin_reading(&self.owner, name, silo).await?)
    }

    /// What was learned from files beneath a directory that are not there any more, by name.
    pub(crate) async fn gone_from(&self, dir: &Path) -> Result<Vec<String>, Failure> {
        let prefix = beneath(&name::of(dir));
        let (mut gone, mut after) = (Vec::new(), prefix.clone());
        loop {
            let page = self.sources.sources(&self.owner, &after, PAGE).await?;
            let is_last = page.len() < PAGE as usize;
            let names = page.into_iter().map(|known| known.source);
            let within: Vec<String> = names.take_while(|name| name.starts_with(&prefix)).collect();
            let Some(last) = within.last() else { return Ok(gone) };
            after.clone_from(last);
            gone.extend(within.into_iter().filter(|name| is_gone(&name::path_of(name))));
            if is_last {
                return Ok(gone);
            }
        }
    }

    /// Forgets sources; how many lessons are gone with them.
    pub(crate) async fn forget(&self, sources: &[String]) -> Result<u64, Failure> {
        let mut gone = 0;
        for source in sources {
            gone += self.learning.unlearn(&self.owner, source).await?.unwrap_or_default();
        }
        Ok(gone)
    }
}

/// One that cannot be looked at may be there.
fn is_gone(file: &Path) -> bool {
    matches!(file.try_exists(), Ok(false))
}

/// Reads a source to its end, unless nobody takes the lessons any more.
fn read_all(
    reader: &Reader,
    name: &str,
    opened: Opened,
    send: &mpsc::Sender<Vec<Lesson>>,
) -> Result<Report, DocumentError> {
    let mut batch = Vec::new();
    let mut number = 0;
    let mut each = |piece| {
        number += 1;
        batch.push(lesson::of(piece, name, number));
        if batch.len() >= TOGETHER && send.blocking_send(std::mem::take(&mut batch)).is_err() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let report = match opened {
        Opened::Path { path, .. } => reader.read_file(&path, &mut each),
        Opened::Page { kind: Some(kind), bytes, .. } => {
            reader.read(kind, name, &bytes[..], &mut each)
        }
        Opened::Page { kind: None, bytes, .. } => reader.read_unknown(name, &bytes[..], &mut each),
        // Its name is no title.
        Opened::Said { bytes, .. } => reader.read_unknown("-", &bytes[..], &mut each),
        Opened::Stdin => reader.read_unknown(name, std::io::stdin().lock(), &mut each),
    };
    if !batch.is_empty() {
        // Nobody takes it when the store cannot be written, and then that is told.
        let _ = send.blocking_send(batch);
    }
    report
}

fn digest_of_file(path: &Path) -> Result<String, Failure> {
    let name = path.display().to_string();
    let failed = |error: &std::io::Error| Failure::from(DocumentError::io(&name, error));
    if path.metadata().map_err(|error| failed(&error))?.is_file() {
        return digest_of(File::open(path).map_err(|error| failed(&error))?);
    }
    let what = "a pipe or a device";
    Err(DocumentError::NotAFile { name, what }.into())
}

fn digest_of(mut source: impl Read) -> Result<String, Failure> {
    let mut hasher = Sha256::new();
    let mut block = vec![0; 64 * 1024];
    loop {
        match source.read(&mut block)? {
            0 => break,
            read => hasher.update(&block[..read]),
        }
    }
    Ok(format!("{EDITION}:{}", hash_of(hasher)))
}

fn hash_of(hasher: Sha256) -> String {
    hasher.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// All of it, since its name comes from that.
fn said(input: impl Read, most: u64) -> Result<Opened, Failure> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("what comes on standard input is longer than {most} bytes");
        let hint = "give it a name: then lines of JSON and tables are read as they come (--name)";
        return Err(Failure::new(Exit::Data, "document_too_large", message, hint));
    }
    let digest = digest_of(&bytes[..])?;
    Ok(Opened::Said { bytes, digest })
}

fn broken(error: &tokio::task::JoinError) -> Failure {
    let hint = "this is a defect of Ruminate's; please report it with the file";
    Failure::new(Exit::Unexpected, "reader", format!("the reader broke: {error}"), hint)
}

impl From<DocumentError> for Failure {
    fn from(error: DocumentError) -> Self {
        let exit = match error {
            DocumentError::Missing { .. } => Exit::NotFound,
            _ => Exit::Data,
        };
        Self::new(exit, error.code(), error.to_string(), error.hint())
    }
}
