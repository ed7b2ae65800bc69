//! `ruminate runs export`

use std::io::Write;
use std::path::Path;

use ruminate_runtime::document::Document;
use ruminate_runtime::export::{self, Format};
use ruminate_types::RunId;
use ruminate_types::ports::store::Events;
use serde_json::json;

use crate::cli::{ExportFormat, Global};
use crate::exit::{Exit, Failure};
use crate::output::say;

/// With `--json`, what is on stdout is JSON: the run itself, or what was written where.
pub(super) async fn export(
    events: &dyn Events,
    global: &Global,
    run: RunId,
    format: Option<ExportFormat>,
    file: Option<&Path>,
) -> Result<Exit, Failure> {
    let usual = if global.json { ExportFormat::Json } else { ExportFormat::Md };
    let format = match format.unwrap_or(usual) {
        ExportFormat::Md => Format::Markdown,
        ExportFormat::Json => Format::Json,
        ExportFormat::Html => Format::Html,
    };
    if global.json && file.is_none() && format != Format::Json {
        let message = "with --json, stdout takes nothing but JSON";
        return Err(Failure::usage(
            message,
            "write the page to a file with -o, or leave --json out",
        ));
    }
    let text = export::export(&Document::read(events, run).await?, format);
    let Some(file) = file else {
        std::io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(Exit::Done);
    };
    std::fs::write(file, &text).map_err(|error| {
        Failure::usage(
            format!("{} cannot be written: {error}", file.display()),
            "name a file in a directory that exists and can be written",
        )
    })?;
    if global.json {
        say!("{}", json!({ "session_id": run, "file": file, "bytes": text.len() }))?;
    }
    Ok(Exit::Done)
}
