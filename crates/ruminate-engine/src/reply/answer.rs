//! An answer in plain text, whose last line says how sure the model is: `CONFIDENCE: 0.8`.
//!
//! It is read twice: as a whole, and while it is still being written, for somebody who watches. The second
//! reading never shows what the first one will take away, so nothing that was shown has to be taken back.
//! Therefore the grammar of the last line is as simple as can be held against a beginning of it: a line that
//! starts with the word, or the word in capitals at the end of one.

use ruminate_types::Confidence;

use super::labels::is_rule;
use super::think_blocks::{visible, visible_so_far};
use super::{MAX_SYNTHESIS_CHARS, numbers};

/// An answer as the model gave it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadAnswer {
    pub text: String,
    /// None where the model claimed none.
    pub confidence: Option<Confidence>,
}

/// The answer in a reply. None when there is nothing to see in it, or only the last line.
pub fn answer(reply: &str) -> Option<ReadAnswer> {
    let reply = visible(reply);
    let (text, confidence) = match Claim::at_the_end(&reply) {
        Some(claim) => (&reply[..claim.at], numbers::confidence(claim.value)),
        None => (&reply[..], None),
    };
    let text = bounded(text.trim_end());
    (!text.is_empty()).then(|| ReadAnswer { text: text.to_owned(), confidence })
}

/// What of a reply that is still being written may be shown: no private reasoning, and nothing that may
/// turn out to be the last line. Whatever comes, it is the beginning of the answer's text, and of what may
/// be shown later. Only where reasoning ends that was never opened, all before it was no answer: then this
/// begins anew.
pub fn answer_so_far(reply: &str) -> String {
    let reply = visible_so_far(reply);
    bounded(certain(&reply)).to_owned()
}

fn bounded(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_SYNTHESIS_CHARS).map_or(text.len(), |(at, _)| at);
    text[..end].trim_end()
}

const WORD: &str = "CONFIDENCE";
/// A reply that was cut in the middle of the word has so much of it at least; less may be an answer.
const FRAGMENT: usize = 4;

/// What may stand between an answer and a claim on the same line.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || "|,;([·-–—*_`~".contains(c)
}

/// What the model says about how sure it is.
struct Claim<'a> {
    /// Where the text before it ends.
    at: usize,
    value: &'a str,
}

impl<'a> Claim<'a> {
    fn at_the_end(text: &'a str) -> Option<Self> {
        let (before, line) = last_line(text);
        if let Some(value) = line_of_its_own(line, !before.is_empty()) {
            return Some(Self { at: without_rules(before).len(), value });
        }
        let (at, rest) = last_word(line)?;
        let value = separated(rest)?;
        let head = line[..at].trim_end_matches(['*', '_', '`']);
        let head = head.trim_end_matches(|c: char| is_separator(c) && !"*_`~".contains(c));
        let is_said = is_few(value) && numbers::confidence(value).is_some();
        is_said.then(|| Self { at: text.len() - line.len() + head.len(), value })
    }
}

/// The text that no continuation turns into a claim.
fn certain(text: &str) -> &str {
    let (before, line) = last_line(text);
    if may_become_a_claim(line) {
        return without_rules(before);
    }
    let at = last_word(line).map_or_else(|| unfinished_word(line), |(at, _)| at);
    let line_start = text.trim_end().len() - line.len();
    text[..line_start + at].trim_end_matches(is_separator)
}

/// The last line that is not blank, and what comes before it.
fn last_line(text: &str) -> (&str, &str) {
    let text = text.trim_end();
    text.split_at(text.rfind('\n').map_or(0, |at| at + 1))
}

/// Without the rules that set the last line off.
fn without_rules(text: &str) -> &str {
    let mut text = text.trim_end();
    loop {
        let (before, line) = last_line(text);
        if line.is_empty() || !is_rule(line) {
            return text;
        }
        text = before.trim_end();
    }
}

