//! An answer that follows from facts.

pub use ruminate_types::mind::Conclusion;

use ruminate_types::Silo;
use ruminate_types::mind::Ground;

use crate::asking::{self, Answer, Query};
use crate::graph::{FactId, Graph};
use crate::thought::{End, Link, Reach, Thought, Towards, World};

/// Sources that are named for each fact.
const MOST_NAMED: usize = 2;

/// What the facts say to a question; none if they do not.
pub fn conclude(graph: &Graph, question: &str, world: &dyn World) -> Option<Conclusion> {
    let because = asks_for_cause(graph, question)
        .and_then(|(about, towards)| because(graph, &about, towards, world));
    if because.is_some() {
        return because;
    }
    let answer = asking::answer(graph, question)?;
    let facts: Vec<FactId> = answer.steps.iter().map(|step| step.fact).collect();
    let mut chain = vec![answer.way(graph)];
    chain.extend(facts.iter().map(|fact| step(graph, *fact)));
    chain.extend(others(&answer));
    let sources = sources(graph, &facts);
    Some(Conclusion { text: answer.text, chain, sources, confidence: answer.confidence })
}

/// What a question wants the causes or the effects of.
pub fn asks_for_cause(graph: &Graph, question: &str) -> Option<(String, Towards)> {
    match asking::parse(graph, question)? {
        Query::Cause { concept, direction, .. } => Some((concept, direction)),
        _ => None,
    }
}

fn others(answer: &Answer) -> Option<String> {
    let others: Vec<String> = answer
        .others
        .iter()
        .map(|other| format!("{} ({:.2})", other.text, other.confidence))
        .collect();
    (!others.is_empty()).then(|| format!("less surely: {}", others.join(", ")))
}

/// What a thought about causes came to.
pub fn of_thought(graph: &Graph, thought: &Thought, towards: Towards) -> Option<Conclusion> {
    let text = thought.answer(graph, towards)?;
    let facts: Vec<FactId> = thought
        .chain
        .iter()
        .filter_map(|link| match link {
            Link::Fact { fact, .. } => Some(*fact),
            Link::Alike { .. } => None,
        })
        .collect();
    let mut chain = vec![thought.chain_told(graph)];
    chain.extend(facts.iter().map(|fact| step(graph, *fact)));
    if let End::Reflex(reflex) = &thought.end {
        chain.push(format!("resolution: reflex available ({reflex})"));
    }
    Some(Conclusion {
        text,
        chain,
        sources: sources(graph, &facts),
        confidence: thought.confidence,
    })
}

/// A fact, and where it is said.
fn step(graph: &Graph, fact: FactId) -> String {
    let told = graph.fact(fact);
    let grounds = named(told.grounds.clone());
    let named: Vec<&str> = grounds.iter().map(|ground| ground.source_id.as_str()).collect();
    format!("{told} ({:.2}; {})", told.confidence, named.join(", "))
}

/// Some of what says a fact: what was learned, or where nothing was, what was thought.
fn named(grounds: Vec<Ground>) -> Vec<Ground> {
    let (thought, learned): (Vec<Ground>, Vec<Ground>) =
        grounds.into_iter().partition(|ground| ground.silo == Silo::THOUGHTS);
    let named = if learned.is_empty() { thought } else { learned };
    named.into_iter().take(MOST_NAMED).collect()
}

fn sources(graph: &Graph, facts: &[FactId]) -> Vec<String> {
    let mut sources: Vec<String> = Vec::new();
    for fact in facts {
        for ground in named(graph.fact(*fact).grounds) {
            if !sources.contains(&ground.source_id) {
                sources.push(ground.source_id);
            }
        }
    }
    sources
}

/// Thinks about causes.
fn because(graph: &Graph, about: &str, towards: Towards, world: &dyn World) -> Option<Conclusion> {
    let thought = graph.think(about, towards, Reach::default(), world);
    of_thought(graph, &thought, towards)
}
