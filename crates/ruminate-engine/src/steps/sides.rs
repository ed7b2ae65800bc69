//! Questions that compare two sides: what has to be known about each of them, and which of the two is meant. English
//! only.

use super::roles::is_role;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    pub(super) names: [String; 2],
    /// What is to be known about each.
    pub(super) questions: [Vec<String>; 2],
    pub(super) meant: Meant,
}

/// Which of the two is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    Earlier,
    Later,
    /// From the first of two dates to the second.
    Longer,
    /// None of them: whether they are alike.
    Alike,
}

pub(super) fn find(question: &str) -> Option<Sides> {
    let question = question.trim().trim_end_matches(['?', ' ']);
    either(question).or_else(|| alike(question))
}

/// By which of two is chosen, and which one it makes.
const ORDERS: &[(&str, Meant)] = &[
    ("more recently", Meant::Later),
    ("lived longer", Meant::Longer),
    ("first", Meant::Earlier),
    ("earlier", Meant::Earlier),
    ("older", Meant::Earlier),
    ("oldest", Meant::Earlier),
    ("younger", Meant::Later),
    ("youngest", Meant::Later),
    ("later", Meant::Later),
];

/// "Who died first, Ada or Tom?", "Which film whose director is younger, A or B?", "Was Ada or Tom born first?"
fn either(question: &str) -> Option<Sides> {
    let (left, right) = question.split_once(" or ")?;
    let (order, meant) = ORDERS
        .iter()
        .find_map(|(order, meant)| has_words(question, order).then_some((*order, *meant)))?;
    let (predicate, first, second) = match left.find(order) {
        Some(at) => {
            let (predicate, first) = left.split_at(at + order.len());
            (predicate, first, right)
        }
        None => {
            // The verb stands behind the second one.
            let (asking, first) = left.split_once(' ')?;
            let second = right.split_once(" born").or_else(|| right.split_once(" released"))?.0;
            matches!(asking, "Was" | "Is" | "Were").then_some((right, first, second))?
        }
    };
    let names = [first, second].map(|name| name.trim_matches([',', ' ', ':']).to_owned());
    if names.iter().any(|name| name.is_empty() || name.contains(" or ")) {
        return None;
    }
    let told = About::of(predicate)?;
    let role = role_of(predicate);
    let questions = names.each_ref().map(|name| told.questions(&subject(name, role.as_deref())));
    Some(Sides { names, questions, meant })
}

/// "Do A and B share the same nationality?", "Are both A and B from the same country?"
fn alike(question: &str) -> Option<Sides> {
    let (about, rest) = if has_words(question, "same nationality") {
        ("nationality", question.split_once("same nationality")?.0)
    } else {
        ("country", question.split_once("same country")?.0)
    };
    let (asking, rest) = rest.split_once(' ')?;
    if !matches!(asking, "Do" | "Did" | "Are" | "Were" | "Have" | "Is" | "Was") {
        return None;
    }
    let rest = rest.strip_prefix("both ").unwrap_or(rest);
    let (first, second) = rest.split_once(" and ")?;
    const BEHIND: [&str; 9] =
        [" have ", " share ", " both ", " from ", " located ", " of ", " in ", " born ", " the "];
    let end = BEHIND.iter().filter_map(|word| second.rfind(word)).fold(
        None,
        |end: Option<usize>, at| {
            // What stands last may be several of these words.
            let is_rest = second[at..]
                .split_whitespace()
                .all(|word| BEHIND.iter().any(|known| known.trim() == word) || is_small(word));
            if is_rest { Some(end.map_or(at, |end| end.min(at))) } else { end }
        },
    )?;
    let (first, role) = match of_both(first) {
        Some((role, first)) => (first, Some(role)),
        None => (first, role_of(&second[end..])),
    };
    let kinds = ["films ", "movies ", "bands ", "companies ", "directors "];
    let first = kinds.iter().find_map(|kind| first.strip_prefix(kind)).unwrap_or(first);
    let names = [first, &second[..end]].map(|name| name.trim_matches([',', ' ']).to_owned());
    let questions = names.each_ref().map(|name| {
        let subject = subject(name, role.as_deref());
        match about {
            "nationality" => vec![format!("What nationality is {subject}?")],
            _ if has_words(question, "located") => vec![format!("In which country is {subject}?")],
            _ => vec![format!("Which country is {subject} from?")],
        }
    });
    Some(Sides { names, questions, meant: Meant::Alike })
}

fn is_small(word: &str) -> bool {
    word.starts_with(char::is_lowercase)
}

/// "the director of A", where the sides are judged by theirs.
fn subject(name: &str, role: Option<&str>) -> String {
    match role {
        Some(role) => format!("the {role} of {name}"),
        None if is_small(name) && name.contains(" of ") => {
            format!("the {}", name.trim_start_matches("the "))
        }
        None => name.to_owned(),
    }
}

