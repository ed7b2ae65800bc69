//! What stays open of a question that facts do not answer: what would have to be known, and how far they lead.

use ruminate_types::Missing;

use crate::asking::{self, Day, Understood};
use crate::gaps::unknown_names;
use crate::graph::Graph;

/// People of one first name that are told.
const NAMED: usize = 4;

#[derive(Default)]
pub(crate) struct Open {
    pub(crate) gaps: Vec<Missing>,
    pub(crate) so_far: Option<String>,
}

impl Open {
    /// Of a question, and of what was understood of it; `so_far` is how far what it brings along leads.
    pub(crate) fn of(
        known: &Graph,
        query: Option<&Understood>,
        so_far: Option<String>,
        question: &str,
    ) -> Self {
        let gaps = query.map_or_else(Vec::new, |query| query.missing(known));
        let so_far = so_far.or_else(|| query?.so_far(known));
        match gaps.is_empty() && so_far.is_none() {
            true => nearly(known, question).unwrap_or_default(),
            false => Self { gaps, so_far },
        }
    }
}

/// The question with a name that is known for one that is nearly the same.
fn nearly(known: &Graph, question: &str) -> Option<Open> {
    let names = unknown_names(known, question).into_iter();
    // A date is no name.
    let is_date = |written: &String| Day::is_in(written);
    names.filter(|written| !is_date(written)).find_map(|written| {
        if let Some(open) = one_of_several(known, &written) {
            return Some(open);
        }
        let name = known.spelling(known.nearly(&written)?).to_owned();
        let so_far = format!("{written} is not known here by that name; did you mean {name}?");
        let gap = Missing { question: question.replacen(&written, &name, 1), concept: name };
        Some(Open { gaps: vec![gap], so_far: Some(so_far) })
    })
}

/// A first name that several have.
fn one_of_several(known: &Graph, first: &str) -> Option<Open> {
    let called = asking::called_so(known, first);
    let names: Vec<&str> = called.iter().take(NAMED).map(|one| known.spelling(*one)).collect();
    let so_far = format!("{first} may be {}: which one is meant?", names.join(" or "));
    (names.len() > 1).then_some(Open { gaps: Vec::new(), so_far: Some(so_far) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asking::understand;
    use crate::facts::statements;

    fn check(question: &str, expected: Option<&str>) {
        let mut graph = Graph::default();
        let text = "Ann Hui directed Boat Home. Grace Krilanovich was born in Santa Cruz. Jo Weber was born in Bonn.";
        graph.learn("a", "general", 1.0, &statements("", text));
        let open = Open::of(&graph, understand(&graph, question).as_ref(), None, question);
        assert_eq!(open.so_far.as_deref(), expected, "{question}");
    }

    #[test]
    fn it_is_told_how_far_facts_lead() {
        check(
            "Where was the director of Boat Home born?",
            Some("Ann Hui directs Boat Home; where Ann Hui was born is not known."),
        );
        check("When did Jo Weber die?", Some("When Jo Weber died is not known."));
        check("Who is the mother of Ann Hui?", Some("The mother of Ann Hui is not known."));
        check("Who wrote Boat Home?", Some("Who writes Boat Home is not known."));
        check("Why is the sky blue?", None);
    }

    #[test]
    fn a_name_that_is_nearly_known_is_offered() {
        for written in
            ["Grace Krilanovitch", "Grace Krilanovic", "Grcae Krilanovich", "Krilanovich"]
        {
            let expected = format!(
                "{written} is not known here by that name; did you mean Grace Krilanovich?"
            );
            check(&format!("Where was {written} born?"), Some(&expected));
        }
        check("Where was Karl Popper born?", None);
        check("Where was Grace Kelly born?", None);
    }

    #[test]
    fn what_was_meant_is_asked_next() {
        let mut graph = Graph::default();
        graph.learn("a", "general", 1.0, &statements("", "Jo Weber was born in Bonn."));
        let open = Open::of(&graph, None, None, "Where was Jo Webber born?");
        assert_eq!(open.gaps[0].question, "Where was Jo Weber born?");
    }
}
