//! Names as they are written: runs of words with capitals.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::stems::is_stop;

/// Small words that may stand within a name: "Bank of the West", "Ludwig van Beethoven".
const JOINING: &[&str] = &[
    "of", "the", "de", "von", "van", "la", "le", "du", "and", "&", "for", "in", "al", "bin", "ibn",
    "der", "den", "del", "di", "da", "dos", "y",
];

/// How many of them may stand in a row.
const MOST_JOINING: usize = 2;

/// Words that begin sentences and belong to no name, besides those that say nothing.
const LEADING: &str = "he she it they his her its their the this that these those in on at as a an and \
    but for from with after before during when while born american british english french german \
    indian italian are were which what who where how did does is was";

const CALENDAR: &str = "january february march april may june july august september october november \
    december monday tuesday wednesday thursday friday saturday sunday";

static LEADINGS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| LEADING.split_whitespace().collect());
static CALENDARS: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| CALENDAR.split_whitespace().collect());

/// Whether a word, in small letters, can be no name and begin none.
pub(crate) fn is_leading(word: &str) -> bool {
    is_stop(word) || LEADINGS.contains(word)
}

pub(crate) fn is_calendar(word: &str) -> bool {
    CALENDARS.contains(word)
}

/// Where names may stand in a sentence. The first word of a sentence is taken for one: whether it is,
/// other passages will tell.
pub(crate) fn capitalised(sentence: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut open: Option<Range<usize>> = None;
    let mut joining = 0;
    for (at, token) in tokens(sentence) {
        let part = Part::of(token);
        if part.breaks_before || part.core.is_empty() {
            found.extend(open.take());
        }
        let core = at + part.core.start..at + part.core.end;
        let word = &token[part.core.clone()];
        if is_capitalised(word) || (open.is_some() && is_number(word)) {
            match &mut open {
                Some(span) => span.end = core.end,
                None => open = Some(core),
            }
            joining = 0;
        } else if open.is_some() && joining < MOST_JOINING && JOINING.contains(&word) {
            joining += 1;
        } else {
            found.extend(open.take());
        }
        if part.breaks_after {
            found.extend(open.take());
        }
    }
    found.extend(open);
    found.into_iter().map(|span| without_possessive(sentence, span)).collect()
}

/// What stands between spaces, and where it begins.
fn tokens(sentence: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    sentence.split_inclusive(char::is_whitespace).filter_map(move |token| {
        let at = end;
        end += token.len();
        let token = token.trim_end();
        (!token.is_empty()).then_some((at, token))
    })
}

/// What stands between two spaces: a word, with punctuation around it that ends a name.
struct Part {
    core: Range<usize>,
    breaks_before: bool,
    breaks_after: bool,
}

impl Part {
    fn of(token: &str) -> Self {
        let is_within = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '.' | '&');
        let start = token.find(|c: char| c.is_alphanumeric() || c == '&').unwrap_or(token.len());
        let mut end = token[start..]
            .find(|c: char| !is_within(c))
            .map_or(token.len(), |length| start + length);
        let mut breaks_after = end < token.len();
        let word = token[start..end].trim_end_matches(['\'', '’', '-']);
        end = start + word.len();
        if word.ends_with('.') && !is_abbreviated(word) {
            end -= 1;
            breaks_after = true;
        }
        Self { core: start..end.max(start), breaks_before: start > 0, breaks_after }
    }
}

/// A point that belongs to a word: "J.", "F.C.", "St.".
fn is_abbreviated(word: &str) -> bool {
    let letters = word.trim_end_matches('.');
    letters.chars().count() == 1
        || letters.contains('.')
        || matches!(letters, "St" | "Dr" | "Mr" | "Mrs" | "Jr" | "Sr" | "Mt" | "Ft")
}

fn is_capitalised(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// A number that may go on with a name: "Apollo 11", "Route 66".
fn is_number(word: &str) -> bool {
    word.len() <= 4 && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn without_possessive(sentence: &str, span: Range<usize>) -> Range<usize> {
    let name = &sentence[span.clone()];
    let short = name.strip_suffix("'s").or_else(|| name.strip_suffix("’s")).unwrap_or(name);
    span.start..span.start + short.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sentence: &str) -> Vec<&str> {
        capitalised(sentence).into_iter().map(|span| &sentence[span]).collect()
    }

    #[test]
    fn names_hold_small_words_and_numbers() {
        assert_eq!(
            names("the Bank of the West sent Émile Zola to Apollo 11 and to Route 66."),
            ["Bank of the West", "Émile Zola", "Apollo 11", "Route 66"]
        );
        assert_eq!(
            names("He met George W. Bush of Arsenal F.C. in May."),
            ["He", "George W. Bush of Arsenal F.C. in May"]
        );
    }

    #[test]
    fn punctuation_ends_them() {
        assert_eq!(
            names("Paris, Texas (Wim Wenders) \"Paris\""),
            ["Paris", "Texas", "Wim Wenders", "Paris"]
        );
        assert_eq!(names("where Hello Love's performer lived"), ["Hello Love"]);
    }

    #[test]
    fn nothing_is_no_name() {
        assert!(names("").is_empty() && names("... -- 12 of the").is_empty());
        assert!(is_leading("the") && is_calendar("may"));
    }
}
