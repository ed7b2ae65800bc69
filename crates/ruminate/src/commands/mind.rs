//! `ruminate mind …`

use std::sync::Arc;

use ruminate_mind::explain::explain;
use ruminate_mind::{Awake, Fact, Graph, Keeper};
use ruminate_runtime::export::counted;
use ruminate_store::RunStore;
use ruminate_types::Owner;
use ruminate_types::ports::knowledge::{Knowledge, Learning};
use ruminate_types::ports::reflexes::Reflexes as _;
use serde_json::json;

use super::{attention, recall};
use crate::cli::{Global, Mind, Reflexes};
use crate::config::Loaded;
use crate::exit::{Exit, Failure};
use crate::output::{say, say_json};
use crate::view::printable;
use crate::wiring::{mind_dir, open_store};

/// Passages that an explanation shows.
const EXPLAINED: usize = 3;

pub(crate) async fn mind(loaded: Loaded, global: &Global, mind: Mind) -> Result<Exit, Failure> {
    let mind = match mind {
        Mind::Desires { wish } => return attention::desires(loaded, global, wish).await,
        Mind::Gaps { limit, wish } => return attention::gaps(loaded, global, limit, wish).await,
        Mind::Traces(wanted) => return attention::traces(loaded, global, wanted).await,
        Mind::Wake { cycles, tokens, model } => {
            return attention::wake(loaded, global, cycles, tokens, model).await;
        }
        mind => mind,
    };
    let store = Arc::new(open_store(&loaded.home, &loaded.config)?);
    let keeper = Keeper::new(store.clone(), mind_dir(&loaded.home)).with_reflexes(store.clone());
    let home = Home { store, keeper, owner: Owner::local(), is_json: global.json };
    match mind {
        Mind::Status => home.status().await,
        Mind::Silos => home.silos().await,
        Mind::Sources { after, limit } => home.sources(&after, limit).await,
        Mind::Facts { concept, silo, limit } => {
            home.facts(concept.as_deref(), silo.as_deref(), limit).await
        }
        Mind::Explain { question } => home.explain(&question).await,
        Mind::Reflexes { wish } => home.reflexes(wish).await,
        Mind::Forget { source } => home.forget(&source).await,
        Mind::Desires { .. } | Mind::Gaps { .. } | Mind::Traces(_) | Mind::Wake { .. } => {
            Ok(Exit::Done)
        }
    }
}

struct Home {
    store: Arc<RunStore>,
    keeper: Keeper,
    owner: Owner,
    is_json: bool,
}

impl Home {
    async fn wake(&self) -> Result<Awake, Failure> {
        Ok(self.keeper.wake(&self.owner).await?)
    }

    async fn status(&self) -> Result<Exit, Failure> {
        let mind = self.wake().await?;
        let (recall, facts) = {
            let mind = mind.read();
            (mind.recall.summary(), mind.facts.known())
        };
        let silos = self.store.silos(&self.owner).await?;
        if self.is_json {
            say_json(&json!({
                "passages": recall.passages,
                "turns": recall.turns,
                "names": recall.names,
                "facts": facts.facts,
                "concepts": facts.concepts,
                "relations": facts.relations,
                "silos": silos.len(),
            }))?;
            return Ok(Exit::Done);
        }
        if recall.passages == 0 {
            say!("Nothing was learned yet. Begin: ruminate learn FILE")?;
            return Ok(Exit::Done);
        }
        let row = |what: &str, count: usize| say!("{what:10} {count}");
        row("passages", recall.passages)?;
        row("turns", recall.turns)?;
        row("names", recall.names)?;
        row("facts", facts.facts)?;
        row("concepts", facts.concepts)?;
        row("relations", facts.relations)?;
        row("silos", silos.len())?;
        Ok(Exit::Done)
    }

