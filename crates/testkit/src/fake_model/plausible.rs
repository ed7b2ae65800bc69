//! The default script: replies such as a small, well-behaved model would give to each kind of prompt.
//!
//! What is said depends on the prompt alone, so that a run that is killed and taken up again hears the
//! same as one that was not. With a schema the reply follows whatever the schema asks for; without, the
//! text format of seed A.

use ruminate_types::ports::model::Purpose;
use serde_json::{Map, Value, json};

use super::{Answer, Asked};

pub fn plausible(asked: &Asked) -> Answer {
    let mut dice = Dice::of(&[&asked.system, &asked.prompt]);
    Answer::text(match (&asked.schema, asked.purpose) {
        (Some(schema), _) => dice.value("reply", schema, schema, 0).to_string(),
        (None, Some(Purpose::Think)) => dice.thoughts(),
        (None, Some(Purpose::Question)) => dice.questions(),
        (None, Some(Purpose::Synthesize | Purpose::Digest | Purpose::Final)) => dice.synthesis(),
        (None, Some(Purpose::Solve)) => "unknown".to_owned(),
        (None, Some(Purpose::Answer)) => dice.answer(&asked.prompt),
        (None, None) => dice.sentence(),
    })
}

/// A source of choices that the same text always loads in the same way (FNV-1a, then SplitMix64).
struct Dice(u64);

impl Dice {
    fn of(texts: &[&str]) -> Self {
        let bytes = texts.iter().flat_map(|text| text.bytes().chain([0]));
        Self(bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        }))
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % sides.max(1) as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }

    fn between(&mut self, least: f64, most: f64) -> f64 {
        let at = least + (most - least) * self.roll(101) as f64 / 100.0;
        (at * 100.0).round() / 100.0
    }

    fn sentence(&mut self) -> String {
        let (subject, verb) = (self.pick(SUBJECTS), self.pick(VERBS));
        let (object, when) = (self.pick(OBJECTS), self.pick(CONDITIONS));
        format!("{subject} {verb} {object} {when}.")
    }

    fn question(&mut self) -> String {
        let (verb, subject) =
            (self.pick(&["How does", "When does", "Why does", "Where does"]), self.pick(SUBJECTS));
        let (object, when) = (self.pick(OBJECTS), self.pick(CONDITIONS));
        format!("{verb} {} bear on {object} {when}?", subject.to_lowercase())
    }

    fn thoughts(&mut self) -> String {
        let blocks = (0..3 + self.roll(3)).map(|_| {
            let kind = self.pick(&["exploration", "critique", "connection", "insight"]);
            let (text, confidence) = (self.sentence(), self.between(0.4, 0.9));
            format!("THOUGHT: {text}\nTYPE: {kind}\nCONFIDENCE: {confidence}")
        });
        blocks.collect::<Vec<_>>().join("\n---\n")
    }

    fn questions(&mut self) -> String {
        let blocks = (0..2 + self.roll(2)).map(|_| {
            let (text, priority, why) = (self.question(), 1 + self.roll(10), self.sentence());
            format!("QUESTION: {text}\nPRIORITY: {priority}\nWHY: {why}")
        });
        blocks.collect::<Vec<_>>().join("\n---\n")
    }

    fn synthesis(&mut self) -> String {
        let summary = [self.sentence(), self.sentence(), self.sentence()].join(" ");
        let insights = [self.sentence(), self.sentence()].join("\n- ");
        let (confidence, remaining) = (self.between(0.4, 0.9), self.question());
        format!(
            "SYNTHESIS: {summary}\nINSIGHTS:\n- {insights}\nCONFIDENCE: {confidence}\nREMAINING:\n- {remaining}"
        )
    }

    /// A sentence about the question and another one, then how sure it is.
    fn answer(&mut self, prompt: &str) -> String {
        let question = prompt.lines().find_map(|line| line.strip_prefix("Question: "));
        let about = question.map_or("this", |question| question.trim_end_matches(['?', ' ']));
        let (first, second) = (self.sentence(), self.sentence());
        format!("On “{about}”: {first} {second}\n\nCONFIDENCE: 0.8")
    }

    /// A value that follows the schema. `name` is the property it is for.
    fn value(&mut self, name: &str, schema: &Value, root: &Value, depth: usize) -> Value {
        const DEEPEST: usize = 16;
        if depth > DEEPEST {
            return Value::Null;
        }
        if let Some(target) =
            schema["$ref"].as_str().and_then(|r| root.pointer(r.strip_prefix('#')?))
        {
            return self.value(name, target, root, depth + 1);
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema["enum"].as_array().filter(|values| !values.is_empty()) {
            return values[self.roll(values.len())].clone();
        }
        for keyword in ["anyOf", "oneOf", "allOf"] {
            if let Some(first) = schema[keyword].as_array().and_then(|all| all.first()) {
                return self.value(name, first, root, depth + 1);
            }
        }
        let may_be_null =
            schema["type"].as_array().is_some_and(|types| types.contains(&json!("null")));
        if may_be_null && self.roll(10) > 0 {
            return Value::Null;
        }
        let kind = schema["type"].as_str().or(schema["type"][0].as_str()).unwrap_or("object");
        match kind {
            "object" => {
                let none = Map::new();
                let properties = schema["properties"].as_object().unwrap_or(&none);
                let mut object = Map::new();
                for (name, inner) in properties {
                    object.insert(name.clone(), self.value(name, inner, root, depth + 1));
                }
                Value::Object(object)
            }
            "array" => {
                let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
                let most = schema["maxItems"].as_u64().unwrap_or(u64::MAX) as usize;
                let count = (2 + self.roll(3)).max(least).min(most);
                (0..count).map(|_| self.value(name, &schema["items"], root, depth + 1)).collect()
            }
            "integer" | "number" => self.number(name, schema, kind),
            "boolean" => Value::Bool(self.roll(2) == 0),
            "string" if name.contains("question") || name.contains("remaining") => {
                self.question().into()
            }
            "string" => self.sentence().into(),
            _ => Value::Null,
        }
    }

    fn number(&mut self, name: &str, schema: &Value, kind: &str) -> Value {
        let (least, most) = if name == "priority" { (1.0, 10.0) } else { (0.4, 0.9) };
        let least = schema["minimum"].as_f64().unwrap_or(least);
        let most = schema["maximum"].as_f64().unwrap_or(most).max(least);
        let value = self.between(least, most);
        if kind == "integer" { json!(value.round() as i64) } else { json!(value) }
    }
}

