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
        Some(dir) => clap_mangen::generate_to(Cli::command(), dir)?,
        None => clap_mangen::Man::new(Cli::command()).render(&mut std::io::stdout())?,
    }
    Ok(Exit::Done)
}
