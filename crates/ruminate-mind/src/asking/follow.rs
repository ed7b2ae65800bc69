//! Following links through the graph, with what was passed on the way.

use super::day::Day;
use super::query::{Link, Side, Term, Wants, Way};
use super::word::Name;
use super::{Step, alias, kin, link, now, occupation, origin, person, which};
use crate::graph::{ConceptId, FactId, Graph};

/// Facts of a concept that are looked at for one link.
pub(super) const LOOKED_AT: usize = 400;
/// Where a link leads that is followed further.
const MOST: usize = 8;
/// Where a link leads that is told.
pub(super) const MOST_FOUND: usize = 64;

/// What a question may lead to.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) value: Value,
    pub(super) confidence: f64,
    /// How far the least believed of those is believed who say what leads here.
    pub(super) belief: f64,
    pub(super) steps: Vec<Step>,
    /// Facts of these lessons alone are meant, where several things have one name.
    pub(super) lessons: Option<Vec<String>>,
    /// Whether nothing says that it is of the kind that was asked for.
    pub(super) is_unsaid: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Concept(ConceptId),
    /// What is no concept of its own: a part of one, or a time.
    Said(String),
}

impl Value {
    /// What is known by this name, or else what is only said.
    pub(super) fn named(graph: &Graph, text: String) -> Self {
        graph.concept(&text).map_or(Value::Said(text), Value::Concept)
    }

    pub(super) fn text<'a>(&'a self, graph: &'a Graph) -> &'a str {
        match self {
            Value::Concept(concept) => graph.spelling(*concept),
            Value::Said(text) => text,
        }
    }
}

impl Found {
    pub(super) fn at(concept: ConceptId) -> Self {
        Self::from(Value::Concept(concept))
    }

    fn from(value: Value) -> Self {
        Self {
            value,
            confidence: 1.0,
            belief: 1.0,
            steps: Vec::new(),
            lessons: None,
            is_unsaid: false,
        }
    }

    /// What a fact of it leads to. Whether it was read rightly is doubted at every step; whether those who wrote it are
    /// to be believed is doubted once, as far as the one who is believed least.
    pub(super) fn next(
        &self,
        graph: &Graph,
        fact: FactId,
        from: Side,
        value: Value,
        exact: f64,
    ) -> Self {
        let step = Step { is_reversed: from == Side::Object, ..Step::along(fact) };
        let belief = graph.belief(fact);
        let again = self.belief.max(belief).max(f64::MIN_POSITIVE);
        Self {
            value,
            confidence: self.confidence * (graph.confidence(fact) / again).min(1.0) * exact,
            belief: self.belief.min(belief),
            steps: [self.steps.as_slice(), &[step]].concat(),
            lessons: None,
            is_unsaid: false,
        }
    }

    /// The same by another name.
    pub(super) fn called(&self, concept: ConceptId, exact: f64) -> Self {
        let value = Value::Concept(concept);
        Self { value, confidence: self.confidence * exact, lessons: None, ..self.clone() }
    }

    pub(super) fn concept(&self) -> Option<ConceptId> {
        match self.value {
            Value::Concept(concept) => Some(concept),
            Value::Said(_) => None,
        }
    }

    /// The facts in which it stands at a side, that are not denied.
    pub(super) fn facts<'a>(
        &'a self,
        graph: &'a Graph,
        side: Side,
    ) -> impl Iterator<Item = (FactId, &'a str, ConceptId)> + 'a {
        let concept = self.concept();
        let subject =
            concept.filter(|_| side == Side::Subject).map(|concept| graph.of_subject(concept));
        let object =
            concept.filter(|_| side == Side::Object).map(|concept| graph.of_object(concept));
        let facts = subject
            .into_iter()
            .flatten()
            .take(LOOKED_AT)
            .chain(object.into_iter().flatten().take(LOOKED_AT));
        facts.filter(|fact| !graph.is_negated(*fact) && self.is_meant(graph, *fact)).map(
            move |fact| {
                let (subject, relation, object) = graph.parts(fact);
                (fact, relation, if side == Side::Subject { object } else { subject })
            },
        )
    }

    fn is_meant(&self, graph: &Graph, fact: FactId) -> bool {
        let Some(lessons) = &self.lessons else { return true };
        graph.grounds(fact).any(|ground| lessons.contains(&ground.source_id))
    }
}

