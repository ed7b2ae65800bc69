//! The models that there are: ways to think.

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use ruminate_runtime::asked::AskedMode;
use schemars::{JsonSchema, Schema};
use serde::Serialize;

use crate::problem::Problem;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChatModelList")]
pub(super) struct ModelList {
    object: &'static str,
    data: Vec<Model>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChatModel")]
pub(super) struct Model {
    id: &'static str,
    object: &'static str,
    /// In seconds since 1970. Ways to think have no age: it is always the same.
    created: i64,
    owned_by: &'static str,
}

const MODELS: [(&str, AskedMode); 4] = [
    ("ruminate-auto", AskedMode::Auto),
    ("ruminate-fast", AskedMode::Fast),
    ("ruminate-deep", AskedMode::Deep),
    ("ruminate-extended", AskedMode::Extended),
];

impl Model {
    fn named(id: &'static str) -> Self {
        const CREATED: i64 = 1_735_689_600;
        Self { id, object: "model", created: CREATED, owned_by: "ruminate" }
    }
}

impl ModelList {
    pub(super) fn all() -> Self {
        Self { object: "list", data: MODELS.iter().map(|(id, _)| Model::named(id)).collect() }
    }
}

/// Names them in the description of a field.
pub(super) fn one_of(schema: &mut Schema) {
    let names: Vec<&str> = MODELS.iter().map(|(id, _)| *id).collect();
    schema.insert("enum".to_owned(), names.into());
}

/// The name as it is told, and what it stands for.
pub(super) fn model(name: &str) -> Result<(&'static str, AskedMode), Problem> {
    let found = MODELS.iter().find(|(id, _)| *id == name).copied();
    found.ok_or_else(|| {
        let names: Vec<&str> = MODELS.iter().map(|(id, _)| *id).collect();
        Problem::new(
            StatusCode::NOT_FOUND,
            "model_not_found",
            format!("there is no model {name:?}"),
        )
        .field("model")
        .hint(format!("there are {}", names.join(", ")))
    })
}

pub(super) async fn look(Path(name): Path<String>) -> Result<Json<Model>, Problem> {
    Ok(Json(Model::named(model(&name)?.0)))
}
