//! The run as one page that needs nothing else: no script, no font, no address outside itself.

use std::fmt::Write;

use ruminate_types::{Answer, Message, Mode, QuestionId, Synthesis, ThoughtType, counted};

use super::{CUT, DEEPEST, confidence, no_answer, offset, speaker, spent, told};
use crate::document::{AskedQuestion, Document};

const STYLE: &str = include_str!("page.css");

pub fn html(document: &Document) -> String {
    let title = escape(&document.original_question);
    let mut body = String::new();
    // Writing to a string cannot fail.
    let _ = write_body(&mut body, document);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn write_body(out: &mut String, document: &Document) -> std::fmt::Result {
    writeln!(out, "<h1>{}</h1>", escape(&document.original_question))?;
    facts(out, document)?;
    conversation(out, &document.conversation)?;
    match (document.final_record(), &document.answer) {
        (Some(last), _) => {
            writeln!(out, "<section class=\"answer\"><h2>Answer</h2>")?;
            synthesis(out, last)?;
            writeln!(out, "</section>")?;
        }
        (None, Some(given)) => answer(out, given)?,
        (None, None) => writeln!(out, "<p class=\"empty\">{}</p>", no_answer(document.mode))?,
    }
    if let Some(known) = &document.from_memory {
        writeln!(out, "<p class=\"written note\">{}</p>", escape(&known.told()))?;
    }
    if !document.feedback.is_empty() {
        let told: Vec<String> = document.feedback.iter().map(told).collect();
        writeln!(out, "<section>")?;
        list(out, "Feedback", &told)?;
        writeln!(out, "</section>")?;
    }
    match document.mode {
        Mode::Fast => {}
        Mode::Extended => thinking(out, document)?,
    }
    if !document.failures.is_empty() {
        writeln!(out, "<section><h2>What went wrong on the way</h2><ul>")?;
        for failure in &document.failures {
            let at = offset(failure.time_offset_seconds);
            let (stage, message) = (escape(&failure.stage), escape(&failure.message));
            writeln!(out, "<li>{at} {stage}: {message}</li>")?;
        }
        writeln!(out, "</ul></section>")?;
    }
    Ok(())
}

fn conversation(out: &mut String, messages: &[Message]) -> std::fmt::Result {
    if messages.is_empty() {
        return Ok(());
    }
    writeln!(out, "<section><h2>Conversation before</h2>")?;
    for message in messages {
        let (who, text) = (speaker(message.role), escape(message.content.trim()));
        writeln!(out, "<p class=\"note\">{who}</p><p class=\"written\">{text}</p>")?;
    }
    writeln!(out, "</section>")
}

fn answer(out: &mut String, answer: &Answer) -> std::fmt::Result {
    writeln!(out, "<section class=\"answer\"><h2>Answer</h2>")?;
    writeln!(out, "<p class=\"written\">{}</p>", escape(answer.answer_text.trim()))?;
    if answer.is_cut {
        writeln!(out, "<p class=\"note\">{CUT}</p>")?;
    }
    writeln!(out, "<p class=\"note\">Confidence {:.2}</p>", answer.confidence.get())?;
    writeln!(out, "</section>")
}

/// How the answer came about.
fn thinking(out: &mut String, document: &Document) -> std::fmt::Result {
    if !document.confidence_evolution.is_empty() {
        let reading = document.confidence_reading.as_text();
        writeln!(out, "<section><h2>Confidence: {reading}</h2>")?;
        chart(out, document)?;
        writeln!(out, "</section>")?;
    }
    writeln!(out, "<section><h2>Questions and thoughts</h2>\n<ul class=\"tree\">")?;
    writeln!(out, "<li><p class=\"question\">{}</p>", escape(&document.original_question))?;
    thoughts(out, document, None)?;
    writeln!(out, "</li>")?;
    for (depth, asked) in document.question_tree() {
        writeln!(out, "<li style=\"--depth: {}\">", 1 + depth.min(DEEPEST))?;
        question(out, asked)?;
        thoughts(out, document, Some(asked.question.id))?;
        writeln!(out, "</li>")?;
    }
    writeln!(out, "</ul></section>")?;
    let interim: Vec<&Synthesis> =
        document.syntheses.iter().filter(|s| Some(*s) != document.final_record()).collect();
    if !interim.is_empty() {
        writeln!(out, "<section><h2>Syntheses on the way</h2>")?;
        for interim_synthesis in interim {
            let at = offset(interim_synthesis.time_offset_seconds);
            let (number, why) =
                (interim_synthesis.sequence_number, interim_synthesis.because.as_str());
            writeln!(out, "<details><summary>{number} · {at} · {why}</summary>")?;
            synthesis(out, interim_synthesis)?;
            writeln!(out, "</details>")?;
        }
        writeln!(out, "</section>")?;
    }
    Ok(())
}

fn facts(out: &mut String, document: &Document) -> std::fmt::Result {
    let status = match &document.reason {
        Some(reason) => format!("{} ({reason})", document.status.as_str()),
        None => document.status.as_str().to_owned(),
    };
    let model = document.model.as_deref().unwrap_or("none: native thinking");
    let made = [
        counted(document.thoughts.len(), "thought"),
        counted(document.sub_questions.len(), "question"),
        counted(document.syntheses.len(), "synthesis"),
        counted(document.contradictions.len(), "contradiction"),
    ];
    writeln!(out, "<dl class=\"facts\">")?;
    let made = match document.mode {
        Mode::Fast => None,
        Mode::Extended => Some(("Made", made.join(", "))),
    };
    let facts =
        [("Status", status), ("Model", model.to_owned()), ("Spent", spent(document))].into_iter();
    for (name, value) in facts.chain(made).chain([("Run", document.session_id.to_string())]) {
        writeln!(out, "<dt>{name}</dt><dd>{}</dd>", escape(&value))?;
    }
    writeln!(out, "</dl>")
}

fn synthesis(out: &mut String, synthesis: &Synthesis) -> std::fmt::Result {
    for paragraph in synthesis.synthesis_text.split("\n\n").filter(|text| !text.trim().is_empty()) {
        writeln!(out, "<p>{}</p>", escape(paragraph.trim()).replace('\n', "<br>"))?;
    }
    if synthesis.extractive {
        writeln!(
            out,
            "<p class=\"note\">No model wrote this: it is picked from the thoughts.</p>"
        )?;
    }
    writeln!(out, "<p class=\"note\">Confidence {}</p>", confidence(synthesis))?;
    list(out, "Key insights", &synthesis.key_insights)?;
    list(out, "Remaining questions", &synthesis.remaining_questions)
}

fn list(out: &mut String, title: &str, items: &[String]) -> std::fmt::Result {
    if items.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h3>{title}</h3><ul>")?;
    items.iter().try_for_each(|item| writeln!(out, "<li>{}</li>", escape(item)))?;
    writeln!(out, "</ul>")
}

fn question(out: &mut String, asked: &AskedQuestion) -> std::fmt::Result {
    let steering = if asked.is_steering() { " · steering" } else { "" };
    writeln!(
        out,
        "<p class=\"question {state}\">{text} <span class=\"note\">{id} · priority {priority} · {state}{steering}</span></p>",
        state = asked.state().as_str(),
        text = escape(&asked.question.question_text),
        id = asked.question.id,
        priority = asked.question.priority,
    )
}

fn thoughts(
    out: &mut String,
    document: &Document,
    question: Option<QuestionId>,
) -> std::fmt::Result {
    let thoughts: Vec<_> = document.thoughts_for(question).collect();
    if thoughts.is_empty() {
        return Ok(());
    }
    let count = counted(thoughts.len(), "thought");
    writeln!(out, "<details><summary>{count}</summary><ol class=\"thoughts\">")?;
    for thought in thoughts {
        writeln!(
            out,
            "<li><span class=\"type {kind}\">{kind}</span> <span class=\"note\">{at} · {confidence:.2}</span> {text}</li>",
            kind = thought.thought_type.as_str(),
            at = offset(thought.time_offset_seconds),
            confidence = thought.confidence.get(),
            text = escape(&thought.thought_text),
        )?;
    }
    writeln!(out, "</ol></details>")
}

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 40.0;
const BOTTOM: f64 = 28.0;

/// Thoughts as dots, syntheses as a line, over thinking time.
fn chart(out: &mut String, document: &Document) -> std::fmt::Result {
    let end = document.elapsed_seconds.max(0.001);
    let x = |seconds: f64| LEFT + (seconds / end).min(1.0) * (WIDTH - LEFT - 12.0);
    let y = |confidence: f64| 8.0 + (1.0 - confidence) * (HEIGHT - BOTTOM - 8.0);
    writeln!(
        out,
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Confidence over thinking time\">"
    )?;
    for level in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let at = y(level);
        writeln!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{WIDTH}\" y2=\"{at:.1}\"/>"
        )?;
        writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{level:.2}</text>",
            LEFT - 6.0,
            at + 4.0
        )?;
    }
    for (seconds, anchor) in [(0.0, "start"), (end, "end")] {
        let at = x(seconds);
        writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            HEIGHT - 8.0,
            offset(seconds)
        )?;
    }
    for thought in &document.thoughts {
        let kind = thought.thought_type.as_str();
        let (cx, cy) = (x(thought.time_offset_seconds), y(thought.confidence.get()));
        writeln!(out, "<circle class=\"{kind}\" cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"2.5\"/>")?;
    }
    let points: Vec<String> = document
        .syntheses
        .iter()
        .map(|s| format!("{:.1},{:.1}", x(s.time_offset_seconds), y(s.confidence_level.get())))
        .collect();
    writeln!(out, "<polyline points=\"{}\"/>", points.join(" "))?;
    for synthesis in &document.syntheses {
        let level = synthesis.confidence_level.get();
        let (cx, cy) = (x(synthesis.time_offset_seconds), y(level));
        writeln!(
            out,
            "<circle class=\"synthesis\" cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4.5\"><title>{} · {level:.2}</title></circle>",
            synthesis.sequence_number
        )?;
    }
    writeln!(out, "</svg>")?;
    let types = ThoughtType::ALL.map(|kind| {
        let name = kind.as_str();
        format!("<span class=\"type {name}\">● {name}</span>")
    });
    writeln!(out, "<p class=\"note\">Line: syntheses. Dots: thoughts, {}</p>", types.join(" "))
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}
