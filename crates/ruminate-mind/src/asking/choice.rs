//! Which of several comes first or has most, and whether one does before the other.

use super::link;
use super::query::{Measure, Query};
use super::sides::Sides;
use crate::text::demonyms::place_of;

const EARLY: &[&str] = &["first", "earlier", "earliest", "older", "oldest", "elder", "before"];
const LATE: &[&str] =
    &["later", "last", "latest", "recently", "recent", "newer", "newest", "younger", "youngest"];
const EVENTS: &[(&str, &str)] = &[
    ("born", "be born"),
    ("died", "die"),
    ("die", "die"),
    ("released", "be released"),
    ("came", "come"),
    ("come", "come"),
    ("premiered", "be released"),
    ("published", "be published"),
    ("established", "be established"),
    ("founded", "be founded"),
    ("formed", "be formed"),
    ("created", "be created"),
    ("started", "be founded"),
    ("built", "be built"),
    ("opened", "be opened"),
    ("constructed", "be built"),
    ("incorporated", "be founded"),
    ("began", "begin"),
    ("launched", "be launched"),
    ("completed", "be completed"),
];

const MORE: &[&str] =
    &["larger", "largest", "bigger", "biggest", "greater", "higher", "more", "most"];
const LESS: &[&str] = &["smaller", "smallest", "lower", "less", "least"];
/// What has a number.
const AMOUNTS: &[&str] = &["population", "area", "height", "elevation", "length", "capacity"];

impl Sides {
    /// "Who was born first, A or B?"
    pub(super) fn which(&self) -> Option<Query> {
        // "earlier than A, B or C" compares with a third.
        if !self.is_list || self.has(&["than"]) && !self.has(&["other"]) {
            return None;
        }
        let role = self.role()?;
        let role = role.as_deref();
        self.longest_life(role)
            .or_else(|| self.most(role))
            .or_else(|| self.amount())
            .or_else(|| self.which_is())
            .or_else(|| {
                let (by, is_most) = self.order(role, &[])?;
                Some(Query::Choose { among: self.items(role)?, by, is_most })
            })
    }

    /// "Was A born before B?", "Is A older than B?"
    pub(super) fn is_before(&self) -> Option<Query> {
        let is_asked =
            self.words.first().is_some_and(|word| matches!(word.as_str(), "is" | "was" | "did"));
        let role = self.role()?.filter(|_| is_asked);
        let (by, is_most) = self.order(None, &["after"]).filter(|_| role.is_none())?;
        let [first, second] = <[_; 2]>::try_from(self.items(None)?).ok()?;
        // "Was A born first B" is no question.
        let is_said =
            self.has(&["than", "before", "after"]) && !self.has(&["first", "last", "out"]);
        is_said.then_some(Query::IsBefore { first, second, by, is_most })
    }

    fn longest_life(&self, role: Option<&str>) -> Option<Query> {
        const WORDS: &[&str] = &["longer", "longest", "lived", "live"];
        let is_asked = self.has(&["longer", "longest"]) && self.has(&["lived", "live"]);
        let is_covered = is_asked && self.is_covered(&|word| WORDS.contains(&word), role);
        let among = self.items(role)?;
        is_covered.then_some(Query::Choose { among, by: Measure::Life, is_most: true })
    }

    /// "Which film has more directors, A or B?"
    fn most(&self, role: Option<&str>) -> Option<Query> {
        let role = role.filter(|_| self.has(&["more", "most"]) && !self.has(LATE))?;
        let is_covered = self.is_covered(&|word| matches!(word, "more" | "most"), Some(role));
        let by = Measure::Many(link::noun(role)?);
        let among = self.items(None)?;
        is_covered.then_some(Query::Choose { among, by, is_most: true })
    }

    /// "Which city is larger by population, A or B?"
    fn amount(&self) -> Option<Query> {
        let noun = AMOUNTS.iter().find(|noun| self.has(&[noun]))?;
        let (more, less) = (self.has(MORE), self.has(LESS));
        let is_word = |word: &str| MORE.contains(&word) || LESS.contains(&word) || word == *noun;
        let is_covered = more != less && self.is_covered(&is_word, None);
        let by = Measure::Number(link::noun(noun)?);
        is_covered.then_some(Query::Choose { among: self.items(None)?, by, is_most: more })
    }

    /// "Which film is British, A or B?"
    fn which_is(&self) -> Option<Query> {
        let kind = self.words.iter().find(|word| place_of(word).is_some())?;
        let is_covered = self.has(&["is", "was"]) && self.is_covered(&|word| word == kind, None);
        is_covered.then_some(Query::WhichIs { among: self.items(None)?, kind: kind.clone() })
    }

    /// The time that things are ordered by, and whether the later is asked for.
    fn order(&self, role: Option<&str>, later: &[&str]) -> Option<(Measure, bool)> {
        let (early, late) = (self.has(EARLY), self.has(LATE) || self.has(later));
        let mut events: Vec<&str> =
            EVENTS.iter().filter(|(word, _)| self.has(&[*word])).map(|(_, event)| *event).collect();
        events.dedup();
        let is_age = self.has(&["older", "oldest", "elder", "younger", "youngest"]);
        // "Which is older, A or B?" is asked of things too.
        let is_thing =
            is_age && role.is_none() && !self.has(&["who"]) && self.has(&["which", "what"]);
        let by = match events.as_slice() {
            ["come"] if self.has(&["out"]) && !is_age => link::time("come out"),
            [event] if !is_age => link::time(event),
            [] if is_thing => link::age(),
            [] if is_age && (role.is_some() || !self.is_work()) => link::time("be born"),
            _ => return None,
        };
        let is_word = |word: &str| {
            EARLY.contains(&word)
                || LATE.contains(&word)
                || later.contains(&word)
                || EVENTS.iter().any(|(name, _)| *name == word)
                || matches!(word, "more" | "most") && self.has(&["recently", "recent"])
        };
        let is_covered = early != late && self.is_covered(&is_word, role);
        is_covered.then_some((Measure::Time(by), late))
    }
}
