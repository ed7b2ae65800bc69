//! What a run asks of the mind: an answer, if what is known gives one; else the passages that have to do with the
//! question, each cut to the sentences that do.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use ruminate_types::ports::answers::Answered;
use ruminate_types::ports::memory::{Memory, MemoryError, Wanted};
use ruminate_types::ports::store::StoreError;
use ruminate_types::{
    Cited, Confidence, Experience, Learned, LessonKind, Owner, Recalled, Recollection,
    RecollectionKind, RunId,
};
use tokio::task::spawn_blocking;

use crate::asking;
use crate::conclusion::{Conclusion, of_query};
use crate::facts::concept;
use crate::keeper::{Awake, Keeper, ended};
use crate::material::Asked;
use crate::mind::Mind;
use crate::monarch;
use crate::open::Open;
use crate::quote::{cited, quoted};
use crate::recall::{Hit, Hop};
use crate::reflex::Approved;
use crate::same_question;
use crate::working_memory::WorkingMemory;

/// What has less of the question than this, and is not named by it nor led to, has nothing to do with it.
const LEAST_SHARE: f32 = 0.45;
/// How long causes are thought about.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);
/// A person said so.
const REFLEX: Confidence = Confidence::CERTAIN;
/// What follows so surely outdates what was answered before.
const SURE: Confidence = Confidence::literal(0.6);
/// Earlier answers to the same question that are looked at.
const EARLIER: u32 = 8;

#[async_trait]
impl Memory for Keeper {
    fn key(&self, question: &str) -> Option<String> {
        same_question::key(question)
    }

    async fn recall(
        &self,
        owner: &Owner,
        question: &str,
        wanted: Wanted,
    ) -> Result<Recalled, MemoryError> {
        Ok(self.recollect(owner, question, wanted).await?)
    }

    async fn learn(
        &self,
        owner: &Owner,
        run: RunId,
        experience: &Experience,
    ) -> Result<Learned, MemoryError> {
        Ok(self.live_through(owner, run, experience).await?)
    }
}

impl Keeper {
    /// What a reflex says first, then what was answered, what follows, and what is written.
    pub(crate) async fn recollect(
        &self,
        owner: &Owner,
        question: &str,
        wanted: Wanted,
    ) -> Result<Recalled, StoreError> {
        let limit = wanted.limit as usize;
        let mind = self.wake(owner).await?;
        let world = Arc::new(self.reflexes(owner).await?.until(Instant::now() + PATIENCE));
        let brought = Brought::by(question, &world).await?;
        let asked = brought.asked.clone();
        let Found { conclusion, open, hits } =
            self.find(owner, mind, brought, world.clone(), limit).await?;

        let reflex = world.answer(&asked).map(|response| Recollection {
            kind: RecollectionKind::Reflex,
            ..Recollection::new(response, REFLEX)
        });
        let conclusion = match conclusion {
            Some(conclusion) => self.told(owner, conclusion, wanted).await?,
            None => None,
        };
        let answered = match wanted.answers {
            true => self.answered(owner, question).await?,
            false => None,
        };
        let answered = answered.filter(|told| !is_outdated(told, conclusion.as_ref()));
        let quotes = self.quotes(owner, &hits, &asked).await?;
        let all = reflex.into_iter().chain(answered).chain(conclusion).chain(quotes);
        let Open { gaps, so_far } = open;
        Ok(Recalled { recollections: all.take(limit).collect(), gaps, so_far })
    }

    /// What the mind has on a question.
    async fn find(
        &self,
        owner: &Owner,
        mind: Awake,
        brought: Brought,
        world: Arc<Approved>,
        limit: usize,
    ) -> Result<Found, StoreError> {
        let meant = self.meant(owner, &mind, &brought.asked).await?;
        spawn_blocking(move || Found::of(&mind.read(), brought, &world, limit, meant.as_deref()))
            .await
            .map_err(ended)
    }

    /// Those that were forgotten a moment ago are left out.
    async fn quotes(
        &self,
        owner: &Owner,
        hits: &[Hit],
        asked: &str,
    ) -> Result<Vec<Recollection>, StoreError> {
        let known = self.lessons(owner, hits.iter().map(|hit| &hit.source_id)).await?;
        let quote = |hit: &Hit| Some(quoted(&known.get(&hit.source_id)?.lesson, hit, asked));
        Ok(hits.iter().filter_map(quote).collect())
    }

    /// The owner's approved reflexes, and what is in mind.
    pub async fn reflexes(&self, owner: &Owner) -> Result<Approved, StoreError> {
        let approved = match &self.reflexes {
            Some(reflexes) => Approved::of(reflexes.reflexes(owner).await?),
            None => Approved::default(),
        };
        let in_mind = match &self.attention {
            Some(attention) => monarch::in_mind(&**attention, owner).await?,
            None => WorkingMemory::default(),
        };
        Ok(approved.minding(in_mind))
    }

    /// What an earlier run answered to the same question, if it is good for another time.
    async fn answered(
        &self,
        owner: &Owner,
        question: &str,
    ) -> Result<Option<Recollection>, StoreError> {
        let (Some((answers, freshness)), Some(key)) = (&self.answers, self.key(question)) else {
            return Ok(None);
        };
        let answered = answers.answered(owner, &key, EARLIER).await?;
        Ok(freshness.good(answered, question).map(|answered| {
            let Answered { run_id, answer, confidence, mode, at, question, .. } = answered;
            let day = at.strftime("%Y-%m-%d");
            Recollection {
                kind: RecollectionKind::Answer,
                run_id: Some(run_id),
                mode: Some(mode),
                chain: vec![format!("asked on {day}: {question}")],
                ..Recollection::new(answer, confidence)
            }
        }))
    }

