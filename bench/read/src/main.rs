//! Finds the articles of real pages, tells how long that took, and compares what was found with what
//! people marked.
//!
//!     bench-read extract ENGINE PAGES    the texts that an engine finds, as JSON
//!     bench-read table PAGES FILE…       the same of all engines, as a table
//!     bench-read nested ENGINE           reads a page of 100,000 nested elements

mod engine;
mod pages;
mod score;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::score::Score;

// As in the program that is released.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Passes over all pages; the best one counts.
const PASSES: usize = 5;

#[derive(Serialize, Deserialize)]
struct Found {
    engine: String,
    pages_per_second: f64,
    texts: BTreeMap<String, String>,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["extract", engine, folder] => extract(engine.parse()?, Path::new(folder)),
        ["table", folder, ref files @ ..] => table(Path::new(folder), files),
        ["nested", engine] => nested(engine.parse()?),
        _ => bail!("see the beginning of src/main.rs"),
    }
}

fn extract(engine: Engine, folder: &Path) -> Result<()> {
    let pages = pages::read(folder)?;
    let mut texts = BTreeMap::new();
    let mut best = f64::INFINITY;
    for _ in 0..PASSES {
        let begun = busy_seconds()?;
        for (name, page) in &pages {
            texts.insert(name.clone(), engine.text(page));
        }
        best = best.min(busy_seconds()? - begun);
    }
    let pages_per_second = pages.len() as f64 / best;
    let found = Found { engine: engine.to_string(), pages_per_second, texts };
    println!("{}", serde_json::to_string(&found)?);
    Ok(())
}

/// The processor's time of this thread: others use the machine too.
fn busy_seconds() -> Result<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = told.split_whitespace().next().context("no schedstat")?;
    Ok(nanoseconds.parse::<f64>()? / 1e9)
}

fn table(folder: &Path, files: &[&str]) -> Result<()> {
    let gold = pages::articles(folder)?;
    println!(
        "| | F1, groups of four | precision | recall | F1, words | pages a second of one core |"
    );
    println!("|---|---:|---:|---:|---:|---:|");
    for file in files {
        let text = std::fs::read_to_string(file).with_context(|| (*file).to_owned())?;
        // An engine that broke has written nothing.
        let Ok(found) = serde_json::from_str::<Found>(&text) else { continue };
        let empty = String::new();
        let pairs = || {
            gold.iter().map(|(name, gold)| (gold.as_str(), found.texts.get(name).unwrap_or(&empty)))
        };
        let groups = Score::of(pairs(), 4);
        let words = Score::of(pairs(), 1);
        println!(
            "| {} | {:.3} | {:.3} | {:.3} | {:.3} | {:.0} |",
            found.engine,
            groups.f1(),
            groups.precision,
            groups.recall,
            words.f1(),
            found.pages_per_second,
        );
    }
    Ok(())
}

fn nested(engine: Engine) -> Result<()> {
    let text = "Some words of the article, and more of them. ".repeat(20);
    let page = format!("{}<p>{text}{}", "<div>".repeat(100_000), "</div>".repeat(100_000));
    let begun = Instant::now();
    let found = engine.text(page.as_bytes());
    let what = if found.contains("Some words of the article") { "read" } else { "nothing found" };
    println!("{what} in {:.2} s", begun.elapsed().as_secs_f64());
    Ok(())
}
