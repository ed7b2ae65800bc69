//! A finished or unfinished run as a file for people.

mod html;
mod markdown;
#[cfg(test)]
mod tests;

pub use html::html;
pub use markdown::markdown;

use ruminate_types::{Grounds, Mode, Role, Synthesis, Verdict, counted};

use crate::document::{Document, Feedback};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Markdown,
    Json,
    Html,
}

/// Questions deeper than this are shown as deep as this: a page is only so wide.
const DEEPEST: usize = 12;

pub fn export(document: &Document, format: Format) -> String {
    match format {
        Format::Markdown => markdown(document),
        Format::Html => html(document),
        // A document holds nothing that JSON cannot.
        Format::Json => serde_json::to_string_pretty(document).unwrap_or_default() + "\n",
    }
}

/// Said below an answer that is not whole.
const CUT: &str = "The answer ends where the limit of its length was reached.";

fn no_answer(mode: Mode) -> &'static str {
    match mode {
        Mode::Fast => "There is no answer yet.",
        Mode::Extended => "There is no final synthesis yet.",
    }
}

fn speaker(role: Role) -> &'static str {
    match role {
        Role::System => "Instructions",
        Role::User => "User",
        Role::Assistant => "Assistant",
    }
}

fn told(feedback: &Feedback) -> String {
    let verdict = match feedback.verdict {
        Verdict::Right => "right",
        Verdict::Wrong => "wrong",
    };
    match &feedback.note {
        Some(note) => format!("{verdict}: {note}"),
        None => verdict.to_owned(),
    }
}

/// `0.60 (the model claims 0.90; its drafts agree by 0.67)`.
pub fn confidence(synthesis: &Synthesis) -> String {
    let Grounds { self_report, agreement, .. } = synthesis.grounds;
    let level = synthesis.confidence_level.get();
    match (self_report, agreement) {
        (Some(claimed), Some(agreement)) => format!(
            "{level:.2} (the model claims {:.2}; its drafts agree by {:.2})",
            claimed.get(),
            agreement.get()
        ),
        (None, Some(agreement)) => format!("{level:.2} (drafts agree by {:.2})", agreement.get()),
        (_, None) => format!("{level:.2}"),
    }
}

/// What a run used, in words; what it did not use is left out.
fn spent(document: &Document) -> String {
    let spent = &document.spent;
    let mut parts = vec![format!("{} of thinking", duration(document.elapsed_seconds))];
    if spent.calls > 0 {
        parts.push(counted(spent.calls, "call"));
        parts.push(counted(spent.tokens, "token"));
    }
    if spent.micro_usd > 0 {
        parts.push(format!("${:.4}", spent.micro_usd as f64 / 1e6));
    }
    parts.join(", ")
}

/// `1 h 02 min`, `5 min 03 s`, `12.3 s`.
pub fn duration(seconds: f64) -> String {
    let whole = seconds as u64;
    match (whole / 3600, whole / 60 % 60) {
        (0, 0) => format!("{seconds:.1} s"),
        (0, minutes) => format!("{minutes} min {:02} s", whole % 60),
        (hours, minutes) => format!("{hours} h {minutes:02} min"),
    }
}

/// `mm:ss` from the start of the run.
fn offset(seconds: f64) -> String {
    let whole = seconds as u64;
    format!("{:02}:{:02}", whole / 60, whole % 60)
}
