//! Whether two things have the same: "Are A and B from the same country?", "Are A and B both American?"

use super::link;
use super::query::{Link, Query, Term, Way};
use super::sides::{HOLDING, Sides};
use super::word::Name;
use crate::facts::singular;

impl Sides {
    /// "Are A and B from the same country?", "Do A and B have the same director?"
    pub(super) fn same(&self) -> Option<Query> {
        let [a, b] = self.names.as_slice() else { return None };
        if !self.has(&["same"]) {
            return None;
        }
        let property = ["nationality", "country", "city", "town", "county", "state"]
            .into_iter()
            .find(|noun| self.has(&[noun]));
        let role = self.role()?;
        let is_born = self.has(&["born"]);
        let place =
            |verb: &str| Link::new(property.unwrap_or("place"), vec![Way::Place(verb.to_owned())]);
        let (role, by) = match (property, role) {
            (Some(_), role) if is_born => (role, place("be born")),
            (Some("nationality" | "country"), role) => {
                (role, Link::new("country", vec![Way::Country]))
            }
            (Some(size), role) if self.has(&["located", "situated", "based", "in"]) => {
                (role, Link::new(size, vec![Way::Located]).kind(Some(size.to_owned())))
            }
            (None, Some(role)) => (None, link::noun(&role)?),
            _ => return None,
        };
        let is_word = |word: &str| {
            matches!(
                word,
                "same" | "share" | "shared" | "located" | "situated" | "based" | "born" | "come"
            ) || property == Some(word)
                || by.name == singular(word)
        };
        if !self.is_covered(&is_word, role.as_deref()) || self.has(&["who", "which", "what"]) {
            return None;
        }
        let of = |name: &Name| -> Option<Term> {
            let name = Term::Named(name.clone());
            match &role {
                Some(role) => Some(name.of(link::noun(role)?)),
                None => Some(name),
            }
        };
        // "born in the same country" is asked of places, which are looked up to their countries.
        let by = match property {
            Some(kind) if is_born => by.kind(Some(kind.to_owned())),
            _ => by,
        };
        Some(Query::Same { items: [of(a)?, of(b)?], by })
    }

    /// "Are A and B both American?", "Are both A and B films?"
    pub(super) fn both(&self) -> Option<Query> {
        let [a, b] = self.names.as_slice() else { return None };
        let is_asked =
            self.words.first().is_some_and(|word| matches!(word.as_str(), "are" | "were"));
        if !is_asked {
            return None;
        }
        let kind: Vec<&str> = self
            .words
            .iter()
            .skip(1)
            .map(String::as_str)
            .filter(|word| !matches!(*word, "and" | "both" | "the" | "a" | "an"))
            .collect();
        let is_plain = kind
            .iter()
            .all(|word| !HOLDING.contains(word) && !matches!(*word, "not" | "no" | "same"));
        let items = [Term::Named(a.clone()), Term::Named(b.clone())];
        (is_plain && (1..=3).contains(&kind.len()))
            .then(|| Query::Both { items, kind: kind.join(" ") })
    }
}
