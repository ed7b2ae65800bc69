//! Holding a reply to its JSON schema, token by token.
//!
//! Which tokens may come next is known from what was written (llguidance), so a reply cannot break the
//! schema. It could still be cut off in the middle: shortly before its room or its time is over it is led
//! the shortest way to its end, closing what is open and leaving out what may be left out.

use std::sync::Arc;

use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;
use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::{InferenceCapabilities, SimpleVob};
use llguidance::{JsonCompileOptions, Matcher, ParserFactory};
use serde_json::Value;

/// What is known about the tokens of a model, for all shapes.
pub(crate) struct Shapes {
    factory: ParserFactory,
    closers: Arc<Closers>,
}

/// A reply in the making that must follow a schema.
pub(crate) struct Shape {
    matcher: Matcher,
    closers: Arc<Closers>,
    quotes: Quotes,
    /// Tokens that the shortest end of any reply may take.
    reserve: usize,
}

/// Whether what was written ends within a text: brackets are letters there.
#[derive(Clone, Copy, Default)]
struct Quotes {
    is_inside: bool,
    is_escaped: bool,
}

/// The tokens that lead to the end.
struct Closers {
    /// Brackets only.
    brackets: SimpleVob,
    /// The end of a text, and perhaps brackets.
    texts: SimpleVob,
    /// To what must follow.
    separators: SimpleVob,
    /// A blank and a quotation mark: who writes that within a text begins to quote something, and would end
    /// the text by it. One that is escaped is meant.
    quotations: SimpleVob,
}

impl Shapes {
    /// Walks over the whole vocabulary: once for each loaded model.
    pub(crate) fn of(model: &LlamaModel) -> Result<Self, String> {
        let tokens = LlamaSampler::llguidance_tok_env(model);
        let slices = llguidance::earley::SlicedBiasComputer::json_slices();
        let mut factory = ParserFactory::new(&tokens, InferenceCapabilities::default(), &slices)
            .map_err(|error| error.to_string())?;
        factory.quiet();
        Ok(Self { factory, closers: Arc::new(Closers::of(model)) })
    }

    /// Fails for a schema that cannot be followed.
    pub(crate) fn shape(&self, model: &LlamaModel, schema: &Value) -> Result<Shape, String> {
        let mut written = schema.clone();
        // One way to write it: a small model that may put blanks anywhere puts nothing else.
        let options = JsonCompileOptions {
            item_separator: ", ".to_owned(),
            key_separator: ": ".to_owned(),
            whitespace_flexible: false,
            ..JsonCompileOptions::default()
        };
        options.apply_to(&mut written);
        let parser = self.factory.create_parser(TopLevelGrammar::from_json_schema(written));
        let matcher = Matcher::new(parser);
        if let Some(error) = matcher.get_error() {
            return Err(error);
        }
        let skeleton = skeleton(schema);
        let reserve = model.vocab().tokenize(skeleton.as_bytes(), false, false).len() * 3 / 2 + 8;
        Ok(Shape {
            matcher,
            closers: Arc::clone(&self.closers),
            quotes: Quotes::default(),
            reserve,
        })
    }
}

impl Shape {
    /// What may come next.
    pub(crate) fn allowed(&mut self, is_ending: bool) -> Result<SimpleVob, String> {
        let mut allowed = self.matcher.compute_mask_or_eos().map_err(|error| error.to_string())?;
        if is_ending {
            return Ok(self.closers.among(allowed, self.quotes));
        }
        if self.quotes.is_inside {
            allowed.sub(&self.closers.quotations);
        }
        Ok(allowed)
    }

    pub(crate) fn reserve(&self) -> usize {
        self.reserve
    }

    /// Whether so many tokens are just enough to come to an end.
    pub(crate) fn must_end(&self, left: usize) -> bool {
        left <= self.reserve
    }

    pub(crate) fn accept(&mut self, token: LlamaToken, bytes: &[u8]) -> Result<(), String> {
        bytes.iter().for_each(|byte| self.quotes.read(*byte));
        self.matcher.consume_token(token.0.cast_unsigned()).map_err(|error| error.to_string())
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.matcher.is_stopped()
    }
}

