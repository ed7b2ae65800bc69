//! `ruminate runs show`

use ruminate_runtime::document::Document;
use ruminate_runtime::export::{counted, duration};
use ruminate_types::RunId;
use ruminate_types::ports::store::Runs;

use super::list::state;
use crate::cli::Global;
use crate::exit::{Exit, Failure};
use crate::output::say;
use crate::view::{self, fitted, printable, terminal_width};
use crate::wiring::House;

pub(super) async fn show(house: &House, global: &Global, run: RunId) -> Result<Exit, Failure> {
    let summary = house.store.summary(run).await?;
    let document = Document::read(&*house.store, run).await?;
    if global.json {
        say!("{}", view::json(&document))?;
        return Ok(Exit::Done);
    }
    let width = terminal_width();
    say!("{}\n", fitted(&document.original_question, width))?;
    let reason = document.reason.as_deref().map(|why| format!(" ({})", printable(why)));
    say!("run        {run}")?;
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
    say!(
        "made       {}, {}, {}",
        counted(document.thoughts.len(), "thought"),
        counted(document.sub_questions.len(), "question"),
        counted(document.syntheses.len(), "synthesis")
    )?;
    say!("events     #1 to #{} (ruminate runs follow {run} --plain)", document.last_seq)?;
    if !document.confidence_evolution.is_empty() {
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
    view::ending(&document, summary.driven_by.is_some())?;
    Ok(Exit::Done)
}
