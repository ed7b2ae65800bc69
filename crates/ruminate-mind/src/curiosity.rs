//! Questions that nobody asked: out of what is desired, out of what is missing, and out of what mattered and was not
//! thought about. Pure functions of what is known and wanted.

use std::fmt;

use ruminate_types::{Desire, Gap, Interest, Pending};

use crate::asking;
use crate::facts::concept;
use crate::graph::{ConceptId, Graph};
use crate::working_memory::WorkingMemory;

/// A question, and why it is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Wonder {
    pub question: String,
    /// What it is about, as it is written.
    pub concept: String,
    pub because: Because,
    /// In `[0, 1]`.
    pub urge: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// It waited to be thought about.
    Pending,
    Desire(u64),
    Gap(u64),
    /// It is in mind, and no chain is about it.
    Salience,
    /// Something is wrong with the house.
    Ailment,
}

/// What curiosity looks at.
pub struct Situation<'a> {
    pub graph: &'a Graph,
    pub memory: &'a WorkingMemory,
    pub desires: &'a [Desire],
    /// In the order in which they are to be tried.
    pub gaps: &'a [Gap],
    /// The strongest first.
    pub interests: &'a [Interest],
    /// Questions that were answered of late, by whatever.
    pub settled: &'a [String],
    /// A gap that was tried so often is left until something new is learned.
    pub tries: u32,
}

/// What is so much in mind matters.
const SALIENT: f64 = 0.3;
/// How much each source of curiosity urges.
const OF_DESIRES: f64 = 0.8;
const OF_GAPS: f64 = 0.6;
const OF_SALIENCE: f64 = 0.5;
/// Facts of one concept that are looked at for what is behind it.
const LOOKED_AT: usize = 200;

/// The most urgent question, if anything makes curious.
pub fn wonder(situation: &Situation<'_>) -> Option<Wonder> {
    let mut wonders: Vec<Wonder> = situation.memory.questions().iter().map(pending).collect();
    wonders.extend(situation.desires.iter().filter_map(|desire| of_desire(situation, desire)));
    wonders.extend(of_gap(situation));
    wonders.extend(of_salience(situation));
    wonders.into_iter().max_by(|a, b| a.urge.total_cmp(&b.urge))
}

fn pending(pending: &Pending) -> Wonder {
    let (question, concept) = (pending.question.clone(), pending.concept.clone());
    Wonder { question, concept, because: Because::Pending, urge: pending.urge }
}

/// What is desired is asked for step by step: what it is, what belongs to it, what that is, and what it has to do with
/// what else matters. What is known already is not asked.
fn of_desire(situation: &Situation<'_>, desire: &Desire) -> Option<Wonder> {
    let subject = subject(&desire.text);
    if !subject.contains(char::is_alphanumeric) {
        return None;
    }
    let graph = situation.graph;
    let behind = graph.concept(&subject).map_or_else(Vec::new, |known| unexplained(graph, known));
    let related = related_to(situation, &subject);
    let questions = [(format!("What is {subject}?"), subject.clone())]
        .into_iter()
        .chain([(format!("What are the core concepts of {subject}?"), subject.clone())])
        .chain(behind.into_iter().map(|name| (format!("What is {name}?"), name)))
        .chain(
            related
                .map(|other| (format!("How does {subject} relate to {other}?"), subject.clone())),
        );
    let (question, concept) =
        questions.into_iter().find(|(question, _)| situation.is_open(question))?;
    // Of several desires the one that was pursued least.
    let urge = OF_DESIRES / (1.0 + 0.05 * f64::from(desire.asked));
    Some(Wonder { question, concept, because: Because::Desire(desire.id), urge })
}