    /// None where it rests on what was thought before, and that is not wanted.
    async fn told(
        &self,
        owner: &Owner,
        conclusion: Conclusion,
        wanted: Wanted,
    ) -> Result<Option<Recollection>, StoreError> {
        let known = self.lessons(owner, &conclusion.sources).await?;
        let rests_on_thought = known.values().any(|known| known.lesson.kind == LessonKind::Thought);
        if rests_on_thought && !wanted.answers {
            return Ok(None);
        }
        // What a question brings along is no lesson.
        let cite = |source_id: String| match known.get(&source_id) {
            Some(known) => cited(&known.lesson),
            None => Cited { source_id, title: String::new() },
        };
        let sources = conclusion.sources.into_iter().map(cite).collect();
        Ok(Some(Recollection {
            kind: RecollectionKind::Conclusion,
            sources,
            chain: conclusion.chain,
            ..Recollection::new(conclusion.text, Confidence::new(conclusion.confidence))
        }))
    }
}

/// What a question asks, and what its own material says to that.
struct Brought {
    asked: String,
    conclusion: Option<Conclusion>,
    /// How far the material leads, where nothing follows from it.
    so_far: Option<String>,
}

impl Brought {
    async fn by(whole: &str, world: &Arc<Approved>) -> Result<Self, StoreError> {
        let (whole, world) = (whole.to_owned(), world.clone());
        spawn_blocking(move || Self::read(&whole, &world)).await.map_err(ended)
    }

    fn read(whole: &str, world: &Approved) -> Self {
        let Asked { question, material } = Asked::of(whole);
        let understood = material
            .and_then(|graph| asking::understand(&graph, question).map(|query| (graph, query)));
        let (conclusion, so_far) = match understood {
            Some((graph, query)) => (of_query(&graph, &query, world), query.so_far(&graph)),
            None => (None, None),
        };
        Self { asked: question.to_owned(), conclusion, so_far }
    }
}

/// What a mind has on a question.
struct Found {
    conclusion: Option<Conclusion>,
    open: Open,
    hits: Vec<Hit>,
}

impl Found {
    fn of(
        mind: &Mind,
        brought: Brought,
        world: &Approved,
        limit: usize,
        meant: Option<&[f32]>,
    ) -> Self {
        let Brought { asked, conclusion, so_far } = brought;
        let hits = relevant(mind.passages(&asked, None, limit, meant));
        if conclusion.is_some() {
            return Self { conclusion, open: Open::default(), hits };
        }
        let query = asking::understand(&mind.facts, &asked);
        let conclusion = query.as_ref().and_then(|query| of_query(&mind.facts, query, world));
        let open = match conclusion {
            Some(_) => Open::default(),
            None => Open::of(&mind.facts, query.as_ref(), so_far, &asked),
        };
        Self { conclusion, open, hits }
    }
}

/// Whether what was answered before does not say what follows from what was learned.
fn is_outdated(answered: &Recollection, conclusion: Option<&Recollection>) -> bool {
    conclusion.is_some_and(|known| {
        known.confidence >= SURE && !concept(&answered.text).contains(&concept(&known.text))
    })
}

/// Those that have to do with the question: they are named by it, have much of it, or are led to from one that does.
fn relevant(hits: Vec<Hit>) -> Vec<Hit> {
    let mut kept: Vec<Hit> = Vec::new();
    for hit in hits {
        let is_kept = |id: &String| kept.iter().any(|hit| hit.source_id == *id);
        let is_led_to = hit.why.iter().any(|hop| match hop {
            Hop::Named { .. } => true,
            Hop::MentionedBy { from, .. } => is_kept(from),
            Hop::Mentions { to, .. } => is_kept(to),
            Hop::Beside { of } => is_kept(of),
            Hop::Means { .. } | Hop::Shares { .. } | Hop::Words { .. } => false,
        });
        if is_led_to || hit.is_meant || hit.share >= LEAST_SHARE {
            kept.push(hit);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use ruminate_types::Lesson;

    use super::*;
    use crate::keeper::tests::{block_on, keeper, owner};

    #[test]
    fn a_passage_is_quoted_by_what_is_asked_and_not_by_what_is_brought_along() {
        let brought =
            "The weather was cold, the harvest was poor, and the price of bread went up again. ";
        let filler = "That year the harvest was poor and the price of bread went up. ".repeat(9);
        let text =
            format!("Ada Lovelace was a mathematician. {filler}She died in London of cancer.");
        let keeper = keeper("quoting", Lesson::new("ada", "Ada Lovelace", text));
        let question =
            format!("{}\n\nIn which town did Ada Lovelace die of cancer?", brought.repeat(6));
        let wanted = Wanted { limit: 5, answers: true };
        let recalled = block_on(keeper.recollect(&owner("grace"), &question, wanted)).unwrap();
        let quotes: Vec<&str> = recalled.recollections.iter().map(|told| &*told.text).collect();
        assert!(quotes.iter().any(|told| told.contains("died in London")), "{quotes:?}");
    }
}
