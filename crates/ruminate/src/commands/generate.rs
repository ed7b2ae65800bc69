//! Completions and man pages, generated from the command line's definition.

use std::path::Path;

use clap::CommandFactory;

use crate::cli::Cli;
use crate::exit::{Exit, Failure};

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Exit, Failure> {
    clap_complete::generate(shell, &mut Cli::command(), "ruminate", &mut std::io::stdout());
    Ok(Exit::Done)
}

pub(crate) fn man(dir: Option<&Path>) -> Result<Exit, Failure> {
    match dir {
        Some(dir) => std::fs::create_dir_all(dir)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), dir))
            .map_err(|error| {
                let message = format!("{} cannot be written: {error}", dir.display());
                Failure::usage(message, "name a directory that can be made and written")
            })?,
        None => clap_mangen::Man::new(Cli::command()).render(&mut std::io::stdout())?,
    }
    Ok(Exit::Done)
}
