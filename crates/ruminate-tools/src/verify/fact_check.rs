//! `verify.fact_check`: whether claims are borne out, each with the very sentences that its verdict rests on.

use async_trait::async_trait;
use ruminate_mind::facts::{concept, sentences, statements};
use ruminate_types::ports::tool::{ToolContext, ToolError};
use ruminate_types::tool::{ToolAnnotations, ToolErrorCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::evidence::{By, Given, Quote, given, note, said, with_notes};
use crate::faculties::Faculties;
use crate::library::{Found, Library};
use crate::typed::Typed;

const PROMPT: &str = include_str!("../prompts/fact_check.txt");
const MOST_CLAIMS: usize = 50;
const MOST_CLAIM_CHARS: usize = 1_000;
const MOST_TEXT_CHARS: usize = 50_000;
/// Sentences of each verdict that are shown.
const MOST_QUOTES: usize = 5;
/// Sentences that the model is shown for each claim.
const SHOWN: usize = 6;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FactCheckInput {
    /// Claims, a sentence each.
    #[serde(default)]
    pub claims: Vec<String>,
    /// A text, whose sentences are claims.
    #[serde(default)]
    pub text: Option<String>,
    /// Texts to check by.
    #[serde(default)]
    pub evidence: Vec<Given>,
    /// Whether what was learned is asked too.
    #[serde(default = "yes")]
    pub use_memory: bool,
}

pub(crate) fn yes() -> bool {
    true
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactCheck {
    pub verdicts: Vec<Judged>,
    /// The share of claims that are supported.
    pub support_score: f64,
    /// Claims that are contradicted, or said by some and denied by others.
    pub factuality_flags: Vec<String>,
    /// Claims that nothing says.
    pub unresolved_claims: Vec<String>,
    pub by: By,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct Judged {
    pub claim: String,
    pub verdict: Verdict,
    /// How far the claim is to be believed after this.
    pub confidence: f64,
    pub supporting: Vec<Quote>,
    pub contradicting: Vec<Quote>,
    pub why: String,
    pub by: By,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// A sentence says it.
    Supported,
    /// Said in part, with a reserve, or not by all.
    Weak,
    /// A sentence says something that cannot be true together with it.
    Contradicted,
    /// Nothing says it.
    Unsupported,
}

#[derive(Deserialize, JsonSchema)]
struct Advice {
    verdicts: Vec<AdvisedVerdict>,
}

#[derive(Deserialize, JsonSchema)]
struct AdvisedVerdict {
    claim: usize,
    verdict: Verdict,
    sentences: Vec<usize>,
}

pub struct FactCheckTool(pub Faculties);

#[async_trait]
impl Typed for FactCheckTool {
    type Input = FactCheckInput;
    type Output = FactCheck;
    const NAME: &'static str = "verify.fact_check";
    const TITLE: &'static str = "Check facts";
    const DESCRIPTION: &'static str = "Checks claims against given texts and against what was learned. Each is supported, weak, contradicted or unsupported, with the sentences that say so.";
    const ANNOTATIONS: ToolAnnotations = ToolAnnotations::PURE;

    async fn run(
        &self,
        input: FactCheckInput,
        context: &ToolContext,
    ) -> Result<FactCheck, ToolError> {
        let claims = claims(&input)?;
        let mut notes = Vec::new();
        let mut sources = given("evidence", input.evidence)?;
        if input.use_memory {
            for claim in &claims {
                for found in self.0.recall(&context.owner, claim, &mut notes).await {
                    if !sources.iter().any(|source| source.text == found.text) {
                        sources.push(found);
                    }
                }
            }
        }
        let library = Library::new(sources);
        let mut found: Vec<Found> = claims.iter().map(|claim| library.look_up(claim)).collect();
        if input.use_memory {
            for (claim, found) in claims.iter().zip(&mut found) {
                self.0.known(claim, found, context, &mut notes).await;
            }
        }
        let mut verdicts: Vec<Judged> =
            claims.iter().zip(&found).map(|(claim, found)| judged(claim, found)).collect();
        let is_heard = self.advise(&mut verdicts, &found, context, &mut notes).await;
        let of = |wanted: fn(&Judged) -> bool| -> Vec<String> {
            verdicts.iter().filter(|one| wanted(one)).map(|one| one.claim.clone()).collect()
        };
        let supported = verdicts.iter().filter(|one| one.verdict == Verdict::Supported).count();
        Ok(FactCheck {
            support_score: supported as f64 / verdicts.len() as f64,
            factuality_flags: of(|one| !one.contradicting.is_empty()),
            unresolved_claims: of(|one| one.verdict == Verdict::Unsupported),
            by: By::of_all(verdicts.iter().map(|one| one.by), is_heard),
            verdicts,
            notes,
        })
    }

    fn told(output: &FactCheck) -> String {
        let mut told = String::from("| Claim | Verdict | Believed |\n|---|---|---|");
        for one in &output.verdicts {
            let claim = crate::markdown::cell(&one.claim);
            told.push_str(&format!("\n| {claim} | {:?} | {:.2} |", one.verdict, one.confidence));
        }
        for one in
            output.verdicts.iter().filter(|one| one.supporting.len() + one.contradicting.len() > 0)
        {
            told.push_str(&format!("\n\n**{}**: {}", one.claim, one.why));
            one.supporting.iter().for_each(|quote| told.push_str(&format!("\n- for: {quote}")));
            one.contradicting
                .iter()
                .for_each(|quote| told.push_str(&format!("\n- against: {quote}")));
        }
        with_notes(told, &output.notes)
    }
}

fn claims(input: &FactCheckInput) -> Result<Vec<String>, ToolError> {
    let mut claims = Vec::new();
    for (at, claim) in input.claims.iter().enumerate() {
        said(&format!("claims[{at}]"), claim, MOST_CLAIM_CHARS)?;
        claims.push(claim.trim().to_owned());
    }
    if let Some(text) = &input.text {
        said("text", text, MOST_TEXT_CHARS)?;
        let all = sentences(text).into_iter().map(|range| text[range].trim());
        claims.extend(all.filter(|one| !one.is_empty() && !one.ends_with('?')).map(str::to_owned));
    }
    if claims.is_empty() {
        return Err(ToolError::invalid(
            "claims",
            "there is nothing to check: give `claims` or `text`",
        ));
    }
    if claims.len() > MOST_CLAIMS {
        let message = format!("there are {} claims, more than {MOST_CLAIMS}", claims.len());
        return Err(
            ToolError::new(ToolErrorCode::TooLarge, message).hint("check the text in parts")
        );
    }
    Ok(claims)
}

impl Faculties {
    /// Adds what facts say: the same, or the same denied.
    pub(crate) async fn known(
        &self,
        claim: &str,
        found: &mut Found,
        context: &ToolContext,
        notes: &mut Vec<String>,
    ) {
        for said in statements("", claim) {
            let object = concept(&said.object);
            for fact in self.facts(&context.owner, &said.subject, notes).await {
                let is_same = fact.relation == said.relation
                    && concept(&fact.object) == object
                    && concept(&fact.subject) == concept(&said.subject);
                if !is_same {
                    continue;
                }
                for quote in self.quotes(&context.owner, &fact).await {
                    match fact.is_negated == said.is_negated {
                        true if !found.supporting.contains(&quote) => found.supporting.push(quote),
                        false if !found.contradicting.iter().any(|(other, _)| *other == quote) => {
                            found.contradicting.push((quote, "a known fact says otherwise".into()));
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

/// What the sentences come to.
pub(crate) fn judged(claim: &str, found: &Found) -> Judged {
    let mut sources: Vec<&str> = found.supporting.iter().map(|quote| &*quote.source).collect();
    sources.sort_unstable();
    sources.dedup();
    let (verdict, confidence, why) =
        match (sources.len(), found.contradicting.len(), found.weak.len()) {
            (0, 0, 0) => (Verdict::Unsupported, 0.3, "nothing says it".to_owned()),
            (0, 0, _) => (Verdict::Weak, 0.5, "said in part, or with a reserve".to_owned()),
            (0, ..) => (Verdict::Contradicted, 0.1, found.contradicting[0].1.clone()),
            (some, 0, _) => {
                let told = ruminate_types::counted(some as u64, "source");
                (
                    Verdict::Supported,
                    1.0 - 0.25f64.powi(i32::try_from(some).unwrap_or(9)),
                    format!("{told} say so"),
                )
            }
            (some, against, _) if some > against => {
                (Verdict::Weak, 0.5, "most say so, and some the contrary".to_owned())
            }
            _ => (
                Verdict::Contradicted,
                0.3,
                format!("sources disagree: {}", found.contradicting[0].1),
            ),
        };
    let supporting = match found.supporting.is_empty() {
        true => &found.weak,
        false => &found.supporting,
    };
    Judged {
        claim: claim.to_owned(),
        verdict,
        confidence: confidence.min(0.98),
        supporting: supporting.iter().take(MOST_QUOTES).cloned().collect(),
        contradicting: found
            .contradicting
            .iter()
            .take(MOST_QUOTES)
            .map(|(quote, _)| quote.clone())
            .collect(),
        why,
        by: By::Facts,
    }
}

impl FactCheckTool {
    /// Lets the model judge what the rules left open. It may find support that they missed, by naming the sentence; what they
    /// found it cannot take away.
    async fn advise(
        &self,
        verdicts: &mut [Judged],
        found: &[Found],
        context: &ToolContext,
        notes: &mut Vec<String>,
    ) -> bool {
        let mut shown: Vec<&Quote> = Vec::new();
        for quote in found.iter().flat_map(|found| found.near.iter().take(SHOWN)) {
            if !shown.contains(&quote) {
                shown.push(quote);
            }
        }
        if shown.is_empty() {
            return false;
        }
        let holes = [
            ("claims", self.0.shown(verdicts.iter().map(|one| &*one.claim))),
            ("sentences", self.0.shown(shown.iter().map(|quote| &*quote.sentence))),
        ];
        let Some(advice) = self.0.advice::<Advice>(PROMPT, &holes, context, notes).await else {
            return false;
        };
        for advised in advice.verdicts {
            let quotes: Vec<Quote> = advised
                .sentences
                .iter()
                .filter_map(|at| shown.get(*at))
                .map(|quote| (*quote).clone())
                .collect();
            if let Some(judged) = verdicts.get_mut(advised.claim) {
                heard(judged, advised.verdict, quotes, notes);
            }
        }
        true
    }
}

fn heard(judged: &mut Judged, verdict: Verdict, quotes: Vec<Quote>, notes: &mut Vec<String>) {
    if verdict == judged.verdict {
        judged.by = By::Both;
        return;
    }
    let is_open = matches!(judged.verdict, Verdict::Unsupported | Verdict::Weak)
        && judged.contradicting.is_empty();
    match verdict {
        // By its word alone nothing is more than weak.
        Verdict::Supported | Verdict::Weak if is_open && !quotes.is_empty() => {
            judged.verdict = Verdict::Weak;
            judged.confidence = if verdict == Verdict::Supported { 0.6 } else { 0.5 };
            judged.supporting = quotes.into_iter().take(MOST_QUOTES).collect();
            judged.why = "a model reads it so".into();
            judged.by = By::Model;
        }
        Verdict::Contradicted if is_open && !quotes.is_empty() => {
            judged.verdict = Verdict::Contradicted;
            judged.confidence = 0.25;
            judged.contradicting = quotes.into_iter().take(MOST_QUOTES).collect();
            judged.supporting.clear();
            judged.why = "a model reads it so".into();
            judged.by = By::Model;
        }
        _ => note(
            notes,
            format!("The model calls “{}” {verdict:?}; what was found stands.", judged.claim),
        ),
    }
}
