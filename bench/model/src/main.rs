//! The model in the box beside llama.cpp's own server: the same weights, the same threads, the same
//! prompts, in turns.
//!
//!     bench-model WEIGHTS LLAMA_SERVER [THREADS] [ROUNDS]
//!
//! Each side runs in a process of its own, so that its memory can be told; `bench-model box …` is ours.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark prints what it found")]

mod inside;
mod measure;
mod server;
mod side;
mod table;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::side::Side;

#[tokio::main]
async fn main() -> Result<()> {
    // One provider of cryptography for whoever makes connections.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [side, weights, threads] = &arguments[..]
        && side == inside::SIDE
    {
        return inside::serve(PathBuf::from(weights), threads.parse()?).await;
    }
    let [weights, llama_server, rest @ ..] = &arguments[..] else {
        bail!("bench-model WEIGHTS LLAMA_SERVER [THREADS] [ROUNDS]");
    };
    let number = |index: usize, default: usize| match rest.get(index) {
        Some(text) => text.parse().with_context(|| format!("{text} is no number")),
        None => Ok(default),
    };
    let (threads, rounds) = (number(0, 2)?, number(1, 3)?);
    let mut sides: Vec<Box<dyn Side>> = vec![
        Box::new(server::Server::start(llama_server, weights, threads).await?),
        Box::new(inside::Inside::start(weights, threads)?),
    ];
    let mut found = vec![Vec::new(), Vec::new()];
    for round in 0..rounds {
        for (side, found) in sides.iter_mut().zip(&mut found) {
            eprintln!("round {} of {rounds}: {}", round + 1, side.name());
            found.push(measure::round(&mut **side, round).await?);
        }
    }
    let names: Vec<&str> = sides.iter().map(|side| side.name()).collect();
    println!("{}", table::of(&names, &found));
    Ok(())
}
