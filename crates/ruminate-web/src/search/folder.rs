//! A folder of pages on this machine, which can be searched without a network.
//!
//! What is in the files is held in the mind's index, in memory. A question looks which files changed, and
//! reads only those.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use async_trait::async_trait;
use ruminate_documents::{Kind, Piece, Reader, walk};
use ruminate_mind::{Index, Passage};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use url::Url;

use super::hit::{Hit, plain};
use super::{Provider, Trouble};
use crate::settings::FolderSettings;

/// The first question may read thousands of files. Whoever does not wait for that finds them read later.
const PATIENCE: Duration = Duration::from_secs(30);
/// Questions one after the other do not look at the files again.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// Passages that are looked at for each page that is wanted, since several may be of the same one.
const PASSAGES: usize = 5;
const LONGEST_SNIPPET: usize = 1_000;

pub(super) struct Folder {
    settings: FolderSettings,
    shelf: Arc<Mutex<Shelf>>,
}

impl Folder {
    pub(super) fn new(settings: FolderSettings) -> Self {
        Self { settings, shelf: Arc::default() }
    }
}

#[async_trait]
impl Provider for Folder {
    fn name(&self) -> &'static str {
        "folder"
    }

    async fn search(&self, question: &str, count: usize) -> Result<Vec<Hit>, Trouble> {
        let (settings, shelf) = (self.settings.clone(), Arc::clone(&self.shelf));
        let question = question.to_owned();
        let searching = spawn_blocking(move || {
            let mut shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
            shelf.look(&settings)?;
            Ok(shelf.search(&question, count))
        });
        match timeout(PATIENCE, searching).await {
            Ok(Ok(found)) => found,
            Ok(Err(error)) => Err(Trouble::new(format!("its reader broke: {error}"))),
            Err(_) => Err(Trouble::new("its files are still being read: ask again")),
        }
    }
}

/// What is in the files.
#[derive(Default)]
struct Shelf {
    index: Index,
    files: HashMap<PathBuf, File>,
    looked: Option<Instant>,
}

struct File {
    /// When it was changed, and how long it is.
    mark: (SystemTime, u64),
    passages: Vec<String>,
}

impl Shelf {
    /// Reads what changed since the last look.
    fn look(&mut self, settings: &FolderSettings) -> Result<(), Trouble> {
        if self.looked.is_some_and(|looked| looked.elapsed() < LOOK_EVERY) {
            return Ok(());
        }
        let Ok(root) = settings.path.canonicalize() else {
            return Err(Trouble::new(format!("{} is not there", settings.path.display())));
        };
        let mut seen = HashSet::new();
        let mut new = Vec::new();
        for path in walk([root]).flatten().filter(|path| is_page(path)).take(settings.files) {
            let facts = path.metadata().ok();
            let mark = facts.and_then(|facts| Some((facts.modified().ok()?, facts.len())));
            seen.insert(path.clone());
            if let Some(mark) = mark
                && self.files.get(&path).is_none_or(|file| file.mark != mark)
            {
                self.forget(&path);
                let (file, passages) = read(&path, mark);
                self.files.insert(path, file);
                new.extend(passages);
            }
        }
        let gone: Vec<_> =
            self.files.keys().filter(|path| !seen.contains(*path)).cloned().collect();
        gone.iter().for_each(|path| self.forget(path));
        if !new.is_empty() {
            self.index.add(new);
        }
        self.looked = Some(Instant::now());
        Ok(())
    }

    fn forget(&mut self, path: &Path) {
        if let Some(file) = self.files.remove(path) {
            let ids: Vec<String> =
                (0..file.passages.len()).map(|number| id(path, number)).collect();
            self.index.remove(ids.iter().map(String::as_str));
        }
    }

    /// The best passage of each of the best files.
    fn search(&self, question: &str, count: usize) -> Vec<Hit> {
        let mut hits: Vec<Hit> = Vec::new();
        for found in self.index.recall(question, count * PASSAGES) {
            let Some((path, number)) = found.source_id.rsplit_once('#') else { continue };
            let Ok(url) = Url::from_file_path(path) else { continue };
            let passages = self.files.get(Path::new(path)).map(|file| &file.passages);
            let passage = number.parse().ok().and_then(|number: usize| passages?.get(number));
            if hits.len() < count && hits.iter().all(|hit| hit.url != url) {
                let snippet = passage.map(|text| plain(text, LONGEST_SNIPPET)).unwrap_or_default();
                hits.push(Hit { title: found.title, url, snippet, published: None });
            }
        }
        hits
    }
}

fn is_page(path: &Path) -> bool {
    let kind = Kind::by_name(&path.to_string_lossy());
    matches!(kind, Some(Kind::Html | Kind::Markdown | Kind::Text))
}

fn id(path: &Path, number: usize) -> String {
    format!("{}#{number}", path.display())
}

/// A file that cannot be read has no passages, and is not tried again before it changes.
fn read(path: &Path, mark: (SystemTime, u64)) -> (File, Vec<Passage>) {
    let mut passages = Vec::new();
    let read = Reader::default().read_file(path, &mut |piece| {
        if let Piece::Passage(passage) = piece {
            passages.push(Passage::new(id(path, passages.len()), passage.title, passage.text));
        }
        ControlFlow::Continue(())
    });
    if read.is_err() {
        passages.clear();
    }
    let texts = passages.iter().map(|passage| passage.text.clone()).collect();
    (File { mark, passages: texts }, passages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[tokio::test]
    async fn a_folder_is_searched_and_read_again_only_where_it_changed() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        fs::write(root.join("otters.md"), "# Otters\n\nOtters hold hands while they sleep.")
            .unwrap();
        let page =
            "<title>Beavers</title><p>Beavers build dams out of wood, <b>mud</b> and stones.";
        fs::write(root.join("beavers.html"), page).unwrap();
        fs::write(root.join("picture.png"), "otters").unwrap();
        let folder = Folder::new(FolderSettings { path: root.clone(), files: 100 });
        let found = folder.search("What do beavers build?", 5).await.unwrap();
        assert_eq!(found[0].title, "Beavers");
        assert_eq!(found[0].url, Url::from_file_path(root.join("beavers.html")).unwrap());
        assert!(found[0].snippet.contains("dams out of wood, mud"), "{found:?}");

        let look_again = || folder.shelf.lock().unwrap().looked = None;
        let mark = folder.shelf.lock().unwrap().files[&root.join("otters.md")].mark;
        // The same time and length: it is not read again.
        fs::write(root.join("otters.md"), "# Otters\n\nOtters hold palms while they sleep.")
            .unwrap();
        let file = fs::File::options().write(true).open(root.join("otters.md")).unwrap();
        file.set_modified(mark.0).unwrap();
        fs::remove_file(root.join("beavers.html")).unwrap();
        look_again();
        let found = folder.search("otters sleep hold", 5).await.unwrap();
        assert!(found[0].snippet.contains("hold hands"), "{found:?}");
        assert!(folder.search("beavers dams", 5).await.unwrap().is_empty());
        fs::write(
            root.join("otters.md"),
            "# Otters\n\nOtters float on their backs while they eat.",
        )
        .unwrap();
        look_again();
        let found = folder.search("otters float backs", 5).await.unwrap();
        assert_eq!(found.len(), 1);
        assert!(found[0].snippet.contains("float on their backs"), "{found:?}");
    }

    #[tokio::test]
    async fn a_folder_that_is_not_there_is_a_problem() {
        let folder = Folder::new(FolderSettings { path: "/nowhere/at/all".into(), files: 1 });
        assert!(folder.search("x", 1).await.unwrap_err().message.contains("is not there"));
    }
}
