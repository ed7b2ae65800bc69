//! Our side: the box in a process of its own, which reads a request from a line of its stdin and writes how
//! the reply came to a line of its stdout.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::pin::Pin;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use ruminate_box::{BoxModel, Settings, Weights};
use ruminate_types::ports::model::{LanguageModel, ModelRequest, Purpose};
use serde_json::{Value, json};

use crate::side::{Ask, Side, Timing};

/// The argument that makes this program the other process.
pub(crate) const SIDE: &str = "box";
const LIMIT: Duration = Duration::from_secs(600);

pub(crate) struct Inside {
    child: Child,
    requests: ChildStdin,
    replies: BufReader<ChildStdout>,
}

impl Inside {
    pub(crate) fn start(weights: &str, threads: usize) -> Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .args([SIDE, weights, &threads.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let requests = child.stdin.take().context("no stdin")?;
        let replies = BufReader::new(child.stdout.take().context("no stdout")?);
        let mut inside = Self { child, requests, replies };
        // Loaded, and warm.
        inside.exchange(&Ask { prompt: "Hello.", max_tokens: 4 })?;
        Ok(inside)
    }

    fn exchange(&mut self, ask: &Ask<'_>) -> Result<Timing> {
        writeln!(self.requests, "{}", json!({"prompt": ask.prompt, "max_tokens": ask.max_tokens}))?;
        self.requests.flush()?;
        let mut line = String::new();
        self.replies.read_line(&mut line)?;
        let told: Value = serde_json::from_str(&line).context("the box said nothing")?;
        let seconds = |name: &str| Duration::from_secs_f64(told[name].as_f64().unwrap_or(0.0));
        let count = |name: &str| told[name].as_u64().unwrap_or(0);
        Ok(Timing {
            prompt_tokens: count("prompt_tokens"),
            reply_tokens: count("reply_tokens"),
            first: seconds("first"),
            rest: seconds("rest"),
        })
    }
}

impl Side for Inside {
    fn name(&self) -> &'static str {
        "Ruminate's box"
    }

    fn ask<'a>(&'a mut self, ask: Ask<'a>) -> Pin<Box<dyn Future<Output = Result<Timing>> + 'a>> {
        Box::pin(async move { self.exchange(&ask) })
    }

    fn process(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// What the other process does.
pub(crate) async fn serve(path: PathBuf, threads: usize) -> Result<()> {
    let weights = Weights::at("box/bench", path);
    let model = BoxModel::new(weights, Settings { threads, ..Settings::default() });
    for line in std::io::stdin().lock().lines() {
        let asked: Value = serde_json::from_str(&line?)?;
        let request = ModelRequest {
            purpose: Purpose::Answer,
            system: "You are a helpful assistant.".to_owned(),
            prompt: asked["prompt"].as_str().unwrap_or_default().to_owned(),
            schema: None,
            max_tokens: asked["max_tokens"].as_u64().unwrap_or(1) as u32,
            temperature: 0.0,
            context_window: 4096,
        };
        let started = Instant::now();
        let first = Mutex::new(None);
        let hear = |_: ruminate_types::ports::model::ReplyPiece<'_>| {
            if let Ok(mut first) = first.lock() {
                first.get_or_insert_with(|| started.elapsed());
            }
        };
        let reply = model.complete(&request, LIMIT, &hear).await?;
        let all = started.elapsed();
        let first = first.lock().ok().and_then(|first| *first).unwrap_or(all);
        println!(
            "{}",
            json!({
                "prompt_tokens": reply.tokens.prompt,
                "reply_tokens": reply.tokens.completion,
                "first": first.as_secs_f64(),
                "rest": (all - first).as_secs_f64(),
            })
        );
        std::io::stdout().flush()?;
    }
    Ok(())
}
