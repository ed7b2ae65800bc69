//! `verify.consistency`: what in several texts cannot be true together.

use std::collections::HashMap;

use async_trait::async_trait;
use ruminate_mind::text::stems::{is_stop, stem};
use ruminate_types::ports::tool::{ToolContext, ToolError};
use ruminate_types::tool::ToolAnnotations;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::claims::{Claims, Clash, ClashKind, tokens};
use crate::evidence::{By, Given, Quote, Source, given};
use crate::faculties::Faculties;
use crate::typed::Typed;

const PROMPT: &str = include_str!("../prompts/consistency.txt");
/// A contradiction that only the model sees is told with so much confidence.
const MODEL_ALONE: f64 = 0.5;
/// Passages are recalled for so many of the texts.
const MOST_RECALLED: usize = 8;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConsistencyInput {
    /// Texts, or texts with an id: thoughts, answers, documents.
    pub artifacts: Vec<Given>,
    /// Whether they are held against what was learned too.
    #[serde(default)]
    pub against_memory: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Consistency {
    pub consistent: bool,
    /// 1 where nothing contradicts; less with every sentence that is part of a contradiction.
    pub consistency_score: f64,
    pub contradictions: Vec<Contradiction>,
    pub checked: Checked,
    pub by: By,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Contradiction {
    pub kind: ContradictionKind,
    pub about: String,
    pub why: String,
    /// The sentences that cannot all be true, with what each says of it.
    pub statements: Vec<Statement>,
    pub confidence: f64,
    pub by: By,
}

#[derive(Clone, Serialize, JsonSchema)]
pub struct Statement {
    #[serde(flatten)]
    pub quote: Quote,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub value: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContradictionKind {
    Number,
    Date,
    Negation,
    Direction,
    Ordering,
    /// Of another kind; only a model sees these.
    Other,
}

impl From<ClashKind> for ContradictionKind {
    fn from(kind: ClashKind) -> Self {
        match kind {
            ClashKind::Number => Self::Number,
            ClashKind::Date => Self::Date,
            ClashKind::Negation => Self::Negation,
            ClashKind::Direction => Self::Direction,
            ClashKind::Ordering => Self::Ordering,
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub struct Checked {
    pub artifacts: usize,
    pub sentences: usize,
    /// What they assert that could be compared.
    pub assertions: usize,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Advice {
    contradictions: Vec<AdvisedPair>,
}

#[derive(Deserialize, JsonSchema)]
struct AdvisedPair {
    first: usize,
    second: usize,
    kind: ContradictionKind,
    why: String,
}

pub struct ConsistencyTool(pub Faculties);

#[async_trait]
impl Typed for ConsistencyTool {
    type Input = ConsistencyInput;
    type Output = Consistency;
    const NAME: &'static str = "verify.consistency";
    const TITLE: &'static str = "Check consistency";
    const DESCRIPTION: &'static str = "Finds what cannot be true together in several texts: numbers, dates, denials, directions and orders, with the sentences that say so.";
    const ANNOTATIONS: ToolAnnotations = ToolAnnotations::PURE;

    async fn run(
        &self,
        input: ConsistencyInput,
        context: &ToolContext,
    ) -> Result<Consistency, ToolError> {
        let mut sources = given("artifacts", input.artifacts)?;
        if sources.is_empty() {
            return Err(ToolError::invalid("artifacts", "there is nothing to check"));
        }
        let (artifacts, mut notes) = (sources.len(), Vec::new());
        if input.against_memory {
            self.recall(&mut sources, context, &mut notes).await;
        }
        let claims = Claims::of(sources.iter().map(|source| &*source.text));
        if claims.is_cut {
            notes.push("There are more sentences than are read.".into());
        }
        // What memory says against itself is not asked here.
        let is_ours = |clash: &Clash| clash.spots.iter().any(|spot| spot.text < artifacts);
        let mut found: Vec<Contradiction> = claims
            .clashes()
            .iter()
            .filter(|clash| is_ours(clash))
            .map(|clash| told(clash, &claims, &sources))
            .collect();
        let advice: Option<Advice> = match claims.sentences.len() {
            0 | 1 => None,
            _ => {
                let shown = self.0.shown(claims.sentences.iter().map(String::as_str));
                self.0.advice(PROMPT, &[("sentences", shown)], context, &mut notes).await
            }
        };
        let is_heard = advice.is_some();
        merge(&mut found, advice, &claims, &sources);
        Ok(Consistency {
            consistent: found.is_empty(),
            consistency_score: score(&found, claims.sentences.len()),
            by: By::of_all(found.iter().map(|one| one.by).chain([By::Facts]), is_heard),
            contradictions: found,
            checked: Checked {
                artifacts,
                sentences: claims.sentences.len(),
                assertions: claims.assertions.len(),
            },
            notes,
        })
    }

    fn told(output: &Consistency) -> String {
        let mut told = match output.contradictions.len() {
            0 => format!("No contradiction in {} sentences.", output.checked.sentences),
            1 => "One contradiction:".to_owned(),
            some => format!("{some} contradictions:"),
        };
        for one in &output.contradictions {
            told.push_str(&format!(
                "\n\n**{}** ({:?}, {:.2}): {}",
                one.about, one.kind, one.confidence, one.why
            ));
            for statement in &one.statements {
                told.push_str(&format!("\n- {}", statement.quote));
            }
        }
        crate::evidence::with_notes(told, &output.notes)
    }
}

impl ConsistencyTool {
    async fn recall(
        &self,
        sources: &mut Vec<Source>,
        context: &ToolContext,
        notes: &mut Vec<String>,
    ) {
        let asked: Vec<String> =
            sources.iter().take(MOST_RECALLED).map(|source| beginning(&source.text)).collect();
        for text in asked {
            for found in self.0.recall(&context.owner, &text, notes).await {
                if !sources.iter().any(|source| source.text == found.text) {
                    sources.push(found);
                }
            }
        }
    }
}

/// Enough of a text to recall by.
fn beginning(text: &str) -> String {
    text.chars().take(400).collect()
}

fn told(clash: &Clash, claims: &Claims, sources: &[Source]) -> Contradiction {
    let statements = clash.spots.iter().zip(&clash.values).map(|(spot, value)| Statement {
        quote: quote(claims, sources, spot.sentence),
        value: value.clone(),
    });
    Contradiction {
        kind: clash.kind.into(),
        about: clash.about.clone(),
        why: clash.why.clone(),
        statements: statements.collect(),
        confidence: clash.confidence,
        by: By::Facts,
    }
}

fn quote(claims: &Claims, sources: &[Source], sentence: usize) -> Quote {
    let source = &sources[claims.text_of[sentence]];
    Quote {
        sentence: claims.sentences[sentence].clone(),
        source: source.id.clone(),
        origin: source.origin,
    }
}

/// What the model says counts where it names two different sentences that have something in common.
fn merge(
    found: &mut Vec<Contradiction>,
    advice: Option<Advice>,
    claims: &Claims,
    sources: &[Source],
) {
    let mut places: HashMap<[String; 2], usize> = HashMap::new();
    let ends = |one: &Contradiction| {
        let mut ends: Vec<String> =
            one.statements.iter().map(|said| said.quote.sentence.clone()).collect();
        ends.sort();
        <[String; 2]>::try_from(ends).ok()
    };
    for (at, one) in found.iter().enumerate() {
        places.extend(ends(one).map(|ends| (ends, at)));
    }
    for pair in advice.into_iter().flat_map(|advice| advice.contradictions) {
        let Some([first, second]) = checked(&pair, claims) else { continue };
        let statements: Vec<Statement> = [first, second]
            .map(|sentence| Statement {
                quote: quote(claims, sources, sentence),
                value: String::new(),
            })
            .to_vec();
        let new = Contradiction {
            kind: pair.kind,
            about: common(&claims.sentences[first], &claims.sentences[second]).join(" "),
            why: pair.why.chars().take(300).collect(),
            statements,
            confidence: MODEL_ALONE,
            by: By::Model,
        };
        match ends(&new).and_then(|ends| places.get(&ends)) {
            Some(at) => found[*at].by = By::Both,
            None => found.push(new),
        }
    }
}

fn checked(pair: &AdvisedPair, claims: &Claims) -> Option<[usize; 2]> {
    let (first, second) = (claims.sentences.get(pair.first)?, claims.sentences.get(pair.second)?);
    (first != second && !common(first, second).is_empty()).then_some([pair.first, pair.second])
}

/// The words that two sentences are both about.
fn common(first: &str, second: &str) -> Vec<String> {
    let second: Vec<String> =
        tokens(second).iter().map(|token| stem(&token.low).into_owned()).collect();
    let is_common =
        |low: &str| !is_stop(low) && low.len() > 2 && second.contains(&stem(low).into_owned());
    tokens(first)
        .into_iter()
        .filter(|token| token.is_word() && is_common(&token.low))
        .map(|token| token.text)
        .collect()
}

fn score(found: &[Contradiction], sentences: usize) -> f64 {
    let mut involved: Vec<&Quote> =
        found.iter().flat_map(|one| &one.statements).map(|said| &said.quote).collect();
    involved.sort_by(|a, b| (&a.source, &a.sentence).cmp(&(&b.source, &b.sentence)));
    involved.dedup();
    1.0 - (involved.len() as f64 / sentences.max(1) as f64).min(1.0)
}
