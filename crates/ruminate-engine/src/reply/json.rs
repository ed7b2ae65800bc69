//! JSON as models write it, found anywhere in a text.
//!
//! This reads what it can and never fails: wrong quotes, quotes and line breaks left bare inside strings,
//! comments, missing or trailing commas, brackets that do not match, values without quotes, prose before
//! and after, and an end in the middle. Strict JSON is read as the standard says.
//!
//! Repairing the text first (`jsonrepair-rs`) and parsing the result was tried and rejected: it is all or
//! nothing, so `"he said "no", and left"` in one thought loses every other thought of the reply, and it
//! closes a string that was cut, so that half a thought passes for a whole one.

mod strings;

use std::ops::Range;

use strings::{is_quote, quoted_key};

/// How deep containers may nest; a reply needs four. What is deeper is skipped: the bound keeps hostile
/// input from using up the stack.
const MAX_DEPTH: usize = 64;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Text(String),
    /// A string that the end of the reply cut off.
    Cut(String),
    /// A number, `true`, `null`, or words without quotes.
    Bare(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Every object and list that the text holds outside of others, with the place it takes up.
pub(super) fn values(text: &str) -> Vec<(Range<usize>, Json)> {
    let mut reader = Reader { text, at: 0, lists: 0, objects: 0 };
    let mut found = Vec::new();
    while let Some(step) = reader.rest().find(['{', '[']) {
        reader.at += step;
        let start = reader.at;
        if !opens_json(reader.rest()) {
            reader.at += 1;
        } else if let Some(value) = reader.value(Place::Top) {
            found.push((start..reader.at, value));
        }
    }
    found
}

/// Whether a bracket starts JSON, and not `[1]`, `[a link](…)` or `{x | x > 0}` in prose.
fn opens_json(text: &str) -> bool {
    let inside = text[1..].trim_start();
    match inside.chars().next() {
        Some('}') => text.starts_with('{'),
        Some('{' | '[') => text.starts_with('['),
        Some(c) if is_quote(c) || is_comment(inside) => true,
        Some(_) => text.starts_with('{') && bare_key(inside).is_some(),
        None => false,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Top,
    Object,
    List,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Containers that are open, to tell a bracket that closes one of them from a stray one.
    lists: usize,
    objects: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    fn move_to(&mut self, rest: &str) {
        self.at = self.text.len() - rest.len();
    }

    /// None where there is no value, or one too deep to read; whichever it is, a bracket is passed.
    fn value(&mut self, place: Place) -> Option<Json> {
        self.move_to(skip_blank(self.rest()));
        match self.peek()? {
            '`' if self.at_fence() => None,
            '{' | '[' if self.lists + self.objects >= MAX_DEPTH => {
                self.bump();
                None
            }
            '{' => Some(self.object()),
            '[' => Some(self.list()),
            ',' | '}' | ']' => None,
            c if is_quote(c) => Some(self.string(place)),
            _ => self.bare(place),
        }
    }

    fn object(&mut self) -> Json {
        self.bump();
        self.objects += 1;
        let mut entries = Vec::new();
        loop {
            self.skip_noise();
            match self.peek() {
                Some('}') => {
                    self.bump();
                    break;
                }
                None | Some('{') => break,
                Some('`') if self.at_fence() => break,
                Some(']') if self.lists > 0 => break,
                Some(_) => entries.extend(self.entry()),
            }
        }
        self.objects -= 1;
        Json::Object(entries)
    }

    fn entry(&mut self) -> Option<(String, Json)> {
        let Some((key, rest)) = quoted_key(self.rest()).or_else(|| bare_word(self.rest())) else {
            self.bump();
            return None;
        };
        self.move_to(rest);
        self.move_to(after_colon(rest)?);
        self.value(Place::Object).map(|value| (key, value))
    }

    fn list(&mut self) -> Json {
        self.bump();
        self.lists += 1;
        let mut items = Vec::new();
        loop {
            self.skip_noise();
            match self.peek() {
                Some(']') => {
                    self.bump();
                    break;
                }
                None => break,
                Some('`') if self.at_fence() => break,
                Some('}') if self.objects > 0 => break,
                Some('}') => self.bump(),
                Some(_) => {
                    let before = self.at;
                    items.extend(self.value(Place::List));
                    if self.at == before {
                        self.bump();
                    }
                }
            }
        }
        self.lists -= 1;
        Json::List(items)
    }

    /// Words and numbers without quotes. None when the reply ends here: `0.` may have been meant as 0.9.
    fn bare(&mut self, place: Place) -> Option<Json> {
        let rest = self.rest();
        let ends = |(at, c): (usize, char)| match c {
            '\n' | '}' | ']' => true,
            ',' => place == Place::List || strings::comma_ends_value(&rest[at + 1..], place),
            '#' | '/' => rest[..at].ends_with([' ', '\t']) && is_comment(&rest[at..]),
            _ => false,
        };
        let end = rest.char_indices().find(|&place| ends(place)).map(|(at, _)| at);
        self.at += end.unwrap_or(rest.len());
        let said = rest[..end?].trim();
        Some(Json::Bare(said.to_owned()))
    }

    /// The end of a code block is the end of the JSON in it, whatever is still open.
    fn at_fence(&self) -> bool {
        self.rest().starts_with("```")
    }

    /// What may stand between entries and means nothing: commas, comments, ellipses.
    fn skip_noise(&mut self) {
        let mut rest = skip_blank(self.rest());
        while let Some(after) =
            rest.strip_prefix([',', ';', '…']).or_else(|| rest.strip_prefix("..."))
        {
            rest = skip_blank(after);
        }
        self.move_to(rest);
    }
}

fn is_comment(text: &str) -> bool {
    text.starts_with("//") || text.starts_with("/*") || text.starts_with('#')
}

/// After spaces and comments.
fn skip_blank(text: &str) -> &str {
    let mut rest = text.trim_start();
    while is_comment(rest) {
        let end = match rest.strip_prefix("/*") {
            Some(comment) => comment.find("*/").map(|at| at + 4),
            None => rest.find('\n'),
        };
        rest = rest[end.unwrap_or(rest.len())..].trim_start();
    }
    rest
}

fn after_colon(text: &str) -> Option<&str> {
    let rest = text.trim_start();
    rest.strip_prefix("=>").or_else(|| rest.strip_prefix([':', '：', '=']))
}

/// `type: …`: a key without quotes, and what follows its colon.
fn bare_key(text: &str) -> Option<&str> {
    bare_word(text).and_then(|(_, rest)| after_colon(rest))
}

fn bare_word(text: &str) -> Option<(String, &str)> {
    const LONGEST: usize = 40;
    let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let end = text.char_indices().find(|&(at, c)| !in_word(c) || at >= LONGEST);
    let (word, rest) = text.split_at(end.map_or(text.len(), |(at, _)| at));
    (!word.is_empty()).then(|| (word.to_owned(), rest))
}