    async fn silos(&self) -> Result<Exit, Failure> {
        let silos = self.store.silos(&self.owner).await?;
        if self.is_json {
            say_json(&json!({ "silos": silos }))?;
            return Ok(Exit::Done);
        }
        if silos.is_empty() {
            say!("There are no silos yet: ruminate learn FILE --silo NAME makes one.")?;
        }
        for silo in silos {
            say!("{:30} {}", silo.silo.as_str(), counted(silo.lessons, "passage"))?;
        }
        Ok(Exit::Done)
    }

    async fn sources(&self, after: &str, limit: u32) -> Result<Exit, Failure> {
        let sources = self.store.sources(&self.owner, after, limit).await?;
        if self.is_json {
            say_json(&json!({ "sources": sources }))?;
            return Ok(Exit::Done);
        }
        if sources.is_empty() {
            say!("There are no sources{}.", if after.is_empty() { " yet" } else { " after that" })?;
        }
        for source in &sources {
            let at = source.learned_at.strftime("%Y-%m-%d %H:%M");
            let cut = if source.digest.is_none() { ", not to its end" } else { "" };
            say!("{}  ({}, {at}{cut})", printable(&source.source), source.silo)?;
        }
        Ok(Exit::Done)
    }

    async fn facts(
        &self,
        concept: Option<&str>,
        silo: Option<&str>,
        limit: usize,
    ) -> Result<Exit, Failure> {
        let mind = self.wake().await?;
        let facts = told(&mind.read().facts, concept, silo, limit);
        if self.is_json {
            say_json(&json!({ "facts": facts }))?;
            return Ok(Exit::Done);
        }
        if facts.is_empty() {
            match concept {
                Some(concept) => say!("No fact is known about {}.", printable(concept))?,
                None => say!("No facts are known yet.")?,
            }
        }
        for fact in &facts {
            let doubt = if fact.is_contradicted { ", contradicted" } else { "" };
            let sources: Vec<&str> =
                fact.grounds.iter().map(|ground| ground.source_id.as_str()).collect();
            let told = printable(&fact.to_string());
            say!("{told}  ({:.2}{doubt}; {})", fact.confidence, printable(&sources.join(", ")))?;
        }
        Ok(Exit::Done)
    }

    async fn explain(&self, question: &str) -> Result<Exit, Failure> {
        let mind = self.wake().await?;
        let reflexes = self.keeper.reflexes(&self.owner).await?;
        let (told, hits) = {
            let mind = mind.read();
            (explain(&mind.facts, question, &reflexes), mind.recall.recall(question, EXPLAINED))
        };
        if self.is_json {
            let passages: Vec<_> = hits.iter().map(recall::row).collect();
            let mut told = json!(told);
            told["passages"] = json!(passages);
            say_json(&told)?;
            return Ok(Exit::Done);
        }
        say!("From facts:")?;
        match &told.facts {
            Some(facts) => {
                say!("  {}  ({:.2})", printable(&facts.text), facts.confidence)?;
                for step in &facts.chain {
                    say!("  - {}", printable(step))?;
                }
            }
            None => say!("  nothing that answers it")?,
        }
        if let Some(thought) = &told.thought {
            say!("From thinking about causes:")?;
            for line in thought.lines() {
                say!("  {}", printable(line))?;
            }
        }
        say!("From vectors, which only hint:")?;
        let hints = &told.vectors;
        for spelled in &hints.spelled {
            let like: Vec<String> =
                spelled.like.iter().map(|one| format!("{} ({:.2})", one.name, one.score)).collect();
            let written = printable(&spelled.written);
            say!("  {written} is not known; spelled like {}", printable(&like.join(", ")))?;
        }
        for silo in &hints.silos {
            say!("  silo {} ({:.2})", printable(&silo.name), silo.score)?;
        }
        for analogy in &hints.analogies {
            say!("  {}", printable(analogy))?;
        }
        if *hints == Default::default() {
            say!("  nothing")?;
        }
        say!("From passages:")?;
        for hit in &hits {
            let why: Vec<String> = hit.why.iter().map(ToString::to_string).collect();
            let (title, id) = (printable(&hit.title), printable(&hit.source_id));
            say!("  {title} ({id}): {}", printable(&why.join("; ")))?;
        }
        if hits.is_empty() {
            say!("  none")?;
        }
        Ok(Exit::Done)
    }

