//! Numbers with thousands parted, currencies before them, and points or commas.

/// What stands where a number is not known.
pub(super) fn is_missing(text: &str) -> bool {
    let text = text.trim().to_ascii_lowercase();
    matches!(text.as_str(), "" | "null" | "none" | "n/a" | "na" | "n/d" | "-" | "--" | ".")
}

/// `commas`: whether fields are parted by something else, so that a comma is likely the decimal one.
pub(super) fn parse(text: &str, commas: bool) -> Option<f64> {
    let text: String =
        text.chars().filter(|c| !c.is_whitespace() && !"$€£¥'_".contains(*c)).collect();
    let (text, times) = match text.chars().last()?.to_ascii_uppercase() {
        'K' => (&text[..text.len() - 1], 1e3),
        'M' => (&text[..text.len() - 1], 1e6),
        'B' => (&text[..text.len() - 1], 1e9),
        _ => (text.as_str(), 1.0),
    };
    // Words that Rust takes for numbers.
    if text.chars().any(|c| c.is_alphabetic() && !matches!(c, 'e' | 'E')) {
        return None;
    }
    let value: f64 = with_point(text, commas)?.parse().ok()?;
    value.is_finite().then_some(value * times)
}

/// With a point before the fraction and nothing between thousands.
fn with_point(text: &str, commas: bool) -> Option<String> {
    let (points, comma_count) = (text.matches('.').count(), text.matches(',').count());
    let decimal = match (text.rfind('.'), text.rfind(',')) {
        (Some(point), Some(comma)) => Some(if point > comma { '.' } else { ',' }),
        (None, Some(_)) if comma_count == 1 && (commas || !is_parted(text, ',')) => Some(','),
        (Some(_), None) if points == 1 => Some('.'),
        _ => None,
    };
    for sign in ['.', ','].into_iter().filter(|sign| Some(*sign) != decimal) {
        let whole = decimal.and_then(|decimal| text.split(decimal).next()).unwrap_or(text);
        if text.contains(sign) && !is_parted(whole, sign) {
            return None;
        }
    }
    let kept = text.chars().filter(|c| Some(*c) == decimal || !matches!(c, '.' | ','));
    let kept: String = kept.map(|c| if Some(c) == decimal { '.' } else { c }).collect();
    (kept.matches('.').count() <= 1).then_some(kept)
}

/// In groups of three, as thousands are.
fn is_parted(text: &str, sign: char) -> bool {
    let mut groups = text.trim_start_matches(['-', '+']).split(sign);
    let first = groups.next().is_some_and(|first| (1..=3).contains(&first.len()));
    first && groups.all(|group| group.len() == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, value) in [
            ("1234.5", 1234.5),
            ("1,234.5", 1234.5),
            ("1,234", 1234.0),
            ("1,234,567", 1_234_567.0),
            ("$2,874.56", 2874.56),
            ("-37.63", -37.63),
            ("1.234,56", 1234.56),
            ("1.234.567", 1_234_567.0),
            ("1 234,5", 1234.5),
            ("1'234.50", 1234.5),
            ("1.5e3", 1500.0),
            ("931.8M", 931_800_000.0),
            ("2.5k", 2500.0),
            ("12,5", 12.5),
        ] {
            assert_eq!(parse(text, false), Some(value), "{text}");
        }
        assert_eq!(parse("1,234", true), Some(1.234));
        for text in
            ["", "abc", "inf", "NaN", "1.2.3", "1,23,4", "12,34.5", "é", "M", "1..2", "1e999"]
        {
            assert_eq!(parse(text, false), None, "{text}");
        }
    }
}
