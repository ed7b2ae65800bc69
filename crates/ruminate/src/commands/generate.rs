//! Completions and man pages, generated from the command line's definition.

use std::io::Write;
use std::path::Path;

use clap::CommandFactory;
use serde_json::json;

use crate::cli::{Cli, Global};
use crate::exit::{Exit, Failure};
use crate::output::say;

pub(crate) fn completions(global: &Global, shell: clap_complete::Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ruminate", &mut script);
    told(global, "script", &script)
}

pub(crate) fn man(global: &Global, dir: Option<&Path>) -> Result<Exit, Failure> {
    let Some(dir) = dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        return told(global, "page", &page);
    };
    std::fs::create_dir_all(dir)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), dir))
        .map_err(|error| {
            let message = format!("{} cannot be written: {error}", dir.display());
            Failure::usage(message, "name a directory that can be made and written")
        })?;
    if global.json {
        say!("{}", json!({ "dir": dir }))?;
    }
    Ok(Exit::Done)
}

/// As it is, for a file; with `--json` as the one field of a document.
fn told(global: &Global, name: &str, text: &[u8]) -> Result<Exit, Failure> {
    if global.json {
        say!("{}", json!({ name: String::from_utf8_lossy(text) }))?;
    } else {
        std::io::stdout().lock().write_all(text)?;
    }
    Ok(Exit::Done)
}
