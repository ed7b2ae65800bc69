//! A thought about causes: activate what is like the concept, follow what is known to bring it about, think the same
//! about that one level deeper, and report the chain.
//!
//! Every depth has the same shape. A chain goes from concept to concept by facts, and by likeness where no fact leads
//! on: "large files" has no known cause, but "temp files" are files too, and what produces those is known. It ends at
//! something that can be done about it (a reflex), or where nothing more is known.

mod report;

use rustc_hash::FxHashSet;

use crate::facts::tells_cause;
use crate::graph::{Alike, ConceptId, FactId, Graph};

/// How far a thought goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Thoughts within thoughts.
    pub depth: u32,
    /// Activations and facts that are followed at each step.
    pub breadth: usize,
}

impl Default for Reach {
    fn default() -> Self {
        Self { depth: 3, breadth: 5 }
    }
}

/// Which way causes are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Towards {
    /// Why is it so?
    Causes,
    /// What comes of it?
    Effects,
}

/// What is at hand while thinking, beside the facts.
pub trait World {
    /// What can be done about a concept, in its normal form.
    fn reflex(&self, concept: &str) -> Option<String>;
    /// Whether there is no time left to think.
    fn is_late(&self) -> bool;

    /// How far a concept, in its normal form, is in mind already, in `[0, 1]`: it comes up sooner.
    fn primed(&self, _concept: &str) -> f64 {
        0.0
    }
}

/// Nothing but the facts, and all the time there is.
pub struct Facts;

impl World for Facts {
    fn reflex(&self, _concept: &str) -> Option<String> {
        None
    }

    fn is_late(&self) -> bool {
        false
    }
}

/// What a thought came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What it is about, as it was asked or as the thought above came to it.
    pub input: String,
    pub depth: u32,
    /// What was activated, the most alike first.
    pub activations: Vec<(String, f64)>,
    /// The facts that were found with it, the surest first, followed or not.
    pub hits: Vec<(FactId, f64)>,
    /// From the input to where it ends.
    pub chain: Vec<Link>,
    /// The thought about what the first fact of the chain leads to.
    pub inner: Option<Box<Thought>>,
    pub end: End,
    /// The mean of what the links are worth, and no more than a doubtful one is; nothing without any.
    pub confidence: f64,
}

/// One step of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Link {
    /// By a fact, to a concept.
    Fact { fact: FactId, to: ConceptId, worth: f64 },
    /// To a concept that is like the one before.
    Alike { to: ConceptId, worth: f64 },
}

impl Link {
    pub fn to(&self) -> ConceptId {
        match self {
            Self::Fact { to, .. } | Self::Alike { to, .. } => *to,
        }
    }

    pub fn worth(&self) -> f64 {
        match self {
            Self::Fact { worth, .. } | Self::Alike { worth, .. } => *worth,
        }
    }
}

/// Where a chain ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Something can be done about it.
    Reflex(String),
    /// Nothing is known behind it.
    Known,
    /// Nothing is known about what was asked.
    Gap,
    /// There was no time, or no depth, to go on.
    Cut,
}

/// What is less alike than this is something else.
const LEAST_ALIKE: f64 = 0.35;
/// What is asked about has to be more alike than what one comes to on the way.
const LEAST_ASKED: f64 = 0.85;
/// A link that is less sure than this makes all of its chain so.
const DOUBTFUL: f64 = 0.5;
/// What it is worth to come to something that can be done.
const TERMINAL: f64 = 1.25;
/// What a further link is worth: an explanation that goes deeper is a better one, as long as it holds.
const LONGER: f64 = 0.1;

impl Graph {
    /// Thinks about what brings a concept about, or what comes of it.
    pub fn think(&self, about: &str, towards: Towards, reach: Reach, world: &dyn World) -> Thought {
        let mut thinking =
            Thinking { graph: self, towards, reach, world, visited: FxHashSet::default() };
        thinking.think(about, 0)
    }
}

struct Thinking<'a> {
    graph: &'a Graph,
    towards: Towards,
    reach: Reach,
    world: &'a dyn World,
    /// Concepts that were thought about on the way here: a chain does not go in circles.
    visited: FxHashSet<ConceptId>,
}

