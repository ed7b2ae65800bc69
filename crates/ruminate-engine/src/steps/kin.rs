//! Relatives that are relatives of relatives: "Anna's paternal grandfather" is "Anna's father's father".

/// The word, and from whom to whom it leads.
const STEPS: &[(&str, [&str; 2])] = &[
    ("paternal grandfather", ["father", "father"]),
    ("paternal grandmother", ["father", "mother"]),
    ("maternal grandfather", ["mother", "father"]),
    ("maternal grandmother", ["mother", "mother"]),
    ("child-in-law", ["child", "spouse"]),
    ("son-in-law", ["daughter", "husband"]),
    ("daughter-in-law", ["son", "wife"]),
    ("father-in-law", ["spouse", "father"]),
    ("mother-in-law", ["spouse", "mother"]),
];

/// The question with such a relative told step by step.
pub(super) fn spelled_out(question: &str) -> String {
    for (word, [first, second]) in STEPS {
        let (before, after) = match question.split_once(word) {
            Some(parts) => parts,
            None => continue,
        };
        if before.ends_with("'s ") || before.ends_with("’s ") {
            return format!("{before}{first}'s {second}{after}");
        }
        if after.starts_with(" of ") {
            return format!("{before}{second} of the {first}{after}");
        }
    }
    question.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_of_a_relative_is_told_in_two_steps() {
        let check = |question, told: &str| assert_eq!(spelled_out(question), told);
        check("Who is Anna's paternal grandfather?", "Who is Anna's father's father?");
        check("Who is the mother-in-law of Anna?", "Who is the mother of the spouse of Anna?");
        check("Who is Anna's father?", "Who is Anna's father?");
        check("What is a mother-in-law?", "What is a mother-in-law?");
    }
}
