//! A fact as it is told.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use super::{ConceptId, FactId, Graph};
use crate::arrays::NONE;

/// One fact, with what says it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fact {
    pub subject: String,
    /// In its normal form; see [`crate::facts::relation`].
    pub relation: String,
    pub object: String,
    pub is_negated: bool,
    /// How far it is believed, with all that says it and all that contradicts it.
    pub confidence: f64,
    /// Whether something else that is known cannot be true together with it.
    pub is_contradicted: bool,
    pub grounds: Vec<Ground>,
}

/// Where a fact is said.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ground {
    /// The lesson's id.
    pub source_id: String,
    pub silo: String,
    /// The bytes of the sentence within the lesson's text.
    pub sentence: Range<usize>,
    /// The time that the sentence gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = if self.is_negated { "not " } else { "" };
        write!(f, "{} → {not}{} → {}", self.subject, self.relation, self.object)
    }
}

impl Graph {
    /// The parts of a fact: subject, relation, object.
    pub fn parts(&self, fact: FactId) -> (ConceptId, &str, ConceptId) {
        let [subject, relation, object, _] = self.facts[fact.0 as usize];
        (ConceptId(subject), self.relations.get(relation), ConceptId(object))
    }

    pub fn is_negated(&self, fact: FactId) -> bool {
        self.facts[fact.0 as usize][3] != 0
    }

    pub fn fact(&self, id: FactId) -> Fact {
        let (subject, relation, object) = self.parts(id);
        let mut grounds: Vec<Ground> = self.grounds(id).collect();
        grounds.sort_by(|a, b| {
            (&a.source_id, a.sentence.start).cmp(&(&b.source_id, b.sentence.start))
        });
        Fact {
            subject: self.spelling(subject).to_owned(),
            relation: relation.to_owned(),
            object: self.spelling(object).to_owned(),
            is_negated: self.is_negated(id),
            confidence: self.confidence(id),
            is_contradicted: !self.against(id).is_empty(),
            grounds,
        }
    }

    pub fn grounds(&self, fact: FactId) -> impl Iterator<Item = Ground> + '_ {
        let rows = self.of_fact.of(fact.0).map(|ground| &self.grounds[ground as usize]);
        rows.filter(move |row| row.fact == fact.0).map(|row| Ground {
            source_id: self.lessons.get(row.lesson).to_owned(),
            silo: self.silos.get(self.silo_of[row.lesson as usize]).to_owned(),
            sentence: row.start as usize..row.end as usize,
            when: (row.when != NONE).then(|| self.times.get(row.when).to_owned()),
        })
    }

    /// The silos whose lessons speak of a concept.
    pub fn silos_of(&self, concept: ConceptId) -> Vec<&str> {
        let facts = self.of_subject(concept).chain(self.of_object(concept));
        let rows = facts.flat_map(|fact| self.of_fact.of(fact.0));
        let rows = rows.map(|ground| &self.grounds[ground as usize]).filter(|row| row.fact != NONE);
        let mut silos: Vec<u32> = rows.map(|row| self.silo_of[row.lesson as usize]).collect();
        silos.sort_unstable();
        silos.dedup();
        silos.into_iter().map(|silo| self.silos.get(silo)).collect()
    }

    /// Whether some lesson of the silo says it.
    pub fn is_in(&self, fact: FactId, silo: &str) -> bool {
        self.grounds(fact).any(|ground| ground.silo == silo)
    }
}
