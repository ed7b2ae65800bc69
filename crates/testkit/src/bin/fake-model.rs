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
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let delay = Duration::from_millis(arguments.delay_ms);
    let script = move |asked: &_| plausible(asked).with(Fault::SlowFirstByte(delay));
    let models = vec![Served::new("fake:1b", 32_768, "2026-10-01T12:00:00Z")];
    let server = FakeModel::start_on(arguments.port, models, script)
        .await
        .with_context(|| format!("port {} cannot be listened on", arguments.port))?;
    #[expect(clippy::print_stdout, reason = "the address is what the program is asked for")]
    {
        println!("{}", server.url());
    }
    server.run().await;
    Ok(())
}
