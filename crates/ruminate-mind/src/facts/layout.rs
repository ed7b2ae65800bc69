//! How a text lies on its page: headings, lines "Owner: Ann Lee", items of a list, rows of a table, and prose.
//!
//! Notes say much without a sentence. What is no line of any such kind is prose, and prose is left as it is,
//! since only its sentences tell where it can be cut.

use std::ops::Range;

use super::lexicon::*;

/// A part of a text, by its bytes.
#[derive(Debug, PartialEq)]
pub(super) enum Block {
    Prose(Range<usize>),
    /// A short line between empty ones.
    Heading(Range<usize>),
    Field(Field),
    /// Fields on one line, as tables are told: "Service: ledger; Owner: Ann Lee".
    Row(Vec<Field>),
}

/// "Owner: Ann Lee", or "The team:" with the items beneath it.
#[derive(Debug, PartialEq)]
pub(super) struct Field {
    pub(super) key: Range<usize>,
    pub(super) values: Vec<Range<usize>>,
    /// Whether the values are items of a list, each on a line.
    pub(super) is_list: bool,
}

const LONGEST_KEY: usize = 40;
const LONGEST_VALUE: usize = 120;
const LONGEST_HEADING: usize = 80;
const MOST_COLUMNS: usize = 16;
const MOST_ITEMS: usize = 64;

/// The blocks of a text, in its order.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let lines = lines(text);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        if let Some(row) = row(text, &line.words) {
            found.push(Block::Row(row));
        } else if let Some(field) = field(text, &line.words) {
            found.push(Block::Field(field));
        } else if let Some(key) = announced(text, line) {
            let values: Vec<Range<usize>> = lines[at..]
                .iter()
                .take(MOST_ITEMS)
                .take_while(|next| next.is_item && !next.begins_paragraph)
                .map(|next| next.words.clone())
                .collect();
            // Items that are sentences are read as such.
            let are_values = values.iter().all(|value| is_value(&text[value.clone()]));
            if !values.is_empty() && are_values {
                at += values.len();
                found.push(Block::Field(Field { key, values, is_list: true }));
            } else {
                found.push(Block::Prose(line.words.clone()));
            }
        } else if is_heading(text, line) && at < lines.len() {
            found.push(Block::Heading(line.words.clone()));
        } else {
            match found.last_mut() {
                Some(Block::Prose(before)) if !line.is_item && !line.follows_item => {
                    before.end = line.words.end;
                }
                _ => found.push(Block::Prose(line.words.clone())),
            }
        }
    }
    found
}

struct Line {
    /// Without its indent and its mark.
    words: Range<usize>,
    is_item: bool,
    follows_item: bool,
    begins_paragraph: bool,
    ends_paragraph: bool,
}

/// The lines that are not empty.
fn lines(text: &str) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    let mut start = 0;
    let mut begins_paragraph = true;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end().len();
        let words = end - line.trim_end().trim_start().len();
        let mark = mark(&text[words..end]);
        start += line.len();
        if words >= end {
            begins_paragraph = true;
            if let Some(last) = found.last_mut() {
                last.ends_paragraph = true;
            }
            continue;
        }
        let follows_item = found.last().is_some_and(|last| last.is_item);
        found.push(Line {
            words: words + mark..end,
            is_item: mark > 0,
            follows_item,
            begins_paragraph: std::mem::take(&mut begins_paragraph),
            ends_paragraph: false,
        });
    }
    if let Some(last) = found.last_mut() {
        last.ends_paragraph = true;
    }
    found
}

/// How long the mark of a list's item is: "- ", "2. ". A task is none: what is to be done is not said to be so.
fn mark(line: &str) -> usize {
    let digits = line.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let bullet = ["- ", "* ", "• "].into_iter().find(|bullet| line.starts_with(bullet));
    let length = match bullet {
        Some(bullet) => bullet.len(),
        None if digits > 0 && line[digits..].starts_with(". ") => digits + 2,
        None => 0,
    };
    let is_task = line[length..].starts_with('[');
    if is_task { 0 } else { length }
}

fn row(text: &str, line: &Range<usize>) -> Option<Vec<Field>> {
    let written = &text[line.clone()];
    if written.len() > MOST_COLUMNS * (LONGEST_KEY + LONGEST_VALUE) || !written.contains("; ") {
        return None;
    }
    let mut start = line.start;
    let mut fields = Vec::new();
    for part in written.split("; ") {
        fields.push(field(text, &(start..start + part.len()))?);
        start += part.len() + "; ".len();
    }
    (fields.len() <= MOST_COLUMNS).then_some(fields)
}

