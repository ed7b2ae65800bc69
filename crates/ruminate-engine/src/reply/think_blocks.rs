//! The private reasoning that some models write before or between what they mean to say.
//!
//! It is never read as the reply, also when it holds a draft in the right format, and it is never shown.
//! It comes with both tags, without the closing one (the reply was cut while thinking), or without the
//! opening one (the prompt ended with it). A thought may also speak *about* such a tag, and must not be
//! lost for it: inside a line, once a record has begun, a tag is a word like any other unless it clearly
//! encloses or ends something.

use super::clean::{printable, within_bytes};
use super::{MAX_VISIBLE_BYTES, labels};

/// The reply without the model's private reasoning and without control characters, trimmed, and at most
/// [`MAX_VISIBLE_BYTES`] long. Empty when the model only thought.
pub fn visible(reply: &str) -> String {
    let mut view = View::default();
    for line in reply.split_inclusive('\n') {
        view.take(line);
    }
    let shown = view.shown.trim();
    within_bytes(shown, MAX_VISIBLE_BYTES).trim_end().to_owned()
}

#[derive(Default)]
struct View {
    shown: String,
    thinking: bool,
    /// A record has begun in what is shown: from here on a tag inside a line may be a mention.
    begun: bool,
}

impl View {
    fn take(&mut self, line: &str) {
        let tags = tags(line);
        if !self.thinking && !self.begun {
            self.begun = begins_record(tags.first().map_or(line, |tag| &line[..tag.start]));
        }
        let mut from = 0;
        let mut tags = tags.into_iter().peekable();
        while let Some(tag) = tags.next() {
            if self.thinking {
                self.thinking = tag.opens;
                from = tag.end;
                continue;
            }
            let inside_record = self.begun && !line[..tag.start].trim().is_empty();
            if tag.opens {
                let closed_by = tags.next_if(|next| !next.opens);
                match closed_by {
                    Some(close) if !inside_record || !line[tag.end..close.start].contains('"') => {
                        self.show(&line[from..tag.start]);
                        from = close.end;
                    }
                    Some(_) => {}
                    None if inside_record => {}
                    None => {
                        self.show(&line[from..tag.start]);
                        self.thinking = true;
                    }
                }
            } else if !inside_record || starts_reply(&line[tag.end..]) {
                self.shown.clear();
                self.begun = false;
                from = tag.end;
            }
        }
        if !self.thinking {
            self.show(&line[from..]);
            self.begun = self.begun || begins_record(&line[from..]);
        }
    }

    fn show(&mut self, text: &str) {
        // Twice the bound, because trimming comes last; what follows cannot matter, but a closing tag
        // after it can, so the walk goes on.
        if self.shown.len() < 2 * MAX_VISIBLE_BYTES {
            printable(within_bytes(text, 2 * MAX_VISIBLE_BYTES), &mut self.shown);
        }
    }
}

fn begins_record(text: &str) -> bool {
    text.contains('{') || labels::is_label(text)
}

fn starts_reply(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with(['{', '[', '`', '#']) || labels::is_label(rest)
}

struct Tag {
    start: usize,
    end: usize,
    opens: bool,
}

fn tags(line: &str) -> Vec<Tag> {
    line.match_indices(['<', '[', '◁']).filter_map(|(start, _)| tag_at(line, start)).collect()
}

fn tag_at(line: &str, start: usize) -> Option<Tag> {
    const FORMS: [(char, &str, char); 5] = [
        ('<', "think", '>'),
        ('<', "thinking", '>'),
        ('<', "seed:think", '>'),
        ('[', "think", ']'),
        ('◁', "think", '▷'),
    ];
    let from = &line[start..];
    FORMS.iter().find_map(|(left, name, right)| {
        let inner = from.strip_prefix(*left)?;
        let named = inner.strip_prefix('/').unwrap_or(inner);
        let after = named.get(..name.len()).filter(|n| n.eq_ignore_ascii_case(name));
        let rest = after.and_then(|_| named[name.len()..].strip_prefix(*right))?;
        Some(Tag { start, end: line.len() - rest.len(), opens: named.len() == inner.len() })
    })
}
