//! What the mind has in mind: few things, so that they matter. What is thought about grows stronger, what is not
//! fades, and what does not fit any more is handed back, to be kept as a trace.

use ruminate_types::{Active, Attending, Chain, Pending};
use serde::{Deserialize, Serialize};

/// The attention of one mind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WorkingMemory(Attending);

pub const MOST_CONCEPTS: usize = 20;
pub const MOST_CHAINS: usize = 10;
pub const MOST_QUESTIONS: usize = 5;

/// What is left of a concept's score after a cycle.
const KEPT: f64 = 0.8;
/// What is left of the others' when a chain is taken in.
const BESIDE: f64 = 0.95;
/// Weaker than this it is not thought about.
const FADED: f64 = 0.05;
/// What being part of a chain is worth.
const IN_CHAIN: f64 = 0.4;

impl WorkingMemory {
    pub fn into_inner(self) -> Attending {
        self.0
    }

    pub fn concepts(&self) -> &[Active] {
        &self.0.concepts
    }

    pub fn chains(&self) -> &[Chain] {
        &self.0.chains
    }

    pub fn questions(&self) -> &[Pending] {
        &self.0.questions
    }

    /// What most of it is about.
    pub fn context(&self) -> Option<&str> {
        self.0.concepts.first().map(|active| active.concept.as_str())
    }

    /// How far a concept is in mind, in `[0, 1]`.
    pub fn primed(&self, concept: &str) -> f64 {
        self.0
            .concepts
            .iter()
            .find(|active| active.concept == concept)
            .map_or(0.0, |active| active.score)
    }

    /// Brings a concept to mind, or makes it stronger. Gives back the weakest if there are too many.
    pub fn reinforce(&mut self, concept: &str, by: f64, source: &str) -> Option<Active> {
        let by = by.clamp(0.0, 1.0);
        match self.0.concepts.iter_mut().find(|active| active.concept == concept) {
            Some(active) => active.score = 1.0 - (1.0 - active.score) * (1.0 - by),
            None => self.0.concepts.push(Active {
                concept: concept.to_owned(),
                score: by,
                source: source.to_owned(),
            }),
        }
        self.sort();
        (self.0.concepts.len() > MOST_CONCEPTS).then(|| self.0.concepts.pop()).flatten()
    }

    /// Takes in what a thought came to: its concepts become stronger, all others weaker. Gives back the concepts
    /// that have no room; the oldest chain goes.
    pub fn integrate(&mut self, chain: Chain) -> Vec<Active> {
        for active in &mut self.0.concepts {
            if !chain.concepts.contains(&active.concept) {
                active.score *= BESIDE;
            }
        }
        let concepts = chain.concepts.clone();
        let source = chain.question.clone();
        let evicted =
            concepts.iter().filter_map(|one| self.reinforce(one, IN_CHAIN, &source)).collect();
        self.forget_question(&chain.question);
        self.0.chains.push(chain);
        // It was told when it was thought.
        let over = self.0.chains.len().saturating_sub(MOST_CHAINS);
        self.0.chains.drain(..over);
        evicted
    }

    /// Notes a question down. Gives back the least urgent if there are too many.
    pub fn ask(&mut self, pending: Pending) -> Option<Pending> {
        match self.0.questions.iter_mut().find(|known| known.question == pending.question) {
            Some(known) => known.urge = known.urge.max(pending.urge),
            None => self.0.questions.push(pending),
        }
        self.0.questions.sort_by(|a, b| b.urge.total_cmp(&a.urge));
        (self.0.questions.len() > MOST_QUESTIONS).then(|| self.0.questions.pop()).flatten()
    }

    /// A question that was thought about waits no more.
    pub fn forget_question(&mut self, question: &str) {
        self.0.questions.retain(|pending| pending.question != question);
    }

    /// Something was forgotten: chains may have rested on it and are thought anew, and what has a word that is gone goes.
    pub(crate) fn let_go(&mut self, is_gone: impl Fn(&str) -> bool) {
        self.0.chains.clear();
        self.0.concepts.retain(|active| !is_gone(&active.concept) && !is_gone(&active.source));
        self.0.questions.retain(|one| !is_gone(&one.question) && !is_gone(&one.concept));
    }

    /// Time passes. Gives back what is not thought about any more.
    pub fn decay(&mut self) -> Vec<Active> {
        for active in &mut self.0.concepts {
            active.score *= KEPT;
        }
        self.0.concepts.extract_if(.., |active| active.score < FADED).collect()
    }

    fn sort(&mut self) {
        self.0
            .concepts
            .sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.concept.cmp(&b.concept)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(question: &str, concepts: &[&str]) -> Chain {
        Chain {
            question: question.into(),
            answer: String::new(),
            steps: Vec::new(),
            confidence: 0.5,
            concepts: concepts.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn there_is_room_for_twenty_concepts() {
        let mut memory = WorkingMemory::default();
        for number in 0..20 {
            assert_eq!(
                memory.reinforce(&format!("c{number:02}"), 0.3 + f64::from(number) / 100.0, ""),
                None
            );
        }
        let evicted = memory.reinforce("new", 0.9, "").unwrap();
        assert_eq!((evicted.concept.as_str(), memory.concepts().len()), ("c00", 20));
        assert_eq!(memory.context(), Some("new"));
        // One that is weaker than all others does not come in.
        assert_eq!(memory.reinforce("weak", 0.1, "").unwrap().concept, "weak");
    }

    #[test]
    fn what_is_thought_about_stays_and_what_is_not_fades() {
        let mut memory = WorkingMemory::default();
        memory.reinforce("kept", 0.5, "");
        memory.reinforce("left", 0.5, "");
        let mut faded = Vec::new();
        for _ in 0..20 {
            memory.reinforce("kept", 0.3, "");
            faded.extend(memory.decay());
        }
        assert_eq!(faded.len(), 1);
        assert_eq!((faded[0].concept.as_str(), memory.primed("left")), ("left", 0.0));
        assert!(memory.primed("kept") > 0.5);
    }

    #[test]
    fn there_is_room_for_ten_chains_and_five_questions() {
        let mut memory = WorkingMemory::default();
        for number in 0..10 {
            memory.integrate(chain(&format!("q{number}"), &["a", "b"]));
        }
        memory.integrate(chain("q10", &["c"]));
        assert_eq!((memory.chains().len(), memory.chains()[0].question.as_str()), (10, "q1"));
        assert!(memory.primed("a") > memory.primed("c"), "it was thought about ten times");
        for urge in [0.1, 0.5, 0.3, 0.9, 0.7] {
            let question = format!("{urge}");
            assert_eq!(memory.ask(Pending { question, concept: String::new(), urge }), None);
        }
        let last = Pending { question: "now".into(), concept: String::new(), urge: 1.0 };
        assert_eq!(memory.ask(last.clone()).unwrap().question, "0.1");
        assert_eq!(memory.ask(Pending { urge: 0.2, ..last }), None, "it is one question");
        assert_eq!((memory.questions()[0].urge, memory.questions().len()), (1.0, 5));
    }

    #[test]
    fn an_answered_question_waits_no_more() {
        let mut memory = WorkingMemory::default();
        memory.ask(Pending { question: "why?".into(), concept: "x".into(), urge: 0.5 });
        memory.integrate(chain("why?", &["x"]));
        assert_eq!(memory.questions(), []);
    }
}
