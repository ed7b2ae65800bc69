//! JSON, and what models make of it.

use super::super::json::{Json, values};
use super::check;

#[test]
fn one_thought_however_it_is_written() {
    for reply in [
        r#"{"thoughts":[{"thought":"It rains.","type":"insight","confidence":0.9}]}"#,
        r#"{"thoughts":[{"thought":"It rains.","type":"insight","confidence":"0.9"}]}"#,
        r#"{"thoughts":{"thought":"It rains.","type":"insight","confidence":0.9}}"#,
        r#"[{"thought":"It rains.","type":"insight","confidence":0.9}]"#,
        r#"{"thought":"It rains.","type":"insight","confidence":0.9}"#,
        r#"{"thought_text":"It rains.","thought_type":"insight","confidence_level":0.9}"#,
        r#"{"thoughts":[{"text":"It rains.","kind":"Insight","confidence":"90%"}]}"#,
        r#"{"thoughts":[{"content":"It rains.","category":"INSIGHT.","certainty":9}]}"#,
        r#"{"Thoughts":[{"Thought":"It rains.","Type":"insight","Confidence":0.9}]}"#,
        r#"{"result":{"thoughts":[{"confidence":0.9,"type":"insight","thought":"It rains."}]}}"#,
        r#"{"thoughts":[{"id":1,"thought":{"text":"It rains.","type":"insight","confidence":0.9}}]}"#,
        r#"{"thought":"It rains.","meta":{"tags":["a"],"source":"x"},"type":"insight","confidence":0.9}"#,
        "{'thoughts':[{'thought':'It rains.','type':'insight','confidence':0.9}]}",
        "{thoughts:[{thought:\"It rains.\",type:\"insight\",confidence:0.9}]}",
        "{\n  thought: \"It rains.\",\n  type: \"insight\",\n  confidence: 0.9,\n}",
        "{\n  thought: It rains.,\n  type: insight,\n  confidence: 0.9 // sure\n}",
        "{“thought”: “It rains.”, “type”: “insight”, “confidence”: 0.9}",
        r#"{"thoughts":[{"thought":"It rains.","type":"insight","confidence":0.9,},],}"#,
        "{\"thoughts\":[\n// the first\n{\"thought\":\"It rains.\", /* kind */ \"type\":\"insight\", # sure\n\"confidence\":0.9}]}",
        "{\"thoughts\":[{\"thought\":\"It rains.\"\n\"type\":\"insight\"\n\"confidence\":0.9}]}",
        r#"{"thoughts":[{"thought":"It rains.","type":"insight","confidence":0.9}, ...]}"#,
        "```json\n{\"thoughts\":[{\"thought\":\"It rains.\",\"type\":\"insight\",\"confidence\":0.9}]}\n```",
        "```\n{\"thoughts\":[{\"thought\":\"It rains.\",\"type\":\"insight\",\"confidence\":0.9}\n```\n\"Hope\" it helps {you}!",
        "Here [as asked] is {one}:\n{\"thoughts\":[{\"thought\":\"It rains.\",\"type\":\"insight\",\"confidence\":0.9}]}\nIsn't it \"nice\"?",
        "Thoughts: {\"thoughts\":[{\"thought\":\"It rains.\",\"type\":\"insight\",\"confidence\":0.9}]}",
        "An interval [0, 1) isn't closed. {\"thought\":\"It rains.\",\"type\":\"insight\",\"confidence\":0.9} Don't you think?",
        "{\"thought\":\"It rains.\",\"type\":[\"insight\",\"critique\"],\"confidence\":0,9}",
        "\u{feff}{\"thought\":\"It rains.\",\"type\":\"insight\",\"confidence\":9e-1}",
        r#"{"thoughts":[{"thought":"...","type":"exploration|critique","confidence":0.0},{"thought":"It rains.","type":"insight","confidence":0.9}]}"#,
        r#"{"thoughts":[{"thought":"It rains.","type":"insight","confidence":0.9},{"thought":"It rains.","type":"critique"}]}"#,
    ] {
        check(reply, &["insight 0.90 It rains."]);
    }
}

