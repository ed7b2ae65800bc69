//! Words that decide what a sentence says, beside those that say what it is about.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ruminate_mind::facts::{Form, verb};

pub(crate) const NEGATIONS: &[&str] =
    &["not", "never", "no", "cannot", "without", "neither", "nor", "none", "nobody", "nothing"];

/// After "not" or "no" they take the denial back.
pub(crate) const NOT_DENYING: &[&str] = &[
    "only",
    "just",
    "merely",
    "necessarily",
    "simply",
    "doubt",
    "until",
    "less",
    "more",
    "fewer",
    "later",
];

/// Whoever says these does not say that it is so.
pub(crate) const HEDGES: &[&str] = &[
    "may",
    "might",
    "could",
    "would",
    "perhaps",
    "maybe",
    "possibly",
    "probably",
    "likely",
    "unlikely",
    "supposedly",
    "allegedly",
    "reportedly",
    "seems",
    "seem",
    "seemed",
    "appears",
    "appear",
    "appeared",
    "if",
    "unless",
    "whether",
    "suppose",
    "assuming",
    "hypothetically",
    "expected",
    "planned",
    "estimated",
];

/// What follows is said by somebody else.
pub(crate) const REPORTS: &[&str] = &[
    "said",
    "says",
    "claim",
    "claims",
    "claimed",
    "argue",
    "argues",
    "argued",
    "believe",
    "believes",
    "believed",
    "thinks",
    "thought",
    "alleges",
    "alleged",
    "denies",
    "denied",
    "asks",
    "asked",
    "wonders",
    "according",
    "rumoured",
    "rumored",
];

/// They speak of a time that is not named: what was so at first need not be so later.
pub(crate) const TIMES: &[&str] = &[
    "initially",
    "originally",
    "later",
    "then",
    "previously",
    "formerly",
    "once",
    "eventually",
    "finally",
    "earlier",
    "yesterday",
    "tomorrow",
    "recently",
    "soon",
    "sometimes",
    "often",
    "usually",
    "occasionally",
    "rarely",
    "temporarily",
    "ultimately",
];

/// They say nothing about what is so.
pub(crate) const FILLERS: &[&str] = &[
    "currently",
    "now",
    "today",
    "really",
    "very",
    "quite",
    "also",
    "still",
    "already",
    "indeed",
    "actually",
    "however",
    "therefore",
    "thus",
    "moreover",
    "furthermore",
    "too",
    "even",
    "rather",
    "so",
    "just",
    "simply",
    "clearly",
    "both",
    "sharply",
    "slightly",
    "significantly",
    "steadily",
    "strongly",
    "slowly",
    "quickly",
    "considerably",
    "dramatically",
    "total",
    "overall",
    "exactly",
    "longer",
    "ever",
    "any",
    "all-in",
    "well",
    "been",
    "being",
    "be",
    "am",
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "had",
    "having",
    "does",
    "do",
    "did",
    "will",
    "its",
    "their",
    "his",
    "her",
    "our",
    "there",
];

/// Those that begin what is one of several: two sentences with them may speak of different things.
pub(crate) const INDEFINITE: &[&str] = &[
    "a",
    "an",
    "some",
    "many",
    "most",
    "several",
    "few",
    "another",
    "other",
    "others",
    "certain",
    "various",
    "one",
    "each",
    "either",
    "someone",
    "somebody",
    "something",
    "much",
    "half",
    "part",
    "parts",
    "two",
    "three",
    "four",
    "five",
];

pub(crate) const PRONOUNS: &[&str] = &["it", "they", "he", "she"];

/// They point at something that only the reader of the whole text knows.
pub(crate) const POINTERS: &[&str] =
    &["this", "that", "these", "those", "which", "who", "what", "such", "here"];

/// Words that say the same, and their opposites.
const OPPOSITES: &[(&str, &str)] = &[
    ("available", "unavailable"),
    ("enabled", "disabled"),
    ("enable enables", "disable disables"),
    ("open", "closed"),
    ("true", "false untrue"),
    ("allowed permitted", "forbidden prohibited"),
    ("possible", "impossible"),
    ("safe", "unsafe"),
    ("present", "absent"),
    ("includes include included", "excludes exclude excluded"),
    ("accepted approved", "rejected"),
    ("active", "inactive"),
    ("legal", "illegal"),
    ("valid", "invalid"),
    ("online", "offline"),
    ("passed passes succeeded succeeds", "failed fails"),
    ("alive", "dead"),
    ("known", "unknown"),
    ("complete", "incomplete"),
    ("correct right", "incorrect wrong"),
    ("stable", "unstable"),
    ("public", "private"),
    ("mandatory required compulsory", "optional"),
    ("encrypted", "unencrypted"),
    ("supported", "unsupported"),
    ("reliable", "unreliable"),
    ("compatible", "incompatible"),
    ("consistent", "inconsistent"),
    ("successful", "unsuccessful"),
    ("won", "lost"),
    ("profitable", "unprofitable"),
    ("necessary", "unnecessary"),
    ("guilty", "innocent"),
    ("full", "empty"),
];

static OPPOSITE: LazyLock<HashMap<&str, (&str, bool)>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for (same, other) in OPPOSITES {
        let first = same.split(' ').next().unwrap_or(same);
        words.extend(same.split(' ').map(|word| (word, (first, false))));
        words.extend(other.split(' ').map(|word| (word, (first, true))));
    }
    words
});

