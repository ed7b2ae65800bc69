//! JSON schemas as providers with strict schemas want them.

use serde_json::{Map, Value};

/// Every object closed and every property required, as strict schemas must be.
pub(crate) fn closed(schema: &Value) -> Value {
    rewritten(schema, &|_| true)
}

/// Closed, and without the limits on values, which Anthropic refuses. The parser of replies holds them.
pub(crate) fn closed_without_limits(schema: &Value) -> Value {
    const LIMITS: [&str; 12] = [
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "minItems",
        "maxItems",
        "uniqueItems",
        "$schema",
    ];
    rewritten(schema, &|keyword| !LIMITS.contains(&keyword))
}

fn rewritten(schema: &Value, keep: &dyn Fn(&str) -> bool) -> Value {
    let Value::Object(schema) = schema else {
        return schema.clone();
    };
    let mut result = Map::new();
    for (keyword, value) in schema.iter().filter(|(keyword, _)| keep(keyword)) {
        let value = match (keyword.as_str(), value) {
            ("properties" | "$defs" | "definitions", Value::Object(named)) => {
                let all = named.iter().map(|(name, inner)| (name.clone(), rewritten(inner, keep)));
                Value::Object(all.collect())
            }
            ("anyOf" | "allOf" | "oneOf" | "prefixItems", Value::Array(schemas)) => {
                schemas.iter().map(|inner| rewritten(inner, keep)).collect()
            }
            ("items", inner) => rewritten(inner, keep),
            (_, value) => value.clone(),
        };
        result.insert(keyword.clone(), value);
    }
    if let Some(Value::Object(properties)) = result.get("properties") {
        let names: Value = properties.keys().cloned().collect();
        result.insert("required".into(), names);
        result.insert("additionalProperties".into(), Value::Bool(false));
    }
    Value::Object(result)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn thoughts() -> Value {
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {"thoughts": {"type": "array", "maxItems": 5, "items": {"$ref": "#/$defs/T"}}},
            "$defs": {"T": {
                "type": "object",
                "required": ["text"],
                "properties": {
                    "maximum": {"type": "number", "maximum": 1.0},
                    "text": {"type": "string", "maxLength": 9},
                },
            }},
        })
    }

    #[test]
    fn objects_are_closed_all_the_way_down() {
        let closed = closed(&thoughts());
        assert_eq!(closed["additionalProperties"], false);
        assert_eq!(closed["$defs"]["T"]["required"], json!(["maximum", "text"]));
        assert_eq!(closed["properties"]["thoughts"]["maxItems"], 5);
    }

    #[test]
    fn limits_go_but_properties_that_are_called_like_one_stay() {
        let free = closed_without_limits(&thoughts());
        assert_eq!(free["$defs"]["T"]["properties"]["maximum"], json!({"type": "number"}));
        assert_eq!(free["properties"]["thoughts"].get("maxItems"), None);
        assert_eq!(free.get("$schema"), None);
    }
}