/// "Kubernetes", out of "become expert in Kubernetes".
pub fn subject(desire: &str) -> String {
    const BEFORE: [&str; 9] = [
        " expert in ",
        " expert on ",
        " about ",
        " model of ",
        " understanding of ",
        " knowledge of ",
        " everything on ",
        " of ",
        " in ",
    ];
    const FIRST: [&str; 7] =
        ["learn ", "understand ", "know ", "study ", "master ", "explore ", "research "];
    let text = desire.trim().trim_end_matches(['.', '!']);
    let low = text.to_ascii_lowercase();
    let after = |start: usize| text[start..].trim().to_owned();
    if let Some((at, marker)) = BEFORE.iter().find_map(|marker| Some((low.find(marker)?, marker))) {
        return after(at + marker.len());
    }
    FIRST
        .iter()
        .find(|verb| low.starts_with(**verb))
        .map_or_else(|| text.to_owned(), |verb| after(verb.len()))
}

/// What facts about a concept lead to, and nothing is said of.
fn unexplained(graph: &Graph, concept: ConceptId) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for fact in graph.of_subject(concept).take(LOOKED_AT) {
        let (_, _, object) = graph.parts(fact);
        let name = graph.spelling(object);
        let is_name = name.starts_with(char::is_alphabetic) && name.split(' ').count() <= 4;
        if is_name
            && graph.of_subject(object).next().is_none()
            && !names.iter().any(|other| other == name)
        {
            names.push(name.to_owned());
        }
    }
    names
}

/// What else matters most.
fn related_to(situation: &Situation<'_>, subject: &str) -> Option<String> {
    let own = concept(subject);
    let in_mind = situation.memory.concepts().iter().map(|active| &active.concept);
    let lasting = situation.interests.iter().map(|interest| &interest.concept);
    in_mind
        .chain(lasting)
        .find(|other| !other.contains(&own) && !own.contains(other.as_str()))
        .cloned()
}

fn of_gap(situation: &Situation<'_>) -> Option<Wonder> {
    let open = situation.gaps.iter().find(|gap| gap.tried < situation.tries)?;
    Some(Wonder {
        question: open.question.clone(),
        concept: open.concept.clone(),
        because: Because::Gap(open.id),
        urge: OF_GAPS / f64::from(1 + open.tried),
    })
}

/// What is most in mind and in no chain of late.
fn of_salience(situation: &Situation<'_>) -> Option<Wonder> {
    let chains = situation.memory.chains();
    let is_explored = |name: &String| chains.iter().any(|chain| chain.concepts.contains(name));
    let salient = situation.memory.concepts().iter().filter(|active| active.score >= SALIENT);
    salient.filter(|active| !is_explored(&active.concept)).find_map(|active| {
        let concept = active.concept.clone();
        let question = format!("What is {concept}?");
        situation.is_open(&question).then(|| Wonder {
            question,
            concept,
            because: Because::Salience,
            urge: OF_SALIENCE * active.score,
        })
    })
}

