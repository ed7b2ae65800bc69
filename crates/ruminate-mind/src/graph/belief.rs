//! How far a fact is believed: more with every lesson that says it, less with what speaks against it.
//!
//! Two facts contradict each other when one denies what the other says, or when both give a day or a year of what
//! happens once: nobody is born twice. Other relations may have many objects, and then nothing is known against any.

use ruminate_types::Silo;

use super::{FactId, Graph};
use crate::arrays::NONE;
use crate::text::times::MONTHS;

/// Nothing is certain that was only read.
const MOST: f64 = 0.99;
/// What a contradiction takes that is as sure as can be.
const AGAINST: f64 = 0.5;
/// Facts of one subject that are compared; who has more of one relation is known for it.
const COMPARED: usize = 64;

/// What happens once, where the object is a time.
const ONCE: [&str; 10] = [
    "be born on",
    "be born in",
    "die on",
    "die in",
    "be founded in",
    "be established in",
    "be released on",
    "be released in",
    "be published in",
    "be completed in",
];

/// Who counts once, however often they say something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Models,
    Lesson(u32),
    Text(u32),
}

impl Graph {
    /// How far a fact is believed, in `[0, 1]`.
    pub fn confidence(&self, fact: FactId) -> f64 {
        let against =
            self.against(fact).into_iter().map(|other| self.support(other)).fold(0.0, f64::max);
        self.support(fact) * (1.0 - AGAINST * against)
    }

    /// How far the lesson is believed that is believed most of those who say a fact.
    pub(crate) fn belief(&self, fact: FactId) -> f64 {
        let rows = self.of_fact.of(fact.0).map(|ground| &self.grounds[ground as usize]);
        let beliefs =
            rows.filter(|row| row.fact == fact.0).map(|row| self.belief_of[row.lesson as usize]);
        beliefs.map(|bits| f64::from(f32::from_bits(bits))).fold(0.0, f64::max)
    }

    /// What speaks for a fact by itself. Each lesson counts once, by the surest that it says; copies of one text
    /// count as one, and so does all that models thought, since who repeats himself is not two.
    fn support(&self, fact: FactId) -> f64 {
        let rows = self.of_fact.of(fact.0).map(|ground| &self.grounds[ground as usize]);
        let thoughts = self.silos.find(Silo::THOUGHTS);
        let who = |lesson: u32| match self.text_of[lesson as usize] {
            _ if Some(self.silo_of[lesson as usize]) == thoughts => Who::Models,
            NONE => Who::Lesson(lesson),
            text => Who::Text(text),
        };
        let rows = rows.filter(|row| row.fact == fact.0);
        let mut sure: Vec<(Who, f32)> = rows.map(|row| (who(row.lesson), row.confidence)).collect();
        sure.sort_unstable_by(|a, b| (a.0.cmp(&b.0)).then(b.1.total_cmp(&a.1)));
        sure.dedup_by_key(|(who, _)| *who);
        // In the order of their amounts, so that whoever came first makes no difference.
        sure.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
        let doubt: f64 = sure.iter().map(|(_, sure)| 1.0 - f64::from(*sure)).product();
        (1.0 - doubt).min(MOST)
    }

    /// The facts that cannot be true together with this one.
    pub fn against(&self, fact: FactId) -> Vec<FactId> {
        let [subject, relation, object, denied] = self.facts[fact.0 as usize];
        let mut against = Vec::new();
        if let Some(other) = self.numbers.get(&[subject, relation, object, 1 - denied])
            && self.grounded[*other as usize] > 0
        {
            against.push(FactId(*other));
        }
        let happens_once = ONCE.contains(&self.relations.get(relation));
        let Some(own) = self.time(object).filter(|_| denied == 0 && happens_once) else {
            return against;
        };
        let same = self.of_subject(super::ConceptId(subject)).take(COMPARED);
        against.extend(same.filter(|other| {
            let [_, other, object, denied] = self.facts[other.0 as usize];
            let time = if other == relation && denied == 0 { self.time(object) } else { None };
            time.is_some_and(|time| own.differs(time))
        }));
        against
    }

    fn time(&self, concept: u32) -> Option<Time> {
        Time::of(self.concepts.get(concept))
    }
}

/// A day or a year, as far as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Time {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

impl Time {
    /// What is nothing but a time.
    fn of(normal: &str) -> Option<Self> {
        let (mut year, mut month, mut day) = (None, None, None);
        for word in normal.split(' ') {
            if let Some(at) = MONTHS.iter().position(|name| *name == word) {
                month = Some(at as u8 + 1);
            } else if let Ok(number) = word.parse::<u16>() {
                match number {
                    1..=31 if day.is_none() => day = Some(number as u8),
                    32.. if year.is_none() => year = Some(number),
                    _ => return None,
                }
            } else {
                return None;
            }
        }
        Some(Self { year: year?, month, day })
    }

    /// Whether both cannot be meant. A year says nothing against one of its days.
    fn differs(self, other: Self) -> bool {
        let differ = |a: Option<u8>, b: Option<u8>| matches!((a, b), (Some(a), Some(b)) if a != b);
        self.year != other.year || differ(self.month, other.month) || differ(self.day, other.day)
    }
}
