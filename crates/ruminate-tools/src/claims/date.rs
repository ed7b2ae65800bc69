//! Dates in the usual ways of writing them, and which of them can be the same day.

use std::fmt;
use std::ops::Range;

use super::token::{Kind, Token};

/// As much of a date as is said.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Date {
    /// The first and the last year that are meant: a decade has ten.
    years: Option<(i32, i32)>,
    month: Option<u8>,
    day: Option<u8>,
    /// `3/5/1998` is in March or in May.
    is_ambiguous: bool,
    pub(crate) bound: When,
}

/// How a date bears on what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum When {
    At,
    /// Before, after, since, until: a limit.
    Bounded,
}

impl Date {
    /// Whether both can be the same.
    pub(crate) fn agrees(&self, other: &Date) -> bool {
        let years = match (self.years, other.years) {
            (Some((low, high)), Some((other_low, other_high))) => {
                low <= other_high && other_low <= high
            }
            _ => true,
        };
        let fields = |date: &Date, is_swapped: bool| match is_swapped {
            true => (date.day, date.month),
            false => (date.month, date.day),
        };
        let same = |a: Option<u8>, b: Option<u8>| a.is_none() || b.is_none() || a == b;
        let ways = |date: &Date| if date.is_ambiguous { &[false, true][..] } else { &[false] };
        years
            && ways(self).iter().any(|here| {
                ways(other).iter().any(|there| {
                    let (one, two) = (fields(self, *here), fields(other, *there));
                    same(one.0, two.0) && same(one.1, two.1)
                })
            })
    }

    /// Whether this one is surely before the other.
    pub(crate) fn is_before(&self, other: &Date) -> bool {
        let (Some((_, high)), Some((low, _))) = (self.years, other.years) else { return false };
        if high != low {
            return high < low;
        }
        match (self.month, other.month) {
            _ if self.is_ambiguous || other.is_ambiguous => false,
            (Some(one), Some(two)) if one != two => one < two,
            (Some(_), Some(_)) => self.day.zip(other.day).is_some_and(|(one, two)| one < two),
            _ => false,
        }
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.day.map(|day| day.to_string()));
        parts.extend(
            self.month
                .and_then(|month| MONTHS.get(usize::from(month) - 1))
                .map(|m| (*m).to_owned()),
        );
        parts.extend(self.years.map(|(low, high)| match (low == high, low < 0) {
            (true, true) => format!("{} BC", -low),
            (true, false) => low.to_string(),
            (false, _) => format!("{low}–{high}"),
        }));
        f.write_str(&parts.join(" "))
    }
}

/// The dates of a sentence, with the tokens that each takes, its preposition among them.
pub(crate) fn dates(tokens: &[Token]) -> Vec<(Range<usize>, Date)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((end, mut date)) = date(tokens, at) else {
            at += 1;
            continue;
        };
        let (start, bound) = opened(tokens, at);
        date.bound = bound;
        found.push((start..end, date));
        at = end;
    }
    found
}

/// The words before a date that belong to it.
fn opened(tokens: &[Token], at: usize) -> (usize, When) {
    const WITHIN: &[&str] =
        &["the", "early", "late", "mid", "year", "circa", "around", "about", "of"];
    const AT: &[&str] = &["in", "on", "during", "at"];
    const LIMITS: &[&str] =
        &["before", "after", "since", "until", "till", "by", "from", "to", "through"];
    let mut start = at;
    while start > 0 && tokens[start - 1].is_any(WITHIN) {
        start -= 1;
    }
    match start.checked_sub(1).map(|before| &tokens[before]) {
        Some(word) if word.is_any(AT) => (start - 1, When::At),
        Some(word) if word.is_any(LIMITS) => (start - 1, When::Bounded),
        _ if tokens[start].is("of") => (start, When::At),
        _ => (at, When::At),
    }
}

fn date(tokens: &[Token], at: usize) -> Option<(usize, Date)> {
    let of = |years, month, day| Date { years, month, day, is_ambiguous: false, bound: When::At };
    let token = &tokens[at];
    if token.kind == Kind::Day {
        return Some((at + 1, in_digits(&token.text)?));
    }
    if let Some(month) = month(tokens, at) {
        return Some(from_month(tokens, at, month));
    }
    if let Some(day) = day(tokens, at) {
        let mut next = at + 1 + usize::from(is_ordinal(tokens, at));
        next += usize::from(tokens.get(next).is_some_and(|word| word.is("of")));
        if let Some(month) = tokens.get(next).and_then(month_of) {
            let (end, year) = year_after(tokens, next + 1);
            return Some((end, of(year, Some(month), Some(day))));
        }
    }
    if let Some((end, years)) = span(tokens, at) {
        return Some((end, of(Some(years), None, None)));
    }
    let year = year(token).filter(|_| is_year_here(tokens, at))?;
    let (end, year) = era(tokens, at + 1, year);
    Some((end, of(Some((year, year)), None, None)))
}