/// "the directors of films A" where B follows.
fn of_both(first: &str) -> Option<(String, &str)> {
    let (roles, first) = first.strip_prefix("the ")?.split_once(" of ")?;
    let role = roles.strip_suffix('s').filter(|role| is_role(role))?;
    Some((role.to_owned(), first))
}

/// "whose director", "has the directors that".
fn role_of(predicate: &str) -> Option<String> {
    let words: Vec<&str> = predicate.split_whitespace().collect();
    let at = words.iter().position(|word| matches!(*word, "whose" | "has" | "have" | "with"))?;
    let of = words[at + 1..].iter().find(|word| **word != "the")?;
    let role = of.strip_suffix('s').unwrap_or(of);
    is_role(role).then(|| role.to_owned())
}

/// What decides between the sides.
enum About {
    Birth,
    Death,
    Life,
    Begun(&'static str),
}

impl About {
    fn of(predicate: &str) -> Option<Self> {
        const BEGUN: [&str; 9] = [
            "released",
            "founded",
            "established",
            "formed",
            "opened",
            "built",
            "published",
            "started",
            "created",
        ];
        let has = |words: &[&str]| words.iter().any(|word| has_words(predicate, word));
        if has(&["lived longer"]) {
            return Some(Self::Life);
        }
        if has(&["died", "die"]) {
            return Some(Self::Death);
        }
        if has(&["born", "younger", "older", "youngest", "oldest"]) {
            return Some(Self::Birth);
        }
        if has(&["came out", "come out"]) {
            return Some(Self::Begun("released"));
        }
        BEGUN.into_iter().find(|word| has(&[word])).map(Self::Begun)
    }

    fn questions(&self, subject: &str) -> Vec<String> {
        let (birth, death) =
            (format!("When was {subject} born?"), format!("When did {subject} die?"));
        match self {
            Self::Birth => vec![birth],
            Self::Death => vec![death],
            Self::Life => vec![birth, death],
            Self::Begun(verb) => vec![format!("When was {subject} {verb}?")],
        }
    }
}

/// As whole words.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        is_edge(text[..at].chars().next_back()) && is_edge(text[at + words.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(question: &str, questions: [&str; 2], meant: Meant) {
        let found = find(question).unwrap_or_else(|| panic!("{question}"));
        assert_eq!(found.questions.each_ref().map(|each| each.join(" ")), questions, "{question}");
        assert_eq!(found.meant, meant, "{question}");
    }

    #[test]
    fn each_side_is_asked_about() {
        let (earlier, later) = (Meant::Earlier, Meant::Later);
        check(
            "Who died first, Ada Berg or Tom Cole?",
            ["When did Ada Berg die?", "When did Tom Cole die?"],
            earlier,
        );
        check("Who is younger, Ada or Tom?", ["When was Ada born?", "When was Tom born?"], later);
        check(
            "Was Ada Berg or Tom Cole born first?",
            ["When was Ada Berg born?", "When was Tom Cole born?"],
            earlier,
        );
        check(
            "Which film whose director is younger, The Wall or Gladiators Seven?",
            [
                "When was the director of The Wall born?",
                "When was the director of Gladiators Seven born?",
            ],
            later,
        );
        check(
            "Which film has the director who died later, Sun or Moon?",
            ["When did the director of Sun die?", "When did the director of Moon die?"],
            later,
        );
        check(
            "Which film came out first, Sun or Moon?",
            ["When was Sun released?", "When was Moon released?"],
            earlier,
        );
        check(
            "Who lived longer, Ada or Tom?",
            ["When was Ada born? When did Ada die?", "When was Tom born? When did Tom die?"],
            Meant::Longer,
        );
        check(
            "Do both films Sun and Moon have the directors that share the same nationality?",
            [
                "What nationality is the director of Sun?",
                "What nationality is the director of Moon?",
            ],
            Meant::Alike,
        );
        check(
            "Do director of film Sun and director of film Moon share the same nationality?",
            [
                "What nationality is the director of film Sun?",
                "What nationality is the director of film Moon?",
            ],
            Meant::Alike,
        );
        check(
            "Are the directors of films Sun and Moon both from the same country?",
            [
                "Which country is the director of Sun from?",
                "Which country is the director of Moon from?",
            ],
            Meant::Alike,
        );
        check(
            "Are Ada and Tom from the same country?",
            ["Which country is Ada from?", "Which country is Tom from?"],
            Meant::Alike,
        );
    }

    #[test]
    fn what_is_no_comparison_of_two_is_left_alone() {
        for question in [
            "Should we use Rust or Go first?",
            "Who wrote it?",
            "Is it better to rent or to buy?",
            "Which came first, the chicken or the egg?",
            "Who died first, Ada, Tom or Bob or Eve?",
            "Are there two cities of the same country?",
        ] {
            assert_eq!(find(question), None, "{question}");
        }
    }
}
