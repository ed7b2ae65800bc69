//! Texts in which the sentences are looked for that bear on a claim, by the words they have in common.

use std::collections::{HashMap, HashSet};

use ruminate_mind::facts::{concept, statements};
use ruminate_mind::text::stems::stem;

use crate::claims::{Assertion, Claims, Clash, Spot, content, tokens};
use crate::evidence::{Quote, Source};

/// Sentences that are looked at for one claim.
const MOST_LOOKED_AT: usize = 40;
/// So much of a claim has to be in a sentence that supports it weakly.
const WEAK_SHARE: f64 = 0.6;
/// Words that are in more sentences than this say little; they are looked up last.
const COMMON: usize = 500;

pub(crate) struct Library {
    pub(crate) sources: Vec<Source>,
    claims: Claims,
    by_stem: HashMap<String, Vec<usize>>,
    assertions: HashMap<usize, Vec<usize>>,
}

/// What texts say about a claim.
#[derive(Default, Debug)]
pub(crate) struct Found {
    pub(crate) supporting: Vec<Quote>,
    pub(crate) weak: Vec<Quote>,
    pub(crate) contradicting: Vec<(Quote, String)>,
    /// The words of the claim that no sentence has.
    pub(crate) missing: Vec<String>,
    /// Everything that was looked at, the nearest first.
    pub(crate) near: Vec<Quote>,
}

/// How a sentence bears on a claim.
enum Bearing {
    Supports,
    Weakly,
    Not,
}

impl Library {
    pub(crate) fn new(sources: Vec<Source>) -> Self {
        let claims = Claims::of(sources.iter().map(|source| &*source.text));
        let mut by_stem: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, sentence) in claims.sentences.iter().enumerate() {
            for stem in content(sentence) {
                by_stem.entry(stem).or_default().push(number);
            }
        }
        let mut assertions: HashMap<usize, Vec<usize>> = HashMap::new();
        for (at, assertion) in claims.assertions.iter().enumerate() {
            assertions.entry(assertion.spot.sentence).or_default().push(at);
        }
        Self { sources, claims, by_stem, assertions }
    }

    pub(crate) fn sentences(&self) -> &[String] {
        &self.claims.sentences
    }

    pub(crate) fn claims(&self) -> &Claims {
        &self.claims
    }

    pub(crate) fn quote(&self, sentence: usize) -> Quote {
        let source = &self.sources[self.claims.text_of[sentence]];
        Quote {
            sentence: self.claims.sentences[sentence].clone(),
            source: source.id.clone(),
            origin: source.origin,
        }
    }

    /// The sentences that share most with a text, the nearest first.
    pub(crate) fn near(&self, text: &str) -> Vec<usize> {
        let mut shares: HashMap<usize, f64> = HashMap::new();
        for stem in content(text) {
            let holders = self.by_stem.get(&stem).map_or(&[][..], Vec::as_slice);
            let weight = 1.0 / (1.0 + holders.len() as f64).ln_1p();
            for holder in holders.iter().take(COMMON) {
                *shares.entry(*holder).or_default() += weight;
            }
        }
        let mut near: Vec<(usize, f64)> = shares.into_iter().collect();
        near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        near.truncate(MOST_LOOKED_AT);
        near.into_iter().map(|(sentence, _)| sentence).collect()
    }

    pub(crate) fn look_up(&self, claim: &str) -> Found {
        let near = self.near(claim);
        let said = Said::of(claim);
        let mut found =
            Found { near: near.iter().map(|at| self.quote(*at)).collect(), ..Found::default() };
        let mut against = HashSet::new();
        for (sentence, why) in self.against(claim, &near) {
            if against.insert(sentence) {
                found.contradicting.push((self.quote(sentence), why));
            }
        }
        for sentence in near.into_iter().filter(|sentence| !against.contains(sentence)) {
            match self.bearing(&said, sentence) {
                Bearing::Supports => found.supporting.push(self.quote(sentence)),
                Bearing::Weakly => found.weak.push(self.quote(sentence)),
                Bearing::Not => {}
            }
        }
        let is_missing = |stem: &&String| !self.by_stem.contains_key(*stem);
        let missing: HashSet<&String> = said.stems.iter().filter(is_missing).collect();
        let words = tokens(claim).into_iter().filter(|token| token.is_word());
        found.missing = words
            .filter(|word| missing.contains(&stem(&word.low).into_owned()))
            .map(|word| word.text)
            .collect();
        found
    }

    /// The sentences that cannot be true together with a claim, and why.
    fn against(&self, claim: &str, near: &[usize]) -> Vec<(usize, String)> {
        let own = Claims::of([claim]);
        let joined = own.with_some_of(&self.claims, near);
        let first = own.sentences.len();
        let is_own = |spot: &Spot| spot.sentence < first;
        let is_of_claim =
            |clash: &Clash| clash.spots.iter().any(is_own) && !clash.spots.iter().all(is_own);
        let clashes = joined.clashes().into_iter().filter(is_of_claim);
        clashes
            .flat_map(|clash| {
                let others = clash.spots.iter().filter(|spot| spot.sentence >= first);
                let found: Vec<(usize, String)> =
                    others.map(|spot| (near[spot.sentence - first], clash.why.clone())).collect();
                found
            })
            .collect()
    }

    fn bearing(&self, said: &Said, sentence: usize) -> Bearing {
        let text = &self.claims.sentences[sentence];
        let source = &self.sources[self.claims.text_of[sentence]];
        let other = Said::of(text);
        let assertions: Vec<&Assertion> = self
            .assertions
            .get(&sentence)
            .into_iter()
            .flatten()
            .map(|at| &self.claims.assertions[*at])
            .collect();
        // A pronoun means what the sentence before was about, and a title says what all of them are about.
        let mut words = content(&source.title);
        words.extend(assertions.iter().flat_map(|assertion| assertion.topic.iter().cloned()));
        words.extend(other.stems.iter().cloned());
        let has = |stem: &String| words.contains(stem);
        let share = said.stems.iter().filter(|stem| has(stem)).count() as f64
            / said.stems.len().max(1) as f64;
        if !said.names.iter().all(has)
            || said.is_denied != other.is_denied
            || !said.values_are_in(&other)
        {
            return Bearing::Not;
        }
        let is_said = !assertions.is_empty();
        if is_said && (said.states(&other) || share >= 1.0 && said.is_in_order_of(&words)) {
            return Bearing::Supports;
        }
        if share >= WEAK_SHARE && !said.is_turned(&other) { Bearing::Weakly } else { Bearing::Not }
    }
}

