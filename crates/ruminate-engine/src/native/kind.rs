//! What kind of question it is, and so what an answer to it would need.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Relation,
    Comparison,
    Cause,
    Way,
    Decision,
    Other,
}

/// Words that name the kind of a question and not its subject.
const KIND_WORDS: &[&str] = &[
    "relationship",
    "relation",
    "connection",
    "link",
    "difference",
    "differences",
    "compare",
    "comparison",
    "better",
    "worse",
    "cause",
    "causes",
    "reason",
    "reasons",
    "exist",
    "exists",
    "happen",
    "happens",
    "change",
    "changed",
    "changes",
    "differ",
    "comes",
    "prevented",
    "exactly",
    "show",
    "usual",
    "view",
    "wrong",
    "parts",
    "meant",
    "known",
    "way",
];
const MOST_SUBJECTS: usize = 4;

impl Kind {
    pub(super) fn of(question: &str) -> Self {
        let text = format!(" {} ", question.to_lowercase());
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        if has(&[" relationship ", " relation ", " related ", " relate ", " connection between "]) {
            Self::Relation
        } else if has(&[
            " difference",
            " compare",
            " versus ",
            " vs ",
            " vs. ",
            " better ",
            " worse ",
        ]) {
            Self::Comparison
        } else if has(&[" why ", " cause", " reason for ", " because "]) {
            Self::Cause
        } else if has(&[" should ", " worth ", " ought "]) {
            Self::Decision
        } else if has(&[" how "]) {
            Self::Way
        } else {
            Self::Other
        }
    }

    pub(super) fn subjects(self, phrases: Vec<String>) -> Vec<String> {
        let is_subject = |word: &&str| !KIND_WORDS.contains(&word.to_lowercase().as_str());
        let mut subjects: Vec<String> = Vec::new();
        for phrase in phrases {
            let subject = phrase.split(' ').filter(is_subject).collect::<Vec<_>>().join(" ");
            if !subject.is_empty() && !subjects.contains(&subject) {
                subjects.push(subject);
            }
        }
        subjects.truncate(MOST_SUBJECTS);
        subjects
    }

    pub(super) fn what_an_answer_needs(self, subjects: &[String]) -> String {
        let (a, b) = pair(subjects);
        match self {
            Self::Relation => format!(
                "An answer must say what {a} and {b} are, where one is found without the other, and what changes in one when the other changes."
            ),
            Self::Comparison => format!(
                "An answer must name the measures on which {a} and {b} are compared, and which of them matter to the asker."
            ),
            Self::Cause => format!(
                "An answer must separate what comes before {a} from what brings it about, and name what would have prevented it."
            ),
            Self::Way => format!(
                "An answer must give the steps by which {a} comes about, and the conditions under which they fail."
            ),
            Self::Decision => format!(
                "An answer must weigh what is gained, what is lost and what cannot be undone about {a}, against doing nothing."
            ),
            Self::Other => format!(
                "An answer must say what is meant by {a}, what is known of it, and how that is known."
            ),
        }
    }

    pub(super) fn questions(self, subjects: &[String]) -> Vec<(String, &'static str)> {
        let (a, b) = pair(subjects);
        match self {
            Self::Relation => vec![
                (
                    format!("Can {a} exist without {b}?"),
                    "Tests whether one is necessary for the other",
                ),
                (format!("Can {b} exist without {a}?"), "Tests the other direction"),
                (
                    format!("What would change in {b} if {a} changed?"),
                    "Tells influence from coincidence",
                ),
            ],
            Self::Comparison => vec![
                (
                    format!("On which measures do {a} and {b} differ most?"),
                    "A comparison needs its measures",
                ),
                (
                    format!("In which situation is {a} the worse choice?"),
                    "Finds where the usual answer fails",
                ),
                (format!("What do {a} and {b} have in common?"), "What is shared decides nothing"),
            ],
            Self::Cause => vec![
                (format!("What always comes before {a}?"), "A cause precedes its effect"),
                (format!("What would have prevented {a}?"), "Tests what is necessary for it"),
                (
                    format!("Where does the same happen without {a}?"),
                    "Finds what only accompanies it",
                ),
            ],
            Self::Way => vec![
                (format!("What are the parts of {a}?"), "A way is made of steps"),
                (format!("When does {a} fail?"), "Failure shows what the parts are for"),
                (format!("What is {a} often mistaken for?"), "Sets its limits"),
            ],
            Self::Decision => vec![
                (
                    format!("What is lost with {a} that cannot be had back?"),
                    "What cannot be undone weighs most",
                ),
                (
                    format!("What happens if nothing is done about {a}?"),
                    "Every decision has this alternative",
                ),
                (
                    format!("What would have to be true for {a} to be wrong?"),
                    "Finds what to check first",
                ),
            ],
            Self::Other => vec![
                (
                    format!("What exactly is meant by {a}?"),
                    "Different meanings have different answers",
                ),
                (format!("What is known about {a}, and how?"), "Tells knowledge from habit"),
                (
                    format!("What would show that the usual view of {a} is wrong?"),
                    "Finds what to check first",
                ),
            ],
        }
    }
}

fn pair(subjects: &[String]) -> (&str, &str) {
    let a = subjects.first().map_or("it", String::as_str);
    let b = subjects.get(1).map_or("everything else", String::as_str);
    (a, b)
}
