//! What lines like "Owner: Anna Berg" say of what they stand under.
//!
//! The key is the relation. A noun is what the value is of the thing ("Anna Berg is the owner of"), a verb is what the
//! thing does ("Depends on"), and a participle with a date is when it was done ("Founded: 1990").

use std::ops::Range;

use super::Statement;
use super::cut::tokens;
use super::date::date;
use super::inflection::{Form, singular, verb};
use super::layout::Field;
use super::lexicon::*;
use super::people::{People, looks_like_person};
use super::relation::{normal, relation};
use super::topic::Topic;
use super::value::{Value, parts};

const CONFIDENCE: f64 = 0.8;
const MOST_VALUES: usize = 64;
/// A longer value is a remark.
const MOST_WORDS: usize = 8;

/// Keys that say nothing of a thing, and those of letters.
const SILENT: &str = "note notes nb todo tip hint warning caution example examples question answer see update edit ps fyi \
    summary description comment comments remark remarks definition link links url source sources reference references from \
    to cc bcc subject sent re fwd title name next agenda apologies result usage syntax input output step steps \
    http https file id key value";
/// Keys for the day or the place of a birth, and of a death.
const BIRTH: &[&str] = &[
    "born",
    "birthplace",
    "birth place",
    "place of birth",
    "birthday",
    "birth date",
    "birthdate",
    "date of birth",
];
const DEATH: &[&str] = &["died", "death place", "place of death", "death date", "date of death"];
/// Keys for what somebody or something is.
const WHAT: &str = "role occupation profession position job type kind";
/// Lists of who belongs to it.
const MEMBERS: &str = "team member people staff crew squad group";
/// Nouns that are always something of a thing. Any other key may be a thing itself, as in "Boiler: two of them".
const PROPERTIES: &str = "address age alias area attendee author brand budget capacity capital ceo cfo channel child city \
    client code color colour commander companion companions contact contributor coo cost country crop cto date deadline decider department diet \
    disease domain duration edition email employer escalation extension family format frequency genre genus habitat harvest \
    headquarters height host interval isbn journal language length license licence manufacturer mentor mother-in-law \
    father-in-law buddy nationality neighbour nickname number office on-call orientation origin phone pest pet \
    platform population port predator prey price priority publication region religion repo repository resistance room \
    school severity sibling size spacing species status supervisor supplier surname symptom temperature timezone treatment \
    university url variety vendor venue version website weight width year archive place";
/// Values that are none.
const NOTHING: &str = "none n/a na tbd tba unknown yes no true false x - –";

/// Who does something, and the verb: so it is asked for either way.
const DOERS: &[(&str, &str)] = &[
    ("owner", "own"),
    ("lead", "lead"),
    ("leader", "lead"),
    ("team lead", "lead"),
    ("author", "write"),
    ("founder", "found"),
    ("maintainer", "maintain"),
    ("manager", "manage"),
    ("editor", "edit"),
    ("director", "direct"),
    ("publisher", "publish"),
    ("designer", "design"),
    ("creator", "create"),
    ("builder", "build"),
    ("approver", "approve"),
    ("reviewer", "review"),
    ("developer", "develop"),
    ("husband", "marry"),
    ("wife", "marry"),
    ("spouse", "marry"),
];

/// How a key relates a thing and a value.
enum Key {
    /// The thing does it to the value, or the other way round.
    Does { relation: String, is_inverse: bool },
    /// "Founded": with the date.
    When(String),
    /// "Born": with a date, a place, or both.
    Life(&'static str),
}

/// What fields say, one after the other.
pub(super) struct Fields<'a, 'f> {
    pub(super) text: &'a str,
    pub(super) people: &'f mut People,
    pub(super) found: &'f mut Vec<Statement>,
}

impl Fields<'_, '_> {
    /// A row of a table: its first field names what the others are said of.
    pub(super) fn row(&mut self, fields: &[Field]) {
        let [first, others @ ..] = fields else { return };
        let named = self.text[first.key.clone()].to_lowercase();
        let name = self.values(first, false);
        let [Value { name, .. }] = name.as_slice() else { return };
        let is_name =
            name.starts_with(char::is_alphabetic) && !has(SILENT_COLUMNS, &named) && !is_date(name);
        if !is_name {
            return;
        }
        let topic = Topic { name: name.clone(), kind: Some(singular(&named)), is_open: false };
        let name = topic.called(self.text);
        for field in others {
            self.field(&name, field);
        }
    }

