//! Questions about two or more things side by side: which is earlier, whether they have the same, whether both are.
//!
//! Such questions come in many orders ("Was A or B born first?", "Which film whose director is younger, A or B?") but
//! with few words. The names are taken out, and every word that is left must be one that is understood here.

use super::link;
use super::query::{Link, Measure, Query, Term, Way};
use super::word::{Name, Token};
use crate::facts::{is_called_by_name, is_person, singular};
use crate::text::demonyms::place_of;

/// Words that only hold such a question together.
const HOLDING: &[&str] = &[
    "who", "which", "what", "whose", "that", "is", "are", "was", "were", "has", "have", "had",
    "do", "does", "did", "the", "a", "an", "of", "out", "between", "or", "and", "than", "other",
    "one", "two", "both", "in", "from", "by", "with", "to", "been", "s",
];
const EARLY: &[&str] = &["first", "earlier", "earliest", "older", "oldest", "elder", "before"];
const LATE: &[&str] =
    &["later", "last", "latest", "recently", "recent", "newer", "newest", "younger", "youngest"];
const EVENTS: &[(&str, &str)] = &[
    ("born", "be born"),
    ("died", "die"),
    ("die", "die"),
    ("released", "be released"),
    ("came", "come out"),
    ("come", "come out"),
    ("premiered", "be released"),
    ("published", "be published"),
    ("established", "be established"),
    ("founded", "be founded"),
    ("formed", "be formed"),
    ("created", "be created"),
    ("started", "be founded"),
    ("built", "be built"),
    ("opened", "be opened"),
    ("launched", "be launched"),
    ("completed", "be completed"),
];

/// The words of the question without its names, and the names.
struct Sides {
    names: Vec<Name>,
    words: Vec<String>,
    has_or: bool,
}

pub(super) fn choice(tokens: &[Token]) -> Option<Query> {
    let sides = sides(tokens)?;
    let is_between = |word: &str| {
        let first = tokens.iter().position(Token::is_name).unwrap_or(0);
        let last = tokens.iter().rposition(Token::is_name).unwrap_or(0);
        tokens[first..last].iter().any(|token| token.is_any(&[word]))
    };
    match sides.has_or && is_between("or") {
        true => sides.which(),
        false if is_between("and") => {
            sides.which_of_two().or_else(|| sides.same()).or_else(|| sides.both())
        }
        false => None,
    }
}

fn sides(tokens: &[Token]) -> Option<Sides> {
    let mut sides = Sides { names: Vec::new(), words: Vec::new(), has_or: false };
    for token in tokens {
        match token {
            Token::Name(name) => sides.names.push(name.clone()),
            Token::Word(word, has_capital) if !has_capital || place_of(word).is_some() => {
                sides.has_or |= word == "or";
                sides.words.push(word.clone());
            }
            Token::Comma => {}
            Token::Owned => sides.words.push("s".to_owned()),
            Token::Word(..) | Token::Sign => return None,
        }
    }
    (2..=6).contains(&sides.names.len()).then_some(sides)
}

fn is_kind(word: &str) -> bool {
    let noun = singular(word);
    is_called_by_name(&noun)
        || is_person(&noun)
        || matches!(
            noun.as_str(),
            "person"
                | "people"
                | "school"
                | "university"
                | "college"
                | "museum"
                | "station"
                | "airport"
                | "building"
                | "organization"
                | "mountain"
                | "stadium"
                | "hospital"
                | "church"
                | "bank"
                | "business"
        )
}

impl Sides {
    fn has(&self, words: &[&str]) -> bool {
        self.words.iter().any(|word| words.contains(&word.as_str()))
    }

    fn asks(&self) -> bool {
        self.words.first().is_some_and(|word| {
            matches!(
                word.as_str(),
                "who"
                    | "which"
                    | "what"
                    | "whose"
                    | "between"
                    | "was"
                    | "were"
                    | "is"
                    | "did"
                    | "out"
            )
        })
    }

    /// The role between a thing and what is compared: "whose director". It comes after the word for the thing.
    fn role(&self) -> Option<Option<String>> {
        let is_asked =
            |at: usize| at > 0 && matches!(self.words[at - 1].as_str(), "which" | "what" | "both");
        let mut roles: Vec<String> = Vec::new();
        for (at, word) in self.words.iter().enumerate() {
            let noun = singular(word);
            if link::is_role(&noun)
                && !is_asked(at)
                && !is_called_by_name(&noun)
                && !EARLY.contains(&word.as_str())
                && !LATE.contains(&word.as_str())
                && word != "other"
            {
                roles.push(noun);
            }
        }
        roles.dedup();
        match roles.as_slice() {
            [] => Some(None),
            [role] => Some(Some(role.clone())),
            _ => None,
        }
    }

    /// Whether every word is understood, with these besides.
    fn is_covered(&self, more: &dyn Fn(&str) -> bool, role: Option<&str>) -> bool {
        self.words.iter().all(|word| {
            HOLDING.contains(&word.as_str())
                || is_kind(word)
                || role == Some(singular(word).as_str())
                || more(word)
        })
    }

