//! Whether two questions ask the same, by a key that equal questions share.
//!
//! A question that is taken for another gets the other's answer, which is worse than being asked twice. So nothing is
//! guessed: the key holds every word that says something, in its order and its form; only ways of putting the same
//! words differ. "Tell me what France's capital is" and "What is the capital of France?" have one key; another name,
//! year, relation, direction, tense or negation makes another. Stems are not used: "university" and "universe" share one.

/// What the question is wrapped in.
const LEADS: &[&str] = &[
    "please",
    "hey",
    "hi",
    "hello",
    "ok",
    "so",
    "and",
    "can you tell me",
    "could you tell me",
    "can you explain",
    "could you explain",
    "would you tell me",
    "do you know",
    "i want to know",
    "i would like to know",
    "i'd like to know",
    "i wonder",
    "tell me",
    "explain to me",
    "explain",
    "the question is",
];

/// What asks for something by its description.
const NAMING: &[&str] = &["name", "give me", "what is the name of", "what are the names of"];

/// Words of a question that is longer are rarely said twice.
const MOST_WORDS: usize = 60;

/// What says nothing by itself, wherever it stands.
const SILENT: &[&str] = &["the", "a", "an", "please", "exactly", "actually", "then"];

/// Forms of "be" in the present: which one it is depends on what it is said of.
const IS: &[&str] = &["is", "are", "am", "'s", "'re"];
const WAS: &[&str] = &["was", "were"];
const ASKING: &[&str] = &["what", "who", "whom", "which", "where", "when", "why", "how", "whose"];

/// The key of a question; none where there is nothing to compare.
pub fn key(question: &str) -> Option<String> {
    if has_signs_that_matter(question) {
        return None;
    }
    let mut words = words(question);
    if words.is_empty() || words.len() > MOST_WORDS {
        return None;
    }
    unwrap(&mut words);
    words = owners_last(words);
    words.retain(|word| !SILENT.contains(&word.as_str()));
    bring_asking_forward(&mut words);
    let be = be_of(&words);
    let said: Vec<String> = words
        .iter()
        .filter(|word| {
            be.is_none() || !IS.contains(&word.as_str()) && !WAS.contains(&word.as_str())
        })
        .map(|word| same_word(word).to_owned())
        .collect();
    let has_content = said.iter().any(|word| !ASKING.contains(&word.as_str()));
    has_content.then(|| format!("{}{}", be.unwrap_or_default(), said.join(" ")))
}

/// Whether there are signs that change what is asked, and that words do not hold: brackets and bars, a factorial, a
/// point before a digit.
fn has_signs_that_matter(question: &str) -> bool {
    let mut before = ' ';
    let mut after = question.chars().skip(1);
    question.chars().any(|c| {
        let next = after.next().unwrap_or(' ');
        let matters = match c {
            '(' | ')' | '[' | ']' | '{' | '}' | '|' | '√' | '∫' | '∑' => true,
            '!' => before.is_ascii_digit() || next.is_ascii_digit(),
            '.' => !before.is_ascii_digit() && next.is_ascii_digit(),
            _ => false,
        };
        before = c;
        matters
    })
}

/// Words that mean something else with a capital, or in capitals.
const CAPITONYMS: &[&str] = &[
    "a", "us", "it", "who", "am", "or", "polish", "turkey", "china", "may", "march", "august",
    "nice", "reading", "mobile", "job", "bath", "rainier", "lima", "cologne", "aids", "ram",
    "mars", "cuba",
];

/// The words in small letters, with the signs that belong to them: "C++" is not "C#", and 1.5 is not 15.
fn words(question: &str) -> Vec<String> {
    let is_around = |c: char| !c.is_alphanumeric() && !"+#%$€£°&@=<>*/\\^~-_'’".contains(c);
    let mut words = Vec::new();
    for (place, piece) in question.split_whitespace().enumerate() {
        let written = piece.trim_matches(is_around).replace('’', "'");
        let mut piece = written.to_lowercase();
        if place > 0 && piece != written && CAPITONYMS.contains(&piece.as_str()) {
            piece = written;
        }
        let piece = piece.trim_matches('\'');
        match split_contraction(piece) {
            Some((word, rest)) => words.extend([word.to_owned(), rest.to_owned()]),
            None if piece.is_empty() => {}
            None => words.push(piece.to_owned()),
        }
    }
    words
}

