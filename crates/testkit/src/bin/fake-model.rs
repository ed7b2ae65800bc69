//! The fake model server as a program, for trying things by hand and for benches.

use std::time::Duration;

use anyhow::Context as _;
use clap::Parser;
use testkit::fake_model::{FakeModel, Fault, Served, plausible};

/// Speaks Ollama, OpenAI and Anthropic on one port, and answers every prompt plausibly.
#[derive(Parser)]
struct Arguments {
    /// The port to listen on; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// How long every reply takes to begin.
    #[arg(long, default_value_t = 0)]
    delay_ms: u64,
    /// Replies come in one piece instead of a few words at a time.
    #[arg(long)]
    at_once: bool,
    /// Every text of a reply by schema ends with the time it was sent at, in nanoseconds since 1970.
    #[arg(long)]
    stamp: bool,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let delay = Duration::from_millis(arguments.delay_ms);
    let script = move |asked: &_| {
        let mut answer = plausible(asked).with(Fault::SlowFirstByte(delay));
        if arguments.at_once {
            answer = answer.in_one_piece();
        }
        if arguments.stamp { answer.stamped() } else { answer }
    };
    let models = vec![Served::new("fake:1b", 32_768, "2026-10-01T12:00:00Z")];
    let server = FakeModel::start_forgetful(arguments.port, models, script)
        .await
        .with_context(|| format!("port {} cannot be listened on", arguments.port))?;
    #[expect(clippy::print_stdout, reason = "the address is what the program is asked for")]
    {
        println!("{}", server.url());
    }
    server.run().await;
    Ok(())
}
