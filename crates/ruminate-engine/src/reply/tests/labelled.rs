//! Seed A's text format, and what models make of it.

use super::super::{MAX_TEXT_CHARS, thoughts};
use super::check;

#[test]
fn the_reply_of_the_seed() {
    check(
        "THOUGHT: Consciousness might be best understood as layered awareness\n\
         TYPE: exploration\nCONFIDENCE: 0.6\n---\n\
         THOUGHT: Self-reflection requires metacognitive awareness\n\
         TYPE: connection\nCONFIDENCE: 0.75\n---\n\
         THOUGHT: But this circular definition doesn't explain origins\n\
         TYPE: critique\nCONFIDENCE: 0.8\n",
        &[
            "exploration 0.60 Consciousness might be best understood as layered awareness",
            "connection 0.75 Self-reflection requires metacognitive awareness",
            "critique 0.80 But this circular definition doesn't explain origins",
        ],
    );
}

#[test]
fn labels_however_decorated() {
    for reply in [
        "**Thought:** It rains.\n**Type:** insight\n**Confidence:** 0.9",
        "**THOUGHT**: It rains.\n**TYPE**: insight\n**CONFIDENCE**: 0.9",
        "**THOUGHT: It rains.**\n**TYPE: insight**\n**CONFIDENCE: 0.9**",
        "*Thought*: It rains.\n*Type*: insight\n*Confidence*: 0.9",
        "__THOUGHT__: It rains.\n__TYPE__: insight\n__CONFIDENCE__: 0.9",
        "_Thought:_ It rains.\n_Type:_ insight\n_Confidence:_ 0.9",
        "***Thought:*** It rains.\n***Type:*** insight\n***Confidence:*** 0.9",
        "`THOUGHT`: It rains.\n`TYPE`: insight\n`CONFIDENCE`: 0.9",
        "### THOUGHT 1: It rains.\n#### TYPE: insight\n#### CONFIDENCE: 0.9",
        "### Thought 1\nIt rains.\n\n**Type:** insight\n**Confidence:** 0.9",
        "**Thought 1**\n\nIt rains.\n\n**Type**\ninsight\n**Confidence**\n0.9",
        "**Thought #1:** It rains.\nType: insight\nConfidence: 0.9",
        "thought: It rains.\ntype: insight\nconfidence: 0.9",
        "ThOuGhT: It rains.\ntYPE: insight\nConfidence: 0.9",
        "1. THOUGHT: It rains.\n   TYPE: insight\n   CONFIDENCE: 0.9",
        "1) THOUGHT: It rains.\n   TYPE: insight\n   CONFIDENCE: 0.9",
        "(1) **Thought:** It rains.\n   - Type: insight\n   - Confidence: 0.9",
        "- THOUGHT: It rains.\n- TYPE: insight\n- CONFIDENCE: 0.9",
        "* **Thought:** It rains.\n* **Type:** insight\n* **Confidence:** 0.9",
        "• THOUGHT: It rains.\n• TYPE: insight\n• CONFIDENCE: 0.9",
        "💡 **Thought:** It rains.\n🏷️ **Type:** insight\n📊 **Confidence:** 0.9",
        "> THOUGHT: It rains.\n> TYPE: insight\n> CONFIDENCE: 0.9",
        "```\nTHOUGHT: It rains.\nTYPE: insight\nCONFIDENCE: 0.9\n```",
        "```text\nTYPE: insight\nCONFIDENCE: 0.9\nTHOUGHT: It rains.\n```\nHope it helps!",
        "THOUGHT: It rains.\r\nTYPE: insight\r\nCONFIDENCE: 0.9\r\n---\r\n",
        "THOUGHT: It rains.\rTYPE: insight\rCONFIDENCE: 0.9\r",
        "THOUGHT：It rains.\nTYPE：insight\nCONFIDENCE：0.9",
        "THOUGHT - It rains.\nTYPE - insight\nCONFIDENCE - 0.9",
        "Thought — It rains.\nType — insight\nConfidence — 0.9",
        "THOUGHT = It rains.\nTYPE=insight\nCONFIDENCE = 0.9",
        "THOUGHT TEXT: It rains.\nThought Type: insight\nConfidence Level: 0.9",
        "thought_text: It rains.\nthought_type: insight\nconfidence_level: 0.9",
        "THOUGHT 1. It rains.\nTYPE: insight\nCONFIDENCE: 0.9",
        "THOUGHT (new): It rains.\nTYPE: insight\nCONFIDENCE (0.0-1.0): 0.9",
        "THOUGHT:\nIt rains.\nTYPE:\ninsight\nCONFIDENCE:\n0.9",
        "THOUGHT: It rains.\nTYPE: insight | CONFIDENCE: 0.9",
        "THOUGHT: It rains. TYPE: insight CONFIDENCE: 0.9",
        "**Thought:** It rains. **Type:** insight **Confidence:** 0.9",
        "THOUGHT: It rains. (Type: insight, Confidence: 0.9)",
        "Sure! Here are my thoughts:\n\nTHOUGHT: It rains.\nTYPE: insight\nCONFIDENCE: 0.9\n\nDone.",
        "\u{feff}THOUGHT: It \u{0}rains.\u{7}\nTYPE: insight\nCONFIDENCE: 0.9",
    ] {
        check(reply, &["insight 0.90 It rains."]);
    }
}

