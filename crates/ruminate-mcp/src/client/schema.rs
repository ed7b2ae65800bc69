//! Whether a schema of somebody else's is one. Models and other clients refuse every tool of a list in which one schema is
//! broken, so a tool with a broken one is left out.

use serde_json::{Map, Value};

const MOST_BYTES: usize = 64 << 10;
const MOST_DEPTH: usize = 24;
const TYPES: [&str; 7] = ["object", "array", "string", "number", "integer", "boolean", "null"];
const LISTS: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
const SINGLE: [&str; 7] =
    ["items", "not", "if", "then", "else", "contains", "additionalProperties"];
const NAMED: [&str; 4] = ["properties", "$defs", "definitions", "patternProperties"];

/// Of an object, as arguments are. The reason why not, otherwise.
pub(crate) fn check_object(schema: &Value) -> Result<(), String> {
    if schema.to_string().len() > MOST_BYTES {
        return Err(format!("it has more than {MOST_BYTES} bytes"));
    }
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        return Err("its type is not `object`".to_owned());
    }
    check(schema, 0)
}

fn check(schema: &Value, depth: usize) -> Result<(), String> {
    if depth > MOST_DEPTH {
        return Err("it is nested too deeply".to_owned());
    }
    let fields = match schema {
        Value::Bool(_) => return Ok(()),
        Value::Object(fields) => fields,
        _ => return Err("a part of it is neither an object nor true or false".to_owned()),
    };
    check_words(fields)?;
    for (name, value) in fields {
        let name = name.as_str();
        if SINGLE.contains(&name) {
            check(value, depth + 1)?;
        } else if LISTS.contains(&name) {
            let parts = value.as_array().ok_or_else(|| format!("`{name}` is no list"))?;
            parts.iter().try_for_each(|part| check(part, depth + 1))?;
        } else if NAMED.contains(&name) {
            let parts = value.as_object().ok_or_else(|| format!("`{name}` is no object"))?;
            parts.values().try_for_each(|part| check(part, depth + 1))?;
        }
    }
    Ok(())
}

fn check_words(fields: &Map<String, Value>) -> Result<(), String> {
    let is_type = |value: &Value| value.as_str().is_some_and(|name| TYPES.contains(&name));
    let are_types = match fields.get("type") {
        Some(Value::Array(types)) => types.iter().all(is_type),
        Some(one) => is_type(one),
        None => true,
    };
    if !are_types {
        return Err("a `type` is none of JSON's".to_owned());
    }
    let required = fields.get("required");
    let are_names = |list: &Value| list.as_array().is_some_and(|l| l.iter().all(Value::is_string));
    if required.is_some_and(|list| !are_names(list)) {
        return Err("`required` is no list of names".to_owned());
    }
    if fields.get("enum").is_some_and(|list| !list.is_array()) {
        return Err("`enum` is no list".to_owned());
    }
    match fields.get("$ref").map(Value::as_str) {
        None => Ok(()),
        Some(Some(target)) if target.starts_with('#') => Ok(()),
        Some(_) => Err("a `$ref` leads elsewhere".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_no_schema_of_an_object_is_found_out() {
        let mut deep = json!({"type": "string"});
        for _ in 0..100 {
            deep = json!({"type": "array", "items": deep});
        }
        for (part, told) in [
            (json!({"type": 42}), "`type`"),
            (json!({"type": ["string", "text"]}), "`type`"),
            (json!({"items": "string"}), "neither"),
            (json!({"anyOf": {}}), "`anyOf`"),
            (json!({"required": "a"}), "`required`"),
            (json!({"enum": "a"}), "`enum`"),
            (json!({"$ref": "https://far.example/schema"}), "`$ref`"),
            (json!({"properties": []}), "`properties`"),
            (json!({"description": "x".repeat(70_000)}), "bytes"),
            (deep, "deeply"),
        ] {
            let schema = json!({"type": "object", "properties": {"a": part}});
            let error = check_object(&schema).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
        assert!(check_object(&json!({"type": "string"})).is_err());
        assert!(check_object(&json!("object")).is_err());
    }

    #[test]
    fn what_people_write_passes() {
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
            "$defs": {"place": {"type": ["string", "null"], "enum": ["a", null]}},
            "properties": {"at": {"$ref": "#/$defs/place"}, "any": true,
                "list": {"type": "array", "items": {"anyOf": [{"type": "integer"}, {}]}}},
            "required": ["at"], "additionalProperties": false,
        });
        assert_eq!(check_object(&schema), Ok(()));
    }
}
