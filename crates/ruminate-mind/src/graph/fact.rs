//! A fact as it is told.

pub use ruminate_types::mind::{Fact, Ground};

use super::{ConceptId, FactId, Graph};
use crate::arrays::NONE;

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
            is_over: self.is_over(id),
            confidence: self.confidence(id),
            is_contradicted: !self.against(id).is_empty(),
            grounds,
        }
    }

    pub fn grounds(&self, fact: FactId) -> impl Iterator<Item = Ground> + '_ {
        let rows = self.of_fact.of(fact.0).map(|ground| &self.grounds[ground as usize]);
        rows.filter(move |row| row.fact == fact.0).map(|row| Ground {
            source_id: self.lessons.get(row.lesson).to_owned(),
            source: None,
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
