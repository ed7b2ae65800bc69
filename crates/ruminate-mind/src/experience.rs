//! Learning from what a run went through: facts, candidates for reflexes, gaps, and traces for the mind to come
//! back to.

use ruminate_types::ports::attention::Noticed;
use ruminate_types::ports::knowledge::Reading;
use ruminate_types::ports::store::StoreError;
use ruminate_types::{
    Confidence, Experience, Learned, Lesson, Missing, NewGap, Owner, Passed, RunId, RunSource,
    Silo, TraceKind, counted,
};
use tokio::task::spawn_blocking;

use crate::distiller::{Candidate, Distilled, distil};
use crate::facts::concept;
use crate::gaps;
use crate::graph::Graph;
use crate::keeper::{Keeper, ended};
use crate::material::Asked;

/// A run that is less sure of its answer has left a gap.
const SURE: Confidence = Confidence::literal(0.5);
/// How much it matters that something was learned.
const OF_LEARNING: Confidence = Confidence::literal(0.4);
/// More candidates for reflexes than this are not looked at by anybody.
const MOST_WAITING: usize = 100;

impl Keeper {
    pub(crate) async fn live_through(
        &self,
        owner: &Owner,
        run: RunId,
        experience: &Experience,
    ) -> Result<Learned, StoreError> {
        let mind = self.wake(owner).await?;
        let source = RunSource(run).to_string();
        let (from, lived) = (source.clone(), experience.clone());
        let taken = spawn_blocking(move || {
            let mind = mind.read();
            let asked = Asked::of(&lived.question).question;
            let distilled = distil(&mind.facts, &from, &lived.said);
            let missing = missing(&mind.facts, asked, lived.outcome, &distilled);
            let noticed = noticed(&mind.facts, asked, run, &lived, &distilled, &missing);
            (distilled, missing, noticed)
        });
        let (distilled, missing, noticed) = taken.await.map_err(ended)?;
        let facts = distilled.facts;
        let reflexes = self.propose(owner, &source, distilled.reflexes).await?;
        self.keep(owner, &source, distilled.lessons).await?;
        let is_nothing = noticed == Noticed::default();
        if let Some(attention) = self.attention.as_ref().filter(|_| !is_nothing) {
            let last = experience.said.last().map_or("", |said| said.id.as_str());
            let key = if experience.outcome.is_some() { "end" } else { last };
            attention.notice(owner, &format!("{source}:{key}"), noticed).await?;
        }
        Ok(Learned { facts, gaps: missing.len() as u32, reflexes })
    }

    async fn keep(
        &self,
        owner: &Owner,
        source: &str,
        lessons: Vec<Lesson>,
    ) -> Result<(), StoreError> {
        let Some(learning) = self.learning.as_ref().filter(|_| !lessons.is_empty()) else {
            return Ok(());
        };
        let reading = learning.begin_reading(owner, source, &Silo::thoughts()).await?;
        match learning.learn(&reading, lessons).await {
            // The run was deleted, or another process has taken it over, and tells it too.
            Err(error) if error.code() == Reading::OVER => Ok(()),
            learned => learned.map(|_| ()),
        }
    }

    /// Tells how many wait for approval because of this.
    async fn propose(
        &self,
        owner: &Owner,
        source: &str,
        candidates: Vec<Candidate>,
    ) -> Result<u32, StoreError> {
        let Some(reflexes) = self.reflexes.as_ref().filter(|_| !candidates.is_empty()) else {
            return Ok(0);
        };
        let known = reflexes.reflexes(owner).await?;
        let waiting = known.iter().filter(|reflex| !reflex.is_approved).count();
        let mut proposed = 0;
        for Candidate { pattern, response } in
            candidates.into_iter().take(MOST_WAITING.saturating_sub(waiting))
        {
            match reflexes.propose(owner, &pattern, &response, false, source).await {
                Ok(_) => proposed += 1,
                // A person has made as many as there may be.
                Err(StoreError::Refused(_)) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(proposed)
    }
}

/// What an unsure answer leaves open, and what a model spoke of that nothing explains.
fn missing(
    graph: &Graph,
    question: &str,
    outcome: Option<Confidence>,
    distilled: &Distilled,
) -> Vec<Missing> {
    let mut missing = Vec::new();
    if outcome.is_some_and(|outcome| outcome < SURE) {
        missing = gaps::missing(graph, question);
        if missing.is_empty() {
            missing.extend(gaps::itself(question));
        }
    }
    for name in &distilled.unknown {
        if missing.iter().all(|gap| gap.concept != *name) {
            missing.push(Missing { question: format!("What is {name}?"), concept: name.clone() });
        }
    }
    missing
}

fn noticed(
    graph: &Graph,
    question: &str,
    run: RunId,
    experience: &Experience,
    distilled: &Distilled,
    missing: &[Missing],
) -> Noticed {
    let run_id = Some(run);
    let mut traces = Vec::new();
    // What the mind asks itself is no sign of what matters to anybody.
    if let Some(outcome) = experience.outcome.filter(|_| !experience.is_own) {
        traces.push(Passed {
            kind: TraceKind::Asked,
            text: question.to_owned(),
            concepts: gaps::concepts(graph, question),
            salience: Confidence::new(1.0 - outcome.get()),
            run_id,
        });
    }
    if !distilled.lessons.is_empty() {
        let texts = distilled.lessons.iter().map(|lesson| lesson.text.as_str());
        let concepts = gaps::concepts_of_all(graph, texts);
        traces.push(Passed {
            kind: TraceKind::Distilled,
            text: format!("{} from thinking about: {question}", counted(distilled.facts, "fact")),
            concepts,
            salience: OF_LEARNING,
            run_id,
        });
    }
    let gaps = missing.iter().map(|gap| NewGap {
        question: gap.question.clone(),
        concept: concept(&gap.concept),
        origin: RunSource(run).to_string(),
        tried: 0,
        run_id,
    });
    Noticed { traces, gaps: gaps.collect() }
}
