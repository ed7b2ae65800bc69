//! The laws: a well-formed thought is never lost, and nothing that anybody writes does harm.

use proptest::prelude::*;
use ruminate_types::SubQuestion;
use serde_json::Value;

use super::super::json::{Json, values};
use super::super::{ReadThought, answer, answer_so_far, questions, synthesis, thoughts, visible};
use super::rendering::{self, Dice, Rendered, Said};

fn rendered(said: &[Said], seed: u64, as_json: bool, crlf: bool) -> Rendered {
    let mut dice = Dice(seed);
    let write = if as_json { rendering::json } else { rendering::labelled };
    let Rendered { reply, ends } = write(said, &mut dice);
    if !crlf {
        return Rendered { reply, ends };
    }
    let line_breaks = |end: &usize| reply[..*end].matches('\n').count();
    let ends = ends.iter().map(|end| end + line_breaks(end)).collect();
    Rendered { reply: reply.replace('\n', "\r\n"), ends }
}

fn is(read: &ReadThought, said: &Said) -> bool {
    read.text == said.text
        && read.kind == said.kind
        && (read.confidence.get() - f64::from(said.hundredths) / 100.0).abs() < 1e-9
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_thought_is_read_completely_and_in_order(
        said in rendering::said(), seed: u64, as_json: bool, crlf: bool,
    ) {
        let reply = rendered(&said, seed, as_json, crlf).reply;
        let read = thoughts(&reply);
        let all = read.len() == said.len() && read.iter().zip(&said).all(|(r, s)| is(r, s));
        prop_assert!(all, "{read:#?}\nin the reply:\n{reply}");
    }

    #[test]
    fn a_cut_takes_no_thought_before_it(
        said in rendering::said(), seed: u64, as_json: bool, crlf: bool, at: prop::sample::Index,
    ) {
        let Rendered { reply, ends } = rendered(&said, seed, as_json, crlf);
        let cut = &reply[..reply.floor_char_boundary(at.index(reply.len() + 1))];
        let whole = ends.iter().filter(|end| **end <= cut.len()).count();
        let read = thoughts(cut);
        // The first letters of a label in lower case are told from text by nobody.
        let ok = |n: usize, r: &ReadThought, s: &Said| {
            is(r, s) || (!as_json && n + 1 == whole && is(&ReadThought { text: s.text.clone(), ..r.clone() }, s)
                && r.text.strip_prefix(&s.text).is_some_and(|rest| rest.starts_with('\n') && rest.trim().len() < 16))
        };
        let all = read.len() >= whole
            && (whole == 0 || read.len() <= whole + 1)
            && read.iter().zip(&said).take(whole).enumerate().all(|(n, (r, s))| ok(n, r, s));
        prop_assert!(all, "{read:#?}\nin the reply:\n{cut}");
    }

    #[test]
    fn nothing_anybody_writes_does_harm(reply in "\\PC{0,200}|(?s:.{0,200})") {
        read_all(&reply);
    }

    #[test]
    fn no_bytes_do_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_shuffled_format_does_harm(parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..40)) {
        read_all(&parts.concat());
    }

    #[test]
    fn strict_json_is_read_as_the_standard_says(value in json_value(), pretty: bool) {
        let value = serde_json::json!({ "value": value });
        let written = if pretty { format!("{value:#}") } else { value.to_string() };
        let found = values(&written);
        prop_assert!(found.len() == 1 && same(&found[0].1, &value), "{found:?}\nis not\n{written}");
    }
}

#[rustfmt::skip]
const PARTS: [&str; 36] = [
    "THOUGHT:", "TYPE:", "CONFIDENCE:", "QUESTION", "PRIORITY Q3:", "SYNTHESIS", "INSIGHTS:\n-", "REMAINING", "\n",
    "\n---\n", "```", "```json\n", "<think>", "</think>", "{", "}", "[", "]",
    "\"", "'", ":", ",", "\\", "\\u", "\\ud83d", "thought", "\"thought\":",
    "\"thoughts\":[", "0.", "1e999", "-", "**", "#", "//", "/*", "ä😀",
];

/// Reads it as everything, and checks what must hold of whatever comes out.
pub(super) fn read_all(reply: &str) {
    let fine = |text: &str| {
        let printable = text.chars().all(|c| !c.is_control() || c == '\n' || c == '\t');
        assert!(printable && !text.trim().is_empty() && text.trim() == text, "{text:?}");
    };
    for thought in thoughts(reply) {
        fine(&thought.text);
        assert!((0.0..=1.0).contains(&thought.confidence.get()));
    }
    let asked = questions(reply);
    for question in &asked.questions {
        fine(&question.text);
        assert!(SubQuestion::PRIORITIES.contains(&question.priority));
    }
    assert!(asked.priorities.iter().all(|p| SubQuestion::PRIORITIES.contains(&p.priority)));
    if let Some(read) = synthesis(reply) {
        fine(&read.text);
        read.key_insights.iter().chain(&read.remaining_questions).for_each(|item| fine(item));
    }
    if let Some(read) = answer(reply) {
        fine(&read.text);
    }
    assert!(answer_so_far(reply).trim().len() <= super::super::MAX_VISIBLE_BYTES);
    assert!(visible(reply).len() <= super::super::MAX_VISIBLE_BYTES);
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e9..1e9f64).prop_map(Value::from),
        "(?s:.{0,20})".prop_map(Value::from),
        "[\"',:{}\\[\\]a \\\\/#`-]{0,20}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::hash_map("[a\"':{}, \\\\]{0,6}", inner, 0..6)
                .prop_map(|map| map.into_iter().collect()),
        ]
    })
}

pub(super) fn same(read: &Json, value: &Value) -> bool {
    match (read, value) {
        (Json::Text(text), Value::String(string)) => text == string,
        (Json::Bare(word), Value::Number(number)) => word.parse::<f64>().ok() == number.as_f64(),
        (Json::Bare(word), Value::Bool(is)) => word == if *is { "true" } else { "false" },
        (Json::Bare(word), Value::Null) => word == "null",
        (Json::List(items), Value::Array(array)) => {
            items.len() == array.len() && items.iter().zip(array).all(|(i, v)| same(i, v))
        }
        (Json::Object(entries), Value::Object(map)) => {
            let last =
                |key: &str| entries.iter().rev().find(|(k, _)| k == key).map(|(_, json)| json);
            entries.iter().all(|(key, _)| map.contains_key(key))
                && map.iter().all(|(key, value)| last(key).is_some_and(|json| same(json, value)))
        }
        _ => false,
    }
}
