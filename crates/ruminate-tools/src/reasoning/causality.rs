//! `reasoning.causality`: how two events are connected by causes, and what else could explain both.

use std::collections::{BTreeMap, HashSet, VecDeque};

use async_trait::async_trait;
use ruminate_mind::facts::tells_cause;
use ruminate_types::ports::tool::{ToolContext, ToolError};
use ruminate_types::tool::ToolAnnotations;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::claims::{Node, topic_of};
use crate::evidence::{By, Given, Quote, given, said, with_notes};
use crate::faculties::Faculties;
use crate::library::Library;
use crate::typed::Typed;

const PROMPT: &str = include_str!("../prompts/causality.txt");
const MOST_EVENT: usize = 500;
/// Steps from one event to the other.
const DEEPEST: usize = 4;
/// Concepts whose facts are looked at.
const MOST_CONCEPTS: usize = 40;
const MOST_EDGES: usize = 200;
const MOST_ADVISED: usize = 8;
const STATED: f64 = 0.75;
const RESERVED: f64 = 0.4;
const MODEL_ALONE: f64 = 0.3;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CausalityInput {
    pub event_a: String,
    pub event_b: String,
    /// Texts that say something about causes.
    #[serde(default)]
    pub evidence: Vec<Given>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Causality {
    pub verdict: Connection,
    pub summary: String,
    pub confidence: f64,
    /// The ways from one event to the other, each as its concepts.
    pub paths: Vec<Vec<String>>,
    pub graph: CausalGraph,
    pub alternatives: Vec<Alternative>,
    pub by: By,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Connection {
    ACausesB,
    BCausesA,
    /// Each brings about the other.
    Mutual,
    /// Something brings about both.
    CommonCause,
    /// It is said that the one does not bring about the other.
    Denied,
    NotKnown,
}

#[derive(Default, Serialize, JsonSchema)]
pub struct CausalGraph {
    pub nodes: Vec<String>,
    pub edges: Vec<Edge>,
}

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Edge {
    pub cause: String,
    pub effect: String,
    pub is_denied: bool,
    pub confidence: f64,
    pub rests_on: Vec<Quote>,
    pub by: By,
    #[serde(skip)]
    ends: (String, String),
}

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Alternative {
    pub explanation: String,
    pub kind: AlternativeKind,
    pub rests_on: Vec<Quote>,
    pub by: By,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AlternativeKind {
    CommonCause,
    Reverse,
    /// Something else brings about B.
    OtherCause,
    /// They go together, and no cause is said.
    Correlation,
    /// Nothing rules it out.
    Coincidence,
    Other,
}

#[derive(Deserialize, JsonSchema)]
struct Advice {
    links: Vec<AdvisedLink>,
    explanations: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
struct AdvisedLink {
    cause: String,
    effect: String,
    sentence: Option<usize>,
}

pub struct CausalityTool(pub Faculties);

#[async_trait]
impl Typed for CausalityTool {
    type Input = CausalityInput;
    type Output = Causality;
    const NAME: &'static str = "reasoning.causality";
    const TITLE: &'static str = "Find causes";
    const DESCRIPTION: &'static str = "Says how two events are connected by causes, as a graph with the sentences that say each link, and what else could explain both.";
    const ANNOTATIONS: ToolAnnotations = ToolAnnotations::PURE;

    async fn run(
        &self,
        input: CausalityInput,
        context: &ToolContext,
    ) -> Result<Causality, ToolError> {
        said("eventA", &input.event_a, MOST_EVENT)?;
        said("eventB", &input.event_b, MOST_EVENT)?;
        let node = |field: &str, text: &str| {
            Node::named(text)
                .ok_or_else(|| ToolError::invalid(field, format!("`{field}` names nothing")))
        };
        let (a, b) = (node("eventA", &input.event_a)?, node("eventB", &input.event_b)?);
        let mut notes = Vec::new();
        let mut sources = given("evidence", input.evidence)?;
        let question = format!("{} {}", input.event_a, input.event_b);
        sources.extend(self.0.recall(&context.owner, &question, &mut notes).await);
        let library = Library::new(sources);
        let mut web = Web::default();
        web.read(&library);
        self.learned(&[&a, &b], &mut web, context, &mut notes).await;
        let advice =
            self.advise(&input.event_a, &input.event_b, &library, context, &mut notes).await;
        let is_heard = advice.is_some();
        let mut others = Vec::new();
        if let Some(advice) = advice {
            others = advice.explanations;
            web.hear(advice.links, &library);
        }
        let mut found = web.judge(&a, &b);
        found.alternatives = alternatives(&a, &b, &web, &library);
        found.alternatives.extend(
            others.into_iter().take(MOST_ADVISED).filter(|one| !one.trim().is_empty()).map(|one| {
                let explanation = one.chars().take(300).collect();
                Alternative {
                    explanation,
                    kind: AlternativeKind::Other,
                    rests_on: Vec::new(),
                    by: By::Model,
                }
            }),
        );
        found.by =
            By::of_all(found.graph.edges.iter().map(|edge| edge.by).chain([By::Facts]), is_heard);
        found.notes = notes;
        Ok(found)
    }

    fn told(output: &Causality) -> String {
        let mut told = format!("{} (confidence {:.2})", output.summary, output.confidence);
        let edge = |edge: &Edge| {
            let arrow = if edge.is_denied { "does not cause" } else { "→" };
            let quotes: Vec<String> = edge.rests_on.iter().map(ToString::to_string).collect();
            let by =
                if quotes.is_empty() { "a model says so".to_owned() } else { quotes.join("; ") };
            format!("{} {arrow} {}: {by}", edge.cause, edge.effect)
        };
        told.push_str(&crate::markdown::list("Causes", output.graph.edges.iter().map(edge)));
        told.push_str(&crate::markdown::list(
            "Other explanations",
            output.alternatives.iter().map(|one| &one.explanation),
        ));
        with_notes(told, &output.notes)
    }
}

impl CausalityTool {
    /// Follows known causes from both events, a few steps each way.
    async fn learned(
        &self,
        from: &[&Node],
        web: &mut Web,
        context: &ToolContext,
        notes: &mut Vec<String>,
    ) {
        let mut waiting: VecDeque<(String, usize)> =
            from.iter().map(|node| (node.text.clone(), 0)).collect();
        let mut seen: HashSet<String> = HashSet::new();
        while let Some((name, depth)) = waiting.pop_front() {
            if !seen.insert(topic_of(&name).join(" ")) || seen.len() > MOST_CONCEPTS {
                continue;
            }
            for fact in self.0.facts(&context.owner, &name, notes).await {
                let (Some(cause), Some(effect)) =
                    (Node::named(&fact.subject), Node::named(&fact.object))
                else {
                    continue;
                };
                if !tells_cause(&fact.relation) {
                    continue;
                }
                if depth + 1 < DEEPEST {
                    waiting.extend(
                        [fact.subject.clone(), fact.object.clone()].map(|name| (name, depth + 1)),
                    );
                }
                let quotes = self.0.quotes(&context.owner, &fact).await;
                web.add(&cause, &effect, fact.is_negated, fact.confidence, quotes, By::Facts);
            }
        }
    }

    async fn advise(
        &self,
        a: &str,
        b: &str,
        library: &Library,
        context: &ToolContext,
        notes: &mut Vec<String>,
    ) -> Option<Advice> {
        let shown = self.0.shown(library.sentences().iter().map(String::as_str));
        let holes = [("a", self.0.shown([a])), ("b", self.0.shown([b])), ("sentences", shown)];
        self.0.advice(PROMPT, &holes, context, notes).await
    }
}

/// Causes and effects, each link once.
#[derive(Default)]
struct Web {
    edges: BTreeMap<(String, String, bool), Edge>,
}

impl Web {
    fn read(&mut self, library: &Library) {
        for link in &library.claims().links {
            let confidence = if link.is_weak { RESERVED } else { STATED };
            let quotes = vec![library.quote(link.spot.sentence)];
            self.add(&link.cause, &link.effect, link.is_negated, confidence, quotes, By::Facts);
        }
    }

    /// A link that a model names rests on the sentence that it names, where that speaks of both ends.
    fn hear(&mut self, links: Vec<AdvisedLink>, library: &Library) {
        for link in links.into_iter().take(MOST_ADVISED) {
            let (Some(cause), Some(effect)) = (Node::named(&link.cause), Node::named(&link.effect))
            else {
                continue;
            };
            let speaks_of_both = |sentence: &&usize| {
                let words = library
                    .sentences()
                    .get(**sentence)
                    .map(|text| topic_of(text))
                    .unwrap_or_default();
                let has = |node: &Node| {
                    node.key.split(' ').any(|word| words.iter().any(|one| one == word))
                };
                has(&cause) && has(&effect)
            };
            let quotes = link
                .sentence
                .as_ref()
                .filter(speaks_of_both)
                .map(|sentence| library.quote(*sentence));
            self.add(&cause, &effect, false, MODEL_ALONE, quotes.into_iter().collect(), By::Model);
        }
    }

    fn add(
        &mut self,
        cause: &Node,
        effect: &Node,
        is_denied: bool,
        confidence: f64,
        quotes: Vec<Quote>,
        by: By,
    ) {
        let ends = (cause.key.clone(), effect.key.clone());
        let key = (ends.0.clone(), ends.1.clone(), is_denied);
        if ends.0 == ends.1 || self.edges.len() >= MOST_EDGES && !self.edges.contains_key(&key) {
            return;
        }
        let edge = self.edges.entry(key).or_insert_with(|| Edge {
            cause: cause.text.clone(),
            effect: effect.text.clone(),
            is_denied,
            confidence: 0.0,
            rests_on: Vec::new(),
            by,
            ends,
        });
        if edge.by != by {
            edge.by = By::Both;
        }
        edge.confidence = edge.confidence.max(confidence);
        for quote in quotes {
            // A fact is read out of the sentence that is quoted already.
            if !edge.rests_on.iter().any(|one| one.source == quote.source) {
                edge.rests_on.push(quote);
            }
        }
    }

    fn stated(&self) -> impl Iterator<Item = &Edge> {
        self.edges.values().filter(|edge| !edge.is_denied)
    }

    /// The shortest way, and how sure it is: as its links together.
    fn way(&self, from: &str, to: &str) -> Option<(Vec<&Edge>, f64)> {
        let mut waiting: VecDeque<(String, Vec<&Edge>)> =
            VecDeque::from([(from.to_owned(), Vec::new())]);
        let mut seen = HashSet::from([from.to_owned()]);
        while let Some((at, way)) = waiting.pop_front() {
            for edge in self.stated().filter(|edge| is_within(&at, &edge.ends.0)) {
                let mut way = way.clone();
                way.push(edge);
                if is_within(to, &edge.ends.1) {
                    let sure = way.iter().map(|edge| edge.confidence).product();
                    return Some((way, sure));
                }
                if way.len() < DEEPEST && seen.insert(edge.ends.1.clone()) {
                    waiting.push_back((edge.ends.1.clone(), way));
                }
            }
        }
        None
    }

    fn judge(&self, a: &Node, b: &Node) -> Causality {
        let (forth, back) = (self.way(&a.key, &b.key), self.way(&b.key, &a.key));
        let common = self.common(a, b);
        let is_denied = self.edges.values().any(|edge| {
            edge.is_denied && is_within(&a.key, &edge.ends.0) && is_within(&b.key, &edge.ends.1)
        });
        let (one, two) = (&a.text, &b.text);
        let sure = |way: &Option<(Vec<&Edge>, f64)>| way.as_ref().map_or(0.0, |(_, sure)| *sure);
        let doubt = if is_denied { 0.5 } else { 1.0 };
        let (verdict, summary, confidence) = match (&forth, &back) {
            (Some(_), Some(_)) => (
                Connection::Mutual,
                format!("{one} and {two} are each said to bring about the other."),
                sure(&forth).min(sure(&back)),
            ),
            (Some((way, _)), None) => {
                (Connection::ACausesB, told(way, is_denied), sure(&forth) * doubt)
            }
            (None, Some((way, _))) => (
                Connection::BCausesA,
                format!("It is the other way round: {}", told(way, false)),
                sure(&back),
            ),
            (None, None) if is_denied => {
                (Connection::Denied, format!("{one} is said not to bring about {two}."), STATED)
            }
            (None, None) => match common.first() {
                Some((cause, way)) => (
                    Connection::CommonCause,
                    format!("{cause} brings about both {one} and {two}."),
                    way.iter().map(|edge| edge.confidence).product(),
                ),
                None => (
                    Connection::NotKnown,
                    format!("Nothing that is known leads from {one} to {two}."),
                    0.2,
                ),
            },
        };
        let paths = [&forth, &back].into_iter().flatten().map(|(way, _)| names(way)).collect();
        Causality {
            verdict,
            summary,
            confidence,
            paths,
            graph: self.around(a, b, &forth, &back, &common),
            alternatives: Vec::new(),
            by: By::Facts,
            notes: Vec::new(),
        }
    }

    /// What brings about both, with the links that say so.
    fn common(&self, a: &Node, b: &Node) -> Vec<(String, Vec<&Edge>)> {
        let mut found: Vec<(String, Vec<&Edge>)> = Vec::new();
        for edge in self
            .stated()
            .filter(|edge| !is_within(&a.key, &edge.ends.0) && !is_within(&b.key, &edge.ends.0))
        {
            let start = &edge.ends.0;
            let (Some((first, _)), Some((second, _))) =
                (self.way(start, &a.key), self.way(start, &b.key))
            else {
                continue;
            };
            // What brings about B only by A is no other explanation.
            let passes = |way: &[&Edge], node: &Node| {
                way.iter().any(|edge| is_within(&node.key, &edge.ends.0))
            };
            if !passes(&second, a)
                && !passes(&first, b)
                && !found.iter().any(|(name, _)| *name == edge.cause)
            {
                found.push((edge.cause.clone(), [first, second].concat()));
            }
        }
        found
    }

    /// The part of the graph that has to do with the two.
    fn around(
        &self,
        a: &Node,
        b: &Node,
        forth: &Option<(Vec<&Edge>, f64)>,
        back: &Option<(Vec<&Edge>, f64)>,
        common: &[(String, Vec<&Edge>)],
    ) -> CausalGraph {
        let mut graph = CausalGraph::default();
        let ways = [forth, back].into_iter().flatten().flat_map(|(way, _)| way.iter().copied());
        let touching = self.edges.values().filter(|edge| {
            [a, b].iter().any(|node| {
                is_within(&node.key, &edge.ends.0) || is_within(&node.key, &edge.ends.1)
            })
        });
        for edge in
            ways.chain(common.iter().flat_map(|(_, way)| way.iter().copied())).chain(touching)
        {
            if graph
                .edges
                .iter()
                .any(|one| one.ends == edge.ends && one.is_denied == edge.is_denied)
            {
                continue;
            }
            graph.edges.push(edge.clone());
            for name in [&edge.cause, &edge.effect] {
                if !graph.nodes.contains(name) {
                    graph.nodes.push(name.clone());
                }
            }
        }
        graph
    }
}

/// Whether all words of one phrase are in another.
fn is_within(phrase: &str, other: &str) -> bool {
    phrase.split(' ').all(|word| other.split(' ').any(|one| one == word))
}

fn names(way: &[&Edge]) -> Vec<String> {
    let first = way.first().map(|edge| edge.cause.clone());
    first.into_iter().chain(way.iter().map(|edge| edge.effect.clone())).collect()
}

fn told(way: &[&Edge], is_denied: bool) -> String {
    let doubted = if is_denied { "; it is denied, too" } else { "" };
    format!("{}{doubted}.", names(way).join(" → "))
}

fn alternatives(a: &Node, b: &Node, web: &Web, library: &Library) -> Vec<Alternative> {
    let of = |explanation: String, kind, rests_on| Alternative {
        explanation,
        kind,
        rests_on,
        by: By::Facts,
    };
    let (one, two) = (&a.text, &b.text);
    let mut found = Vec::new();
    for (cause, way) in web.common(a, b) {
        let quotes = way.iter().flat_map(|edge| edge.rests_on.clone()).collect();
        found.push(of(format!("{cause} brings about both."), AlternativeKind::CommonCause, quotes));
    }
    if let Some((way, _)) = web.way(&b.key, &a.key) {
        let quotes = way.iter().flat_map(|edge| edge.rests_on.clone()).collect();
        found.push(of(
            format!("It is {two} that brings about {one}."),
            AlternativeKind::Reverse,
            quotes,
        ));
    }
    for edge in web
        .stated()
        .filter(|edge| is_within(&b.key, &edge.ends.1) && !is_within(&a.key, &edge.ends.0))
    {
        let is_on_the_way = web.way(&a.key, &edge.ends.0).is_some();
        if !is_on_the_way {
            found.push(of(
                format!("{} brings about {two}, too.", edge.cause),
                AlternativeKind::OtherCause,
                edge.rests_on.clone(),
            ));
        }
    }
    let goes_together = |sentence: &&usize| {
        let text = library.sentences()[**sentence].to_lowercase();
        let words = topic_of(&text);
        let has = |node: &Node| node.key.split(' ').all(|word| words.iter().any(|one| one == word));
        ["correlat", "associated", "coincid", "linked"].iter().any(|word| text.contains(word))
            && has(a)
            && has(b)
    };
    let near = library.near(&format!("{one} {two}"));
    if let Some(sentence) = near.iter().find(goes_together) {
        let explanation = format!("{one} and {two} go together, which alone is no cause.");
        found.push(of(explanation, AlternativeKind::Correlation, vec![library.quote(*sentence)]));
    }
    if found.is_empty() {
        let explanation = format!(
            "{one} and {two} may have nothing to do with each other: nothing that is known rules it out."
        );
        found.push(of(explanation, AlternativeKind::Coincidence, Vec::new()));
    }
    found
}
