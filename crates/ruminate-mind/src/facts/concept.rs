//! The normal form of what statements are about.

use crate::text::words::each_word;

use super::inflection::singular;

/// The form by which two ways of writing a concept meet: small letters, no article, no accents, its last noun in
/// the singular. Names keep their words: "The Rolling Stones" is "rolling stones".
pub fn concept(written: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut is_name = Vec::new();
    each_word(written, |word, at| {
        is_name.push(written[at].starts_with(char::is_uppercase));
        words.push(word.to_owned());
    });
    // The "s" of an owner is no word.
    let articles =
        words.iter().take_while(|word| matches!(word.as_str(), "a" | "an" | "the")).count();
    if articles < words.len() {
        words.drain(..articles);
        is_name.drain(..articles);
    }
    let head = words.iter().position(|word| word == "of").unwrap_or(words.len());
    for end in [head, words.len()] {
        // A capital on the first word may only begin the sentence; one further on makes a name.
        let is_common =
            end > 0 && (!is_name[end - 1] || end == 1 && words.len() == 1 && articles > 0);
        if is_common {
            words[end - 1] = singular(&words[end - 1]);
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::concept;

    #[test]
    fn ways_of_writing_meet() {
        for (written, normal) in [
            ("Disk pressures", "disk pressure"),
            ("disk_pressure", "disk pressure"),
            ("the disk pressure", "disk pressure"),
            ("The Rolling Stones", "rolling stones"),
            ("Université de Genève", "universite de geneve"),
            ("members of parliament", "member of parliament"),
            ("the", "the"),
            ("", ""),
        ] {
            assert_eq!(concept(written), normal);
        }
    }
}
