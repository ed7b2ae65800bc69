//! How fast passages are learned, found and opened, and how much room they take.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};
use ruminate_mind::{Index, Passage};
use serde_json::json;

use super::sets;

/// How many passages are learned in one batch.
const BATCH: usize = 10_000;

/// As many passages as asked for: those of the sets, then such that are put together from their sentences.
pub(crate) fn passages(count: usize) -> Result<Vec<Passage>> {
    let (mut all, _) = sets::together()?;
    let real = all.len();
    for number in real..count {
        let (one, other) = (&all[number % real], &all[number.wrapping_mul(7_919) % real]);
        let text = format!("{} {}", half(&one.text, 0), half(&other.text, 1));
        let title = format!("{} {}", one.title, number / real);
        all.push(Passage::new(format!("made/{number}"), title, text));
    }
    all.truncate(count);
    Ok(all)
}

/// Short facts about things with names: one sentence each.
pub(crate) fn facts(count: usize) -> Result<Vec<Passage>> {
    const RELATIONS: [&str; 8] = [
        "was born in",
        "is located in",
        "was founded by",
        "is the capital of",
        "was directed by",
        "studied at",
        "was written by",
        "is part of",
    ];
    let (known, _) = sets::together()?;
    let title = |at: usize| {
        let title = &known[at % known.len()].title;
        let place = at / known.len();
        if place == 0 { title.clone() } else { format!("{title} {place}") }
    };
    let names = count / 5;
    let fact = |at: usize| {
        // Each time round, another fact about the same thing.
        let round = at / names;
        let object = (at.wrapping_mul(7_919) + 31 * round) % names;
        let (subject, object) = (title(at % names), title(object));
        let text = format!("{subject} {} {object}.", RELATIONS[(at + round) % RELATIONS.len()]);
        Passage::new(at.to_string(), subject, text)
    };
    Ok((0..count).map(fact).collect())
}

fn half(text: &str, which: usize) -> &str {
    let middle =
        text[..text.floor_char_boundary(text.len() / 2)].rfind(". ").map_or(0, |at| at + 2);
    if which == 0 { &text[..middle] } else { &text[middle..] }
}

pub(crate) fn questions() -> Result<Vec<String>> {
    let (_, asked) = sets::together()?;
    Ok(asked.into_iter().flat_map(|(_, set)| set).map(|question| question.text).collect())
}

/// Writes passages and questions where other programs can read them.
pub(crate) fn write(count: usize, folder: &Path) -> Result<()> {
    let mut file = BufWriter::new(File::create(folder.join("passages.jsonl"))?);
    for passage in passages(count)? {
        writeln!(file, "{}", json!({ "title": passage.title, "text": passage.text }))?;
    }
    let mut file = BufWriter::new(File::create(folder.join("questions.jsonl"))?);
    for question in questions()? {
        writeln!(file, "{}", json!(question))?;
    }
    Ok(())
}

/// Prints a row of the table.
#[allow(clippy::print_stdout)]
pub(crate) fn measure(name: &str, passages: Vec<Passage>, folder: &Path) -> Result<()> {
    let count = passages.len();
    let questions = questions()?;
    let mut index = Index::new();
    let mut batches = Vec::new();
    let mut left = passages.into_iter();
    loop {
        let batch: Vec<Passage> = left.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            break;
        }
        let start = Instant::now();
        index.add(batch);
        batches.push(start.elapsed().as_secs_f64());
    }
    drop(left);
    let learning: f64 = batches.iter().sum();
    let times = |ask: &dyn Fn(&str)| {
        let timed = |question: &String| {
            let start = Instant::now();
            ask(question);
            start.elapsed().as_secs_f64() * 1e3
        };
        quantiles(questions.iter().map(timed).collect())
    };
    // Once without counting, so that memory is there.
    times(&|question| _ = index.recall(question, 5));
    let (p50, p99) = times(&|question| _ = index.recall(question, 5));
    let (words_p50, words_p99) = times(&|question| _ = index.search(question, 5));
    let path = folder.join("index.recall");
    index.save_to(&path)?;
    let bytes = std::fs::metadata(&path)?.len();
    let opened = Command::new(std::env::current_exe()?).arg("open").arg(&path).output()?;
    let opened = String::from_utf8(opened.stdout)?;
    let (open, memory) = opened.trim().split_once(' ').context("nothing was opened")?;
    let (open, memory): (f64, u64) = (open.parse()?, memory.parse()?);
    // The first one makes room.
    index.add([Passage::new("first", "The First Thing", "The first thing was said in Bergen.")]);
    let start = Instant::now();
    index.add([Passage::new("one more", "One More Thing", "One more thing was said in Oslo.")]);
    let one_more = start.elapsed().as_secs_f64() * 1e3;
    println!(
        "| Ruminate, recall, {name} | {:.0} | {p50:.2} | {p99:.2} | {:.1} | {:.0} | {open:.0} |",
        count as f64 / learning,
        mib(bytes),
        mib(memory * 1024),
    );
    println!("| Ruminate, `search` (BM25), {name} | | {words_p50:.2} | {words_p99:.2} | | | |");
    println!("| Ruminate, one passage more, {name} | {:.0} | | | | | |", 1e3 / one_more);
    Ok(())
}

/// The middle, and what one in a hundred exceeds.
pub(crate) fn quantiles(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

pub(crate) fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// Opens an index and asks it everything; prints how long opening took and how much memory all of it takes.
#[allow(clippy::print_stdout)]
pub(crate) fn open(path: &Path) -> Result<()> {
    let questions = questions()?;
    let before = resident()?;
    let start = Instant::now();
    let index = Index::open(path)?;
    let open = start.elapsed().as_secs_f64() * 1e3;
    for question in questions {
        index.recall(&question, 5);
    }
    println!("{open} {}", resident()?.saturating_sub(before));
    Ok(())
}

/// Kibibytes of this process in memory.
pub(crate) fn resident() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()).context("no VmRSS")?;
    Ok(number.parse()?)
}