/// What a term means, the surest first.
pub(super) fn term(graph: &Graph, term: &Term) -> Vec<Found> {
    match term {
        Term::Named(name) => named(graph, name).into_iter().collect(),
        Term::Time(written) => {
            let value = Value::Said(written.clone());
            vec![Found::from(value)]
        }
        Term::Of(inner, link) => {
            let from = now::so_now(graph, self::term(graph, inner));
            let found = from.iter().take(MOST).flat_map(|from| follow(graph, from, link)).collect();
            best_first(graph, found)
        }
    }
}

fn named(graph: &Graph, name: &Name) -> Option<Found> {
    let exact = if name.is_short { person::ONLY_FIRST } else { 1.0 };
    let found = Found { confidence: exact, ..Found::at(name.concept) };
    match &name.which {
        Some(which) => which::narrowed(graph, found, which),
        None => Some(found),
    }
}

/// Where a link leads from something, or else from what it is called otherwise.
pub(super) fn follow(graph: &Graph, from: &Found, link: &Link) -> Vec<Found> {
    let found = follow_as_called(graph, from, link);
    if !found.is_empty() {
        return found;
    }
    let called = alias::aliases(graph, from);
    best_first(
        graph,
        called.iter().flat_map(|other| follow_as_called(graph, other, link)).collect(),
    )
}

fn follow_as_called(graph: &Graph, from: &Found, link: &Link) -> Vec<Found> {
    let mut found: Vec<Found> = link.ways.iter().flat_map(|way| along(graph, from, way)).collect();
    if found.is_empty() {
        for [first, second] in &link.through {
            let (Some(first), Some(second)) = (link::noun(first), link::noun(second)) else {
                continue;
            };
            let middle = follow(graph, from, &first);
            found
                .extend(middle.iter().take(MOST).flat_map(|middle| follow(graph, middle, &second)));
        }
    }
    found.retain(|found| fits(graph, found, link.wants) && !is_back(graph, from, found));
    let mut found = best_first(graph, found);
    if let Some(kind) = &link.kind {
        found = which::of_kind(graph, found, kind, &link.name);
    }
    found.truncate(MOST_FOUND);
    found
}

/// Whether a step leads to where it began.
fn is_back(graph: &Graph, from: &Found, found: &Found) -> bool {
    from.value == found.value || from.value.text(graph) == found.value.text(graph)
}

/// Each value once, with the surest way to it, and the surest first; then as it was read.
pub(super) fn best_first(graph: &Graph, mut found: Vec<Found>) -> Vec<Found> {
    let read = |found: &Found| found.steps.iter().map(|step| step.fact).collect::<Vec<_>>();
    found.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then_with(|| read(a).cmp(&read(b))));
    let mut kept: Vec<Found> = Vec::new();
    for next in found {
        if !kept.iter().any(|kept| {
            kept.value == next.value || kept.value.text(graph) == next.value.text(graph)
        }) {
            kept.push(next);
        }
    }
    kept
}

fn fits(graph: &Graph, found: &Found, wants: Wants) -> bool {
    let text = found.value.text(graph);
    let has_name =
        text.split(' ').any(|word| word.starts_with(char::is_uppercase) || !word.is_ascii());
    match wants {
        Wants::Anything => true,
        Wants::Somebody | Wants::Place => has_name && !Day::is_in(text),
        Wants::Time => Day::of(text).is_some(),
    }
}

