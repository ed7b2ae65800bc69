//! How well the silo is found that holds a concept: by an exact look, by sets of three letters, and by vectors.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use anyhow::Result;
use fastrand::Rng;
use ruminate_mind::vectors::{Concept, Router, Space};

use crate::misspell::Slip;
use crate::titles;
use crate::trigrams::Trigrams;

/// Each set of titles is divided into so many silos.
const PARTS: usize = 8;
/// One name of so many is in no silo.
const HELD_BACK: usize = 10;
const DIMENSIONS: [usize; 3] = [256, 512, 1_024];

/// A name as someone wrote it, and the silo that holds it, if one does.
struct Asked {
    silo: Option<String>,
    written: String,
}

struct Silo {
    name: String,
    titles: Vec<String>,
}

#[allow(clippy::print_stdout)]
pub(crate) fn measure(asked: usize) -> Result<()> {
    let mut random = Rng::with_seed(19);
    let (silos, unknown) = silos()?;
    let titles: Vec<(&str, &str)> = silos
        .iter()
        .flat_map(|silo| silo.titles.iter().map(|title| (silo.name.as_str(), title.as_str())))
        .collect();
    let mut columns = vec![("as written".to_owned(), ask(&titles, None, &mut random, asked))];
    for slip in Slip::ALL {
        columns.push((slip.name(), ask(&titles, Some(slip), &mut random, asked)));
    }
    let unknown = unknown.into_iter().map(|written| Asked { silo: None, written });
    columns.push(("unknown: none".to_owned(), unknown.collect()));

    println!(
        "{} silos, {} names, each in one silo; the first silo is right, in percent.\n",
        silos.len(),
        titles.len()
    );
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    println!("| | {} | µs a name |", names.join(" | "));
    println!("|---|{}---:|", "---:|".repeat(names.len()));

    let exact: HashMap<Concept, &str> =
        titles.iter().map(|(silo, title)| (Concept::named(title), *silo)).collect();
    let look = |name: &str| exact.get(&Concept::named(name)).map(|silo| (*silo).to_owned());
    row("exact look", &columns, look);
    let all: Vec<String> = titles.iter().map(|(_, title)| (*title).to_owned()).collect();
    let trigrams = Trigrams::new(&all);
    for least in [0.3, 0.5] {
        row(&format!("three letters, Jaccard ≥ {least}"), &columns, |written| {
            let (near, score) = trigrams.nearest(written, 1).pop()?;
            if score >= least { look(&all[near]) } else { None }
        });
    }
    for dimension in DIMENSIONS {
        let mut router = Router::new(Space::new(dimension, 0));
        titles.iter().for_each(|(silo, title)| _ = router.add(silo, title));
        row(&format!("`Router`, n = {dimension}"), &columns, |written| {
            router.route(&[written]).into_iter().next().map(|routed| routed.silo)
        });
    }
    Ok(())
}

/// Titles by silo, and those that are in none; a title of several sets stays with the first.
fn silos() -> Result<(Vec<Silo>, Vec<String>)> {
    let mut seen = HashSet::new();
    let (mut silos, mut unknown) = (Vec::new(), Vec::new());
    for (set, titles) in titles::by_set()? {
        let new = titles.into_iter().filter(|title| seen.insert(Concept::named(title)));
        let (back, kept): (Vec<_>, Vec<_>) =
            new.enumerate().partition(|(at, _)| at % HELD_BACK == 0);
        unknown.extend(back.into_iter().map(|(_, title)| title));
        let kept: Vec<String> = kept.into_iter().map(|(_, title)| title).collect();
        for (at, part) in kept.chunks(kept.len().div_ceil(PARTS).max(1)).enumerate() {
            silos.push(Silo { name: format!("{set} {at}"), titles: part.to_vec() });
        }
    }
    Ok((silos, unknown))
}

fn ask(titles: &[(&str, &str)], slip: Option<Slip>, random: &mut Rng, most: usize) -> Vec<Asked> {
    let mut all = titles.to_vec();
    random.shuffle(&mut all);
    let asked = all.into_iter().filter_map(|(silo, title)| {
        let written = match slip {
            None => title.to_owned(),
            Some(slip) => slip.make(title, random)?,
        };
        Some(Asked { silo: Some(silo.to_owned()), written })
    });
    asked.take(most).collect()
}

#[allow(clippy::print_stdout)]
fn row(what: &str, columns: &[(String, Vec<Asked>)], find: impl Fn(&str) -> Option<String>) {
    let began = Instant::now();
    let mut count = 0;
    let cells: Vec<String> = columns
        .iter()
        .map(|(_, asked)| {
            count += asked.len();
            let right = asked.iter().filter(|one| find(&one.written) == one.silo).count();
            format!("{:.1}", 100.0 * right as f64 / asked.len().max(1) as f64)
        })
        .collect();
    let each = began.elapsed().as_secs_f64() * 1e6 / count.max(1) as f64;
    println!("| {what} | {} | {each:.0} |", cells.join(" | "));
}
