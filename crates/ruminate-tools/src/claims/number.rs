//! Amounts: numbers as they are written, with their units, and as exact as they are meant.

use std::ops::Range;

use super::token::{Kind, Token};
use super::unit::{Unit, unit};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quantity {
    /// In its unit.
    pub(crate) value: f64,
    /// What its last digit counts: 0.1 of `3.5`, a million of `5 million`.
    place: f64,
    /// How many digits of it say something.
    digits: i32,
    bound: Bound,
    pub(crate) unit: Unit,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    Exactly,
    About,
    AtLeast,
    AtMost,
    UpTo(f64),
}

/// How far off "about" may be.
const ABOUT: f64 = 0.1;
/// Larger numbers are nonsense, or a file.
const LARGEST: f64 = 1e30;
/// Numbers with fewer digits that say something are not taken for rounded ones: 700 people are not 650.
const LEAST_DIGITS: i32 = 2;

impl Quantity {
    /// Whether both can be meant; nothing where they measure different things.
    pub(crate) fn agrees(&self, other: &Quantity) -> Option<bool> {
        if self.unit.kind != other.unit.kind {
            return None;
        }
        if self.bound == Bound::Exactly && other.bound == Bound::Exactly {
            return Some(self.is_rounded(other) || other.is_rounded(self));
        }
        let (low, high) = self.range();
        let (other_low, other_high) = other.range();
        let here = |value: f64| other.unit.to(&self.unit, value);
        let slack = self.place / 2.0;
        Some(low <= here(other_high) + slack && here(other_low) <= high + slack)
    }

    /// The value in the unit of another.
    pub(crate) fn value_in(&self, unit: &Unit) -> f64 {
        self.unit.to(unit, self.value)
    }

    /// Whether this is the other one, rounded.
    fn is_rounded(&self, other: &Quantity) -> bool {
        let value = other.unit.to(&self.unit, other.value);
        let is_near = |place: f64| (value - self.value).abs() <= place / 2.0 * (1.0 + 1e-9);
        if self.place >= 1.0 && self.digits > LEAST_DIGITS || self.place != 1.0 {
            return is_near(self.place);
        }
        // 700,000 may be 697,010.
        let digits = self.digits.max(LEAST_DIGITS);
        let size = self.value.abs().max(1.0).log10().floor() as i32 + 1;
        is_near(10f64.powi((size - digits).max(0)))
    }

    fn range(&self) -> (f64, f64) {
        let off = self.value.abs() * ABOUT;
        match self.bound {
            Bound::Exactly => (self.value, self.value),
            Bound::About => (self.value - off, self.value + off),
            Bound::AtLeast => (self.value, f64::INFINITY),
            Bound::AtMost => (f64::NEG_INFINITY, self.value),
            Bound::UpTo(high) => (self.value, high),
        }
    }
}

impl std::fmt::Display for Quantity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let before = match self.bound {
            Bound::Exactly | Bound::UpTo(_) => "",
            Bound::About => "about ",
            Bound::AtLeast => "at least ",
            Bound::AtMost => "at most ",
        };
        write!(f, "{before}{}", grouped(self.value))?;
        if let Bound::UpTo(high) = self.bound {
            write!(f, " to {}", grouped(high))?;
        }
        match &*self.unit.sign {
            "" => Ok(()),
            "%" => f.write_str("%"),
            sign => write!(f, " {sign}"),
        }
    }
}

/// `1,234.5`: as people read numbers.
pub(crate) fn grouped(value: f64) -> String {
    // Six digits that say something, and no more than are there.
    let size = value.abs().max(1e-9).log10().floor() as i32;
    let places = usize::try_from((5 - size).clamp(0, 9)).unwrap_or(0);
    let written = format!("{:.places$}", value.abs());
    let (whole, part) = written.split_once('.').unwrap_or((&written, ""));
    let part = part.trim_end_matches('0');
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if value < 0.0 { "-" } else { "" };
    let point = if part.is_empty() { "" } else { "." };
    format!("{sign}{grouped}{point}{part}")
}

/// The amounts of a sentence with the tokens that each takes, its "about" and its unit among them. `is_taken` says which
/// tokens are dates.
pub(crate) fn quantities(
    tokens: &[Token],
    is_taken: impl Fn(usize) -> bool,
) -> Vec<(Range<usize>, Quantity)> {
    let mut found: Vec<(Range<usize>, Quantity)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let read = if is_taken(at) { None } else { amount(tokens, at) };
        let Some((range, quantity)) = read.filter(|(range, _)| !range.clone().any(&is_taken))
        else {
            at += 1;
            continue;
        };
        at = range.end;
        match found.last_mut() {
            Some((before, low)) if is_range(tokens, before, &range, low, &quantity) => {
                *before = before.start..range.end;
                low.value = low.unit_of(&quantity, low.value);
                low.unit = quantity.unit;
                low.bound = Bound::UpTo(quantity.value);
            }
            _ => found.push((range, quantity)),
        }
    }
    found
}

