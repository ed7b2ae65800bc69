//! What two things have to do with each other: facts between them, or what both have to do with.

use rustc_hash::FxHashMap;

use super::follow::LOOKED_AT;
use super::missing::present;
use super::query::{Query, Term};
use super::term::term;
use super::word::Token;
use super::{Answer, Step, follow};
use crate::graph::{ConceptId, FactId, Graph};

/// Facts that are told.
const MOST: usize = 3;

/// "How does A relate to B?", "What is the connection between A and B?", "What does A have to do with B?"
pub(super) fn relate(graph: &Graph, tokens: &[Token]) -> Option<Query> {
    const NOUNS: &[&str] = &["relation", "relationship", "connection", "link"];
    const RELATED: &[&str] = &["related", "connected", "linked"];
    let (between, joint): (&[Token], &[&[&str]]) = match tokens {
        [how, does, rest @ ..] if how.is_any(&["how"]) && does.is_any(&["does", "do", "did"]) => {
            (rest, &[&["relate", "relates", "connect"], &["to", "with"]])
        }
        [how, is, rest @ .., last]
            if how.is_any(&["how"])
                && is.is_any(&["is", "are", "were"])
                && last.is_any(RELATED) =>
        {
            (rest, &[&["and"]])
        }
        [how, is, rest @ ..] if how.is_any(&["how"]) && is.is_any(&["is", "are", "was"]) => {
            (rest, &[RELATED, &["to", "with"]])
        }
        [what, is, the, noun, between, rest @ ..]
            if what.is_any(&["what"])
                && is.is_any(&["is", "was"])
                && the.is_any(&["the"])
                && noun.is_any(NOUNS)
                && between.is_any(&["between"]) =>
        {
            (rest, &[&["and"]])
        }
        [what, does, rest @ ..] if what.is_any(&["what"]) && does.is_any(&["does", "do"]) => {
            (rest, &[&["have"], &["to"], &["do"], &["with"]])
        }
        _ => return None,
    };
    let at = (1..between.len()).find(|at| {
        let here = &between[*at..];
        here.len() > joint.len() && joint.iter().zip(here).all(|(words, token)| token.is_any(words))
    })?;
    let (first, second) =
        (term(graph, &between[..at])?, term(graph, &between[at + joint.len()..])?);
    Some(Query::Relate { first, second })
}

pub(super) fn told(graph: &Graph, first: &Term, second: &Term) -> Option<Answer> {
    let first = follow::term(graph, first).into_iter().next()?;
    let second = follow::term(graph, second).into_iter().next()?;
    let (a, b) = (first.concept()?, second.concept()?);
    let mut ways: Vec<Vec<Step>> = Vec::new();
    let of_first: Vec<(Step, ConceptId)> = around(graph, a).collect();
    ways.extend(of_first.iter().filter(|(_, to)| *to == b).map(|(step, _)| vec![*step]));
    if ways.is_empty() {
        // From both sides to the middle.
        let mut middle: FxHashMap<ConceptId, Step> = FxHashMap::default();
        for (step, to) in around(graph, b) {
            middle.entry(to).or_insert(back(step));
        }
        let through = |(step, to): &(Step, ConceptId)| Some(vec![*step, *middle.get(to)?]);
        ways.extend(of_first.iter().filter(|(_, to)| *to != a && *to != b).filter_map(through));
    }
    let sure =
        |way: &Vec<Step>| way.iter().map(|step| graph.confidence(step.fact)).product::<f64>();
    ways.sort_by(|a, b| sure(b).total_cmp(&sure(a)).then_with(|| facts(a).cmp(&facts(b))));
    ways.truncate(MOST);
    let confidence = sure(ways.first()?) * first.confidence * second.confidence;
    let said: Vec<String> = ways.iter().flatten().map(|step| sentence(graph, step.fact)).collect();
    let steps = ways.into_iter().flatten().collect();
    Some(Answer { text: format!("{}.", said.join("; ")), others: Vec::new(), steps, confidence })
}

fn facts(way: &[Step]) -> Vec<FactId> {
    way.iter().map(|step| step.fact).collect()
}

/// The facts about a concept that nobody denies, and where they lead.
fn around(graph: &Graph, from: ConceptId) -> impl Iterator<Item = (Step, ConceptId)> + '_ {
    let forth = graph.of_subject(from).take(LOOKED_AT).map(|fact| (fact, false));
    let back = graph.of_object(from).take(LOOKED_AT).map(|fact| (fact, true));
    forth.chain(back).filter(|(fact, _)| !graph.is_negated(*fact)).map(|(fact, is_reversed)| {
        let (subject, _, object) = graph.parts(fact);
        (Step { is_reversed, ..Step::along(fact) }, if is_reversed { subject } else { object })
    })
}

fn back(step: Step) -> Step {
    Step { is_reversed: !step.is_reversed, ..step }
}

/// "Kubernetes uses etcd"
pub(super) fn sentence(graph: &Graph, fact: FactId) -> String {
    let (subject, relation, object) = graph.parts(fact);
    let verb = match relation {
        "be" => "is".to_owned(),
        _ => match relation.strip_prefix("be ") {
            Some(rest) => format!("is {rest}"),
            None => present(relation),
        },
    };
    format!("{} {verb} {}", graph.spelling(subject), graph.spelling(object))
}