/// What a sentence says, as far as that decides whether another says it too.
struct Said {
    stems: Vec<String>,
    names: Vec<String>,
    is_denied: bool,
    assertions: Vec<Assertion>,
    /// Subject, relation, object, and whether it is denied.
    facts: Vec<(String, String, String, bool)>,
}

impl Said {
    fn of(text: &str) -> Self {
        let assertions = Claims::of([text]).assertions;
        let facts = statements("", text)
            .into_iter()
            .map(|one| (concept(&one.subject), one.relation, concept(&one.object), one.is_negated));
        let name = |(at, token): (usize, &crate::claims::Token)| {
            (at > 0 && token.is_capital()).then(|| stem(&token.low).into_owned())
        };
        Self {
            stems: content(text),
            names: tokens(text).iter().enumerate().filter_map(name).collect(),
            is_denied: assertions.iter().any(|assertion| assertion.is_negated),
            facts: facts.collect(),
            assertions,
        }
    }

    /// Whether its amounts and dates are given there too, and as exactly.
    fn values_are_in(&self, other: &Said) -> bool {
        let amounts = || other.assertions.iter().flat_map(|assertion| &assertion.quantities);
        let dates = || other.assertions.iter().flat_map(|assertion| &assertion.dates);
        let ways = || other.assertions.iter().filter_map(|assertion| assertion.direction);
        self.assertions.iter().all(|assertion| {
            assertion
                .quantities
                .iter()
                .all(|one| amounts().any(|other| one.agrees(other) == Some(true)))
                && assertion.dates.iter().all(|one| dates().any(|other| one.agrees(other)))
                && assertion.direction.is_none_or(|way| ways().any(|other| other == way))
        })
    }

    /// Whether a fact of it is a fact of the other, however each is put.
    fn states(&self, other: &Said) -> bool {
        !self.facts.is_empty() && self.facts.iter().all(|fact| other.facts.contains(fact))
    }

    /// Whether the other says the same of the two the other way round.
    fn is_turned(&self, other: &Said) -> bool {
        self.facts.iter().any(|(subject, relation, object, _)| {
            other
                .facts
                .iter()
                .any(|fact| (&fact.0, &fact.1, &fact.2) == (object, relation, subject))
        })
    }

    /// Whether its words stand there in the same order: who does what to whom is told by that.
    fn is_in_order_of(&self, words: &[String]) -> bool {
        let mut rest = words.iter();
        self.stems.iter().all(|stem| rest.any(|word| word == stem)) || self.names.len() < 2
    }
}
