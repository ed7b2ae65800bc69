//! One cycle as it goes on: what it changes in the mind, and what it leaves behind.

use std::collections::BTreeMap;

use ruminate_types::ports::attention::Cycle;
use ruminate_types::{
    Active, Chain, Confidence, Desire, Gap, Interest, NewGap, Passed, Pending, Pondered, Recalled,
    Recollection, RecollectionKind, RunId, RunSource, Trace, TraceKind, Woke,
};

use super::{Ailment, Told};
use crate::conclusion::conclude;
use crate::curiosity::{Because, Situation, wonder};
use crate::facts::concept;
use crate::gaps;
use crate::graph::Graph;
use crate::thought::World;
use crate::working_memory::WorkingMemory;

/// How much what others were occupied with comes to mind, by how much it matters.
const LEAST_URGE: f64 = 0.2;
const MOST_URGE: f64 = 0.5;
/// Questions whose answer is remembered, so that a desire does not come back to them.
const MOST_SETTLED: usize = 100;
const MOST_AILMENTS: usize = 3;
/// An answer that is less sure leaves the question open.
const SURE: f64 = 0.25;
/// What others say is believed from here on.
const SURE_OF_OTHERS: f64 = 0.5;
/// How much urges what a chain broke at.
const OF_DEAD_ENDS: f64 = 0.7;

pub(super) struct Waking {
    pub(super) memory: WorkingMemory,
    /// Questions that were answered of late, the newest last.
    pub(super) settled: Vec<String>,
    gaps: Vec<Gap>,
    pub(super) cycle: Cycle,
    pub(super) report: Woke,
}

/// What is to be thought about.
pub(super) struct Question {
    pub(super) text: String,
    /// As it is written.
    pub(super) concept: String,
    because: Because,
    urge: f64,
    /// The run that it came up in.
    run_id: Option<RunId>,
}

impl Waking {
    pub(super) fn new(memory: WorkingMemory, settled: Vec<String>, gaps: Vec<Gap>) -> Self {
        Self { memory, settled, gaps, cycle: Cycle::default(), report: Woke::default() }
    }

    /// What others were occupied with comes to mind.
    pub(super) fn attend(&mut self, traces: &[Trace]) {
        let others = traces.iter().filter(|trace| is_of_others(trace.passed.kind));
        for Trace { passed, .. } in others {
            self.report.attended += 1;
            for name in &passed.concepts {
                let by = LEAST_URGE + (MOST_URGE - LEAST_URGE) * passed.salience.get();
                // What a run asked goes with the run: its name is enough to find it by.
                let source = match passed.run_id {
                    Some(run) => RunSource(run).to_string(),
                    None => "itself".to_owned(),
                };
                let evicted = self.memory.reinforce(name, by, &source);
                self.fade(evicted);
            }
        }
    }

    /// What was learned since may answer what was not known.
    pub(super) fn hold_gaps_against(&mut self, graph: &Graph, world: &dyn World) {
        let is_filled = |gap: &mut Gap| {
            !world.is_late()
                && conclude(graph, &gap.question, world).is_some_and(|told| told.confidence >= SURE)
        };
        for gap in self.gaps.extract_if(.., is_filled) {
            self.cycle.filled.push(gap.id);
            self.report.filled.push(gap.question);
        }
    }

