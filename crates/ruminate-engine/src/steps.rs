//! A question made of questions. "Where was the director of Jump for Glory born?" asks who that is, and where that
//! one was born: a small model that answers neither together answers both, one after the other. It cannot take the
//! question apart by itself, so grammar does.

mod day;
mod described;
mod kin;
mod roles;
mod sides;

use ruminate_types::{
    Confidence, Origin, Recollection, RecollectionKind, Run, SubQuestion, Thought,
};

use crate::asked::asked;
use crate::sentence;
use crate::words::Gist;
use day::Day;
use sides::{Meant, Sides};

/// A chain of more is a riddle, or an answer that describes anew.
const MOST_STEPS: usize = 4;
/// An answer of more words is a story.
const MOST_WORDS: usize = 15;

/// The small question that comes next, if the run's question is made of such.
pub(crate) fn next(run: &Run) -> Option<String> {
    match way(run)? {
        Way::Ask(question) => Some(question),
        Way::Given(_) | Way::Lost => None,
    }
}

/// What follows once all small questions are answered.
pub(crate) fn outcome(run: &Run) -> Option<Recollection> {
    let Way::Given(answer) = way(run)? else { return None };
    let steps: Vec<&Thought> =
        run.thoughts.iter().filter(|thought| is_step(run, thought)).collect();
    let confidence = steps.iter().map(|step| step.confidence.get()).product();
    Some(Recollection {
        kind: RecollectionKind::Conclusion,
        chain: steps.iter().map(|step| step.thought_text.clone()).collect(),
        ..Recollection::new(&answer, Confidence::new(confidence))
    })
}

fn is_step(run: &Run, thought: &Thought) -> bool {
    let mut asked = run.explored.iter().filter(|question| question.origin == Origin::Step);
    asked.any(|question| thought.related_to_question_id == Some(question.id))
}

/// How an answer is written down.
pub(crate) fn told(question: &str, answer: &str) -> String {
    format!("{}{answer}.", lead(question))
}

/// What was answered, in a thought that was [`told`].
fn heard<'a>(question: &str, thought: &'a str) -> Option<&'a str> {
    thought.strip_prefix(&lead(question))?.strip_suffix('.')
}

/// "The director of Jump for Glory is ", or the question itself.
fn lead(question: &str) -> String {
    let named = question.strip_prefix("Who is ").or_else(|| question.strip_prefix("What is "));
    let Some(named) = named.and_then(|named| named.strip_suffix('?')) else {
        return format!("{question} ");
    };
    let mut letters = named.chars();
    letters.next().map_or_else(String::new, |first| {
        format!("{}{} is ", first.to_uppercase(), letters.as_str())
    })
}

/// The answer in a reply that was to be nothing else; none where it says that there is none.
pub(crate) fn answer_in(question: &str, reply: &str) -> Option<String> {
    const UNKNOWN: [&str; 9] = [
        "unknown",
        "not known",
        "not mentioned",
        "not specified",
        "not given",
        "not provided",
        "no information",
        "not stated",
        "cannot",
    ];
    let line = reply.trim().lines().next()?.trim();
    let line = line.strip_prefix("Answer:").unwrap_or(line).trim();
    let answer =
        without_question(question, line).trim_end_matches('.').trim_matches(['"', '*', '`', ' ']);
    let small = answer.to_lowercase();
    let is_answer = answer.contains(char::is_alphanumeric)
        && !UNKNOWN.iter().any(|word| small.contains(word))
        && answer.split_whitespace().count() <= MOST_WORDS;
    is_answer.then(|| answer.to_owned())
}

/// "The director of Jump for Glory is Raoul Walsh" says one thing that the question did not.
fn without_question<'a>(question: &str, answer: &'a str) -> &'a str {
    let question = Gist::of(question);
    let said = [" is ", " was "].iter().filter_map(|be| answer.rsplit_once(be));
    let mut repeated = said.filter(|(head, _)| {
        let head = Gist::of(head);
        head.beyond(&question).len() * 2 < head.len()
    });
    repeated.next().map_or(answer, |(_, rest)| rest)
}