    async fn reflexes(&self, wish: Option<Reflexes>) -> Result<Exit, Failure> {
        let (store, owner) = (&*self.store, &self.owner);
        match wish {
            None => self.list_reflexes().await,
            Some(Reflexes::Add { pattern, response }) => {
                let new = store.propose(owner, &pattern, &response, true, "a person").await?;
                self.told_reflex(new.id, "added")
            }
            Some(Reflexes::Approve { id }) if store.approve(owner, id).await? => {
                self.told_reflex(id, "approved")
            }
            Some(Reflexes::Reject { id }) if store.reject(owner, id).await? => {
                self.told_reflex(id, "rejected")
            }
            Some(Reflexes::Approve { id } | Reflexes::Reject { id }) => {
                let message = format!("there is no reflex {id}");
                let hint = "`ruminate mind reflexes` lists those there are";
                Err(Failure::new(Exit::NotFound, "reflex_not_found", message, hint))
            }
        }
    }

    fn told_reflex(&self, id: u64, what: &str) -> Result<Exit, Failure> {
        match self.is_json {
            true => say_json(&json!({ "id": id, what: true }))?,
            false => say!("Reflex {id} {what}.")?,
        }
        Ok(Exit::Done)
    }

    async fn list_reflexes(&self) -> Result<Exit, Failure> {
        let reflexes = self.store.reflexes(&self.owner).await?;
        if self.is_json {
            say_json(&json!({ "reflexes": reflexes }))?;
            return Ok(Exit::Done);
        }
        if reflexes.is_empty() {
            say!("There are no reflexes yet: ruminate mind reflexes add PATTERN RESPONSE")?;
        }
        for reflex in &reflexes {
            let state = if reflex.is_approved { "approved" } else { "candidate" };
            let told = format!("{} → {}", reflex.pattern, reflex.response);
            say!(
                "{:4}  {state:9}  {}  (by {})",
                reflex.id,
                printable(&told),
                printable(&reflex.origin)
            )?;
        }
        Ok(Exit::Done)
    }

    async fn forget(&self, source: &str) -> Result<Exit, Failure> {
        let gone = match self.store.unlearn(&self.owner, source).await? {
            Some(gone) => Some(gone),
            None => {
                // A file may be named from where one stands.
                let path = std::path::Path::new(source).canonicalize().ok();
                let path = path.map(|path| path.to_string_lossy().into_owned());
                match path {
                    Some(path) => self.store.unlearn(&self.owner, &path).await?,
                    None => None,
                }
            }
        };
        let Some(gone) = gone else {
            let message = format!("nothing was learned from {source}");
            let hint = "`ruminate mind sources` lists what was learned from";
            return Err(Failure::new(Exit::NotFound, "source_not_found", message, hint));
        };
        self.keeper.settle(&self.owner).await?;
        if self.is_json {
            say_json(&json!({ "source": source, "forgotten": gone }))?;
        } else {
            say!("{} forgotten.", counted(gone, "passage"))?;
        }
        Ok(Exit::Done)
    }
}

/// The facts about a concept, or all, the surest first.
fn told(graph: &Graph, concept: Option<&str>, silo: Option<&str>, limit: usize) -> Vec<Fact> {
    let mut ids: Vec<_> = match concept {
        Some(concept) => match graph.concept(concept) {
            Some(id) => graph.of_subject(id).chain(graph.of_object(id)).collect(),
            None => Vec::new(),
        },
        None => graph.facts().collect(),
    };
    ids.retain(|id| silo.is_none_or(|silo| graph.is_in(*id, silo)));
    ids.sort_unstable();
    ids.dedup();
    let mut sure: Vec<_> = ids.into_iter().map(|id| (graph.confidence(id), id)).collect();
    sure.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    sure.truncate(limit);
    sure.into_iter().map(|(_, id)| graph.fact(id)).collect()
}
