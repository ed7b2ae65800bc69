//! Answers, whole and while they are being written.

use proptest::prelude::*;

use super::super::{answer, answer_so_far};

/// What is read: the text, and the confidence in hundredths.
#[track_caller]
fn check(reply: &str, text: &str, hundredths: Option<u32>) {
    let read = answer(reply).unwrap_or_else(|| panic!("no answer in {reply:?}"));
    let confidence = read.confidence.map(|confidence| (confidence.get() * 100.0).round() as u32);
    assert_eq!((read.text.as_str(), confidence), (text, hundredths), "\nin the reply:\n{reply}\n");
}

#[test]
fn the_last_line_says_how_sure_the_model_is() {
    for line in [
        "CONFIDENCE: 0.8",
        "Confidence: 0.8",
        "confidence: 0,8",
        "CONFIDENCE: 80%",
        "CONFIDENCE: 80 %",
        "**CONFIDENCE:** 0.8",
        "**Confidence**: 0.8",
        "**Confidence: 0.8**",
        "*confidence:* **0.8**",
        "### Confidence: 0.8",
        "- Confidence: 0.8",
        "> CONFIDENCE: 0.8",
        "✅ Confidence: 0.8",
        "(Confidence: 0.8)",
        "[CONFIDENCE: 0.8]",
        "| CONFIDENCE | 0.8 |",
        "CONFIDENCE = 0.8",
        "CONFIDENCE 0.8",
        "CONFIDENCE: [0.8]",
        "CONFIDENCE (0.0-1.0): 0.8",
        "CONFIDENCE (0.8)",
        "Confidence level: high",
        "CONFIDENCE_SCORE: 8/10",
        "CONFIDENCE：0.8",
        "CONFIDENCE: 0.8 (the sources agree, as far as I know)",
        "CONFIDENCE: 0.8 because all of the sources agree",
        "Confidence: 0.8 (because all of the sources agree)",
        "CONFIDENCE: 0.8\n\n  ",
    ] {
        check(&format!("Water is wet.\n\n{line}"), "Water is wet.", Some(80));
        check(&format!("Water is wet.\r\n{line}"), "Water is wet.", Some(80));
    }
    check("Yes.\n\n---\n\nCONFIDENCE: 0.8", "Yes.", Some(80));
    check("Yes. CONFIDENCE: 0.8", "Yes.", Some(80));
    check("**Yes.** **CONFIDENCE:** 0.8", "**Yes.**", Some(80));
    check("Yes (CONFIDENCE: 0.8)", "Yes", Some(80));
    check("Yes.\nCONFIDENCE: 1.7", "Yes.", Some(100));
    check("Yes.\nCONFIDENCE: -3", "Yes.", Some(0));
    check("Yes.\nCONFIDENCE: 1.0", "Yes.", Some(100));
    check("<think>CONFIDENCE: 0.1\n</think>\n\nYes.\nCONFIDENCE: 0.8", "Yes.", Some(80));
}

#[test]
fn a_claim_that_says_nothing_is_still_no_part_of_the_answer() {
    for line in ["CONFIDENCE:", "CONFIDENCE", "CONFIDE", "**CONF", "CONFIDENCE: [0.0-1.0]"] {
        check(&format!("Yes.\n{line}"), "Yes.", None);
    }
}

#[test]
fn what_only_sounds_like_a_claim_is_the_answers() {
    for text in [
        "Yes.",
        "C",
        "CONFIDE",
        "[1, 2, 3]",
        "Confidence is 0.8 here.",
        "Two virtues:\n**Modesty:** knowing one's limits.\n**Confidence:** trust in oneself.",
        "**Courage**\n**Confidence**",
        "Courage\nConfidence",
        "A word:\nConfidence: 3 out of the 4 who were asked had it.",
        "Confidence intervals: 0.8 to 0.9",
        "The flag is CONFIDENCE, and it is 0.8",
        "```json\n{\n\"confidence\": 0.8\n```",
        "CONFIDENCE: 0.8\nThat is how it is written.",
        "Title\n---",
    ] {
        check(text, text, None);
    }
}

#[test]
fn a_reply_without_an_answer_has_none() {
    for reply in
        ["", " \n", "CONFIDENCE: 0.8", "<think>hm</think>", "<think>hm", "---\nCONFIDENCE: 1"]
    {
        assert_eq!(answer(reply), None, "{reply}");
    }
}

