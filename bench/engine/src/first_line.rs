//! For measuring how soon a program shows something: runs it until its first line, prints that, and ends it.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};

pub(crate) fn first_line(command: &[String]) -> anyhow::Result<()> {
    let (program, arguments) = command.split_first().context("no command")?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| program.clone())?;
    let mut line = String::new();
    if let Some(stdout) = child.stdout.take() {
        BufReader::new(stdout).read_line(&mut line)?;
    }
    // It may have ended by itself.
    let _ = child.kill();
    child.wait()?;
    ensure!(!line.is_empty(), "{program} printed nothing");
    print!("{line}");
    Ok(())
}
