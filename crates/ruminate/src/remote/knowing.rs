//! The ports of what is known over REST. Whose it is, the server knows by the key.

use std::time::Duration;

use async_trait::async_trait;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ruminate_server::wire::{
    Asleep, Cycles, DesireList, DesireRequest, Facts, Forgotten, GapList, LearnRequest,
    LearnedSource, MOST_PER_PAGE, NewLesson, Recall, RecallRequest, ReflexApproved, ReflexList,
    ReflexRequest, Silos, SourcePage, WakeRequest,
};
use ruminate_types::mind::{Explanation, Fact, FoundPassage, MindStatus};
use ruminate_types::ports::attention::{Desires, Gaps, MOST_GAPS, Traces};
use ruminate_types::ports::knowledge::{
    Beneath, Learning, Reading, SiloSummary, SourceSummary, Sources, Tally,
};
use ruminate_types::ports::mind::{FactsWanted, Minds, PassagesWanted};
use ruminate_types::ports::reflexes::{Reflex, Reflexes};
use ruminate_types::ports::store::StoreError;
use ruminate_types::ports::wake::Wake;
use ruminate_types::{Attending, Desire, Gap, Lesson, Owner, Silo, Trace, Woke};
use serde_json::json;

use super::trouble::Trouble;
use super::web::Web;

/// What was learned in hours may take minutes to be worked out.
const WORKING_OUT: Duration = Duration::from_secs(600);
/// What one request brings, about: half of what a server takes by default.
const PART_BYTES: usize = 512 * 1024;
/// What a lesson takes besides its words.
const LESSON_BYTES: usize = 200;

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// None where the server has no such thing.
fn found<T>(answer: Result<T, Trouble>, code: &str) -> Result<Option<T>, StoreError> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(trouble) if trouble.is(code) => Ok(None),
        Err(trouble) => Err(trouble.of_run(None)),
    }
}

#[async_trait]
impl Sources for Web {
    async fn source(
        &self,
        _owner: &Owner,
        source: &str,
    ) -> Result<Option<SourceSummary>, StoreError> {
        let path = format!("/api/memory/sources/{}", encoded(source));
        found(self.get(&path).await, "source_not_found")
    }

    async fn sources(
        &self,
        _owner: &Owner,
        after: &str,
        limit: u32,
    ) -> Result<Vec<SourceSummary>, StoreError> {
        let mut found: Vec<SourceSummary> = Vec::new();
        let mut after = after.to_owned();
        loop {
            let left = limit.saturating_sub(found.len() as u32).min(MOST_PER_PAGE);
            if left == 0 {
                return Ok(found);
            }
            let path = format!("/api/memory/sources?limit={left}&after={}", encoded(&after));
            let page: SourcePage = self.get(&path).await.map_err(|e| e.of_run(None))?;
            found.extend(page.sources);
            match page.next {
                Some(next) => after = next,
                None => return Ok(found),
            }
        }
    }

    async fn silos(&self, _owner: &Owner) -> Result<Vec<SiloSummary>, StoreError> {
        let silos: Silos = self.get("/api/mind/silos").await.map_err(|e| e.of_run(None))?;
        Ok(silos.silos)
    }
}

#[async_trait]
impl Learning for Web {
    async fn begin_reading(
        &self,
        owner: &Owner,
        source: &str,
        silo: &Silo,
    ) -> Result<Reading, StoreError> {
        let request = LearnRequest {
            source: Some(source.to_owned()),
            silo: Some(silo.clone()),
            lessons: Some(Vec::new()),
            more: true,
            ..LearnRequest::default()
        };
        let begun = self.teach(&request).await.map_err(|e| e.of_run(None))?;
        let LearnedSource { source, silo, reading, .. } = begun;
        Ok(Reading { owner: owner.clone(), source, silo, number: reading })
    }

    /// In as many requests as it takes. One that is refused is sent in halves, so that in the end it is a
    /// single lesson that is not taken.
    async fn learn(&self, reading: &Reading, lessons: Vec<Lesson>) -> Result<Tally, StoreError> {
        let mut tally = Tally::default();
        let mut waiting = parts(lessons);
        while let Some(mut part) = waiting.pop() {
            let request = LearnRequest { lessons: Some(part.clone()), more: true, ..of(reading) };
            match self.teach(&request).await {
                Ok(learned) => tally += learned.passages,
                Err(trouble) if trouble.is_about_the_body() && part.len() > 1 => {
                    let second = part.split_off(part.len() / 2);
                    waiting.extend([second, part]);
                }
                Err(trouble) => return Err(trouble.of_run(None)),
            }
        }
        Ok(tally)
    }

