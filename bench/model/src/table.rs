//! What was found, side by side.

use crate::measure::Found;

/// What a row tells of a round.
type Told = fn(&Found) -> f64;

/// Medians of all rounds, and ours as a part of the other's.
pub(crate) fn of(names: &[&str], found: &[Vec<Found>]) -> String {
    let rows: [(&str, Told, usize); 5] = [
        ("prompt, tokens/s", |found| found.reading, 1),
        ("generation, tokens/s", |found| found.writing, 1),
        ("first token of a short prompt, s", |found| found.first, 3),
        ("first token of a known prompt, part of an unknown one's", |found| found.again, 3),
        ("resident memory, MB", |found| found.memory / 1e6, 0),
    ];
    let mut table = format!("| | {} | ratio |\n|---|---:|---:|---:|\n", names.join(" | "));
    for (name, value, digits) in rows {
        let medians: Vec<f64> = found.iter().map(|rounds| median(rounds, value)).collect();
        let cells: Vec<String> =
            medians.iter().map(|median| format!("{median:.digits$}")).collect();
        let ratio = medians[1] / medians[0];
        table.push_str(&format!("| {name} | {} | {ratio:.2} |\n", cells.join(" | ")));
    }
    table
}

fn median(rounds: &[Found], value: Told) -> f64 {
    let mut values: Vec<f64> = rounds.iter().map(value).collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
