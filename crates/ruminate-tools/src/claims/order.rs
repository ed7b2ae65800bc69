//! What is before, larger or the first, as far as a clause says it.

use ruminate_mind::text::stems::stem;

use super::Spot;
use super::assertion::{Assertion, topic};
use super::cause::Node;
use super::clause::Clause;
use super::date::dates;
use super::token::{Kind, Token};

/// That one thing is less than another on some scale: earlier, smaller, cheaper.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) spot: Spot,
    pub(crate) scale: String,
    pub(crate) less: Node,
    pub(crate) more: Node,
}

/// That something is the first, the largest, the only one.
#[derive(Clone, Debug)]
pub(crate) struct Champion {
    pub(crate) spot: Spot,
    pub(crate) who: Node,
    pub(crate) of: String,
}

/// The scale "time" has the earlier as its less.
pub(crate) const TIME: &str = "time";

/// A scale by its words: those for more, those for less.
const SCALES: &[(&str, &str, &str)] = &[
    ("size", "larger bigger greater", "smaller"),
    ("height", "taller higher", "lower"),
    ("length", "longer", "shorter"),
    ("age", "older", "younger newer"),
    ("speed", "faster quicker", "slower"),
    ("price", "costlier pricier dearer", "cheaper"),
    ("weight", "heavier", "lighter"),
    (TIME, "later", "earlier sooner"),
    ("quality", "better", "worse"),
    ("strength", "stronger", "weaker"),
    ("amount", "more", "less fewer"),
    ("wealth", "richer wealthier", "poorer"),
    ("temperature", "hotter warmer", "colder cooler"),
];

/// Words with the ending of a comparative that compare nothing.
const NO_COMPARISON: &[&str] = &[
    "rather", "other", "never", "however", "over", "under", "after", "either", "further", "whether",
];

pub(crate) fn order(clause: &Clause, said: &Assertion) -> Option<Order> {
    if said.is_negated || !said.is_definite {
        return None;
    }
    compared(clause, said).or_else(|| timed(clause, said))
}

/// "A is larger than B", "A has a higher latency than B", "A is more expensive than B".
fn compared(clause: &Clause, said: &Assertion) -> Option<Order> {
    let tokens = &clause.tokens;
    let than = tokens.iter().position(|token| token.is("than"))?;
    let (at, (mut scale, is_more)) =
        (than.saturating_sub(4)..than).find_map(|at| Some((at, scale(tokens, at)?)))?;
    let beside = topic(&tokens[at + 1..than]);
    if !beside.is_empty() {
        scale = format!("{scale} {}", beside.join(" "));
    }
    let object = &tokens[than + 1..];
    if object.first().is_some_and(|token| token.kind == Kind::Number) {
        return None;
    }
    ordered(clause, said, scale, object, is_more)
}

fn scale(tokens: &[Token], at: usize) -> Option<(String, bool)> {
    let word = &*tokens[at].low;
    let is_in = |words: &str| words.split(' ').any(|one| one == word);
    if let Some((name, more, _)) = SCALES.iter().find(|(_, more, less)| is_in(more) || is_in(less))
    {
        // "more expensive than": the adjective is the scale.
        return Some(((*name).to_owned(), is_in(more)));
    }
    let is_comparative = word.len() > 4 && word.ends_with("er") && !NO_COMPARISON.contains(&word);
    is_comparative.then(|| (stem(word).into_owned(), true))
}

/// "A took place before B", "A precedes B".
fn timed(clause: &Clause, said: &Assertion) -> Option<Order> {
    let tokens = &clause.tokens;
    let from = clause.subject.max(1);
    let at = (from..tokens.len()).find(|at| time_word(&tokens[*at].low).is_some())?;
    let is_later = time_word(&tokens[at].low)?;
    let object = &tokens[at + 1..];
    let is_amount =
        object.first().is_none_or(|token| token.kind != Kind::Word) || !dates(object).is_empty();
    if is_amount || !said.dates.is_empty() {
        return None;
    }
    // "was released before Beta was released"
    let end = object
        .iter()
        .position(|token| token.is_any(&["was", "is", "were", "are", "did", ",", "."]));
    let verb = topic(&tokens[clause.subject..at]);
    let generic = ["took", "take", "place", "happen", "occur", "come", "came"];
    let verb: Vec<&str> =
        verb.iter().map(String::as_str).filter(|word| !generic.contains(word)).collect();
    let scale = [&[TIME], &verb[..]].concat().join(" ");
    ordered(clause, said, scale, &object[..end.unwrap_or(object.len())], is_later)
}

/// Whether what stands before the word is later than what follows it.
fn time_word(word: &str) -> Option<bool> {
    match word {
        "before" | "precedes" | "preceded" | "predates" | "predated" => Some(false),
        "after" | "follows" | "followed" | "succeeds" => Some(true),
        _ => None,
    }
}

fn ordered(
    clause: &Clause,
    said: &Assertion,
    scale: String,
    object: &[Token],
    is_more: bool,
) -> Option<Order> {
    let (subject, object) = (Node::of(&clause.tokens[..clause.subject])?, Node::of(object)?);
    let when: Vec<String> = said.dates.iter().map(ToString::to_string).collect();
    let scale = if when.is_empty() { scale } else { format!("{scale} ({})", when.join(", ")) };
    let (less, more) = if is_more { (object, subject) } else { (subject, object) };
    (less.key != more.key).then_some(Order { spot: said.spot, scale, less, more })
}

/// "Oslo is the largest city in Norway". Only of names: other words mean different things in different places.
pub(crate) fn champion(clause: &Clause, said: &Assertion) -> Option<Champion> {
    let (subject, rest) = clause.tokens.split_at(clause.subject);
    let is_name = subject.iter().any(Token::is_capital) && !subject.first()?.is("the");
    if said.is_negated || !said.is_definite || !is_name || said.is_guessed {
        return None;
    }
    let the = rest.iter().position(|token| token.is("the"))?;
    let is_be = the > 0
        && rest[..the]
            .iter()
            .all(|token| token.is_any(&["is", "was", "are", "were", "became", "remains", "still"]));
    let best = rest.get(the + 1)?;
    let is_best = best.is_any(&["first", "last", "only", "most", "best", "worst"])
        || best.low.len() > 5 && best.low.ends_with("est");
    if !is_be || !is_best {
        return None;
    }
    let of = topic(&rest[the + 1..]);
    // "the first" of what is not said.
    let when: Vec<String> = said.dates.iter().map(ToString::to_string).collect();
    let of =
        (of.len() > 1).then(|| format!("{} {} {}", rest[0].low, of.join(" "), when.join(" ")))?;
    Some(Champion { spot: said.spot, who: Node::of(subject)?, of })
}