/// Where the way to an answer has come to.
enum Way {
    Ask(String),
    Given(String),
    /// A step was not answered: what follows cannot be asked.
    Lost,
}

fn way(run: &Run) -> Option<Way> {
    let question = kin::spelled_out(&question(&asked(&run.question))?);
    match sides::find(&question) {
        Some(sides) => Some(compared(run, &sides)),
        None => {
            described::find(&question)?;
            Some(followed(run, &question))
        }
    }
}

/// What asks, without a label before it.
fn question(asked: &str) -> Option<String> {
    let question = sentence::each(sentence::question_in(asked)?).last()?;
    let is_label = |label: &str| label.to_lowercase().contains("question");
    let unlabelled = question.split_once(": ").filter(|(label, _)| is_label(label));
    let question = unlabelled.map_or(question, |(_, question)| question);
    Some(format!("{}?", question.trim().trim_end_matches('?')))
}

/// One step after the other, each with the answer of the one before in its place.
fn followed(run: &Run, question: &str) -> Way {
    let mut question = question.to_owned();
    for _ in 0..MOST_STEPS {
        let Some(part) = described::find(&question) else { break };
        match given(run, &part.question) {
            Way::Given(answer) => question.replace_range(part.at, &answer),
            way => return way,
        }
    }
    given(run, &question)
}

fn compared(run: &Run, sides: &Sides) -> Way {
    let mut days = Vec::new();
    for question in sides.questions.iter().flatten() {
        match followed(run, question) {
            Way::Given(answer) => days.push(Day::in_text(&answer)),
            way => return way,
        }
    }
    let days: Option<Vec<Day>> = days.into_iter().collect();
    let first_is_meant = days.and_then(|days| match (sides.meant, &days[..]) {
        (Meant::Earlier, [first, second]) => first.compare(*second).map(|order| order.is_lt()),
        (Meant::Later, [first, second]) => first.compare(*second).map(|order| order.is_gt()),
        (Meant::Longer, [born, died, other_born, other_died]) => {
            let life = died.about().checked_sub(born.about())?;
            Some(life > other_died.about().checked_sub(other_born.about())?)
        }
        _ => None,
    });
    match first_is_meant {
        Some(is_first) => Way::Given(sides.names[usize::from(!is_first)].clone()),
        // The ending has to tell by itself.
        None => Way::Lost,
    }
}

/// What the run knows of one small question.
fn given(run: &Run, question: &str) -> Way {
    let is_it =
        |asked: &&SubQuestion| asked.origin == Origin::Step && asked.question_text == question;
    let Some(explored) = run.explored.iter().find(is_it) else {
        return Way::Ask(question.to_owned());
    };
    let mut thoughts =
        run.thoughts.iter().filter(|thought| thought.related_to_question_id == Some(explored.id));
    let answer = thoughts.find_map(|thought| heard(question, &thought.thought_text));
    answer.map_or(Way::Lost, |answer| Way::Given(answer.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_few_words_and_not_the_question_again() {
        let check = |reply, answer: Option<&str>| {
            assert_eq!(answer_in("Who is Anna's child?", reply).as_deref(), answer, "{reply}");
        };
        check("Vita Berg.\nShe was a writer.", Some("Vita Berg"));
        check("Answer: \"Vita Berg\"", Some("Vita Berg"));
        check("Anna's child is Vita Berg.", Some("Vita Berg"));
        check("Vita Berg, who is a writer.", Some("Vita Berg, who is a writer"));
        check("It is unknown.", None);
        check("The text does not say it; the child is not mentioned.", None);
        check(" . ", None);
        let story = "word ".repeat(40);
        check(&story, None);
    }
}
