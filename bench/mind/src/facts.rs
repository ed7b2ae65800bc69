//! What many facts cost as vectors, and how well they and analogies are answered.

use std::time::Instant;

use fastrand::Rng;
use ruminate_mind::vectors::{FactPages, Settings, Space};

const RELATIONS: usize = 50;
/// Facts for each name.
const EACH: usize = 5;
const ASKED: usize = 200;

#[allow(clippy::print_stdout)]
pub(crate) fn measure(count: usize, dimension: usize) {
    let names = count.div_ceil(EACH);
    let settings =
        Settings { space: Space::new(dimension, 0), concepts: names, ..Settings::default() };
    let mut random = Rng::with_seed(23);
    // One object for each subject and relation, so that there is one right answer.
    let facts: Vec<[String; 3]> = (0..count)
        .map(|at| {
            let relation = (at % EACH) * (RELATIONS / EACH) + random.usize(..RELATIONS / EACH);
            [name(at / EACH), format!("relation {relation}"), name(random.usize(..names))]
        })
        .collect();
    let mut pages = FactPages::new(settings);
    let began = Instant::now();
    facts.iter().for_each(|[s, r, o]| _ = pages.add(s, r, o));
    let rate = facts.len() as f64 / began.elapsed().as_secs_f64();

    let picks: Vec<&[String; 3]> = (0..ASKED).map(|_| &facts[random.usize(..count)]).collect();
    let began = Instant::now();
    let mut sure = 0;
    let right = picks.iter().filter(|[s, r, o]| {
        let found = pages.objects(s, r, 1);
        sure += usize::from(found[0].certainty > 0.5);
        found[0].name == *o
    });
    let right = right.count();
    let each = began.elapsed().as_secs_f64() * 1e3 / ASKED as f64;

    let began = Instant::now();
    let mut answered = 0;
    let by_relation = |relation: &str, random: &mut Rng| loop {
        let fact = &facts[random.usize(..count)];
        if fact[1] == relation {
            break fact;
        }
    };
    let analogous = (0..ASKED).filter(|at| {
        let [a, relation, b] = picks[*at];
        let [c, _, wanted] = by_relation(relation, &mut random);
        let found = pages.analogy(a, b, c, 1);
        answered += usize::from(!found.is_empty());
        found.first().is_some_and(|found| found.answer == *wanted)
    });
    let analogous = analogous.count();
    let per_analogy = began.elapsed().as_secs_f64() * 1e3 / ASKED as f64;

    println!(
        "| n | facts | names | facts a page | pages | MiB | added a second | right, % | sure, % | ms | analogies right, % | answered, % | ms |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let percent = |part: usize| 100.0 * part as f64 / ASKED as f64;
    println!(
        "| {dimension} | {count} | {} | {} | {} | {} | {rate:.0} | {:.1} | {:.1} | {each:.1} | {:.1} | {:.1} | {per_analogy:.1} |",
        pages.concepts(),
        pages.most_load(),
        pages.pages().len(),
        pages.bytes() >> 20,
        percent(right),
        percent(sure),
        percent(analogous),
        percent(answered),
    );
}

fn name(at: usize) -> String {
    format!("name {at}")
}