impl Quantity {
    /// The first number of `5 to 7 km` has the unit of the second.
    fn unit_of(&self, other: &Quantity, value: f64) -> f64 {
        if self.unit.is_count() { value } else { self.unit.to(&other.unit, value) }
    }
}

/// `5–7 km`, `between 5 and 7`, `5 to 7`: one amount; `from 5 to 7` are two.
fn is_range(
    tokens: &[Token],
    low: &Range<usize>,
    high: &Range<usize>,
    first: &Quantity,
    second: &Quantity,
) -> bool {
    if high.start != low.end + 1 || first.value >= second.value && first.unit == second.unit {
        return false;
    }
    if !first.unit.is_count() && first.unit.kind != second.unit.kind {
        return false;
    }
    let before = low.start.checked_sub(1).map(|at| &tokens[at]);
    let between = &tokens[low.end];
    match &*between.low {
        "-" | "–" | "—" => true,
        "to" => !before.is_some_and(|word| word.is("from")),
        "and" => before.is_some_and(|word| word.is("between")),
        _ => false,
    }
}

/// An amount that begins at a token.
fn amount(tokens: &[Token], at: usize) -> Option<(Range<usize>, Quantity)> {
    let (bound, words) = bound(&tokens[at..]);
    let mut next = at + words;
    let money =
        tokens.get(next).filter(|token| is_money(token)).and_then(|_| unit(&tokens[next..]));
    next += money.as_ref().map_or(0, |(_, taken)| *taken);
    let is_minus = tokens
        .get(next)
        .is_some_and(|token| token.is_any(&["-", "−"]) && !token.is_joined)
        && tokens.get(next + 1).is_some_and(|token| token.is_joined && token.kind == Kind::Number);
    next += usize::from(is_minus);
    let (mut value, mut place, mut digits, taken) = number(&tokens[next..])?;
    next += taken;
    // "the 38th" is a name.
    if tokens.get(next).is_some_and(|end| end.is_joined && end.is_any(&["st", "nd", "rd", "th"])) {
        return None;
    }
    if let Some((scale, taken)) = scale(&tokens[next..], money.is_some()) {
        (value, place) = (value * scale, place * scale);
        next += taken;
    } else if let Some(token) = tokens.get(next - 1).filter(|token| token.kind == Kind::Number) {
        digits = said(&token.text);
    }
    if !value.is_finite() || value > LARGEST {
        return None;
    }
    let measured = money.map(|(unit, _)| (unit, 0)).or_else(|| unit(&tokens[next..]));
    let (unit, taken) = measured.unwrap_or((Unit::count(), 0));
    let sign = if is_minus { -1.0 } else { 1.0 };
    let quantity = Quantity { value: sign * value, place, digits, bound, unit };
    Some((at..next + taken, quantity))
}

fn is_money(token: &Token) -> bool {
    token.is_any(&["$", "€", "£", "¥", "₹", "us$", "usd", "eur", "gbp", "chf", "jpy"])
}

/// Digits that are not zeros at the end.
fn said(text: &str) -> i32 {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    i32::try_from(digits.trim_end_matches('0').len()).unwrap_or(1).max(1)
}

/// The words that say how exact an amount is.
fn bound(tokens: &[Token]) -> (Bound, usize) {
    let word = |at: usize| tokens.get(at).map_or("", |token| &*token.low);
    match (word(0), word(1), word(2)) {
        ("more", "than", _) | ("at", "least", _) | ("upwards", "of", _) => (Bound::AtLeast, 2),
        ("less" | "fewer", "than", _) | ("at", "most", _) | ("up", "to", _) => (Bound::AtMost, 2),
        ("no" | "not", "more" | "later", "than") => (Bound::AtMost, 3),
        ("no" | "not", "less" | "fewer", "than") => (Bound::AtLeast, 3),
        ("over" | "above" | "exceeding", ..) => (Bound::AtLeast, 1),
        ("under" | "below", ..) => (Bound::AtMost, 1),
        (
            "about" | "around" | "approximately" | "roughly" | "nearly" | "almost" | "some"
            | "circa" | "ca" | "c" | "approx" | "~" | "≈",
            ..,
        ) => (Bound::About, 1 + usize::from(word(1) == ".")),
        _ => (Bound::Exactly, 0),
    }
}

/// A number in digits or words: its value, what its last digit counts, how many digits it has, and its tokens.
fn number(tokens: &[Token]) -> Option<(f64, f64, i32, usize)> {
    let first = tokens.first()?;
    if first.kind == Kind::Number {
        let (value, places) = digits(&first.text)?;
        let written = first.text.chars().filter(char::is_ascii_digit).count();
        return Some((value, 10f64.powi(-places), i32::try_from(written).unwrap_or(9), 1));
    }
    let is_scaled = || tokens.get(1).is_some_and(|next| scale_word(&next.low).is_some());
    let value = match &*first.low {
        "a" | "an" if is_scaled() => 1.0,
        word => word_number(word)?,
    };
    Some((value, 1.0, 1, 1))
}

