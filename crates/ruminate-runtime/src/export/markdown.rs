//! The run as Markdown: the answer first, then how it came about.

use std::fmt::Write;

use ruminate_types::{Message, Mode, Synthesis};

use super::{CUT, DEEPEST, confidence, no_answer, offset, speaker, spent, told};
use crate::document::Document;

pub fn markdown(document: &Document) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, document);
    out
}

fn write(out: &mut String, document: &Document) -> std::fmt::Result {
    writeln!(out, "# {}\n", line(&document.original_question))?;
    writeln!(out, "| | |\n|---|---|")?;
    writeln!(out, "| run | `{}` |", document.session_id)?;
    let reason = document.reason.as_ref().map(|reason| format!(" ({})", cell(reason)));
    writeln!(out, "| status | {}{} |", document.status.as_str(), reason.unwrap_or_default())?;
    writeln!(out, "| model | {} |", document.model.as_deref().unwrap_or("none: native thinking"))?;
    writeln!(out, "| spent | {} |", spent(document))?;
    // One answer has one confidence, which stands below it.
    if document.mode != Mode::Fast && !document.confidence_evolution.is_empty() {
        let values: Vec<String> =
            document.confidence_evolution.iter().map(|c| format!("{:.2}", c.get())).collect();
        let reading = document.confidence_reading.as_text();
        writeln!(out, "| confidence | {} ({reading}) |", values.join(" → "))?;
    }
    if let Some(fork) = document.forked_from {
        writeln!(out, "| forked from | `{}` after event {} |", fork.session_id, fork.seq)?;
    }

    conversation(out, &document.conversation)?;
    match (document.final_record(), &document.answer) {
        (Some(last), _) => {
            writeln!(out, "\n## Answer\n")?;
            synthesis(out, last)?;
        }
        (None, Some(answer)) => {
            writeln!(out, "\n## Answer\n\n{}\n", rich(&answer.answer_text))?;
            if answer.is_cut {
                writeln!(out, "*{CUT}*\n")?;
            }
            writeln!(out, "Confidence: {:.2}", answer.confidence.get())?;
        }
        (None, None) => writeln!(out, "\n{}", no_answer(document.mode))?,
    }
    if let Some(known) = &document.from_memory {
        writeln!(out, "\n{}", rich(&known.told()))?;
    }
    if !document.feedback.is_empty() {
        writeln!(out, "\n## Feedback\n")?;
        for feedback in &document.feedback {
            writeln!(out, "- {}", line(&told(feedback)))?;
        }
    }

    if !document.sub_questions.is_empty() {
        writeln!(out, "\n## Questions\n")?;
        tree(out, document)?;
    }
    for interim in document.syntheses.iter().filter(|s| Some(*s) != document.final_record()) {
        let at = offset(interim.time_offset_seconds);
        writeln!(
            out,
            "\n## Synthesis {} ({at}, {})\n",
            interim.sequence_number,
            interim.because.as_str()
        )?;
        synthesis(out, interim)?;
    }
    if !document.thoughts.is_empty() {
        writeln!(out, "\n## Thoughts\n")?;
    }
    for thought in &document.thoughts {
        let about = thought.related_to_question_id.map(|id| format!(" {id}")).unwrap_or_default();
        let flag = if thought.flagged { " (unreadable reply)" } else { "" };
        writeln!(
            out,
            "{}. `{}` **{}** {:.2}{about}{flag}: {}",
            thought.sequence_number,
            offset(thought.time_offset_seconds),
            thought.thought_type.as_str(),
            thought.confidence.get(),
            line(&thought.thought_text),
        )?;
    }
    if !document.contradictions.is_empty() {
        writeln!(out, "\n## Contradictions\n")?;
        for pair in &document.contradictions {
            writeln!(out, "- thought {} against thought {}", pair.later, pair.earlier)?;
        }
    }
    if !document.failures.is_empty() {
        writeln!(out, "\n## What went wrong on the way\n")?;
        for failure in &document.failures {
            let at = offset(failure.time_offset_seconds);
            writeln!(out, "- `{at}` {}: {}", failure.stage, line(&failure.message))?;
        }
    }
    Ok(())
}

