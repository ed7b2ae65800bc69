//! Questions that a text answers itself: "Who signs invoices? Ann Lee."

use super::lexicon::{LIGHT, VERB, classes};

/// Longer answers are sentences.
const MOST_WORDS: usize = 3;

/// The statement that a question with "who" and a name right behind it make.
pub(super) fn answered(question: &str, answer: &str) -> Option<String> {
    let asked = question.trim().strip_prefix("Who ")?.strip_suffix('?')?;
    let name = answer.trim().trim_end_matches('.');
    let is_name = |word: &str| {
        word.starts_with(char::is_uppercase) && word.chars().all(|c| c.is_alphabetic() || c == '-')
    };
    let words = || name.split(' ');
    let is_yes = matches!(
        name,
        "Yes"
            | "No"
            | "Nobody"
            | "Everybody"
            | "Everyone"
            | "Anyone"
            | "You"
            | "We"
            | "They"
            | "Unknown"
    );
    // "Ask Ann."
    let first = words().next().unwrap_or_default().to_lowercase();
    let is_asked_to = classes(&first) & (VERB | LIGHT) != 0;
    (words().count() <= MOST_WORDS && words().all(is_name) && !is_yes && !is_asked_to)
        .then(|| format!("{name} {asked}."))
}

#[cfg(test)]
mod tests {
    use super::answered;

    #[test]
    fn a_name_answers_who() {
        let told = |question, answer| answered(question, answer);
        assert_eq!(told("Who owns it?", "Ann Lee.").as_deref(), Some("Ann Lee owns it."));
        assert_eq!(told("Who owns it?", "Nobody."), None);
        assert_eq!(told("Who owns it?", "Ask Ann."), None);
        assert_eq!(told("Where is it?", "Oslo."), None);
    }
}
