//! `reasoning.compare`: several things side by side, dimension by dimension, and how far apart they are.

use std::collections::BTreeMap;

use async_trait::async_trait;
use ruminate_mind::facts::concept;
use ruminate_types::mind::Fact;
use ruminate_types::ports::tool::{ToolContext, ToolError};
use ruminate_types::tool::ToolAnnotations;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::claims::{Assertion, Quantity, grouped, measure_of, topic_of};
use crate::evidence::{By, Given, NamedText, Quote, given, said, with_notes};
use crate::faculties::Faculties;
use crate::library::Library;
use crate::markdown::table;
use crate::typed::Typed;

const PROMPT: &str = include_str!("../prompts/compare.txt");
const MOST_ENTITIES: usize = 12;
const MOST_DIMENSIONS: usize = 16;
const MOST_NAME: usize = 200;
/// How sure a cell is that only the model filled.
const MODEL_ALONE: f64 = 0.4;
/// How sure a cell is that a sentence says.
const SAID: f64 = 0.75;
const UNKNOWN: &str = "unknown";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompareInput {
    /// What is compared: two or more.
    pub entities: Vec<String>,
    /// By what they are compared. Without any, by what is known of at least two of them.
    #[serde(default)]
    pub dimensions: Vec<String>,
    /// What has to be known for it.
    #[serde(default)]
    pub context: Option<String>,
    /// Texts that say something about them.
    #[serde(default)]
    pub evidence: Vec<Given>,
}

#[derive(Serialize, JsonSchema)]
pub struct Comparison {
    pub entities: Vec<String>,
    pub matrix: Vec<Row>,
    pub deltas: Vec<Delta>,
    pub by: By,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct Row {
    pub dimension: String,
    /// In the order of the entities.
    pub cells: Vec<Cell>,
}

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cell {
    pub entity: String,
    /// `unknown` where nothing says it.
    pub value: String,
    /// The amount in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    pub confidence: f64,
    pub rests_on: Vec<Quote>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    #[serde(skip)]
    amount: Option<Quantity>,
}

/// How two of them differ in one dimension.
#[derive(Serialize, JsonSchema)]
pub struct Delta {
    pub dimension: String,
    pub first: String,
    pub second: String,
    pub relation: Relation,
    /// The second less the first, in the first's unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// The second by the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    pub told: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// The first has less of it.
    Less,
    More,
    Same,
    Different,
    /// One of them is not known, or they are measured by different things.
    Incomparable,
}

#[derive(Deserialize, JsonSchema)]
struct Advice {
    cells: Vec<AdvisedCell>,
}

#[derive(Deserialize, JsonSchema)]
struct AdvisedCell {
    entity: String,
    dimension: String,
    value: String,
}

pub struct CompareTool(pub Faculties);

#[async_trait]
impl Typed for CompareTool {
    type Input = CompareInput;
    type Output = Comparison;
    const NAME: &'static str = "reasoning.compare";
    const TITLE: &'static str = "Compare";
    const DESCRIPTION: &'static str = "Compares things by dimensions: a matrix of what is known of each, with sources, and how they differ.";
    const ANNOTATIONS: ToolAnnotations = ToolAnnotations::PURE;

