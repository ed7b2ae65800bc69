//! Letting go of what was forgotten: a word that stood there, and stands nowhere else any more, is looked for in
//! everything that the mind attends to, and what has it goes.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ruminate_types::ports::attention::{Attention, MOST_GAPS, MOST_INTERESTS};
use ruminate_types::ports::forgetting::{Held, LetGo};
use ruminate_types::ports::store::StoreError;
use ruminate_types::{Desire, Gap, Interest, Owner, Passed, RunSource, Trace};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::facts::concept;
use crate::keeper::{Awake, Keeper, ended};
use crate::monarch;
use crate::text::stems::{is_stop, stem};
use crate::text::words::each_word;

/// What is read at once.
const AT_ONCE: u32 = 1_000;
/// A cycle of the mind that ends meanwhile may have brought a word back: it is looked at again, so often.
const MOST_TRIES: u32 = 5;
/// How soon it is looked again whether somebody still reads what is to go.
const AGAIN_IN: Duration = Duration::from_millis(100);

impl Keeper {
    /// Whether something was forgotten that the owner's mind has not let go of.
    pub(crate) async fn holds_forgotten(&self, owner: &Owner) -> Result<bool, StoreError> {
        match &self.attention {
            Some(attention) => Ok(!attention.held(owner, 1).await?.is_empty()),
            None => Ok(false),
        }
    }

    /// Lets go of what was forgotten and the mind has followed. Somebody who reads the files would keep the words in them:
    /// they are waited for so long, and whether nothing is left is told.
    pub(crate) async fn let_go(
        &self,
        owner: &Owner,
        awake: &Awake,
        patience: Duration,
    ) -> Result<bool, StoreError> {
        let Some(attention) = self.attention.as_deref() else { return Ok(true) };
        if !nobody_reads(attention, patience).await? {
            return Ok(false);
        }
        let followed = awake.read().followed.all;
        let mut tries = 0;
        while tries < MOST_TRIES {
            let mut held = attention.held(owner, AT_ONCE).await?;
            held.retain(|held| held.seq <= followed);
            let Some(through) = held.last().map(|last| last.seq) else { break };
            let in_mind = attention.in_mind(owner).await?;
            let awake = awake.clone();
            let gone = spawn_blocking(move || unknown(&awake, &held)).await.map_err(ended)?;
            let (gone, swept) = match gone.0.is_empty() {
                true => (gone, LetGo::default()),
                false => Attended::by(attention, owner).await?.without(gone),
            };
            let working = monarch::without(&in_mind.working, |text| gone.is_in(text))?;
            let let_go = LetGo { from: in_mind.cycle, working, through, ..swept };
            tries += u32::from(!attention.let_go(owner, let_go).await?);
        }
        nobody_reads(attention, patience).await
    }
}

async fn nobody_reads(attention: &dyn Attention, patience: Duration) -> Result<bool, StoreError> {
    let since = Instant::now();
    loop {
        let is_wiped = attention.wipe().await?;
        if is_wiped || since.elapsed() >= patience {
            return Ok(is_wiped);
        }
        sleep(AGAIN_IN).await;
    }
}

/// Words that were forgotten and stand nowhere else.
struct Gone(BTreeSet<String>);

impl Gone {
    fn is_in(&self, text: &str) -> bool {
        let mut is_in = false;
        if !self.0.is_empty() {
            each_word(text, |word, _| is_in |= self.0.contains(word));
        }
        is_in
    }
}

/// The words of what was forgotten that no lesson has.
fn unknown(awake: &Awake, held: &[Held]) -> Gone {
    let mut words = BTreeSet::new();
    for Held { said, .. } in held {
        each_word(said, |word, _| {
            if !is_stop(word) {
                words.extend(forms(word));
            }
        });
    }
    let mut mind = awake.write();
    mind.tidy();
    words.retain(|word| !mind.recall.has_word(word) && !mind.facts.has_word(word));
    Gone(words)
}

/// A word as it may have come to mind.
fn forms(word: &str) -> [String; 3] {
    [word.to_owned(), stem(word).into_owned(), concept(word)]
}

/// What a mind attends to, but for its working memory.
struct Attended {
    desires: Vec<Desire>,
    gaps: Vec<Gap>,
    traces: Vec<Trace>,
    interests: Vec<Interest>,
}

impl Attended {
    async fn by(attention: &dyn Attention, owner: &Owner) -> Result<Self, StoreError> {
        let mut traces: Vec<Trace> = Vec::new();
        loop {
            let after = traces.last().map_or(0, |last| last.seq);
            let some = attention.traces(owner, after, AT_ONCE).await?;
            let is_all = some.len() < AT_ONCE as usize;
            traces.extend(some);
            if is_all {
                break;
            }
        }
        Ok(Self {
            desires: attention.desires(owner).await?,
            gaps: attention.gaps(owner, MOST_GAPS).await?,
            traces,
            interests: attention.interests(owner, MOST_INTERESTS).await?,
        })
    }

    /// All that has a word which is gone. What somebody wants to know, and what runs that are still there were about, is not.
    fn without(self, mut gone: Gone) -> (Gone, LetGo) {
        for text in self.of_others() {
            each_word(text, |word, _| {
                for form in forms(word) {
                    gone.0.remove(&form);
                }
            });
        }
        let has_gone = |trace: &Trace| {
            let Passed { text, concepts, .. } = &trace.passed;
            gone.is_in(text) || concepts.iter().any(|concept| gone.is_in(concept))
        };
        let let_go = LetGo {
            traces: self.traces.iter().filter(|one| has_gone(one)).map(|one| one.seq).collect(),
            gaps: self
                .gaps
                .iter()
                .filter(|gap| gone.is_in(&gap.question) || gone.is_in(&gap.concept))
                .map(|gap| gap.id)
                .collect(),
            interests: self
                .interests
                .into_iter()
                .map(|interest| interest.concept)
                .filter(|concept| gone.is_in(concept))
                .collect(),
            ..LetGo::default()
        };
        (gone, let_go)
    }

    fn of_others(&self) -> impl Iterator<Item = &str> {
        let desired = self.desires.iter().map(|desire| desire.text.as_str());
        let missed = self.gaps.iter().filter(|gap| RunSource::of(&gap.origin).is_some());
        let asked = self.traces.iter().filter(|trace| trace.passed.run_id.is_some());
        desired
            .chain(missed.map(|gap| gap.question.as_str()))
            .chain(asked.map(|trace| trace.passed.text.as_str()))
    }
}
