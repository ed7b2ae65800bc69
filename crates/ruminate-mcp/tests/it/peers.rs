//! Programs of others to test with, and the fixture that they talk to.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

pub(crate) struct Peers {
    pub(crate) python: PathBuf,
    /// Where Node's packages are, Node itself among them.
    modules: PathBuf,
}

impl Peers {
    /// None, loudly, where they are neither installed nor to be had. Where they have to be there, that is a failure.
    pub(crate) async fn find() -> Option<Self> {
        let script = here().join("../../scripts/mcp-peers");
        let output = Command::new(script).output().await.expect("the script");
        if !output.status.success() {
            let why = String::from_utf8_lossy(&output.stderr);
            assert!(std::env::var_os("RUMINATE_TEST_NEEDS_PEERS").is_none(), "{why}");
            eprintln!(
                "SKIPPED: what others speak MCP with is not installed and cannot be now:\n{why}"
            );
            return None;
        }
        let told = String::from_utf8(output.stdout).unwrap();
        let mut paths = told.lines().map(PathBuf::from);
        Some(Self { python: paths.next().unwrap(), modules: paths.next().unwrap() })
    }

    /// A program of a package of Node's.
    pub(crate) fn node(&self, program: &str) -> Command {
        let mut command = Command::new(self.modules.join("node/bin/node"));
        command.arg(self.modules.join(program)).kill_on_drop(true);
        command
    }

    pub(crate) fn script(&self, name: &str) -> Command {
        let mut command = Command::new(&self.python);
        command.arg(here().join("tests/peers").join(name)).kill_on_drop(true);
        command
    }
}

pub(crate) fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The example, which is built with the tests.
pub(crate) fn fixture() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    tests.parent().unwrap().parent().unwrap().join("examples/fixture")
}

/// A program that runs until this is dropped, and the first line that it printed.
pub(crate) struct Printed {
    pub(crate) line: String,
    _process: Child,
    /// What it may still print to.
    _lines: Lines<BufReader<ChildStdout>>,
}

impl Printed {
    pub(crate) async fn by(mut command: Command) -> Self {
        let command = command.stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut process = command.spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let line = lines.next_line().await.unwrap().unwrap();
        Self { line, _process: process, _lines: lines }
    }
}

/// The fixture over HTTP, and its address.
pub(crate) async fn serve() -> Printed {
    let mut command = Command::new(fixture());
    command.arg("http");
    Printed::by(command).await
}

/// What a program says on its standard output.
pub(crate) async fn said(mut command: Command) -> String {
    let output = command.stderr(Stdio::piped()).output().await.unwrap();
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{out}\n{err}", output.status);
    out.into_owned()
}
