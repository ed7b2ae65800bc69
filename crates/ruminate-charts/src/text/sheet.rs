//! Letters with colours.

/// Of the 256 colours that terminals have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ink {
    letter: Option<u8>,
    ground: Option<u8>,
}

impl Ink {
    pub(super) const MUTED: Self = Self { letter: Some(245), ground: None };

    pub(super) fn of(letter: u8) -> Self {
        Self { letter: Some(letter), ground: None }
    }

    pub(super) fn on(letter: u8, ground: u8) -> Self {
        Self { letter: Some(letter), ground: Some(ground) }
    }
}

/// Puts lines together.
#[derive(Debug)]
pub(super) struct Painter {
    has_colour: bool,
    text: String,
}

impl Painter {
    pub(super) fn new(has_colour: bool) -> Self {
        Self { has_colour, text: String::new() }
    }

    pub(super) fn line(&mut self, parts: &[(&str, Ink)]) {
        for (part, ink) in parts {
            self.part(part, *ink);
        }
        if !self.has_colour {
            self.text.truncate(self.text.trim_end_matches(' ').len());
        }
        self.text.push('\n');
    }

    fn part(&mut self, part: &str, ink: Ink) {
        if !self.has_colour || ink == Ink::default() {
            self.text.push_str(part);
            return;
        }
        let letter = ink.letter.map(|colour| format!("38;5;{colour}"));
        let ground = ink.ground.map(|colour| format!("48;5;{colour}"));
        let codes: Vec<String> = letter.into_iter().chain(ground).collect();
        self.text.push_str(&format!("\u{1b}[{}m{part}\u{1b}[0m", codes.join(";")));
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A field of letters, each one column wide.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) width: usize,
    pub(super) height: usize,
    cells: Vec<(char, Ink)>,
}

impl Sheet {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { width, height, cells: vec![(' ', Ink::default()); width * height] }
    }

    /// Outside of the field nothing happens.
    pub(super) fn set(&mut self, x: usize, y: usize, letter: char, ink: Ink) {
        if x < self.width && y < self.height {
            self.cells[y * self.width + x] = (letter, ink);
        }
    }

    pub(super) fn get(&self, x: usize, y: usize) -> char {
        if x < self.width && y < self.height { self.cells[y * self.width + x].0 } else { ' ' }
    }

    /// A row, in pieces of one colour.
    pub(super) fn row(&self, y: usize) -> Vec<(String, Ink)> {
        let mut pieces: Vec<(String, Ink)> = Vec::new();
        for (letter, ink) in &self.cells[y * self.width..(y + 1) * self.width] {
            match pieces.last_mut() {
                Some((text, last)) if last == ink => text.push(*letter),
                _ => pieces.push((letter.to_string(), *ink)),
            }
        }
        pieces
    }
}
