//! What a person can ask for by name: texts with holes, each beside its arguments.

use rmcp::ErrorData;
use rmcp::model::{JsonObject, Prompt, PromptArgument};
use serde_json::Value;

/// Characters of one argument.
const MOST_CHARS: usize = 100_000;

#[derive(Clone, Debug)]
pub struct PromptText {
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    pub arguments: &'static [Argument],
    /// With `{argument}` where one goes.
    pub text: &'static str,
}

#[derive(Clone, Debug)]
pub struct Argument {
    pub name: &'static str,
    pub description: &'static str,
    /// What stands in its place where it is missing; none if it must not be.
    pub otherwise: Option<&'static str>,
}

/// The three that Ruminate has.
pub const PROMPTS: &[PromptText] = &[
    PromptText {
        name: "deep-think",
        title: "Think deeply",
        description: "Think about a question for some minutes, and answer with how sure that is.",
        arguments: &[
            Argument { name: "question", description: "What to think about.", otherwise: None },
            Argument {
                name: "minutes",
                description: "How long to think; 5 without it.",
                otherwise: Some("5"),
            },
        ],
        text: include_str!("prompts/deep-think.md"),
    },
    PromptText {
        name: "compare",
        title: "Compare",
        description: "Compare things along what matters, with what is known.",
        arguments: &[
            Argument {
                name: "entities",
                description: "What to compare, with commas between.",
                otherwise: None,
            },
            Argument {
                name: "dimensions",
                description: "What matters, with commas between.",
                otherwise: Some("whatever tells them apart"),
            },
        ],
        text: include_str!("prompts/compare.md"),
    },
    PromptText {
        name: "fact-check",
        title: "Check facts",
        description: "Judge every claim of a text, with the sentences that the judgement rests on.",
        arguments: &[Argument { name: "text", description: "What to check.", otherwise: None }],
        text: include_str!("prompts/fact-check.md"),
    },
];

impl PromptText {
    pub(crate) fn described(&self) -> Prompt {
        let argument = |argument: &Argument| {
            PromptArgument::new(argument.name)
                .with_description(argument.description)
                .with_required(argument.otherwise.is_none())
        };
        let arguments: Vec<_> = self.arguments.iter().map(argument).collect();
        let arguments = (!arguments.is_empty()).then_some(arguments);
        Prompt::new(self.name, Some(self.description), arguments).with_title(self.title)
    }

    pub(crate) fn filled(&self, given: &JsonObject) -> Result<String, ErrorData> {
        let is_known = |name: &String| self.arguments.iter().any(|known| known.name == name);
        if let Some(name) = given.keys().find(|name| !is_known(name)) {
            return Err(wrong(format!("the prompt {} has no argument `{name}`", self.name)));
        }
        let values: Vec<&str> = self
            .arguments
            .iter()
            .map(|argument| value(argument, given))
            .collect::<Result<_, _>>()?;
        Ok(self.fill(&values))
    }

    /// From left to right and once: braces in a value are text.
    fn fill(&self, values: &[&str]) -> String {
        let mut filled = String::new();
        let mut rest = self.text;
        while let Some((before, after)) = rest.split_once('{') {
            filled += before;
            let hole = after.split_once('}').and_then(|(name, after)| {
                let index = self.arguments.iter().position(|argument| argument.name == name)?;
                Some((values[index], after))
            });
            let (text, after) = hole.unwrap_or(("{", after));
            filled += text;
            rest = after;
        }
        filled + rest
    }
}

fn value<'a>(argument: &Argument, given: &'a JsonObject) -> Result<&'a str, ErrorData> {
    let name = argument.name;
    let given = match given.get(name) {
        Some(Value::String(text)) => Some(text.trim()).filter(|text| !text.is_empty()),
        Some(_) => return Err(wrong(format!("the argument `{name}` has to be a text"))),
        None => None,
    };
    if given.is_some_and(|text| text.chars().count() > MOST_CHARS) {
        return Err(wrong(format!("the argument `{name}` has more than {MOST_CHARS} characters")));
    }
    given.or(argument.otherwise).ok_or_else(|| wrong(format!("the argument `{name}` is missing")))
}

fn wrong(message: String) -> ErrorData {
    ErrorData::invalid_params(message, None)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn filled(name: &str, given: Value) -> Result<String, String> {
        let prompt = PROMPTS.iter().find(|prompt| prompt.name == name).unwrap();
        let error = |error: ErrorData| error.message.into_owned();
        prompt.filled(given.as_object().unwrap()).map_err(error)
    }

    #[test]
    fn holes_are_filled_once() {
        let text = filled("deep-think", json!({"question": "Why {minutes}? {"})).unwrap();
        assert!(text.contains("Why {minutes}? {\n") && text.contains("`minutes`: 5."), "{text}");
        for prompt in PROMPTS {
            for argument in prompt.arguments {
                assert!(prompt.text.contains(&format!("{{{}}}", argument.name)), "{}", prompt.name);
            }
        }
    }

    #[test]
    fn what_is_missing_unknown_or_no_text_is_named() {
        for (given, told) in [
            (json!({}), "`question` is missing"),
            (json!({"question": "  "}), "`question` is missing"),
            (json!({"question": 3}), "`question` has to be a text"),
            (json!({"question": "?", "hours": "2"}), "no argument `hours`"),
            (json!({"question": "?".repeat(100_001)}), "more than 100000"),
        ] {
            let error = filled("deep-think", given).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
    }
}