    /// The things, or who has the role for each.
    fn items(&self, role: Option<&str>) -> Option<Vec<Term>> {
        let names = self.names.iter().cloned().map(Term::Named);
        match role {
            None => Some(names.collect()),
            Some(role) => names.map(|name| Some(name.of(link::noun(role)?))).collect(),
        }
    }

    /// "Who was born first, A or B?"
    fn which(&self) -> Option<Query> {
        let role = self.role()?;
        let role = role.as_deref();
        if self.has(&["longer", "longest"]) && self.has(&["lived", "live"]) {
            let is_covered = self
                .is_covered(&|word| matches!(word, "longer" | "longest" | "lived" | "live"), role);
            let among = self.items(role)?;
            return is_covered.then_some(Query::Choose { among, by: Measure::Life, is_most: true });
        }
        if self.has(&["more", "most"]) && !self.has(LATE) {
            let role = role?;
            let is_covered = self.is_covered(&|word| matches!(word, "more" | "most"), Some(role));
            let by = Measure::Many(link::noun(role)?);
            let among = self.items(None)?;
            return is_covered.then_some(Query::Choose { among, by, is_most: true });
        }
        let (early, late) = (self.has(EARLY), self.has(LATE));
        if early == late || !self.asks() {
            return None;
        }
        let events: Vec<&str> =
            EVENTS.iter().filter(|(word, _)| self.has(&[*word])).map(|(_, event)| *event).collect();
        let is_age = self.has(&["older", "oldest", "elder", "younger", "youngest"]);
        let is_work = role.is_none()
            && !self.has(&["who"])
            && self.words.iter().any(|word| is_called_by_name(&singular(word)));
        let event = match events.as_slice() {
            [event] if !is_age => event,
            [] if is_age && !is_work => "be born",
            _ => return None,
        };
        let is_word = |word: &str| {
            EARLY.contains(&word)
                || LATE.contains(&word)
                || EVENTS.iter().any(|(name, _)| *name == word)
                || matches!(word, "more" | "most")
        };
        let among = self.items(role)?;
        let is_covered = self.is_covered(&is_word, role);
        is_covered.then_some(Query::Choose {
            among,
            by: Measure::Time(link::time(event)),
            is_most: late,
        })
    }

    /// "Who was born first out of A and B?"
    fn which_of_two(&self) -> Option<Query> {
        let is_asked = self
            .words
            .first()
            .is_some_and(|word| matches!(word.as_str(), "who" | "which" | "between"));
        if is_asked { self.which() } else { None }
    }

    /// "Are A and B from the same country?", "Do A and B have the same director?"
    fn same(&self) -> Option<Query> {
        let [a, b] = self.names.as_slice() else { return None };
        if !self.has(&["same"]) {
            return None;
        }
        let property = ["nationality", "country", "city", "town", "state"]
            .into_iter()
            .find(|noun| self.has(&[noun]));
        let role = self.role()?;
        let is_born = self.has(&["born"]);
        let place =
            |verb: &str| Link::new(property.unwrap_or("place"), vec![Way::Place(verb.to_owned())]);
        let (role, by) = match (property, role) {
            (Some(_), role) if is_born => (role, place("be born")),
            (Some("nationality" | "country"), role) => {
                (role, Link::new("country", vec![Way::Country]))
            }
            (Some(_), role) if self.has(&["located", "situated", "based"]) => {
                (role, Link::new("city", vec![Way::Located]))
            }
            (None, Some(role)) => (None, link::noun(&role)?),
            _ => return None,
        };
        let is_word = |word: &str| {
            matches!(
                word,
                "same" | "share" | "shared" | "located" | "situated" | "based" | "born" | "come"
            ) || property == Some(word)
                || by.name == singular(word)
        };
        if !self.is_covered(&is_word, role.as_deref()) || self.has(&["who", "which", "what"]) {
            return None;
        }
        let of = |name: &Name| -> Option<Term> {
            let name = Term::Named(name.clone());
            match &role {
                Some(role) => Some(name.of(link::noun(role)?)),
                None => Some(name),
            }
        };
        // "born in the same country" is asked of places, which are looked up to their countries.
        let by = match property {
            Some(kind) if is_born => by.kind(Some(kind.to_owned())),
            _ => by,
        };
        Some(Query::Same { items: [of(a)?, of(b)?], by })
    }

    /// "Are A and B both American?", "Are both A and B films?"
    fn both(&self) -> Option<Query> {
        let [a, b] = self.names.as_slice() else { return None };
        let is_asked =
            self.words.first().is_some_and(|word| matches!(word.as_str(), "are" | "were"));
        if !is_asked {
            return None;
        }
        let kind: Vec<&str> = self
            .words
            .iter()
            .skip(1)
            .map(String::as_str)
            .filter(|word| !matches!(*word, "and" | "both" | "the" | "a" | "an"))
            .collect();
        let is_plain = kind
            .iter()
            .all(|word| !HOLDING.contains(word) && !matches!(*word, "not" | "no" | "same"));
        let items = [Term::Named(a.clone()), Term::Named(b.clone())];
        (is_plain && (1..=3).contains(&kind.len()))
            .then(|| Query::Both { items, kind: kind.join(" ") })
    }
}
