//! Lines for a pipe or a log: each stands by itself, and nothing is cut short. Beside the time stands
//! the event's number, which is what a fork begins at.

use std::io::{self, Write};

use ruminate_runtime::export::{confidence, duration};
use ruminate_types::{
    Answer, Event, Mode, PauseReason, Payload, Recalled, RunStatus, Synthesis, counted,
};

use super::answer::made;
use super::text::{fitted, printable, terminal_width};
use super::{Shown, View};
use crate::exit::Failure;
use crate::output::{note, say};

pub(crate) struct PlainView;

impl View for PlainView {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let Some(text) = line(event) else { return Ok(()) };
        let (seq, seconds) = (event.seq, event.elapsed_ms / 1000);
        let mut out = io::stdout().lock();
        writeln!(out, "[{:02}:{:02} #{seq}] {}", seconds / 60, seconds % 60, one_entry(&text))?;
        out.flush()
    }

    fn end(self: Box<Self>, run: &Shown<'_>) -> Result<(), Failure> {
        ending(run)
    }
}

/// What a line says of an event; none for what only machines care about.
fn line(event: &Event) -> Option<String> {
    Some(match &event.payload {
        Payload::Created { original_question, .. } => format!("question: {original_question}"),
        Payload::Forked { from, seq, .. } => format!("forked from {from} after event {seq}"),
        Payload::Started { .. } => "thinking".to_owned(),
        Payload::Paused { reason: PauseReason::Asked } => "paused, as asked".to_owned(),
        Payload::Paused { reason: PauseReason::ModelUnavailable { message } } => {
            format!("paused: {message}")
        }
        Payload::Resumed { .. } => "thinking goes on".to_owned(),
        Payload::Steered { text, question_id } => format!("steered: {text} ({question_id})"),
        Payload::Recalled(Recalled { recollections, .. }) => {
            format!("recalled: {}", counted(recollections.len(), "thing"))
        }
        Payload::Focus { .. } => format!("focus: {}", event.summary),
        Payload::Thought(thought) => {
            let about =
                thought.related_to_question_id.map(|id| format!(" {id}")).unwrap_or_default();
            let flag = if thought.flagged { " (unreadable reply)" } else { "" };
            format!(
                "{} {:.2}{about}{flag}: {}",
                thought.thought_type.as_str(),
                thought.confidence.get(),
                thought.thought_text
            )
        }
        Payload::Contradiction { earlier, later } => {
            format!("contradiction: thought {later} against thought {earlier}")
        }
        Payload::Question(question) => format!(
            "question {} (priority {}): {} — {}",
            question.id, question.priority, question.question_text, question.why
        ),
        Payload::Reprioritised { .. } => format!("priorities: {}", event.summary),
        Payload::Shelved { question_id } => format!("shelved: {question_id}"),
        Payload::Synthesis(synthesis) => format!(
            "synthesis {} ({}) {:.2}: {}",
            synthesis.sequence_number,
            synthesis.because.as_str(),
            synthesis.confidence_level.get(),
            synthesis.synthesis_text
        ),
        Payload::Digest { synthesis, .. } => format!("digest: {}", synthesis.synthesis_text),
        Payload::StageFailed { failed_stage, message } => {
            format!("{failed_stage} gave nothing: {message}")
        }
        Payload::ModelAdjusted { .. } | Payload::Distilled(_) => event.summary.clone(),
        Payload::Feedback { .. } => event.summary.clone(),
        Payload::Completed => "complete".to_owned(),
        Payload::Cancelled => "cancelled".to_owned(),
        // The answer follows in full below the lines.
        Payload::FinalSynthesis(_)
        | Payload::AnswerFinal(_)
        | Payload::Explored { .. }
        | Payload::QuestionsAsked { .. } => return None,
    })
}

/// What is left to say when the lines are over.
pub(crate) fn ending(run: &Shown<'_>) -> Result<(), Failure> {
    let document = run.document;
    match (document.final_record(), &document.answer) {
        (Some(synthesis), _) => say!("{}", fitted(&told(synthesis), terminal_width()))?,
        (None, Some(answer)) => say!("{}", fitted(&told_answer(answer), terminal_width()))?,
        (None, None) if document.mode == Mode::Fast => note!("There is no answer yet."),
        (None, None) => note!("There is no final synthesis yet."),
    }
    if let Some(known) = &document.from_memory {
        say!("\n{}", fitted(&known.told(), terminal_width()))?;
    }
    waiting(run);
    Ok(())
}

/// What was made, and what can be done next.
pub(super) fn waiting(run: &Shown<'_>) {
    let Shown { document, is_driven, program, .. } = *run;
    let made = match document.mode {
        Mode::Fast => made(document),
        Mode::Extended => format!(
            "{}, {}, {} in {}",
            counted(document.thoughts.len(), "thought"),
            counted(document.sub_questions.len(), "question"),
            counted(document.syntheses.len(), "synthesis"),
            duration(document.elapsed_seconds)
        ),
    };
    let run = document.session_id;
    match document.status {
        RunStatus::Completed if document.mode == Mode::Fast => {
            note!("{made}. As a page: {program} runs export {run} --format html");
        }
        RunStatus::Completed => {
            note!("{made}. The whole train of thought: {program} runs export {run} --format html");
        }
        RunStatus::Failed => {
            let reason = document.reason.as_deref().unwrap_or("failed");
            note!("{made}; {reason}. To go on from it: {program} runs fork {run}");
        }
        RunStatus::Thinking if is_driven => {
            note!("{made}; it goes on without this terminal: {program} runs follow {run}");
        }
        RunStatus::Created | RunStatus::Thinking | RunStatus::Paused => {
            let reason = document.reason.as_deref().map(|why| format!(" ({})", printable(why)));
            let status = document.status.as_str();
            note!(
                "{made}; {status}{}. To go on: {program} runs resume {run}",
                reason.unwrap_or_default()
            );
        }
    }
}

/// Further lines of an entry are set in, so that no text can pass for an entry of its own.
fn one_entry(text: &str) -> String {
    printable(text).trim_end().replace('\n', "\n        ")
}

fn told(synthesis: &Synthesis) -> String {
    let mut text = format!("\n{}\n", synthesis.synthesis_text.trim());
    for (title, items) in [
        ("Key insights", &synthesis.key_insights),
        ("Remaining questions", &synthesis.remaining_questions),
    ] {
        if !items.is_empty() {
            text.push_str(&format!("\n{title}:\n"));
            items.iter().for_each(|item| text.push_str(&format!("- {item}\n")));
        }
    }
    let extractive =
        if synthesis.extractive { " (picked from the thoughts; no model wrote it)" } else { "" };
    text.push_str(&format!("\nConfidence: {}{extractive}", confidence(synthesis)));
    text
}

fn told_answer(answer: &Answer) -> String {
    let cut =
        if answer.is_cut { " (it ends where the limit of its length was reached)" } else { "" };
    format!("\n{}\n\nConfidence: {:.2}{cut}", answer.answer_text.trim(), answer.confidence.get())
}
