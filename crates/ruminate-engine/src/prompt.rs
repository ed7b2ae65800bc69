//! Prompts are files with named holes, fitted to the room there is before they are sent.
//!
//! All of them begin with the same context (`prompts/context.txt`) and end with their task, so that
//! the calls of a run share most of their text and a server can keep it between them. A paragraph
//! whose hole stays empty is left out. What was said before the question comes first of all
//! (`prompts/conversation.txt`), since the next question of the conversation begins with it too.

mod conversation;

use ruminate_types::Run;

use crate::asked::asked;
use crate::language;
use crate::tokens::estimate;

pub(crate) const SYSTEM: &str = include_str!("prompts/system.txt");
const CONTEXT: &str = include_str!("prompts/context.txt");
const CONVERSATION: &str = include_str!("prompts/conversation.txt");

/// A text may take one part in so many of a prompt that is too long: most of all the question, which all
/// else is about.
const TEXT_SHARE: u64 = 2;

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
    /// So many of the newest are given up only when every other list is empty.
    Newest {
        least: usize,
    },
    /// One text, shortened in the middle where it takes too much room.
    All,
}

impl Keep {
    pub(crate) const NEWEST: Self = Self::Newest { least: 0 };
}

impl Prompt {
    /// The common context of a run, then this task.
    pub(crate) fn new(run: &Run, task: &str) -> Self {
        Self::of(run, &format!("{CONTEXT}\n{task}"))
    }

    /// What was said before the question, then this template.
    pub(crate) fn of(run: &Run, template: &str) -> Self {
        let before = if run.conversation.is_empty() { "" } else { CONVERSATION };
        Self { template: format!("{before}{template}"), holes: Vec::new() }
            .text("question", &run.question)
            .text("language", language::of(&asked(&run.question)).unwrap_or_default())
            .text("instructions", &conversation::instructions(run))
            .lines("conversation", conversation::lines(run), Keep::NEWEST)
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

    /// The prompt in at most `room` estimated tokens. Where it has more, a text that takes more than its
    /// share is shortened; then list items go, from the longest list; then the items that matter most.
    pub(crate) fn fit(mut self, room: u64) -> String {
        if self.fits(room) {
            return self.render();
        }
        for text in self.holes.iter_mut().filter(|hole| hole.keep == Keep::All) {
            text.shorten_to(room / TEXT_SHARE);
        }
        let mut size = self.size();
        for spares_the_least in [true, false] {
            while size > room {
                let spare = |hole: &&mut Hole| hole.spare(spares_the_least) > 0;
                let longest = self.holes.iter_mut().filter(spare).max_by_key(|hole| hole.size());
                let Some(longest) = longest else { break };
                size -= longest.give_up_one();
            }
        }
        if size > room {
            let filled = self.holes.iter().map(|hole| hole.lines.len() as u64).sum::<u64>();
            let most = room.saturating_sub(estimate(&self.template)) / TEXT_SHARE.max(filled);
            self.holes.iter_mut().for_each(|hole| hole.shorten_to(most));
        }
        self.render()
    }

    /// How many of the first lines of a list fit, with everything else as it is.
    pub(crate) fn lines_fitting(&self, name: &str, room: u64) -> usize {
        let Some(list) = self.holes.iter().find(|hole| hole.name == name) else { return 0 };
        let mut left = room.saturating_sub(self.size() - list.size());
        let fits = |line: &&String| {
            let size = estimate(line) + 1;
            let does = size <= left;
            left = left.saturating_sub(size);
            does
        };
        list.lines.iter().take_while(fits).count()
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

    /// How many lines may be given up.
    fn spare(&self, spares_the_least: bool) -> usize {
        match self.keep {
            Keep::All => 0,
            Keep::Newest { least } if spares_the_least => self.lines.len().saturating_sub(least),
            Keep::First | Keep::Newest { .. } => self.lines.len(),
        }
    }

    fn give_up_one(&mut self) -> u64 {
        let line = match self.keep {
            Keep::Newest { .. } => self.lines.remove(0),
            Keep::First | Keep::All => self.lines.pop().unwrap_or_default(),
        };
        estimate(&line) + 1
    }

    fn shorten_to(&mut self, tokens: u64) {
        for line in &mut self.lines {
            *line = shortened(line, tokens);
        }
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
            prompt("{{q}}\n\n{{t}}").text("q", "why?").lines("t", lines, Keep::NEWEST).fit(40);
        assert!(
            text.contains("why?") && text.contains("number 49") && !text.contains("number 1\n")
        );
        assert!(estimate(&text) <= 40);
    }

    #[test]
    fn what_must_be_shown_goes_last() {
        let lines = |word: &str| (0..20).map(|n| format!("{word} number {n}")).collect::<Vec<_>>();
        let text = prompt("{{t}}\n\n{{o}}")
            .lines("t", lines("thought"), Keep::Newest { least: 5 })
            .lines("o", lines("other"), Keep::First)
            .fit(40);
        assert!((15..20).all(|n| text.contains(&format!("thought number {n}"))), "{text}");
    }

    #[test]
    fn an_endless_question_is_shortened_in_the_middle() {
        let question = format!("begin {} end", "x".repeat(100_000));
        let text = prompt("{{q}}").text("q", &question).fit(200);
        assert!(text.starts_with("begin") && text.ends_with("end"));
        assert!(estimate(&text) <= 200, "{}", estimate(&text));
    }

    #[test]
    fn however_many_texts_are_endless_all_of_them_fit() {
        const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
        let template = NAMES.map(|name| format!("{{{{{name}}}}}")).join("\n\n");
        let endless = "x".repeat(10_000);
        let whole =
            NAMES.iter().fold(prompt(&template), |prompt, name| prompt.text(name, &endless));
        let text = whole.fit(400);
        assert!(estimate(&text) <= 400, "{}", estimate(&text));
        assert_eq!(text.matches(" […] ").count(), NAMES.len());
    }

    #[test]
    fn what_a_hole_is_filled_with_is_not_a_template() {
        let text = prompt("{{q}} {{t}}").text("q", "{{t}}").text("t", "no").fit(100);
        assert_eq!(text, "{{t}} no");
    }
}
