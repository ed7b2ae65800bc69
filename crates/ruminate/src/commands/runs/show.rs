//! `ruminate runs show`

use ruminate_runtime::document::Document;
use ruminate_runtime::export::duration;
use ruminate_types::{Mode, RunId, counted};

use super::list::state;
use crate::cli::Global;
use crate::exit::{Exit, Failure};
use crate::output::{say, say_json};
use crate::place::Place;
use crate::view::{self, Shown, fitted, printable, terminal_width};

pub(super) async fn show(place: &dyn Place, global: &Global, run: RunId) -> Result<Exit, Failure> {
    let summary = place.runs().summary(run).await?;
    let document = Document::read(place.events(), run).await?;
    let is_driven = summary.driven_by.is_some();
    let conversation_id = summary.conversation_id;
    let program = place.program();
    let shown = Shown { document: &document, conversation_id, is_driven, program };
    if global.json {
        say_json(&shown)?;
        return Ok(Exit::Done);
    }
    let width = terminal_width();
    say!("{}\n", fitted(&document.original_question, width))?;
    let reason = document.reason.as_deref().map(|why| format!(" ({})", printable(why)));
    say!("run        {run}")?;
    if let Some(conversation) = conversation_id {
        say!("in         conversation {conversation}")?;
    }
    say!("status     {}{}", state(&summary), reason.unwrap_or_default())?;
    say!("model      {}", document.model.as_deref().unwrap_or("none"))?;
    say!(
        "progress   {:.0} % after {}",
        document.progress_percentage,
        duration(document.elapsed_seconds)
    )?;
    say!(
        "spent      {}, {}",
        counted(document.spent.calls, "call"),
        counted(document.spent.tokens, "token")
    )?;
    // One that answers at once makes nothing but its answer.
    if document.mode != Mode::Fast {
        say!(
            "made       {}, {}, {}",
            counted(document.thoughts.len(), "thought"),
            counted(document.sub_questions.len(), "question"),
            counted(document.syntheses.len(), "synthesis")
        )?;
    }
    say!("events     #1 to #{} ({program} runs follow {run} --plain)", document.last_seq)?;
    if document.mode != Mode::Fast && !document.confidence_evolution.is_empty() {
        let values: Vec<String> =
            document.confidence_evolution.iter().map(|c| format!("{:.2}", c.get())).collect();
        let reading = document.confidence_reading.as_text();
        say!("confidence {} ({reading})", values.join(" → "))?;
    }
    let tree = document.question_tree();
    if !tree.is_empty() {
        say!("\nQuestions")?;
        for (depth, asked) in tree {
            let question = &asked.question;
            let line = format!(
                "{}{} {} (priority {}, {})",
                "  ".repeat(1 + depth.min(12)),
                question.id,
                question.question_text,
                question.priority,
                asked.state().as_str()
            );
            say!("{}", fitted(&line, width))?;
        }
    }
    if document.final_record().is_none()
        && let Some(last) = document.syntheses.last()
    {
        say!("\nUnderstanding so far\n\n{}", fitted(&last.synthesis_text, width))?;
    }
    view::ending(&shown)?;
    Ok(Exit::Done)
}
