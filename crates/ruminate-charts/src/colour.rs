//! One set of colours for pictures, specs and terminals.

/// For series: can be told apart by most eyes, also on white.
pub(crate) const SERIES: [&str; 12] = [
    "#1f77b4", "#e6820e", "#2a9d5c", "#c4314b", "#8457b3", "#8c564b", "#d368a8", "#6b7280",
    "#a3a51c", "#17a2b8", "#3b3f8f", "#b08d57",
];
/// The same, as the 256 colours of a terminal have them.
pub(crate) const SERIES_TERMINAL: [u8; 12] =
    [39, 214, 41, 203, 141, 137, 212, 246, 142, 44, 63, 180];

pub(crate) const RISING: &str = "#2a9d5c";
pub(crate) const FALLING: &str = "#c4314b";
pub(crate) const TOTAL: &str = "#5b6b82";
pub(crate) const RISING_TERMINAL: u8 = 41;
pub(crate) const FALLING_TERMINAL: u8 = 203;
pub(crate) const TOTAL_TERMINAL: u8 = 246;

/// From far below zero over zero to far above.
const DIVERGING: [[f64; 3]; 5] = [
    [178.0, 40.0, 62.0],
    [240.0, 163.0, 142.0],
    [247.0, 247.0, 247.0],
    [143.0, 190.0, 222.0],
    [30.0, 97.0, 165.0],
];
/// From little to much.
const RISING_SCALE: [[f64; 3]; 3] =
    [[236.0, 244.0, 250.0], [107.0, 174.0, 214.0], [8.0, 69.0, 148.0]];

/// Where colours lie between: two ends, and whether zero is the middle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeatScale {
    low: f64,
    high: f64,
    is_diverging: bool,
}

impl HeatScale {
    /// Values on both sides of zero go from red over white to blue, others from light to dark.
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Self {
        let (low, high) = values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
        if low < 0.0 && high > 0.0 {
            let far = high.max(-low);
            return Self { low: -far, high: far, is_diverging: true };
        }
        Self { low, high, is_diverging: false }
    }

    pub(crate) fn correlations() -> Self {
        Self { low: -1.0, high: 1.0, is_diverging: true }
    }

    pub(crate) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    pub(crate) fn is_diverging(&self) -> bool {
        self.is_diverging
    }

    fn share(&self, value: f64) -> f64 {
        let span = self.high - self.low;
        if span > 0.0 { ((value - self.low) / span).clamp(0.0, 1.0) } else { 0.5 }
    }

    pub(crate) fn colour(&self, value: f64) -> Rgb {
        let stops: &[[f64; 3]] = if self.is_diverging { &DIVERGING } else { &RISING_SCALE };
        let place = self.share(value) * (stops.len() - 1) as f64;
        let below = (place as usize).min(stops.len() - 2);
        let part = place - below as f64;
        let mix = |i: usize| stops[below][i] + (stops[below + 1][i] - stops[below][i]) * part;
        Rgb([mix(0), mix(1), mix(2)])
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rgb([f64; 3]);

impl Rgb {
    pub(crate) fn hex(self) -> String {
        let [r, g, b] = self.0.map(|part| part.round() as u8);
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    /// The nearest of the terminal's colour cube.
    pub(crate) fn terminal(self) -> u8 {
        let [r, g, b] = self.0.map(|part| (part / 255.0 * 5.0).round() as u8);
        16 + 36 * r + 6 * g + b
    }

    /// Whether dark text can be read on it.
    pub(crate) fn is_light(self) -> bool {
        let [r, g, b] = self.0;
        0.299 * r + 0.587 * g + 0.114 * b > 140.0
    }
}