/// The value of digits with separators, and how many places follow its point.
fn digits(text: &str) -> Option<(f64, i32)> {
    let is_group = |part: &&str| part.len() == 3;
    let point = match text.rfind([',', '.']) {
        Some(at) if text[at..].starts_with('.') && text.matches('.').count() == 1 => Some(at),
        // `1,5` has a comma for a point, `1,500` has not.
        Some(at) if text.matches(',').count() == 1 && !is_group(&&text[at + 1..]) => Some(at),
        _ => None,
    };
    let (whole, part) = point.map_or((text, ""), |at| (&text[..at], &text[at + 1..]));
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    let value: f64 = format!("{whole}.{part}0").parse().ok()?;
    Some((value, i32::try_from(part.len()).ok()?))
}

fn word_number(word: &str) -> Option<f64> {
    const SMALL: &[&str] = &[
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: &[&str] =
        &["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let of = |words: &[&str], word: &str| words.iter().position(|one| *one == word);
    let tens = |word: &str| of(TENS, word).map(|at| 20 + at * 10);
    let small = |word: &str| of(SMALL, word).filter(|value| *value != 1);
    let value = small(word).or_else(|| tens(word)).or_else(|| {
        let (tens_word, ones) = word.split_once('-')?;
        Some(tens(tens_word)? + of(SMALL, ones)?)
    })?;
    Some(value as f64)
}

fn scale_word(word: &str) -> Option<f64> {
    Some(match word {
        "dozen" => 12.0,
        "hundred" => 1e2,
        "thousand" => 1e3,
        "million" | "mn" | "mio" => 1e6,
        "billion" | "bn" => 1e9,
        "trillion" | "tn" => 1e12,
        _ => return None,
    })
}

/// A scale after a number; one letter only where it touches it, and `m` only of money.
fn scale(tokens: &[Token], is_money: bool) -> Option<(f64, usize)> {
    let first = tokens.first()?;
    if let Some(value) = scale_word(&first.low) {
        let rest = scale(&tokens[1..], is_money);
        return Some(rest.map_or((value, 1), |(more, taken)| (value * more, taken + 1)));
    }
    let value = match &*first.text {
        "k" | "K" => 1e3,
        "M" => 1e6,
        "m" if is_money => 1e6,
        "B" | "b" if is_money => 1e9,
        _ => return None,
    };
    first.is_joined.then_some((value, 1))
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::{Quantity, grouped, quantities};

    fn read(text: &str) -> Quantity {
        let found = quantities(&tokens(text), |_| false);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        found.into_iter().next().unwrap().1
    }

    #[test]
    fn amounts_are_read_as_they_are_written() {
        for (text, value) in [
            ("1,234.5 m", 1234.5),
            ("1.234.567 euros", 1_234_567.0),
            ("1 234 567", 1_234_567.0),
            ("1,5 million", 1_500_000.0),
            ("$3bn", 3e9),
            ("two hundred thousand", 200_000.0),
            ("a million", 1e6),
            ("twenty-five", 25.0),
            ("-5 °C", -5.0),
        ] {
            assert_eq!(read(text).value, value, "{text}");
        }
    }

    #[test]
    fn what_can_both_be_meant_agrees() {
        for (one, other, expected) in [
            ("330 m", "330 metres", Some(true)),
            ("330 m", "1,083 feet", Some(true)),
            ("330 m", "0.33 km", Some(true)),
            ("330 m", "300 m", Some(false)),
            ("5 million", "4,970,000", Some(true)),
            ("5 million", "5.3 million", Some(true)),
            ("5.0 million", "5.3 million", Some(false)),
            ("700,000", "697,010", Some(true)),
            ("700", "650", Some(false)),
            ("3", "4", Some(false)),
            ("5%", "5.4%", Some(true)),
            ("5%", "7 percent", Some(false)),
            ("about 500", "520", Some(true)),
            ("about 500", "700", Some(false)),
            ("more than 500", "5000", Some(true)),
            ("more than 500", "450", Some(false)),
            ("5 to 7 km", "6 km", Some(true)),
            ("5-7 km", "9 km", Some(false)),
            ("between 5 and 7 km", "4 km", Some(false)),
            ("20 °C", "68 °F", Some(true)),
            ("20 °C", "50 °F", Some(false)),
            ("5 dollars", "5 euros", None),
            ("5 hours", "300 km", None),
            ("90 km/h", "25 m/s", Some(true)),
            ("5%", "5 percentage points", None),
            ("2 GB", "2,000 MB", Some(true)),
            ("10 square kilometres", "1,000 hectares", Some(true)),
        ] {
            let (one, other) = (read(one), read(other));
            assert_eq!(one.agrees(&other), expected, "{one:?} {other:?}");
            assert_eq!(other.agrees(&one), expected, "{other:?} {one:?}");
        }
    }

    #[test]
    fn numbers_are_shown_as_people_read_them() {
        for (value, shown) in
            [(1234567.0, "1,234,567"), (0.5, "0.5"), (-30.0, "-30"), (1.0 / 3.0, "0.333333")]
        {
            assert_eq!(grouped(value), shown);
        }
    }
}
