//! A data directory of its own for each test, and the program on it.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use testkit::fake_model::{Answer, Asked, FakeModel, plausible};
use tokio::process::{Child, Command};

pub(crate) struct Home {
    dir: TempDir,
}

pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Said {
    #[track_caller]
    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error} in {}\n{}", self.stdout, self.stderr))
    }

    pub(crate) fn lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
    }
}

/// Nothing that a test does takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

impl Home {
    pub(crate) fn new() -> Self {
        Self { dir: TempDir::new().expect("a directory") }
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The program, knowing nothing of the machine it runs on.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ruminate"));
        command
            .args(args)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.path())
            .env("RUMINATE_HOME", self.path().join("data"))
            .env("RUMINATE_OFFLINE", "1")
            .stdin(Stdio::null())
            .kill_on_drop(true);
        command
    }

    pub(crate) async fn run(&self, args: &[&str]) -> Said {
        said(self.command(args)).await
    }

    /// With a model's address in the environment.
    pub(crate) async fn run_with(&self, server: &FakeModel, args: &[&str]) -> Said {
        said(self.command_with(server, args)).await
    }

    pub(crate) fn command_with(&self, server: &FakeModel, args: &[&str]) -> Command {
        let mut command = self.command(args);
        command.env("RUMINATE_MODEL", "openai/fake").env("RUMINATE_MODEL_URL", server.url());
        command
    }

    pub(crate) fn configure(&self, toml: &str) {
        std::fs::create_dir_all(self.path().join("data")).unwrap();
        std::fs::write(self.path().join("data/config.toml"), toml).unwrap();
    }

    /// Waits until the newest run has so many thoughts.
    pub(crate) async fn wait_for_thoughts(&self, count: u64) {
        let patience = std::time::Instant::now() + PATIENCE;
        loop {
            assert!(std::time::Instant::now() < patience, "never {count} thoughts");
            let runs = self.run(&["runs", "list", "--json"]).await.json();
            if runs["runs"][0]["thought_count"].as_u64().unwrap_or(0) >= count {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

pub(crate) async fn signalled(child: &Child, signal: &str) {
    let mut kill = Command::new("kill");
    kill.args([signal, &child.id().expect("it lives").to_string()]);
    said(kill).await;
}

pub(crate) async fn said(mut command: Command) -> Said {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
    heard(child).await
}

pub(crate) async fn heard(child: Child) -> Said {
    let output = tokio::time::timeout(PATIENCE, child.wait_with_output())
        .await
        .expect("the program ends")
        .expect("output");
    Said {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A model whose replies depend on the prompt alone, each after so many milliseconds.
pub(crate) async fn model(delay_ms: u64) -> FakeModel {
    FakeModel::start(move |asked| slow(delay_ms, plausible(asked))).await
}

pub(crate) async fn scripted(
    script: impl Fn(&Asked) -> Answer + Send + Sync + 'static,
) -> FakeModel {
    FakeModel::start(script).await
}

pub(crate) fn slow(delay_ms: u64, answer: Answer) -> Answer {
    if delay_ms == 0 {
        return answer;
    }
    answer.with(testkit::fake_model::Fault::SlowFirstByte(Duration::from_millis(delay_ms)))
}
