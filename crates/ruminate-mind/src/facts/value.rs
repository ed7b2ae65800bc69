//! The values of a field, each with what its brackets say: "Acme (until 2019), Hansen (since 2019), Roe (planned)".

use super::over::tells_end;

/// One value of a field.
#[derive(Debug, PartialEq)]
pub(super) struct Value {
    pub(super) name: String,
    pub(super) is_over: bool,
    /// "until 2019", "since 2019".
    pub(super) when: Option<String>,
}

/// Begin a remark on what is not so yet, or will never be.
const NOT_SO: &[&str] = &[
    "planned",
    "proposed",
    "future",
    "upcoming",
    "tentative",
    "rejected",
    "cancelled",
    "canceled",
    "not",
];
/// Begin one on what was so.
const OVER: &[&str] =
    &["until", "till", "former", "formerly", "previously", "retired", "ex", "removed"];

impl Value {
    /// What is written, if it is so or was so.
    pub(super) fn of(written: &str) -> Option<Self> {
        let (name, remark) = written.split_once(['(', '<']).unwrap_or((written, ""));
        let remark = remark.trim_end_matches([')', '>', ' ']);
        let first = remark.split([' ', ',']).next().unwrap_or_default().to_lowercase();
        let is_time = tells_end(remark) || first == "since";
        (!NOT_SO.contains(&first.as_str())).then(|| Self {
            name: name.trim().to_owned(),
            is_over: OVER.contains(&first.as_str()),
            when: is_time.then(|| remark.to_owned()),
        })
    }
}

/// The parts of a value, divided at commas and "and" outside of brackets.
pub(super) fn parts(value: &str) -> Vec<&str> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in value.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ' ' | ',' if depth == 0 && at >= start => {
                let Some(sign) =
                    [", ", " and "].iter().find(|sign| value[at..].starts_with(**sign))
                else {
                    continue;
                };
                found.push(&value[start..at]);
                start = at + sign.len();
            }
            _ => {}
        }
    }
    found.push(&value[start..]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_say_whether_it_is_so() {
        assert_eq!(parts("a (b, c), d and e"), ["a (b, c)", "d", "e"]);
        let told =
            |written| Value::of(written).map(|value| (value.name, value.is_over, value.when));
        let named = |name: &str, is_over, when: Option<&str>| {
            Some((name.to_owned(), is_over, when.map(str::to_owned)))
        };
        assert_eq!(told("Acme (until 2019)"), named("Acme", true, Some("until 2019")));
        assert_eq!(told("Hansen (since 2019)"), named("Hansen", false, Some("since 2019")));
        assert_eq!(told("Ann Lee (former)"), named("Ann Lee", true, None));
        assert_eq!(told("Ann Lee (lead)"), named("Ann Lee", false, None));
        assert_eq!(told("redis (planned)"), None);
    }
}
