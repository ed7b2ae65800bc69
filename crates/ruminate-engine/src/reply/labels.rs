//! One line of labelled text: is it `THOUGHT: …`, however decorated?
//!
//! `**Thought 2:** …`, `### THOUGHT 1`, `3) type = …`, `- __Confidence__ (0-1)：0.8` are labels;
//! `Thought experiments: a history` and `a type: that of …` are text. A label starts its line, apart from
//! short values at the end of one (`… TYPE: insight CONFIDENCE: 0.8`). A plain `Type:` or `Confidence:` at the
//! start of a line could still be prose, so its value has to look like one.

use super::clean::within_bytes;
use super::fields::{Name, Schema};
use super::{numbers, questions, synthesis, thoughts};

#[derive(Debug, PartialEq)]
pub(super) struct Label<'a> {
    pub(super) name: Name,
    /// The question it is about, in `PRIORITY Q3: 7`.
    pub(super) about: Option<u32>,
    pub(super) value: &'a str,
}

/// Whether the line starts with a label of any kind of reply.
pub(super) fn is_label(line: &str) -> bool {
    [&thoughts::SCHEMA, &questions::SCHEMA, &synthesis::SCHEMA]
        .iter()
        .any(|schema| starts_with_label(line, schema))
}

/// The same for one kind. Only the start is looked at, so that it can be asked anywhere in a long line.
pub(super) fn starts_with_label(text: &str, schema: &Schema) -> bool {
    const ENOUGH: usize = 200;
    label(within_bytes(text, ENOUGH), schema).is_some()
}

/// The label that the line starts with, and its value on that line.
pub(super) fn label<'a>(line: &'a str, schema: &Schema) -> Option<Label<'a>> {
    let (marks, rest) = Marks::before(line.trim_end());
    let (name, word, rest) = phrase(rest, schema)?;
    let (ordinal, rest) = ordinal(rest);
    let (closed, rest) = marks.close(aside(rest));
    let emphatic = marks.make_label(word);
    let value = match separated(rest, ordinal.is_some()) {
        Some(value) => value,
        None if rest.trim().is_empty() && (emphatic || ordinal.is_some()) => "",
        None => return None,
    };
    let value = if closed { value } else { marks.close_value(value) }.trim();
    if name.is_short() && !emphatic && !is_value(name, value) {
        return None;
    }
    let about = ordinal.and_then(|ordinal| ordinal.question).filter(|_| name == Name::Priority);
    Some(Label { name, about, value })
}

/// Splits the short labels off the end of a line, last one first.
pub(super) fn split_tail<'a>(line: &'a str, schema: &Schema) -> (&'a str, Vec<Label<'a>>) {
    const MOST: usize = 4;
    let mut head = line;
    let mut tail = Vec::new();
    while tail.len() < MOST {
        let Some((shorter, label)) = last_label(head, schema) else { break };
        head = shorter;
        tail.push(label);
    }
    (head, tail)
}

/// `… TYPE: insight`, `… | Type: insight`, `… **Type:** insight`. In lower case, or in the middle of a
/// sentence, it is the sentence's.
fn last_label<'a>(line: &'a str, schema: &Schema) -> Option<(&'a str, Label<'a>)> {
    let (named, value) = line.rsplit_once([':', '：'])?;
    let named = named.trim_end_matches(EMPHASIS);
    let before = named.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let word = &named[before.len()..];
    let name = schema.label(&word.to_ascii_lowercase()).filter(|name| name.is_short())?;
    let outside = before.trim_end_matches(EMPHASIS);
    let head = outside.trim_end().trim_end_matches(['|', ',', ';', '(', '[', '·']).trim_end();
    let starts_word = head.len() < outside.len() || head.is_empty();
    let apart = outside.len() < before.len()
        || head.len() < outside.trim_end().len()
        || head.ends_with(['.', '!', '?']);
    let capital = word.starts_with(|c: char| c.is_uppercase());
    let believed = starts_word && (is_shouted(word) || (capital && apart));
    let value = value.trim_matches(|c: char| c.is_whitespace() || ")]|;*_`".contains(c));
    let is_all = !value.is_empty() && first_words(value) == value && is_value(name, value);
    let known = name != Name::Type || thoughts::kind(value).is_some();
    (believed && is_all && known).then_some((head, Label { name, about: None, value }))
}

fn is_shouted(word: &str) -> bool {
    !word.contains(|c: char| c.is_lowercase())
}

/// A line of nothing but `---`, `***`, `___`, `———`, `- - -`.
pub(super) fn is_rule(line: &str) -> bool {
    let mut signs = line.chars().filter(|c| !c.is_whitespace());
    let Some(first) = signs.next().filter(|c| "-*_=—–―─━⸻".contains(*c)) else {
        return false;
    };
    let more = signs.clone().count();
    signs.all(|c| c == first) && (more >= 2 || first == '⸻' || (more == 1 && !first.is_ascii()))
}

/// The first letters of a label, or the first signs of a rule, and nothing else: `TY`, `**Conf`, `--`.
pub(super) fn is_fragment(line: &str, schema: &Schema) -> bool {
    let (marks, word) = Marks::before(line);
    if word.is_empty() {
        return !line.trim_start().starts_with("```");
    }
    let starts =
        |name: &str| name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    marks.make_label(word) && schema.names.iter().any(|(name, _)| starts(name))
}

const EMPHASIS: [char; 4] = ['*', '_', '`', '~'];

/// What stands before a label: bullets, numbers, quotation, heading and emphasis marks.
struct Marks {
    heading: bool,
    /// How many emphasis marks touch the label.
    emphasis: usize,
}

