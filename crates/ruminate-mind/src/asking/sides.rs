//! Questions about two or more things side by side come in many orders ("Was A or B born first?", "Which film whose
//! director is younger, A or B?") but with few words. The names are taken out, and every word that is left must be one
//! that is understood.

use super::link;
use super::query::{Query, Term};
use super::word::{Name, Token};
use crate::facts::{is_called_by_name, is_person, singular};
use crate::text::demonyms::place_of;

/// Words that only hold such a question together.
pub(super) const HOLDING: &[&str] = &[
    "who", "which", "what", "whose", "that", "is", "are", "was", "were", "has", "have", "had",
    "do", "does", "did", "the", "a", "an", "of", "out", "between", "or", "and", "than", "other",
    "one", "two", "both", "in", "from", "by", "with", "to", "been", "s",
];

/// Things that such questions are about, besides those that are called by a name after them.
const KINDS: &[&str] = &[
    "person",
    "people",
    "school",
    "university",
    "college",
    "museum",
    "station",
    "airport",
    "building",
    "organization",
    "mountain",
    "stadium",
    "hospital",
    "church",
    "bank",
    "business",
    "bridge",
    "tower",
    "castle",
    "library",
    "theatre",
    "theater",
    "park",
    "hotel",
    "tunnel",
    "service",
    "product",
];

/// The words of the question without its names, and the names.
pub(super) struct Sides {
    pub(super) names: Vec<Name>,
    pub(super) words: Vec<String>,
    /// Whether the names stand side by side, with nothing but "or", "and" or what they are called between them.
    pub(super) is_list: bool,
}

/// What a question asks that sets things side by side.
pub(super) fn side_by_side(tokens: &[Token]) -> Option<Query> {
    let first = tokens.iter().position(Token::is_name)?;
    let last = tokens.iter().rposition(Token::is_name)?;
    let between = &tokens[first..=last];
    let sides = sides(tokens, between)?;
    let has = |word: &str| between.iter().any(|token| token.is_any(&[word]));
    match (has("or"), has("and")) {
        (true, false) => sides.which(),
        (false, true) if sides.asks_which() => sides.which(),
        (false, true) => sides.same().or_else(|| sides.both()),
        (false, false) => sides.is_before(),
        (true, true) => None,
    }
}

fn sides(tokens: &[Token], between: &[Token]) -> Option<Sides> {
    let (mut names, mut words) = (Vec::new(), Vec::new());
    for token in tokens {
        match token {
            Token::Name(name) => names.push(name.clone()),
            Token::Word(word, has_capital) if !has_capital || place_of(word).is_some() => {
                words.push(word.clone())
            }
            Token::Comma => {}
            Token::Owned => words.push("s".to_owned()),
            Token::Word(..) | Token::Sign => return None,
        }
    }
    let is_list = between.iter().all(|token| match token {
        Token::Name(_) | Token::Comma => true,
        Token::Word(word, _) => matches!(word.as_str(), "or" | "and" | "the") || is_kind(word),
        Token::Owned | Token::Sign => false,
    });
    (2..=6).contains(&names.len()).then_some(Sides { names, words, is_list })
}

fn is_kind(word: &str) -> bool {
    let noun = singular(word);
    is_called_by_name(&noun) || is_person(&noun) || KINDS.contains(&noun.as_str())
}

impl Sides {
    pub(super) fn has(&self, words: &[&str]) -> bool {
        self.words.iter().any(|word| words.contains(&word.as_str()))
    }

    /// Whether one of the things is asked for.
    fn asks_which(&self) -> bool {
        self.words.first().is_some_and(|word| {
            matches!(word.as_str(), "who" | "which" | "what" | "whose" | "between")
        })
    }

    /// The role between a thing and what is compared: "whose director". It stands after the word for the thing. None if
    /// there are several.
    pub(super) fn role(&self) -> Option<Option<String>> {
        let is_asked =
            |at: usize| at > 0 && matches!(self.words[at - 1].as_str(), "which" | "what" | "both");
        let nouns = self.words.iter().enumerate().map(|(at, word)| (at, singular(word)));
        let mut roles: Vec<String> = nouns
            .filter(|(at, noun)| {
                link::is_role(noun) && !is_called_by_name(noun) && noun != "other" && !is_asked(*at)
            })
            .map(|(_, noun)| noun)
            .collect();
        roles.dedup();
        match roles.len() {
            0 => Some(None),
            1 => Some(roles.pop()),
            _ => None,
        }
    }

    /// Whether every word is understood, with these besides.
    pub(super) fn is_covered(&self, more: &dyn Fn(&str) -> bool, role: Option<&str>) -> bool {
        self.words.iter().all(|word| {
            HOLDING.contains(&word.as_str())
                || is_kind(word)
                || role == Some(singular(word).as_str())
                || more(word)
        })
    }

    /// The things, or who has the role for each.
    pub(super) fn items(&self, role: Option<&str>) -> Option<Vec<Term>> {
        let names = self.names.iter().cloned().map(Term::Named);
        match role {
            None => Some(names.collect()),
            Some(role) => names.map(|name| Some(name.of(link::noun(role)?))).collect(),
        }
    }

    /// Whether what is compared is the thing itself, and no person: "which film is older".
    pub(super) fn is_work(&self) -> bool {
        !self.has(&["who"]) && self.words.iter().any(|word| is_called_by_name(&singular(word)))
    }
}
