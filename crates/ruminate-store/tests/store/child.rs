//! Other processes: this test binary again, with one test and a task in its environment.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::{disk, processes};

const TASK: &str = "RUMINATE_STORE_TEST_TASK";
const DIR: &str = "RUMINATE_STORE_TEST_DIR";
const ARGS: [&str; 4] = ["--exact", "child::process", "--ignored", "--nocapture"];

#[tokio::test]
#[ignore = "the other tests run it as a process of its own"]
async fn process() {
    let (Ok(task), Ok(dir)) = (std::env::var(TASK), std::env::var(DIR)) else {
        return;
    };
    let dir = Path::new(&dir);
    match task.as_str() {
        "write" => processes::write_a_run(dir).await,
        "hold" => processes::hold_a_run(dir).await,
        "fill" => disk::fill_and_free(dir).await,
        "protect" => disk::write_protected(dir).await,
        #[cfg(feature = "failpoints")]
        "die" => crate::failpoints::commit_and_die(dir).await,
        other => panic!("there is no task {other}"),
    }
}

pub(crate) fn spawn(task: &str, dir: &Path) -> Child {
    with(Command::new(std::env::current_exe().unwrap()).args(ARGS), task, dir).spawn().unwrap()
}

#[cfg(feature = "failpoints")]
pub(crate) fn spawn_with(task: &str, dir: &Path, (name, value): (&str, &str)) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    with(command.args(ARGS).env(name, value), task, dir).spawn().unwrap()
}

/// Runs the task in a name space of its own, where `dir` is a small file system in memory. None where
/// the machine does not allow that.
pub(crate) fn run_on_a_small_disk(task: &str, dir: &Path) -> Option<(bool, String)> {
    const REFUSED: i32 = 77;
    let script =
        format!("mount -t tmpfs -o size=2m none \"${DIR}\" || exit {REFUSED}; \"$0\" \"$@\" 2>&1");
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", &script]).arg(std::env::current_exe().unwrap()).args(ARGS);
    let mut child = with(&mut command, task, dir).spawn().ok()?;
    let mut output = String::new();
    child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
    let status = child.wait().unwrap();
    let did_the_task = output.contains("running 1 test");
    (status.code() != Some(REFUSED) && did_the_task).then(|| (status.success(), output))
}

fn with<'a>(command: &'a mut Command, task: &str, dir: &Path) -> &'a mut Command {
    command.env(TASK, task).env(DIR, dir).stdout(Stdio::piped())
}

/// Waits for the child to say `word` at the start of a line; the rest of that line.
pub(crate) fn hear(child: &mut Child, word: &str) -> String {
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    lines
        .map(Result::unwrap)
        .find_map(|line| line.strip_prefix(word).map(|rest| rest.trim().to_owned()))
        .unwrap_or_else(|| panic!("the child ended without saying {word}"))
}
