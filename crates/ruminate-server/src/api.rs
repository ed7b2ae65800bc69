//! Routes and their description, said once. A route that is not described cannot be added, so the
//! OpenAPI document is always the whole of the server. Schemas come from the same derivation as the
//! configuration's: OpenAPI 3.1 takes them as they are (docs/decisions/0007-openapi-from-schemars.md).

use std::collections::BTreeMap;

use axum::Router;
use axum::routing::MethodRouter;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::problem::Problem;

type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

/// What every route may answer with, besides its own.
const EVERYWHERE: [u16; 5] = [400, 401, 403, 429, 503];

pub(crate) struct Api {
    router: Router<App>,
    operations: Vec<Operation>,
}

pub(crate) struct Operation {
    method: &'static str,
    path: &'static str,
    id: &'static str,
    tag: &'static str,
    summary: &'static str,
    is_public: bool,
    query: Vec<MakeSchema>,
    headers: Vec<(&'static str, &'static str, MakeSchema)>,
    body: Option<(MakeSchema, bool)>,
    responses: Vec<Answer>,
    problems: Vec<u16>,
}

struct Answer {
    status: u16,
    told: &'static str,
    content: Vec<(&'static str, MakeSchema)>,
}

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

impl Operation {
    fn new(
        method: &'static str,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
    ) -> Self {
        Self {
            method,
            path,
            id,
            tag: "",
            summary,
            is_public: false,
            query: Vec::new(),
            headers: Vec::new(),
            body: None,
            responses: Vec::new(),
            problems: Vec::new(),
        }
    }

    pub(crate) fn get(path: &'static str, id: &'static str, summary: &'static str) -> Self {
        Self::new("get", path, id, summary)
    }

    pub(crate) fn post(path: &'static str, id: &'static str, summary: &'static str) -> Self {
        Self::new("post", path, id, summary)
    }

    pub(crate) fn delete(path: &'static str, id: &'static str, summary: &'static str) -> Self {
        Self::new("delete", path, id, summary)
    }

    pub(crate) fn tag(mut self, tag: &'static str) -> Self {
        self.tag = tag;
        self
    }

    /// It needs no key.
    pub(crate) fn public(mut self) -> Self {
        self.is_public = true;
        self
    }

    /// The fields of `T` are parameters of the query.
    pub(crate) fn query<T: JsonSchema>(mut self) -> Self {
        self.query.push(|generator| generator.root_schema_for::<T>());
        self
    }

    pub(crate) fn header<T: JsonSchema>(mut self, name: &'static str, told: &'static str) -> Self {
        self.headers.push((name, told, schema::<T>));
        self
    }

    pub(crate) fn body<T: JsonSchema>(mut self) -> Self {
        self.body = Some((schema::<T>, true));
        self
    }

    pub(crate) fn optional_body<T: JsonSchema>(mut self) -> Self {
        self.body = Some((schema::<T>, false));
        self
    }

    pub(crate) fn returns<T: JsonSchema>(self, status: u16, told: &'static str) -> Self {
        self.returns_as::<T>(status, "application/json", told)
    }

    /// The same status may be answered in several types.
    pub(crate) fn returns_as<T: JsonSchema>(
        mut self,
        status: u16,
        kind: &'static str,
        told: &'static str,
    ) -> Self {
        match self.responses.iter_mut().find(|answer| answer.status == status) {
            Some(answer) => answer.content.push((kind, schema::<T>)),
            None => {
                self.responses.push(Answer { status, told, content: vec![(kind, schema::<T>)] });
            }
        }
        self
    }

    pub(crate) fn returns_nothing(mut self, status: u16, told: &'static str) -> Self {
        self.responses.push(Answer { status, told, content: Vec::new() });
        self
    }

    pub(crate) fn fails(mut self, statuses: &[u16]) -> Self {
        self.problems.extend(statuses);
        self
    }
}

impl Api {
    pub(crate) fn new() -> Self {
        Self { router: Router::new(), operations: Vec::new() }
    }

    pub(crate) fn route(mut self, operation: Operation, handler: MethodRouter<App>) -> Self {
        self.router = self.router.route(operation.path, handler);
        self.operations.push(operation);
        self
    }

    pub(crate) fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.operations.extend(other.operations);
        self
    }

    /// The routes, and what they are.
    pub(crate) fn finish(self) -> (Router<App>, Value) {
        let document = Document::new().describe(&self.operations);
        (self.router, document)
    }
}

