//! What is at hand while somebody thinks: what is said at once to a question, what can be done about a concept, and
//! what is in mind already.

use std::time::Instant;

use ruminate_types::ports::reflexes::Reflex;
use rustc_hash::FxHashMap;

use crate::facts::concept;
use crate::same_question;
use crate::thought::World;
use crate::working_memory::WorkingMemory;

/// Approved reflexes, by what they answer.
#[derive(Default)]
pub struct Approved {
    by_question: FxHashMap<String, String>,
    by_concept: FxHashMap<String, String>,
    until: Option<Instant>,
    in_mind: WorkingMemory,
}

impl Approved {
    /// Those of these that are approved; of several with the same pattern the last.
    pub fn of(reflexes: Vec<Reflex>) -> Self {
        let mut approved = Self::default();
        for reflex in reflexes.into_iter().filter(|reflex| reflex.is_approved) {
            // "disk" is a concept, and no answer to what a disk is.
            let key = same_question::key(&reflex.pattern).filter(|_| is_question(&reflex.pattern));
            if let Some(key) = key {
                approved.by_question.insert(key, reflex.response.clone());
            }
            approved.by_concept.insert(concept(&reflex.pattern), reflex.response);
        }
        approved
    }

    /// The same, with no time to think after this.
    pub fn until(self, end: Instant) -> Self {
        Self { until: Some(end), ..self }
    }

    /// The same, with this in mind.
    pub fn minding(self, in_mind: WorkingMemory) -> Self {
        Self { in_mind, ..self }
    }

    /// What is said to a question.
    pub fn answer(&self, question: &str) -> Option<&str> {
        self.by_question.get(&same_question::key(question)?).map(String::as_str)
    }
}

fn is_question(pattern: &str) -> bool {
    const ASKING: [&str; 15] = [
        "what", "who", "whom", "whose", "which", "when", "where", "why", "how", "is", "are", "can",
        "do", "does", "should",
    ];
    let first = pattern.split_whitespace().next().unwrap_or_default().to_lowercase();
    pattern.trim_end().ends_with('?') || ASKING.contains(&first.as_str())
}

impl World for Approved {
    fn reflex(&self, concept: &str) -> Option<String> {
        self.by_concept.get(concept).cloned()
    }

    fn is_late(&self) -> bool {
        self.until.is_some_and(|end| Instant::now() >= end)
    }

    fn primed(&self, concept: &str) -> f64 {
        self.in_mind.primed(concept)
    }
}