    /// What is wrong, and what makes most curious.
    pub(super) fn questions(
        &mut self,
        graph: &Graph,
        ailments: &[Ailment],
        desires: &[Desire],
        interests: &[Interest],
        tries: u32,
    ) -> Vec<Question> {
        let is_new = |ailment: &&Ailment| {
            !self.memory.chains().iter().any(|chain| chain.question == ailment.question)
                && !self.gaps.iter().any(|gap| gap.question == ailment.question)
        };
        let new: Vec<&Ailment> = ailments.iter().filter(is_new).take(MOST_AILMENTS).collect();
        let mut questions = Vec::new();
        for Ailment { text, question, concept } in new {
            self.pass(TraceKind::Ailing, text.clone(), vec![self::concept(concept)], 1.0, None);
            let (text, concept) = (question.clone(), concept.clone());
            let because = Because::Ailment;
            questions.push(Question { text, concept, because, urge: 1.0, run_id: None });
        }
        let (memory, gaps, settled) = (&self.memory, &self.gaps, &self.settled);
        let situation = Situation { graph, memory, desires, gaps, interests, settled, tries };
        questions.extend(wonder(&situation).map(|wonder| Question {
            text: wonder.question,
            concept: wonder.concept,
            because: wonder.because,
            urge: wonder.urge,
            run_id: run_of(gaps, wonder.because),
        }));
        questions
    }

    /// Takes in what thinking about a question came to.
    pub(super) fn ponder(
        &mut self,
        graph: &Graph,
        question: Question,
        recalled: Recalled,
        told: Option<Told>,
    ) {
        let asked_in = told.as_ref().map(|told| told.run_id);
        let told = told.filter(|told| told.confidence.get() >= SURE_OF_OTHERS);
        let (answer, confidence, steps) = match (settled(&recalled, &question), told) {
            (Some(known), _) => (Some(known.text.clone()), known.confidence.get(), steps(known)),
            (None, Some(told)) => {
                let step = format!("asked in run {}", told.run_id);
                (Some(told.text), told.confidence.get(), vec![step])
            }
            (None, None) => (None, 0.0, Vec::new()),
        };
        let because = question.because;
        self.memory.forget_question(&question.text);
        if let Because::Desire(id) = question.because {
            self.cycle.pursued.push(id);
        }
        let concepts = gaps::concepts(graph, &question.text);
        let (wondered, run_id) = (question.text.clone(), question.run_id);
        self.pass(TraceKind::Wondered, wondered, concepts.clone(), question.urge, run_id);
        match &answer {
            Some(answer) => {
                let concepts = gaps::concepts_of_all(graph, [question.text.as_str(), answer]);
                let (question, answer) = (question.text.clone(), answer.clone());
                let steps = steps.clone();
                self.conclude(Chain { question, answer, steps, confidence, concepts }, run_id);
                if let Because::Gap(id) = because {
                    self.cycle.filled.push(id);
                }
            }
            None => self.miss(&question, recalled, concepts),
        }
        self.report.thoughts.push(Pondered {
            because: because.to_string(),
            question: question.text,
            answer,
            confidence,
            chain: steps,
            run_id: asked_in,
        });
    }

    fn conclude(&mut self, chain: Chain, run_id: Option<RunId>) {
        // What it rests on may be forgotten, and must not stay here.
        let text = chain.question.clone();
        self.pass(TraceKind::Concluded, text, chain.concepts.clone(), chain.confidence, run_id);
        self.settled.push(chain.question.clone());
        let over = self.settled.len().saturating_sub(MOST_SETTLED);
        self.settled.drain(..over);
        let evicted = self.memory.integrate(chain);
        self.fade(evicted);
    }

    /// What is not known is noted down, and where the chain broke is asked next.
    fn miss(&mut self, question: &Question, recalled: Recalled, concepts: Vec<String>) {
        let run_id = question.run_id;
        self.pass(TraceKind::Missed, question.text.clone(), concepts, question.urge, run_id);
        match question.because {
            Because::Gap(id) => self.cycle.tried.push(id),
            because => self.note(&question.text, &question.concept, because, 1),
        }
        for gap in recalled.gaps {
            if gap.question == question.text {
                continue;
            }
            let (question, concept) = (gap.question, gap.concept);
            let crowded = self.memory.ask(Pending { question, concept, urge: OF_DEAD_ENDS });
            if let Some(Pending { question, concept, .. }) = crowded {
                self.note(&question, &concept, Because::Pending, 0);
            }
        }
    }

