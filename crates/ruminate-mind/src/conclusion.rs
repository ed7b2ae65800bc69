//! An answer that follows from facts.

pub use ruminate_types::mind::Conclusion;

use ruminate_types::Silo;
use ruminate_types::mind::Ground;

use crate::asking::{self, Answer, Day, Step, Understood};
use crate::graph::Graph;
use crate::thought::{End, Link, Reach, Thought, Towards, World};

/// Sources that are named for each fact.
const MOST_NAMED: usize = 2;

/// What the facts say to a question; none if they do not.
pub fn conclude(graph: &Graph, question: &str, world: &dyn World) -> Option<Conclusion> {
    of_query(graph, &asking::understand(graph, question)?, world)
}

/// What they say to one that was understood.
pub(crate) fn of_query(graph: &Graph, query: &Understood, world: &dyn World) -> Option<Conclusion> {
    let because = query.cause().and_then(|(about, towards)| because(graph, about, towards, world));
    if because.is_some() {
        return because;
    }
    let answer = query.answer(graph)?;
    let mut chain = vec![answer.way(graph)];
    chain.extend(answer.steps.iter().map(|step| told(graph, step)));
    chain.extend(others(&answer));
    let sources = sources(graph, &answer.steps);
    Some(Conclusion { text: answer.text, chain, sources, confidence: answer.confidence })
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
    let steps: Vec<Step> = thought
        .chain
        .iter()
        .filter_map(|link| match link {
            Link::Fact { fact, .. } => Some(Step::along(*fact)),
            Link::Alike { .. } => None,
        })
        .collect();
    let mut chain = vec![thought.chain_told(graph)];
    chain.extend(steps.iter().map(|step| told(graph, step)));
    if let End::Reflex(reflex) = &thought.end {
        chain.push(format!("resolution: reflex available ({reflex})"));
    }
    Some(Conclusion {
        text,
        chain,
        sources: sources(graph, &steps),
        confidence: thought.confidence,
    })
}

/// A fact, and where it is said.
fn told(graph: &Graph, step: &Step) -> String {
    let fact = graph.fact(step.fact);
    let grounds = named(step, fact.grounds.clone());
    let named: Vec<&str> = grounds.iter().map(|ground| ground.source_id.as_str()).collect();
    format!("{fact} ({:.2}; {})", fact.confidence, named.join(", "))
}

/// Some of what says a step: what was learned, or where nothing was, what was thought. Who gives it another time says
/// something else.
fn named(step: &Step, grounds: Vec<Ground>) -> Vec<Ground> {
    let says_so = |ground: &Ground| {
        let when = ground.when.as_deref().and_then(Day::of);
        step.told.is_none_or(|told| when.is_some_and(|when| when.agrees(told)))
    };
    let (thought, learned): (Vec<Ground>, Vec<Ground>) =
        grounds.into_iter().filter(says_so).partition(|ground| ground.silo == Silo::THOUGHTS);
    let named = if learned.is_empty() { thought } else { learned };
    named.into_iter().take(MOST_NAMED).collect()
}

fn sources(graph: &Graph, steps: &[Step]) -> Vec<String> {
    let mut sources: Vec<String> = Vec::new();
    for step in steps {
        for ground in named(step, graph.fact(step.fact).grounds) {
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
