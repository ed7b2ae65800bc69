//! "A is to B as C is to what?": the relation is found in pages by unbinding, and applied to C.

use std::fmt;

use super::facts::FactPages;

/// Relations that are tried, the surest first.
const MOST_RELATIONS: usize = 3;
/// A relation or an answer that is rather noise than a fact.
const LEAST_CERTAINTY: f32 = 0.5;

/// An answer that was worked out with vectors. It is a hint, not a fact: look the fact up before telling it.
#[derive(Clone, Debug, PartialEq)]
pub struct Analogy {
    /// A, B and C.
    pub given: [String; 3],
    pub answer: String,
    /// What A is to B.
    pub relation: String,
    /// Whether it is B that stands in the relation to A.
    pub reversed: bool,
    /// How much of the answer is in C's page: about 1 when a fact says so.
    pub score: f32,
    /// The probability that both the relation and the answer are facts rather than noise.
    pub certainty: f32,
}

impl fmt::Display for Analogy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { given: [a, b, c], answer, relation, certainty, .. } = self;
        let (from, to) = if self.reversed { (b, a) } else { (a, b) };
        let percent = certainty * 100.0;
        write!(f, "{a} is to {b} as {c} is to {answer}: “{from} {relation} {to}” ")?;
        write!(f, "(by vectors, {percent:.0} % sure)")
    }
}

impl FactPages {
    /// What C is to as A is to B, the surest first; empty when nothing is known that joins A and B.
    pub fn analogy(&self, a: &str, b: &str, c: &str, k: usize) -> Vec<Analogy> {
        let mut found: Vec<Analogy> = Vec::new();
        for reversed in [false, true] {
            let (from, to) = if reversed { (b, a) } else { (a, b) };
            for relation in self.relations(from, to, MOST_RELATIONS) {
                if relation.certainty < LEAST_CERTAINTY {
                    continue;
                }
                let answers = match reversed {
                    false => self.objects(c, &relation.name, k),
                    true => self.subjects(&relation.name, c, k),
                };
                let sure = answers.into_iter().filter(|one| one.certainty >= LEAST_CERTAINTY);
                found.extend(sure.map(|answer| Analogy {
                    given: [a, b, c].map(str::to_owned),
                    answer: answer.name,
                    relation: relation.name.clone(),
                    reversed,
                    score: answer.score,
                    certainty: relation.certainty * answer.certainty,
                }));
            }
        }
        found.sort_by(|a, b| {
            b.certainty.total_cmp(&a.certainty).then_with(|| a.answer.cmp(&b.answer))
        });
        found.truncate(k);
        found
    }
}
