//! Looking into the minds that are kept. What takes long is worked out on threads that may take long.

use std::time::Instant;

use async_trait::async_trait;
use ruminate_types::mind::{Explanation, Fact, FoundPassage, MindStatus, Quoted};
use ruminate_types::ports::mind::{FactsWanted, Minds, PassagesWanted};
use ruminate_types::ports::store::StoreError;
use ruminate_types::{Known, Lesson, LessonKind, Owner};
use tokio::task::spawn_blocking;

use crate::explain::explain;
use crate::graph::Graph;
use crate::keeper::{Keeper, ended};
use crate::memory::PATIENCE;
use crate::mind::Mind;
use crate::recall::Hit;

/// So many times as many are looked for, at most, where copies take the places of others.
const MOST_WITH_COPIES: usize = 8;

#[async_trait]
impl Minds for Keeper {
    async fn status(&self, owner: &Owner) -> Result<MindStatus, StoreError> {
        let mut status = self
            .look(owner, |mind| {
                let (recall, facts) = (mind.recall.summary(), mind.facts.known());
                MindStatus {
                    passages: recall.passages as u64,
                    turns: recall.turns as u64,
                    names: recall.names as u64,
                    facts: facts.facts as u64,
                    concepts: facts.concepts as u64,
                    relations: facts.relations as u64,
                    silos: recall.silos as u64,
                    unexplained: mind.facts.unexplained() as u64,
                    ..MindStatus::default()
                }
            })
            .await?;
        if let Some(meaning) = &self.meaning {
            status.vectors = meaning.vectors().spaces(owner).await?;
        }
        if let Some(attention) = &self.attention {
            status.gaps = attention.gap_count(owner).await?;
            status.desires = attention.desires(owner).await?.len() as u64;
            status.last_trace = attention.last_trace(owner).await?;
            status.is_asleep = attention.in_mind(owner).await?.is_asleep;
        }
        Ok(status)
    }

    async fn passages(
        &self,
        owner: &Owner,
        question: &str,
        wanted: &PassagesWanted,
    ) -> Result<Vec<FoundPassage>, StoreError> {
        let awake = self.wake(owner).await?;
        let meant = self.meant(owner, &awake, question).await?;
        let mut most = wanted.k;
        loop {
            let (awake, meant) = (awake.clone(), meant.clone());
            let (question, silo) = (question.to_owned(), wanted.silo.clone());
            let hits = spawn_blocking(move || {
                let silo = silo.as_ref().map(|silo| silo.as_str());
                awake.read().passages(&question, silo, most, meant.as_deref())
            });
            let hits = hits.await.map_err(ended)?;
            let is_all = hits.len() < most || most >= MOST_WITH_COPIES * wanted.k;
            let recalled: Vec<FoundPassage> = hits.into_iter().map(Hit::into).collect();
            let mut told = self.with_texts(owner, recalled).await?;
            if told.len() < wanted.k && !is_all {
                // Copies took the places of others.
                most *= 2;
                continue;
            }
            told.truncate(wanted.k);
            if !wanted.texts {
                told.iter_mut().for_each(|one| one.said = None);
            }
            return Ok(told);
        }
    }

    async fn facts(&self, owner: &Owner, wanted: &FactsWanted) -> Result<Vec<Fact>, StoreError> {
        let wanted = wanted.clone();
        let facts = self.look(owner, move |mind| facts(&mind.facts, &wanted)).await?;
        self.with_sources(owner, facts).await
    }

    async fn explain(&self, owner: &Owner, question: &str) -> Result<Explanation, StoreError> {
        let reflexes = self.reflexes(owner).await?.until(Instant::now() + PATIENCE);
        let question = question.to_owned();
        self.look(owner, move |mind| explain(mind, &question, &reflexes)).await
    }

    async fn settle(&self, owner: &Owner) -> Result<(), StoreError> {
        Keeper::settle(self, owner).await.map(drop)
    }
}

impl Keeper {
    async fn look<T: Send + 'static>(
        &self,
        owner: &Owner,
        look: impl FnOnce(&Mind) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let awake = self.wake(owner).await?;
        spawn_blocking(move || look(&awake.read())).await.map_err(ended)
    }

    /// One that was forgotten a moment ago is left out, and what several say word for word is told once, in the place of
    /// the first. Turns are told as they came: "Yes" is said to many questions.
    async fn with_texts(
        &self,
        owner: &Owner,
        recalled: Vec<FoundPassage>,
    ) -> Result<Vec<FoundPassage>, StoreError> {
        let ids: Vec<String> =
            recalled.iter().map(|one| one.source_id.as_str().to_owned()).collect();
        let mut known = self.lessons(owner, &ids).await?;
        let mut told: Vec<FoundPassage> = Vec::new();
        for one in recalled {
            let Some(Known { lesson, source, silo, .. }) = known.remove(one.source_id.as_str())
            else {
                continue;
            };
            let is_turn = matches!(lesson.kind, LessonKind::Turn { .. });
            let says_it = |first: &&mut FoundPassage| {
                first.said.as_ref().is_some_and(|said| said.text == lesson.text)
            };
            match told.iter_mut().find(says_it).filter(|_| !is_turn) {
                Some(first) => first.copies.push(one.source_id),
                None => {
                    let said = Some(Quoted { text: lesson.text, source, silo });
                    told.push(FoundPassage { said, ..one });
                }
            }
        }
        Ok(told)
    }

    /// With what they are from, where whoever gave them said so.
    async fn with_sources(
        &self,
        owner: &Owner,
        mut facts: Vec<Fact>,
    ) -> Result<Vec<Fact>, StoreError> {
        let grounds = facts.iter().flat_map(|fact| &fact.grounds);
        let known = self.lessons(owner, grounds.map(|ground| &ground.source_id)).await?;
        for ground in facts.iter_mut().flat_map(|fact| &mut fact.grounds) {
            let lesson = known.get(&ground.source_id).map(|known| &known.lesson);
            ground.source = lesson.and_then(Lesson::source).map(str::to_owned);
        }
        Ok(facts)
    }
}

/// The facts about a concept, or all, the surest first.
fn facts(graph: &Graph, wanted: &FactsWanted) -> Vec<Fact> {
    let mut ids: Vec<_> = match &wanted.concept {
        Some(concept) => match graph.concept(concept) {
            Some(id) => graph.of_subject(id).chain(graph.of_object(id)).collect(),
            None => Vec::new(),
        },
        None => graph.facts().collect(),
    };
    let is_within = |id| wanted.silo.as_ref().is_none_or(|silo| graph.is_in(id, silo.as_str()));
    ids.retain(|id| is_within(*id));
    ids.sort_unstable();
    ids.dedup();
    let mut sure: Vec<_> = ids.into_iter().map(|id| (graph.confidence(id), id)).collect();
    sure.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    sure.truncate(wanted.limit);
    sure.into_iter().map(|(_, id)| graph.fact(id)).collect()
}