struct Document {
    /// What is read may lack what has a default; what is written has everything.
    requests: SchemaGenerator,
    responses: SchemaGenerator,
}

impl Document {
    fn new() -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
            })
        };
        Self {
            requests: settings()
                .for_deserialize()
                .with_transform(RecursiveTransform(bound))
                .into_generator(),
            responses: settings().for_serialize().into_generator(),
        }
    }

    fn describe(mut self, operations: &[Operation]) -> Value {
        let problem = schema::<Problem>(&mut self.responses);
        let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
        for operation in operations {
            let described = self.operation(operation, &problem);
            paths.entry(operation.path).or_default().insert(operation.method.to_owned(), described);
        }
        let mut schemas = self.responses.take_definitions(true);
        for (name, schema) in self.requests.take_definitions(true) {
            schemas.entry(name).or_insert(schema);
        }
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Ruminate",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "A self-hosted thinking engine: a question goes in; an answer with its whole train of thought comes out.",
                "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
            },
            "paths": paths,
            "components": {
                "schemas": schemas,
                "securitySchemes": { "key": { "type": "http", "scheme": "bearer" } },
            },
            "security": [{ "key": [] }, {}],
        })
    }

    fn operation(&mut self, operation: &Operation, problem: &Schema) -> Value {
        let mut responses = Map::new();
        for Answer { status, told, content } in &operation.responses {
            let content: Map<String, Value> = content
                .iter()
                .map(|(kind, make)| {
                    ((*kind).to_owned(), json!({ "schema": make(&mut self.responses) }))
                })
                .collect();
            let mut answer = json!({ "description": told });
            if !content.is_empty() {
                answer["content"] = content.into();
            }
            responses.insert(status.to_string(), answer);
        }
        for status in EVERYWHERE.iter().chain(&operation.problems) {
            responses.entry(status.to_string()).or_insert_with(|| {
                json!({
                    "description": reason(*status),
                    "content": { "application/problem+json": { "schema": problem } },
                })
            });
        }
        let mut described = json!({
            "operationId": operation.id,
            "tags": [operation.tag],
            "summary": operation.summary,
            "parameters": self.parameters(operation),
            "responses": responses,
        });
        if let Some((make, is_required)) = operation.body {
            described["requestBody"] = json!({
                "required": is_required,
                "content": { "application/json": { "schema": make(&mut self.requests) } },
            });
        }
        if operation.is_public {
            described["security"] = json!([]);
        }
        described
    }

    fn parameters(&mut self, operation: &Operation) -> Vec<Value> {
        let in_path = operation.path.split('{').skip(1).filter_map(|part| part.split('}').next());
        let mut parameters: Vec<Value> = in_path
            .map(|name| {
                let schema = match name {
                    "id" => json!({ "type": "string", "format": "uuid" }),
                    "reflex" => json!({ "type": "integer", "minimum": 1 }),
                    _ => json!({ "type": "string" }),
                };
                json!({ "name": name, "in": "path", "required": true, "schema": schema })
            })
            .collect();
        for make in &operation.query {
            let schema = make(&mut self.requests);
            let empty = Map::new();
            let fields = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
            let required = schema.get("required").and_then(Value::as_array);
            for (name, schema) in fields {
                let is_required =
                    required.is_some_and(|names| names.iter().any(|required| required == name));
                parameters.push(json!({
                    "name": name,
                    "in": "query",
                    "required": is_required,
                    "description": schema.get("description"),
                    "schema": schema,
                }));
            }
        }
        for (name, told, make) in &operation.headers {
            let schema = make(&mut self.requests);
            parameters.push(json!({
                "name": name, "in": "header", "required": false, "description": told, "schema": schema
            }));
        }
        parameters
    }
}

/// Says how large a whole number may be: its type does, and others know the format by name only.
fn bound(schema: &mut Schema) {
    let (least, most): (Value, Value) = match schema.get("format").and_then(Value::as_str) {
        Some("uint32") => (0.into(), u32::MAX.into()),
        Some("uint64") => (0.into(), u64::MAX.into()),
        Some("int64") => (i64::MIN.into(), i64::MAX.into()),
        _ => return,
    };
    for (keyword, bound) in [("minimum", least), ("maximum", most)] {
        if schema.get(keyword).is_none() {
            schema.insert(keyword.to_owned(), bound);
        }
    }
}

fn reason(status: u16) -> &'static str {
    axum::http::StatusCode::from_u16(status)
        .ok()
        .and_then(|status| status.canonical_reason())
        .unwrap_or("Problem")
}