    async fn finish_reading(&self, reading: &Reading, digest: &str) -> Result<u64, StoreError> {
        let request = LearnRequest {
            lessons: Some(Vec::new()),
            digest: Some(digest.to_owned()),
            ..of(reading)
        };
        let learned = self.teach(&request).await.map_err(|e| e.of_run(None))?;
        Ok(learned.forgotten.unwrap_or_default())
    }

    async fn unlearn(&self, _owner: &Owner, source_or_id: &str) -> Result<Option<u64>, StoreError> {
        let path = format!("/api/memory/sources/{}", encoded(source_or_id));
        let gone = found(self.delete_and_tell::<Forgotten>(&path).await, "source_not_found")?;
        Ok(gone.map(|gone| gone.forgotten))
    }

    async fn unlearn_beneath(&self, _owner: &Owner, dir: &str) -> Result<Beneath, StoreError> {
        let path = format!("/api/memory/sources/{}?beneath=true", encoded(dir));
        let gone = found(self.delete_and_tell::<Forgotten>(&path).await, "source_not_found")?;
        let told = |gone: Forgotten| Beneath {
            sources: gone.sources.unwrap_or_default(),
            lessons: gone.forgotten,
        };
        Ok(gone.map(told).unwrap_or_default())
    }
}

/// A request that goes on with a reading.
fn of(reading: &Reading) -> LearnRequest {
    LearnRequest {
        source: Some(reading.source.clone()),
        silo: Some(reading.silo.clone()),
        reading: u32::try_from(reading.number).ok(),
        ..LearnRequest::default()
    }
}

/// Lessons in parts that are not too large, the first of them last.
fn parts(lessons: Vec<Lesson>) -> Vec<Vec<NewLesson>> {
    let mut parts: Vec<Vec<NewLesson>> = Vec::new();
    let mut size = PART_BYTES;
    for lesson in lessons {
        let own = lesson.text.len() + lesson.title.len() + LESSON_BYTES;
        if size + own > PART_BYTES {
            parts.push(Vec::new());
            size = 0;
        }
        size += own;
        if let Some(part) = parts.last_mut() {
            part.push(lesson.into());
        }
    }
    parts.reverse();
    parts
}

impl Web {
    /// The same again changes nothing, so a server that is being started again is waited for.
    async fn teach(&self, request: &LearnRequest) -> Result<LearnedSource, Trouble> {
        self.post_again("/api/memory", request).await
    }
}

#[async_trait]
impl Minds for Web {
    async fn status(&self, _owner: &Owner) -> Result<MindStatus, StoreError> {
        self.get_within("/api/mind", WORKING_OUT).await.map_err(|e| e.of_run(None))
    }

    async fn passages(
        &self,
        _owner: &Owner,
        question: &str,
        wanted: &PassagesWanted,
    ) -> Result<Vec<FoundPassage>, StoreError> {
        // Nothing is asked, and nothing answers it.
        if question.trim().is_empty() || wanted.k == 0 {
            return Ok(Vec::new());
        }
        let request = RecallRequest {
            question: question.to_owned(),
            k: Some(u32::try_from(wanted.k).unwrap_or(u32::MAX)),
            silo: wanted.silo.clone(),
            texts: Some(wanted.texts),
        };
        let recalled: Recall = self
            .post_again_within("/api/memory/recall", &request, WORKING_OUT)
            .await
            .map_err(|e| e.of_run(None))?;
        Ok(recalled.passages)
    }

    async fn facts(&self, _owner: &Owner, wanted: &FactsWanted) -> Result<Vec<Fact>, StoreError> {
        if wanted.limit == 0 {
            return Ok(Vec::new());
        }
        let mut path = format!("/api/mind/facts?limit={}", wanted.limit);
        if let Some(concept) = &wanted.concept {
            path.push_str(&format!("&concept={}", encoded(concept)));
        }
        if let Some(silo) = &wanted.silo {
            path.push_str(&format!("&silo={}", encoded(silo.as_str())));
        }
        let facts: Facts = self.get_within(&path, WORKING_OUT).await.map_err(|e| e.of_run(None))?;
        Ok(facts.facts)
    }

    async fn explain(&self, _owner: &Owner, question: &str) -> Result<Explanation, StoreError> {
        let path = format!("/api/mind/explain?question={}", encoded(question));
        self.get_within(&path, WORKING_OUT).await.map_err(|e| e.of_run(None))
    }

    /// The server does that by itself.
    async fn settle(&self, _owner: &Owner) -> Result<(), StoreError> {
        Ok(())
    }
}

