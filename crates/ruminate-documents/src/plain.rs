//! Plain text: paragraphs between empty lines, code, and transcripts of what was said.

use std::collections::BTreeSet;

use crate::out::{Halt, Out};
use crate::outline::Outline;
use crate::piece::Passage;
use crate::talk::{self, speaker};
use crate::title::Named;

pub(crate) fn read(text: &str, named: Named, out: &mut Out<'_>) -> Result<(), Halt> {
    if let Some(turns) = turns(text) {
        for text in turns {
            let passage =
                Passage { title: named.title.clone(), at: named.at.clone(), ..Passage::default() };
            out.record(talk::turn(Passage { text, ..passage }))?;
        }
        return Ok(());
    }
    let mut outline = Outline::default();
    for paragraph in paragraphs(text) {
        outline.paragraph(&unwrapped(&paragraph));
    }
    outline.give(named, out)
}

fn paragraphs(text: &str) -> impl Iterator<Item = String> {
    let mut lines = text.lines();
    std::iter::from_fn(move || {
        let mut paragraph = String::new();
        for line in lines.by_ref() {
            let line = line.trim_end();
            match (line.is_empty(), paragraph.is_empty()) {
                (true, true) => continue,
                (true, false) => break,
                (false, is_first) => {
                    if !is_first {
                        paragraph.push('\n');
                    }
                    paragraph.push_str(line);
                }
            }
        }
        (!paragraph.is_empty()).then_some(paragraph)
    })
}

/// Joins lines that were broken only because they were full. Lines of a list, of verse, of code or of a
/// talk stay lines: they are not all about equally long.
fn unwrapped(paragraph: &str) -> String {
    const NARROWEST: usize = 50;
    const WIDEST: usize = 100;
    let lines: Vec<&str> = paragraph.lines().collect();
    let Some((last, full)) = lines.split_last() else { return String::new() };
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    let is_full = |line: &&str| line.chars().count() + 20 >= widest;
    let begins_anew = |line: &&str| {
        line.starts_with(|c: char| !c.is_alphanumeric() && !"\"“‘'(«".contains(c))
            || speaker(line).is_some()
    };
    let is_wrapped = (NARROWEST..=WIDEST).contains(&widest)
        && !full.is_empty()
        && full.iter().all(is_full)
        && !full.iter().chain([last]).any(begins_anew);
    if is_wrapped { lines.join(" ") } else { paragraph.to_owned() }
}

/// What is said turn by turn, if the text is such: nearly every line begins with the name of one of a few
/// speakers. Each turn is a passage of its own.
fn turns(text: &str) -> Option<Vec<String>> {
    const FEWEST: usize = 6;
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let names: Vec<&str> = lines().filter_map(speaker).collect();
    let speakers: BTreeSet<&str> = names.iter().copied().collect();
    let is_talk = names.len() >= FEWEST
        && speakers.len() >= 2
        && names.len() >= 2 * speakers.len()
        && 5 * names.len() >= 4 * lines().count()
        && lines().next().is_some_and(|line| speaker(line).is_some());
    if !is_talk {
        return None;
    }
    let mut turns: Vec<String> = Vec::new();
    for line in lines() {
        match turns.last_mut() {
            Some(turn) if speaker(line).is_none() => {
                turn.push('\n');
                turn.push_str(line);
            }
            _ => turns.push(line.to_owned()),
        }
    }
    Some(turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_lines_are_joined_and_others_are_not() {
        let full = "The mitochondrion is an organelle found in the cells of most\n\
                    eukaryotes, such as animals, plants and fungi, and it makes\nATP.";
        assert_eq!(unwrapped(full).lines().count(), 1);
        for kept in
            ["- one\n- two", "Roses are red,\nviolets are blue", "fn main() {\n    go();\n}"]
        {
            assert_eq!(unwrapped(kept), kept);
        }
    }

    #[test]
    fn a_transcript_is_its_turns() {
        let text = "Ann: Hi!\nBob: Hello.\n\nAnn: How are you?\nStill tired?\nBob: No.\nAnn: Good.\nBob: Yes.";
        let turns = turns(text).unwrap();
        assert_eq!(turns.len(), 6);
        assert_eq!(turns[2], "Ann: How are you?\nStill tired?");
        assert!(super::turns("Note: a\nWarning: b\nNote: c").is_none());
    }
}
