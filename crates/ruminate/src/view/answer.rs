//! An answer and nothing else: on a terminal while it is being written, in a pipe when it is there. What
//! there is to say about it goes to stderr.

use std::io::{self, Write};

use ruminate_engine::reply::Written;
use ruminate_runtime::Piece;
use ruminate_runtime::document::Document;
use ruminate_runtime::export::duration;
use ruminate_types::{RunStatus, counted};
use unicode_width::UnicodeWidthStr;

use super::plain::waiting;
use super::text::printable;
use super::{Shown, View, terminal_width};
use crate::exit::Failure;
use crate::output::note;

pub(crate) struct AnswerView {
    /// None where nobody watches it being written.
    written: Option<Written>,
    paper: Paper,
    is_begun: bool,
}

impl AnswerView {
    /// Shows the answer while it is being written.
    pub(crate) fn streamed() -> Self {
        Self { written: Some(Written::default()), ..Self::whole() }
    }

    /// Shows the answer when it is there.
    pub(crate) fn whole() -> Self {
        let width = terminal_width().map(usize::from);
        Self { written: None, paper: Paper::new(width), is_begun: false }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        self.is_begun |= !text.is_empty();
        self.paper.write(&printable(text), &mut out)?;
        out.flush()
    }
}

impl View for AnswerView {
    fn piece(&mut self, piece: &Piece) -> io::Result<()> {
        let written = self.written.as_mut();
        match written.and_then(|written| written.piece(piece.offset, &piece.text)) {
            Some(text) => self.write(&text),
            None => Ok(()),
        }
    }

    fn end(mut self: Box<Self>, run: &Shown<'_>) -> Result<(), Failure> {
        let document = run.document;
        if let Some(answer) = &document.final_synthesis {
            let rest = self.written.take().unwrap_or_default().rest(answer);
            self.write(&rest)?;
        }
        if self.is_begun {
            self.paper.write("\n", &mut io::stdout().lock())?;
        }
        tell(run);
        Ok(())
    }
}

fn tell(shown: &Shown<'_>) {
    let Shown { document, program, .. } = *shown;
    let run = document.session_id;
    if document.answer.as_ref().is_some_and(|answer| answer.is_cut) {
        note!("The answer ends where the limit of its length was reached.");
    }
    let Some(confidence) = document.final_confidence else {
        note!("There is no answer yet.");
        return waiting(shown);
    };
    if let Some(known) = &document.from_memory {
        note!("{}", printable(&known.told()));
    }
    let made = made(document);
    match document.status {
        RunStatus::Completed | RunStatus::Failed => {
            let confidence = confidence.get();
            note!("Confidence: {confidence:.2}; {made}. More: {program} runs show {run}");
        }
        _ => waiting(shown),
    }
}

/// What it took, in words.
pub(super) fn made(document: &Document) -> String {
    let (calls, tokens) = (document.spent.calls, document.spent.tokens);
    let time = duration(document.elapsed_seconds);
    format!("{}, {} in {time}", counted(calls, "call"), counted(tokens, "token"))
}

/// Lines that grow word by word, no wider than the terminal. A line that goes on below begins where its
/// words began.
struct Paper {
    /// None: lines are as long as they are.
    width: Option<usize>,
    column: usize,
    /// Where the words of this line began; none while it has none.
    lead: Option<usize>,
    spaces: usize,
    /// What has come of the word that is being written.
    word: String,
}

impl Paper {
    fn new(width: Option<usize>) -> Self {
        Self { width, column: 0, lead: None, spaces: 0, word: String::new() }
    }

    /// A word is written when the space or the line's end after it comes.
    fn write(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let Some(width) = self.width else { return out.write_all(text.as_bytes()) };
        for c in text.chars() {
            if !c.is_whitespace() {
                self.word.push(c);
                continue;
            }
            self.put_word(width, out)?;
            if c == '\n' {
                writeln!(out)?;
                *self = Self::new(self.width);
            } else {
                self.spaces += 1;
            }
        }
        Ok(())
    }

    fn put_word(&mut self, width: usize, out: &mut impl Write) -> io::Result<()> {
        let word = std::mem::take(&mut self.word);
        if word.is_empty() {
            return Ok(());
        }
        let lead = *self.lead.get_or_insert(self.spaces + if word == "-" { 2 } else { 0 });
        let end = self.column + self.spaces + word.width();
        if self.column > lead && end > width {
            write!(out, "\n{:lead$}{word}", "")?;
            self.column = lead + word.width();
        } else {
            write!(out, "{:spaces$}{word}", "", spaces = self.spaces)?;
            self.column = end;
        }
        self.spaces = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(width: Option<usize>, pieces: &[&str]) -> String {
        let (mut paper, mut out) = (Paper::new(width), Vec::new());
        pieces.iter().for_each(|piece| paper.write(piece, &mut out).unwrap());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn words_are_written_when_they_are_whole_and_fit() {
        assert_eq!(written(Some(12), &["one tw", "o thr", "ee four\n"]), "one two\nthree four\n");
        assert_eq!(written(Some(12), &["one tw"]), "one");
        assert_eq!(written(None, &["one tw", "o  thr"]), "one two  thr");
    }

    #[test]
    fn a_line_goes_on_where_its_words_began() {
        let text = "- an item, not short\n    code()  here\n\nlast\n";
        let fits = "- an item,\n  not short\n    code()\n    here\n\nlast\n";
        assert_eq!(written(Some(12), &[text]), fits);
        let letters: Vec<String> = text.chars().map(String::from).collect();
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        assert_eq!(written(Some(12), &letters), fits, "however it comes");
    }
}
