//! A model's private reasoning is hidden, and nothing else is.

use super::super::visible;
use super::check;

#[test]
fn reasoning_is_hidden() {
    for (reply, seen) in [
        ("<think>hm</think>Yes.", "Yes."),
        ("<think>\nhm\n\nhm\n</think>\n\nYes.", "Yes."),
        ("<THINK>hm</Think> Yes.", "Yes."),
        ("<thinking>hm</thinking>Yes.", "Yes."),
        ("[THINK]hm[/THINK]Yes.", "Yes."),
        ("◁think▷hm◁/think▷Yes.", "Yes."),
        ("hm\n</think>\nYes.", "Yes."),
        ("hm </think> yes.", "yes."),
        ("a</think>b</think>Yes.", "Yes."),
        ("<think>a <think> b</think> c</think>Yes.", "Yes."),
        ("<think>hm", ""),
        ("<think></think>", ""),
        ("Yes.\n<think>hm", "Yes."),
        ("One. <think>hm</think>Two.", "One. Two."),
        ("<think>a</think>One.\n<think>b</think>Two.", "One.\nTwo."),
        ("  Yes.\r\nNo.\u{0}  ", "Yes.\nNo."),
        ("I think <so>.", "I think <so>."),
    ] {
        assert_eq!(visible(reply), seen, "{reply}");
    }
}

#[test]
fn a_draft_in_the_reasoning_is_not_the_reply() {
    let draft = "{\"thoughts\":[\"Draft.\",\"Draft two.\"]}\nTHOUGHT: Draft three.\n";
    let reply = "THOUGHT: One.";
    check(&format!("<think>{draft}</think>{reply}"), &["exploration 0.50 One."]);
    check(&format!("<think>\n{draft}\n</think>\n{reply}"), &["exploration 0.50 One."]);
    check(&format!("{draft}</think>{reply}"), &["exploration 0.50 One."]);
    check(&format!("{draft}So be it.</think>\n\n{reply}"), &["exploration 0.50 One."]);
    check(
        &format!("{draft}So be it.</think> {{\"thought\":\"One.\"}}"),
        &["exploration 0.50 One."],
    );
    check(&format!("<think>{draft}</think>"), &[]);
    check(&format!("<think>{draft}"), &[]);
    check(&format!("{draft}</think>"), &[]);
}

#[test]
fn a_thought_about_a_tag_is_not_lost() {
    check(
        "THOUGHT: Models write <think> first.\n---\nTHOUGHT: Then they write </think> and go on.\n---\nTHOUGHT: Three.",
        &[
            "exploration 0.50 Models write <think> first.",
            "exploration 0.50 Then they write </think> and go on.",
            "exploration 0.50 Three.",
        ],
    );
    check(
        r#"{"thoughts":[{"thought":"First <think> comes."},{"thought":"Then </think>."},{"thought":"Three."}]}"#,
        &[
            "exploration 0.50 First <think> comes.",
            "exploration 0.50 Then </think>.",
            "exploration 0.50 Three.",
        ],
    );
}
