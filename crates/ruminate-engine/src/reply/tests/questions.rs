//! Questions and priorities.

use super::super::{ReadPriority, ReadQuestion, questions};

/// `8 the text (why) <parent` for a question, `Q3=7` for a priority.
#[track_caller]
fn check(reply: &str, expected: &[&str]) {
    let read = questions(reply);
    let asked = read.questions.iter().map(|ReadQuestion { text, priority, why, parent }| {
        let parent = parent.map(|n| format!(" <{n}")).unwrap_or_default();
        format!("{priority} {text} ({why}){parent}")
    });
    let again = read
        .priorities
        .iter()
        .map(|ReadPriority { question, priority }| format!("Q{question}={priority}"));
    assert_eq!(asked.chain(again).collect::<Vec<_>>(), expected, "\nin the reply:\n{reply}\n");
}

#[test]
fn the_reply_of_the_seed() {
    check(
        "QUESTION: How do different layers of awareness interact?\nPRIORITY: 8\n\
         WHY: Understanding interaction could explain emergence\n---\n\
         QUESTION: Can consciousness exist without self-reflection?\nPRIORITY: 9\n\
         WHY: Tests whether self-reflection is necessary or optional\n",
        &[
            "8 How do different layers of awareness interact? (Understanding interaction could explain emergence)",
            "9 Can consciousness exist without self-reflection? (Tests whether self-reflection is necessary or optional)",
        ],
    );
}

#[test]
fn one_question_however_it_is_written() {
    for reply in [
        "**Question 1:** Does it rain?\n**Priority:** 8/10\n**Why:** It matters.",
        "1. QUESTION: Does it rain?\n   PRIORITY: **8**\n   WHY: It matters.",
        "WHY: It matters.\nPRIORITY (1-10): high\nQUESTION: Does it rain?",
        "Question: Does it rain?\nImportance: 8\nRationale: It matters.",
        "QUESTION 1: Does it rain?\nPRIORITY 1: 8\nWHY 1: It matters.",
        "QUESTION: Does it rain? PRIORITY: 8\nWHY: It matters.",
        r#"{"questions":[{"question":"Does it rain?","priority":8,"why":"It matters."}]}"#,
        r#"{"questions":{"question_text":"Does it rain?","priority":"8/10","reason":"It matters."}}"#,
        r#"[{"id":1,"text":"Does it rain?","importance":"high","rationale":"It matters."}]"#,
        "```json\n{'question':'Does it rain?','priority':8,'why':'It matters.',}\n```",
        "<think>QUESTION: No?</think>QUESTION: Does it rain?\nPRIORITY: 8\nWHY: It matters.",
    ] {
        check(reply, &["8 Does it rain? (It matters.)"]);
    }
}

#[test]
fn what_is_missing_gets_its_default() {
    check("QUESTION: Does it rain?", &["5 Does it rain? ()"]);
    check(
        r#"{"questions":["Does it rain?",{"question":"Why?","why":null}]}"#,
        &["5 Does it rain? ()", "5 Why? ()"],
    );
    check(
        "QUESTION: A?\nPRIORITY: 42\n---\nQUESTION: B?\nPRIORITY: -1\n---\nQUESTION: A?",
        &["10 A? ()", "1 B? ()"],
    );
    check("QUESTION: [question text]\nPRIORITY: [1-10]\nWHY: [explanation]", &[]);
    check("Does it rain?", &[]);
}

#[test]
fn a_question_may_name_where_it_comes_from() {
    check("QUESTION: A?\nPARENT: Q3\nPRIORITY: 7", &["7 A? () <3"]);
    check(r#"{"question":"A?","parent":3}"#, &["5 A? () <3"]);
    check(r#"{"question":"A?","parent_id":"Q3"}"#, &["5 A? () <3"]);
    check(r#"{"question":"A?","parent":null}"#, &["5 A? ()"]);
}

#[test]
fn earlier_questions_get_new_priorities() {
    for reply in [
        "QUESTION: A?\nPRIORITY: 8\n---\nPRIORITY Q3: 7\nPRIORITY Q12: 2/10",
        "PRIORITY Q3: 7\n**Priority [Q12]:** low\nQUESTION: A?\nPRIORITY: 8",
        "QUESTION: A?\nPRIORITY Q3: 7\nPRIORITY: 8\n- priority q12 = 2",
        r#"{"questions":[{"question":"A?","priority":8}],"priorities":[{"id":3,"priority":7},{"id":"Q12","priority":"low"}]}"#,
        r#"{"priorities":{"Q3":7,"Q12":2},"questions":[{"question":"A?","priority":8}]}"#,
        r#"{"questions":[{"question":"A?","priority":8},{"id":3,"priority":7},{"question":"Q12","priority":2}]}"#,
        r#"{"questions":[{"question":"A?","priority":8}],"priorities":[{"question":"Q3","priority":7},{"question_id":12,"question":"Old one?","priority":2}]}"#,
    ] {
        check(reply, &["8 A? ()", "Q3=7", "Q12=2"]);
    }
    check("PRIORITY Q3: 7", &["Q3=7"]);
    check("PRIORITY Q3:", &[]);
    check(r#"{"priorities":[{"id":3,"priority":7},{"id":4,"prior"#, &["Q3=7"]);
}

#[test]
fn a_reply_cut_in_the_middle() {
    check(
        r#"{"questions":[{"question":"A?","priority":8,"why":"x"},{"question":"B?","priority":7,"why":"It mat"#,
        &["8 A? (x)", "7 B? ()"],
    );
    check("QUESTION: A?\nPRIORITY: 8\nWHY: x\n---\nQUESTION: B?\nPRIOR", &["8 A? (x)", "5 B? ()"]);
}
