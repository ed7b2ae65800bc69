//! The description of the server: as OpenAPI for programs, and as a page for people that is made from the
//! same document. The page needs no script and nothing from elsewhere.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use serde_json::{Map, Value};

use crate::app::App;

/// Routes that tell about the others, and therefore not about themselves.
pub(crate) fn routes(document: &Value) -> Router<App> {
    let page: Arc<str> = page(document).into();
    let json: Arc<str> = document.to_string().into();
    let policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
    Router::new()
        // Whoever comes with a browser wants to know what this is.
        .route("/", get(async || Redirect::temporary("/docs")))
        .route(
            "/openapi.json",
            get(async move || ([(header::CONTENT_TYPE, "application/json")], json.to_string())),
        )
        .route(
            "/docs",
            get(async move || {
                let headers = [
                    (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
                    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy)),
                ];
                (headers, page.to_string()).into_response()
            }),
        )
}

const STYLE: &str = include_str!("docs.css");

fn page(document: &Value) -> String {
    let mut page = String::new();
    let title = text(&document["info"]["title"]);
    let _ = write!(
        page,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}: API</title>\
         <style>{STYLE}</style><main><h1>{title} <small>{}</small></h1><p>{}</p>\
         <p>The same for programs: <a href=\"/openapi.json\">openapi.json</a>. Errors are \
         <a href=\"#Problem\">problem documents</a>.</p>",
        text(&document["info"]["version"]),
        text(&document["info"]["description"]),
    );
    let empty = Map::new();
    let paths = document["paths"].as_object().unwrap_or(&empty);
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().unwrap_or(&empty) {
            write_operation(&mut page, path, method, operation);
        }
    }
    let _ = write!(page, "<h2>Schemas</h2>");
    for (name, schema) in document["components"]["schemas"].as_object().unwrap_or(&empty) {
        let _ = write!(page, "<section id=\"{name}\"><h3>{name}</h3>");
        write_schema(&mut page, schema);
        let _ = write!(page, "</section>");
    }
    page.push_str("</main></html>");
    page
}

fn write_operation(page: &mut String, path: &str, method: &str, operation: &Value) {
    let _ = write!(
        page,
        "<details><summary><b class=\"{method}\">{}</b> <code>{}</code> <span>{}</span></summary>",
        method.to_uppercase(),
        escaped(path),
        text(&operation["summary"]),
    );
    let parameters = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
    if !parameters.is_empty() {
        page.push_str("<h4>Parameters</h4><dl>");
        for parameter in parameters {
            let _ = write!(
                page,
                "<dt><code>{}</code> <i>{}</i>{}</dt><dd>{}</dd>",
                text(&parameter["name"]),
                text(&parameter["in"]),
                if parameter["required"] == true { ", required" } else { "" },
                text(&parameter["description"]),
            );
        }
        page.push_str("</dl>");
    }
    if let Some(body) = operation["requestBody"]["content"].as_object() {
        page.push_str("<h4>Body</h4>");
        write_content(page, body);
    }
    page.push_str("<h4>Answers</h4><dl>");
    let empty = Map::new();
    for (status, answer) in operation["responses"].as_object().unwrap_or(&empty) {
        let _ = write!(page, "<dt>{status} {}</dt><dd>", text(&answer["description"]));
        if let Some(content) = answer["content"].as_object() {
            write_content(page, content);
        }
        page.push_str("</dd>");
    }
    page.push_str("</dl></details>");
}

fn write_content(page: &mut String, content: &Map<String, Value>) {
    for (kind, media) in content {
        let _ = write!(page, "<p><code>{}</code> {}</p>", escaped(kind), link(&media["schema"]));
    }
}

fn write_schema(page: &mut String, schema: &Value) {
    if let Some(told) = schema["description"].as_str() {
        let _ = write!(page, "<p>{}</p>", escaped(told));
    }
    match schema["properties"].as_object() {
        Some(fields) => {
            let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
            page.push_str("<dl>");
            for (name, field) in fields {
                let _ = write!(
                    page,
                    "<dt><code>{}</code> {}{}</dt><dd>{}</dd>",
                    escaped(name),
                    link(field),
                    if required.iter().any(|known| known == name) { ", required" } else { "" },
                    text(&field["description"]),
                );
            }
            page.push_str("</dl>");
        }
        None => {
            let pretty = serde_json::to_string_pretty(schema).unwrap_or_default();
            let _ = write!(page, "<pre>{}</pre>", escaped(&pretty));
        }
    }
}

/// The type of something in a word, or a link to where it is told.
fn link(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    if let Some(items) = schema.get("items") {
        return format!("list of {}", link(items));
    }
    if let Some(either) = schema.get("anyOf").and_then(Value::as_array) {
        return either.iter().map(link).collect::<Vec<_>>().join(" or ");
    }
    match &schema["type"] {
        Value::String(name) => name.clone(),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or ")
        }
        _ => String::new(),
    }
}

fn text(value: &Value) -> String {
    escaped(value.as_str().unwrap_or_default())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
