//! Asking the model, the same way for every stage.

use ruminate_types::ports::model::{ModelRequest, Purpose};
use ruminate_types::{Effect, Layer, Recollection, Run, SubQuestion, SynthesisKind, Thought};

use crate::allowance::{Allowance, ENOUGH_REPLY, Part, allowance};
use crate::prompt::{Keep, Prompt, SYSTEM, shortened};
use crate::tokens::estimate;

/// How a reply is to look: in the text format, and by schema where the server can hold a model to one.
pub(super) struct Form {
    pub(super) text: &'static str,
    pub(super) json: &'static str,
    pub(super) schema: &'static str,
}

pub(super) const SYNTHESIS: Form = Form {
    text: include_str!("../prompts/synthesis.format.txt"),
    json: include_str!("../prompts/synthesis.format.json.txt"),
    schema: include_str!("../prompts/synthesis.schema.json"),
};

pub(super) struct Call {
    pub(super) purpose: Purpose,
    pub(super) part: Part,
    /// How many calls side by side share what the budget leaves.
    pub(super) sharing: usize,
}

impl Call {
    /// The call with its prompt fitted; none without a model, or without room in the budget.
    pub(super) fn effect(&self, run: &Run, prompt: Prompt, form: &Form) -> Option<Effect> {
        let model = run.cursor.model.as_ref()?;
        let format = if model.structured { form.json } else { form.text };
        let schema = model.structured.then(|| serde_json::from_str(form.schema).ok()).flatten();
        self.request(run, SYSTEM, prompt.text("format", format.trim_end()), schema)
    }

    /// The same for a reply in plain text, whatever the server can hold a model to.
    pub(super) fn plain(&self, run: &Run, system: &str, prompt: Prompt) -> Option<Effect> {
        self.request(run, system, prompt, None)
    }

    fn request(
        &self,
        run: &Run,
        system: &str,
        prompt: Prompt,
        schema: Option<serde_json::Value>,
    ) -> Option<Effect> {
        let model = run.cursor.model.as_ref()?;
        let allowed = self.allowance(run)?;
        Some(Effect::AskModel(ModelRequest {
            purpose: self.purpose,
            system: system.trim_end().to_owned(),
            prompt: prompt.fit(room(run, allowed, system)),
            schema,
            max_tokens: allowed.reply,
            temperature: run.policy.temperature,
            context_window: model.context_window,
        }))
    }

    /// Whether all of the prompt would be sent, nothing given up.
    pub(super) fn fits(&self, run: &Run, prompt: &Prompt) -> bool {
        self.allowance(run).is_none_or(|allowed| prompt.fits(room(run, allowed, SYSTEM)))
    }

    /// Whether all of the prompt would be sent, and the reply could be long enough to say something.
    pub(super) fn has_room_for(&self, run: &Run, prompt: &Prompt) -> bool {
        self.allowance(run).is_some_and(|allowed| {
            allowed.reply >= ENOUGH_REPLY.min(run.policy.reply_tokens)
                && prompt.fits(room(run, allowed, SYSTEM))
        })
    }

    fn allowance(&self, run: &Run) -> Option<Allowance> {
        allowance(run, self.part, self.sharing as u64)
    }

    /// Estimated tokens that one prompt may have in all; none without a model or room for one.
    pub(super) fn room(&self, run: &Run) -> Option<u64> {
        self.allowance(run).map(|allowed| room(run, allowed, SYSTEM))
    }
}

/// The model's tokens in our estimate's, without what the system prompt takes.
fn room(run: &Run, allowed: Allowance, system: &str) -> u64 {
    let room = allowed.prompt as f64 / run.cursor.tokens_per_estimate;
    (room as u64).saturating_sub(estimate(system))
}

/// How many thoughts a prompt shows at least, where there are so many (seed A: "last 20").
const SHOWN: usize = 20;
/// The list of thoughts begins at a multiple of this, so that most calls repeat the beginning of
/// the one before and a server can keep it.
const STRIDE: usize = 10;

/// The context that most prompts share. At least so many of the newest thoughts are shown, if they
/// fit at all.
pub(super) fn prompt(run: &Run, task: &str, least: usize) -> Prompt {
    let first = run.thoughts.len().saturating_sub(SHOWN.max(least));
    let number = run.cursor.thoughts as usize - run.thoughts.len() + first;
    let first = first.saturating_sub(number % STRIDE);
    Prompt::new(run, task)
        .lines("recollections", recollections(&run.recalled.recollections), Keep::First)
        .lines("understanding", layers(current_understanding(run)), Keep::NEWEST)
        .lines("thoughts", thoughts(&run.thoughts[first..]), Keep::Newest { least })
}

/// The last synthesis, which builds on those before it, and the digests since.
fn current_understanding(run: &Run) -> &[Layer] {
    let last = run
        .layers
        .iter()
        .rposition(|layer| layer.synthesis.kind == SynthesisKind::Interim)
        .unwrap_or(0);
    &run.layers[last..]
}

pub(super) fn recollections(known: &[Recollection]) -> Vec<String> {
    known
        .iter()
        .map(|known| {
            let about = match &known.sources[..] {
                [only] if !only.title.is_empty() => format!("{}: ", only.title),
                _ => String::new(),
            };
            let mut line = format!("- ({:.2}) {about}{}", known.confidence.get(), known.text);
            for step in &known.chain {
                line.push_str(&format!("\n  - {step}"));
            }
            line
        })
        .collect()
}

/// What a prompt shows of one synthesis: one that is an essay must not push out all others.
const LAYER_TOKENS: u64 = 500;

pub(super) fn layers(layers: &[Layer]) -> Vec<String> {
    layers
        .iter()
        .map(|Layer { synthesis, .. }| {
            let told = shortened(&synthesis.synthesis_text, LAYER_TOKENS);
            let mut text = format!("- ({:.2}) {told}", synthesis.confidence_level.get());
            for insight in &synthesis.key_insights {
                text.push_str(&format!("\n  - {insight}"));
            }
            text
        })
        .collect()
}

pub(super) fn thoughts(thoughts: &[Thought]) -> Vec<String> {
    thoughts
        .iter()
        .map(|thought| {
            format!(
                "{}. [{}, {:.2}] {}",
                thought.sequence_number,
                thought.thought_type.as_str(),
                thought.confidence.get(),
                thought.thought_text
            )
        })
        .collect()
}

pub(super) fn questions(questions: &[SubQuestion]) -> Vec<String> {
    questions
        .iter()
        .map(|question| {
            format!(
                "- {} (priority {}): {}",
                question.id, question.priority, question.question_text
            )
        })
        .collect()
}
