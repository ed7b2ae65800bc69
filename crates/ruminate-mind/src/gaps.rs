//! What a mind notices that it does not know.

use ruminate_types::Missing;

use crate::asking;
use crate::conclusion::asks_for_cause;
use crate::facts::concept;
use crate::graph::Graph;
use crate::text::spans::{capitalised, is_calendar, is_leading};
use crate::text::words::each_word;

/// Gaps that are told of one question, and concepts of one text.
pub(crate) const MOST: usize = 5;
/// A longer text is no question of its own.
const LONGEST: usize = 300;

/// What would have to be known to answer a question: where its chains break, and who it speaks of that nothing
/// speaks of.
pub(crate) fn missing(graph: &Graph, question: &str) -> Vec<Missing> {
    let mut missing = asking::missing(graph, question);
    for name in unknown_names(graph, question) {
        if missing.iter().all(|gap| concept(&gap.concept) != concept(&name)) {
            missing.push(Missing { question: format!("What is {name}?"), concept: name });
        }
    }
    missing.truncate(MOST);
    missing
}

/// The question itself, where nothing smaller is known to be missing.
pub(crate) fn itself(question: &str) -> Option<Missing> {
    let mut words = Vec::new();
    each_word(question, |word, _| {
        if !is_leading(word) {
            words.push(word.to_owned());
        }
    });
    let is_one = !words.is_empty() && question.len() <= LONGEST;
    is_one.then(|| Missing { question: question.trim().to_owned(), concept: words.join(" ") })
}

/// What a text is about, in normal form: the names in it, or else what it asks the causes of, or its words.
pub(crate) fn concepts(graph: &Graph, text: &str) -> Vec<String> {
    let mut concepts: Vec<String> = Vec::new();
    let names = capitalised(text).into_iter().map(|range| concept(without_leading(&text[range])));
    let cause = || asks_for_cause(graph, text).map(|(about, _)| concept(&about));
    for name in names.chain(cause()).filter(|name| !name.is_empty()) {
        if !concepts.contains(&name) {
            concepts.push(name);
        }
    }
    if concepts.is_empty() {
        concepts.extend(itself(text).map(|whole| concept(&whole.concept)));
    }
    concepts.truncate(MOST);
    concepts
}

/// The names in a text that no fact speaks of.
pub(crate) fn unknown_names(graph: &Graph, text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for range in capitalised(text) {
        let name = without_leading(&text[range]);
        let is_known = graph.concept(name).is_some_and(|known| graph.is_known(known));
        let low = name.to_lowercase();
        if name.chars().count() > 1
            && !is_known
            && !is_calendar(&low)
            && !names.iter().any(|other| other == name)
        {
            names.push(name.to_owned());
        }
    }
    names
}

/// Without the words that only begin the sentence: "Which", "In".
fn without_leading(name: &str) -> &str {
    let mut name = name;
    while let Some((first, rest)) = name.split_once(' ')
        && is_leading(&first.to_lowercase())
    {
        name = rest.trim_start();
    }
    if is_leading(&name.to_lowercase()) { "" } else { name }
}
