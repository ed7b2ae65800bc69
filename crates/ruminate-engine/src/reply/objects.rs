//! JSON brought to fields: which objects are records, and which of their entries mean what.

use super::fields::{Name, Piece, Reading, Schema, Value};
use super::json::{self, Json};
use super::numbers;

/// The fields of every record found in the JSON of a reply.
pub(super) fn reading(reply: &str, schema: &Schema) -> Reading {
    let mut reading = Reading::default();
    let values = json::values(reply);
    let reply_is_json = values.first().is_some_and(|(place, _)| leads(&reply[..place.start]));
    let trust = if reply_is_json { Trust::Sure } else { Trust::Likely };
    for (place, value) in values {
        let before = reading.pieces.len();
        Walk { schema, pieces: &mut reading.pieces }.value(&value, trust);
        if reading.pieces[before..].iter().any(|piece| *piece != Piece::Break) {
            let start = reading.place.map_or(place.start, |first| first.start);
            reading.place = Some(start..place.end);
        }
    }
    reading
}

/// Nothing comes before the JSON, except the opening of its code block.
fn leads(before: &str) -> bool {
    let before = before.trim();
    before.is_empty() || (before.starts_with("```") && !before.contains('\n'))
}

/// How much it takes to believe that something is a record. Only a key that names the main field is
/// believed everywhere: `text` and `content` occur in all kinds of objects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Trust {
    /// Records are expected here: a string is one, and so is an object with a `text`.
    Sure,
    /// An object with a `text` is one if it has another field of a record.
    Likely,
    /// Inside of another record.
    Explicit,
}

struct Walk<'a> {
    schema: &'a Schema,
    pieces: &'a mut Vec<Piece>,
}

impl Walk<'_> {
    fn value(&mut self, value: &Json, trust: Trust) {
        match value {
            Json::Object(entries) => self.object(entries, trust),
            Json::List(items) => items.iter().for_each(|item| self.value(item, trust)),
            Json::Text(_) | Json::Cut(_) if trust == Trust::Sure => self.record(value),
            Json::Text(_) | Json::Cut(_) | Json::Bare(_) => {}
        }
    }

    fn record(&mut self, text: &Json) {
        self.pieces.push(Piece::Break);
        self.field(self.schema.main, text);
        self.pieces.push(Piece::Break);
    }

    /// Its own fields first, so that what is nested between them does not tear them apart.
    fn object(&mut self, entries: &[(String, Json)], trust: Trust) {
        let named: Vec<_> = entries.iter().map(|(key, value)| (normal(key), value)).collect();
        let main = self.main_key(&named, trust);
        let of_unknown = if main.is_some() { Trust::Explicit } else { Trust::Likely.max(trust) };
        let mut nested = Vec::new();
        self.pieces.push(Piece::Break);
        for (key, value) in &named {
            let name =
                if main == Some(key) { Some(self.schema.main) } else { self.schema.key(key) };
            match name {
                Some(name) if name != self.schema.main || is_scalar(value) => {
                    self.field(name, value)
                }
                Some(_) => nested.push((*value, Trust::Sure)),
                None if self.schema.containers.contains(&key.as_str()) => {
                    nested.push((*value, Trust::Sure));
                }
                None if key == "priorities" => self.priorities(value),
                None => nested.push((*value, of_unknown)),
            }
        }
        self.pieces.push(Piece::Break);
        for (value, trust) in nested {
            self.value(value, trust);
        }
    }

    /// The key of the main field: one that names it or, in an object that is believed, one like `text`.
    fn main_key<'k>(&self, named: &'k [(String, &Json)], trust: Trust) -> Option<&'k String> {
        let known = |key: &str| self.schema.key(key);
        let find = |is_it: &dyn Fn(&str) -> bool| {
            named.iter().find(|(key, value)| is_it(key) && is_scalar(value)).map(|(key, _)| key)
        };
        let believed = match trust {
            Trust::Sure => true,
            Trust::Likely => named.iter().any(|(key, _)| known(key).is_some()),
            Trust::Explicit => false,
        };
        let generic = self.schema.generic.iter().filter(|_| believed);
        find(&|key| known(key) == Some(self.schema.main))
            .or_else(|| generic.into_iter().find_map(|generic| find(&|key| key == *generic)))
    }

    fn field(&mut self, name: Name, value: &Json) {
        let value = match value {
            Json::List(_) if name.is_list() => Some(Value::Items(texts(value))),
            Json::Cut(text) => {
                let kept = self.schema.keeps_cut_text && name == self.schema.main;
                kept.then(|| Value::Text(text.clone()))
            }
            other => texts(other).into_iter().next().map(Value::Text),
        };
        self.pieces.extend(value.map(|value| Piece::Field(name, value)));
    }

    /// `[{"id": 3, "priority": 7}]` or `{"Q3": 7}`.
    fn priorities(&mut self, value: &Json) {
        match value {
            Json::List(items) => items.iter().for_each(|item| self.priorities(item)),
            Json::Object(entries) => {
                let of = |wanted: Name| {
                    let is_it = |key: &str| {
                        let name = self.schema.key(&normal(key));
                        name == Some(wanted)
                            || (wanted == Name::Id && name == Some(self.schema.main))
                    };
                    entries.iter().find(|(key, _)| is_it(key)).and_then(|(_, v)| scalar(v))
                };
                let again = match (of(Name::Id), of(Name::Priority)) {
                    (Some(id), Some(priority)) => vec![(id, priority)],
                    _ => {
                        entries.iter().filter_map(|(k, v)| Some((k.as_str(), scalar(v)?))).collect()
                    }
                };
                self.pieces.extend(again.into_iter().filter_map(|(id, priority)| {
                    Some(Piece::Reprioritised {
                        question: numbers::id(id)?,
                        priority: numbers::priority(priority)?,
                    })
                }));
            }
            Json::Text(_) | Json::Cut(_) | Json::Bare(_) => {}
        }
    }
}

fn is_scalar(value: &Json) -> bool {
    matches!(value, Json::Text(_) | Json::Cut(_) | Json::Bare(_))
}

/// Lower case, without what separates words, and without a number at the end: `Thought_Text`, `thought 1`.
fn normal(key: &str) -> String {
    let letters = key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    let key: String = letters.collect();
    key.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

/// A whole value that is no container and not `null`.
fn scalar(value: &Json) -> Option<&str> {
    match value {
        Json::Text(text) => Some(text),
        Json::Bare(word) if !matches!(word.as_str(), "null" | "None" | "undefined") => Some(word),
        Json::Bare(_) | Json::Cut(_) | Json::List(_) | Json::Object(_) => None,
    }
}

/// The texts of a list; of an object in it, the first.
fn texts(value: &Json) -> Vec<String> {
    match value {
        Json::List(items) => items.iter().flat_map(|item| texts(item).into_iter().next()).collect(),
        Json::Object(entries) => {
            entries.iter().find_map(|(_, v)| scalar(v)).map(str::to_owned).into_iter().collect()
        }
        other => scalar(other).map(str::to_owned).into_iter().collect(),
    }
}