/// `May 3, 1998`, `May 1998`, `May 3`.
fn from_month(tokens: &[Token], at: usize, month: u8) -> (usize, Date) {
    let of =
        |years, day| Date { years, month: Some(month), day, is_ambiguous: false, bound: When::At };
    if let Some(day) = day(tokens, at + 1) {
        let next = at + 2 + usize::from(is_ordinal(tokens, at + 1));
        let (end, year) = year_after(tokens, next);
        return (end, of(year, Some(day)));
    }
    let point = usize::from(tokens.get(at + 1).is_some_and(|sign| sign.is_joined && sign.is(".")));
    match year_after(tokens, at + 1 + point) {
        (end, Some(year)) => (end, of(Some(year), None)),
        _ => (at + 1, of(None, None)),
    }
}

type Years = (i32, i32);

/// A year after a day or a month, with or without a comma.
fn year_after(tokens: &[Token], at: usize) -> (usize, Option<Years>) {
    let comma = usize::from(tokens.get(at).is_some_and(|sign| sign.is_any(&[",", "of"])));
    match tokens.get(at + comma).and_then(year) {
        Some(year) => (at + comma + 1, Some((year, year))),
        None => (at, None),
    }
}

/// A capital, so that "may" and "march" stay verbs; these two need a day or a year after them.
fn month(tokens: &[Token], at: usize) -> Option<u8> {
    let month = month_of(&tokens[at])?;
    let is_verb_too = tokens[at].is_any(&["may", "march"]);
    let is_dated = || day(tokens, at + 1).is_some() || year_after(tokens, at + 1).1.is_some();
    (!is_verb_too || is_dated()).then_some(month)
}

fn month_of(token: &Token) -> Option<u8> {
    let low = token.low.trim_end_matches('.');
    let is_month = |name: &&str| {
        let name = name.to_lowercase();
        name == low
            || low.len() >= 3
                && low.len() <= 4
                && name.starts_with(low)
                && low != "mar"
                && low != "may"
    };
    let at = MONTHS.iter().position(is_month)?;
    token.is_capital().then(|| u8::try_from(at + 1).unwrap_or(1))
}

fn day(tokens: &[Token], at: usize) -> Option<u8> {
    let token = tokens.get(at).filter(|token| token.kind == Kind::Number)?;
    token.text.parse().ok().filter(|day| (1..=31).contains(day))
}

fn is_ordinal(tokens: &[Token], at: usize) -> bool {
    tokens.get(at + 1).is_some_and(|end| end.is_joined && end.is_any(&["st", "nd", "rd", "th"]))
}

fn year(token: &Token) -> Option<i32> {
    let is_plain = token.kind == Kind::Number && token.text.len() == 4;
    token.text.parse().ok().filter(|year| is_plain && (1000..2200).contains(year))
}

/// Whether four digits stand where a year does.
fn is_year_here(tokens: &[Token], at: usize) -> bool {
    const BEFORE: &[&str] = &[
        "in", "since", "by", "until", "till", "before", "after", "during", "from", "year", "early",
        "late", "mid", "circa", "(", "spring", "summer", "autumn", "fall", "winter", "may",
        "march", "and", "to", "–", "-", "of", "for", "is", "was",
    ];
    let next = tokens.get(at + 1);
    // "of 2000 people" are people, "in 2000 the" is a year.
    let counts = next.is_some_and(|next| {
        next.is_word() && !next.is_capital() && !ruminate_mind::text::stems::is_stop(&next.low)
    }) || next.is_some_and(|next| next.is_any(&["%", "$", "€", "°"]));
    let before = at.checked_sub(1).map(|at| &tokens[at]);
    let is_after = |words: &[&str]| before.is_some_and(|word| word.is_any(words));
    match before {
        None => !counts,
        // "the 2011 census"
        Some(the) if the.is("the") => {
            tokens[at].text.starts_with("19") || tokens[at].text.starts_with("20")
        }
        Some(_) if is_after(&["of", "for", "and", "to", "–", "-", "from", "by", "is", "was"]) => {
            !counts
        }
        Some(_) => is_after(BEFORE),
    }
}