    async fn run(
        &self,
        input: CompareInput,
        context: &ToolContext,
    ) -> Result<Comparison, ToolError> {
        check(&input)?;
        let mut notes = Vec::new();
        let mut texts = input.evidence;
        texts.extend(
            input.context.filter(|text| !text.trim().is_empty()).map(|text| {
                Given::Named(NamedText { id: Some("context".into()), title: None, text })
            }),
        );
        let mut sources = given("evidence", texts)?;
        let mut facts = Vec::new();
        for entity in &input.entities {
            let question = format!("{entity} {}", input.dimensions.join(" "));
            for found in self.0.recall(&context.owner, &question, &mut notes).await {
                if !sources.iter().any(|source| source.text == found.text) {
                    sources.push(found);
                }
            }
            facts.push(self.0.facts(&context.owner, entity, &mut notes).await);
        }
        let dimensions = match input.dimensions.is_empty() {
            true => shared(&input.entities, &facts),
            false => input.dimensions,
        };
        if dimensions.is_empty() {
            let message = "nothing is known of two of them; name the dimensions to compare by";
            return Err(ToolError::invalid("dimensions", message));
        }
        let library = Library::new(sources);
        let mut matrix = Vec::new();
        for dimension in dimensions {
            let mut cells = Vec::new();
            for (entity, facts) in input.entities.iter().zip(&facts) {
                cells.push(self.cell(entity, &dimension, facts, &library, context).await);
            }
            matrix.push(Row { dimension, cells });
        }
        let is_heard =
            self.advise(&input.entities, &mut matrix, &library, context, &mut notes).await;
        let deltas = matrix.iter().flat_map(|row| deltas(row, &library)).collect();
        let found = matrix.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.by);
        Ok(Comparison {
            by: By::of_all(found, is_heard),
            entities: input.entities,
            matrix,
            deltas,
            notes,
        })
    }

    fn told(output: &Comparison) -> String {
        let head: Vec<String> =
            [String::new()].into_iter().chain(output.entities.iter().cloned()).collect();
        let shown = |cell: &Cell| match cell.value.as_str() {
            UNKNOWN => "–".to_owned(),
            value => value.to_owned(),
        };
        let rows = output.matrix.iter().map(|row| {
            [row.dimension.clone()].into_iter().chain(row.cells.iter().map(shown)).collect()
        });
        let mut told = table(&head, rows);
        let is_told = |delta: &&Delta| delta.relation != Relation::Incomparable;
        told.push_str(&crate::markdown::list(
            "Differences",
            output.deltas.iter().filter(is_told).map(|delta| &delta.told),
        ));
        let mut quotes: Vec<String> = output
            .matrix
            .iter()
            .flat_map(|row| &row.cells)
            .flat_map(|cell| &cell.rests_on)
            .map(ToString::to_string)
            .collect();
        quotes.sort();
        quotes.dedup();
        told.push_str(&crate::markdown::list("Sources", quotes));
        with_notes(told, &output.notes)
    }
}

fn check(input: &CompareInput) -> Result<(), ToolError> {
    if input.entities.len() < 2 {
        return Err(ToolError::invalid("entities", "there have to be at least two"));
    }
    for (field, names, most) in [
        ("entities", &input.entities, MOST_ENTITIES),
        ("dimensions", &input.dimensions, MOST_DIMENSIONS),
    ] {
        if names.len() > most {
            return Err(ToolError::invalid(
                field,
                format!("there are {}, more than {most}", names.len()),
            ));
        }
        for (at, name) in names.iter().enumerate() {
            said(&format!("{field}[{at}]"), name, MOST_NAME)?;
        }
    }
    Ok(())
}

/// Relations that are known of at least two.
fn shared(entities: &[String], facts: &[Vec<Fact>]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (entity, facts) in entities.iter().zip(facts) {
        let about = facts.iter().filter(|fact| concept(&fact.subject) == concept(entity));
        let mut relations: Vec<&str> = about.map(|fact| &*fact.relation).collect();
        relations.sort_unstable();
        relations.dedup();
        relations.into_iter().for_each(|relation| *counts.entry(relation).or_default() += 1);
    }
    let mut shared: Vec<(&str, usize)> =
        counts.into_iter().filter(|(_, count)| *count > 1).collect();
    shared.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    shared.into_iter().take(MOST_DIMENSIONS).map(|(relation, _)| relation.to_owned()).collect()
}