#[test]
fn several_thoughts_however_they_are_listed() {
    for reply in [
        r#"{"thoughts":[{"thought":"One."},{"thought":"Two."}]}"#,
        r#"[{"text":"One."},{"text":"Two."}]"#,
        r#"{"thoughts":["One.","Two."]}"#,
        r#"["One.","Two."]"#,
        r#"{"thought":"One."}{"thought":"Two."}"#,
        "{\"thought\":\"One.\"}\n{\"thought\":\"Two.\"}\n",
        "1. {\"thought\":\"One.\"}\n2. {\"thought\":\"Two.\"}\n",
        "```json\n{\"thought\":\"One.\"}\n```\nand\n```json\n{\"thought\":\"Two.\"}\n```",
        r#"{"thoughts":[{"thought":"One."} {"thought":"Two."}]}"#,
        r#"{"thoughts":[{"thought":"One.",{"thought":"Two."}]}"#,
        r#"{"thoughts":[{"thought":"One."],{"thought":"Two."}]}"#,
        r#"{"thoughts":[{"thought":"One."}}],{"thought":"Two."}]}"#,
        r#"{"thought":"One.","thought":"Two."}"#,
        r#"{"thought_1":"One.","thought_2":"Two."}"#,
        r#"{"1":{"thought":"One."},"2":{"thought":"Two."}}"#,
    ] {
        check(reply, &["exploration 0.50 One.", "exploration 0.50 Two."]);
    }
}