impl Quotes {
    fn read(&mut self, byte: u8) {
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' => self.is_escaped = self.is_inside,
            b'"' => self.is_inside = !self.is_inside,
            _ => {}
        }
    }
}

impl Closers {
    fn of(model: &LlamaModel) -> Self {
        let size = usize::try_from(model.n_vocab()).unwrap_or_default();
        let none = || SimpleVob::alloc(size);
        let mut closers =
            Self { brackets: none(), texts: none(), separators: none(), quotations: none() };
        for token in model.vocab().tokens() {
            let text = model.vocab().token_to_piece(token, false, None);
            if let Some(class) = closers.class(&text) {
                class.allow_token(token.0.cast_unsigned());
            }
        }
        closers
    }

    fn class(&mut self, text: &[u8]) -> Option<&mut SimpleVob> {
        let are_brackets = |text: &[u8]| text.iter().all(|byte| b"]}".contains(byte));
        match text {
            [] => None,
            text if are_brackets(text) => Some(&mut self.brackets),
            [b'"', rest @ ..] if are_brackets(rest) => Some(&mut self.texts),
            [b',' | b':', ..] => Some(&mut self.separators),
            [b' ', b'"', ..] => Some(&mut self.quotations),
            _ => None,
        }
    }

    /// The best of what is allowed: all of it where nothing closes.
    fn among(&self, mut allowed: SimpleVob, quotes: Quotes) -> SimpleVob {
        let classes: &[&SimpleVob] = match quotes.is_inside {
            true => &[&self.texts],
            false => &[&self.brackets, &self.separators],
        };
        if let Some(class) = classes.iter().find(|class| !allowed.and_is_zero(class)) {
            allowed.and(class);
        }
        allowed
    }
}

/// The longest of the shortest replies that a schema allows, near enough: all that must be there, with
/// nothing in it.
fn skeleton(schema: &Value) -> String {
    let longest = |values: &Value| {
        let texts = values.as_array().into_iter().flatten().map(Value::to_string);
        texts.max_by_key(String::len).unwrap_or_default()
    };
    if !schema["const"].is_null() {
        return schema["const"].to_string();
    }
    if !schema["enum"].is_null() {
        return longest(&schema["enum"]);
    }
    if let Some(choices) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        return choices.iter().map(skeleton).max_by_key(String::len).unwrap_or_default();
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.first().and_then(Value::as_str),
        kind => kind.as_str(),
    };
    match kind {
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten();
            let members = required
                .filter_map(Value::as_str)
                .map(|name| format!("{name:?}: {}", skeleton(&schema["properties"][name])));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        Some("array") => {
            // One more than must be there may have been begun.
            let least = schema["minItems"].as_u64().unwrap_or(0) as usize + 1;
            format!("[{}]", vec![skeleton(&schema["items"]); least].join(", "))
        }
        Some("string") => {
            let least = schema["minLength"].as_u64().unwrap_or(0) as usize;
            format!("\"{}\"", "word ".repeat(least.div_ceil(5)))
        }
        _ => "0.25".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_skeleton_has_all_that_must_be_there() {
        let schema = json!({
            "type": "object",
            "properties": {
                "thoughts": { "type": "array", "minItems": 1, "items": {
                    "type": "object",
                    "properties": {
                        "type": { "type": "string", "enum": ["insight", "exploration"] },
                        "text": { "type": "string" },
                        "more": { "type": "string" },
                    },
                    "required": ["type", "text"],
                } },
                "sure": { "type": ["number", "null"] },
            },
            "required": ["thoughts", "sure"],
        });
        let item = r#"{"type": "exploration", "text": ""}"#;
        assert_eq!(skeleton(&schema), format!(r#"{{"thoughts": [{item}, {item}], "sure": 0.25}}"#));
    }

    #[test]
    fn a_bracket_within_a_text_closes_nothing() {
        let inside = |text: &str| {
            let mut quotes = Quotes::default();
            text.bytes().for_each(|byte| quotes.read(byte));
            quotes.is_inside
        };
        assert!(inside(r#"{"a"#) && inside(r#"{"a": "}]"#) && inside(r#"["say \""#));
        assert!(!inside("[") && !inside(r#"{"a": "b\\""#) && !inside(r#"["\"quoted\"""#));
    }
}
