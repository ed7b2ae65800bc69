//! How well and how fast passages are found again; and the fitting of what finds them.

mod descent;
mod fit;
mod score;
mod sets;

use anyhow::Result;
use clap::{Parser, Subcommand};
use ruminate_mind::Index;
use ruminate_mind::recall::Weights;
use std::time::Instant;

use score::Score;
use sets::Question;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Talk,
    Try {
        #[arg(long, default_value_t = 4)]
        folds: usize,
        #[arg(long, default_value_t = 0.0002)]
        hold: f64,
        #[arg(long, default_value_t = 3)]
        rounds: usize,
        #[arg(long, default_value_t = 3)]
        splits: usize,
        #[arg(long, value_delimiter = ',')]
        without: Vec<String>,
        #[arg(long)]
        mix: bool,
        #[arg(long)]
        shipped: bool,
        #[arg(long)]
        failures: Option<String>,
    },
}

fn found(index: &Index, question: &Question, k: usize, weights: &Weights) -> Vec<String> {
    index.recall_by(&question.text, k, weights).into_iter().map(|hit| hit.source_id).collect()
}

#[allow(clippy::print_stdout)]
fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if matches!(arguments.command, Command::Talk) {
        let mut all = Score::default();
        let mut kinds: std::collections::BTreeMap<String, Score> = Default::default();
        for set in sets::conversations()? {
            let mut index = Index::new();
            index.add(set.passages);
            for question in set.questions {
                let found: Vec<String> = index.recall(&question.text, 10).into_iter().map(|hit| hit.source_id).collect();
                if question.kind != "5" {
                    all.count(&question.gold, &found);
                }
                kinds.entry(question.kind).or_default().count(&question.gold, &found);
            }
        }
        println!("R@5 {:.1} R@10 {:.1}", all.at_5(), all.at_10());
        for (kind, score) in kinds {
            println!("  {kind} {} {:.1} {:.1}", score.questions, score.at_5(), score.at_10());
        }
        return Ok(());
    }
    let Command::Try { folds, hold, rounds, splits, shipped, failures, without, mix } = arguments.command else { return Ok(()) };
    let (passages, asked) = sets::together()?;
    let count = passages.len();
    let start = Instant::now();
    let mut index = Index::new();
    index.add(passages);
    println!("{count} passages, {:.0}/s", count as f64 / start.elapsed().as_secs_f64());
    let mut own = Vec::new();
    for name in sets::WIKIPEDIA {
        let mut index = Index::new();
        let set = sets::read(name)?;
        index.add(set.passages);
        own.push((index, set.questions));
    }
    let mut times = Vec::new();
    let mut totals = vec![Score::default(); asked.len()];
    let mut kinds: std::collections::BTreeMap<String, Score> = Default::default();
    let folds = if shipped { 1 } else { folds };
    let splits = if shipped { 1 } else { splits };
    for (split, fold) in (0..splits).flat_map(|split| (0..folds).map(move |fold| (split, fold))) {
        let fold_of = |at: usize| (at.wrapping_mul(2654435761_usize.wrapping_add(97 * split)) >> 7) % folds;
        let weights = if shipped {
            Weights::default()
        } else {
            let mut train: Vec<(&Index, Vec<&Question>)> = asked
                .iter()
                .map(|(_, questions)| {
                    let kept = questions.iter().enumerate().filter(|(at, _)| fold_of(*at) != fold);
                    (&index, kept.map(|(_, question)| question).collect())
                })
                .collect();
            if mix {
                train.extend(own.iter().map(|(index, questions)| {
                    let kept = questions.iter().enumerate().filter(|(at, _)| fold_of(*at) != fold);
                    (index, kept.map(|(_, question)| question).collect::<Vec<_>>())
                }));
            }
            let start = Instant::now();
            let w = fit::fit(&train, &fit::Settings { hold, rounds, without: without.clone(), ..Default::default() });
            let _ = start;
            w
        };
        for ((name, questions), total) in asked.iter().zip(&mut totals) {
            for (_, question) in
                questions.iter().enumerate().filter(|(at, _)| fold_of(*at) == fold)
            {
                let start = Instant::now();
                let found = found(&index, question, 5, &weights);
                times.push(start.elapsed().as_secs_f64() * 1e3);
                total.count(&question.gold, &found);
                kinds.entry(format!("{name} {}", question.kind)).or_default().count(&question.gold, &found);
                if failures.as_deref() == Some(name) && score::recall_at(5, &question.gold, &found) < 1.0 {
                    println!("Q {}", question.text);
                    for hit in index.recall_by(&question.text, 5, &weights) {
                        println!("   {} {:?} {:.2} {:?}", if question.gold.contains(&hit.source_id) {"+"} else {" "}, hit.title, hit.score, hit.why);
                    }
                    for gold in question.gold.iter().filter(|gold| !found.contains(gold)) {
                        println!("   - {gold}");
                    }
                }
            }
        }
    }
    for ((name, _), total) in asked.iter().zip(&totals) {
        println!("{name:10} {}", total.hops());
    }
    for (kind, score) in kinds {
        println!("   {kind:30} {:4} {}", score.questions, score.hops());
    }
    println!("mean R@5 {:.2}  R@2..5 {:.2}", totals.iter().map(Score::at_5).sum::<f64>() / 3.0, totals.iter().map(Score::smooth).sum::<f64>() / 3.0);
    times.sort_by(f64::total_cmp);
    println!("p50 {:.2} ms, p99 {:.2} ms", times[times.len() / 2], times[times.len() * 99 / 100]);
    Ok(())
}