impl CompareTool {
    async fn cell(
        &self,
        entity: &str,
        dimension: &str,
        facts: &[Fact],
        library: &Library,
        context: &ToolContext,
    ) -> Cell {
        if let Some(cell) = said_of(entity, dimension, library) {
            return cell;
        }
        let wanted = topic_of(dimension);
        let is_about = |fact: &&Fact| {
            let words = topic_of(&format!("{} {}", fact.relation, fact.object));
            concept(&fact.subject) == concept(entity)
                && (fact.relation == dimension || wanted.iter().all(|word| words.contains(word)))
        };
        let Some(fact) = facts.iter().find(is_about) else { return Cell::unknown(entity) };
        let not = if fact.is_negated { "not " } else { "" };
        Cell {
            value: format!("{not}{}", fact.object),
            confidence: fact.confidence,
            rests_on: self.0.quotes(&context.owner, fact).await,
            by: Some(By::Facts),
            ..Cell::unknown(entity)
        }
    }

    /// Asks the model for what is not known; what is known stays.
    async fn advise(
        &self,
        entities: &[String],
        matrix: &mut [Row],
        library: &Library,
        context: &ToolContext,
        notes: &mut Vec<String>,
    ) -> bool {
        let open = matrix.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
        let pairs: Vec<String> = open
            .filter(|(_, cell)| cell.by.is_none())
            .map(|(row, cell)| format!("{} – {}", cell.entity, row.dimension))
            .collect();
        if pairs.is_empty() {
            return false;
        }
        let holes = [
            ("entities", self.0.shown(entities.iter().map(String::as_str))),
            ("sentences", self.0.shown(library.sentences().iter().map(String::as_str))),
            ("pairs", self.0.shown(pairs.iter().map(String::as_str))),
        ];
        let Some(advice) = self.0.advice::<Advice>(PROMPT, &holes, context, notes).await else {
            return false;
        };
        for row in matrix {
            for cell in row.cells.iter_mut().filter(|cell| cell.by.is_none()) {
                let is_meant = |one: &&AdvisedCell| {
                    one.entity == cell.entity && one.dimension == row.dimension
                };
                let value = advice.cells.iter().find(is_meant).map(|one| one.value.trim());
                if let Some(value) =
                    value.filter(|value| !value.is_empty() && !value.eq_ignore_ascii_case(UNKNOWN))
                {
                    cell.value = value.chars().take(MOST_NAME).collect();
                    (cell.confidence, cell.by) = (MODEL_ALONE, Some(By::Model));
                }
            }
        }
        true
    }
}

impl Cell {
    fn unknown(entity: &str) -> Self {
        Self {
            entity: entity.to_owned(),
            value: UNKNOWN.to_owned(),
            number: None,
            unit: None,
            confidence: 0.0,
            rests_on: Vec::new(),
            by: None,
            amount: None,
        }
    }
}

/// What a sentence says of one in one dimension; an amount before words.
fn said_of(entity: &str, dimension: &str, library: &Library) -> Option<Cell> {
    let (name, wanted) = (topic_of(entity), topic_of(dimension));
    let measured = measure_of(dimension);
    let near = library.near(&format!("{entity} {dimension}"));
    let is_about = |one: &&Assertion| {
        // "the latency of Rust" is about both; so is a text with the name for its title.
        let title = topic_of(&library.sources[one.spot.text].title);
        let has_name =
            name.iter().all(|word| one.topic.contains(word)) || title == name && !name.is_empty();
        let has_dimension = wanted.iter().all(|word| one.frame.contains(word))
            || measured.as_ref().is_some_and(|measure| one.frame.contains(measure));
        near.contains(&one.spot.sentence) && has_name && has_dimension && one.is_definite
    };
    let found: Vec<&Assertion> = library.claims().assertions.iter().filter(is_about).collect();
    let best = found.iter().max_by_key(|one| {
        (one.quantities.len() == 1, std::cmp::Reverse(one.topic.len()), std::cmp::Reverse(one.spot))
    })?;
    let quote = library.quote(best.spot.sentence);
    let amount = best.quantities.first().filter(|_| best.quantities.len() == 1 && !best.is_negated);
    Some(Cell {
        value: amount.map_or_else(|| quote.sentence.clone(), ToString::to_string),
        number: amount.map(|amount| amount.value),
        unit: amount.map(|amount| amount.unit.sign.clone()).filter(|sign| !sign.is_empty()),
        confidence: SAID,
        rests_on: vec![quote],
        by: Some(By::Facts),
        amount: amount.cloned(),
        ..Cell::unknown(entity)
    })
}

