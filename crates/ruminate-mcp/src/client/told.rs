//! What a server of somebody else's tells of its tools, and what they give, in our words.

use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use ruminate_types::ports::tool::ToolError;
use ruminate_types::tool::{ToolAnnotations, ToolOutput, ToolSpec};
use serde_json::{Value, json};

use super::plain::plain;
use super::schema::check_object;

const MOST_NAME: usize = 100;
const MOST_TITLE: usize = 100;
/// A description goes into every prompt that offers the tool.
const MOST_DESCRIPTION: usize = 1_500;
const MOST_ERROR: usize = 2_000;

/// The tool, and what it is called there; none for one that cannot be offered to anybody.
pub(super) fn spec(server: &str, tool: &Value) -> Option<(ToolSpec, String)> {
    let text = |field: &str| tool.get(field).and_then(Value::as_str).unwrap_or_default();
    let name = text("name");
    let is_good = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if name.is_empty() || name.len() > MOST_NAME || !name.chars().all(is_good) {
        tracing::warn!(server, "a tool is left out: {:?} is no name", plain(name, MOST_NAME));
        return None;
    }
    let input_schema = tool.get("inputSchema").cloned().unwrap_or_default();
    if let Err(reason) = check_object(&input_schema) {
        tracing::warn!(server, tool = name, "it is left out for the schema of its input: {reason}");
        return None;
    }
    let output_schema = tool.get("outputSchema").filter(|schema| check_object(schema).is_ok());
    let title = Some(text("title")).filter(|title| !title.is_empty()).unwrap_or(name);
    let spec = ToolSpec {
        name: format!("{server}.{name}"),
        title: plain(title, MOST_TITLE),
        description: plain(text("description"), MOST_DESCRIPTION),
        input_schema,
        output_schema: output_schema.cloned(),
        annotations: annotations(tool.get("annotations").unwrap_or(&Value::Null)),
    };
    Some((spec, name.to_owned()))
}

/// Hints, as far as they make a tool look more dangerous; a tool that says nothing may do anything.
fn annotations(hints: &Value) -> ToolAnnotations {
    let hint = |name: &str| hints.get(name).and_then(Value::as_bool);
    let is_destructive = hint("destructiveHint") == Some(true);
    ToolAnnotations {
        read_only: hint("readOnlyHint") == Some(true) && !is_destructive,
        open_world: hint("openWorldHint") != Some(false),
    }
}

pub(super) fn output(result: CallToolResult) -> Result<ToolOutput, ToolError> {
    let parts: Vec<String> = result.content.iter().map(part).collect();
    let text = plain(&parts.join("\n\n"), usize::MAX);
    if result.is_error == Some(true) {
        return Err(ToolError::failed(plain(&text, MOST_ERROR)));
    }
    let structured = result.structured_content.filter(|data| !data.is_null());
    let data = structured.unwrap_or_else(|| json!({"text": text}));
    Ok(ToolOutput { data, text, blocks: Vec::new() })
}

fn part(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Text(text) => text.text.clone(),
        ContentBlock::Image(image) => left_out("a picture", &image.mime_type),
        ContentBlock::Audio(audio) => left_out("sound", &audio.mime_type),
        ContentBlock::Resource(resource) => match &resource.resource {
            ResourceContents::TextResourceContents { text, .. } => text.clone(),
            ResourceContents::BlobResourceContents { uri, .. } => left_out("a file", uri),
            _ => left_out("a resource", "of an unknown kind"),
        },
        ContentBlock::ResourceLink(link) => format!("[{}]({})", link.name, link.uri),
        _ => left_out("something", "of an unknown kind"),
    }
}

fn left_out(what: &str, which: &str) -> String {
    format!("[{what} was left out: {}]", plain(which, MOST_TITLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(changes: Value) -> Option<ToolSpec> {
        let mut tool = json!({"name": "add", "inputSchema": {"type": "object"}});
        for (name, value) in changes.as_object().unwrap() {
            tool[name] = value.clone();
        }
        spec("sums", &tool).map(|(spec, _)| spec)
    }

    #[test]
    fn a_tool_that_says_nothing_may_do_anything() {
        for (hints, read_only, open_world) in [
            (json!(null), false, true),
            (json!({"readOnlyHint": true}), true, true),
            (json!({"readOnlyHint": "true"}), false, true),
            (json!({"readOnlyHint": true, "destructiveHint": true}), false, true),
            (json!({"openWorldHint": false}), false, false),
        ] {
            let annotations = tool(json!({"annotations": hints})).unwrap().annotations;
            assert_eq!(annotations, ToolAnnotations { read_only, open_world }, "{hints}");
        }
    }

    #[test]
    fn names_are_names_and_descriptions_are_short() {
        for name in [json!(""), json!(7), json!("a b"), json!("é"), json!("x".repeat(101))] {
            assert_eq!(tool(json!({"name": name})), None, "{name}");
        }
        let spec = tool(json!({"description": "y".repeat(9_000), "outputSchema": 3})).unwrap();
        assert_eq!((spec.name.as_str(), spec.title.as_str()), ("sums.add", "add"));
        assert_eq!(spec.description.chars().count(), 1_501);
        assert_eq!(spec.output_schema, None);
        assert_eq!(tool(json!({"inputSchema": {"type": "array"}})), None);
    }
}