#[async_trait]
impl Reflexes for Web {
    /// The server says where it is from.
    async fn propose(
        &self,
        _owner: &Owner,
        pattern: &str,
        response: &str,
        is_approved: bool,
        _origin: &str,
    ) -> Result<Reflex, StoreError> {
        let request = ReflexRequest {
            pattern: pattern.to_owned(),
            response: response.to_owned(),
            is_approved,
        };
        self.post("/api/mind/reflexes", &request).await.map_err(|e| e.of_run(None))
    }

    async fn reflexes(&self, _owner: &Owner) -> Result<Vec<Reflex>, StoreError> {
        let list: ReflexList = self.get("/api/mind/reflexes").await.map_err(|e| e.of_run(None))?;
        Ok(list.reflexes)
    }

    async fn approve(&self, _owner: &Owner, id: u64) -> Result<bool, StoreError> {
        let path = format!("/api/mind/reflexes/{id}/approve");
        let approved = self.post::<ReflexApproved>(&path, &json!({})).await;
        Ok(found(approved, "reflex_not_found")?.is_some())
    }

    async fn reject(&self, _owner: &Owner, id: u64) -> Result<bool, StoreError> {
        let path = format!("/api/mind/reflexes/{id}");
        Ok(found(self.delete(&path).await, "reflex_not_found")?.is_some())
    }
}

#[async_trait]
impl Desires for Web {
    async fn desire(&self, _owner: &Owner, text: &str) -> Result<Desire, StoreError> {
        let request = DesireRequest { text: text.to_owned() };
        self.post("/api/mind/desires", &request).await.map_err(|e| e.of_run(None))
    }

    async fn desires(&self, _owner: &Owner) -> Result<Vec<Desire>, StoreError> {
        let list: DesireList = self.get("/api/mind/desires").await.map_err(|e| e.of_run(None))?;
        Ok(list.desires)
    }

    async fn give_up(&self, _owner: &Owner, desire: u64) -> Result<bool, StoreError> {
        let gone = self.delete(&format!("/api/mind/desires/{desire}")).await;
        Ok(found(gone, "desire_not_found")?.is_some())
    }
}

#[async_trait]
impl Gaps for Web {
    async fn gaps(&self, _owner: &Owner, limit: u32) -> Result<Vec<Gap>, StoreError> {
        let path = format!("/api/mind/gaps?limit={}", limit.clamp(1, MOST_GAPS));
        let list: GapList = self.get(&path).await.map_err(|e| e.of_run(None))?;
        Ok(list.gaps)
    }

    async fn drop_gap(&self, _owner: &Owner, gap: u64) -> Result<bool, StoreError> {
        let gone = self.delete(&format!("/api/mind/gaps/{gap}")).await;
        Ok(found(gone, "gap_not_found")?.is_some())
    }
}

#[async_trait]
impl Traces for Web {
    async fn traces(
        &self,
        _owner: &Owner,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Trace>, StoreError> {
        let mut found: Vec<Trace> = Vec::new();
        loop {
            let left = limit.saturating_sub(found.len() as u32).min(MOST_PER_PAGE);
            let after = found.last().map_or(after, |last| last.seq);
            if left == 0 {
                return Ok(found);
            }
            let path = format!("/api/mind/traces?after={after}&limit={left}");
            let page: Vec<Trace> = self.get(&path).await.map_err(|e| e.of_run(None))?;
            let is_last = page.len() < left as usize;
            found.extend(page);
            if is_last {
                return Ok(found);
            }
        }
    }

    async fn last_trace(&self, _owner: &Owner) -> Result<u64, StoreError> {
        let status = self.get_within::<MindStatus>("/api/mind", WORKING_OUT).await;
        Ok(status.map_err(|e| e.of_run(None))?.last_trace)
    }
}

#[async_trait]
impl Wake for Web {
    async fn wake(&self, _owner: &Owner, cycles: u32) -> Result<Vec<Woke>, StoreError> {
        let request = WakeRequest { cycles: Some(cycles) };
        let woke: Result<Cycles, Trouble> =
            self.post_within("/api/mind/wake", &request, WORKING_OUT).await;
        Ok(woke.map_err(|e| e.of_run(None))?.cycles)
    }

    async fn sleep(&self, _owner: &Owner) -> Result<(), StoreError> {
        let asleep: Result<Asleep, Trouble> = self.post_again("/api/mind/sleep", &json!({})).await;
        asleep.map(drop).map_err(|e| e.of_run(None))
    }

    async fn attending(&self, _owner: &Owner) -> Result<Attending, StoreError> {
        self.get("/api/mind/attention").await.map_err(|e| e.of_run(None))
    }
}