    fn note(&mut self, question: &str, about: &str, because: Because, tried: u32) {
        let (question, concept) = (question.to_owned(), concept(about));
        let origin = because.to_string();
        self.cycle.noticed.gaps.push(NewGap { question, concept, origin, tried, run_id: None });
    }

    /// What passed becomes lasting interest: each trace once.
    pub(super) fn consolidate(&mut self, traces: &[Trace]) {
        let mut weights: BTreeMap<&str, f64> = BTreeMap::new();
        for Trace { passed, .. } in traces {
            let lasting = lasting(passed.kind) * (1.0 + passed.salience.get()) / 2.0;
            if lasting > 0.0 {
                self.report.consolidated += 1;
                for name in &passed.concepts {
                    *weights.entry(name).or_default() += lasting;
                }
            }
        }
        if weights.is_empty() {
            return;
        }
        let interest = |(name, weight): (&&str, &f64)| Interest {
            concept: (*name).to_owned(),
            weight: *weight,
        };
        self.cycle.interests = weights.iter().map(interest).collect();
        let text = format!("traces: {}", self.report.consolidated);
        self.pass(TraceKind::Consolidated, text, Vec::new(), 0.0, None);
    }

    /// Time passes.
    pub(super) fn decay(&mut self) {
        let faded = self.memory.decay();
        self.fade(faded);
    }

    fn fade(&mut self, faded: impl IntoIterator<Item = Active>) {
        for Active { concept, source, .. } in faded {
            self.report.faded.push(concept.clone());
            let text = format!("{concept}, which came to mind by {source}");
            self.pass(TraceKind::Faded, text, vec![concept], 0.0, None);
        }
    }

    fn pass(
        &mut self,
        kind: TraceKind,
        text: String,
        concepts: Vec<String>,
        salience: f64,
        run_id: Option<RunId>,
    ) {
        let salience = Confidence::new(salience);
        self.cycle.noticed.traces.push(Passed { kind, text, concepts, salience, run_id });
    }
}

/// What answers the question among what was recalled: an answer, or, where it asks what something is, what is written
/// about just that.
pub(super) fn settled<'a>(recalled: &'a Recalled, question: &Question) -> Option<&'a Recollection> {
    let about = concept(&question.concept);
    let is_defined =
        question.text.to_lowercase() == format!("what is {}?", question.concept.to_lowercase());
    let is_about = |known: &Recollection| {
        is_defined && known.sources.iter().any(|source| concept(&source.title) == about)
    };
    recalled.recollections.iter().find(|known| match known.kind {
        RecollectionKind::Passage => is_about(known),
        RecollectionKind::Reflex | RecollectionKind::Conclusion | RecollectionKind::Answer => {
            known.confidence.get() >= SURE
        }
    })
}

fn steps(known: &Recollection) -> Vec<String> {
    match known.chain.is_empty() {
        true => known.sources.iter().map(ToString::to_string).collect(),
        false => known.chain.clone(),
    }
}

/// Whether a trace comes from elsewhere than the mind's own cycles.
fn is_of_others(kind: TraceKind) -> bool {
    matches!(kind, TraceKind::Asked | TraceKind::Distilled)
}

/// How much of a trace lasts. What the mind asked itself does not, or it would find most interesting what it
/// always thinks of.
fn lasting(kind: TraceKind) -> f64 {
    match kind {
        TraceKind::Asked => 1.0,
        TraceKind::Distilled => 0.3,
        TraceKind::Wondered
        | TraceKind::Concluded
        | TraceKind::Missed
        | TraceKind::Ailing
        | TraceKind::Faded
        | TraceKind::Consolidated => 0.0,
    }
}

/// The run that a gap came up in.
fn run_of(gaps: &[Gap], because: Because) -> Option<RunId> {
    let Because::Gap(id) = because else { return None };
    let gap = gaps.iter().find(|gap| gap.id == id)?;
    RunSource::of(&gap.origin).map(|RunSource(run)| run)
}
