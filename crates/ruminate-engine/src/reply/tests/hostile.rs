//! Replies that were never meant to be read.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::super::json::values;
use super::properties::{read_all, same};

const MEGABYTE: usize = 1_000_000;

/// Far more than any of it takes, and far less than anything quadratic would.
const TIME_LIMIT: Duration = Duration::from_secs(10);

#[track_caller]
fn check(name: &str, reply: &str) {
    #[allow(clippy::disallowed_methods, reason = "a test may look at the clock")]
    let start = Instant::now();
    read_all(reply);
    let took = start.elapsed();
    assert!(took < TIME_LIMIT, "{name:?} took {took:?}");
}

#[test]
fn enormous_replies_are_read_in_bounded_time() {
    for part in ["[", "{", "`", "\"", "THOUGHT: a\n", "<think>", "</think>", "ä", "\n"] {
        check(part, &part.repeat(10 * MEGABYTE / part.len()));
    }
}

/// Each of these would take time that grows with the square of its size if the reader looked too far ahead.
#[test]
fn slow_replies_are_slow_no_more() {
    let spaces = "\t".repeat(MEGABYTE / 4);
    for (part, end) in
        [("TYPE:\n", ""), ("QUESTION</think>", &spaces), ("{\"a\": b,c/* ", ""), ("{/*", "")]
    {
        check(part, &format!("{}{end}", part.repeat(MEGABYTE / 4 / part.len())));
    }
}

#[test]
fn no_repetition_makes_reading_slow() {
    const SIZE: usize = MEGABYTE / 32;
    #[rustfmt::skip]
    let parts = [
        "{\"", "{\"a\":", "[\"", "[[", "{}", "'", "\\", "\\u", "\"a\", ",
        "\"a\" ", "\", ", "a,b/* ", "{a/* ", "{/*", "{#", "//", "# ", "{a:",
        "{\"thought\":\"a\"},", "{\"thought\":\"he said \"no\", and\"},", "...", "```json\n", "---\n", " --- ", " --- thought: ", " --- *thought: ", "**",
        "*", "1. ", "THOUGHT: TYPE: ", "TYPE: insight ", "CONFIDENCE: 0.8 ", "thought: a\n---\nb\n", "PRIORITY Q1: 2\n", "- a\n", "INSIGHTS:\n- a\n\nb\n",
        "{<think> ", "<think>\n", "a</think>", "<think></think>", "{ </think>,", "[THINK]", "(", "thought (", ":",
        "\u{0}", "\r", " ", "💡", "SYNTHESIS: a\n", "thought_", "a: ", "{'a':'b', ",
    ];
    for part in parts {
        for start in ["", "{\"thoughts\":[{\"thought\":\"", "THOUGHT: ", "{\"a\": b"] {
            check(part, &format!("{start}{}", part.repeat(SIZE / part.len())));
        }
        check(part, &format!("{}{}", part.repeat(SIZE / part.len()), "*".repeat(SIZE)));
    }
}

/// JSONTestSuite, 318 files on which parsers are known to crash, hang or disagree.
#[test]
fn the_json_test_suite_does_no_harm() {
    let Some(folder) =
        std::env::var_os("RUMINATE_BENCH_DATA").map(|data| PathBuf::from(data).join("json"))
    else {
        println!("SKIPPED: JSONTestSuite is not read, because RUMINATE_BENCH_DATA is not set");
        return;
    };
    let mut read = 0;
    for file in std::fs::read_dir(&folder).expect("the folder json of RUMINATE_BENCH_DATA") {
        let path = file.expect("an entry of the folder").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("a readable file");
        let text = String::from_utf8_lossy(&bytes);
        check(&name, &text);
        check(&name, &format!("{{\"thoughts\":[{text}]}}"));
        if name.starts_with("y_") {
            let wrapped = format!("{{\"value\":{text}}}");
            let strict = serde_json::from_str(&wrapped).expect("valid JSON");
            let found = values(&wrapped);
            assert!(
                found.len() == 1 && same(&found[0].1, &strict),
                "{name}: {found:?} is not {strict}"
            );
        }
        read += 1;
    }
    assert!(read >= 300, "only {read} files in {}", folder.display());
}
