//! Parameters that the answer cannot follow. A value that asks for nothing special is fine; any other is
//! refused by name, because an answer that quietly ignores what was asked is worse than none. Everything
//! that is not in this list makes no difference to an answer, or is not known yet, and is taken.

use axum::http::StatusCode;
use serde_json::{Map, Value};

use crate::problem::Problem;

struct Unsupported {
    name: &'static str,
    /// Values that ask for what is done anyway.
    is_fine: fn(&Value) -> bool,
    hint: &'static str,
}

const UNSUPPORTED: &[Unsupported] = &[
    Unsupported {
        name: "n",
        is_fine: |value| value.as_f64() == Some(1.0),
        hint: "ask once for each answer",
    },
    Unsupported { name: "tools", is_fine: is_empty, hint: "leave it out: no tools are called" },
    Unsupported { name: "functions", is_fine: is_empty, hint: "leave it out: no tools are called" },
    Unsupported {
        name: "tool_choice",
        is_fine: |value| *value == "none" || *value == "auto",
        hint: "leave it out: no tools are called",
    },
    Unsupported {
        name: "function_call",
        is_fine: |value| *value == "none" || *value == "auto",
        hint: "leave it out: no tools are called",
    },
    Unsupported {
        name: "response_format",
        is_fine: |value| value["type"] == "text",
        hint: "answers are text: say in the question how it should look",
    },
    Unsupported {
        name: "modalities",
        is_fine: |value| value.as_array().is_some_and(|list| list.iter().all(|one| one == "text")),
        hint: "answers are text",
    },
    Unsupported { name: "audio", is_fine: |_| false, hint: "answers are text" },
    Unsupported {
        name: "logprobs",
        is_fine: |value| *value == false,
        hint: "the probabilities of tokens are not known",
    },
    Unsupported {
        name: "top_logprobs",
        is_fine: is_zero,
        hint: "the probabilities of tokens are not known",
    },
    Unsupported { name: "logit_bias", is_fine: is_empty, hint: "leave it out" },
    Unsupported {
        name: "web_search_options",
        is_fine: |_| false,
        hint: "leave it out: nothing is searched for",
    },
    Unsupported {
        name: "top_p",
        is_fine: |value| value.as_f64() == Some(1.0),
        hint: "leave it out, or give `temperature` instead",
    },
    Unsupported { name: "presence_penalty", is_fine: is_zero, hint: "leave it out" },
    Unsupported { name: "frequency_penalty", is_fine: is_zero, hint: "leave it out" },
];

fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty)
}

fn is_zero(value: &Value) -> bool {
    value.as_f64() == Some(0.0)
}

/// An error for the first one that cannot be followed. Null is as good as left out.
pub(super) fn check(given: &Map<String, Value>) -> Result<(), Problem> {
    let wrong = UNSUPPORTED.iter().find(|parameter| {
        given
            .get(parameter.name)
            .is_some_and(|value| !value.is_null() && !(parameter.is_fine)(value))
    });
    match wrong {
        None => Ok(()),
        Some(Unsupported { name, hint, .. }) => Err(Problem::new(
            StatusCode::BAD_REQUEST,
            "unsupported_parameter",
            format!("`{name}` cannot be honoured as it is given"),
        )
        .field(*name)
        .hint(*hint)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(given: Value) -> Option<String> {
        let problem = check(given.as_object().unwrap()).err()?;
        problem.field_name().map(str::to_owned)
    }

    #[test]
    fn what_asks_for_nothing_special_is_taken() {
        let given = json!({
            "n": 1, "tools": [], "tool_choice": "auto", "response_format": {"type": "text"},
            "logprobs": false, "top_logprobs": null, "audio": null, "modalities": ["text"],
            "logit_bias": {}, "top_p": 1, "presence_penalty": 0, "frequency_penalty": 0.0,
            "user": "ann", "seed": 7, "metadata": {"a": "b"}, "store": true,
            "reasoning_effort": "high", "service_tier": "auto", "parallel_tool_calls": true,
            "something_new": {"a": 1},
        });
        assert_eq!(refused(given), None);
    }

    #[test]
    fn what_cannot_be_followed_is_named() {
        for (name, value) in [
            ("n", json!(2)),
            ("tools", json!([{"type": "function"}])),
            ("functions", json!([{}])),
            ("tool_choice", json!("required")),
            ("response_format", json!({"type": "json_object"})),
            ("modalities", json!(["text", "audio"])),
            ("audio", json!({"voice": "alloy"})),
            ("logprobs", json!(true)),
            ("logit_bias", json!({"50256": -100})),
            ("top_p", json!(0.5)),
            ("presence_penalty", json!(0.1)),
            ("frequency_penalty", json!(-1)),
        ] {
            assert_eq!(refused(json!({ name: value })).as_deref(), Some(name));
        }
    }
}
