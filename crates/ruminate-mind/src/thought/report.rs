//! A thought as it is told: its chain in a line, its answer in a sentence, and all of it as a tree.

use std::fmt::Write;

use super::{End, Link, Thought, Towards};
use crate::facts::{Form, verb};
use crate::graph::Graph;

impl Thought {
    /// "disk pressure → large files → temp files → consolidation".
    pub fn chain_told(&self, graph: &Graph) -> String {
        let links = self.chain.iter().map(|link| graph.spelling(link.to()));
        std::iter::once(self.input.as_str()).chain(links).collect::<Vec<_>>().join(" → ")
    }

    /// The chain as a sentence; nothing when there is none.
    pub fn answer(&self, graph: &Graph, towards: Towards) -> Option<String> {
        let (first, next) = match towards {
            Towards::Causes => ("Because of", ", which comes from"),
            Towards::Effects => ("It brings about", ", which brings about"),
        };
        let mut told = String::new();
        for link in &self.chain {
            let name = graph.spelling(link.to());
            match link {
                // What is only like what was asked for is no cause of it.
                Link::Alike { .. } if told.is_empty() => {}
                Link::Alike { .. } => told.push_str(&format!(" (such as {name})")),
                Link::Fact { .. } if told.is_empty() && is_clause(name) => {
                    told = format!("{} {name}", first.trim_end_matches(" of"));
                }
                Link::Fact { .. } if told.is_empty() => told = format!("{first} {name}"),
                Link::Fact { .. } if is_clause(name) && towards == Towards::Causes => {
                    told.push_str(&format!(", which is so because {name}"));
                }
                Link::Fact { .. } => told.push_str(&format!("{next} {name}")),
            }
        }
        (!told.is_empty()).then(|| format!("{told}."))
    }

    /// The whole thought, as a tree.
    pub fn tree(&self, graph: &Graph) -> String {
        let mut out = String::new();
        self.draw(graph, "", &mut out);
        out
    }

    fn draw(&self, graph: &Graph, lead: &str, out: &mut String) {
        let Self { input, depth, .. } = self;
        line(out, format_args!("Thought(depth={depth}): activate(\"{input}\")"));
        for (fact, worth) in &self.hits {
            let fact = graph.fact(*fact);
            let silos: Vec<&str> = fact.grounds.iter().map(|ground| ground.silo.as_str()).collect();
            let silo = silos.first().copied().unwrap_or_default();
            let (subject, relation, object) = (&fact.subject, &fact.relation, &fact.object);
            let text = format_args!("{silo}: {{{subject}, {relation}, {object}}} @ {worth:.2}");
            line(out, format_args!("{lead}├── {text}"));
        }
        if let Some(inner) = &self.inner {
            let steps = self.chain.len() - inner.chain.len();
            let names: Vec<&str> =
                self.chain[..steps].iter().map(|link| graph.spelling(link.to())).collect();
            line(out, format_args!("{lead}├── chain: {input} → {}", names.join(" → ")));
            let _ = write!(out, "{lead}│   └── ");
            inner.draw(graph, &format!("{lead}│       "), out);
        }
        let end = match &self.end {
            End::Reflex(reflex) => format!("TERMINAL: reflex available ({reflex})"),
            End::Known => "nothing more is known behind it".to_owned(),
            End::Gap => format!("GAP: nothing is known about {input}"),
            End::Cut => "cut: no time or depth to go on".to_owned(),
        };
        match self.chain.is_empty() {
            true => line(out, format_args!("{lead}└── {end}")),
            false => {
                let chain = self.chain_told(graph);
                line(out, format_args!("{lead}└── {chain} @ {:.2}; {end}", self.confidence));
            }
        }
    }
}

/// "disk was full", and not "full disk".
fn is_clause(name: &str) -> bool {
    let is_verb = |word: &str| {
        matches!(word, "is" | "was" | "are" | "were" | "has" | "had" | "did")
            || matches!(verb(word), Some((Form::Past, _)))
    };
    name.split(' ').skip(1).any(is_verb)
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // A string takes everything.
    let _ = writeln!(out, "{text}");
}
