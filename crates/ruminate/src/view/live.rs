//! The live view's state: the run as a document, what is being written, and what is being typed.

use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::time::Instant;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    DisableBracketedPaste, EnableBracketedPaste, KeyCode, KeyEvent, KeyModifiers,
};
use ratatui::crossterm::execute;
use ruminate_runtime::Piece;
use ruminate_runtime::document::Document;
use ruminate_types::{Event, Payload, QuestionId, RunStatus};

use super::keys::{Keys, Typed};
use super::{Shown, View, Wish, ending, fitted, printable, screen, terminal_width};
use crate::exit::Failure;
use crate::output::say;

pub(crate) struct LiveView {
    terminal: DefaultTerminal,
    keys: Keys,
    state: State,
}

/// What the screen shows.
#[derive(Default)]
pub(super) struct State {
    pub(super) document: Option<Document>,
    pub(super) focus: Vec<Option<QuestionId>>,
    /// Characters that have come of each reply that is being written.
    pub(super) writing: BTreeMap<u32, usize>,
    /// What is being typed to steer with; none when nothing is.
    pub(super) steering: Option<String>,
    /// Whether the keys are told.
    pub(super) is_helping: bool,
    /// How many lines the thoughts are scrolled back.
    pub(super) scroll: usize,
    /// Said in the last line until the next event.
    pub(super) note: Option<String>,
    heard: Option<Instant>,
}

impl State {
    /// More lines than the thoughts take on any screen worth the name.
    fn most_lines(&self) -> usize {
        self.document.as_ref().map_or(0, |document| document.thoughts.len() * 8)
    }

    /// Thinking time as of now, not as of the last event.
    pub(super) fn elapsed_seconds(&self, document: &Document) -> f64 {
        let since = match (document.status, self.heard) {
            (RunStatus::Thinking, Some(heard)) => heard.elapsed().as_secs_f64(),
            _ => 0.0,
        };
        document.elapsed_seconds + since
    }
}

impl LiveView {
    pub(crate) fn open() -> io::Result<Self> {
        let terminal = ratatui::try_init()?;
        // What is pasted comes as one text: its lines must not be taken for keys.
        execute!(io::stdout(), EnableBracketedPaste)?;
        Ok(Self { terminal, keys: Keys::listen(), state: State::default() })
    }

    fn typed(&mut self, typed: Typed) -> Option<Wish> {
        match typed {
            Typed::Key(key) => self.key(key),
            Typed::Pasted(text) => {
                if let Some(steering) = &mut self.state.steering {
                    steering.push_str(&text.replace(['\r', '\n'], " "));
                }
                None
            }
            Typed::Resized => None,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Option<Wish> {
        let is_interrupt =
            key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
        if is_interrupt {
            self.state.note = Some("pausing, then leaving; once more to leave at once".to_owned());
            return Some(Wish::Leave);
        }
        if self.state.steering.is_some() {
            return self.steering_key(key.code);
        }
        // Whatever is typed, the keys have been read.
        let was_helping = std::mem::take(&mut self.state.is_helping);
        match key.code {
            KeyCode::Char('?' | 'h') => {
                self.state.is_helping = !was_helping;
                None
            }
            KeyCode::Char('p') => {
                self.state.note = Some("pausing".to_owned());
                Some(Wish::Pause)
            }
            KeyCode::Char('r') => {
                self.state.note = Some("resuming".to_owned());
                Some(Wish::Resume)
            }
            KeyCode::Char('d') => {
                self.state.note = Some("leaving it to the background after this step".to_owned());
                Some(Wish::Detach)
            }
            KeyCode::Char('q') => {
                self.state.note =
                    Some("pausing, then leaving; once more to leave at once".to_owned());
                Some(Wish::Leave)
            }
            KeyCode::Char('s') => {
                self.state.steering = Some(String::new());
                None
            }
            KeyCode::Up | KeyCode::PageUp => {
                let lines = if key.code == KeyCode::Up { 1 } else { 10 };
                self.state.scroll = (self.state.scroll + lines).min(self.state.most_lines());
                None
            }
            KeyCode::Down | KeyCode::PageDown => {
                let lines = if key.code == KeyCode::Down { 1 } else { 10 };
                self.state.scroll = self.state.scroll.saturating_sub(lines);
                None
            }
            KeyCode::End => {
                self.state.scroll = 0;
                None
            }
            _ => None,
        }
    }

    fn steering_key(&mut self, key: KeyCode) -> Option<Wish> {
        let steering = self.state.steering.as_mut()?;
        match key {
            KeyCode::Esc => self.state.steering = None,
            KeyCode::Backspace => {
                steering.pop();
            }
            KeyCode::Char(c) => steering.push(c),
            KeyCode::Enter => {
                let text = self.state.steering.take()?.trim().to_owned();
                if !text.is_empty() {
                    self.state.note = Some("steering".to_owned());
                    return Some(Wish::Steer(text));
                }
            }
            _ => {}
        }
        None
    }
}

impl View for LiveView {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let state = &mut self.state;
        if state.document.is_none() {
            state.document = Document::begin(event.run_id, event);
        }
        if let Some(document) = &mut state.document {
            document.fold(event);
        }
        if let Payload::Focus { questions, .. } = &event.payload {
            state.focus.clone_from(questions);
        }
        state.writing.clear();
        state.note = None;
        state.heard = Some(Instant::now());
        Ok(())
    }

    fn piece(&mut self, piece: &Piece) -> io::Result<()> {
        *self.state.writing.entry(piece.index).or_default() += piece.text.chars().count();
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        match self.terminal.draw(|frame| screen::draw(frame, &self.state)) {
            Ok(_) => Ok(()),
            // A terminal that cannot be drawn on is closed, like a pipe that nobody reads.
            Err(error) => Err(io::Error::new(io::ErrorKind::BrokenPipe, error)),
        }
    }

    fn decline(&mut self, why: &Failure) {
        self.state.note = Some(printable(&why.message));
        // A screen that cannot be drawn now may be drawn at the next event.
        let _ = self.draw();
    }

    /// The screen is given back first: the answer stays on the terminal.
    fn end(self: Box<Self>, run: &Shown<'_>) -> Result<(), Failure> {
        drop(self);
        say!("{}\n", fitted(&run.document.original_question, terminal_width()))?;
        ending(run)
    }

    fn wish(&mut self) -> Pin<Box<dyn Future<Output = Wish> + Send + '_>> {
        Box::pin(async {
            loop {
                let typed = self.keys.next().await;
                let wish = self.typed(typed);
                // A screen that cannot be drawn now may be drawn at the next event.
                let _ = self.draw();
                if let Some(wish) = wish {
                    return wish;
                }
            }
        })
    }
}

impl Drop for LiveView {
    fn drop(&mut self) {
        // A terminal that is gone needs no restoring.
        let _ = execute!(io::stdout(), DisableBracketedPaste);
        let _ = ratatui::try_restore();
    }
}
