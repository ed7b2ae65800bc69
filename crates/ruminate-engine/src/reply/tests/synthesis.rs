//! Syntheses: labelled, JSON, or prose.

use super::super::{MAX_SYNTHESIS_CHARS, ReadSynthesis, synthesis};

#[track_caller]
fn check(reply: &str, text: &str, insights: &[&str], confidence: Option<f64>, remaining: &[&str]) {
    let Some(read) = synthesis(reply) else { panic!("nothing read in:\n{reply}") };
    let ReadSynthesis {
        text: read_text,
        key_insights,
        confidence: read_confidence,
        remaining_questions,
    } = read;
    assert_eq!(read_text, text, "\nin the reply:\n{reply}\n");
    assert_eq!(key_insights, insights, "\nin the reply:\n{reply}\n");
    assert_eq!(read_confidence.map(|c| c.get()), confidence, "\nin the reply:\n{reply}\n");
    assert_eq!(remaining_questions, remaining, "\nin the reply:\n{reply}\n");
}

#[test]
fn one_synthesis_however_it_is_written() {
    for reply in [
        "SYNTHESIS: It rains.\nINSIGHTS:\n- Wet\n- Cold\nCONFIDENCE: 0.7\nREMAINING:\n- Why?\n- How long?",
        "**Synthesis:** It rains.\n\n**Key Insights:**\n* Wet\n* Cold\n\n**Confidence:** 70%\n\n**Remaining Questions:**\n1. Why?\n2. How long?",
        "Here is my synthesis:\n\n### SYNTHESIS\nIt rains.\n### INSIGHTS\n1) Wet\n2) Cold\n### CONFIDENCE\n0.7\n### REMAINING\n• Why?\n• How long?",
        "REMAINING:\n- Why?\n- How long?\nCONFIDENCE: 7/10\nINSIGHTS:\nWet\nCold\nSYNTHESIS:\nIt rains.",
        "```\nSYNTHESIS: It rains.\nINSIGHTS:\n- Wet\n- Cold\nREMAINING:\n- Why?\n- How\n  long?\nCONFIDENCE: 0.7\n```",
        "It rains.\n\nINSIGHTS:\n- Wet\n- Cold\nCONFIDENCE: 0.7\nREMAINING:\n- Why?\n- How long?",
        "SYNTHESIS: [summary of understanding]\nINSIGHTS:\n- [key insight 1]\n---\nSYNTHESIS: It rains.\nINSIGHTS:\n- Wet\n- Cold\nCONFIDENCE: 0.7\nREMAINING:\n- Why?\n- How long?",
        "<think>SYNTHESIS: No.</think>SYNTHESIS: It rains. CONFIDENCE: 0.7\nINSIGHTS:\n- Wet\n- Cold\nREMAINING:\n- Why?\n- How long?",
        r#"{"synthesis":"It rains.","insights":["Wet","Cold"],"confidence":0.7,"remaining":["Why?","How long?"]}"#,
        r#"{"synthesis_text":"It rains.","key_insights":["Wet","Cold"],"confidence_level":"70%","remaining_questions":["Why?","How long?"]}"#,
        r#"Sure: {"summary":"It rains.","insights":[{"insight":"Wet"},{"insight":"Cold"}],"confidence":7,"open_questions":"- Why?\n- How long?"} Done."#,
        r#"{"synthesis":"It rains.","insights":[{"insight":"Wet"},{"insight":"Cold"],"confidence":0.7,"remaining":["Why?","How long?"}"#,
        "```json\n{'synthesis':'It rains.','details':{'insights':['Wet','Cold',],'confidence':.7},'remaining':['Why?','How long?', 'None.']\n```",
    ] {
        check(reply, "It rains.", &["Wet", "Cold"], Some(0.7), &["Why?", "How long?"]);
    }
}

#[test]
fn prose_is_taken_as_it_is() {
    for prose in [
        "It rains.",
        "It rains.\n\n- a list\n- of two\n\n## A heading\n\n---\n\nMore, with \"quotes\" and {braces}.",
        "The confidence: nobody has it. Type: a class of things.",
        "Use {\"confidence\": 0.8} and {\"text\": \"x\"} in the request.",
        "See:\n\n```json\n{\"insights\": [\"x\"]}\n```\n\nThat is all.",
    ] {
        check(prose, prose, &[], None, &[]);
    }
    check("```markdown\nIt rains.\n```", "It rains.", &[], None, &[]);
    check("<think>hm</think>\n\nIt rains.\r\n", "It rains.", &[], None, &[]);
}

#[test]
fn nothing_is_nothing() {
    for reply in [
        "",
        " \n\t ",
        "<think>It rains.</think>",
        "<think>It rains.",
        "SYNTHESIS: [summary of understanding]",
        "SYNTHESIS:\n",
        "\u{0}",
        // Records that are something else are no answer to show to anybody.
        "{\"foo\": \"bar\"}",
        "{\"thoughts\":[{\"text\":\"abc",
        "[[[[[[",
    ] {
        assert_eq!(synthesis(reply), None, "{reply}");
    }
}

#[test]
fn no_part_of_an_essay_is_lost() {
    let analysis = "A page of analysis.".repeat(20);
    check(
        &format!(
            "## Background\n{analysis}\n\n## Synthesis\nIt rains.\n\n## Key Insights\n- Wet\n\n## Conclusion\nTake an umbrella.\n\nConfidence: 0.7"
        ),
        &format!("## Background\n{analysis}\n\nIt rains.\n\n## Conclusion\nTake an umbrella."),
        &["Wet"],
        Some(0.7),
        &[],
    );
    check(
        "SYNTHESIS: One.\n\n---\n\nTwo:\n\n```rust\nlet x = 1;\n```\nINSIGHTS: none\nREMAINING: None.",
        "One.\n\n---\n\nTwo:\n\n```rust\nlet x = 1;\n```",
        &[],
        None,
        &[],
    );
}

#[test]
fn prose_after_a_list_is_no_item() {
    check("SYNTHESIS: One.\nINSIGHTS:\n- Wet\n\nTwo.", "One.\n\nTwo.", &["Wet"], None, &[]);
}

#[test]
fn a_synthesis_may_speak_of_json() {
    let text = "Write {\"synthesis\": \"x\"} to the file.";
    check(&format!("SYNTHESIS: {text}\nCONFIDENCE: 0.7"), text, &[], Some(0.7), &[]);
}

#[test]
fn a_reply_cut_in_the_middle_keeps_what_is_there() {
    check("SYNTHESIS: It rains and", "It rains and", &[], None, &[]);
    check("SYNTHESIS: It rains.\nINSIGHTS:\n- Wet\n- Co", "It rains.", &["Wet", "Co"], None, &[]);
    check(r#"{"synthesis":"It rains and"#, "It rains and", &[], None, &[]);
    check(r#"{"synthesis":"It rains.","insights":["Wet","Co"#, "It rains.", &["Wet"], None, &[]);
    check(
        r#"{"insights":["Wet","Cold"],"confidence":0.7,"#,
        "Wet\nCold",
        &["Wet", "Cold"],
        Some(0.7),
        &[],
    );
}

#[test]
fn an_answer_may_be_an_essay() {
    let essay = "Rain. ".repeat(2_000);
    check(&essay, essay.trim(), &[], None, &[]);
    let endless = "ä".repeat(2 * MAX_SYNTHESIS_CHARS);
    check(&endless, &"ä".repeat(MAX_SYNTHESIS_CHARS), &[], None, &[]);
}
