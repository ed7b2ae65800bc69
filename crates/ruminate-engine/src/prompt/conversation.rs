//! What was said before the question, as prompts show it.
//!
//! It is told, not continued: each message begins with who said it and its other lines are indented, so
//! that no message can pass for another one's turn, for a heading of the prompt or for its task.

use ruminate_types::{Mode, Role, Run};

use super::shortened;
use crate::tokens::estimate;

/// What programs tell about how to answer.
pub(super) fn instructions(run: &Run) -> String {
    let told: Vec<String> = said(run, |role| (role == Role::System).then_some("-")).collect();
    shortened(&told.join("\n"), window(run) / share(run))
}

/// Who said what, oldest first; of a long conversation the newest part.
pub(super) fn lines(run: &Run) -> Vec<String> {
    let speaker = |role| match role {
        Role::System => None,
        Role::User => Some("User:"),
        Role::Assistant => Some("Assistant:"),
    };
    let mut left = window(run) / share(run);
    // One that is a whole document must not push out all others.
    let longest = left / 4;
    let fits = |line: &String| {
        let size = estimate(line);
        let does = size <= left;
        left = left.saturating_sub(size);
        does
    };
    let newest = said(run, speaker).rev().map(|line| shortened(&line, longest)).take_while(fits);
    let mut lines: Vec<String> = newest.collect();
    lines.reverse();
    lines
}

/// One part in so many of the window is for the conversation: thinking needs the room for its own.
fn share(run: &Run) -> u64 {
    match run.policy.mode {
        Mode::Fast => 2,
        Mode::Extended => 4,
    }
}

fn window(run: &Run) -> u64 {
    run.cursor.model.as_ref().map_or(0, |model| model.context_window.into())
}

fn said(
    run: &Run,
    begin: impl Fn(Role) -> Option<&'static str>,
) -> impl DoubleEndedIterator<Item = String> {
    run.conversation.iter().filter_map(move |message| {
        let begin = begin(message.role)?;
        let text = message.content.trim();
        (!text.is_empty()).then(|| format!("{begin} {}", indented(text)))
    })
}

/// All lines but the first.
fn indented(text: &str) -> String {
    let indent = |line: &str| if line.is_empty() { String::new() } else { format!("  {line}") };
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().to_owned();
    [first].into_iter().chain(lines.map(indent)).collect::<Vec<_>>().join("\n")
}