const SUBJECTS: &[&str] = &[
    "Awareness",
    "Feedback between the parts",
    "The simplest account",
    "Memory",
    "A shared boundary",
    "What is left out",
    "The order of events",
    "Attention",
    "A change of scale",
    "Prior expectation",
    "The cost of being wrong",
    "Language",
    "The history of the problem",
    "An exception to the rule",
];
const VERBS: &[&str] = &[
    "explains",
    "limits",
    "depends on",
    "makes room for",
    "cannot be told apart from",
    "comes before",
    "hides",
    "strengthens",
    "is measured by",
    "competes with",
    "follows from",
    "stands in for",
];
const OBJECTS: &[&str] = &[
    "the outcome",
    "self-reflection",
    "the evidence at hand",
    "a stable pattern",
    "the first impression",
    "the claim's weakest step",
    "what an observer can see",
    "the choice of words",
    "the larger system",
    "the difference between cause and sign",
    "a useful prediction",
    "the naïve reading",
];
const CONDITIONS: &[&str] = &[
    "when the context is narrow",
    "in most of the known cases",
    "only over long periods",
    "once noise is taken out",
    "as far as anybody has looked",
    "if the premise holds",
    "at the level of single steps",
    "even under pressure",
    "though not in reverse",
    "where two accounts overlap",
    "before any test is made",
    "in the limit of small effects",
];

#[cfg(test)]
mod tests {
    use ruminate_types::ports::model::Purpose;

    use super::*;
    use crate::fake_model::Protocol;

    fn said(prompt: &str, purpose: Option<Purpose>, schema: Option<Value>) -> String {
        let asked = Asked {
            purpose,
            system: String::new(),
            prompt: prompt.into(),
            schema,
            to_embed: None,
            protocol: Protocol::Ollama,
            model: "m".into(),
            key: None,
            body: Value::Null,
            nth_overall: 1,
            nth_for_purpose: 1,
        };
        plausible(&asked).text
    }

    #[test]
    fn the_same_prompt_hears_the_same_and_another_hears_something_else() {
        let think = |prompt| said(prompt, Some(Purpose::Think), None);
        assert_eq!(think("a"), think("a"));
        assert_ne!(think("a"), think("b"));
    }

    #[test]
    fn each_purpose_is_answered_in_the_format_of_the_seed() {
        let thoughts = said("p", Some(Purpose::Think), None);
        assert!(thoughts.matches("THOUGHT: ").count() >= 3, "{thoughts}");
        assert_eq!(thoughts.matches("TYPE: ").count(), thoughts.matches("CONFIDENCE: 0.").count());
        let questions = said("p", Some(Purpose::Question), None);
        assert!(questions.matches("\nPRIORITY: ").count() >= 2, "{questions}");
        for purpose in [Purpose::Synthesize, Purpose::Digest, Purpose::Final] {
            let synthesis = said("p", Some(purpose), None);
            assert!(synthesis.contains("\nREMAINING:\n- "), "{synthesis}");
        }
    }

    #[test]
    fn an_answer_is_about_the_question_and_says_how_sure_it_is() {
        let prompt =
            "Question: Is water wet?\n\n(Answer first; then then a last line with CONFIDENCE:)";
        let answer = said(prompt, Some(Purpose::Answer), None);
        assert!(
            answer.contains("Is water wet") && answer.ends_with("\nCONFIDENCE: 0.8"),
            "{answer}"
        );
    }

    #[test]
    fn a_schema_is_followed() {
        let schema = json!({
            "type": "object",
            "properties": {"thoughts": {"type": "array", "minItems": 3, "maxItems": 3, "items": {"$ref": "#/$defs/T"}}},
            "$defs": {"T": {"type": "object", "properties": {
                "text": {"type": "string"},
                "type": {"enum": ["critique", "insight"]},
                "confidence": {"type": "number", "minimum": 0.0, "maximum": 1.0},
                "priority": {"type": "integer"},
            }}},
        });
        let reply: Value =
            serde_json::from_str(&said("p", Some(Purpose::Think), Some(schema))).unwrap();
        let thoughts = reply["thoughts"].as_array().unwrap();
        assert_eq!(thoughts.len(), 3);
        for thought in thoughts {
            assert!(thought["text"].as_str().unwrap().ends_with('.'));
            assert!(["critique", "insight"].contains(&thought["type"].as_str().unwrap()));
            assert!((0.0..=1.0).contains(&thought["confidence"].as_f64().unwrap()));
            assert!((1..=10).contains(&thought["priority"].as_i64().unwrap()));
        }
    }
}
