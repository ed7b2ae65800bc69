//! Other names of what a passage is about, told by its title and its first sentence.

use std::sync::LazyLock;

use regex::Regex;

use super::sentences::sentences;

/// How much of a text can hold them.
const BEGINNING: usize = 400;
/// How much of the first sentence can hold an acronym.
const ACRONYM_WITHIN: usize = 150;
/// More words than this are a sentence, not a name.
const MOST_WORDS: usize = 6;

static SUBJECT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:The |An? )?(\p{Lu}[^,(]{2,60}?)\s*(?:\(|,| is | was | are | were )").ok()
});

static KNOWN_AS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?:known|credited|billed|abbreviated|referred to|called|titled|nicknamed)\s+",
        r"(?:simply |professionally |commonly |mononymously |collectively |also )*(?:as )?(?:the )?",
        r#"["“”']?\s?(\p{Lu}[\w.'’&-]*(?:\s+(?:of |the |and )?\p{Lu}[\w.'’&-]*){0,4})"#,
    ))
    .ok()
});

static ACRONYM: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\((\p{Lu}[\p{Lu}0-9&.-]{1,7})[;,)]").ok());

/// What else the thing of a title is called. `names_it` says whether a text shares a word with the
/// title: the first sentence's subject is only then the thing of the title.
pub(crate) fn aliases(title: &str, text: &str, names_it: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    if title.is_empty() {
        return found;
    }
    if let Some((before, _)) = title.split_once(',') {
        found.push(before.to_owned());
    }
    if let Some(bare) = title.strip_prefix("The ").or_else(|| title.strip_prefix("the ")) {
        found.push(bare.to_owned());
    }
    let text = &text[..text.floor_char_boundary(BEGINNING)];
    if let Some(subject) = first_group(&SUBJECT, text)
        && subject.split_whitespace().count() <= MOST_WORDS
        && names_it(subject)
    {
        found.push(subject.to_owned());
    }
    let first = sentences(text).into_iter().next().map_or("", |range| &text[range]);
    found.extend(all_groups(&KNOWN_AS, first));
    found.extend(all_groups(&ACRONYM, &first[..first.floor_char_boundary(ACRONYM_WITHIN)]));
    found
}

fn first_group<'a>(pattern: &Option<Regex>, text: &'a str) -> Option<&'a str> {
    Some(pattern.as_ref()?.captures(text)?.get(1)?.as_str())
}

fn all_groups<'a>(
    pattern: &'a Option<Regex>,
    text: &'a str,
) -> impl Iterator<Item = String> + use<'a> {
    let groups = pattern.iter().flat_map(move |pattern| pattern.captures_iter(text));
    groups.filter_map(|found| Some(found.get(1)?.as_str().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patterns_are_patterns() {
        assert!(SUBJECT.is_some() && KNOWN_AS.is_some() && ACRONYM.is_some());
    }

    #[test]
    fn other_names_are_found() {
        let found = aliases(
            "The Institute, Paris",
            "The Paris Institute (PI; since 1901), also known as \"Old House\", is a school.",
            |text| text.contains("Institute"),
        );
        assert_eq!(
            found,
            ["The Institute", "Institute, Paris", "Paris Institute", "Old House", "PI"]
        );
    }

    #[test]
    fn texts_without_a_title_have_none() {
        assert!(aliases("", "The Paris Institute is a school.", |_| true).is_empty());
    }
}
