//! A synthesis: `SYNTHESIS: / INSIGHTS: / CONFIDENCE: / REMAINING:`, or
//! `{"synthesis", "insights": [], "confidence", "remaining": []}`, or plain prose.
//!
//! Unlike a thought it is one per reply and it is the answer, so prose is taken as it is, and a text that was
//! cut is kept: half an answer is better than none.

use ruminate_types::Confidence;

use super::fields::{Name, Piece, Schema, Value};
use super::lists::List;
use super::{MAX_ITEMS, MAX_SYNTHESIS_CHARS, blocks, clean, numbers, objects, visible};

/// A synthesis as the model gave it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadSynthesis {
    pub text: String,
    pub key_insights: Vec<String>,
    /// None where the model claimed none.
    pub confidence: Option<Confidence>,
    pub remaining_questions: Vec<String>,
}

/// The synthesis in a reply. None when there is nothing to see in it, or only the form that was to be
/// filled in.
pub fn synthesis(reply: &str) -> Option<ReadSynthesis> {
    let reply = visible(reply);
    let json = objects::reading(&reply, &SCHEMA);
    let text = blocks::reading(&reply, &SCHEMA);
    let labelled_first = text.has(Name::Synthesis) && text.start() < json.start();
    if json.has(Name::Synthesis) && !labelled_first {
        return Draft::of(json.pieces).finish();
    }
    if text.place.is_some() {
        return Draft::of(text.pieces).finish();
    }
    let from_json =
        if reply.starts_with(['{', '[', '`']) { Draft::of(json.pieces).finish() } else { None };
    let prose = unfenced(&reply);
    if from_json.is_some() || is_broken_json(prose) {
        return from_json;
    }
    Draft { body: vec![prose.to_owned()], ..Draft::default() }.finish()
}

/// Records that nobody can read are no answer, while prose may begin with any mark.
fn is_broken_json(text: &str) -> bool {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).take(2).collect();
    matches!(&text[..], "{\"" | "[{" | "{" | "[[" | "{{")
}

#[derive(Default)]
struct Draft {
    /// What was labelled as the synthesis, and what was labelled as nothing, in order.
    body: Vec<String>,
    insights: Vec<String>,
    confidence: Option<Confidence>,
    remaining: Vec<String>,
}

impl Draft {
    fn of(pieces: Vec<Piece>) -> Self {
        let mut draft = Self::default();
        for piece in pieces {
            match piece {
                Piece::Field(name, value) => draft.take(name, value),
                Piece::Loose(line) => draft.body.push(line),
                Piece::Break | Piece::Reprioritised { .. } => {}
            }
        }
        draft
    }

    fn take(&mut self, name: Name, value: Value) {
        match name {
            Name::Synthesis => {
                self.drop_preamble();
                let text = clean::text(value.text(), MAX_SYNTHESIS_CHARS);
                self.body.extend(text.map(|text| text + "\n"));
            }
            Name::Confidence => {
                self.confidence = self.confidence.or_else(|| numbers::confidence(value.text()));
            }
            Name::Insights | Name::Remaining => {
                let List { items, after } = List::of(value);
                let known =
                    if name == Name::Insights { &mut self.insights } else { &mut self.remaining };
                known.extend(items);
                self.body.extend(after);
            }
            _ => {}
        }
    }

    /// `Here is my synthesis:` goes; a page of analysis before the label stays.
    fn drop_preamble(&mut self) {
        const LONGEST: usize = 200;
        if self.body.iter().map(String::len).sum::<usize>() <= LONGEST {
            self.body.clear();
        }
    }

    fn finish(self) -> Option<ReadSynthesis> {
        let text = clean::text(without_stray_fence(&self.body.join("\n")), MAX_SYNTHESIS_CHARS)
            .or_else(|| clean::text(&self.insights.join("\n"), MAX_SYNTHESIS_CHARS))?;
        let first = |items: Vec<String>| items.into_iter().take(MAX_ITEMS).collect();
        Some(ReadSynthesis {
            text,
            key_insights: first(self.insights),
            confidence: self.confidence,
            remaining_questions: first(self.remaining),
        })
    }
}

/// Without the end of a code block that went around everything, the start of which is gone.
fn without_stray_fence(text: &str) -> &str {
    let fences = text.lines().filter(|line| line.starts_with("```")).count();
    let stray = text.trim_end().strip_suffix("```").filter(|_| fences % 2 == 1);
    stray.unwrap_or(text)
}

/// Without the one code block around everything.
fn unfenced(reply: &str) -> &str {
    let inside = || {
        let (_, body) = reply.strip_prefix("```")?.split_once('\n')?;
        let body = body.strip_suffix("```")?;
        (!body.contains("```")).then_some(body)
    };
    inside().unwrap_or(reply)
}

pub(super) static SCHEMA: Schema = Schema {
    main: Name::Synthesis,
    names: &[
        ("synthesis", Name::Synthesis),
        ("synthesistext", Name::Synthesis),
        ("finalsynthesis", Name::Synthesis),
        ("insights", Name::Insights),
        ("keyinsights", Name::Insights),
        ("confidence", Name::Confidence),
        ("confidencelevel", Name::Confidence),
        ("confidencescore", Name::Confidence),
        ("remaining", Name::Remaining),
        ("remainingquestions", Name::Remaining),
        ("openquestions", Name::Remaining),
        ("unansweredquestions", Name::Remaining),
    ],
    keys: &[
        ("keypoints", Name::Insights),
        ("certainty", Name::Confidence),
        ("unresolved", Name::Remaining),
        ("questions", Name::Remaining),
    ],
    generic: &["summary", "understanding", "answer", "conclusion", "response", "text", "content"],
    containers: &["result"],
    keeps_cut_text: true,
};
