//! Cutting a sentence into its words and signs.

use std::borrow::Cow;
use std::ops::Range;

use super::inflection::{Form, verb};
use super::lexicon::*;
use super::token::{Kind, Token};

/// Longer words are no words.
const LONGEST: usize = 40;

/// The words and signs of a sentence, in their order.
pub(super) fn tokens(sentence: &str) -> Vec<Token<'_>> {
    let mut found: Vec<Token<'_>> = Vec::with_capacity(sentence.len() / 5);
    let mut rest = 0;
    let mut begins = true;
    while let Some(c) = sentence[rest..].chars().next() {
        let end = if c.is_alphanumeric() { word_end(sentence, rest) } else { rest + c.len_utf8() };
        let is_owned = matches!(c, '\'' | '’') && is_possessive(sentence, rest);
        if is_owned {
            let end =
                rest + c.len_utf8() + usize::from(sentence[rest + c.len_utf8()..].starts_with('s'));
            found.push(token(sentence, rest..end, Kind::Owned, false));
            rest = end;
            continue;
        }
        if c.is_alphanumeric() {
            let kind = if c.is_ascii_digit() { Kind::Number } else { Kind::Word };
            found.push(token(sentence, rest..end, kind, begins));
            begins = false;
        } else if let Some(kind) = sign(c) {
            found.push(token(sentence, rest..end, kind, false));
        }
        rest = end;
    }
    for at in 1..found.len() {
        // "one daughter" counts, "one of them" does not.
        if found[at - 1].low == "one" && found[at].is(KIN) {
            found[at - 1].classes &= !PRONOUN;
        }
        if is_lives_or_works(&found, at) {
            let base = found[at].low.trim_end_matches('s').to_owned();
            found[at].verb = Some((Form::Present, base));
        }
    }
    found
}

