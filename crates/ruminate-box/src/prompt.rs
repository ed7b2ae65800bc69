//! A request as the tokens that the model was taught to read.
//!
//! The template's own words may name control tokens; what people, models and pages wrote may not: a text
//! that says `<|im_end|>` is read as these ten characters and ends nothing.

use llama_cpp_2::model::{LlamaChatMessage, LlamaChatTemplate, LlamaModel};
use llama_cpp_2::token::LlamaToken;
use ruminate_types::ports::model::{ModelError, ModelRequest};

use crate::Weights;

/// What stands for the messages while the template is filled. No template changes letters.
const SYSTEM: &str = "ruminateSYSTEMhere";
const USER: &str = "ruminateUSERhere";

pub(crate) struct Prompts {
    with_system: Template,
    /// For requests without a system prompt.
    plain: Template,
}

/// The template's words around the messages.
struct Template {
    parts: Vec<Part>,
}

enum Part {
    Words(String),
    System,
    User,
}

impl Prompts {
    pub(crate) fn of(model: &LlamaModel, weights: &Weights) -> Result<Self, ModelError> {
        let template = match &weights.template {
            Some(name) => LlamaChatTemplate::new(name).map_err(|error| weights.unusable(error))?,
            None => model.chat_template(None).map_err(|error| {
                weights.unusable(format_args!("it is not made for talking ({error})"))
            })?,
        };
        let user = ("user", USER);
        let fill = |messages: &[(&str, &str)]| Template::of(model, &template, messages);
        let plain = fill(&[user]).map_err(|error| weights.unusable(error))?;
        // Some were taught no system prompt: it goes before the question then.
        let with_system = fill(&[("system", SYSTEM), user])
            .ok()
            .filter(Template::has_both)
            .or_else(|| fill(&[("user", &format!("{SYSTEM}\n\n{USER}"))]).ok());
        let Some(with_system) = with_system else {
            return Err(weights.unusable("its chat template has no place for a question"));
        };
        Ok(Self { with_system, plain })
    }

    pub(crate) fn tokens(&self, model: &LlamaModel, request: &ModelRequest) -> Vec<LlamaToken> {
        let template = if request.system.is_empty() { &self.plain } else { &self.with_system };
        let vocab = model.vocab();
        let mut tokens = Vec::with_capacity(request.prompt.len() / 3);
        for (index, part) in template.parts.iter().enumerate() {
            let (text, is_template) = match part {
                Part::Words(words) => (words.as_str(), true),
                Part::System => (request.system.trim(), false),
                Part::User => (request.prompt.trim(), false),
            };
            vocab.tokenize_into(text.as_bytes(), &mut tokens, index == 0, is_template);
        }
        tokens
    }
}

impl Template {
    fn of(
        model: &LlamaModel,
        template: &LlamaChatTemplate,
        messages: &[(&str, &str)],
    ) -> Result<Self, String> {
        let messages: Vec<LlamaChatMessage> = messages
            .iter()
            .map(|(role, text)| LlamaChatMessage::new((*role).to_owned(), (*text).to_owned()))
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())?;
        let text = model
            .apply_chat_template(template, &messages, true)
            .map_err(|error| error.to_string())?;
        let (before, after) = text.split_once(USER).ok_or("it does not show the question")?;
        let mut parts = Vec::new();
        match before.split_once(SYSTEM) {
            Some((first, between)) => {
                parts.extend([Part::Words(first.to_owned()), Part::System]);
                parts.push(Part::Words(between.to_owned()));
            }
            None => parts.push(Part::Words(before.to_owned())),
        }
        parts.extend([Part::User, Part::Words(after.to_owned())]);
        Ok(Self { parts })
    }

    fn has_both(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::System))
    }
}