#[test]
fn labels_in_any_order_with_or_without_separators() {
    let expected = ["insight 0.90 One.", "critique 0.30 Two."];
    for reply in [
        "THOUGHT: One.\nTYPE: insight\nCONFIDENCE: 0.9\nTHOUGHT: Two.\nTYPE: critique\nCONFIDENCE: 0.3",
        "TYPE: insight\nCONFIDENCE: 0.9\nTHOUGHT: One.\nTYPE: critique\nCONFIDENCE: 0.3\nTHOUGHT: Two.",
        "CONFIDENCE: 0.9\nTHOUGHT: One.\nTYPE: insight\n---\nTYPE: critique\nTHOUGHT: Two.\nCONFIDENCE: 0.3",
        "THOUGHT: One.\nCONFIDENCE: 0.9\nTYPE: insight\n***\nTHOUGHT: Two.\nCONFIDENCE: 0.3\nTYPE: critique",
        "THOUGHT: One.\nTYPE: insight\nCONFIDENCE: 0.9\n___\nTHOUGHT: Two.\nTYPE: critique\nCONFIDENCE: 0.3",
        "THOUGHT: One.\nTYPE: insight\nCONFIDENCE: 0.9\n———\nTHOUGHT: Two.\nTYPE: critique\nCONFIDENCE: 0.3",
        "THOUGHT: One.\nTYPE: insight\nCONFIDENCE: 0.9\n\n- - -\n\nTHOUGHT: Two.\nTYPE: critique\nCONFIDENCE: 0.3",
        "THOUGHT: One. TYPE: insight CONFIDENCE: 0.9 --- THOUGHT: Two. TYPE: critique CONFIDENCE: 0.3",
        "```\nTHOUGHT: One.\nTYPE: insight\nCONFIDENCE: 0.9\n```\n```\nTHOUGHT: Two.\nTYPE: critique\nCONFIDENCE: 0.3\n```",
        "- thought: One.\n  type: insight\n  confidence: 0.9\n- thought: Two.\n  type: critique\n  confidence: 0.3",
    ] {
        check(reply, &expected);
    }
}

#[test]
fn what_is_missing_gets_its_default() {
    check("THOUGHT: It rains.", &["exploration 0.50 It rains."]);
    check("THOUGHT: It rains.\nCONFIDENCE: 0.9", &["exploration 0.90 It rains."]);
    check("THOUGHT: It rains.\nTYPE: insight", &["insight 0.50 It rains."]);
    check(
        "THOUGHT: It rains.\nTYPE: prophecy\nCONFIDENCE: who knows",
        &["exploration 0.50 It rains."],
    );
    check("THOUGHT: One.\nTHOUGHT: Two.\n", &["exploration 0.50 One.", "exploration 0.50 Two."]);
}

#[test]
fn a_thought_over_lines_and_paragraphs() {
    check(
        "THOUGHT: First line\nsecond line.\n\nSecond paragraph:\n- a point\n- another\n\n```rust\nlet x = 1;\n```\n\nTYPE: insight\nCONFIDENCE: 0.9",
        &[
            "insight 0.90 First line\nsecond line.\n\nSecond paragraph:\n- a point\n- another\n\n```rust\nlet x = 1;\n```",
        ],
    );
}

#[test]
fn a_rule_inside_of_a_thought_does_not_end_it() {
    check(
        "THOUGHT: Before.\n\n---\n\nAfter.\nTYPE: insight\nCONFIDENCE: 0.9\n---\nTHOUGHT: Two.",
        &["insight 0.90 Before.\n\n---\n\nAfter.", "exploration 0.50 Two."],
    );
}