#[test]
fn bare_quotes_and_line_breaks_inside_a_string() {
    for (written, text) in [
        (r#""He said "no" twice.""#, r#"He said "no" twice."#),
        (r#""He said "no", and left.""#, r#"He said "no", and left."#),
        (r#""A "b", "c" and "d".""#, r#"A "b", "c" and "d"."#),
        (r#""Both "yes" "no" are said.""#, r#"Both "yes" "no" are said."#),
        (r#""See [the "big"] one.""#, r#"See [the "big"] one."#),
        ("'It's the dogs' bone.'", "It's the dogs' bone."),
        ("\"One line\nand another.\"", "One line\nand another."),
        (r#""Tab\tand \u00e4, \ud83d\ude00, \/ and \(x\).""#, "Tab\tand ä, 😀, / and \\(x\\)."),
        (r#""Lone \ud83d half.""#, "Lone \u{fffd} half."),
        (r#""Not a comment: http://a.b/c # d /* e */""#, "Not a comment: http://a.b/c # d /* e */"),
        (r#""Brackets } ] { [ and a comma, here""#, "Brackets } ] { [ and a comma, here"),
        (r#""\u0000A\r\nB\u0007.""#, "A\nB."),
    ] {
        check(
            &format!(
                "{{\"thoughts\":[{{\"thought\":{written},\"type\":\"insight\"}},{{\"thought\":\"Two.\"}}]}}"
            ),
            &[&format!("insight 0.50 {text}"), "exploration 0.50 Two."],
        );
    }
}

#[test]
fn a_reply_cut_in_the_middle() {
    let whole = r#"{"thoughts":[{"thought":"One.","type":"insight","confidence":0.9},"#;
    for rest in [
        "",
        "{",
        "{\"",
        "{\"thou",
        "{\"thought\"",
        "{\"thought\":",
        "{\"thought\":\"Tw",
        "{\"thought\":\"Two\\",
        "{\"thought\":\"Two\\u00",
    ] {
        check(&format!("{whole}{rest}"), &["insight 0.90 One."]);
    }
    for (rest, last) in [
        (r#"{"thought":"Two.""#, "exploration 0.50 Two."),
        (r#"{"thought":"Two.","#, "exploration 0.50 Two."),
        (r#"{"thought":"Two.","ty"#, "exploration 0.50 Two."),
        (r#"{"thought":"Two.","type":"crit"#, "exploration 0.50 Two."),
        (r#"{"thought":"Two.","type":"critique","confidence":0"#, "critique 0.50 Two."),
        (r#"{"thought":"Two.","type":"critique","confidence":0.7}"#, "critique 0.70 Two."),
    ] {
        check(&format!("{whole}{rest}"), &["insight 0.90 One.", last]);
        check(&format!("```json\n{whole}{rest}"), &["insight 0.90 One.", last]);
    }
}

#[test]
fn keys_without_quotes_are_no_labels() {
    check(
        "[\n  {\n    thought: \"One.\",\n    type: \"insight\"\n  },\n  {\n    thought: \"Tw",
        &["insight 0.50 One."],
    );
}

#[test]
fn what_is_no_thought_is_not_taken_for_one() {
    check(r#"{"thoughts":[]}"#, &[]);
    check(r#"{"thoughts":[{"thought":null},{"thought":""},{"thought":"[your thought]"}]}"#, &[]);
    check(r#"{"error":"overloaded","sources":["a","b"]}"#, &[]);
    check("Use {\"text\":\"hello\"} as in [\"a\",\"b\"].", &[]);
    check(
        r#"{"thought":"One.","sources":["http://a.b"],"evidence":[{"text":"x","type":"paper"}]}"#,
        &["exploration 0.50 One."],
    );
}

#[test]
fn the_format_with_more_thoughts_is_believed() {
    check(
        "THOUGHT: Here is the JSON:\n{\"thoughts\":[\"One.\",\"Two.\"]}",
        &["exploration 0.50 One.", "exploration 0.50 Two."],
    );
    check(
        "THOUGHT: One {\"thought\":\"x\"} thing.\nTHOUGHT: Two.",
        &["exploration 0.50 One {\"thought\":\"x\"} thing.", "exploration 0.50 Two."],
    );
    check(
        "THOUGHT: One {\"thought\":\"x\"} thing.",
        &["exploration 0.50 One {\"thought\":\"x\"} thing."],
    );
}

#[test]
fn a_reply_in_both_formats_is_read_in_both() {
    check(
        "{\"thoughts\":[\"One.\",\"Two.\"]}\n\nAnd again:\nTHOUGHT: Two.\n---\nTHOUGHT: Three.",
        &["exploration 0.50 One.", "exploration 0.50 Two.", "exploration 0.50 Three."],
    );
}

#[test]
fn a_thought_may_name_the_one_it_contradicts() {
    for (value, read) in [
        ("3", " !3"),
        ("\"3\"", " !3"),
        ("\"T3\"", " !3"),
        ("[3,5]", " !3"),
        ("null", ""),
        ("null // not 3\n", ""),
        ("-1", ""),
        ("\"none\"", ""),
        ("99999999999", ""),
    ] {
        check(
            &format!("{{\"thought\":\"No.\",\"contradicts\":{value}}}"),
            &[&format!("exploration 0.50 No.{read}")],
        );
    }
}

#[test]
fn nesting_is_bounded() {
    let deep = |depth: usize| {
        format!("{}{{\"thought\":\"One.\"}}{}", "[".repeat(depth), "]".repeat(depth))
    };
    check(&deep(10), &["exploration 0.50 One."]);
    assert!(values(&"[".repeat(200_000)).len() <= 1);
    assert!(values(&"{\"a\":".repeat(50_000)).len() <= 1);
}

#[test]
fn strict_json_is_read_as_the_standard_says() {
    let found = values(r#" {"a": ["b", 1.5, true, null, {}, []], "c\"d": "e\\"} "#);
    let bare = |word: &str| Json::Bare(word.to_owned());
    let expected = Json::Object(vec![
        (
            "a".to_owned(),
            Json::List(vec![
                Json::Text("b".to_owned()),
                bare("1.5"),
                bare("true"),
                bare("null"),
                Json::Object(vec![]),
                Json::List(vec![]),
            ]),
        ),
        ("c\"d".to_owned(), Json::Text("e\\".to_owned())),
    ]);
    assert_eq!(found, [(1..53, expected)]);
}
