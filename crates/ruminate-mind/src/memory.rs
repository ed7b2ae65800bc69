//! What a run asks of the mind: an answer, if what is known gives one; else the passages that have to do with the
//! question, each cut to the sentences that do.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use ruminate_types::ports::answers::Answered;
use ruminate_types::ports::memory::{Memory, MemoryError, Wanted};
use ruminate_types::ports::store::StoreError;
use ruminate_types::{
    Cited, Confidence, Experience, Learned, Lesson, LessonKind, Owner, Recalled, Recollection,
    RecollectionKind, RunId,
};
use tokio::task::spawn_blocking;

use crate::conclusion::{Conclusion, conclude};
use crate::facts::concept;
use crate::graph::Graph;
use crate::keeper::{Keeper, ended};
use crate::material::Asked;
use crate::monarch;
use crate::open::Open;
use crate::recall::{Hit, Hop};
use crate::reflex::Approved;
use crate::same_question;
use crate::text::sentences::sentences;
use crate::text::stems::stem;
use crate::text::words::each_word;
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
/// Bytes of a passage that are told.
const EXCERPT: usize = 500;

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
    pub(crate) async fn recollect(
        &self,
        owner: &Owner,
        question: &str,
        wanted: Wanted,
    ) -> Result<Recalled, StoreError> {
        let limit = wanted.limit as usize;
        let mind = self.wake(owner).await?;
        let reflexes = Arc::new(self.reflexes(owner).await?.until(Instant::now() + PATIENCE));
        let (whole, world) = (question.to_owned(), reflexes.clone());
        let brought = spawn_blocking(move || Brought::by(&whole, &world));
        let Brought { question: asked, material, conclusion } = brought.await.map_err(ended)?;
        let meant = self.meant(owner, &mind, &asked).await?;
        let (about, world) = (asked.clone(), reflexes.clone());
        let found = spawn_blocking(move || {
            let mind = mind.read();
            let conclusion = conclusion.or_else(|| conclude(&mind.facts, &about, &*world));
            let open = match conclusion {
                Some(_) => Open::default(),
                None => Open::of(&mind.facts, material.as_ref(), &about),
            };
            let hits = relevant(mind.passages(&about, None, limit, meant.as_deref()));
            (conclusion, hits, open)
        });
        let (conclusion, hits, open) = found.await.map_err(ended)?;
        let mut recollections = Vec::new();
        if let Some(response) = reflexes.answer(&asked) {
            recollections.push(Recollection {
                kind: RecollectionKind::Reflex,
                ..Recollection::new(response, REFLEX)
            });
        }
        let conclusion = match conclusion {
            Some(conclusion) => self.told(owner, conclusion, wanted).await?,
            None => None,
        };
        if wanted.answers {
            let answered = self.answered(owner, question).await?;
            recollections.extend(answered.filter(|told| !is_outdated(told, conclusion.as_ref())));
        }
        recollections.extend(conclusion);
        let known = self.lessons(owner, hits.iter().map(|hit| &hit.source_id)).await?;
        let quotes = hits.iter().filter_map(|hit| Some((hit, known.get(&hit.source_id)?)));
        recollections.extend(quotes.map(|(hit, known)| quoted(&known.lesson, hit, question)));
        recollections.truncate(limit);
        let Open { gaps, so_far } = open;
        Ok(Recalled { recollections, gaps, so_far })
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

/// What a question brings along, and what follows from that alone.
struct Brought {
    question: String,
    material: Option<Graph>,
    conclusion: Option<Conclusion>,
}

impl Brought {
    fn by(whole: &str, world: &Approved) -> Self {
        let Asked { question, material } = Asked::of(whole);
        let conclusion = material.as_ref().and_then(|material| conclude(material, question, world));
        Self { question: question.to_owned(), material, conclusion }
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

fn quoted(lesson: &Lesson, hit: &Hit, question: &str) -> Recollection {
    let text = excerpt(&lesson.text, question);
    let confidence = Confidence::new(lesson.confidence.get() * f64::from(hit.score));
    Recollection { sources: vec![cited(lesson)], ..Recollection::new(text, confidence) }
}

/// Under the name of what it is from, where whoever gave it said so.
fn cited(lesson: &Lesson) -> Cited {
    let title = lesson.source().unwrap_or(&lesson.title).to_owned();
    Cited { source_id: lesson.id.clone(), title }
}

/// The sentences that have most of the question's words, in their order; the first one says what it is about.
fn excerpt(text: &str, question: &str) -> String {
    if text.len() <= EXCERPT {
        return text.to_owned();
    }
    let mut asked = Vec::new();
    each_word(question, |word, _| asked.push(stem(word).into_owned()));
    let ranges = sentences(text);
    let overlap = |at: usize| {
        let mut count = 0;
        each_word(&text[ranges[at].clone()], |word, _| {
            count += usize::from(asked.contains(&stem(word).into_owned()));
        });
        count
    };
    let mut order: Vec<(usize, usize)> = (1..ranges.len()).map(|at| (overlap(at), at)).collect();
    order.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut room = EXCERPT.saturating_sub(ranges.first().map_or(0, |first| first.len()));
    let mut kept = vec![0];
    for (_, at) in order {
        if ranges[at].len() <= room {
            room -= ranges[at].len();
            kept.push(at);
        }
    }
    kept.sort_unstable();
    let kept: Vec<&str> =
        kept.iter().filter_map(|at| Some(text[ranges.get(*at)?.clone()].trim())).collect();
    let excerpt = kept.join(" ");
    match excerpt.len() > 2 * EXCERPT {
        // One sentence without an end.
        true => format!("{}…", &excerpt[..excerpt.floor_char_boundary(2 * EXCERPT)]),
        false => excerpt,
    }
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn an_excerpt_keeps_what_was_asked() {
        let filler = "It has nothing at all to do with what anybody asks here. ".repeat(12);
        let text =
            format!("Ada Lovelace was a mathematician. {filler}She died in London of cancer.");
        let told = excerpt(&text, "Where did Ada Lovelace die, in London?");
        assert!(told.starts_with("Ada Lovelace was a mathematician."), "{told}");
        assert!(told.ends_with("She died in London of cancer."), "{told}");
        assert!(told.len() < 700);
        assert!(excerpt(&"x".repeat(100_000), "x").len() < 1_100);
    }
}