/// A word as the first of those that say the same, and whether it is their opposite.
pub(crate) fn opposite(word: &str) -> (&str, bool) {
    OPPOSITE.get(word).copied().unwrap_or((word, false))
}

const UP: &str = "higher doubled doubles tripled triples increase increased increases increasing rise rose risen rises rising grow grew grown grows growing \
    climb climbed climbs surge surged surges soar soared jump jumped jumps gain gained improve improved improves \
    expand expanded expands raise raised raises boost boosted boosts strengthen strengthened strengthens accelerate \
    accelerated accelerates";
const DOWN: &str = "halved halves decrease decreased decreases decreasing fall fell fallen falls falling decline declined declines \
    declining drop dropped drops dropping shrink shrank shrunk shrinks reduce reduced reduces reducing lower lowered lowers \
    plunge plunged plunges sink sank sunk sinks worsen worsened worsens lessen lessened lessens weaken weakened weakens \
    slow slowed slows cut cuts";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
}

static DIRECTIONS: LazyLock<HashMap<&str, Direction>> = LazyLock::new(|| {
    let up = UP.split_whitespace().map(|word| (word, Direction::Up));
    up.chain(DOWN.split_whitespace().map(|word| (word, Direction::Down))).collect()
});

pub(crate) fn direction(word: &str) -> Option<Direction> {
    DIRECTIONS.get(word).copied()
}

/// One word for each thing that is measured.
const MEASURES: &[(&str, &str)] = &[
    ("length", "long"),
    ("height", "tall high"),
    ("width", "wide broad"),
    ("depth", "deep"),
    ("weight", "weighs weigh weighed heavy"),
    ("age", "old aged"),
    ("cost", "costs cost price priced prices"),
    ("population", "inhabitants residents"),
    ("duration", "lasts lasted takes took"),
    ("speed", "fast"),
    ("employees", "employee staff employs employed"),
];

static MEASURE: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let named = |(name, words): &(&'static str, &'static str)| {
        let name = *name;
        words.split(' ').chain([name]).map(move |word| (word, name)).collect::<Vec<_>>()
    };
    MEASURES.iter().flat_map(named).collect()
});

pub(crate) fn measure(word: &str) -> Option<&'static str> {
    MEASURE.get(word).copied()
}

/// What happens once to a thing, so that it has one date.
const ONCE: &str = "born died founded established opened opens launched released published completed built constructed \
    invented discovered signed introduced created incorporated inaugurated abolished dissolved closed enacted ratified premiered \
    debuted place happened occurred graduated started starts began begins ended ends finished due expires expired deadline erected \
    formed adopted announced acquired merged bought retired scheduled";

static ONCE_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| ONCE.split_whitespace().collect());

pub(crate) fn happens_once(word: &str) -> bool {
    ONCE_WORDS.contains(word)
}

const FINITE: &[&str] = &[
    "is", "are", "was", "were", "am", "has", "have", "had", "does", "do", "did", "will", "can",
    "cannot", "must", "should", "shall", "may", "might", "could", "would", "isn't", "aren't",
    "wasn't", "weren't", "doesn't", "don't", "didn't", "won't", "can't", "hasn't", "haven't",
    "hadn't", "never", "not", "no",
];

/// Whether a word can be the verb of a clause where it stands after a subject.
pub(crate) fn is_verb(word: &str) -> bool {
    FINITE[..FINITE.len() - 1].contains(&word)
        || direction(word).is_some() && !matches!(word, "higher" | "lower")
        || measure(word).is_some() && matches!(verb(word), Some((Form::Present | Form::Base, _)))
        || matches!(
            word,
            "weighs" | "costs" | "lasts" | "takes" | "precedes" | "exceeds" | "comes" | "follows"
        )
        || matches!(verb(word), Some((Form::Past | Form::Present, _)))
}

/// When a clause speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tense {
    Past,
    /// "has risen": up to now.
    Perfect,
    Present,
    Future,
}

impl Tense {
    pub(crate) fn meets(self, other: Tense) -> bool {
        use Tense::*;
        self == other
            || matches!((self, other), (Perfect, Past | Present) | (Past | Present, Perfect))
    }

    pub(crate) fn of(words: &[&str]) -> Self {
        let first =
            words.iter().position(|word| is_verb(word) && !matches!(*word, "not" | "never"));
        let Some(at) = first else { return Self::Present };
        let follows_participle = || {
            let past =
                |word: &&&str| matches!(verb(word), Some((Form::Past | Form::Participle, _)));
            words[at + 1..].iter().take(3).any(|word| *word == "been" || past(&word))
        };
        match words[at].trim_end_matches("n't") {
            "has" | "have" if follows_participle() => Self::Perfect,
            "is" | "are" | "am" | "has" | "have" | "does" | "do" | "can" | "must" | "should"
            | "ca" => Self::Present,
            "was" | "were" | "had" | "did" | "could" => Self::Past,
            "will" | "wo" | "shall" | "would" => Self::Future,
            word => match verb(word) {
                Some((Form::Past | Form::Participle, _)) => Self::Past,
                _ => Self::Present,
            },
        }
    }
}