fn field(text: &str, line: &Range<usize>) -> Option<Field> {
    let written = &text[line.clone()];
    let start = &written[..written.floor_char_boundary(LONGEST_KEY + 2)];
    let (key, _) = start.split_once(": ").filter(|(key, _)| is_key(key))?;
    let value = line.start + key.len() + ": ".len()..line.end;
    is_value(&text[value.clone()]).then(|| Field {
        key: line.start..line.start + key.len(),
        values: vec![value],
        is_list: false,
    })
}

/// What a line announces that ends in a colon: "The team:".
fn announced(text: &str, line: &Line) -> Option<Range<usize>> {
    let key = text[line.words.clone()].strip_suffix(':')?;
    let bare =
        ["The ", "Its ", "Their ", "His ", "Her "].iter().find_map(|word| key.strip_prefix(word));
    let bare = bare.unwrap_or(key);
    let start = line.words.start + key.len() - bare.len();
    is_key(bare).then(|| start..start + bare.len())
}

/// A few plain words, and no name of somebody who says something.
fn is_key(key: &str) -> bool {
    let words = || key.split(' ');
    let is_word = |word: &str| {
        word.starts_with(char::is_alphabetic)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '/' | '\''))
    };
    let is_first_plain = words()
        .next()
        .is_some_and(|word| classes(&word.to_lowercase()) & (PRONOUN | DETERMINER) == 0);
    let capitals = words().filter(|word| word.starts_with(char::is_uppercase)).count();
    key.len() <= LONGEST_KEY
        && words().count() <= 3
        && words().all(is_word)
        && is_first_plain
        && (capitals <= 1 || is_last_known(key))
}

/// "Incident Commander", "Slack Channel": two capitals are a name unless the last word is known for no name.
fn is_last_known(key: &str) -> bool {
    let last = key.rsplit(' ').next().unwrap_or(key).to_lowercase();
    classes(&last) & (PERSON | PREPOSITION | SPAN | BODY | NAMED) != 0
}

/// Short, and no sentence.
fn is_value(value: &str) -> bool {
    let value = value.trim();
    !value.is_empty()
        && value.len() <= LONGEST_VALUE
        && !value.ends_with(['.', '!', '?', ':'])
        && !value.contains(". ")
        && !value.contains(": ")
        && !value.contains('?')
}

fn is_heading(text: &str, line: &Line) -> bool {
    let written = &text[line.words.clone()];
    line.begins_paragraph
        && line.ends_paragraph
        && !line.is_item
        && written.len() <= LONGEST_HEADING
        && written.split(' ').count() <= 8
        && written.starts_with(char::is_alphanumeric)
        && !written.ends_with(['.', '!', '?', ':', ';', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let field = |field: &Field| {
            let values: Vec<&str> = field.values.iter().map(|value| &text[value.clone()]).collect();
            format!("{} = {}", &text[field.key.clone()], values.join(" | "))
        };
        let tell = |block: &Block| match block {
            Block::Prose(range) => text[range.clone()].to_owned(),
            Block::Heading(range) => format!("# {}", &text[range.clone()]),
            Block::Field(one) => field(one),
            Block::Row(fields) => fields.iter().map(field).collect::<Vec<_>>().join("; "),
        };
        blocks(text).iter().map(tell).collect()
    }

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(
            told(
                "Payments\n\nThe team:\n- Ann Lee, lead\n- Bob Ott\n\nOwner: Ann Lee\n\nService: atlas; Runs on: a host\n\n\
                 It works. It is\nold.\n\nAnd new.\n- It fails.\n- [ ] Bob: mend it\n\nNote the end"
            ),
            [
                "# Payments",
                "team = Ann Lee, lead | Bob Ott",
                "Owner = Ann Lee",
                "Service = atlas; Runs on = a host",
                "It works. It is\nold.\n\nAnd new.",
                "It fails.",
                "- [ ] Bob: mend it\n\nNote the end",
            ]
        );
    }

    #[test]
    fn prose_is_left_alone() {
        for text in [
            "He said: it is so. And it was.",
            "Ann Lee: I do not know",
            "Warning: this does not work at all. Do something else.",
            "What is it: a bird?",
            "12:30 Ann joins the call",
        ] {
            assert_eq!(told(text), [text]);
        }
    }
}
