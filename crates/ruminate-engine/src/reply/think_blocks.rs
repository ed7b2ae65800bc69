//! The private reasoning that some models write before or between what they mean to say.
//!
//! It is never read as the reply, also when it holds a draft in the right format, and it is never shown.
//! It comes with both tags, without the closing one (the reply was cut while thinking), or without the
//! opening one (the prompt ended with it). A thought may also speak *about* such a tag, and must not be
//! lost for it: inside a line, once a record has begun, a tag is a word like any other unless it clearly
//! encloses or ends something.

use super::clean::{printable, within_bytes};
use super::{MAX_VISIBLE_BYTES, labels};

/// How much is gone through to find the visible reply. The longest reasoning has a third of it.
const MAX_REPLY_BYTES: usize = 2 * 1024 * 1024;

/// The reply without the model's private reasoning and without control characters, trimmed, and at most
/// [`MAX_VISIBLE_BYTES`] long. Empty when the model only thought.
pub fn visible(reply: &str) -> String {
    let mut view = View::default();
    for line in within_bytes(reply, MAX_REPLY_BYTES).split_inclusive('\n') {
        view.take(line, true);
    }
    view.finish()
}

/// The same of a reply that is still being written: what stays visible whatever comes, unless what comes
/// is a closing tag that nothing opened.
pub(super) fn visible_so_far(reply: &str) -> String {
    let mut view = View::default();
    for line in within_bytes(reply, MAX_REPLY_BYTES).split_inclusive('\n') {
        view.take(line, line.ends_with('\n'));
    }
    view.finish()
}

#[derive(Default)]
struct View {
    shown: String,
    thinking: bool,
    /// How much of what is shown was searched for the start of a record, and whether there is one.
    searched: usize,
    begun: bool,
}

impl View {
    fn finish(self) -> String {
        within_bytes(self.shown.trim(), MAX_VISIBLE_BYTES).trim_end().to_owned()
    }

    /// Of a line that is not whole yet, only what cannot turn out to be part of a tag or its inside.
    fn take(&mut self, line: &str, is_whole: bool) {
        let first_word = line.find(|c: char| !c.is_whitespace()).unwrap_or(line.len());
        let mut from = 0;
        let mut tags = tags(line).into_iter().peekable();
        while let Some(tag) = tags.next() {
            if self.thinking {
                self.thinking = tag.opens;
                from = tag.end;
                continue;
            }
            self.show(&line[from..tag.start]);
            from = tag.start;
            if !is_whole && (!tag.opens || tags.peek().is_none()) {
                return;
            }
            let inside_record = first_word < tag.start && self.has_begun();
            if !tag.opens {
                if !inside_record || starts_reply(&line[tag.end..]) {
                    *self = Self::default();
                    from = tag.end;
                }
                continue;
            }
            match tags.next_if(|next| !next.opens) {
                Some(close) if inside_record && line[tag.end..close.start].contains('"') => {}
                Some(close) => from = close.end,
                None if inside_record => {}
                None => self.thinking = true,
            }
        }
        if !self.thinking {
            let until = if is_whole { line.len() } else { unfinished_tag(line).max(from) };
            self.show(&line[from..until]);
        }
    }

    fn show(&mut self, text: &str) {
        // Twice the bound, because trimming comes last; what follows cannot matter, but a closing tag
        // after it can, so the walk goes on.
        if self.shown.len() < 2 * MAX_VISIBLE_BYTES {
            printable(within_bytes(text, 2 * MAX_VISIBLE_BYTES), &mut self.shown);
        }
    }

    /// From here on a tag inside a line may be a mention.
    fn has_begun(&mut self) -> bool {
        self.begun = self.begun || self.shown[self.searched..].lines().any(begins_record);
        self.searched = self.shown.len();
        self.begun
    }
}

fn begins_record(text: &str) -> bool {
    text.contains('{') || labels::is_label(text)
}

fn starts_reply(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with(['{', '[', '`', '#']) || labels::is_label(rest)
}

const LEFT: [char; 3] = ['<', '[', '◁'];
const FORMS: [(&str, &str, &str); 5] = [
    ("<", "think", ">"),
    ("<", "thinking", ">"),
    ("<", "seed:think", ">"),
    ("[", "think", "]"),
    ("◁", "think", "▷"),
];

struct Tag {
    start: usize,
    end: usize,
    opens: bool,
}

fn tags(line: &str) -> Vec<Tag> {
    line.match_indices(LEFT).filter_map(|(at, left)| tag_at(line, at, left)).collect()
}

/// Where the tag begins that the line ends in the middle of; its end without one.
fn unfinished_tag(line: &str) -> usize {
    let may_become = |(at, left): &(usize, &str)| {
        let inner = &line[at + left.len()..];
        let named = inner.strip_prefix('/').unwrap_or(inner);
        FORMS.iter().filter(|form| form.0 == *left).any(|(_, name, right)| {
            let tag = format!("{name}{right}");
            tag.get(..named.len()).is_some_and(|start| start.eq_ignore_ascii_case(named))
        })
    };
    let last = line.rmatch_indices(LEFT).next().filter(may_become);
    last.map_or(line.len(), |(at, _)| at)
}

fn tag_at(line: &str, start: usize, left: &str) -> Option<Tag> {
    let inner = &line[start + left.len()..];
    let named = inner.strip_prefix('/').unwrap_or(inner);
    if !named.starts_with(['t', 'T', 's', 'S']) {
        return None;
    }
    FORMS.iter().filter(|form| form.0 == left).find_map(|(_, name, right)| {
        let is_it = named.get(..name.len())?.eq_ignore_ascii_case(name);
        let rest = named[name.len()..].strip_prefix(right).filter(|_| is_it)?;
        Some(Tag { start, end: line.len() - rest.len(), opens: named.len() == inner.len() })
    })
}