    pub(super) fn field(&mut self, subject: &str, field: &Field) {
        let written = self.text[field.key.clone()].to_lowercase();
        let is_several = field.is_list || singular(&written) != written;
        let Some(key) = key(&written, is_several) else {
            // Whom a letter is from is worth knowing for its text.
            self.values(field, true);
            return;
        };
        let sentence =
            field.key.start..field.values.last().map_or(field.key.end, |value| value.end);
        if let Some((agent, verb)) = self.agent(field) {
            return self.say(&agent, &verb, subject, &sentence);
        }
        match key {
            Key::Life(verb) => {
                let value = self.text[field.values[0].clone()].to_owned();
                self.life(subject, verb, &value, &sentence);
            }
            Key::When(relation) => {
                let value = self.text[field.values[0].clone()].trim().to_owned();
                if let Some(preposition) = preposition_of(&value) {
                    self.say(subject, &format!("{relation} {preposition}"), &value, &sentence);
                }
            }
            Key::Does { relation, is_inverse } => {
                let is_one = matches!(relation.as_str(), "be" | "be located in");
                let may_split = is_several || !is_inverse && !is_one;
                for value in self.values(field, may_split) {
                    let mark = self.found.len();
                    match is_inverse {
                        true => self.say(&value.name, &relation, subject, &sentence),
                        false => self.say(subject, &relation, &value.name, &sentence),
                    }
                    for said in &mut self.found[mark..] {
                        (said.is_over, said.when) = (value.is_over, value.when.clone());
                    }
                }
            }
        }
    }

    /// "ADR 17" and "supersede" of "Status: superseded by ADR 17".
    fn agent(&self, field: &Field) -> Option<(String, String)> {
        let (done, agent) = self.text[field.values[0].clone()].split_once(" by ")?;
        let (form, base) = verb(&done.to_lowercase())?;
        let is_done = matches!(form, Form::Past | Form::Participle) && !field.is_list;
        let agent = agent.trim();
        (is_done && is_told(agent)).then(|| (agent.to_owned(), base))
    }

    /// "3 May 1898, Tromsø".
    fn life(&mut self, subject: &str, verb: &str, value: &str, sentence: &Range<usize>) {
        let (first, rest) = match date_end(value) {
            0 => ("", value),
            end => value.split_at(end),
        };
        if let Some(preposition) = preposition_of(first) {
            self.say(subject, &format!("{verb} {preposition}"), first, sentence);
        }
        let place = rest.trim_start_matches([',', ' ', ';']);
        let place = place.strip_prefix("in ").unwrap_or(place).trim();
        let is_place = place.starts_with(char::is_uppercase)
            && place.split(' ').count() <= 4
            && place.chars().all(|c| c.is_alphabetic() || " ,-'’.".contains(c));
        if is_place {
            self.say(subject, &format!("{verb} in"), place, sentence);
        }
    }

    /// The values of a field: each without what is said beside it, as in "Ann Lee, lead" and "Ann Lee (since May)".
    fn values(&mut self, field: &Field, may_split: bool) -> Vec<Value> {
        let mut found = Vec::new();
        for range in field.values.iter().take(MOST_VALUES) {
            let value = self.text[range.clone()].trim();
            if field.is_list {
                let signs = [", ", ": ", " – ", " — ", " - "];
                let end = signs.iter().filter_map(|sign| value.find(sign)).min();
                found.extend(Value::of(&value[..end.unwrap_or(value.len())]));
                continue;
            }
            let parts = parts(value);
            let bare = |part: &&str| looks_like_person(part.split(" (").next().unwrap_or(part));
            // "Acme (until 2019), Hansen": what has a remark of its own is one of several.
            if may_split || parts.iter().all(bare) || value.contains("), ") {
                found.extend(parts.into_iter().filter_map(Value::of));
            } else {
                found.extend(Value::of(value));
            }
        }
        found.retain(|value| is_told(&value.name));
        found.truncate(MOST_VALUES);
        for value in &mut found {
            self.people.meet(&value.name);
            if let Some(full) = self.people.full(&value.name) {
                value.name = full.to_owned();
            }
        }
        found
    }

