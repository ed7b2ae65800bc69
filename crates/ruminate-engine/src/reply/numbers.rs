//! Numbers as models write them: `80%`, `0,8`, `8/10`, `~0.7`, `0.8 (high)`, `**9**`, `high`.
//!
//! A bare number says its scale by its size. A confidence up to 1 is a share, one just above (below 2) is
//! an overstated share and means 1, from 2 to 10 it is points out of ten, and above that a percentage: 7
//! is 0.7, 85 is 0.85. A priority below 1 is a share of ten: 0.9 is 9.

use ruminate_types::Confidence;

/// None when there is no number and no word for one: then nothing was said.
pub(super) fn confidence(text: &str) -> Option<Confidence> {
    let share = match Number::first_in(text) {
        // "High: 3 sources agree" gives a level and a reason, "high (0.85)" a level and its number.
        Some(n) if n.scale == Scale::Bare && n.value > 1.0 => {
            level(&text[..n.at]).or_else(|| n.share())?
        }
        Some(n) => n.share()?,
        None => level(text)?,
    };
    Some(Confidence::new(share))
}

/// In 1 to 10; none when nothing was said.
pub(super) fn priority(text: &str) -> Option<u8> {
    let points = match Number::first_in(text) {
        Some(n) => n.points()?,
        None => level(text)? * 10.0,
    };
    Some(points.round().clamp(1.0, 10.0) as u8)
}

/// The number of a thought or a question: `3`, `Q3`, `#3`, `thought 3`.
pub(super) fn id(text: &str) -> Option<u32> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    if text[..start].ends_with(['-', '−']) {
        return None;
    }
    digits(&text[start..]).0.parse().ok()
}

/// The digits that `text` starts with, and the rest.
pub(super) fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

/// Whether all that is left is `0.`, `**0,` or `~0.`: a number whose telling digits were cut off.
pub(super) fn is_cut(text: &str) -> bool {
    matches!(text.trim_start_matches([' ', '*', '_', '`', '~']), "0." | "0,")
}

/// What follows the number of a list item: `1.`, `1)`, `(1)`.
pub(super) fn after_list_number(text: &str) -> Option<&str> {
    let (number, rest) = digits(text.strip_prefix('(').unwrap_or(text));
    if (1..=3).contains(&number.len()) { rest.strip_prefix(['.', ')']) } else { None }
}

#[derive(Clone, Copy, PartialEq)]
enum Scale {
    Bare,
    Percent,
    OutOf(f64),
}

#[derive(Clone, Copy)]
struct Number {
    at: usize,
    value: f64,
    scale: Scale,
}

impl Number {
    fn first_in(text: &str) -> Option<Self> {
        let digit = text.find(|c: char| c.is_ascii_digit())?;
        let at = if text[..digit].ends_with('.') { digit - 1 } else { digit };
        let (unsigned, rest) = unsigned(&text[at..])?;
        let value = if text[..at].ends_with(['-', '−']) { -unsigned } else { unsigned };
        Some(Self { at, value, scale: Scale::after_number(rest) })
    }

    fn share(self) -> Option<f64> {
        match self.scale {
            Scale::Percent => Some(self.value / 100.0),
            Scale::OutOf(whole) => (whole > 0.0).then(|| self.value / whole),
            Scale::Bare if self.value < 2.0 => Some(self.value),
            Scale::Bare if self.value <= 10.0 => Some(self.value / 10.0),
            Scale::Bare => Some(self.value / 100.0),
        }
    }

    fn points(self) -> Option<f64> {
        match self.scale {
            Scale::Bare if self.value >= 1.0 => Some(self.value),
            Scale::Bare => Some(self.value * 10.0),
            Scale::Percent | Scale::OutOf(_) => self.share().map(|share| share * 10.0),
        }
    }
}

impl Scale {
    fn after_number(rest: &str) -> Self {
        let rest = rest.trim_start_matches([' ', '*', '_', '`']);
        if rest.starts_with('%') || rest.starts_with("percent") {
            return Self::Percent;
        }
        ["/", "out of ", "of "]
            .iter()
            .find_map(|sign| unsigned(rest.strip_prefix(sign)?.trim_start()))
            .map_or(Self::Bare, |(whole, _)| Self::OutOf(whole))
    }
}

/// `12`, `0.8`, `.8`, `0,8`, `1e-3`, and what follows. A lone `0.` was cut before the digits that matter.
fn unsigned(text: &str) -> Option<(f64, &str)> {
    let (whole, after_whole) = digits(text);
    let (fraction, rest) = match after_whole.strip_prefix(['.', ',']).map(digits) {
        Some(("", after)) if whole == "0" && after.trim().is_empty() => return None,
        Some(("", _)) | None => ("", after_whole),
        Some((fraction, rest)) => (fraction, rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let (exponent, rest) = exponent(rest);
    let value: f64 = format!("{whole}.{fraction}e{exponent}").parse().ok()?;
    value.is_finite().then_some((value, rest))
}

fn exponent(text: &str) -> (&str, &str) {
    let Some(signed) = text.strip_prefix(['e', 'E']) else { return ("0", text) };
    let (power, rest) = digits(signed.strip_prefix(['+', '-']).unwrap_or(signed));
    if power.is_empty() { ("0", text) } else { (&signed[..signed.len() - rest.len()], rest) }
}

/// The first word that stands for a share.
fn level(text: &str) -> Option<f64> {
    const LEVELS: [(&str, f64); 14] = [
        ("critical", 1.0),
        ("urgent", 1.0),
        ("highest", 1.0),
        ("certain", 0.95),
        ("high", 0.8),
        ("strong", 0.8),
        ("medium", 0.5),
        ("moderate", 0.5),
        ("normal", 0.5),
        ("uncertain", 0.3),
        ("low", 0.2),
        ("weak", 0.2),
        ("lowest", 0.1),
        ("minimal", 0.1),
    ];
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let mut before = "";
    words.into_iter().find_map(|word| {
        let very = std::mem::replace(&mut before, word).eq_ignore_ascii_case("very");
        let (_, share) = LEVELS.iter().find(|(name, _)| word.eq_ignore_ascii_case(name))?;
        Some(match *share {
            0.8 if very => 0.9,
            0.2 if very => 0.1,
            share => share,
        })
    })
}
