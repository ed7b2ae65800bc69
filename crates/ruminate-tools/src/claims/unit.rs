//! Units, and what they come to in the first of their kind.

use super::token::Token;

/// What a number counts or measures. Only what is of the same kind can be compared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unit {
    /// `length`, `USD`, or nothing for a count.
    pub(crate) kind: String,
    factor: f64,
    /// Added after the factor: degrees Fahrenheit.
    offset: f64,
    /// As it is shown.
    pub(crate) sign: String,
}

impl Unit {
    pub(crate) fn count() -> Self {
        Self { kind: String::new(), factor: 1.0, offset: 0.0, sign: String::new() }
    }

    pub(crate) fn is_count(&self) -> bool {
        self.kind.is_empty()
    }

    /// A value in this unit, in another of the same kind.
    pub(crate) fn to(&self, other: &Unit, value: f64) -> f64 {
        if self.factor == other.factor && self.offset == other.offset {
            return value;
        }
        (value * self.factor + self.offset - other.offset) / other.factor
    }
}

/// A kind, and its units: the names in small letters, and how many of the first they are.
const UNITS: &[(&str, &[(&str, f64)])] = &[
    (
        "length",
        &[
            ("meter meters metre metres", 1.0),
            ("millimeter millimeters millimetre millimetres mm", 0.001),
            ("centimeter centimeters centimetre centimetres cm", 0.01),
            ("kilometer kilometers kilometre kilometres km", 1_000.0),
            ("inch inches", 0.0254),
            ("foot feet ft", 0.3048),
            ("yard yards yd", 0.9144),
            ("mile miles mi", 1_609.344),
            ("nm", 1e-9),
            ("micrometre micrometres micrometer micrometers µm", 1e-6),
        ],
    ),
    (
        "mass",
        &[
            ("gram grams gramme grammes", 1.0),
            ("kilogram kilograms kg kilo kilos", 1_000.0),
            ("milligram milligrams mg", 0.001),
            ("tonne tonnes ton tons", 1_000_000.0),
            ("pound pounds lb lbs", 453.592_37),
            ("ounce ounces oz", 28.349_523),
        ],
    ),
    (
        "time",
        &[
            ("second seconds sec secs", 1.0),
            ("millisecond milliseconds ms", 0.001),
            ("microsecond microseconds µs", 1e-6),
            ("minute minutes min mins", 60.0),
            ("hour hours hr hrs", 3_600.0),
            ("day days", 86_400.0),
            ("week weeks", 604_800.0),
            ("month months", 2_629_746.0),
            ("year years yr yrs", 31_556_952.0),
            ("decade decades", 315_569_520.0),
            ("century centuries", 3_155_695_200.0),
        ],
    ),
    (
        "area",
        &[
            ("m² m2 sqm", 1.0),
            ("km² km2", 1e6),
            ("hectare hectares ha", 10_000.0),
            ("acre acres", 4_046.856_4),
        ],
    ),
    (
        "volume",
        &[
            ("liter liters litre litres", 1.0),
            ("milliliter milliliters millilitre millilitres ml", 0.001),
            ("m³ m3", 1_000.0),
            ("gallon gallons", 3.785_411_8),
        ],
    ),
    (
        "data",
        &[
            ("byte bytes", 1.0),
            ("kb kilobyte kilobytes", 1e3),
            ("mb megabyte megabytes", 1e6),
            ("gb gigabyte gigabytes", 1e9),
            ("tb terabyte terabytes", 1e12),
            ("pb petabyte petabytes", 1e15),
            ("kib", 1_024.0),
            ("mib", 1_048_576.0),
            ("gib", 1_073_741_824.0),
            ("tib", 1_099_511_627_776.0),
        ],
    ),
    (
        "power",
        &[
            ("watt watts", 1.0),
            ("kw kilowatt kilowatts", 1e3),
            ("megawatt megawatts", 1e6),
            ("gw gigawatt gigawatts", 1e9),
        ],
    ),
    (
        "energy",
        &[
            ("joule joules", 1.0),
            ("wh", 3_600.0),
            ("kwh", 3.6e6),
            ("mwh", 3.6e9),
            ("gwh", 3.6e12),
            ("twh", 3.6e15),
        ],
    ),
    ("frequency", &[("hz hertz", 1.0), ("khz", 1e3), ("mhz", 1e6), ("ghz", 1e9)]),
    ("voltage", &[("volt volts", 1.0), ("kv", 1e3)]),
    ("share", &[("% percent pct", 1.0), ("‰", 0.1)]),
    ("temperature", &[("kelvin", 1.0)]),
    ("USD", &[("$ usd dollar dollars us$", 1.0), ("cent cents", 0.01)]),
    ("EUR", &[("€ eur euro euros", 1.0)]),
    ("GBP", &[("£ gbp sterling", 1.0)]),
    ("JPY", &[("¥ jpy yen", 1.0)]),
    ("INR", &[("₹ inr rupee rupees", 1.0)]),
    ("CHF", &[("chf franc francs", 1.0)]),
    ("speed", &[("kph kmh", 1.0 / 3.6), ("mph", 0.447_04), ("knot knots", 0.514_444)]),
];

