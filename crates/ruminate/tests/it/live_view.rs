//! The live view on a real terminal: what a person sees, and what the keys do.

use std::num::NonZero;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ruminate_types::ports::model::Purpose;
use testkit::fake_model::{Answer, FakeModel, Fault, plausible};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, Command};

use crate::server_support::serve;
use crate::support::{Home, model, scripted};

const ROWS: NonZero<u16> = NonZero::new(32).unwrap();
const COLUMNS: NonZero<u16> = NonZero::new(130).unwrap();

/// The program in a terminal that `script` makes for it, and what is on its screen.
struct Terminal {
    child: Child,
    keys: ChildStdin,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Terminal {
    /// None where there is no `script` (Debian: bsdutils).
    fn open(home: &Home, server: &FakeModel, args: &str) -> Option<Self> {
        let program = env!("CARGO_BIN_EXE_ruminate");
        Self::run(home, server, COLUMNS, &format!("exec {program} {args}"))
    }

    fn run(home: &Home, server: &FakeModel, columns: NonZero<u16>, script: &str) -> Option<Self> {
        let inside = format!("stty rows {ROWS} cols {columns}; {script}");
        let mut command = Command::new("script");
        command
            .args(["-qefc", &inside, "/dev/null"])
            .env("TERM", "xterm-256color")
            .env("RUMINATE_HOME", home.path().join("data"))
            .env("RUMINATE_OFFLINE", "1")
            .env("RUMINATE_MODEL", "openai/fake")
            .env("RUMINATE_MODEL_URL", server.url())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let Ok(mut child) = command.spawn() else {
            eprintln!("SKIPPED: there is no `script` to make a terminal with");
            return None;
        };
        let keys = child.stdin.take()?;
        let mut output = child.stdout.take()?;
        let screen = Arc::new(Mutex::new(vt100::Parser::new(ROWS, columns, 200)));
        let seen = screen.clone();
        tokio::spawn(async move {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes).await {
                seen.lock().unwrap().process(&bytes[..count]);
            }
        });
        Some(Self { child, keys, screen })
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// The screen's lines as they are, where `text` joins those that the terminal had to break.
    fn lines(&self) -> Vec<String> {
        let screen = self.screen.lock().unwrap();
        screen.screen().rows(0, u16::MAX).map(|row| row.trim_end().to_owned()).collect()
    }

    async fn wait_for(&self, words: &str) {
        let patience = Instant::now() + Duration::from_secs(20);
        while !self.text().contains(words) {
            assert!(Instant::now() < patience, "never saw {words:?} in\n{}", self.text());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn wait_until_gone(&self, words: &str) {
        let patience = Instant::now() + Duration::from_secs(20);
        while self.text().contains(words) {
            assert!(Instant::now() < patience, "{words:?} stays in\n{}", self.text());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).await.unwrap();
        self.keys.flush().await.unwrap();
    }

    async fn code(&mut self) -> Option<i32> {
        tokio::time::timeout(Duration::from_secs(20), self.child.wait())
            .await
            .unwrap()
            .unwrap()
            .code()
    }
}

#[tokio::test]
async fn a_person_watches_steers_pauses_resumes_and_detaches() {
    let (home, server) = (Home::new(), model(60).await);
    let Some(mut terminal) =
        Terminal::open(&home, &server, "think 'What is it like to be a bat?' --max-calls 60")
    else {
        return;
    };
    terminal.wait_for("What is it like to be a bat?").await;
    terminal.wait_for("Thoughts").await;
    terminal.wait_for("Questions").await;
    terminal.wait_for("○").await;
    terminal.press("s").await;
    terminal.wait_for("steer: ").await;
    terminal.press("look at animals too\r").await;
    terminal.wait_for("○ 10 Q").await;
    terminal.wait_for("look at animals too").await;
    terminal.press("p").await;
    terminal.wait_for("paused · asked to pause").await;
    terminal.press("sand at plants\r").await;
    terminal.wait_for(" and at plants").await;
    terminal.wait_for("paused · asked to pause").await;
    terminal.press("r").await;
    terminal.wait_for("thinking · openai/fake").await;
    terminal.wait_for("confidence").await;
    terminal.press("d").await;
    assert_eq!(terminal.code().await, Some(0), "{}", terminal.text());
    let run = home.run(&["runs", "follow", "last", "--json"]).await.expect(0).json();
    assert_eq!(run["status"], "completed", "it went on in the background");
    let mut asked = run["sub_questions"].as_array().unwrap().iter();
    assert!(asked.any(|question| question["question_text"] == "look at animals too"));
}

#[tokio::test]
async fn the_keys_are_told_when_asked_for() {
    let (home, server) = (Home::new(), model(60).await);
    let Some(mut terminal) = Terminal::open(&home, &server, "think 'Why?' --minutes 5") else {
        return;
    };
    terminal.wait_for("? keys").await;
    for key in ["?", "h"] {
        terminal.press(key).await;
        terminal.wait_for("detach: it goes on in the background").await;
        terminal.press(key).await;
        terminal.wait_until_gone("detach: it goes on").await;
    }
    terminal.press("?").await;
    terminal.wait_for("pause: nothing is spent").await;
    terminal.press("p").await;
    terminal.wait_for("paused · asked to pause").await;
    assert!(!terminal.text().contains("pause: nothing is spent"), "{}", terminal.text());
    terminal.press("q").await;
    assert_eq!(terminal.code().await, Some(130));
}

#[tokio::test]
async fn lines_that_are_pasted_are_not_taken_for_keys() {
    let (home, server) = (Home::new(), model(60).await);
    let Some(mut terminal) = Terminal::open(&home, &server, "think 'Why?' --minutes 5") else {
        return;
    };
    terminal.wait_for("? keys").await;
    terminal.press("s").await;
    terminal.wait_for("Enter sends").await;
    terminal.press("\x1b[200~look here\nprobably paused\rqd\x1b[201~").await;
    terminal.wait_for("look here probably paused qd").await;
    terminal.press("\r").await;
    terminal.wait_for("○ 10 Q").await;
    terminal.press("q").await;
    assert_eq!(terminal.code().await, Some(130));
}

#[tokio::test]
async fn the_answer_stays_on_the_terminal_when_the_view_is_gone() {
    let (home, server) = (Home::new(), model(5).await);
    let Some(mut terminal) = Terminal::open(&home, &server, "think 'Why?' --max-calls 6") else {
        return;
    };
    assert_eq!(terminal.code().await, Some(0));
    terminal.wait_for("Confidence: ").await;
    terminal.wait_for("The whole train of thought").await;
}

#[tokio::test]
async fn leaving_pauses_the_run() {
    let (home, server) = (Home::new(), model(80).await);
    let Some(mut terminal) = Terminal::open(&home, &server, "think 'Why?' --minutes 5") else {
        return;
    };
    terminal.wait_for("exploration").await;
    terminal.press("q").await;
    assert_eq!(terminal.code().await, Some(130));
    let run = home.run(&["runs", "show", "last", "--json"]).await.expect(0).json();
    assert_eq!(run["status"], "paused");
}

#[tokio::test]
async fn leaving_after_all_pauses_a_run_that_was_to_go_on() {
    let (home, server) = (Home::new(), model(30_000).await);
    let Some(mut terminal) = Terminal::open(&home, &server, "think 'Why?' --minutes 5") else {
        return;
    };
    terminal.wait_for("? keys").await;
    terminal.press("d").await;
    terminal.wait_for("leaving it to the background").await;
    terminal.press("q").await;
    assert_eq!(terminal.code().await, Some(130), "{}", terminal.text());
    let run = home.run(&["runs", "show", "last", "--json"]).await.expect(0).json();
    assert_eq!(run["status"], "paused");
}

#[tokio::test]
async fn text_is_broken_between_words_on_a_terminal_and_nowhere_in_a_pipe() {
    let answer = format!("SYNTHESIS:{}\nCONFIDENCE: 0.7", " consciousness".repeat(40));
    let (home, server) = (
        Home::new(),
        scripted(move |asked| match asked.purpose {
            Some(Purpose::Final) => Answer::text(answer.as_str()),
            _ => plausible(asked),
        })
        .await,
    );
    let question = format!("Why{}?", " oh why".repeat(20));
    let args = ["think", question.as_str(), "--max-calls", "4"];
    let said = home.run_with(&server, &args).await.expect(0);
    let whole = "consciousness ".repeat(40);
    assert!(said.stdout.contains(&format!("\n{}\n", whole.trim())), "{}", said.stdout);

    let Some(mut terminal) = Terminal::open(&home, &server, "runs show last") else { return };
    terminal.code().await;
    terminal.wait_for("Confidence: 0.42").await;
    let lines = terminal.lines();
    let broken: Vec<_> = lines.iter().filter(|line| line.starts_with("consc")).collect();
    assert_eq!(broken.len(), 5, "{}", terminal.text());
    assert!(broken.iter().all(|line| line.ends_with("consciousness")), "{}", terminal.text());

    let columns = NonZero::new(80).unwrap();
    let program = env!("CARGO_BIN_EXE_ruminate");
    let list = format!("exec {program} runs list");
    let Some(mut terminal) = Terminal::run(&home, &server, columns, &list) else { return };
    terminal.code().await;
    terminal.wait_for("completed").await;
    let lines = terminal.lines();
    assert!(lines[1].ends_with("Why oh why oh why …"), "{}", terminal.text());
    assert_eq!(lines[2], "", "{}", terminal.text());
    let id = lines[1].split(' ').next().unwrap();
    home.run(&["runs", "show", id]).await.expect(0);
}

/// Begins to think in a terminal, and says under which process id.
async fn thinking(home: &Home, server: &FakeModel, how: &str) -> Option<(Terminal, String)> {
    let (program, file) = (env!("CARGO_BIN_EXE_ruminate"), home.path().join("pid"));
    let script = format!(
        "sh -c 'echo $$ >{}; exec {how} {program} think Why? --minutes 5'; echo code $?; stty -a",
        file.display()
    );
    let terminal = Terminal::run(home, server, COLUMNS, &script)?;
    terminal.wait_for("exploration").await;
    let id = std::fs::read_to_string(file).unwrap().trim().to_owned();
    Some((terminal, id))
}

async fn kill(signal: &str, process: &str) {
    let status = Command::new("kill").args([signal, process]).status().await.unwrap();
    assert!(status.success());
}

#[tokio::test]
async fn a_hangup_pauses_the_run_and_leaves_the_terminal_as_it_was() {
    let (home, server) = (Home::new(), model(80).await);
    let Some((mut terminal, process)) = thinking(&home, &server, "").await else { return };
    assert!(terminal.screen.lock().unwrap().screen().alternate_screen());
    kill("-HUP", &process).await;
    terminal.wait_for("code 130").await;
    terminal.code().await;
    terminal.wait_for("icanon").await;
    let settings = terminal.text();
    assert!(settings.contains(" icanon") && settings.contains(" echo "), "{settings}");
    assert!(!terminal.screen.lock().unwrap().screen().alternate_screen());
    let run = home.run(&["runs", "show", "last", "--json"]).await.expect(0).json();
    assert_eq!(run["status"], "paused");
}

async fn check_closing(how: &str) {
    let (home, server) = (Home::new(), model(80).await);
    let Some((mut terminal, _)) = thinking(&home, &server, how).await else { return };
    terminal.child.kill().await.unwrap();
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        let runs = home.run(&["runs", "list", "--json"]).await.expect(0).json();
        let run = &runs["runs"][0];
        if run["status"] == "paused" {
            return;
        }
        assert!(run["interrupted"] == false && Instant::now() < patience, "{run}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_terminal_that_is_closed_pauses_the_run() {
    check_closing("").await;
}

#[tokio::test]
async fn a_terminal_that_is_closed_without_a_signal_pauses_the_run() {
    check_closing("setsid").await;
}

#[tokio::test]
async fn an_answer_is_shown_while_it_is_written() {
    let text = "Water is not wet.\n\n- It makes other things wet, which is what being wet means.\n- Ask a fish.";
    let server = scripted(move |_| {
        Answer::text(format!("{text}\nCONFIDENCE: 0.9"))
            .with(Fault::SlowDrip(Duration::from_millis(60)))
    })
    .await;
    let home = Home::new();
    let program = env!("CARGO_BIN_EXE_ruminate");
    let script = format!("exec {program} ask 'Is water wet?'");
    let columns = NonZero::new(40).unwrap();
    let Some(mut terminal) = Terminal::run(&home, &server, columns, &script) else {
        return;
    };
    terminal.wait_for("Water is not wet.").await;
    assert!(!terminal.text().contains("Ask a fish."), "not all of it at once");
    assert_eq!(terminal.code().await, Some(0), "{}", terminal.text());
    terminal.wait_for("ruminate runs show").await;
    let lines = terminal.lines();
    let answer = lines.iter().position(|line| line == "Water is not wet.").expect("the answer");
    assert_eq!(
        lines[answer..answer + 5],
        [
            "Water is not wet.",
            "",
            "- It makes other things wet, which is",
            "  what being wet means.",
            "- Ask a fish."
        ]
    );
    assert!(terminal.text().contains("Confidence: 0.90"), "{}", terminal.text());
    assert!(!terminal.text().contains("CONFIDENCE"), "{}", terminal.text());
}

#[tokio::test]
async fn the_keys_work_on_a_run_behind_a_server() {
    let (home, there, model) = (Home::new(), Home::new(), model(60).await);
    let server = serve(&there, Some(&model), &[]).await;
    let url = format!("http://{}", server.address);
    let args = format!("think 'What is it like to be a bat?' --max-calls 60 --server {url}");
    let Some(mut terminal) = Terminal::open(&home, &model, &args) else {
        return;
    };
    terminal.wait_for("○").await;
    terminal.press("slook at animals too\r").await;
    terminal.wait_for("look at animals too").await;
    terminal.press("p").await;
    terminal.wait_for("paused · asked to pause").await;
    terminal.press("r").await;
    terminal.wait_for("thinking · openai/fake").await;
    terminal.press("d").await;
    assert_eq!(terminal.code().await, Some(0), "{}", terminal.text());
    let args = ["runs", "follow", "last", "--json", "--server", &url];
    let run = home.run(&args).await.expect(0).json();
    assert_eq!(run["status"], "completed", "it went on without the terminal");
}