impl Thinking<'_> {
    fn think(&mut self, about: &str, depth: u32) -> Thought {
        let activated = self.activate(about);
        let hits = self.hits(&activated);
        let mut thought = Thought {
            input: about.to_owned(),
            depth,
            activations: activated
                .iter()
                .map(|alike| (self.graph.spelling(alike.concept).to_owned(), alike.likeness))
                .collect(),
            hits: hits.iter().map(|hit| (hit.fact, hit.worth)).collect(),
            chain: Vec::new(),
            inner: None,
            end: if activated.is_empty() { End::Gap } else { End::Known },
            confidence: 0.0,
        };
        if let Some(reflex) = self.world.reflex(&crate::facts::concept(about)) {
            thought.end = End::Reflex(reflex);
            return thought;
        }
        let own = self.graph.concept(about);
        self.visited.extend(own);
        for hit in hits.iter().filter(|hit| hit.leads_to.is_some()) {
            if self.world.is_late() {
                thought.end = End::Cut;
                break;
            }
            self.follow(hit, own, &mut thought);
        }
        if let Some(own) = own {
            self.visited.remove(&own);
        }
        thought
    }

    fn activate(&self, about: &str) -> Vec<Alike> {
        let mut alike = self.graph.alike(about, self.reach.breadth);
        alike.retain(|alike| alike.likeness >= LEAST_ALIKE);
        alike
    }

    /// What is known about the activated concepts; what leads on first.
    fn hits(&self, activated: &[Alike]) -> Vec<Hit> {
        let mut hits: Vec<Hit> = Vec::new();
        for alike in activated {
            let of_subject = self.graph.of_subject(alike.concept);
            let of_object = self.graph.of_object(alike.concept);
            for fact in of_subject.chain(of_object).take(MOST_LOOKED_AT) {
                if hits.iter().any(|hit| hit.fact == fact) {
                    continue;
                }
                let sure = self.graph.confidence(fact);
                let leads_to = self.leads_to(fact, alike.concept);
                let worth = sure * alike.likeness;
                let far = leads_to.map_or(0.0, |to| self.world.primed(self.graph.normal(to)));
                let near = self.world.primed(self.graph.normal(alike.concept));
                let urge = worth * (1.0 + PRIMING * far.max(near));
                hits.push(Hit { at: *alike, fact, leads_to, sure, worth, urge });
            }
        }
        let told = |hit: &Hit| self.graph.fact(hit.fact).to_string();
        hits.sort_by(|a, b| {
            let by_urge = b.urge.total_cmp(&a.urge);
            b.leads_to
                .is_some()
                .cmp(&a.leads_to.is_some())
                .then(by_urge)
                .then_with(|| told(a).cmp(&told(b)))
        });
        hits.truncate(self.reach.breadth);
        hits
    }

    /// Where a fact leads from a concept, in the direction of the thought.
    fn leads_to(&self, fact: FactId, from: ConceptId) -> Option<ConceptId> {
        let (subject, relation, object) = self.graph.parts(fact);
        if self.graph.is_negated(fact) || !tells_cause(relation) {
            return None;
        }
        match self.towards {
            Towards::Causes => (object == from).then_some(subject),
            Towards::Effects => (subject == from).then_some(object),
        }
    }

    /// Follows a fact, and keeps the chain if it is the best so far.
    fn follow(&mut self, hit: &Hit, own: Option<ConceptId>, thought: &mut Thought) {
        let Some(next) = hit.leads_to else { return };
        if self.visited.contains(&next)
            || self.visited.contains(&hit.at.concept) && own != Some(hit.at.concept)
        {
            return;
        }
        // What was asked about is another thing than what only sounds like it: blood pressure is no disk pressure.
        if thought.depth == 0 && own != Some(hit.at.concept) && hit.at.likeness < LEAST_ASKED {
            return;
        }
        let mut chain = Vec::new();
        if own != Some(hit.at.concept) {
            chain.push(Link::Alike { to: hit.at.concept, worth: hit.at.likeness });
        }
        chain.push(Link::Fact { fact: hit.fact, to: next, worth: hit.sure });
        let mut end = End::Cut;
        let mut inner = None;
        if thought.depth + 1 < self.reach.depth {
            self.visited.insert(hit.at.concept);
            let deeper = self.think(self.graph.spelling(next), thought.depth + 1);
            self.visited.remove(&hit.at.concept);
            chain.extend(&deeper.chain);
            end = deeper.end.clone();
            inner = Some(Box::new(deeper));
        } else if let Some(reflex) = self.world.reflex(self.graph.normal(next)) {
            end = End::Reflex(reflex);
        }
        if score(&chain, &end) > score(&thought.chain, &thought.end) {
            thought.confidence = sure(&chain);
            thought.chain = chain;
            thought.end = end;
            thought.inner = inner;
        }
    }
}

/// What being in mind adds.
const PRIMING: f64 = 0.5;
/// Facts of one concept that are looked at.
const MOST_LOOKED_AT: usize = 200;

/// A fact that activation found.
struct Hit {
    at: Alike,
    fact: FactId,
    leads_to: Option<ConceptId>,
    sure: f64,
    /// How sure the fact is, as far as its concept is the one that was meant.
    worth: f64,
    /// The same, and more for what is in mind: which of many are followed.
    urge: f64,
}

fn mean(chain: &[Link]) -> f64 {
    if chain.is_empty() {
        return 0.0;
    }
    chain.iter().map(Link::worth).sum::<f64>() / chain.len() as f64
}

/// The mean, but no more than a doubtful fact is worth.
fn sure(chain: &[Link]) -> f64 {
    let facts = chain.iter().filter(|link| matches!(link, Link::Fact { .. })).map(Link::worth);
    let doubtful = facts.filter(|worth| *worth < DOUBTFUL);
    doubtful.fold(mean(chain), f64::min)
}

fn score(chain: &[Link], end: &End) -> f64 {
    let terminal = if matches!(end, End::Reflex(_)) { TERMINAL } else { 1.0 };
    mean(chain) * (1.0 + LONGER * chain.len() as f64) * terminal
}
