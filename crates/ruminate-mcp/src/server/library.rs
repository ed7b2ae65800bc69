//! Runs and silos as resources: `ruminate://runs/{id}` and `ruminate://silos/{name}`.

use std::sync::Arc;

use async_trait::async_trait;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rmcp::ErrorData;
use rmcp::model::{Resource, ResourceContents, ResourceTemplate};
use ruminate_types::ports::knowledge::SiloSummary;
use ruminate_types::ports::store::{RunSummary, StoreError};
use ruminate_types::{Owner, RunId, Silo};
use serde_json::Value;

use super::resources::{ResourcePage, Resources, bad_cursor};

const RUNS: &str = "ruminate://runs/";
const SILOS: &str = "ruminate://silos/";
const PER_PAGE: u32 = 50;
/// Of a run's question, in a list.
const MOST_TITLE: usize = 120;

/// Where runs and silos are read. Nobody sees another owner's.
#[async_trait]
pub trait Shelf: Send + Sync {
    /// Newest first, older than `before`, at most `limit`.
    async fn runs(
        &self,
        owner: &Owner,
        before: Option<RunId>,
        limit: u32,
    ) -> Result<Vec<RunSummary>, StoreError>;

    /// The whole run as Markdown; none where the owner has no such run.
    async fn run(&self, owner: &Owner, run: RunId) -> Result<Option<String>, StoreError>;

    /// All of them.
    async fn silos(&self, owner: &Owner) -> Result<Vec<SiloSummary>, StoreError>;

    /// What is known of a subject; none where the owner has no such silo.
    async fn silo(&self, owner: &Owner, silo: &Silo) -> Result<Option<Value>, StoreError>;
}

pub struct Library(Arc<dyn Shelf>);

impl Library {
    pub fn new(shelf: Arc<dyn Shelf>) -> Self {
        Self(shelf)
    }
}

#[async_trait]
impl Resources for Library {
    /// Silos are few and come first; a cursor is the last run of a page.
    async fn list(&self, owner: &Owner, cursor: Option<&str>) -> Result<ResourcePage, ErrorData> {
        let before: Option<RunId> = cursor.map(str::parse).transpose().map_err(|_| bad_cursor())?;
        let runs = self.0.runs(owner, before, PER_PAGE).await.map_err(unreadable)?;
        let is_full = runs.len() >= PER_PAGE as usize;
        let next = runs.last().filter(|_| is_full).map(|run| run.session_id.to_string());
        let mut resources = Vec::new();
        if before.is_none() {
            let silos = self.0.silos(owner).await.map_err(unreadable)?;
            resources.extend(silos.iter().map(of_silo));
        }
        resources.extend(runs.iter().map(of_run));
        Ok(ResourcePage { resources, next })
    }

    fn templates(&self) -> Vec<ResourceTemplate> {
        let run = ResourceTemplate::new(format!("{RUNS}{{id}}"), "run")
            .with_title("Run")
            .with_description("A question with its answer and the whole train of thought.")
            .with_mime_type("text/markdown");
        let silo = ResourceTemplate::new(format!("{SILOS}{{name}}"), "silo")
            .with_title("Silo")
            .with_description("What is known of a subject.")
            .with_mime_type("application/json");
        vec![run, silo]
    }

    async fn read(&self, owner: &Owner, uri: &str) -> Result<Option<ResourceContents>, ErrorData> {
        let (text, kind) = if let Some(Ok(id)) = uri.strip_prefix(RUNS).map(str::parse) {
            (self.0.run(owner, id).await, "text/markdown")
        } else if let Some(silo) = uri.strip_prefix(SILOS).and_then(silo_named) {
            let known = self.0.silo(owner, &silo).await;
            (known.map(|known| known.map(|known| format!("{known:#}"))), "application/json")
        } else {
            return Ok(None);
        };
        let text = text.map_err(unreadable)?;
        Ok(text.map(|text| ResourceContents::text(text, uri).with_mime_type(kind)))
    }
}

fn of_run(run: &RunSummary) -> Resource {
    let question = run.original_question.as_str();
    let mut title: String = question.chars().take(MOST_TITLE).collect();
    if title.len() < question.len() {
        title.push('…');
    }
    let told = format!("{}, begun {}", run.status.as_str(), run.created_at);
    Resource::new(format!("{RUNS}{}", run.session_id), run.session_id.to_string())
        .with_title(title)
        .with_description(told)
        .with_mime_type("text/markdown")
}

fn of_silo(silo: &SiloSummary) -> Resource {
    let name = utf8_percent_encode(silo.silo.as_str(), NON_ALPHANUMERIC);
    Resource::new(format!("{SILOS}{name}"), silo.silo.to_string())
        .with_title(format!("Silo {}", silo.silo))
        .with_description(format!("{} lessons", silo.lessons))
        .with_mime_type("application/json")
}

fn silo_named(part: &str) -> Option<Silo> {
    percent_decode_str(part).decode_utf8().ok()?.parse().ok()
}

fn unreadable(error: StoreError) -> ErrorData {
    ErrorData::internal_error(error.to_string(), Some(error.hint().into()))
}