#[test]
fn an_unfinished_answer_is_shown_as_far_as_it_is_certain() {
    for (reply, shown) in [
        ("", ""),
        ("  \n", ""),
        ("  Water", "Water"),
        ("Water is", "Water is"),
        ("Water is ", "Water is"),
        ("<", ""),
        ("<thi", ""),
        ("<think>", ""),
        ("<think>hm\nhm", ""),
        ("<think>hm\nhm</th", ""),
        ("<think>hm\nhm</think>\n\nWater", "Water"),
        ("Water <th", "Water"),
        ("Water <the", "Water <the"),
        ("Water <think>hm", "Water"),
        ("Water <think>hm</think>is", "Water is"),
        ("Is 1 < 2? [t", "Is 1 < 2?"),
        ("Is 1 < 2? [ta", "Is 1 < 2? [ta"),
        ("Yes.\nC", "Yes."),
        ("Yes.\n**Conf", "Yes."),
        ("Yes.\nCONFIDENCE: 0", "Yes."),
        ("Yes.\n\n---\n", "Yes."),
        ("Yes.\n\n---\nCON", "Yes."),
        ("Yes.\n\n---\nCONSIDER", "Yes.\n\n---\nCONSIDER"),
        ("Yes. CONF", "Yes."),
        ("Yes. CONFIDENCE: 0.8", "Yes."),
        ("Yes. CONCORD", "Yes. CONCORD"),
        ("Yes.\nCONFIDENCE: 0.8\nOr", "Yes.\nCONFIDENCE: 0.8\nOr"),
    ] {
        assert_eq!(answer_so_far(reply), shown, "{reply:?}");
    }
}

/// Holds at every moment while the reply is being written.
fn check_stream(reply: &str) {
    let whole = answer(reply).map(|read| read.text).unwrap_or_default();
    let mut before = String::new();
    for (end, _) in reply.char_indices().chain([(reply.len(), ' ')]) {
        let shown = answer_so_far(&reply[..end]);
        let written = &reply[..end];
        assert!(whole.starts_with(&shown), "{shown:?}\nof {written:?}\nis not in {whole:?}");
        assert!(
            shown.starts_with(&before),
            "{before:?} is taken back after {written:?}: {shown:?}"
        );
        before = shown;
    }
}

#[rustfmt::skip]
const WORDS: [&str; 34] = [
    "Water", " is", " wet.", " ", "\n", "\n\n", "\r\n", "\n- ", "\n1. ", "\n---\n", "\n***", "**", "*", "_", "`", "```\n",
    "|", "(", "[", "<", "[t", "<th", "</", "C", " C", "CONF", " CONFIDENCE", "Confidence", "\nCONFIDENCE: 0.8", ": 0.8", " = 1", "ä😀", "\u{0}", "0.",
];
/// Reasoning, and what may look like it. A block of several lines begins a line of its own: inside one it
/// could be a mention.
const BLOCKS: [&str; 4] = [
    "<think>hm</think>",
    "\n<think>\nhm\nCONFIDENCE: 0.2\n</think>\n",
    "[THINK]a\"b[/THINK]",
    "◁think▷x◁/think▷",
];
/// Tags that only open, in texts where a tag may be a mention.
const MENTIONS: [&str; 5] = ["<think>", "[THINK]", "{", "\nTHOUGHT: ", "◁think▷"];
const CLAIMS: [&str; 8] = [
    "",
    "\nCONFIDENCE: 0.8",
    "\n\n---\n**Confidence:** 80%\n",
    " CONFIDENCE: 0.8",
    "\nconfidence = 0,8 ",
    "\n- Confidence level: high",
    "\n**CONFIDENCE: 1**",
    "\nCONFIDE",
];

fn text_with(more: &'static [&'static str]) -> impl Strategy<Value = String> {
    let part = prop_oneof![8 => prop::sample::select(&WORDS[..]), 2 => prop::sample::select(more)];
    let parts = prop::collection::vec(part, 0..16);
    (parts, prop::sample::select(&CLAIMS[..])).prop_map(|(parts, claim)| parts.concat() + claim)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn nothing_that_was_shown_is_taken_back(reply in text_with(&BLOCKS)) {
        check_stream(&reply);
    }

    #[test]
    fn nor_where_a_tag_may_be_a_mention(reply in text_with(&MENTIONS)) {
        check_stream(&reply);
    }

    #[test]
    fn nothing_is_held_back_once_the_next_line_is_there(text in text_with(&BLOCKS)) {
        // Without a claim that the next line would end.
        let reply = format!("{text}\nAnd so on");
        let shown = answer_so_far(&reply);
        prop_assert_eq!(Some(shown), answer(&reply).map(|read| read.text));
    }
}
