//! `ruminate mind …`

use std::ffi::OsStr;
use std::path::Path;

use ruminate_types::knowledge::BadSilo;
use ruminate_types::ports::knowledge::Beneath;
use ruminate_types::ports::mind::FactsWanted;
use ruminate_types::ports::vectors::SpaceSummary;
use ruminate_types::{Silo, counted};
use serde_json::json;

use super::attention;
use crate::cli::{Global, Mind, Reflexes};
use crate::config::Loaded;
use crate::exit::{Exit, Failure};
use crate::knowing::Knowing;
use crate::learning::name;
use crate::output::{note, say, say_json};
use crate::view::printable;

pub(crate) async fn mind(
    loaded: Result<Loaded, Failure>,
    global: &Global,
    mind: Mind,
) -> Result<Exit, Failure> {
    // Waking and sleeping need more than what is known.
    let home = |loaded| Home::of(loaded, global);
    let knowing = |loaded| Knowing::of(loaded, global);
    match mind {
        Mind::Status => home(loaded)?.status().await,
        Mind::Silos => home(loaded)?.silos().await,
        Mind::Sources { after, limit } => home(loaded)?.sources(&after, limit).await,
        Mind::Facts { concept, silo, limit } => {
            let silo = silo.as_deref().map(str::parse::<Silo>).transpose();
            let silo =
                silo.map_err(|bad: BadSilo| Failure::usage(bad.to_string(), "leave --silo out"))?;
            let home = home(loaded)?;
            if let Some(silo) = &silo {
                home.knowing.expect_silo(silo).await?;
            }
            home.facts(FactsWanted { concept, silo, limit }).await
        }
        Mind::Explain { question } if question.trim().is_empty() => {
            let hint = "ruminate mind explain \"Who wrote it?\" shows what bears on it";
            Err(Failure::usage("the question is empty", hint))
        }
        Mind::Explain { question } => home(loaded)?.explain(&question).await,
        Mind::Reflexes { wish } => home(loaded)?.reflexes(wish).await,
        Mind::Forget { source } => home(loaded)?.forget(&source).await,
        Mind::Desires { wish } => attention::desires(&knowing(loaded)?, global, wish).await,
        Mind::Gaps { limit, wish } => attention::gaps(&knowing(loaded)?, global, limit, wish).await,
        Mind::Traces(wanted) => attention::traces(&knowing(loaded)?, global, wanted).await,
        Mind::Wake { cycles, tokens, model } => {
            attention::wake(loaded, global, cycles, tokens, model).await
        }
        Mind::Sleep => attention::sleep(loaded, global).await,
    }
}

struct Home {
    knowing: Knowing,
    program: String,
    is_json: bool,
}

impl Home {
    fn of(loaded: Result<Loaded, Failure>, global: &Global) -> Result<Self, Failure> {
        let knowing = Knowing::of(loaded, global)?;
        Ok(Self { knowing, program: global.program(), is_json: global.json })
    }

    async fn status(&self) -> Result<Exit, Failure> {
        let status = self.knowing.minds.status(&self.knowing.owner).await?;
        if self.is_json {
            say_json(&status)?;
            return Ok(Exit::Done);
        }
        if status.passages + status.facts + status.gaps + status.desires == 0 && !status.is_asleep {
            say!("Nothing was learned yet. Begin: {} learn FILE", self.program)?;
            return Ok(Exit::Done);
        }
        let row = |what: &str, count: u64| say!("{what:11} {count}");
        row("passages", status.passages)?;
        row("turns", status.turns)?;
        row("names", status.names)?;
        row("facts", status.facts)?;
        row("concepts", status.concepts)?;
        row("relations", status.relations)?;
        row("silos", status.silos)?;
        row("unexplained", status.unexplained)?;
        row("gaps", status.gaps)?;
        row("desires", status.desires)?;
        for SpaceSummary { space, lessons } in &status.vectors {
            say!("{:11} {lessons}, by {}", "vectors", printable(&space.embedder))?;
        }
        if status.is_asleep {
            say!("It is asleep: {} mind wake", self.program)?;
        }
        Ok(Exit::Done)
    }

    async fn silos(&self) -> Result<Exit, Failure> {
        let silos = self.knowing.sources.silos(&self.knowing.owner).await?;
        if self.is_json {
            say_json(&json!({ "silos": silos }))?;
            return Ok(Exit::Done);
        }
        if silos.is_empty() {
            say!("There are no silos yet: {} learn FILE --silo NAME makes one.", self.program)?;
        }
        for silo in silos {
            say!("{:30} {}", silo.silo.as_str(), counted(silo.lessons, "passage"))?;
        }
        Ok(Exit::Done)
    }