/// "She lives in", "Ann works for": elsewhere both are nouns more often.
fn is_lives_or_works(tokens: &[Token<'_>], at: usize) -> bool {
    let (before, token) = (&tokens[at - 1], &tokens[at]);
    let Some(next) = tokens.get(at + 1) else { return false };
    let is_told = match token.text {
        "lives" => next.is_any(&["in", "at", "on", "near", "with"]),
        "works" => {
            next.is_any(&["for", "at", "as"])
                || next.low == "from" && tokens.get(at + 2).is_some_and(|place| place.low == "home")
        }
        _ => false,
    };
    is_told
        && (before.is_name
            || before.is_any(&[
                "he",
                "she",
                "it",
                "who",
                "and",
                "now",
                "still",
                "also",
                "currently",
            ])
            || before.is(PERSON) && !before.is(DETERMINER))
}

/// Sentences that were joined because they are short: here a point after a word of small letters is an end, and so is
/// an empty line.
pub(super) fn short_sentences(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let sentence = &text[range.clone()];
    let mut found = Vec::new();
    let mut start = 0;
    for (at, sign) in sentence.match_indices(['.', '?', '!', '\n']) {
        let rest = &sentence[at + 1..];
        if sign == "\n" {
            if rest.starts_with('\n') && at > start {
                found.push(range.start + start..range.start + at);
                start = at + 1 + (rest.len() - rest.trim_start().len());
            }
            continue;
        }
        let next = rest.strip_prefix(' ').unwrap_or_default();
        let is_end = next.starts_with(char::is_uppercase) || is_made_up(next);
        let word = sentence[start..at].rsplit([' ', '\n']).next().unwrap_or_default();
        let small = word.chars().rev().take_while(|c| c.is_lowercase()).count();
        // "Ann Lee." ends a sentence, "Mr." does not.
        let is_word = small >= 2 && word.chars().nth(2).is_some() && !is_abbreviation(word)
            || is_made_up(next) && word.len() > 1;
        if is_end && is_word {
            found.push(range.start + start..range.start + at + 1);
            start = at + 2;
        }
    }
    found.push(range.start + start..range.end);
    found
}

/// "route-planner": a name in small letters, which may begin a sentence.
fn is_made_up(text: &str) -> bool {
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.contains('-')
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

fn sign(c: char) -> Option<Kind> {
    Some(match c {
        _ if c.is_whitespace() => return None,
        ',' => Kind::Comma,
        ';' | ':' | '–' | '—' | '-' | '/' => Kind::Break,
        '(' | '[' => Kind::Open,
        ')' | ']' => Kind::Close,
        '"' | '“' | '”' | '«' | '»' | '`' => Kind::Quote,
        _ => Kind::Other,
    })
}

/// Whether an apostrophe after a word makes it an owner: "France's", "the Kings' ".
fn is_possessive(sentence: &str, at: usize) -> bool {
    let before = sentence[..at].chars().next_back();
    let mut after = sentence[at..].chars().skip(1);
    match (before, after.next(), after.next()) {
        (Some(before), Some('s'), next) => {
            before.is_alphanumeric() && !next.is_some_and(char::is_alphanumeric)
        }
        (Some('s'), Some(' '), _) => true,
        _ => false,
    }
}

/// Where the word ends that begins here. Signs within it belong to it, and the point of an abbreviation.
fn word_end(sentence: &str, start: usize) -> usize {
    let mut end = start;
    let mut chars = sentence[start..].char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let is_within = match c {
            _ if c.is_alphanumeric() || is_mark(c) => true,
            '\'' | '’' => {
                next.is_some_and(char::is_alphanumeric) && !is_possessive(sentence, start + at)
            }
            '-' | '/' if next == Some(' ') => is_torn(sentence, start + at),
            ' ' => sentence[..start + at].ends_with(['-', '/']),
            '-' | '_' | '&' | '/' => next.is_some_and(char::is_alphanumeric),
            // "Rotterdam–The Hague" is one, "1991–1992" are two.
            '–' => {
                next.is_some_and(char::is_alphabetic)
                    && sentence[start..end].ends_with(char::is_alphabetic)
            }
            '.' => {
                next.is_some_and(char::is_alphanumeric)
                    || is_abbreviation(&sentence[start..start + at])
            }
            ',' => {
                sentence.as_bytes()[end - 1].is_ascii_digit()
                    && groups_digits(&sentence[start + at + 1..])
            }
            _ => false,
        };
        if !is_within {
            break;
        }
        end = start + at + c.len_utf8();
    }
    end
}

/// A hyphen with a space after it, as in "a French- German film", but not in "pre- and post-war".
fn is_torn(sentence: &str, hyphen: usize) -> bool {
    let rest = &sentence[hyphen + 1..];
    let next = rest.split_whitespace().next().unwrap_or_default();
    sentence[..hyphen].ends_with(char::is_alphabetic)
        && rest[1..].starts_with(char::is_alphabetic)
        && !matches!(next, "and" | "or" | "to" | "nor" | "died" | "born")
}

/// An accent that is a character of its own.
fn is_mark(c: char) -> bool {
    matches!(c as u32, 0x0300..=0x036F | 0x0900..=0x0DFF | 0x200C..=0x200D)
}

fn groups_digits(rest: &str) -> bool {
    let digits = rest.bytes().take(4).take_while(u8::is_ascii_digit).count();
    digits == 3
}

fn is_abbreviation(word: &str) -> bool {
    const KNOWN: &[&str] = &[
        "St", "Dr", "Mr", "Mrs", "Ms", "Jr", "Sr", "Mt", "Ft", "Inc", "Ltd", "Co", "Corp", "Lt",
        "Col", "Gen", "Maj", "Capt", "Sgt", "Prof", "Rev", "Hon", "c", "ca", "b", "d", "No",
        "Bros", "Vol",
    ];
    let mut chars = word.chars();
    let is_initial = chars.next().is_some_and(char::is_uppercase) && chars.next().is_none();
    is_initial || KNOWN.contains(&word) || (word.len() <= 8 && word.contains('.'))
}

fn token(sentence: &str, at: Range<usize>, kind: Kind, begins: bool) -> Token<'_> {
    let text = &sentence[at.clone()];
    let has_capital = text.starts_with(char::is_uppercase);
    let low = match text.chars().any(char::is_uppercase) && text.len() <= LONGEST {
        true => Cow::Owned(text.to_lowercase()),
        false => Cow::Borrowed(text),
    };
    let low = if low.contains("- ") { low.replace("- ", "-").into() } else { low };
    let is_word = kind == Kind::Word && text.len() <= LONGEST;
    let mut classes = if is_word { classes(&low) } else { 0 };
    // A capital within a sentence makes a name of any word, and so does a word that nothing else is known of.
    let is_name = has_capital
        && is_word
        && (!begins
            || classes
                & !(MONTH
                    | NOUN
                    | PERSON
                    | NAMED
                    | NOUN_TOO
                    | VERB
                    | NO_VERB
                    | KIN
                    | SHARED
                    | AMOUNT
                    | LOOSE
                    | WEEKDAY
                    | BODY
                    | THING
                    | PAST_ONLY)
                == 0);
    if is_name && !begins {
        classes &= MONTH | PERSON | NAMED | ADJECTIVE | KIN | SHARED | LOOSE | WEEKDAY | BODY;
    }
    let verb = if is_word
        && !has_capital
        && classes & (PREPOSITION | BE | HAVE | DO | MODAL | LINK | PRONOUN) == 0
    {
        verb(&low)
    } else {
        None
    };
    if is_word && !has_capital && classes & (ADVERB | NO_VERB | NOUN) == 0 && is_adverb(&low) {
        classes |= ADVERB;
    }
    Token { text, low, at, kind, classes, is_name, verb }
}

fn is_adverb(word: &str) -> bool {
    const NOT: &[&str] = &[
        "family",
        "assembly",
        "monopoly",
        "supply",
        "reply",
        "ally",
        "anomaly",
        "butterfly",
        "fly",
        "rally",
        "early",
        "daily",
        "weekly",
        "monthly",
        "quarterly",
        "friendly",
        "elderly",
        "lonely",
        "holy",
        "ugly",
        "jelly",
        "belly",
        "bully",
        "bi-weekly",
        "biweekly",
        "yearly",
        "poly",
        "homily",
        "doily",
        "lily",
        "scholarly",
        "deadly",
        "melancholy",
        "apply",
        "comply",
        "imply",
        "multiply",
        "rely",
        "likely",
        "costly",
        "unlikely",
    ];
    word.len() > 4 && word.ends_with("ly") && !NOT.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_within_words_belong_to_them() {
        let sentence =
            "George W. Bush's well-known U.S. friend paid 1,000.5 (to the Kings' club), in 1990.";
        let words: Vec<&str> = tokens(sentence).iter().map(|token| token.text).collect();
        assert_eq!(
            words,
            [
                "George",
                "W.",
                "Bush",
                "'s",
                "well-known",
                "U.S.",
                "friend",
                "paid",
                "1,000.5",
                "(",
                "to",
                "the",
                "Kings",
                "'",
                "club",
                ")",
                ",",
                "in",
                "1990",
                "."
            ]
        );
    }

    #[test]
    fn the_first_word_is_a_name_unless_it_is_known() {
        let is_first_a_name = |sentence| tokens(sentence)[0].is_name;
        assert!(is_first_a_name("Oslo is a city") && !is_first_a_name("The city is Oslo"));
    }
}