/// "what's" is "what" and "'s", "isn't" is "is" and "not"; a name keeps its "'s", which says whose.
fn split_contraction(word: &str) -> Option<(&str, &'static str)> {
    let (before, after) = word.split_once('\'')?;
    match after {
        "s" if ASKING.contains(&before) || matches!(before, "it" | "that" | "there") => {
            Some((before, "'s"))
        }
        "re" => Some((before, "'re")),
        "t" => Some((before.strip_suffix('n')?, "not")),
        _ => None,
    }
}

/// Takes the wrapping off.
fn unwrap(words: &mut Vec<String>) {
    while let Some(length) = LEADS.iter().find_map(|lead| begins_with(words, lead)) {
        if length == words.len() {
            return;
        }
        words.drain(..length);
    }
    let naming = NAMING.iter().find_map(|naming| begins_with(words, naming));
    match naming {
        Some(length) if length < words.len() && !ASKING.contains(&words[length].as_str()) => {
            words.splice(..length, ["what".to_owned(), "is".to_owned()]);
        }
        // "Capital of France?"
        _ if !words.iter().any(|word| ASKING.contains(&word.as_str())) && !is_yes_or_no(words) => {
            words.splice(..0, ["what".to_owned(), "is".to_owned()]);
        }
        _ => {}
    }
}

fn begins_with(words: &[String], phrase: &str) -> Option<usize> {
    let length = phrase.split(' ').count();
    let is_there = words.len() >= length && phrase.split(' ').zip(words).all(|(a, b)| a == b);
    is_there.then_some(length)
}

fn is_yes_or_no(words: &[String]) -> bool {
    const ASKS: &[&str] = &[
        "is", "are", "was", "were", "am", "do", "does", "did", "has", "have", "had", "can",
        "could", "will", "would", "should", "may", "might", "must",
    ];
    words.first().is_some_and(|first| ASKS.contains(&first.as_str()))
}

/// "France's capital" is "capital of France".
fn owners_last(words: Vec<String>) -> Vec<String> {
    let Some(at) = words.iter().position(|word| owner(word).is_some()) else { return words };
    // The owner's name begins after the word that cannot be part of it.
    let is_border = |word: &String| {
        let word = word.as_str();
        ASKING.contains(&word)
            || IS.contains(&word)
            || WAS.contains(&word)
            || SILENT.contains(&word)
            || matches!(
                word,
                "did" | "does" | "do" | "of" | "in" | "for" | "to" | "not" | "and" | "or"
            )
    };
    let start = words[..at].iter().rposition(is_border).map_or(0, |border| border + 1);
    let owned = words[at + 1..].iter().take_while(|word| !is_border(word)).count();
    // One thing of one owner: where more follows, what belongs to whom is not told by the words alone.
    if owned != 1 || words[at + 2..].iter().any(|word| owner(word).is_some()) {
        return words;
    }
    let mut turned: Vec<String> = words[..start].to_vec();
    turned.extend([words[at + 1].clone(), "of".to_owned()]);
    turned.extend_from_slice(&words[start..at]);
    turned.extend(owner(&words[at]).map(str::to_owned));
    turned.extend_from_slice(&words[at + 2..]);
    turned
}

fn owner(word: &str) -> Option<&str> {
    let name = word.strip_suffix("'s").or_else(|| word.strip_suffix('\''))?;
    (!name.is_empty()).then_some(name)
}

/// "The capital of France is what?" asks what "What is the capital of France?" asks.
fn bring_asking_forward(words: &mut [String]) {
    let ends_asking = words.last().is_some_and(|last| ASKING.contains(&last.as_str()));
    if ends_asking && words.len() > 1 {
        words.rotate_right(1);
    }
}

/// Where "be" is all there is of a verb, where it stands does not matter, but its time does: its mark. None where
/// other verbs may need it where it is.
fn be_of(words: &[String]) -> Option<&'static str> {
    let asks_who_or_what =
        words.first().is_some_and(|first| matches!(first.as_str(), "what" | "who" | "where"));
    let count = |forms: &[&str]| words.iter().filter(|word| forms.contains(&word.as_str())).count();
    let is_second_or_last = |forms: &[&str]| {
        words.get(1).is_some_and(|word| forms.contains(&word.as_str()))
            || words.last().is_some_and(|word| forms.contains(&word.as_str()))
    };
    match (asks_who_or_what, count(IS), count(WAS)) {
        (true, 1, 0) if is_second_or_last(IS) => Some("is: "),
        (true, 0, 1) if is_second_or_last(WAS) => Some("was: "),
        _ => None,
    }
}

