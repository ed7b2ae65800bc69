//! Runs and silos as resources, from a real store.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use rmcp::model::ResourceContents;
use ruminate_engine::Now;
use ruminate_mcp::server::{Library, ResourcePage, Resources, Shelf};
use ruminate_runtime::document::Document;
use ruminate_runtime::export;
use ruminate_store::{Options, RunStore};
use ruminate_types::ports::knowledge::{Learning, SiloSummary, Sources};
use ruminate_types::ports::store::{Journal, NewRun, RunFilter, RunSummary, Runs, StoreError};
use ruminate_types::{Budget, Lesson, Owner, Policy, RunId, Silo};
use serde_json::{Value, json};
use uuid::Uuid;

/// The port over a store, as the program has it.
struct Stored(RunStore);

#[async_trait]
impl Shelf for Stored {
    async fn runs(
        &self,
        owner: &Owner,
        before: Option<RunId>,
        limit: u32,
    ) -> Result<Vec<RunSummary>, StoreError> {
        let filter = RunFilter { owner: Some(owner.clone()), before, limit, status: None };
        Ok(self.0.list(&filter).await?.into_iter().flatten().collect())
    }

    async fn run(&self, owner: &Owner, run: RunId) -> Result<Option<String>, StoreError> {
        match self.0.summary(run).await {
            Ok(summary) if summary.owner == *owner => {
                let document = Document::read(&self.0, run).await.unwrap();
                Ok(Some(export::markdown(&document)))
            }
            Ok(_) | Err(StoreError::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn silos(&self, owner: &Owner) -> Result<Vec<SiloSummary>, StoreError> {
        Sources::silos(&self.0, owner).await
    }

    async fn silo(&self, owner: &Owner, silo: &Silo) -> Result<Option<Value>, StoreError> {
        let silos = Sources::silos(&self.0, owner).await?;
        Ok(silos.into_iter().find(|known| known.silo == *silo).map(|known| json!(known)))
    }
}

struct World {
    library: Library,
    shelf: Arc<Stored>,
    _dir: tempfile::TempDir,
}

fn owner(name: &str) -> Owner {
    name.parse().unwrap()
}

impl World {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let shelf = Arc::new(Stored(RunStore::open(dir.path(), Options::default()).unwrap()));
        Self { library: Library::new(shelf.clone()), shelf, _dir: dir }
    }

    async fn ask(&self, whose: &str, question: &str) -> String {
        let id = RunId(Uuid::now_v7());
        let budget =
            Budget { wall_ms: None, tokens: None, calls: None, micro_usd: None, reserve: 0.15 };
        let now = Now { at: Timestamp::UNIX_EPOCH, elapsed_ms: 0 };
        let (run, events) =
            ruminate_engine::create(id, question, Vec::new(), Policy::fast(budget), None, now);
        let owner = owner(whose);
        let new = NewRun {
            run,
            events,
            owner,
            history: None,
            conversation: None,
            at_most: None,
            question_key: None,
        };
        self.shelf.0.create(new).await.unwrap();
        format!("ruminate://runs/{id}")
    }

    async fn learn(&self, whose: &str, silo: &str) {
        let store = &self.shelf.0;
        let silo: Silo = silo.parse().unwrap();
        let reading = store.begin_reading(&owner(whose), "notes.md", &silo).await.unwrap();
        let lesson = Lesson::new("1", "Basel", "Basel lies on the Rhine.");
        store.learn(&reading, vec![lesson]).await.unwrap();
    }

    async fn page(&self, whose: &str, cursor: Option<&str>) -> ResourcePage {
        self.library.list(&owner(whose), cursor).await.unwrap()
    }

    async fn read(&self, whose: &str, uri: &str) -> Option<(String, String)> {
        match self.library.read(&owner(whose), uri).await.unwrap()? {
            ResourceContents::TextResourceContents { text, mime_type, .. } => {
                Some((text, mime_type.unwrap()))
            }
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_run_is_read_as_markdown_by_its_owner_alone() {
    let world = World::new();
    let uri = world.ask("ada", "Is water wet?").await;
    let (text, kind) = world.read("ada", &uri).await.unwrap();
    assert!(text.contains("Is water wet?"), "{text}");
    assert_eq!(kind, "text/markdown");
    assert_eq!(world.read("bob", &uri).await, None);
    assert_eq!(world.page("bob", None).await, ResourcePage::default());
    for nothing in ["ruminate://runs/x", "ruminate://silos/", "file:///etc/passwd", ""] {
        assert_eq!(world.read("ada", nothing).await, None, "{nothing}");
    }
}

#[tokio::test]
async fn a_silo_is_read_as_json_whatever_its_name() {
    let world = World::new();
    world.learn("ada", "Müller.notes").await;
    let page = world.page("ada", None).await;
    let [silo] = &page.resources[..] else { panic!("{page:?}") };
    assert!(silo.uri.is_ascii(), "{}", silo.uri);
    let (text, kind) = world.read("ada", &silo.uri).await.unwrap();
    let known: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(known, json!({"silo": "müller.notes", "lessons": 1}));
    assert_eq!(kind, "application/json");
    assert_eq!(world.read("bob", &silo.uri).await, None);
}

#[tokio::test]
async fn many_runs_come_in_pages_the_newest_first() {
    let world = World::new();
    world.learn("ada", "general").await;
    let mut asked = Vec::new();
    for number in 0..120 {
        asked.push(world.ask("ada", &format!("Question {number}?")).await);
    }
    let (mut listed, mut cursor, mut pages) = (Vec::new(), None, 0);
    loop {
        let page = world.page("ada", cursor.as_deref()).await;
        listed.extend(page.resources.into_iter().map(|resource| resource.uri));
        pages += 1;
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    asked.push("ruminate://silos/general".to_owned());
    asked.reverse();
    assert_eq!((listed, pages), (asked, 3));
    assert!(world.library.list(&owner("ada"), Some("nonsense")).await.is_err());
}
