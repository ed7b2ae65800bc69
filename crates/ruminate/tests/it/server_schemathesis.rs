//! The server keeps to its own description, as Schemathesis sees it: see `tests/clients/schemathesis`.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;

/// It takes about twenty seconds on a quiet machine.
const PATIENCE: Duration = Duration::from_secs(300);

#[tokio::test]
async fn the_server_is_as_it_describes_itself() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let setup = ". scripts/setup.sh && need_schemathesis && printf %s \"$schemathesis\"";
    let mut command = Command::new("bash");
    command.args(["-c", setup]).current_dir(here.join("../.."));
    let found = command.kill_on_drop(true).output().await.expect("bash");
    if !found.status.success() {
        let why = String::from_utf8_lossy(&found.stderr);
        eprintln!("SKIPPED: the server is not held against its own description:\n{why}");
        return;
    }
    let python = String::from_utf8(found.stdout).unwrap();
    let mut command = Command::new(python);
    command
        .arg(here.join("tests/clients/schemathesis/check.py"))
        .arg(env!("CARGO_BIN_EXE_ruminate"))
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let checked = tokio::time::timeout(PATIENCE, command.output()).await.expect("it ends").unwrap();
    let (told, wrong) = (checked.stdout, checked.stderr);
    assert!(
        checked.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&told),
        String::from_utf8_lossy(&wrong)
    );
    assert!(String::from_utf8_lossy(&told).contains("No issues found"), "it did something");
}