#[test]
fn the_words_of_the_format_inside_a_thought_are_its_own() {
    for text in [
        "The word has a type: that of nouns, and its confidence: nobody knows",
        "In this THOUGHT the word THOUGHT is used, and so is TYPE",
        "A well---known fact --- they say --- about thought",
        "Speakers of type: insight are rare",
        "Such confidence: 0.8 would be too much",
        "Every value has a TYPE: string",
        "So we call it Type: insight",
        "This is what they mean by Confidence: 0.8",
        "Thought experiments: a history\nThought 1 is wrong here.\nThoughts: many.",
        "It starts well.\nConfidence: the feeling of being 100% right, is not knowledge.",
        "It starts well.\nType: this is what we call a class of things.",
        "Type theory\ntype checking, type I errors: all of these",
        "The ratio is 3:1 and the time 12:30",
        "Set {x: x > 0}, list [1, 2], code `let x: u8 = 1;`",
        "He said \"thought\": a word",
    ] {
        check(
            &format!("THOUGHT: {text}\nTYPE: insight\nCONFIDENCE: 0.9\n---\nTHOUGHT: Two."),
            &[&format!("insight 0.90 {text}"), "exploration 0.50 Two."],
        );
    }
}

#[test]
fn a_reply_cut_in_the_middle() {
    let whole = "THOUGHT: One.\nTYPE: insight\nCONFIDENCE: 0.9\n---\n";
    for (rest, last) in [
        ("THOUGHT: Two is", "exploration 0.50 Two is"),
        ("THOUGHT: Two is here.\nTY", "exploration 0.50 Two is here."),
        ("THOUGHT: Two is here.\n**Ty", "exploration 0.50 Two is here."),
        ("THOUGHT: Two is here.\n--", "exploration 0.50 Two is here."),
        ("THOUGHT: Two is here.\nTYPE: crit", "exploration 0.50 Two is here."),
        ("THOUGHT: Two is here.\nTYPE: critique\nCONFIDENCE: 0.", "critique 0.50 Two is here."),
    ] {
        check(&format!("{whole}{rest}"), &["insight 0.90 One.", last]);
    }
    check(&format!("{whole}THOUGHT:"), &["insight 0.90 One."]);
    check(&format!("{whole}THOU"), &["insight 0.90 One."]);
}

#[test]
fn placeholders_empties_and_repetitions_are_dropped() {
    check(
        "Format:\nTHOUGHT: [your thought]\nTYPE: [exploration/critique/connection/insight]\nCONFIDENCE: [0.0-1.0]\n---\nTHOUGHT: One.\n---\nTHOUGHT:\n---\nTHOUGHT: ...\n---\nTHOUGHT: <insert thought here>\n---\nTHOUGHT: One.\nTYPE: insight\n",
        &["exploration 0.50 One."],
    );
}

#[test]
fn a_thought_in_brackets_is_still_one() {
    check("THOUGHT: [rain makes wet.]", &["exploration 0.50 rain makes wet."]);
    check(
        "THOUGHT: [Rain makes wet.]\nTYPE: [insight]\nCONFIDENCE: [0.9]",
        &["insight 0.90 Rain makes wet."],
    );
}

#[test]
fn a_thought_may_name_the_one_it_contradicts() {
    check("THOUGHT: No.\nTYPE: critique\nCONTRADICTS: 3", &["critique 0.50 No. !3"]);
    check("THOUGHT: No.\n**Contradicts:** thought #12\nTYPE: critique", &["critique 0.50 No. !12"]);
    check("THOUGHT: No.\nCONTRADICTS: none\nTYPE: critique", &["critique 0.50 No."]);
}

#[test]
fn a_plain_list_is_no_thought() {
    check("1. It rains.\n2. It snows.\n- It hails.", &[]);
    check("Thoughts:\n- It rains.\n", &[]);
    check("It rains, I think.", &[]);
    check("", &[]);
}

#[test]
fn a_long_thought_is_cut_on_a_character() {
    let read = thoughts(&format!("THOUGHT: {}\nTYPE: insight", "ä".repeat(2 * MAX_TEXT_CHARS)));
    assert_eq!(read[0].text, "ä".repeat(MAX_TEXT_CHARS));
}
