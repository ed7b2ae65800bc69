//! Whether a fact is over. Who says that it ended knows more than who only says it; but what a model thought ends nothing
//! that was read.

use ruminate_types::Silo;

use super::{FactId, Graph, Row};
use crate::arrays::NONE;
use crate::facts::tells_end;

/// Relations that say the same from either end.
const MUTUAL: &[&str] = &["marry"];

impl Graph {
    /// Whether a fact was so and is no more.
    pub fn is_over(&self, fact: FactId) -> bool {
        self.endings(fact).next().is_some()
    }

    /// Until when a fact was so, as it is written: "until 2022", "from 1970 to 1975". None if it is not over, or if
    /// nobody tells when it ended.
    pub fn ended(&self, fact: FactId) -> Option<&str> {
        let times = self.endings(fact).filter(|row| row.when != NONE);
        times.map(|row| self.times.get(row.when)).find(|when| tells_end(when))
    }

    /// What says that a fact is over.
    fn endings(&self, fact: FactId) -> impl Iterator<Item = &Row> {
        let rows = || self.said_either_way(fact);
        let thoughts = self.silos.find(Silo::THOUGHTS);
        let is_thought = move |row: &Row| Some(self.silo_of[row.lesson as usize]) == thoughts;
        let are_all_thoughts = rows().all(is_thought);
        rows().filter(move |row| row.is_over && (are_all_thoughts || !is_thought(row)))
    }

    /// The grounds of a fact, and of the one that says the same from the other end.
    fn said_either_way(&self, fact: FactId) -> impl Iterator<Item = &Row> {
        let [subject, relation, object, denied] = self.facts[fact.0 as usize];
        let is_mutual = MUTUAL.contains(&self.relations.get(relation));
        let other = self.numbers.get(&[object, relation, subject, denied]).filter(|_| is_mutual);
        [Some(fact.0), other.copied()].into_iter().flatten().flat_map(|fact| {
            let rows = self.of_fact.of(fact).map(|ground| &self.grounds[ground as usize]);
            rows.filter(move |row| row.fact == fact)
        })
    }
}
