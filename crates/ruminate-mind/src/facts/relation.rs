//! The normal form of relations, and their direction.
//!
//! A relation is a verb in its base form with the preposition that follows it: "publish", "move to", "die in".
//! The passive without an agent keeps its participle: "be born in", "be located in". A noun makes a relation
//! with "be": "be capital of". Every statement runs one way, the agent first: "directed by" is "direct" the
//! other way round, and so is every participle with "by". A whole and its parts run from the part: "consist of"
//! is the other way of "be part of".

use super::inflection::{Form, base_of_present, verb};
use super::lexicon::{BE, HAVE, INTRANSITIVE, classes};

/// A relation as somebody wrote it, in its normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    pub name: String,
    /// Whether what was written runs against the normal form: its subject is the object.
    pub is_inverse: bool,
}

/// Ways of saying the same: the name, and whether it runs the other way.
const SAME: &[(&str, &str, bool)] = &[
    ("consist of", "be part of", true),
    ("be composed of", "be part of", true),
    ("be made up of", "be part of", true),
    ("comprise", "be part of", true),
    ("be situated in", "be located in", false),
    ("be situated on", "be located on", false),
    ("be situated at", "be located at", false),
    ("be married to", "marry", false),
    ("wed", "marry", false),
    ("result in", "cause", false),
    ("bring about", "cause", false),
    ("result from", "cause", true),
    ("be due to", "cause", true),
    ("because of", "cause", true),
    ("because", "cause", true),
    ("due to", "cause", true),
    ("part of", "be part of", false),
    ("be component of", "be part of", false),
    ("have part", "be part of", true),
];

/// The normal form of a relation: `caused by` is `cause` the other way round.
pub fn relation(written: &str) -> Relation {
    let written = written.replace('_', " ").to_lowercase();
    let mut words: Vec<&str> =
        written.split_whitespace().filter(|word| !matches!(*word, "the" | "a" | "an")).collect();
    let as_written = words.join(" ");
    // Told from the past of "find" by nothing; relations are named by their base.
    if as_written == "found" || SAME.iter().any(|(other, ..)| *other == as_written) {
        return normal(&as_written);
    }
    let has_be = words.first().is_some_and(|word| classes(word) & BE != 0);
    if words.len() > 2 && classes(words[0]) & HAVE != 0 && words[1] == "been" {
        words.drain(..1);
    }
    let is_be = has_be || words.first() == Some(&"been");
    let rest = if is_be { &words[1..] } else { &words[..] };
    let Some(first) = rest.first() else {
        return Relation {
            name: if is_be { "be".into() } else { String::new() },
            is_inverse: false,
        };
    };
    let tail = rest[1..].join(" ");
    let form = verb(first);
    let is_participle = matches!(form, Some((Form::Past | Form::Participle, _)));
    if is_participle && tail == "by" {
        return Relation { name: form.map(|(_, base)| base).unwrap_or_default(), is_inverse: true };
    }
    let name = match form {
        _ if is_be => joined(&["be", first, &tail]),
        Some((Form::Past | Form::Participle, _)) if !tail.is_empty() && is_passive_alone(first) => {
            joined(&["be", first, &tail])
        }
        _ if classes(first) & HAVE != 0 => joined(&["have", &tail]),
        Some((_, base)) => joined(&[&base, &tail]),
        // "capital of": a noun.
        None if tail == "of" && classes(first) & INTRANSITIVE == 0 => joined(&["be", first, &tail]),
        None => joined(&[&base_of_present(first), &tail]),
    };
    normal(&name)
}

/// Participles that nobody uses for the past: "located in", "born in", "known as".
fn is_passive_alone(word: &str) -> bool {
    matches!(verb(word), Some((Form::Participle, _)))
        || matches!(word, "located" | "situated" | "based" | "composed" | "made" | "married")
}

/// The normal form of a name that is built as this module says.
pub(super) fn normal(name: &str) -> Relation {
    match SAME.iter().find(|(other, ..)| *other == name) {
        Some((_, normal, is_inverse)) => {
            Relation { name: (*normal).to_owned(), is_inverse: *is_inverse }
        }
        None => Relation { name: name.to_owned(), is_inverse: false },
    }
}

pub(super) fn joined(words: &[&str]) -> String {
    words.iter().filter(|word| !word.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

/// Whether a relation, in its normal form, says that its subject brings about its object.
pub fn tells_cause(relation: &str) -> bool {
    matches!(
        relation,
        "cause"
            | "lead to"
            | "produce"
            | "trigger"
            | "generate"
            | "create"
            | "contribute to"
            | "give rise to"
    )
}

#[cfg(test)]
mod tests {
    use super::relation;

    #[test]
    fn direction_and_form() {
        for (written, name, is_inverse) in [
            ("caused_by", "cause", true),
            ("causes", "cause", false),
            ("was produced by", "produce", true),
            ("part of", "be part of", false),
            ("consists of", "be part of", true),
            ("is the capital of", "be capital of", false),
            ("capital of", "be capital of", false),
            ("born in", "be born in", false),
            ("was born in", "be born in", false),
            ("has been located in", "be located in", false),
            ("is a", "be", false),
            ("leads to", "lead to", false),
            ("moved to", "move to", false),
            ("because of", "cause", true),
            ("", "", false),
        ] {
            let found = relation(written);
            assert_eq!((found.name.as_str(), found.is_inverse), (name, is_inverse), "{written}");
        }
    }
}
