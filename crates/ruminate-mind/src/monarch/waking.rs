//! One cycle as it goes on: what it changes in the mind, and what it leaves behind.

use std::collections::BTreeMap;

use ruminate_types::ports::attention::Cycle;
use ruminate_types::{
    Active, Chain, Confidence, Desire, Gap, Interest, NewGap, Passed, Pending, Pondered, Recalled,
    Recollection, RecollectionKind, RunId, Trace, TraceKind, Woke,
};

use super::{Ailment, Told};
use crate::conclusion::conclude;
use crate::curiosity::{Because, Situation, wonder};
use crate::facts::concept;
use crate::gaps;
use crate::graph::Graph;
use crate::thought::Facts;
use crate::working_memory::WorkingMemory;

/// Gaps that are held against what was newly learned.
const HELD_AGAINST: usize = 100;
const MOST_AILMENTS: usize = 3;
/// An answer that is less sure leaves the question open.
const SURE: f64 = 0.25;
/// What others say is believed from here on.
const SURE_OF_OTHERS: f64 = 0.5;
/// How much urges what a chain broke at.
const OF_DEAD_ENDS: f64 = 0.7;

pub(super) struct Waking {
    pub(super) memory: WorkingMemory,
    gaps: Vec<Gap>,
    pub(super) cycle: Cycle,
    pub(super) report: Woke,
}

/// What is to be thought about.
pub(super) struct Question {
    pub(super) text: String,
    /// As it is written.
    pub(super) concept: String,
    because: Option<Because>,
    urge: f64,
}

impl Waking {
    pub(super) fn new(memory: WorkingMemory, gaps: Vec<Gap>) -> Self {
        Self { memory, gaps, cycle: Cycle::default(), report: Woke::default() }
    }

    /// What others were occupied with comes to mind.
    pub(super) fn attend(&mut self, traces: &[Trace]) {
        let others = traces.iter().filter(|trace| is_of_others(trace.passed.kind));
        for Trace { passed, .. } in others {
            self.report.attended += 1;
            for name in &passed.concepts {
                let by = 0.2 + 0.3 * passed.salience.get();
                let evicted = self.memory.reinforce(name, by, &passed.text);
                self.fade(evicted);
            }
        }
    }

    /// What was learned since may answer what was not known.
    pub(super) fn hold_gaps_against(&mut self, graph: &Graph) {
        let is_filled = |gap: &mut Gap| conclude(graph, &gap.question, &Facts).is_some();
        let looked_at = self.gaps.len().min(HELD_AGAINST);
        for gap in self.gaps.extract_if(..looked_at, is_filled) {
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
        traces: &[Trace],
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
            questions.push(Question { text, concept, because: None, urge: 1.0 });
        }
        let (memory, gaps) = (&self.memory, &self.gaps);
        let situation = Situation { graph, memory, desires, gaps, interests, traces, tries };
        questions.extend(wonder(&situation).map(|wonder| Question {
            text: wonder.question,
            concept: wonder.concept,
            because: Some(wonder.because),
            urge: wonder.urge,
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
        let told = told.filter(|told| told.confidence.get() >= SURE_OF_OTHERS);
        let (answer, confidence, steps, run_id) = match (settled(&recalled, &question), told) {
            (Some(known), _) => {
                (Some(known.text.clone()), known.confidence.get(), steps(known), None)
            }
            (None, Some(told)) => {
                let step = format!("asked in run {}", told.run_id);
                (Some(told.text), told.confidence.get(), vec![step], Some(told.run_id))
            }
            (None, None) => (None, 0.0, Vec::new(), None),
        };
        self.memory.forget_question(&question.text);
        if let Some(Because::Desire(id)) = question.because {
            self.cycle.pursued.push(id);
        }
        let mut concepts = gaps::concepts(graph, &question.text);
        let wondered = question.text.clone();
        self.pass(TraceKind::Wondered, wondered, concepts.clone(), question.urge, run_id);
        match &answer {
            Some(answer) => {
                concepts.extend(gaps::concepts(graph, answer));
                concepts.dedup();
                self.conclude(&question, answer, confidence, &steps, concepts, run_id);
            }
            None => self.miss(&question, recalled, concepts),
        }
        self.report.thoughts.push(Pondered {
            because: told_because(question.because),
            question: question.text,
            answer,
            confidence,
            chain: steps,
            run_id,
        });
    }

    fn conclude(
        &mut self,
        question: &Question,
        answer: &str,
        confidence: f64,
        steps: &[String],
        concepts: Vec<String>,
        run_id: Option<RunId>,
    ) {
        if let Some(Because::Gap(id)) = question.because {
            self.cycle.filled.push(id);
        }
        let text = format!("{} {answer}", question.text);
        self.pass(TraceKind::Concluded, text, concepts.clone(), confidence, run_id);
        let (evicted, _) = self.memory.integrate(Chain {
            question: question.text.clone(),
            answer: answer.to_owned(),
            steps: steps.to_vec(),
            confidence,
            concepts,
        });
        self.fade(evicted);
    }

    /// What is not known is noted down, and where the chain broke is asked next.
    fn miss(&mut self, question: &Question, recalled: Recalled, concepts: Vec<String>) {
        self.pass(TraceKind::Missed, question.text.clone(), concepts, question.urge, None);
        match question.because {
            Some(Because::Gap(id)) => self.cycle.tried.push(id),
            because => {
                self.note(&question.text, &question.concept, told_because(because));
            }
        }
        for gap in recalled.gaps {
            if gap.question == question.text {
                continue;
            }
            let (question, concept) = (gap.question, gap.concept);
            let crowded = self.memory.ask(Pending { question, concept, urge: OF_DEAD_ENDS });
            if let Some(Pending { question, concept, .. }) = crowded {
                self.note(&question, &concept, told_because(Some(Because::Pending)));
            }
        }
    }

    fn note(&mut self, question: &str, about: &str, origin: String) {
        let (question, concept) = (question.to_owned(), concept(about));
        let tried = 1;
        self.cycle.noticed.gaps.push(NewGap { question, concept, origin, tried, run_id: None });
    }

    /// What passed becomes lasting interest: each trace once.
    pub(super) fn consolidate(&mut self, traces: &[Trace]) {
        let mut weights: BTreeMap<&str, f64> = BTreeMap::new();
        for Trace { passed, .. } in traces {
            let lasting = lasting(passed.kind) * (0.5 + 0.5 * passed.salience.get());
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
        let text = match self.report.consolidated {
            1 => "1 trace".to_owned(),
            count => format!("{count} traces"),
        };
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
            let text = format!("{concept}, which came to mind by: {source}");
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

/// What answers the question among what was recalled: an answer, or what is written about just that.
pub(super) fn settled<'a>(recalled: &'a Recalled, question: &Question) -> Option<&'a Recollection> {
    let about = concept(&question.concept);
    let is_about =
        |known: &Recollection| known.sources.iter().any(|source| concept(&source.title) == about);
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

fn told_because(because: Option<Because>) -> String {
    match because {
        None => "health".to_owned(),
        Some(Because::Pending) => "pending".to_owned(),
        Some(Because::Desire(id)) => format!("desire:{id}"),
        Some(Because::Gap(id)) => format!("gap:{id}"),
        Some(Because::Salience(seq)) => format!("trace:{seq}"),
    }
}
