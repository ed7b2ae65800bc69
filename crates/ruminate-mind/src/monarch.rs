//! The one self of a mind. It wakes, attends to what passed, thinks about what is wrong, wonders, thinks about that,
//! keeps what lasts, lets fade what does not, and sleeps again.
//!
//! A cycle leaves everything behind in one transaction or nothing: a kill in the middle of it costs that cycle. Of two
//! that begin from the same state, in whatever processes, one counts.

mod waking;

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use ruminate_types::ports::attention::{Attention, Cycle, MOST_GAPS};
use ruminate_types::ports::memory::Wanted;
use ruminate_types::ports::store::StoreError;
use ruminate_types::{Confidence, Owner, RunId, Woke};
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;

use crate::keeper::{Keeper, ended};
use crate::memory::PATIENCE;
use crate::reflex::Approved;
use crate::working_memory::WorkingMemory;
use waking::{Waking, settled};

pub struct Monarch {
    keeper: Arc<Keeper>,
    attention: Arc<dyn Attention>,
    beyond: Option<Arc<dyn Beyond>>,
}

/// Who knows more, and costs something.
#[async_trait]
pub trait Beyond: Send + Sync {
    /// Asks, if it may be spent; none when it may not, or nothing came of it. Who could not be reached was not asked.
    async fn ask(&self, owner: &Owner, question: &str) -> Result<Option<Told>, OutOfReach>;

    /// Whether it may be spent.
    async fn can_ask(&self, owner: &Owner) -> bool;
}

/// Why nobody could be asked.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct OutOfReach {
    pub message: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub text: String,
    pub confidence: Confidence,
    pub run_id: RunId,
}

/// Something that is wrong with the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ailment {
    /// "the disk is nearly full: 97 % of it is used"
    pub text: String,
    /// "why is disk pressure high?"
    pub question: String,
    pub concept: String,
}

/// What is kept between two cycles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct State {
    memory: WorkingMemory,
    /// The last of the owner's lessons that gaps were held against.
    followed: u64,
    /// Questions that were answered of late, the newest last.
    settled: Vec<String>,
}

/// Traces that are taken in at once.
const AT_ONCE: u32 = 500;
/// How often others are asked about one gap.
const MOST_TRIES: u32 = 3;
/// Interests that make curious.
const STRONGEST: u32 = 20;

impl Monarch {
    pub fn new(keeper: Arc<Keeper>, attention: Arc<dyn Attention>) -> Self {
        Self { keeper, attention, beyond: None }
    }

    /// Asks others where the mind itself does not know.
    pub fn with_beyond(self, beyond: Arc<dyn Beyond>) -> Self {
        Self { beyond: Some(beyond), ..self }
    }

    /// One cycle; none where another one was quicker.
    pub async fn cycle(
        &self,
        owner: &Owner,
        ailments: &[Ailment],
    ) -> Result<Option<Woke>, StoreError> {
        let before = self.attention.in_mind(owner).await?;
        let traces = self.attention.traces(owner, before.attended, AT_ONCE).await?;
        let gaps = self.attention.gaps(owner, MOST_GAPS).await?;
        let desires = self.attention.desires(owner).await?;
        let interests = self.attention.interests(owner, STRONGEST).await?;
        let lasting = self.attention.traces(owner, before.consolidated, AT_ONCE).await?;
        let mind = self.keeper.wake(owner).await?;
        // Who has nobody to ask comes to nothing else by trying again.
        let tries = match &self.beyond {
            Some(beyond) if beyond.can_ask(owner).await => MOST_TRIES,
            _ => 1,
        };

        let State { memory, followed, settled: before_settled } = read(&before.working);
        let mut waking = Waking::new(memory, before_settled, gaps);
        waking.attend(&traces);
        let (awake, ailments) = (mind.clone(), ailments.to_vec());
        let (mut waking, known, questions) = spawn_blocking(move || {
            let mind = awake.read();
            if mind.followed.own != followed {
                let world = Approved::default().until(Instant::now() + PATIENCE);
                waking.hold_gaps_against(&mind.facts, &world);
            }
            let questions = waking.questions(&mind.facts, &ailments, &desires, &interests, tries);
            (waking, mind.followed.own, questions)
        })
        .await
        .map_err(ended)?;
        for question in questions {
            let recalled = self.keeper.recollect(owner, &question.text, WANTED).await?;
            let told = match (settled(&recalled, &question), &self.beyond) {
                (None, Some(beyond)) => match beyond.ask(owner, &question.text).await {
                    Ok(told) => told,
                    Err(OutOfReach { message }) => {
                        waking.report.trouble = Some(message);
                        continue;
                    }
                },
                _ => None,
            };
            waking.ponder(&mind.read().facts, question, recalled, told);
        }
        waking.consolidate(&lasting);
        waking.decay();

        let state = State { memory: waking.memory, followed: known, settled: waking.settled };
        let report = Woke {
            cycle: before.cycle + 1,
            attending: state.memory.clone().into_inner(),
            ..waking.report
        };
        let cycle = Cycle {
            from: before.cycle,
            attended: traces.last().map_or(before.attended, |last| last.seq),
            consolidated: lasting.last().map_or(before.consolidated, |last| last.seq),
            working: written(&state)?,
            ..waking.cycle
        };
        let is_unchanged =
            traces.is_empty() && lasting.is_empty() && cycle.working == before.working;
        if report.is_idle() && is_unchanged {
            return Ok(Some(report));
        }
        Ok(self.attention.end_cycle(owner, cycle).await?.then_some(report))
    }
}

const WANTED: Wanted = Wanted { limit: 5, answers: true };

/// What an owner's mind has in mind.
pub async fn in_mind(
    attention: &dyn Attention,
    owner: &Owner,
) -> Result<WorkingMemory, StoreError> {
    Ok(read(&attention.in_mind(owner).await?.working).memory)
}

/// What is in mind, after something was forgotten; `is_gone` tells whether a text has a word that went with it.
pub(crate) fn without(working: &str, is_gone: impl Fn(&str) -> bool) -> Result<String, StoreError> {
    let mut state = read(working);
    state.memory.let_go(is_gone);
    // What settled them may be what was forgotten.
    state.settled.clear();
    match state == State::default() {
        true => Ok(String::new()),
        false => written(&state),
    }
}

/// One that cannot be written leaves what was there before.
fn written(state: &State) -> Result<String, StoreError> {
    serde_json::to_string(state).map_err(|error| StoreError::Io {
        message: format!("what is in mind cannot be written down: {error}"),
    })
}

/// A mind that cannot be read any more begins anew: everything that lasts is elsewhere.
fn read(working: &str) -> State {
    serde_json::from_str(working).unwrap_or_default()
}
