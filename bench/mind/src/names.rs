//! How well misspelled names are found, beside sets of three letters.

use std::time::Instant;

use anyhow::Result;
use fastrand::Rng;
use ruminate_mind::vectors::{Names, Space};

use crate::misspell::Slip;
use crate::titles;
use crate::trigrams::Trigrams;

const DIMENSIONS: [usize; 3] = [256, 512, 1_024];
/// Names up to this length are short.
const SHORT: usize = 10;

/// A slip that was made in a name.
struct Asked {
    name: usize,
    written: String,
}

#[allow(clippy::print_stdout)]
pub(crate) fn measure(asked: usize) -> Result<()> {
    let names = titles::all()?;
    let mut random = Rng::with_seed(17);
    let asked: Vec<(String, Vec<Asked>)> = Slip::ALL
        .iter()
        .flat_map(|slip| {
            let all = slips(*slip, &names, &mut random, asked, |_| true);
            let short = |name: &str| name.chars().count() <= SHORT;
            let mut rows = vec![(slip.name(), all)];
            if matches!(slip, Slip::Letters(_)) {
                let few = slips(*slip, &names, &mut random, asked / 4, short);
                rows.push((format!("{} of {SHORT} or fewer", slip.name()), few));
            }
            rows
        })
        .collect();

    println!("{} names; R@1 / R@5 in percent.\n", names.len());
    let columns: Vec<&str> = asked.iter().map(|(slip, _)| slip.as_str()).collect();
    println!("| | {} | µs a name |", columns.join(" | "));
    println!("|---|{}---:|", "---:|".repeat(columns.len()));
    let trigrams = Trigrams::new(&names);
    row("sets of three letters, Jaccard", &asked, |written| {
        trigrams.nearest(written, 5).into_iter().map(|(at, _)| at).collect()
    });
    for dimension in DIMENSIONS {
        let mut known = Names::new(Space::new(dimension, 0));
        names.iter().for_each(|name| _ = known.add(name));
        let place: std::collections::HashMap<&str, usize> =
            names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
        row(&format!("vectors, n = {dimension}"), &asked, |written| {
            known.nearest(written, 5).iter().map(|near| place[near.name.as_str()]).collect()
        });
    }
    Ok(())
}

fn slips(
    slip: Slip,
    names: &[String],
    random: &mut Rng,
    most: usize,
    wanted: impl Fn(&str) -> bool,
) -> Vec<Asked> {
    let mut order: Vec<usize> = (0..names.len()).filter(|at| wanted(&names[*at])).collect();
    random.shuffle(&mut order);
    let made = order
        .into_iter()
        .filter_map(|name| slip.make(&names[name], random).map(|written| Asked { name, written }));
    made.take(most).collect()
}

#[allow(clippy::print_stdout)]
fn row(what: &str, asked: &[(String, Vec<Asked>)], find: impl Fn(&str) -> Vec<usize>) {
    let began = Instant::now();
    let mut count = 0;
    let cells: Vec<String> = asked
        .iter()
        .map(|(_, asked)| {
            let (mut first, mut five) = (0, 0);
            for one in asked {
                let found = find(&one.written);
                first += usize::from(found.first() == Some(&one.name));
                five += usize::from(found.contains(&one.name));
            }
            count += asked.len();
            let percent = |right: usize| 100.0 * right as f64 / asked.len().max(1) as f64;
            format!("{:.1} / {:.1}", percent(first), percent(five))
        })
        .collect();
    let each = began.elapsed().as_secs_f64() * 1e6 / count.max(1) as f64;
    println!("| {what} | {} | {each:.0} |", cells.join(" | "));
}