/// `44 BC`.
fn era(tokens: &[Token], at: usize, year: i32) -> (usize, i32) {
    match tokens.get(at).map(|token| &*token.text) {
        Some("BC" | "BCE") => (at + 1, -year),
        Some("AD" | "CE") => (at + 1, year),
        _ => (at, year),
    }
}

/// `the 1990s`, `19th century`, `44 BC`.
fn span(tokens: &[Token], at: usize) -> Option<(usize, Years)> {
    let number: i32 = tokens[at].text.parse().ok().filter(|_| tokens[at].kind == Kind::Number)?;
    let next = tokens.get(at + 1)?;
    if next.is_joined && next.is("s") && number % 10 == 0 && (1000..2200).contains(&number) {
        let length = if number % 100 == 0 { 100 } else { 10 };
        return Some((at + 2, (number, number + length - 1)));
    }
    let is_century = tokens.get(at + 2).is_some_and(|word| word.is("century"));
    if is_ordinal(tokens, at) && is_century && (1..=30).contains(&number) {
        return Some((at + 3, ((number - 1) * 100, number * 100)));
    }
    let (end, year) = era(tokens, at + 1, number);
    (end > at + 1 && number < 5000).then_some((end, (year, year)))
}

fn in_digits(text: &str) -> Option<Date> {
    let parts: Vec<i32> =
        text.split(['-', '/', '.']).filter_map(|part| part.parse().ok()).collect();
    let [first, second, third] = parts[..] else { return None };
    let field =
        |value: i32, most: u8| u8::try_from(value).ok().filter(|value| (1..=most).contains(value));
    let of = |year, month, day, is_ambiguous| {
        Some(Date {
            years: Some((year, year)),
            month: Some(month),
            day: Some(day),
            is_ambiguous,
            bound: When::At,
        })
    };
    if first > 31 {
        return of(first, field(second, 12)?, field(third, 31)?, false);
    }
    // With points the day comes first; with strokes or hyphens nobody knows.
    match (field(first, 31)?, field(second, 31)?) {
        (day, month) if text.contains('.') => of(third, field(i32::from(month), 12)?, day, false),
        (month, day) if month <= 12 && day <= 12 && month != day => of(third, month, day, true),
        (month, day) if month <= 12 => of(third, month, day, false),
        (day, month) => of(third, field(i32::from(month), 12)?, day, false),
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::{Date, dates};

    fn read(text: &str) -> Vec<String> {
        dates(&tokens(text)).iter().map(|(_, date)| date.to_string()).collect()
    }

    fn one(text: &str) -> Date {
        let found = dates(&tokens(text));
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        found.into_iter().next().unwrap().1
    }

    #[test]
    fn usual_ways_of_writing_are_read() {
        for (text, expected) in [
            ("It opened on 3 May 1998.", "3 May 1998"),
            ("It opened on May 3, 1998.", "3 May 1998"),
            ("It opened on the 3rd of May 1998.", "3 May 1998"),
            ("It opened on 1998-05-03.", "3 May 1998"),
            ("It opened on 3.5.1998.", "3 May 1998"),
            ("It opened in May 1998.", "May 1998"),
            ("It opened in Sept. 1998.", "September 1998"),
            ("It opened in 1998.", "1998"),
            ("It opened in the 1990s.", "1990–1999"),
            ("It was built in 44 BC.", "44 BC"),
            ("March 2021 was cold.", "March 2021"),
            ("It had few people at the 2011 census.", "2011"),
        ] {
            assert_eq!(read(text), [expected], "{text}");
        }
    }

    #[test]
    fn amounts_and_verbs_are_no_dates() {
        for text in [
            "It has 2000 people.",
            "the 5000 people",
            "It may open.",
            "a staff of 2000 people",
            "We march on.",
        ] {
            assert_eq!(read(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn what_can_be_the_same_day_agrees() {
        for (a, b, expected) in [
            ("in 1998", "on 3 May 1998", true),
            ("in May 1998", "on 3 June 1998", false),
            ("on 3/5/1998", "on 5 March 1998", true),
            ("on 3/5/1998", "on 3 May 1998", true),
            ("on 3/5/1998", "on 4 May 1998", false),
            ("on 3/25/1998", "on 25 March 1998", true),
            ("in the 1990s", "in 1998", true),
            ("in the 19th century", "in 1998", false),
            ("on 3 May", "on 3 May 1998", true),
        ] {
            assert_eq!(one(a).agrees(&one(b)), expected, "{a}, {b}");
        }
        assert!(one("in 1998").is_before(&one("in May 1999")));
        assert!(!one("in 1998").is_before(&one("in May 1998")));
    }
}
