//! The whole mind at its largest: passages and facts together, asked for both.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};
use jiff::Timestamp;
use ruminate_mind::conclusion::conclude;
use ruminate_mind::thought::Facts;
use ruminate_mind::{Mind, Passage};
use ruminate_types::{Change, Changed, Known, Lesson, Silo};

use crate::speed::{mib, quantiles, resident};

/// How many lessons are followed at once.
const BATCH: usize = 5_000;
/// How many questions are asked.
const ASKED: usize = 1_000;

/// Prints a row of the table.
#[allow(clippy::print_stdout)]
pub(crate) fn measure(passages: Vec<Passage>, folder: &Path) -> Result<()> {
    let count = passages.len();
    let questions = questions(&passages);
    let mut mind = Mind::default();
    let mut seq = 0;
    let mut learning = 0.0;
    let mut left = passages.into_iter();
    loop {
        let batch: Vec<Change> = left
            .by_ref()
            .take(BATCH)
            .map(|passage| {
                seq += 1;
                Change { seq, what: Changed::Learned(Box::new(known(passage))) }
            })
            .collect();
        if batch.is_empty() {
            break;
        }
        let start = Instant::now();
        mind.follow(batch);
        learning += start.elapsed().as_secs_f64();
    }
    let facts = mind.facts.known().facts;
    let path = folder.join("whole.mind");
    mind.save_to(&path)?;
    let bytes = std::fs::metadata(&path)?.len();
    drop(mind);
    std::fs::write(folder.join("asked.txt"), questions.join("\n"))?;
    let opened = Command::new(std::env::current_exe()?).arg("open-mind").arg(folder).output()?;
    let opened = String::from_utf8(opened.stdout)?;
    let told: Vec<f64> = opened.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let [open, memory, p50, p99, answered] = told[..] else {
        anyhow::bail!("nothing was opened: {opened}")
    };
    println!(
        "| Ruminate, recall and answer, {count} passages and {facts} facts, {answered:.0} of {ASKED} answered | {:.0} | {p50:.2} | {p99:.2} | {:.1} | {:.0} | {open:.0} |",
        count as f64 / learning,
        mib(bytes),
        mib(memory as u64 * 1024),
    );
    Ok(())
}

fn known(passage: Passage) -> Known {
    Known {
        lesson: Lesson::new(passage.id, passage.title, passage.text),
        source: "made".to_owned(),
        silo: Silo::default(),
        learned_at: Timestamp::UNIX_EPOCH,
    }
}

/// Where things are, who made them: one fact each, and some over two.
fn questions(passages: &[Passage]) -> Vec<String> {
    let every = (passages.len() / ASKED).max(1);
    let ask = |(number, passage): (usize, &Passage)| match number % 4 {
        0 => format!("Where was {} born?", passage.title),
        1 => format!("Who directed {}?", passage.title),
        2 => format!("Who is the director of {}?", passage.title),
        _ => format!("Where was the director of {} born?", passage.title),
    };
    passages.iter().step_by(every).take(ASKED).enumerate().map(ask).collect()
}

/// Opens a mind and asks it everything. Prints how long opening took, the memory of all of it, the times, and how many
/// questions facts answered.
#[allow(clippy::print_stdout)]
pub(crate) fn open(folder: &Path) -> Result<()> {
    let questions = std::fs::read_to_string(folder.join("asked.txt")).context("the questions")?;
    let before = resident()?;
    let start = Instant::now();
    let mind = Mind::open(&folder.join("whole.mind"))?;
    let open = start.elapsed().as_secs_f64() * 1e3;
    let mut answered = 0;
    let mut ask = |question: &str| {
        let start = Instant::now();
        let conclusion = conclude(&mind.facts, question, &Facts);
        let hits = mind.recall.recall(question, 5);
        answered += usize::from(conclusion.is_some() && !hits.is_empty());
        start.elapsed().as_secs_f64() * 1e3
    };
    // Once without counting, so that memory is there.
    questions.lines().for_each(|question| _ = ask(question));
    let times = questions.lines().map(&mut ask).collect();
    let (p50, p99) = quantiles(times);
    println!("{open} {} {p50} {p99} {}", resident()?.saturating_sub(before), answered / 2);
    Ok(())
}
