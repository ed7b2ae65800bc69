//! A sentence as its words, numbers and signs.

/// Longer sentences are tables and logs.
const MOST: usize = 400;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Word,
    /// Digits with their separators: `1,234.5`.
    Number,
    /// A date in digits: `1998-05-03`, `3.5.1998`.
    Day,
    Sign,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// In small letters, without the owner's `'s`.
    pub(crate) low: String,
    pub(crate) kind: Kind,
    /// Whether it touches the token before it.
    pub(crate) is_joined: bool,
}

impl Token {
    pub(crate) fn is(&self, word: &str) -> bool {
        self.low == word
    }

    pub(crate) fn is_any(&self, words: &[&str]) -> bool {
        words.contains(&&*self.low)
    }

    pub(crate) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    pub(crate) fn is_capital(&self) -> bool {
        self.is_word() && self.text.starts_with(char::is_uppercase)
    }
}

pub(crate) fn tokens(sentence: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = sentence;
    let mut is_joined = false;
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            (rest, is_joined) = (&rest[first.len_utf8()..], false);
            continue;
        }
        let (length, kind) = next(rest);
        let text = rest[..length].to_owned();
        if found.len() == MOST {
            break;
        }
        found.push(Token { low: low(&text), text, kind, is_joined });
        (rest, is_joined) = (&rest[length..], true);
    }
    found
}

/// How long the token is that a text begins with, and of which kind.
fn next(rest: &str) -> (usize, Kind) {
    let first = rest.chars().next().unwrap_or_default();
    if first.is_ascii_digit() {
        if let Some(length) = day(rest) {
            return (length, Kind::Day);
        }
        let length = number(rest);
        // `2.3.1` and `10:30` are names, not amounts.
        let is_name = rest[length..].starts_with([':', '.'])
            && rest[length + 1..].starts_with(|c: char| c.is_ascii_digit());
        return match is_name {
            true => (name(rest), Kind::Word),
            false => (length, Kind::Number),
        };
    }
    match first.is_alphabetic() {
        true => (word(rest), Kind::Word),
        false => (first.len_utf8(), Kind::Sign),
    }
}

/// Letters and digits, with hyphens, apostrophes and points within.
fn word(rest: &str) -> usize {
    within(rest, |c, next| match c {
        '-' | '\'' | '’' | '_' | '&' => next.is_alphanumeric(),
        '.' => next.is_ascii_digit(),
        _ => c.is_alphanumeric() || matches!(c, '²' | '³'),
    })
}

fn name(rest: &str) -> usize {
    within(rest, |c, next| match c {
        '.' | ':' | '-' => next.is_alphanumeric(),
        _ => c.is_alphanumeric(),
    })
}

fn within(rest: &str, is_part: impl Fn(char, char) -> bool) -> usize {
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map_or(' ', |(_, next)| *next);
        if !is_part(c, next) {
            return at;
        }
    }
    rest.len()
}

/// Digits, groups of three, and what follows the point.
fn number(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let digits =
        |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = digits(0);
    let is_short = end <= 3;
    let mut separator = None;
    while let Some(next) = rest[end..].chars().next() {
        let after = end + next.len_utf8();
        let is_group = is_short && digits(after) == 3;
        let goes_on = match next {
            ' ' | '\u{a0}' | '\u{202f}' | '\'' | '’' => {
                is_group && separator.is_none_or(|one| one == next)
            }
            ',' => is_group || separator.is_none() && (1..3).contains(&digits(after)),
            '.' => digits(after) > 0 && (separator != Some('.') || is_group),
            _ => false,
        };
        if !goes_on {
            break;
        }
        // `1.234.567` goes on, `2.3.1` does not: see `next`.
        separator = Some(next);
        end = after + digits(after);
    }
    end
}

/// `1998-05-03`, `3/5/1998`, `03.05.1998`.
fn day(rest: &str) -> Option<usize> {
    let length =
        rest.find(|c: char| !c.is_ascii_digit() && !"-/.".contains(c)).unwrap_or(rest.len());
    let run = rest[..length].trim_end_matches(['.', '-', '/']);
    let sign = run.find(['-', '/', '.']).map(|at| &run[at..=at])?;
    let parts: Vec<usize> = run.split(sign).map(str::len).collect();
    let is_number =
        run.split(sign).all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    let is_day =
        matches!((sign, &parts[..]), ("-" | "/", [4, 1 | 2, 1 | 2]) | (_, [1 | 2, 1 | 2, 4]));
    (is_number && is_day).then_some(run.len())
}

fn low(text: &str) -> String {
    let low = text.to_lowercase().replace('’', "'");
    match low.strip_suffix("'s") {
        Some(owner) if !owner.is_empty() => owner.to_owned(),
        _ => low,
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, tokens};

    fn check(sentence: &str, expected: &[&str]) {
        let found: Vec<String> = tokens(sentence).into_iter().map(|token| token.text).collect();
        assert_eq!(found, expected, "{sentence}");
    }

    #[test]
    fn numbers_keep_their_separators() {
        check("It has 1,234,567.8 m.", &["It", "has", "1,234,567.8", "m", "."]);
        check("1.234.567 or 1 234 567", &["1.234.567", "or", "1 234 567"]);
        check("5km, 3.5% of 20", &["5", "km", ",", "3.5", "%", "of", "20"]);
        check("In 2020 500 people", &["In", "2020", "500", "people"]);
        check("TLS1.2 and 2.3.1 at 10:30", &["TLS1.2", "and", "2.3.1", "at", "10:30"]);
    }

    #[test]
    fn dates_in_digits_are_one() {
        for text in ["1998-05-03", "3/5/1998", "03.05.1998"] {
            assert_eq!(tokens(text)[0].kind, Kind::Day, "{text}");
            assert_eq!(tokens(&format!("{text}.")).len(), 2, "{text}");
        }
        assert_eq!(tokens("3.5")[0].kind, Kind::Number);
    }
}
