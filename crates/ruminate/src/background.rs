//! A run that goes on without a terminal: a process of its own, in a process group of its own, so
//! that what ends the terminal's programs does not end it.

use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use ruminate_types::RunId;

use crate::config::Loaded;
use crate::env;
use crate::exit::Failure;

pub(crate) fn drive(loaded: &Loaded, run: RunId) -> Result<(), Failure> {
    let program = std::env::current_exe()?;
    Command::new(program)
        .args(["runs", "drive", &run.to_string()])
        .env(env::HOME, &loaded.home)
        .envs(loaded.file_exists.then(|| (env::CONFIG, loaded.file.clone())))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()?;
    Ok(())
}
