//! Bytes as people count them.

/// `491 MB`, `1.12 GB`: decimal, as disks and hubs tell them, with three digits.
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["kB", "MB", "GB", "TB", "PB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut amount = bytes as f64 / 1000.0;
    let mut unit = 0;
    while amount >= 999.5 && unit + 1 < UNITS.len() {
        amount /= 1000.0;
        unit += 1;
    }
    let places = match amount {
        amount if amount < 9.995 => 2,
        amount if amount < 99.95 => 1,
        _ => 0,
    };
    format!("{amount:.places$} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_have_three_digits() {
        let told = [0, 999, 1_000, 98_362_432, 491_400_064, 999_999_999, 1_117_320_768].map(size);
        assert_eq!(told, ["0 B", "999 B", "1.00 kB", "98.4 MB", "491 MB", "1.00 GB", "1.12 GB"]);
    }
}
