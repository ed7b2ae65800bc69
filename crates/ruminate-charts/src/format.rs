//! Numbers as people read them. Formats are those of d3, which Vega uses too, as far as charts need them:
//! `[+][,][.N](f|%|e)`.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    has_plus: bool,
    has_thousands: bool,
    digits: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Fixed,
    Percent,
    Scientific,
}

/// More digits than a number has are no help.
const MOST_DIGITS: usize = 12;

impl Format {
    /// Nothing for what is not understood.
    pub fn parse(text: &str) -> Option<Self> {
        let (has_plus, rest) = strip(text, '+');
        let (has_thousands, rest) = strip(rest, ',');
        let kind = match rest.chars().last()? {
            'f' => Kind::Fixed,
            '%' => Kind::Percent,
            'e' => Kind::Scientific,
            _ => return None,
        };
        let digits = rest[..rest.len() - 1].strip_prefix('.')?.parse().ok()?;
        (digits <= MOST_DIGITS).then_some(Self { has_plus, has_thousands, digits, kind })
    }

    pub fn write(&self, value: f64) -> String {
        let digits = self.digits;
        let number = match self.kind {
            Kind::Fixed => format!("{value:.digits$}"),
            Kind::Percent => format!("{:.digits$}%", value * 100.0),
            Kind::Scientific => format!("{value:.digits$e}"),
        };
        let number =
            if is_zero(&number) { number.trim_start_matches('-').to_owned() } else { number };
        let number = if self.has_thousands { with_thousands(&number) } else { number };
        if self.has_plus && !number.starts_with('-') { format!("+{number}") } else { number }
    }

    /// Without a fraction, for where there is little room.
    pub(crate) fn whole(self) -> Self {
        Self { digits: 0, ..self }
    }

    pub(crate) fn is_percent(&self) -> bool {
        self.kind == Kind::Percent
    }
}

fn strip(text: &str, sign: char) -> (bool, &str) {
    text.strip_prefix(sign).map_or((false, text), |rest| (true, rest))
}

fn is_zero(number: &str) -> bool {
    number.chars().filter(char::is_ascii_digit).all(|digit| digit == '0')
}

fn with_thousands(number: &str) -> String {
    let start = usize::from(number.starts_with('-'));
    let end =
        number[start..].find(|c: char| !c.is_ascii_digit()).map_or(number.len(), |at| start + at);
    let mut written = number[..start].to_owned();
    for (index, digit) in number[start..end].chars().enumerate() {
        if index > 0 && (end - start - index).is_multiple_of(3) {
            written.push(',');
        }
        written.push(digit);
    }
    written + &number[end..]
}

/// A number that stands alone: four digits that count, large ones in millions and billions.
pub(crate) fn plain(value: f64) -> String {
    let size = value.abs();
    if let Some(short) = shortened(value, 2) {
        return short;
    }
    let digits = if size >= 1000.0 {
        1
    } else if size >= 1.0 || size == 0.0 {
        2
    } else {
        ((-size.log10()).ceil() as usize + 2).min(MOST_DIGITS)
    };
    without_zeros(&with_thousands(&format!("{value:.digits$}")))
}

/// A number on an axis whose ticks are `step` apart.
pub(crate) fn on_axis(value: f64, step: f64, format: Option<Format>) -> String {
    let share = if format.is_some_and(|format| format.is_percent()) { 100.0 } else { 1.0 };
    let (value, step) = (value * share, step * share);
    // What is a fraction of the step is the rest of a subtraction.
    let value = if value.abs() < step / 1000.0 { 0.0 } else { value };
    let sign = if share > 1.0 { "%" } else { "" };
    if sign.is_empty() && (value.abs() >= 1e6 || step >= 1e6) {
        let digits = if step >= 1e6 { significant(step, value) } else { 3 };
        return shortened(value, digits).unwrap_or_else(|| "0".into());
    }
    let digits =
        if step >= 1.0 { 0 } else { ((-step.log10()).ceil().max(0.0) as usize).min(MOST_DIGITS) };
    with_thousands(&format!("{value:.digits$}")) + sign
}

/// Digits behind the point that tell ticks apart when numbers are in the unit of the value.
fn significant(step: f64, value: f64) -> usize {
    let unit = UNITS.iter().map(|(size, _)| *size).find(|size| value.abs() >= *size).unwrap_or(1.0);
    (unit / step).log10().ceil().clamp(0.0, 3.0) as usize
}

const UNITS: [(f64, &str); 4] = [(1e15, "e15"), (1e12, "T"), (1e9, "B"), (1e6, "M")];

fn shortened(value: f64, digits: usize) -> Option<String> {
    let (size, name) = UNITS.iter().find(|(size, _)| value.abs() >= *size)?;
    Some(without_zeros(&format!("{:.digits$}", value / size)) + name)
}

fn without_zeros(number: &str) -> String {
    let short = if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    };
    if short == "-0" { "0".into() } else { short.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(format: &str, value: f64, written: &str) {
        assert_eq!(Format::parse(format).unwrap().write(value), written);
    }

    #[test]
    fn numbers_are_written_as_d3_writes_them() {
        check(".2f", 2.34567, "2.35");
        check(",.2f", 1_234_567.891, "1,234,567.89");
        check(",.0f", -1234.0, "-1,234");
        check(",.0f", 123.0, "123");
        check(".1%", 0.1234, "12.3%");
        check("+.1%", 0.1234, "+12.3%");
        check("+.1%", -0.1234, "-12.3%");
        check(".1%", -0.0001, "0.0%");
        check(".2e", 12345.0, "1.23e4");
        assert_eq!(Format::parse("abc"), None);
        assert_eq!(Format::parse(".999f"), None);
        assert_eq!(Format::parse(""), None);
        assert_eq!(Format::parse(".2é"), None);
    }

    #[test]
    fn numbers_without_a_format_have_the_digits_that_count() {
        let written: Vec<_> =
            [0.0, 1.5, 1234.56, 0.001_234_5, 2_500_000.0, 3.2e12, -7e9, 1e17].map(plain).to_vec();
        assert_eq!(written, ["0", "1.5", "1,234.6", "0.00123", "2.5M", "3.2T", "-7B", "100e15"]);
    }

    #[test]
    fn ticks_can_be_told_apart() {
        assert_eq!(on_axis(1500.0, 500.0, None), "1,500");
        assert_eq!(on_axis(0.25, 0.05, None), "0.25");
        assert_eq!(on_axis(1_500_000.0, 500_000.0, None), "1.5M");
        assert_eq!(on_axis(6e9, 2e9, None), "6B");
        assert_eq!(on_axis(1e-17, 0.1, None), "0.0");
        assert_eq!(on_axis(0.05, 0.05, Format::parse(".0%")), "5%");
    }
}
