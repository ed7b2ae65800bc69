//! Tools as Rust types: the schemas come from the types of input and output, and what does not fit is refused by the
//! name of its field, before the tool sees it.

use std::sync::Arc;

use async_trait::async_trait;
use ruminate_types::ports::tool::{Tool, ToolContext, ToolError};
use ruminate_types::tool::{ToolAnnotations, ToolErrorCode, ToolOutput, ToolSpec};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

#[async_trait]
pub trait Typed: Send + Sync + 'static {
    /// Refuses fields that it does not know: `#[serde(deny_unknown_fields)]`.
    type Input: DeserializeOwned + JsonSchema + Send;
    type Output: Serialize + JsonSchema + Send + Sync;

    const NAME: &'static str;
    const TITLE: &'static str;
    const DESCRIPTION: &'static str;
    const ANNOTATIONS: ToolAnnotations;

    async fn run(
        &self,
        input: Self::Input,
        context: &ToolContext,
    ) -> Result<Self::Output, ToolError>;

    /// What it gave, for people, as Markdown.
    fn told(output: &Self::Output) -> String;

    /// The charts and tables in it.
    fn blocks(_output: &Self::Output) -> Vec<Value> {
        Vec::new()
    }
}

/// A typed tool, as everybody calls tools.
pub fn built_in<T: Typed>(tool: T) -> Arc<dyn Tool> {
    let spec = ToolSpec {
        name: T::NAME.to_owned(),
        title: T::TITLE.to_owned(),
        description: T::DESCRIPTION.to_owned(),
        input_schema: schema_of::<T::Input>(),
        output_schema: Some(schema_of::<T::Output>()),
        annotations: T::ANNOTATIONS,
    };
    Arc::new(BuiltIn { spec, tool })
}

struct BuiltIn<T> {
    spec: ToolSpec,
    tool: T,
}

#[async_trait]
impl<T: Typed> Tool for BuiltIn<T> {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn call(&self, input: Value, context: &ToolContext) -> Result<ToolOutput, ToolError> {
        let output = self.tool.run(read(input)?, context).await?;
        let data = serde_json::to_value(&output)
            .map_err(|error| ToolError::failed(format!("what it gave is no JSON: {error}")))?;
        Ok(ToolOutput { data, text: T::told(&output), blocks: T::blocks(&output) })
    }
}

/// With everything in one place: many clients of MCP follow no `$ref`.
pub(crate) fn schema_of<T: JsonSchema>() -> Value {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

fn read<T: DeserializeOwned>(input: Value) -> Result<T, ToolError> {
    let input = if input.is_null() { Value::Object(Default::default()) } else { input };
    if !input.is_object() {
        let message = "the input has to be a JSON object";
        return Err(ToolError::new(ToolErrorCode::InvalidInput, message));
    }
    serde_path_to_error::deserialize(input).map_err(|error| {
        let (path, message) = (error.path().to_string(), error.inner().to_string());
        ToolError::invalid(field(&path, &message), message)
    })
}

/// What is missing, or not known, is named by the message and not by the path.
fn field(path: &str, message: &str) -> String {
    let named =
        ["missing field `", "unknown field `"].iter().find_map(|start| message.strip_prefix(start));
    match (path, named.and_then(|rest| rest.split('`').next())) {
        (path, None) => path.to_owned(),
        (".", Some(name)) => name.to_owned(),
        // The path of what is not known ends with it.
        (path, Some(name)) if path == name || path.ends_with(&format!(".{name}")) => {
            path.to_owned()
        }
        (path, Some(name)) => format!("{path}.{name}"),
    }
}