impl Marks {
    fn before(line: &str) -> (Self, &str) {
        const MOST: usize = 24;
        let mut marks = Self { heading: false, emphasis: 0 };
        let mut rest = line;
        for _ in 0..MOST {
            if let Some(after) = numbers::after_list_number(rest) {
                (marks.emphasis, rest) = (0, after);
                continue;
            }
            let Some(c) = rest.chars().next().filter(|c| is_mark(*c)) else { break };
            marks.heading |= c == '#';
            marks.emphasis = if EMPHASIS.contains(&c) { marks.emphasis + 1 } else { 0 };
            rest = &rest[c.len_utf8()..];
        }
        (marks, rest)
    }

    /// Whether the word stands out so much that it can only be a label.
    fn make_label(&self, word: &str) -> bool {
        is_shouted(word) || self.heading || self.emphasis > 0
    }

    /// Takes the marks that close the emphasis, and tells whether there were any.
    fn close<'a>(&self, rest: &'a str) -> (bool, &'a str) {
        let closing = rest.trim_start();
        let count =
            closing.chars().take(self.emphasis).take_while(|c| EMPHASIS.contains(c)).count();
        if count == 0 { (self.emphasis == 0, rest) } else { (true, &closing[count..]) }
    }

    /// The same where they come after the separator, or only after the value.
    fn close_value<'a>(&self, value: &'a str) -> &'a str {
        match self.close(value) {
            (true, rest) => rest,
            (false, _) => value.trim_end().trim_end_matches(EMPHASIS),
        }
    }
}

/// Quotes are none: `"thought": …` is JSON.
fn is_mark(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_whitespace() || ">-+#".contains(c) || EMPHASIS.contains(&c);
    }
    !c.is_alphanumeric() && !"“”„‘’«»：".contains(c)
}

/// The longest name of the schema that the text starts with: its words as written, and the rest.
fn phrase<'a>(text: &'a str, schema: &Schema) -> Option<(Name, &'a str, &'a str)> {
    const MOST_WORDS: usize = 3;
    const LONGEST_WORD: usize = 16;
    let mut normal = String::new();
    let mut found = None;
    let mut rest = text;
    for _ in 0..MOST_WORDS {
        let is_letter = |c: &char| c.is_ascii_alphabetic();
        let len = rest.chars().take(LONGEST_WORD + 1).take_while(is_letter).count();
        if len == 0 || len > LONGEST_WORD {
            break;
        }
        normal.extend(rest[..len].chars().map(|c| c.to_ascii_lowercase()));
        rest = &rest[len..];
        if let Some(name) =
            schema.label(&normal).filter(|_| !rest.starts_with(char::is_alphanumeric))
        {
            found = Some((name, &text[..text.len() - rest.len()], rest));
        }
        let Some(after) = rest.strip_prefix([' ', '_', '-']) else { break };
        rest = after;
    }
    found
}

#[derive(Clone, Copy)]
struct Ordinal {
    /// Set where the number is written `Q3`, and so names a question.
    question: Option<u32>,
}

/// The number after a label: `THOUGHT 2`, `THOUGHT #2`, `PRIORITY Q3`, `PRIORITY [Q3]`.
fn ordinal(text: &str) -> (Option<Ordinal>, &str) {
    let read = || {
        let marked = text.trim_start_matches([' ', '_']);
        let inside = marked.trim_start_matches(['#', '[', '(']);
        let bracketed = marked[..marked.len() - inside.len()].contains(['[', '(']);
        let named = inside.strip_prefix(['Q', 'q']);
        let (digits, rest) = numbers::digits(named.unwrap_or(inside));
        let number: u32 = digits.parse().ok()?;
        let rest = if bracketed { rest.strip_prefix([']', ')'])? } else { rest };
        let whole = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '%');
        whole.then_some((Ordinal { question: named.map(|_| number) }, rest))
    };
    read().map_or((None, text), |(ordinal, rest)| (Some(ordinal), rest))
}

/// After a remark in brackets: `CONFIDENCE (0.0-1.0): …`.
fn aside(text: &str) -> &str {
    const LONGEST: usize = 40;
    let Some(remark) = text.trim_start().strip_prefix('(') else { return text };
    let end = remark.char_indices().take(LONGEST).find(|(_, c)| *c == ')');
    end.map_or(text, |(at, _)| &remark[at + 1..])
}

/// What follows the separator.
fn separated(text: &str, after_number: bool) -> Option<&str> {
    let rest = text.trim_start();
    if let Some(value) = rest.strip_prefix("=>").or_else(|| rest.strip_prefix([':', '：', '='])) {
        return Some(value);
    }
    if after_number && let Some(value) = rest.strip_prefix(['.', ')']) {
        return Some(value);
    }
    let value = rest.strip_prefix(['-', '–', '—']).filter(|_| rest.len() < text.len())?;
    (value.is_empty() || value.starts_with(char::is_whitespace)).then_some(value)
}

/// Whether this is what the field holds. A value that is not there may follow on the next line, or was cut.
fn is_value(name: Name, value: &str) -> bool {
    let first = first_words(value);
    !value.contains(char::is_alphanumeric)
        || match name {
            Name::Type => thoughts::kind(first).is_some() || first == value,
            Name::Confidence => numbers::confidence(first).is_some() || numbers::is_cut(value),
            Name::Priority => numbers::priority(first).is_some() || numbers::is_cut(value),
            Name::Contradicts | Name::Parent => numbers::id(first).is_some() || first == value,
            _ => true,
        }
}

/// A value comes early: in `the feeling of being 100% right` there is none.
fn first_words(value: &str) -> &str {
    const FEW: usize = 3;
    let mut ends = value.match_indices(char::is_whitespace).map(|(at, _)| at);
    ends.nth(FEW - 1).map_or(value, |end| &value[..end])
}