/// Each with the first of them, and neighbours where a sentence sets one above another.
fn deltas(row: &Row, library: &Library) -> Vec<Delta> {
    let mut deltas = Vec::new();
    for (at, first) in row.cells.iter().enumerate() {
        deltas.extend(
            row.cells[at + 1..].iter().map(|second| delta(&row.dimension, first, second, library)),
        );
    }
    deltas
}

fn delta(dimension: &str, first: &Cell, second: &Cell, library: &Library) -> Delta {
    let of = |relation, difference, ratio, told| Delta {
        dimension: dimension.to_owned(),
        first: first.entity.clone(),
        second: second.entity.clone(),
        relation,
        difference,
        ratio,
        told,
    };
    let (one, two) = (&first.entity, &second.entity);
    if let (Some(low), Some(high)) = (&first.amount, &second.amount)
        && let Some(agrees) = low.agrees(high)
    {
        let other = high.value_in(&low.unit);
        let difference = other - low.value;
        let ratio = (low.value != 0.0).then(|| other / low.value);
        let relation = match agrees {
            true => Relation::Same,
            false if difference > 0.0 => Relation::Less,
            false => Relation::More,
        };
        let told = match relation {
            Relation::Same => format!("{dimension}: {one} and {two} are the same ({low})"),
            _ => {
                let sign = &low.unit.sign;
                let space = if sign.is_empty() || sign == "%" { "" } else { " " };
                let times = ratio
                    .map(|ratio| format!(", {} ×", grouped((ratio * 100.0).round() / 100.0)))
                    .unwrap_or_default();
                let more = if difference > 0.0 { "more" } else { "less" };
                format!(
                    "{dimension}: {two} has {}{space}{sign} {more} than {one}{times}",
                    grouped(difference.abs())
                )
            }
        };
        return of(relation, Some(difference), ratio, told);
    }
    if let Some((relation, sentence)) = ordered(dimension, one, two, library) {
        return of(relation, None, None, format!("{dimension}: {sentence}"));
    }
    if first.by.is_none() || second.by.is_none() {
        return of(Relation::Incomparable, None, None, format!("{dimension}: not known of both"));
    }
    match first.amount.is_some() != second.amount.is_some() || first.amount.is_some() {
        true => of(
            Relation::Incomparable,
            None,
            None,
            format!("{dimension}: measured by different things"),
        ),
        false if concept(&first.value) == concept(&second.value) => {
            of(Relation::Same, None, None, format!("{dimension}: {one} and {two} are the same"))
        }
        false => {
            of(Relation::Different, None, None, format!("{dimension}: {one} and {two} differ"))
        }
    }
}

/// A sentence that sets one above the other in this dimension.
fn ordered(dimension: &str, one: &str, two: &str, library: &Library) -> Option<(Relation, String)> {
    let (one, two) = (topic_of(one).join(" "), topic_of(two).join(" "));
    let wanted = topic_of(dimension);
    library.claims().orders.iter().find_map(|order| {
        let is_meant = wanted.iter().all(|word| {
            topic_of(&order.scale).contains(word) || order.scale.contains(word.as_str())
        });
        let relation = match (
            order.less.key == one && order.more.key == two,
            order.less.key == two && order.more.key == one,
        ) {
            (true, _) => Relation::Less,
            (_, true) => Relation::More,
            _ => return None,
        };
        is_meant.then(|| (relation, library.claims().sentence_at(order.spot).to_owned()))
    })
}