fn same_word(word: &str) -> &str {
    match word {
        "whom" => "who",
        "which" => "what",
        "'s" | "are" | "'re" | "am" => "is",
        "were" => "was",
        word => word,
    }
}

#[cfg(test)]
mod tests {
    use super::key;

    #[track_caller]
    fn same(questions: &[&str]) {
        let first = key(questions[0]);
        assert!(first.is_some());
        for question in questions {
            assert_eq!(key(question), first, "{question}");
        }
    }

    #[track_caller]
    fn different(questions: &[&str]) {
        for (at, one) in questions.iter().enumerate() {
            for other in &questions[at + 1..] {
                assert_ne!(key(one), key(other), "{one} / {other}");
            }
        }
    }

    #[test]
    fn signs_and_capitals_that_matter_make_another_question() {
        for (one, other) in [
            ("What is 2 * (3 + 4) * 5?", "What is 2 * 3 + 4 * 5?"),
            ("What is 7 divided by .5?", "What is 7 divided by 5?"),
            ("What is 5?", "What is 5!"),
            ("What is hepatitis?", "What is hepatitis A?"),
            ("What is vitamin A good for?", "What is vitamin good for?"),
            ("Who is us?", "Who is US?"),
            ("What is polish made of?", "What is Polish made of?"),
            ("What is the value of |x| at x = [1]?", "What is the value of x at x = 1?"),
        ] {
            let (one_key, other_key) = (key(one), key(other));
            assert!(one_key.is_none() || one_key != other_key, "{one} / {other}: {one_key:?}");
        }
        assert_eq!(key("What is a pod?"), key("What is the pod?"));
    }

    #[test]
    fn ways_of_putting_it_are_one_question() {
        same(&[
            "What is the capital of France?",
            "what is the capital of france",
            "What's the capital of France?",
            "  What is   France's capital?",
            "What’s France’s capital?",
            "Please tell me what the capital of France is.",
            "Can you tell me what France's capital is?",
            "Tell me what France's capital is, please.",
            "Tell me the capital of France",
            "The capital of France is what?",
            "Capital of France?",
            "Name the capital of France!",
            "What is the name of the capital of France?",
        ]);
        same(&["Why is the sky blue?", "why is the sky blue", "Tell me: why is the sky blue?"]);
        same(&["Who wrote Faust?", "who wrote \"Faust\"", "Do you know who wrote Faust?"]);
        same(&["Is water wet?", "is water wet"]);
        same(&["Which film did Ann direct?", "What film did Ann direct?"]);
    }

    #[test]
    fn what_looks_alike_is_not_the_same() {
        different(&[
            "What is the capital of France?",
            "What is the capital of Finland?",
            "What was the capital of France?",
            "What was the capital of France in 1940?",
            "What was the capital of France in 1941?",
            "What is not the capital of France?",
            "What is the capital of the region of France?",
            "What is France the capital of?",
            "Where is the capital of France?",
            "Is Paris the capital of France?",
        ]);
        different(&["Where was Ann born?", "Where did Ann die?", "Where was Ann's mother born?"]);
        different(&["Who killed Brutus?", "Who did Brutus kill?", "Who was Brutus killed by?"]);
        different(&["What causes stress?", "What does stress cause?"]);
        different(&["What is C?", "What is C++?", "What is C#?"]);
        different(&["Is 1.5 enough?", "Is 15 enough?", "Is -15 enough?"]);
        different(&["Who leads it?", "Who led it?"]);
        different(&["What is a university?", "What is a universe?"]);
        different(&["Is it safe?", "Isn't it safe?", "Is it not unsafe?"]);
        different(&[
            "How many moons has Mars?",
            "How many moons has Jupiter?",
            "How many has Mars?",
        ]);
        different(&["Is a dog bigger than a cat?", "Is a cat bigger than a dog?"]);
        different(&["Can I eat before I run?", "Can I run before I eat?"]);
        different(&["What did Ann's brother's wife do?", "What did Ann's wife's brother do?"]);
    }

    #[test]
    fn nothing_to_compare_has_no_key() {
        for question in ["", "  ?", "What?", "why", "the", &"word ".repeat(100)] {
            assert_eq!(key(question), None, "{question}");
        }
    }
}
