//! Names as people get them wrong.

use fastrand::Rng;

/// What was done to a name.
#[derive(Clone, Copy)]
pub(crate) enum Slip {
    /// So many letters changed, left out, put in, or swapped with the next.
    Letters(usize),
    /// One word left out, where there are three.
    WordLeftOut,
    /// The last word first, where there are two.
    LastWordFirst,
}

impl Slip {
    pub(crate) const ALL: [Self; 5] = [
        Self::Letters(1),
        Self::Letters(2),
        Self::Letters(3),
        Self::WordLeftOut,
        Self::LastWordFirst,
    ];

    pub(crate) fn name(self) -> String {
        match self {
            Self::Letters(1) => "1 letter".to_owned(),
            Self::Letters(many) => format!("{many} letters"),
            Self::WordLeftOut => "a word left out".to_owned(),
            Self::LastWordFirst => "last word first".to_owned(),
        }
    }

    /// The name with the slip, unless it has too few words for it.
    pub(crate) fn make(self, name: &str, random: &mut Rng) -> Option<String> {
        let mut words: Vec<&str> = name.split_whitespace().collect();
        match self {
            Self::Letters(many) => {
                Some((0..many).fold(name.to_owned(), |name, _| slip(&name, random)))
            }
            Self::WordLeftOut if words.len() > 2 => {
                words.remove(random.usize(..words.len()));
                Some(words.join(" "))
            }
            Self::LastWordFirst if words.len() > 1 => {
                words.rotate_right(1);
                Some(words.join(" "))
            }
            Self::WordLeftOut | Self::LastWordFirst => None,
        }
    }
}

fn slip(name: &str, random: &mut Rng) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let places: Vec<usize> =
        (0..letters.len()).filter(|at| letters[*at].is_alphanumeric()).collect();
    let Some(at) = random.choice(&places).copied() else { return name.to_owned() };
    let other = random.lowercase();
    match random.u8(..4) {
        0 => letters[at] = other,
        1 => _ = letters.remove(at),
        2 => letters.insert(at, other),
        _ if at + 1 < letters.len() => letters.swap(at, at + 1),
        _ => letters[at] = other,
    }
    letters.into_iter().collect()
}
