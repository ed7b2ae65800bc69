//! Tells what a prompt is for from the format it asks for, as a person reading it would: a server is
//! not told.

use ruminate_types::ports::model::Purpose;
use serde_json::Value;

/// With a schema its properties tell; without one, the labels of the text format. A synthesis may speak
/// of thoughts and questions, and thoughts of questions, so the widest format is looked for first.
pub fn recognise(system: &str, prompt: &str, schema: Option<&Value>) -> Option<Purpose> {
    // An answer is plain text, and only its last line has a form.
    if schema.is_none() && prompt.contains("then a last line with CONFIDENCE:") {
        return Some(Purpose::Answer);
    }
    if schema.is_none() && task(prompt) == Some("Task: one small question.") {
        return Some(Purpose::Solve);
    }
    let asks_for = |property: &str, label: &str| match schema {
        Some(schema) => schema.pointer(&format!("/properties/{property}")).is_some(),
        None => prompt.contains(label) || system.contains(label),
    };
    if asks_for("synthesis", "SYNTHESIS:") {
        return Some(kind_of_synthesis(system, prompt));
    }
    if asks_for("thoughts", "THOUGHT:") {
        return Some(Purpose::Think);
    }
    asks_for("questions", "QUESTION:").then_some(Purpose::Question)
}

/// The line in which the engine names the task, after the context.
fn task(prompt: &str) -> Option<&str> {
    prompt.lines().find(|line| line.starts_with("Task:"))
}

fn kind_of_synthesis(system: &str, prompt: &str) -> Purpose {
    // Others than the engine name the task in the first line.
    let first_line = || prompt.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let said = format!("{system}\n{}", task(prompt).unwrap_or_else(first_line)).to_lowercase();
    if said.contains("final synthesis") {
        Purpose::Final
    } else if said.contains("digest") {
        Purpose::Digest
    } else {
        Purpose::Synthesize
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(system: &str, prompt: &str, expected: Option<Purpose>) {
        assert_eq!(recognise(system, prompt, None), expected, "{prompt}");
    }

    #[test]
    fn the_labels_of_the_text_format_tell() {
        check(
            "",
            "Question: What is it?\n\nFormat:\nTHOUGHT: [your thought]",
            Some(Purpose::Think),
        );
        check("", "Format:\nQUESTION: [question]\nPRIORITY: [1-10]", Some(Purpose::Question));
        check("", "Thoughts so far\n\nSYNTHESIS: [summary]", Some(Purpose::Synthesize));
        check("Write the final synthesis.", "SYNTHESIS: [summary]", Some(Purpose::Final));
        check("", "A digest of thoughts\nSYNTHESIS: [summary]", Some(Purpose::Digest));
        check("", "Hello", None);
        check(
            "",
            "User: A THOUGHT: and a SYNTHESIS:\n\n(Answer first; then a last line with CONFIDENCE: and the number.)",
            Some(Purpose::Answer),
        );
    }

    #[test]
    fn with_a_schema_its_properties_tell() {
        let schema = |name: &str| json!({"properties": {name: {"type": "array"}}});
        let purpose = |name| recognise("", "QUESTION: of the run", Some(&schema(name)));
        assert_eq!(purpose("thoughts"), Some(Purpose::Think));
        assert_eq!(purpose("questions"), Some(Purpose::Question));
        assert_eq!(purpose("synthesis"), Some(Purpose::Synthesize));
        assert_eq!(purpose("other"), None);
    }
}
