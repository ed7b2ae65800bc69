//! The other side: llama.cpp's own server, asked over its OpenAI protocol.

use std::pin::Pin;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::process::{Child, Command};

use crate::side::{Ask, Side, Timing};

const PORT: u16 = 18_097;

pub(crate) struct Server {
    child: Child,
    client: Client,
}

impl Server {
    pub(crate) async fn start(program: &str, weights: &str, threads: usize) -> Result<Self> {
        let folder = std::path::Path::new(program).parent().context("no folder")?;
        let child = Command::new(program)
            .args(["-m", weights, "-t", &threads.to_string(), "-c", "4096", "--parallel", "1"])
            .args(["--port", &PORT.to_string()])
            .env("LD_LIBRARY_PATH", folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("{program} does not start"))?;
        // The server closes connections when it likes: a new one for each request.
        let client = Client::builder().pool_max_idle_per_host(0).build()?;
        let mut server = Self { child, client };
        for _ in 0..240 {
            if server.exchange(Ask { prompt: "Hello.", max_tokens: 4 }).await.is_ok() {
                return Ok(server);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        bail!("llama.cpp's server does not answer")
    }

    async fn exchange(&mut self, ask: Ask<'_>) -> Result<Timing> {
        let body = json!({
            "messages": [
                {"role": "system", "content": "You are a helpful assistant."},
                {"role": "user", "content": ask.prompt},
            ],
            "temperature": 0.0,
            "max_tokens": ask.max_tokens,
            "stream": true,
            "stream_options": {"include_usage": true},
        });
        let started = Instant::now();
        let url = format!("http://127.0.0.1:{PORT}/v1/chat/completions");
        let mut response = self.client.post(url).json(&body).send().await?.error_for_status()?;
        let (mut first, mut last) = (None, started);
        let mut usage = Value::Null;
        let mut buffer = String::new();
        while let Some(bytes) = response.chunk().await? {
            buffer.push_str(&String::from_utf8_lossy(&bytes));
            while let Some((line, rest)) = buffer.split_once('\n') {
                let frame: Option<Value> =
                    line.strip_prefix("data: ").and_then(|data| serde_json::from_str(data).ok());
                if let Some(frame) = frame {
                    let piece = frame.pointer("/choices/0/delta/content").and_then(Value::as_str);
                    if piece.is_some_and(|piece| !piece.is_empty()) {
                        last = Instant::now();
                        first.get_or_insert(last);
                    }
                    if frame["usage"].is_object() {
                        usage = frame["usage"].clone();
                    }
                }
                buffer = rest.to_owned();
            }
        }
        let first = first.context("no reply")?;
        Ok(Timing {
            prompt_tokens: usage["prompt_tokens"].as_u64().context("no usage")?,
            reply_tokens: usage["completion_tokens"].as_u64().context("no usage")?,
            first: first - started,
            rest: last - first,
        })
    }
}

impl Side for Server {
    fn name(&self) -> &'static str {
        "llama.cpp's server"
    }

    fn ask<'a>(&'a mut self, ask: Ask<'a>) -> Pin<Box<dyn Future<Output = Result<Timing>> + 'a>> {
        Box::pin(self.exchange(ask))
    }

    fn process(&self) -> u32 {
        self.child.id().unwrap_or(0)
    }
}