    fn say(&mut self, subject: &str, written: &str, object: &str, sentence: &Range<usize>) {
        let relation = normal(written);
        let (subject, object) =
            if relation.is_inverse { (object, subject) } else { (subject, object) };
        if subject.is_empty() || object.is_empty() || subject == object {
            return;
        }
        self.found.push(Statement {
            subject: subject.to_owned(),
            relation: relation.name,
            object: object.to_owned(),
            is_negated: false,
            is_over: false,
            when: None,
            sentence: sentence.clone(),
            confidence: CONFIDENCE,
        });
    }
}

/// First columns that name nothing.
const SILENT_COLUMNS: &str = "date time when day week month year number no question term command step action task option \
    setting error symptom problem pros cons";

/// The relation of a key and one value, and whether the value is the subject. None for a key that says nothing.
pub(super) fn told(written: &str, value: &str) -> Option<(String, bool)> {
    let key = key(written, singular(written) != written)?;
    match key {
        Key::Does { relation, is_inverse } => {
            let relation = normal(&relation);
            Some((relation.name, is_inverse != relation.is_inverse))
        }
        Key::When(relation) => Some((format!("{relation} {}", preposition_of(value)?), false)),
        Key::Life(verb) => {
            Some((format!("{verb} {}", preposition_of(value).unwrap_or("in")), false))
        }
    }
}

/// What a key in small letters says.
fn key(written: &str, is_several: bool) -> Option<Key> {
    let does = |relation: String| Some(Key::Does { relation, is_inverse: false });
    let is_of = |relation: String| Some(Key::Does { relation, is_inverse: true });
    let words: Vec<&str> = written.split(' ').collect();
    let (first, last) = (words.first()?, words.last()?);
    let one = if is_several { singular(written) } else { written.to_owned() };
    if has(SILENT, first) {
        return None;
    }
    match written {
        _ if BIRTH.contains(&written) => return Some(Key::Life("be born")),
        _ if DEATH.contains(&written) => return Some(Key::Life("die")),
        _ if has(WHAT, written) => return does("be".into()),
        _ if has(MEMBERS, &one) => return is_of("be member of".into()),
        "location" => return does("be located in".into()),
        "parents" => return does("be child of".into()),
        _ => {}
    }
    if let Some((_, verb)) = DOERS.iter().find(|(doer, _)| *doer == one) {
        return is_of((*verb).to_owned());
    }
    let form = verb(first).map(|(form, _)| form);
    let is_verb = form.is_some() || matches!(*first, "works" | "lives");
    if words.len() == 2 && classes(last) & PREPOSITION != 0 {
        let relation = relation(written);
        return (is_verb && *last != "of")
            .then_some(Key::Does { relation: relation.name, is_inverse: relation.is_inverse });
    }
    if words.len() == 1 {
        match form {
            Some(Form::Past | Form::Participle) => return Some(Key::When(format!("be {written}"))),
            Some(Form::Present) if classes(&base(first)) & NOUN_TOO == 0 || *first == "owns" => {
                return does(base(first));
            }
            Some(Form::Ing) => return None,
            Some(Form::Base) if classes(first) & NOUN_TOO == 0 => return None,
            _ => {}
        }
    }
    let noun = one.rsplit(' ').next().unwrap_or(&one);
    let is_property = has(PROPERTIES, noun) || is_person(noun);
    let is_small = |word: &&str| {
        classes(word) & (PREPOSITION | PRONOUN | DETERMINER | BE | MODAL | LINK | CONJUNCTION) != 0
    };
    (is_property && !words.iter().any(is_small))
        .then(|| Key::Does { relation: format!("be {one} of"), is_inverse: true })
}

fn base(word: &str) -> String {
    verb(word).map(|(_, base)| base).unwrap_or_default()
}

/// Short, and something.
fn is_told(value: &str) -> bool {
    value.chars().any(char::is_alphanumeric)
        && value.split(' ').count() <= MOST_WORDS
        && !has(NOTHING, &value.to_lowercase())
        && !value.contains([';', '|', '<', '>'])
}

fn is_date(value: &str) -> bool {
    date_end(value) == value.len()
}

/// Where the date ends that a value begins with, or zero.
fn date_end(value: &str) -> usize {
    let tokens = tokens(value);
    date(&tokens, 0).map_or(0, |found| tokens[found.end - 1].at.end)
}

/// "in" for a year or a month, "on" for a day; none for what is no date.
fn preposition_of(value: &str) -> Option<&'static str> {
    if value.is_empty() || !is_date(value) {
        return None;
    }
    let has_day = value.split([' ', ',']).any(|word| {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
        (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    Some(if has_day { "on" } else { "in" })
}