fn conversation(out: &mut String, messages: &[Message]) -> std::fmt::Result {
    if messages.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## Conversation before")?;
    messages.iter().try_for_each(|message| {
        writeln!(out, "\n**{}**\n\n{}", speaker(message.role), rich(&message.content))
    })
}

fn synthesis(out: &mut String, synthesis: &Synthesis) -> std::fmt::Result {
    writeln!(out, "{}\n", paragraphs(&synthesis.synthesis_text))?;
    if synthesis.extractive {
        writeln!(out, "*No model wrote this: it is picked from the thoughts.*\n")?;
    }
    writeln!(out, "Confidence: {}", confidence(synthesis))?;
    list(out, "Key insights", &synthesis.key_insights)?;
    list(out, "Remaining questions", &synthesis.remaining_questions)
}

fn list(out: &mut String, title: &str, items: &[String]) -> std::fmt::Result {
    if items.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n**{title}**\n")?;
    items.iter().try_for_each(|item| writeln!(out, "- {}", line(item)))
}

fn tree(out: &mut String, document: &Document) -> std::fmt::Result {
    for (depth, asked) in document.question_tree() {
        let question = &asked.question;
        let check = if asked.explored { "x" } else { " " };
        let steering = if asked.is_steering() { ", steering" } else { "" };
        writeln!(
            out,
            "{}- [{check}] {} {} (priority {}{steering})",
            "  ".repeat(depth.min(DEEPEST)),
            question.id,
            line(&question.question_text),
            question.priority,
        )?;
    }
    Ok(())
}

/// One line, in which markup is only text.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('<', "&lt;")
}

/// A text of several lines. It may have lists and emphasis of its own, but no markup, no headings and
/// no code block that swallows what follows.
fn paragraphs(text: &str) -> String {
    let safe = |line: &str| match line.trim_start().starts_with(['#', '`', '~']) {
        true => format!("\\{}", line.trim_start()),
        false => line.to_owned(),
    };
    text.trim().replace('<', "&lt;").lines().map(safe).collect::<Vec<_>>().join("\n")
}

/// A text that is Markdown itself: code blocks stay what they are and are closed, headings go below ours,
/// and everything else may not be markup.
fn rich(text: &str) -> String {
    let mut fence: Option<&str> = None;
    let mut out: Vec<String> = Vec::new();
    for line in text.trim().lines() {
        let found = fence_of(line);
        match (fence, found) {
            (None, Some((opening, _))) => fence = Some(opening),
            (Some(opening), Some((closing, ""))) if closing.starts_with(opening) => fence = None,
            (Some(_), _) => {}
            (None, None) => {
                out.push(demoted(&without_markup(line)));
                continue;
            }
        }
        out.push(line.to_owned());
    }
    out.extend(fence.map(str::to_owned));
    out.join("\n")
}

/// The marks of a line that opens or closes a code block, and what follows them. An indented one may end
/// with the list that it is in, so what is inside is not taken for code.
fn fence_of(line: &str) -> Option<(&str, &str)> {
    let mark = line.chars().next().filter(|c| ['`', '~'].contains(c))?;
    let rest = line.trim_start_matches(mark);
    let (marks, info) = (&line[..line.len() - rest.len()], rest.trim());
    (marks.len() >= 3 && !(mark == '`' && info.contains('`'))).then_some((marks, info))
}

/// Two levels deeper, since ours are the first two.
fn demoted(line: &str) -> String {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let is_heading = (1..=6).contains(&level) && line[level..].starts_with(' ');
    if is_heading { "#".repeat((level + 2).min(6)) + &line[level..] } else { line.to_owned() }
}

/// A `<` is only itself, inside of `code` and outside. Where it is not plain what is inside, all of the
/// line is outside.
fn without_markup(line: &str) -> String {
    let is_plain = line.matches('`').count().is_multiple_of(2)
        && !line.contains("``")
        && !line.contains("\\`");
    if !is_plain {
        return line.replace('<', "&lt;");
    }
    let parts = line.split('`').enumerate().map(|(index, part)| match index % 2 {
        0 => part.replace('<', "&lt;"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

fn cell(text: &str) -> String {
    line(text).replace('|', "\\|")
}
