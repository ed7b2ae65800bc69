//! One sentence being read: its words, what its noun phrases mean, and what it has said so far.

use std::ops::Range;

use super::Statement;
use super::cut::tokens;
use super::inflection::singular;
use super::lexicon::*;
use super::phrase::{Determiner, Phrase};
use super::referent::Referent;
use super::relation::normal;
use super::titled::join;
use super::token::{Kind, Token};

pub(super) struct Reader<'a, 'r> {
    pub(super) text: &'a str,
    range: Range<usize>,
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) referent: &'r mut Referent,
    pub(super) is_first: bool,
    /// The time at the sentence's beginning: "In 1780, …".
    pub(super) when: Option<String>,
    pub(super) said: Vec<Statement>,
}

/// Words that make of a sentence something that is not asserted, wherever they stand.
const CONDITIONS: &[&str] = &[
    "if",
    "unless",
    "whether",
    "allegedly",
    "reportedly",
    "supposedly",
    "purportedly",
    "rumored",
    "rumoured",
    "alleged",
    "claimed",
    "claims",
    "disputed",
    "hypothetical",
];

impl<'a, 'r> Reader<'a, 'r> {
    pub(super) fn new(
        text: &'a str,
        range: Range<usize>,
        referent: &'r mut Referent,
        is_first: bool,
    ) -> Self {
        let text = &text[range.clone()];
        let tokens = join(text, tokens(text), &referent.parts);
        Self { text, tokens, range, referent, is_first, when: None, said: Vec::new() }
    }

    /// Adds what the sentence says to what was found.
    pub(super) fn read(mut self, found: &mut Vec<Statement>) {
        let text = self.text.trim_end();
        let title = &self.referent.name;
        // "She starred in Where Is My Car?"
        let is_titled = title.ends_with('?') && text.ends_with(title.as_str()) && text != title;
        let is_question = text.ends_with('?') && !is_titled;
        let is_unsure = self.tokens.iter().any(|token| token.is_any(CONDITIONS));
        let quotes = self.tokens.iter().filter(|token| token.kind == Kind::Quote).count();
        if is_question || is_unsure || quotes % 2 == 1 {
            self.referent.look_at(false);
            return;
        }
        self.referent.people.meet_all(self.text, &self.tokens);
        self.sentence();
        self.causes();
        if let Some(said) = self.said.iter().find(|said| said.relation == "marry" && !said.is_over)
        {
            self.referent.pair(Some([said.subject.clone(), said.object.clone()]));
        }
        for statement in std::mem::take(&mut self.said) {
            let is_new = !found.iter().rev().take(24).any(|known| {
                known.subject == statement.subject
                    && known.relation == statement.relation
                    && known.object == statement.object
                    && (known.is_over || !statement.is_over)
            });
            if is_new {
                found.push(statement);
            }
        }
    }

    /// Makes a statement, in its normal direction.
    pub(super) fn say(
        &mut self,
        subject: &str,
        relation: &str,
        object: &str,
        is_negated: bool,
        confidence: f64,
    ) {
        let relation = normal(relation);
        let (subject, object) =
            if relation.is_inverse { (object, subject) } else { (subject, object) };
        if subject.is_empty() || object.is_empty() || subject == object {
            return;
        }
        self.said.push(Statement {
            subject: subject.to_owned(),
            relation: relation.name,
            object: object.to_owned(),
            is_negated,
            is_over: false,
            when: self.when.clone(),
            sentence: self.range.clone(),
            confidence,
        });
    }

    /// How much was said.
    pub(super) fn mark(&self) -> usize {
        self.said.len()
    }

    /// Takes back what was said since: the sentence went on otherwise.
    pub(super) fn unsay(&mut self, mark: usize) {
        self.said.truncate(mark);
    }

    /// Makes what was said since less sure.
    pub(super) fn doubt_since(&mut self, mark: usize, factor: f64) {
        for statement in &mut self.said[mark..] {
            statement.confidence *= factor;
        }
    }

    /// Gives a time to what was said since and has none, or only that of the sentence's beginning.
    pub(super) fn date_since(&mut self, mark: usize, when: &str) {
        for statement in &mut self.said[mark..] {
            let is_its_own = statement.when.is_some() && statement.when != self.when;
            let is_date = statement.object == when.split_once(' ').map_or(when, |(_, date)| date);
            if !is_its_own {
                statement.when = (!is_date).then(|| when.to_owned());
            }
        }
    }