    async fn sources(&self, after: &str, limit: u32) -> Result<Exit, Failure> {
        let sources = self.knowing.sources.sources(&self.knowing.owner, after, limit).await?;
        if self.is_json {
            say_json(&json!({ "sources": sources }))?;
            return Ok(Exit::Done);
        }
        if sources.is_empty() {
            say!("There are no sources{}.", if after.is_empty() { " yet" } else { " after that" })?;
        }
        for source in &sources {
            let at = source.learned_at.strftime("%Y-%m-%d %H:%M");
            let cut = if source.is_cut() { ", not to its end" } else { "" };
            say!("{}  ({}, {at}{cut})", printable(&source.source), source.silo)?;
        }
        Ok(Exit::Done)
    }

    async fn facts(&self, wanted: FactsWanted) -> Result<Exit, Failure> {
        let facts = self.knowing.minds.facts(&self.knowing.owner, &wanted).await?;
        if self.is_json {
            say_json(&json!({ "facts": facts }))?;
            return Ok(Exit::Done);
        }
        if facts.is_empty() {
            match &wanted.concept {
                Some(concept) => say!("No fact is known about {}.", printable(concept))?,
                None => say!("No facts are known yet.")?,
            }
        }
        for fact in &facts {
            let doubt = if fact.is_contradicted { ", contradicted" } else { "" };
            let sources: Vec<String> = fact.grounds.iter().map(ToString::to_string).collect();
            let told = printable(&fact.to_string());
            say!("{told}  ({:.2}{doubt}; {})", fact.confidence, printable(&sources.join(", ")))?;
        }
        Ok(Exit::Done)
    }

    async fn explain(&self, question: &str) -> Result<Exit, Failure> {
        let told = self.knowing.minds.explain(&self.knowing.owner, question).await?;
        if self.is_json {
            say_json(&json!(told))?;
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
        for one in &told.passages {
            let why: Vec<String> = one.why.iter().map(ToString::to_string).collect();
            let (title, id) = (printable(&one.title), printable(one.source_id.as_str()));
            say!("  {title} ({id}): {}", printable(&why.join("; ")))?;
        }
        if told.passages.is_empty() {
            say!("  none")?;
        }
        Ok(Exit::Done)
    }

    async fn reflexes(&self, wish: Option<Reflexes>) -> Result<Exit, Failure> {
        let Knowing { reflexes, owner, .. } = &self.knowing;
        match wish {
            None => self.list_reflexes().await,
            Some(Reflexes::Add { pattern, response }) => {
                let new = reflexes.propose(owner, &pattern, &response, true, "a person").await?;
                self.told_reflex(new.id, "added")
            }
            Some(Reflexes::Approve { id }) if reflexes.approve(owner, id).await? => {
                self.told_reflex(id, "approved")
            }
            Some(Reflexes::Reject { id }) if reflexes.reject(owner, id).await? => {
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
        let reflexes = self.knowing.reflexes.reflexes(&self.knowing.owner).await?;
        if self.is_json {
            say_json(&json!({ "reflexes": reflexes }))?;
            return Ok(Exit::Done);
        }
        if reflexes.is_empty() {
            say!("There are no reflexes yet: {} mind reflexes add PATTERN RESPONSE", self.program)?;
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

    async fn forget(&self, source: &OsStr) -> Result<Exit, Failure> {
        let Knowing { learning, minds, owner, .. } = &self.knowing;
        let named = names(source);
        let source = source.to_string_lossy();
        for name in named.clone() {
            if let Some(gone) = learning.unlearn(owner, &name).await? {
                minds.settle(owner).await?;
                match self.is_json {
                    true => say_json(&json!({ "source": source, "forgotten": gone }))?,
                    false => say!("{} forgotten.", counted(gone, "passage"))?,
                }
                self.note_what_is_kept();
                return Ok(Exit::Done);
            }
        }
        for name in named {
            let Beneath { sources, lessons } = learning.unlearn_beneath(owner, &name).await?;
            if sources > 0 {
                minds.settle(owner).await?;
                let told = json!({ "source": source, "sources": sources, "forgotten": lessons });
                let (sources, lessons) = (counted(sources, "source"), counted(lessons, "passage"));
                match self.is_json {
                    true => say_json(&told)?,
                    false => say!("{sources} and {lessons} forgotten.")?,
                }
                self.note_what_is_kept();
                return Ok(Exit::Done);
            }
        }
        let message = format!("nothing was learned from {source}");
        let hint = "`ruminate mind sources` lists what was learned from";
        Err(Failure::new(Exit::NotFound, "source_not_found", message, hint))
    }
}

impl Home {
    /// Nobody should believe that more is forgotten than is.
    fn note_what_is_kept(&self) {
        if !self.is_json {
            note!("Runs that were told of it keep that: {} runs delete ID", self.program);
        }
    }
}

/// What a source may be known by: a file may be named from where one stands, also one that is gone.
fn names(source: &OsStr) -> Vec<String> {
    let path = Path::new(source);
    let path = path.canonicalize().or_else(|_| std::path::absolute(path));
    let as_named = source.to_str().map(str::to_owned);
    as_named.into_iter().chain(path.ok().map(|path| name::of(&path))).collect()
}
