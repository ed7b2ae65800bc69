//! Prompts are files with named holes, fitted to the room there is before they are sent.
//!
//! All of them begin with the same context (`prompts/context.txt`) and end with their task, so that
//! the calls of a run share most of their text and a server can keep it between them. A paragraph
//! whose hole stays empty is left out.

use ruminate_types::Run;

use crate::tokens::estimate;

pub(crate) const SYSTEM: &str = include_str!("prompts/system.txt");
const CONTEXT: &str = include_str!("prompts/context.txt");

pub(crate) struct Prompt {
    template: String,
    holes: Vec<Hole>,
}

struct Hole {
    name: &'static str,
    lines: Vec<String>,
    keep: Keep,
}

/// What of a hole is given up last.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    First,
    Newest,
    /// One text: it is shortened in the middle only when no list is left to shorten.
    All,
}

impl Prompt {
    /// The common context of a run, then this task.
    pub(crate) fn new(run: &Run, task: &str) -> Self {
        Self { template: format!("{CONTEXT}\n{task}"), holes: Vec::new() }
            .text("question", &run.question)
    }

    pub(crate) fn text(self, name: &'static str, text: &str) -> Self {
        let lines = if text.is_empty() { vec![] } else { vec![text.to_owned()] };
        self.hole(name, lines, Keep::All)
    }

    pub(crate) fn lines(self, name: &'static str, lines: Vec<String>, keep: Keep) -> Self {
        self.hole(name, lines, keep)
    }

    fn hole(mut self, name: &'static str, lines: Vec<String>, keep: Keep) -> Self {
        self.holes.push(Hole { name, lines, keep });
        self
    }

    /// Whether everything fits into so many estimated tokens.
    pub(crate) fn fits(&self, room: u64) -> bool {
        self.size() <= room
    }

    fn size(&self) -> u64 {
        estimate(&self.template) + self.holes.iter().map(Hole::size).sum::<u64>()
    }

    /// The prompt in at most `room` estimated tokens: list items go first, from the longest list,
    /// then texts are shortened in the middle.
    pub(crate) fn fit(mut self, room: u64) -> String {
        let mut size = self.size();
        while size > room {
            let longest = self
                .holes
                .iter_mut()
                .filter(|hole| hole.keep != Keep::All && !hole.lines.is_empty())
                .max_by_key(|hole| hole.size());
            let Some(longest) = longest else { break };
            size -= longest.give_up_one();
        }
        let spare = self.holes.iter_mut().filter(|hole| !hole.lines.is_empty());
        let mut texts: Vec<&mut Hole> = spare.collect();
        texts.sort_by_key(|hole| std::cmp::Reverse(hole.size()));
        for text in texts {
            if size <= room {
                break;
            }
            size -= text.shorten_by(size - room);
        }
        self.render()
    }

    fn render(&self) -> String {
        let paragraphs: Vec<String> =
            self.template.split("\n\n").filter_map(|text| self.filled(text)).collect();
        paragraphs.join("\n\n").trim().to_owned()
    }

    /// The paragraph with its holes filled; none when it has holes and all of them are empty.
    fn filled(&self, paragraph: &str) -> Option<String> {
        let mut pieces = paragraph.split("{{");
        let mut text = pieces.next().unwrap_or_default().to_owned();
        let (mut has_holes, mut has_filling) = (false, false);
        for piece in pieces {
            let (name, rest) = piece.split_once("}}").unwrap_or((piece, ""));
            has_holes = true;
            if let Some(hole) = self.holes.iter().find(|hole| hole.name == name) {
                has_filling |= !hole.lines.is_empty();
                text.push_str(&hole.lines.join("\n"));
            }
            text.push_str(rest);
        }
        (!has_holes || has_filling).then_some(text)
    }
}

impl Hole {
    fn size(&self) -> u64 {
        self.lines.iter().map(|line| estimate(line) + 1).sum()
    }

    fn give_up_one(&mut self) -> u64 {
        let line = match self.keep {
            Keep::Newest => self.lines.remove(0),
            Keep::First | Keep::All => self.lines.pop().unwrap_or_default(),
        };
        estimate(&line) + 1
    }

    fn shorten_by(&mut self, tokens: u64) -> u64 {
        let before = self.size();
        let keep = before.saturating_sub(tokens + 4);
        for line in &mut self.lines {
            *line = shortened(line, keep);
        }
        before.saturating_sub(self.size())
    }
}

/// The beginning and the end of a text, in about so many tokens.
pub(crate) fn shortened(text: &str, tokens: u64) -> String {
    if estimate(text) <= tokens {
        return text.to_owned();
    }
    let chars: Vec<char> = text.chars().collect();
    let mut half = chars.len() / 2;
    loop {
        let head: String = chars[..half].iter().collect();
        let tail: String = chars[chars.len() - half..].iter().collect();
        let candidate = format!("{head} […] {tail}");
        if half == 0 || estimate(&candidate) <= tokens {
            return candidate;
        }
        half = half * 7 / 8;
    }
}

/// The text on one line, cut to so many characters.
pub(crate) fn one_line(text: &str, chars: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(chars) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(template: &str) -> Prompt {
        Prompt { template: template.into(), holes: Vec::new() }
    }

    #[test]
    fn a_paragraph_with_an_empty_hole_is_left_out() {
        let prompt = prompt("Question: {{q}}\n\nThoughts:\n{{t}}\n\nEnd.").text("q", "why?");
        assert_eq!(prompt.fit(1000), "Question: why?\n\nEnd.");
    }

    #[test]
    fn old_thoughts_go_before_the_question_is_touched() {
        let lines: Vec<String> = (0..50).map(|n| format!("thought number {n}")).collect();
        let text =
            prompt("{{q}}\n\n{{t}}").text("q", "why?").lines("t", lines, Keep::Newest).fit(40);
        assert!(
            text.contains("why?") && text.contains("number 49") && !text.contains("number 1\n")
        );
        assert!(estimate(&text) <= 40);
    }

    #[test]
    fn an_endless_question_is_shortened_in_the_middle() {
        let question = format!("begin {} end", "x".repeat(100_000));
        let text = prompt("{{q}}").text("q", &question).fit(200);
        assert!(text.starts_with("begin") && text.ends_with("end"));
        assert!(estimate(&text) <= 200, "{}", estimate(&text));
    }

    #[test]
    fn what_a_hole_is_filled_with_is_not_a_template() {
        let text = prompt("{{q}} {{t}}").text("q", "{{t}}").text("t", "no").fit(100);
        assert_eq!(text, "{{t}} no");
    }
}
