//! Dates as they are written, and the words before them: "in 1954", "on May 5, 1998", "from 2004 to 2007".

use std::ops::Range;

use super::lexicon::{MONTH, WEEKDAY};
use super::token::{Kind, Token};

/// The tokens of the date that begins here: a year, a month with one, a day of a month with or without one.
pub(super) fn date(tokens: &[Token<'_>], at: usize) -> Option<Range<usize>> {
    let is_circa =
        tokens.get(at).is_some_and(|token| matches!(&*token.low, "c." | "c" | "ca." | "circa"));
    // "Sunday, August 11, 1991"
    let is_weekday = tokens.get(at).is_some_and(|token| token.is(WEEKDAY));
    let has_comma = is_weekday && tokens.get(at + 1).is_some_and(|token| token.kind == Kind::Comma);
    let start = at + usize::from(is_circa || is_weekday) + usize::from(has_comma);
    let (mut end, mut has_day, mut has_month) = (start, false, false);
    while let Some(token) = tokens.get(end) {
        if token.is_year() {
            return Some(at..end + 1);
        } else if is_month(token) && !has_month {
            has_month = true;
        } else if is_day(token) && !has_day && is_beside_month(tokens, start, end) {
            has_day = true;
        } else {
            let is_comma = token.kind == Kind::Comma || token.low == "of";
            if !(is_comma && has_month && tokens.get(end + 1).is_some_and(Token::is_year)) {
                break;
            }
        }
        end += 1;
    }
    (has_day && has_month).then_some(at..end)
}

fn is_month(token: &Token<'_>) -> bool {
    token.is(MONTH) && token.text.starts_with(char::is_uppercase)
}

/// "5", "5th".
fn is_day(token: &Token<'_>) -> bool {
    token.kind == Kind::Number
        && token.text.len() <= 4
        && token.low.trim_end_matches(|c: char| c.is_ascii_lowercase()).len() <= 2
}

fn is_beside_month(tokens: &[Token<'_>], start: usize, at: usize) -> bool {
    (at > start && is_month(&tokens[at - 1])) || tokens.get(at + 1).is_some_and(is_month)
}

/// The words that tell a time and begin here with their preposition, up to where they end.
pub(super) fn time(tokens: &[Token<'_>], at: usize) -> Option<Range<usize>> {
    const BEFORE: &[&str] = &[
        "in", "on", "from", "since", "between", "until", "by", "during", "around", "before",
        "after", "about", "circa",
    ];
    const WITHIN: &[&str] = &[
        "the", "about", "early", "late", "year", "around", "mid", "spring", "summer", "autumn",
        "winter", "fall", "of",
    ];
    let first = tokens.get(at).filter(|token| token.is_any(BEFORE))?;
    let within = tokens[at + 1..].iter().take_while(|token| token.is_any(WITHIN)).count();
    let mut end = date(tokens, at + 1 + within)?.end;
    let is_dash =
        |at: usize| tokens.get(at).is_some_and(|token| matches!(token.text, "–" | "-" | "—" | "/"));
    if tokens.get(end).is_some_and(|token| token.is_any(&["to", "until", "and", "through"]))
        && first.is_any(&["from", "between", "in"])
        && let Some(second) = date(tokens, end + 1)
    {
        end = second.end;
    } else if is_dash(end) {
        let dashes = 1 + usize::from(is_dash(end + 1));
        end += tokens
            .get(end + dashes)
            .filter(|token| token.kind == Kind::Number)
            .map_or(0, |_| dashes + 1);
    }
    // "in 1954 films", "in the 1991 Cup": the year is no time of the clause.
    let goes_on = tokens.get(end).is_some_and(|token| {
        token.kind == Kind::Word
            && token.is_nominal()
            && (within > 0 && token.is_name || token.verb.is_none() && !token.is_name)
    });
    (!goes_on).then_some(at..end)
}
