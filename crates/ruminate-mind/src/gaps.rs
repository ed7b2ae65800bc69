//! What a mind notices that it does not know.

use ruminate_types::Missing;

use crate::asking::{self, Understood};
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
    let query = asking::understand(graph, question);
    let mut missing = query.map_or_else(Vec::new, |query| query.missing(graph));
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
    let query = asking::understand(graph, text);
    let cause = query.as_ref().and_then(Understood::cause).map(|(about, _)| concept(about));
    for name in names.chain(cause).filter(|name| !name.is_empty()) {
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

/// What several texts are about, each once.
pub(crate) fn concepts_of_all<'a>(
    graph: &Graph,
    texts: impl IntoIterator<Item = &'a str>,
) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in texts.into_iter().flat_map(|text| concepts(graph, text)) {
        if all.len() < MOST && !all.contains(&name) {
            all.push(name);
        }
    }
    all
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::statements;

    fn graph(text: &str) -> Graph {
        let mut graph = Graph::default();
        graph.learn("a", "general", 1.0, &statements("", text));
        graph
    }

    fn questions(graph: &Graph, question: &str) -> Vec<String> {
        missing(graph, question).into_iter().map(|gap| gap.question).collect()
    }

    #[test]
    fn a_chain_is_asked_for_where_it_breaks() {
        let graph = graph(
            "The Golden Calf was directed by Millard Webb. Mary Eaton was born in Norfolk. \
             Disk pressure is caused by large files.",
        );
        for (asked, expected) in [
            (
                "Who is the spouse of the director of The Golden Calf?",
                "Who did Millard Webb marry?",
            ),
            (
                "Who is the mother of the director of The Golden Calf?",
                "Who is the mother of Millard Webb?",
            ),
            ("When was the director of The Golden Calf born?", "When was Millard Webb born?"),
            ("Where did Mary Eaton die?", "Where did Mary Eaton die?"),
            ("What does disk pressure cause?", "What did Disk pressure cause?"),
            ("Who was born first, Mary Eaton or Millard Webb?", "When was Mary Eaton born?"),
        ] {
            let told = questions(&graph, asked);
            assert_eq!(told.first().map(String::as_str), Some(expected), "{asked}: {told:?}");
            // It is understood, or it could never be filled.
            told.iter().for_each(|gap| assert!(asking::parse(&graph, gap).is_some(), "{gap}"));
        }

        assert_eq!(questions(&graph, "Who directed The Golden Calf?"), [] as [String; 0]);
    }

    #[test]
    fn a_name_that_nothing_speaks_of_is_a_gap() {
        let graph = graph("Mary Eaton was born in Norfolk.");
        assert_eq!(
            questions(&graph, "Did Mary Eaton ever meet Millard Webb?"),
            ["What is Millard Webb?"]
        );
        assert_eq!(questions(&graph, "Which film came out in May?"), [] as [String; 0]);
        let whole = itself("why does the kettle whistle?").unwrap();
        assert_eq!(whole.concept, "kettle whistle");
        assert_eq!(itself("why is it?"), None);
        assert_eq!(itself(&"long ".repeat(100)), None);
    }
}