    pub(super) fn token(&self, at: usize) -> Option<&Token<'a>> {
        self.tokens.get(at)
    }

    pub(super) fn kind(&self, at: usize) -> Option<Kind> {
        self.token(at).map(|token| token.kind)
    }

    pub(super) fn is_word(&self, at: usize, words: &[&str]) -> bool {
        self.token(at).is_some_and(|token| token.is_any(words))
    }

    /// The text of some tokens, without quotation marks around it.
    pub(super) fn written(&self, words: Range<usize>) -> String {
        let (Some(first), Some(last)) = (
            self.tokens.get(words.start),
            words.end.checked_sub(1).and_then(|end| self.tokens.get(end)),
        ) else {
            return String::new();
        };
        let text = self.text.get(first.at.start..last.at.end).unwrap_or("");
        let is_quote = |c: char| matches!(c, '"' | '“' | '”' | '«' | '»' | '`');
        let is_one_quote = text.chars().filter(|c| is_quote(*c)).count() == 2
            && text.starts_with(is_quote)
            && text.ends_with(is_quote);
        let bare = if is_one_quote { text.trim_matches(is_quote) } else { text };
        let bare = bare.trim_end_matches([',', ';', ':']);
        bare.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What a phrase means, if it can be told outside of its sentence. `end` is after what belongs to it.
    pub(super) fn meaning(&mut self, phrase: &Phrase, end: usize) -> Option<String> {
        match phrase.determiner {
            Determiner::Pointing | Determiner::Possessive | Determiner::No => return None,
            Determiner::Owner => return self.owned(phrase, end),
            Determiner::None | Determiner::Indefinite | Determiner::The => {}
        }
        if self.tokens[phrase.words.start..end]
            .iter()
            .any(|token| !token.is_name && token.is(DOUBT | PRONOUN | POSSESSIVE | NEGATION))
        {
            return None;
        }
        if self.tokens[phrase.words.start..end]
            .iter()
            .any(|token| !token.is_name && token.is(VAGUE) || token.is(WEEKDAY))
        {
            return None;
        }
        let has_name = self.tokens[phrase.words.start..end].iter().any(|token| token.is_name);
        let is_ordinal =
            self.tokens[phrase.words.start].is(LOOSE) && phrase.of.is_none() && end == phrase.end();
        if phrase.determiner == Determiner::The
            && !has_name
            && self.referent.is_titled()
            && (is_ordinal || phrase.words.len() == 1 && end > phrase.end())
        {
            return None;
        }
        let is_bare = phrase.words.len() == 1 && end == phrase.end();
        // "Film is directed by Ann Hui."
        let begins = phrase.first == 0 && phrase.determiner == Determiner::None;
        if begins && is_bare && self.referent.is_called(&self.tokens[phrase.head].low) {
            return Some(self.referent.name.clone());
        }
        if let Some(of) = self.of_title(phrase, end) {
            let before = self.written(phrase.words.start..of);
            return Some(format!("{before} of {}", self.referent.name));
        }
        // "the northern part of the county": of which one is not said.
        let last = &self.tokens[end - 1];
        if self.referent.is_titled()
            && last.is(NAMED)
            && !last.is_name
            && end > phrase.words.start + 2
            && self.is_word(end - 2, &["the"])
            && self.is_word(end - 3, &["of"])
        {
            return None;
        }
        if phrase.determiner == Determiner::The && is_bare && !phrase.is_name {
            let noun = self.tokens[phrase.head].low.to_string();
            if self.referent.is_called(&noun) {
                return Some(self.referent.name.clone());
            }
            return (!self.referent.is_titled() || is_program(&noun)).then_some(noun);
        }
        let named = self.name_within(phrase).filter(|_| end == phrase.end());
        // "most spectators", "many countries"
        let is_quantity = phrase.determiner == Determiner::Indefinite
            && !self.is_word(phrase.first, &["a", "an", "both"]);
        let start = if is_quantity { phrase.first } else { phrase.words.start };
        let text = self.written(named.unwrap_or(start)..end);
        let is_said = text.chars().any(char::is_alphanumeric) && text.len() < 160;
        is_said.then(|| {
            if self.referent.is_named_by(&text, false) && phrase.is_name {
                self.referent.name.clone()
            } else {
                self.full_name(phrase, end).unwrap_or(text)
            }
        })
    }

    /// "Anna" for "Anna Berg", where a place is not more likely meant: "to Bergen" is not to Bergen Line.
    fn full_name(&self, phrase: &Phrase, end: usize) -> Option<String> {
        const BEFORE_PLACES: &[&str] = &["in", "at", "from", "near", "to", "on", "of"];
        let is_one = phrase.is_name
            && phrase.determiner == Determiner::None
            && end == phrase.words.start + 1;
        let before = self.tokens[..phrase.first].iter().rev().take(2).collect::<Vec<_>>();
        let is_place = match before.as_slice() {
            [to, verb] if to.low == "to" && verb.low.starts_with("report") => false,
            [word, ..] => word.is_any(BEFORE_PLACES),
            [] => false,
        };
        let full = self.referent.people.full(self.tokens[phrase.head].text)?;
        let is_known = full != self.referent.name || self.referent.may_be_person();
        (is_one && !is_place && is_known).then(|| full.to_owned())
    }

    /// The last "of" in "trailer of the film", where that is the thing of the title.
    fn of_title(&self, phrase: &Phrase, end: usize) -> Option<usize> {
        let of = end.checked_sub(3).filter(|of| phrase.of == Some(*of))?;
        let noun = &self.tokens[of + 2];
        let is_title =
            self.is_word(of + 1, &["the"]) && !noun.is_name && self.referent.is_called(&noun.low);
        is_title.then_some(of)
    }

    fn owned(&mut self, phrase: &Phrase, end: usize) -> Option<String> {
        let owner = phrase.owner.clone()?;
        let starts_well = self.tokens[owner.start].is_name
            && self.tokens[owner.clone()]
                .iter()
                .all(|token| token.is_name || token.kind != Kind::Word);
        let is_vague = self.tokens[phrase.words.clone()]
            .iter()
            .any(|token| !token.is_name && token.is(VAGUE | DOUBT));
        (starts_well && !is_vague).then(|| self.written(owner.start..end))
    }

    /// Where the name begins in "comedian Jerry Seinfeld", "the 1998 film Ronin".
    pub(super) fn name_within(&self, phrase: &Phrase) -> Option<usize> {
        if !phrase.is_name || self.tokens[phrase.head].kind == Kind::Quote {
            return None;
        }
        let words = &self.tokens[phrase.words.start..=phrase.head];
        let called = words.iter().rposition(|token| token.kind == Kind::Word && !token.is_name)?;
        let word = &words[called];
        let calls = (is_person(&singular(&word.low)) || word.is(NAMED) || word.low == "figures")
            && words[called + 1..].iter().all(|token| token.is_name || token.kind == Kind::Number);
        (calls && called + 1 < words.len()).then_some(phrase.words.start + called + 1)
    }
}
