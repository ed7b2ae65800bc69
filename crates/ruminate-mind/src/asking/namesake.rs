//! Two who share a name. A first name alone is not one person: where different sources tell different things of it that
//! one person has only once, they may speak of two.

use super::follow::Found;
use super::person::file;
use super::query::{Link, Term, Wants, Way};
use super::tell::joined_by;
use crate::graph::Graph;

/// How far it is believed that one of them is meant.
pub(super) const EITHER: f64 = 0.5;

/// What each source says, if they may speak of two: "Oslo (a.md) or Rome (b.md); there may be two by the name of Tom".
pub(super) fn told_apart(graph: &Graph, what: &Term, found: &[Found]) -> Option<String> {
    let Term::Of(inner, link) = what else { return None };
    let Term::Named(name) = inner.as_ref() else { return None };
    let name = graph.spelling(name.concept);
    let is_first_name = !name.contains(' ') && name.starts_with(char::is_uppercase);
    if found.len() < 2 || !is_first_name || !is_usually_one(link) {
        return None;
    }
    let sources: Vec<Vec<String>> = found.iter().map(|found| sources(graph, found)).collect();
    let is_apart = |a: usize, b: usize| sources[a].iter().all(|one| !sources[b].contains(one));
    let is_each = (0..found.len()).all(|b| (0..b).all(|a| is_apart(a, b)));
    let each = found.iter().zip(&sources).map(|(found, sources)| {
        format!("{} ({})", found.value.text(graph), sources.first().map_or("", String::as_str))
    });
    let count = ["two", "three"].get(found.len() - 2).unwrap_or(&"several");
    is_each
        .then(|| format!("{}; there may be {count} by the name of {name}", joined_by(" or ", each)))
}

/// Whether one person has it once at a time: a home, a birthplace, a spouse.
fn is_usually_one(link: &Link) -> bool {
    let is_place = |way: &Way| matches!(way, Way::Place(_) | Way::Located);
    let is_spouse = matches!(link.name.as_str(), "spouse" | "husband" | "wife" | "marry");
    // Of two days one is told against the other.
    if link.wants == Wants::Time {
        return false;
    }
    link.is_single() || is_spouse || link.wants == Wants::Place && link.ways.iter().any(is_place)
}

/// The files, and not their passages, that say what leads there.
fn sources(graph: &Graph, found: &Found) -> Vec<String> {
    let grounds = found.steps.iter().flat_map(|step| graph.grounds(step.fact));
    let mut sources: Vec<String> =
        grounds.map(|ground| file(&ground.source_id).to_owned()).collect();
    sources.sort_unstable();
    sources.dedup();
    sources
}