fn along(graph: &Graph, from: &Found, way: &Way) -> Vec<Found> {
    match way {
        Way::Fact { relation, from: side, exact } => {
            let facts = from.facts(graph, *side).filter(|(_, known, _)| known == relation);
            facts
                .map(|(fact, _, other)| {
                    from.next(graph, fact, *side, Value::Concept(other), *exact)
                })
                .collect()
        }
        Way::Kin { relation, from: side, sex } => {
            let facts = from.facts(graph, *side).filter(|(_, known, _)| known == relation);
            let fits = facts.filter_map(|(fact, _, other)| {
                let exact = match kin::sex(graph, other) {
                    Some(known) if known != *sex => return None,
                    Some(_) => 0.95,
                    None => 0.85,
                };
                Some(from.next(graph, fact, *side, Value::Concept(other), exact))
            });
            fits.collect()
        }
        Way::Parent(sex) => kin::parents(graph, from, *sex),
        Way::Time(verb) => times(graph, from, verb),
        Way::Place(verb) => places(graph, from, verb),
        Way::Had(noun) => had(graph, from, noun),
        Way::Occupation => occupation::occupations(graph, from),
        Way::Located => origin::located(graph, from),
        Way::Nationality => origin::nationalities(graph, from),
        Way::Country => origin::countries(graph, from, 2),
        Way::Year => origin::years(graph, from),
    }
}

/// "be born on 5 May", or a sentence that says it with its time.
fn times(graph: &Graph, from: &Found, verb: &str) -> Vec<Found> {
    let mut found = Vec::new();
    for (fact, relation, other) in from.facts(graph, Side::Subject) {
        let Some(rest) =
            relation.strip_prefix(verb).filter(|rest| rest.is_empty() || rest.starts_with(' '))
        else {
            continue;
        };
        if matches!(rest, " on" | " in" | " since" | " at")
            && Day::of(graph.spelling(other)).is_some()
        {
            found.push(from.next(graph, fact, Side::Subject, Value::Concept(other), 1.0));
            continue;
        }
        let led = from.next(graph, fact, Side::Subject, Value::Concept(other), 0.9);
        found.extend(told_times(graph, &led));
    }
    found
}

/// The times that are given with the last fact on the way, each as sure as it is common among them.
pub(super) fn told_times(graph: &Graph, led: &Found) -> Vec<Found> {
    let Some(last) = led.steps.last() else { return Vec::new() };
    let told: Vec<(Day, String)> = graph
        .grounds(last.fact)
        .filter_map(|ground| {
            let when = ground.when?;
            let bare = when.split_once(' ').map_or(when.as_str(), |(_, date)| date);
            Some((Day::of(&when)?, bare.to_owned()))
        })
        .collect();
    let share = |day: Day| {
        let agreeing = told.iter().filter(|(other, _)| day.agrees(*other)).count();
        agreeing as f64 / told.len() as f64
    };
    let found = told.iter().map(|(day, bare)| {
        let mut found = Found {
            value: Value::Said(bare.clone()),
            confidence: led.confidence * share(*day),
            ..led.clone()
        };
        if let Some(step) = found.steps.last_mut() {
            step.told = Some(*day);
        }
        found
    });
    found.collect()
}

fn places(graph: &Graph, from: &Found, verb: &str) -> Vec<Found> {
    let facts = from.facts(graph, Side::Subject).filter(|(_, relation, _)| {
        relation
            .strip_prefix(verb)
            .is_some_and(|rest| matches!(rest, " in" | " at" | " near" | " on"))
    });
    facts
        .map(|(fact, _, other)| from.next(graph, fact, Side::Subject, Value::Concept(other), 1.0))
        .collect()
}

/// "4,000" of "have population of 4,000", "64 GB" of "have 64 GB of memory".
fn had(graph: &Graph, from: &Found, noun: &str) -> Vec<Found> {
    let facts = from.facts(graph, Side::Subject).filter(|(_, relation, _)| *relation == "have");
    let told = facts.filter_map(|(fact, _, object)| {
        let (head, last) = graph.spelling(object).split_once(" of ")?;
        let is_amount = head.starts_with(|c: char| c.is_ascii_digit());
        let (told, amount) = if is_amount { (last, head) } else { (head, last) };
        (told.to_lowercase() == noun)
            .then(|| from.next(graph, fact, Side::Subject, Value::Said(amount.to_owned()), 1.0))
    });
    told.collect()
}