/// Whether the line is a claim, or the beginning of one. All marks before the word are the line's.
fn may_become_a_claim(line: &str) -> bool {
    let said = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    let compared = said.len().min(WORD.len());
    said.get(..compared).is_some_and(|start| WORD[..compared].eq_ignore_ascii_case(start))
}

/// The value of a line that claims something and does nothing else. Prose may begin with the word as well,
/// so the value has to look like one.
fn line_of_its_own(line: &str, has_text_before: bool) -> Option<&str> {
    if !may_become_a_claim(line) {
        return None;
    }
    let said = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    let is_shouted = WORD.starts_with(&said[..said.len().min(WORD.len())]);
    let stands_out = is_shouted || line.trim_start().starts_with(['*', '_', '#']);
    let Some(rest) = said.get(WORD.len()..) else {
        let is_cut = has_text_before && is_shouted && said.len() >= FRAGMENT;
        return is_cut.then_some("");
    };
    let rest = without_aside(without_measure(rest));
    let value = separated(rest)
        .or_else(|| stands_out.then_some(rest).filter(|rest| starts_with_number(rest)))?;
    let is_unsaid = !value.contains(char::is_alphanumeric);
    let is_alone = is_few(value)
        || (starts_with_number(value) && (stands_out || has_aside_after_number(value)));
    let is_echo = value.trim_matches(|c: char| !c.is_ascii_digit()) == "0.0-1.0";
    if is_unsaid || is_echo {
        return is_shouted.then_some("");
    }
    (is_alone && numbers::confidence(value).is_some()).then_some(value)
}

/// `Confidence level`, `CONFIDENCE_SCORE`.
fn without_measure(rest: &str) -> &str {
    let measure = |name: &str| {
        let after = rest.strip_prefix([' ', '_', '-'])?;
        let is_it = after.get(..name.len())?.eq_ignore_ascii_case(name);
        is_it.then(|| &after[name.len()..])
    };
    measure("level").or_else(|| measure("score")).unwrap_or(rest)
}

/// `CONFIDENCE (0.0-1.0): 0.8` has an aside; in `CONFIDENCE (0.8)` it is the value.
fn without_aside(rest: &str) -> &str {
    let inside = rest.trim_start().strip_prefix('(').and_then(|aside| aside.split_once(')'));
    match inside {
        Some((_, after)) if after.contains(char::is_alphanumeric) => after,
        _ => rest,
    }
}

/// What follows the separator, with the marks that end an emphasis on either side of it.
fn separated(rest: &str) -> Option<&str> {
    const EMPHASIS: [char; 3] = ['*', '_', '`'];
    let rest = rest.trim_start().trim_start_matches(EMPHASIS).trim_start();
    let value = rest.strip_prefix([':', '：', '=', '-', '–', '—', '(', '|']);
    let value = value.or_else(|| rest.is_empty().then_some(rest))?;
    Some(value.trim_start_matches(EMPHASIS).trim())
}

fn is_few(value: &str) -> bool {
    const FEW: usize = 3;
    value.split_whitespace().nth(FEW).is_none()
}

fn starts_with_number(value: &str) -> bool {
    value.split_whitespace().next().is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()))
}

fn has_aside_after_number(value: &str) -> bool {
    value.split_whitespace().nth(1).is_some_and(|word| !word.starts_with(char::is_alphanumeric))
}

/// The last time that the word stands by itself in a line, in capitals, and what follows it.
fn last_word(line: &str) -> Option<(usize, &str)> {
    line.rmatch_indices(WORD)
        .find(|(at, _)| !line[..*at].ends_with(char::is_alphanumeric))
        .map(|(at, _)| (at, &line[at + WORD.len()..]))
}

/// Where the word begins that the line may end in the middle of; its end otherwise.
fn unfinished_word(line: &str) -> usize {
    let is_letter = |c: char| c.is_ascii_uppercase();
    let at = line.trim_end_matches(is_letter).len();
    let begins_word = !line[..at].ends_with(char::is_alphanumeric);
    if begins_word && WORD.starts_with(&line[at..]) { at } else { line.len() }
}