/// One letter each: a capital means something else.
const LETTERS: &[(&str, &str, f64)] = &[
    ("m", "length", 1.0),
    ("g", "mass", 1.0),
    ("t", "mass", 1_000_000.0),
    ("s", "time", 1.0),
    ("h", "time", 3_600.0),
    ("l", "volume", 1.0),
    ("L", "volume", 1.0),
    ("W", "power", 1.0),
    ("MW", "power", 1e6),
    ("V", "voltage", 1.0),
    ("K", "temperature", 1.0),
    ("J", "energy", 1.0),
];

fn single(token: &Token) -> Option<Unit> {
    let of = |kind: &str, factor: f64| Unit {
        kind: kind.to_owned(),
        factor,
        offset: 0.0,
        sign: token.text.clone(),
    };
    if let Some((_, kind, factor)) = LETTERS.iter().find(|(letter, ..)| *letter == token.text) {
        return Some(of(kind, *factor));
    }
    UNITS.iter().find_map(|(kind, units)| {
        let is_named = |names: &str| names.split(' ').any(|name| name == token.low);
        units.iter().find(|(names, _)| is_named(names)).map(|(_, factor)| of(kind, *factor))
    })
}

/// The unit that stands at a token, and how many tokens it takes.
pub(crate) fn unit(tokens: &[Token]) -> Option<(Unit, usize)> {
    let first = tokens.first()?;
    if let Some(found) = temperature(tokens) {
        return Some(found);
    }
    if first.is("per") && tokens.get(1).is_some_and(|next| next.is("cent")) {
        return Some((
            Unit { kind: "share".into(), factor: 1.0, offset: 0.0, sign: "%".into() },
            2,
        ));
    }
    if first.is_any(&["square", "sq", "cubic"]) {
        let length = single(tokens.get(1)?).filter(|unit| unit.kind == "length")?;
        let power = if first.is("cubic") { 3 } else { 2 };
        let (kind, scale) = if power == 3 { ("volume", 1_000.0) } else { ("area", 1.0) };
        let factor = length.factor.powi(power) * scale;
        let sign = format!("{} {}", first.text, length.sign);
        return Some((Unit { kind: kind.into(), factor, offset: 0.0, sign }, 2));
    }
    let mut unit = single(first)?;
    let mut taken = 1;
    let is_points = tokens.get(1).is_some_and(|next| next.is_any(&["point", "points"]));
    if unit.kind == "share" && is_points {
        unit.kind = "points".into();
        taken = 2;
    }
    if tokens.get(taken).is_some_and(|next| next.is("/") || next.is("per"))
        && let Some(below) = tokens.get(taken + 1)
    {
        return Some((per(unit, below), taken + 2));
    }
    Some((unit, taken))
}

/// `km/h`: speeds have a kind of their own, and so has each other quotient.
fn per(above: Unit, below: &Token) -> Unit {
    let divisor = single(below);
    let sign = format!("{}/{}", above.sign, below.text);
    let factor = above.factor / divisor.as_ref().map_or(1.0, |unit| unit.factor);
    let kind = match &divisor {
        Some(unit) if (&*above.kind, &*unit.kind) == ("length", "time") => "speed".to_owned(),
        Some(unit) => format!("{}/{}", above.kind, unit.kind),
        None => format!("{}/{}", above.kind, below.low),
    };
    Unit { kind, factor, offset: 0.0, sign }
}

/// `°C`, `degrees Fahrenheit`.
fn temperature(tokens: &[Token]) -> Option<(Unit, usize)> {
    let is_degree = |token: &Token| token.is_any(&["°", "degree", "degrees"]);
    let (name, taken) = match tokens {
        [sign, name, ..] if is_degree(sign) => (name, 2),
        [name, ..] if name.is_any(&["celsius", "fahrenheit"]) => (name, 1),
        _ => return None,
    };
    let (factor, offset, sign) = match &*name.low {
        "c" | "celsius" => (1.0, 273.15, "°C"),
        "f" | "fahrenheit" => (5.0 / 9.0, 255.372_222, "°F"),
        _ => return None,
    };
    Some((Unit { kind: "temperature".into(), factor, offset, sign: sign.into() }, taken))
}
