//! Tools and what they give, in the words of MCP.

use std::sync::Arc;

use rmcp::model::{
    Annotations, CallToolResult, ContentBlock, EmbeddedResource, JsonObject, MetaObject,
    ResourceContents, Role, Tool, ToolAnnotations,
};
use ruminate_types::tool::{ToolProblem, ToolResult, ToolSpec};
use serde_json::{Value, json};

/// Where a result says what went wrong in a form for programs.
const PROBLEM: &str = "ruminate/problem";

pub(crate) fn described(spec: ToolSpec) -> Tool {
    let annotations = ToolAnnotations::with_title(spec.title.clone())
        .read_only(spec.annotations.read_only)
        .open_world(spec.annotations.open_world);
    let input = object_schema(spec.input_schema)
        .unwrap_or_else(|| [("type".to_owned(), json!("object"))].into_iter().collect());
    let tool = Tool::new(spec.name, spec.description, input)
        .with_title(spec.title)
        .with_annotations(annotations);
    // Versions before 2026-07-28 know structured content as an object only.
    match spec.output_schema.and_then(object_schema) {
        Some(schema) => tool.with_raw_output_schema(Arc::new(schema)),
        None => tool,
    }
}

fn object_schema(schema: Value) -> Option<JsonObject> {
    match schema {
        Value::Object(schema) if schema.get("type") == Some(&json!("object")) => Some(schema),
        _ => None,
    }
}

pub(crate) fn told(result: ToolResult) -> CallToolResult {
    if let Some(problem) = result.error {
        return refused(&problem);
    }
    let text = if result.text.is_empty() { result.data.to_string() } else { result.text };
    let mut content = vec![ContentBlock::text(text)];
    content.extend(result.blocks.iter().enumerate().map(|(index, block)| shown(index, block)));
    let mut told = CallToolResult::success(content);
    told.structured_content = result.data.is_object().then_some(result.data);
    told
}

/// A chart or a table is for people: what it shows is in the data, which a model reads.
fn shown(index: usize, block: &Value) -> ContentBlock {
    let uri = format!("ruminate://blocks/{}", index + 1);
    let contents =
        ResourceContents::text(block.to_string(), uri).with_mime_type("application/json");
    let for_people = Annotations::default().with_audience(vec![Role::User]);
    ContentBlock::Resource(EmbeddedResource::new(contents).with_annotations(for_people))
}

/// As text, since that is what a model sees; not as structured content, which has to follow the output's schema.
pub(crate) fn refused(problem: &ToolProblem) -> CallToolResult {
    let mut text = match &problem.field {
        Some(field) => format!("{field}: {}", problem.message),
        None => problem.message.clone(),
    };
    if let Some(hint) = &problem.hint {
        text += &format!("\nHint: {hint}");
    }
    let mut meta = MetaObject::default();
    meta.0.insert(PROBLEM.to_owned(), json!(problem));
    CallToolResult::error(vec![ContentBlock::text(text)]).with_meta(Some(meta))
}
