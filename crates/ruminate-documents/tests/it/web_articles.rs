//! How much of an article is found, and how little else, on real pages: the public part of
//! scrapinghub/article-extraction-benchmark, where `RUMINATE_BENCH_DATA` says.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use ruminate_documents::{Kind, Piece, Reader};

/// Below this, something broke.
const LEAST_F1: f64 = 0.95;

#[test]
fn articles_are_found_on_real_pages() {
    let Some(data) = std::env::var_os("RUMINATE_BENCH_DATA").map(PathBuf::from) else {
        eprintln!("SKIPPED: RUMINATE_BENCH_DATA names no directory with web_articles in it");
        return;
    };
    let folder = data.join("web_articles");
    let truth = std::fs::read_to_string(folder.join("ground-truth.json")).unwrap();
    let truth: BTreeMap<String, HashMap<String, String>> = serde_json::from_str(&truth).unwrap();
    let is_told = std::env::var_os("RUMINATE_BENCH_TELL").is_some();
    let mut halves = [Score::default(), Score::default()];
    for (name, gold) in &truth {
        let file = File::open(folder.join(format!("html/{name}.html.gz"))).unwrap();
        let mut page = Vec::new();
        GzDecoder::new(file).read_to_end(&mut page).unwrap();
        let (precision, recall) = compare(&gold["articleBody"], &article(&page));
        let half = usize::from(name.as_bytes()[0] % 2 == 1);
        halves[half].add(precision, recall);
        if is_told && half == 0 && precision.min(recall) < 0.9 {
            println!("{name} precision {precision:.2} recall {recall:.2} {}", gold["url"]);
        }
    }
    for (half, score) in ["development", "kept aside"].iter().zip(&halves) {
        println!("{half}: {score:.3?}, F1 {:.3}", score.f1());
        assert!(score.f1() >= LEAST_F1, "{half}: {score:?}");
    }
}

/// The text, with the headings that became titles.
fn article(page: &[u8]) -> String {
    let mut text = String::new();
    let mut last = String::new();
    let read = Reader::default().read(Kind::Html, "page.html", page, &mut |piece| {
        if let Piece::Passage(passage) = piece {
            let heading = passage.title.rsplit_once(" › ").map_or("", |(_, heading)| heading);
            if heading != last {
                text.push_str(heading);
                text.push('\n');
            }
            last = heading.to_owned();
            text.push_str(&passage.text);
            text.push('\n');
        }
        ControlFlow::Continue(())
    });
    read.map(|_| text).unwrap_or_default()
}

#[derive(Debug, Default)]
struct Score {
    precision: f64,
    recall: f64,
    pages: f64,
}

impl Score {
    fn add(&mut self, precision: f64, recall: f64) {
        self.precision += precision;
        self.recall += recall;
        self.pages += 1.0;
    }

    fn f1(&self) -> f64 {
        let (precision, recall) = (self.precision / self.pages, self.recall / self.pages);
        2.0 * precision * recall / (precision + recall)
    }
}

/// The benchmark's own measure: groups of four words in a row, as often as they occur.
fn compare(gold: &str, found: &str) -> (f64, f64) {
    let (gold, found) = (groups(gold), groups(found));
    let common: usize =
        gold.iter().map(|(group, count)| *count.min(found.get(group).unwrap_or(&0))).sum();
    let share = |all: &HashMap<Vec<&str>, usize>| {
        let total: usize = all.values().sum();
        if total == 0 { 0.0 } else { common as f64 / total as f64 }
    };
    if gold == found { (1.0, 1.0) } else { (share(&found), share(&gold)) }
}

fn groups(text: &str) -> HashMap<Vec<&str>, usize> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    let mut groups = HashMap::new();
    for group in words.windows(4.min(words.len()).max(1)) {
        *groups.entry(group.to_vec()).or_insert(0) += 1;
    }
    groups
}