impl Situation<'_> {
    /// Whether a question is neither answered nor noted down as a gap.
    fn is_open(&self, question: &str) -> bool {
        !self.settled.iter().any(|settled| settled == question)
            && !self.gaps.iter().any(|gap| gap.question == question)
            && asking::answer(self.graph, question).is_none()
    }
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pending => f.write_str("pending"),
            Self::Desire(id) => write!(f, "desire:{id}"),
            Self::Gap(id) => write!(f, "gap:{id}"),
            Self::Salience => f.write_str("salience"),
            Self::Ailment => f.write_str("health"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::statements;
    use jiff::Timestamp;

    fn desire(text: &str) -> Desire {
        Desire { id: 1, text: text.into(), asked: 0, created_at: Timestamp::UNIX_EPOCH }
    }

    fn gap(id: u64, question: &str, tried: u32) -> Gap {
        Gap {
            id,
            question: question.into(),
            concept: "x".into(),
            origin: "run:1".into(),
            times: 1,
            tried,
            noticed_at: Timestamp::UNIX_EPOCH,
        }
    }

    /// What is asked one after the other, each in vain.
    fn asked(graph: &Graph, desires: &[Desire], memory: &WorkingMemory) -> Vec<String> {
        let mut gaps: Vec<Gap> = Vec::new();
        let mut asked = Vec::new();
        for _ in 0..10 {
            let situation = Situation {
                graph,
                memory,
                desires,
                gaps: &gaps,
                interests: &[],
                settled: &[],
                tries: 3,
            };
            let Some(wonder) = wonder(&situation) else { break };
            gaps.push(gap(9, &wonder.question, 3));
            asked.push(wonder.question);
        }
        asked
    }

    #[test]
    fn a_desire_leads_from_what_it_is_to_what_it_has_to_do_with() {
        let mut memory = WorkingMemory::default();
        memory.reinforce("my architecture", 0.5, "");
        let desires = [desire("Become expert in Kubernetes")];
        let expected = [
            "What is Kubernetes?",
            "What are the core concepts of Kubernetes?",
            "How does Kubernetes relate to my architecture?",
            "What is my architecture?",
        ];
        assert_eq!(asked(&Graph::default(), &desires, &memory), expected);
    }

    #[test]
    fn what_is_known_is_not_asked_and_what_it_speaks_of_is() {
        let mut graph = Graph::default();
        let text = "Kubernetes is a container orchestrator. Kubernetes uses etcd. Google developed Kubernetes.";
        graph.learn("a", "general", 1.0, &statements("", text));
        let asked = asked(&graph, &[desire("learn about Kubernetes")], &WorkingMemory::default());
        assert!(!asked.contains(&"What is Kubernetes?".to_owned()), "{asked:?}");
        assert!(asked.contains(&"What is etcd?".to_owned()), "{asked:?}");
    }

    #[test]
    fn the_subject_of_a_desire() {
        for (text, expected) in [
            ("become expert in Kubernetes", "Kubernetes"),
            ("Learn about the French Revolution.", "the French Revolution"),
            ("understand FHRR", "FHRR"),
            ("Build accurate self-model of architecture", "architecture"),
            ("chess", "chess"),
        ] {
            assert_eq!(subject(text), expected);
        }
    }

    #[test]
    fn a_gap_is_tried_three_times() {
        let (graph, memory) = (Graph::default(), WorkingMemory::default());
        let of = |gaps: &[Gap]| {
            wonder(&Situation {
                graph: &graph,
                memory: &memory,
                desires: &[],
                gaps,
                interests: &[],
                settled: &[],
                tries: 3,
            })
        };
        assert_eq!(of(&[gap(1, "a?", 3), gap(2, "b?", 1)]).unwrap().because, Because::Gap(2));
        assert_eq!(of(&[gap(1, "a?", 3)]), None);
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn what_is_in_mind_and_was_not_thought_about_makes_curious() {
        let graph = Graph::default();
        let mut memory = WorkingMemory::default();
        for (name, score) in [("a", 0.6), ("b", 0.9), ("c", 0.1)] {
            memory.reinforce(name, score, "");
        }
        let of = |memory: &WorkingMemory, settled: &[String]| {
            let (gaps, interests) = (&[], &[]);
            let situation = Situation {
                graph: &graph,
                memory,
                desires: &[],
                gaps,
                interests,
                settled,
                tries: 3,
            };
            wonder(&situation).map(|wonder| wonder.question)
        };
        assert_eq!(of(&memory, &[]).as_deref(), Some("What is b?"));
        let settled = ["What is b?".to_owned()];
        assert_eq!(of(&memory, &settled).as_deref(), Some("What is a?"), "it was answered");
        memory.integrate(ruminate_types::Chain {
            question: "Why a?".into(),
            answer: "so".into(),
            steps: vec![],
            confidence: 0.9,
            concepts: vec!["a".into()],
        });
        assert_eq!(of(&memory, &settled), None, "and the other is weak");
    }
}
