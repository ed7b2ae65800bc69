//! `reasoning.analyze`: what a claim takes for granted, what could go wrong with it, and how sure it is.

use async_trait::async_trait;
use ruminate_types::ports::tool::{ToolContext, ToolError};
use ruminate_types::tool::ToolAnnotations;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::claims::{Claims, HEDGES, Token, tokens};
use crate::evidence::{By, Given, Quote, given, said, with_notes};
use crate::faculties::Faculties;
use crate::library::{Found, Library};
use crate::typed::Typed;
use crate::verify::fact_check::{Judged, Verdict, judged};

const PROMPT: &str = include_str!("../prompts/analyze.txt");
const MOST_CLAIM: usize = 4_000;
const MOST_ADVISED: usize = 6;
/// How much of the confidence the model's word is.
const MODEL_SHARE: f64 = 0.3;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnalyzeInput {
    pub claim: String,
    /// Texts that speak for it or against it.
    #[serde(default)]
    pub evidence: Vec<Given>,
    #[serde(default)]
    pub analysis_type: AnalysisType,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisType {
    /// Everything.
    #[default]
    General,
    /// Only what it takes for granted.
    Assumptions,
    /// Only what could go wrong.
    Risks,
    /// Only what speaks for it and against it.
    Evidence,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    pub claim: String,
    pub analysis_type: AnalysisType,
    pub assumptions: Vec<Point>,
    pub risks: Vec<Point>,
    /// How far the claim is to be believed.
    pub confidence: f64,
    pub verdict: Verdict,
    pub supporting: Vec<Quote>,
    pub contradicting: Vec<Quote>,
    pub by: By,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Point {
    pub text: String,
    /// The words of the claim, or the sentences, that it comes from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<String>,
    pub by: By,
}

#[derive(Deserialize, JsonSchema)]
struct Advice {
    assumptions: Vec<String>,
    risks: Vec<String>,
    confidence: f64,
}

pub struct AnalyzeTool(pub Faculties);

#[async_trait]
impl Typed for AnalyzeTool {
    type Input = AnalyzeInput;
    type Output = Analysis;
    const NAME: &'static str = "reasoning.analyze";
    const TITLE: &'static str = "Analyze a claim";
    const DESCRIPTION: &'static str = "Says what a claim takes for granted, what could go wrong when somebody relies on it, and how sure it is by given texts and by what was learned.";
    const ANNOTATIONS: ToolAnnotations = ToolAnnotations::PURE;

    async fn run(&self, input: AnalyzeInput, context: &ToolContext) -> Result<Analysis, ToolError> {
        said("claim", &input.claim, MOST_CLAIM)?;
        let mut notes = Vec::new();
        let mut sources = given("evidence", input.evidence)?;
        sources.extend(self.0.recall(&context.owner, &input.claim, &mut notes).await);
        let library = Library::new(sources);
        let mut found = library.look_up(&input.claim);
        self.0.known(&input.claim, &mut found, context, &mut notes).await;
        let judged = judged(&input.claim, &found);
        let (mut assumptions, mut risks) =
            (assumptions(&input.claim, &found), risks(&found, &judged));
        let mut confidence = judged.confidence;
        let holes = [
            ("claim", self.0.shown([&*input.claim])),
            ("kind", format!("{:?}", input.analysis_type).to_lowercase()),
            ("sentences", self.0.shown(found.near.iter().map(|quote| &*quote.sentence))),
        ];
        let advice: Option<Advice> = self.0.advice(PROMPT, &holes, context, &mut notes).await;
        let is_heard = advice.is_some();
        if let Some(advice) = advice {
            heard(&mut assumptions, advice.assumptions);
            heard(&mut risks, advice.risks);
            let said = ruminate_types::Confidence::new(advice.confidence).get();
            confidence =
                bounded(judged.verdict, confidence * (1.0 - MODEL_SHARE) + said * MODEL_SHARE);
        }
        let wants = |one: AnalysisType| {
            matches!(input.analysis_type, AnalysisType::General) || input.analysis_type == one
        };
        Ok(Analysis {
            analysis_type: input.analysis_type,
            assumptions: if wants(AnalysisType::Assumptions) { assumptions } else { Vec::new() },
            risks: if wants(AnalysisType::Risks) { risks } else { Vec::new() },
            confidence,
            verdict: judged.verdict,
            supporting: judged.supporting,
            contradicting: judged.contradicting,
            by: if is_heard { By::Both } else { By::Facts },
            claim: input.claim,
            notes,
        })
    }

    fn told(output: &Analysis) -> String {
        let mut told = format!(
            "**{}**\n\n{:?}, confidence {:.2}.",
            output.claim, output.verdict, output.confidence
        );
        let point = |point: &Point| match point.because.is_empty() {
            true => point.text.clone(),
            false => format!("{} ({})", point.text, point.because.join("; ")),
        };
        told.push_str(&crate::markdown::list(
            "It takes for granted",
            output.assumptions.iter().map(point),
        ));
        told.push_str(&crate::markdown::list(
            "What could go wrong",
            output.risks.iter().map(point),
        ));
        told.push_str(&crate::markdown::list("For it", &output.supporting));
        told.push_str(&crate::markdown::list("Against it", &output.contradicting));
        with_notes(told, &output.notes)
    }
}

/// What the sentences say cannot be talked away, nor into being.
fn bounded(verdict: Verdict, confidence: f64) -> f64 {
    match verdict {
        Verdict::Supported => confidence.max(0.6),
        Verdict::Weak => confidence.clamp(0.3, 0.7),
        Verdict::Contradicted => confidence.min(0.35),
        Verdict::Unsupported => confidence.min(0.5),
    }
}

/// Words that take something for granted, and what.
const GRANTED: &[(&[&str], &str)] = &[
    (
        &["all", "every", "always", "never", "none", "nobody", "everyone", "everybody", "no"],
        "There is no exception.",
    ),
    (&["only", "solely", "exclusively"], "Nothing else does."),
    (
        &[
            "because",
            "causes",
            "cause",
            "caused",
            "due",
            "leads",
            "results",
            "therefore",
            "thus",
            "hence",
            "since",
        ],
        "What goes together is cause and effect, and nothing else brings about both.",
    ),
    (
        &["will", "shall", "soon", "future", "forecast", "tomorrow"],
        "What holds now goes on to hold.",
    ),
    (&["than", "compared", "versus", "vs"], "Both are measured in the same way."),
    (
        &["best", "worst", "most", "least", "largest", "smallest", "first", "fastest", "cheapest"],
        "Every other candidate was looked at.",
    ),
    (
        &["average", "mean", "typical", "typically", "usually", "generally", "normally"],
        "The middle says enough about the single case.",
    ),
    (
        &["everyone", "people", "users", "customers", "they"],
        "Those who are meant are alike in what matters here.",
    ),
    (
        &["should", "must", "ought", "need", "needs"],
        "The aim behind it is shared, and is worth what it costs.",
    ),
    (
        &["safe", "secure", "reliable", "proven", "guaranteed"],
        "It was tried under the conditions that matter here.",
    ),
    (&["same", "similar", "like", "as"], "What is alike in one thing is alike in the other."),
];

fn assumptions(claim: &str, found: &Found) -> Vec<Point> {
    let words = tokens(claim);
    let mut points: Vec<Point> = Vec::new();
    for (triggers, text) in GRANTED {
        let because: Vec<String> = words
            .iter()
            .filter(|word| word.is_any(triggers))
            .map(|word| format!("“{}”", word.text))
            .collect();
        if !because.is_empty() {
            points.push(Point { text: (*text).to_owned(), because, by: By::Facts });
        }
    }
    let read = Claims::of([claim]);
    let amounts: Vec<String> =
        read.assertions.iter().flat_map(|one| &one.quantities).map(ToString::to_string).collect();
    if !amounts.is_empty() {
        let text = "The number was measured as a reader would measure it, and for the same time."
            .to_owned();
        points.push(Point { text, because: amounts, by: By::Facts });
    }
    let is_direction = |word: &&Token| {
        read.assertions.iter().any(|one| one.direction.is_some())
            && crate::claims::is_direction(&word.low)
    };
    let ways: Vec<String> =
        words.iter().filter(is_direction).map(|word| format!("“{}”", word.text)).collect();
    if !ways.is_empty() {
        let text = "The change is more than the usual ups and downs, and its beginning was not chosen for it.".to_owned();
        points.push(Point { text, because: ways, by: By::Facts });
    }
    if !found.missing.is_empty() {
        let text = "What no text speaks of is as the claim says.".to_owned();
        let because = found.missing.iter().map(|word| format!("“{word}”")).collect();
        points.push(Point { text, because, by: By::Facts });
    }
    points
}

fn risks(found: &Found, judged: &Judged) -> Vec<Point> {
    let mut points = Vec::new();
    let mut add = |text: &str, because: Vec<String>| {
        points.push(Point { text: text.to_owned(), because, by: By::Facts });
    };
    for (quote, why) in &found.contradicting {
        add(&format!("Something speaks against it: {why}."), vec![quote.to_string()]);
    }
    let mut sources: Vec<&str> = found.supporting.iter().map(|quote| &*quote.source).collect();
    sources.dedup();
    match (judged.verdict, &sources[..]) {
        (Verdict::Unsupported, _) => add("Nothing that was given or learned says it.", Vec::new()),
        (Verdict::Weak, _) if found.supporting.is_empty() => {
            let quotes = found.weak.iter().take(3).map(ToString::to_string).collect();
            add("It is said only in part, or with a reserve.", quotes);
        }
        (Verdict::Supported, [only]) => {
            add("All of it rests on one source.", vec![(*only).to_owned()])
        }
        _ => {}
    }
    let hedged = |quote: &&Quote| {
        tokens(&quote.sentence).iter().any(|word| word.is_any(HEDGES) && !word.is_capital())
    };
    let reserved: Vec<String> =
        found.weak.iter().filter(hedged).take(3).map(ToString::to_string).collect();
    if !reserved.is_empty() {
        add("What speaks for it is itself not sure.", reserved);
    }
    points
}

fn heard(points: &mut Vec<Point>, said: Vec<String>) {
    for text in said.into_iter().take(MOST_ADVISED) {
        let text: String = text.trim().chars().take(300).collect();
        if !text.is_empty() && !points.iter().any(|point| point.text == text) {
            points.push(Point { text, because: Vec::new(), by: By::Model });
        }
    }
}
