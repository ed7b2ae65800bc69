//! How many there are of something, in words.

use std::fmt::Display;

/// `1 thought`, `2 thoughts`, `2 syntheses`, `2 reflexes`.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str) -> String {
    if count == N::from(1) {
        return format!("{count} {one}");
    }
    match one.strip_suffix("is") {
        Some(stem) => format!("{count} {stem}es"),
        None if one.ends_with('x') => format!("{count} {one}es"),
        None => format!("{count} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_no_more_than_one() {
        assert_eq!(counted(1_u8, "fact"), "1 fact");
        assert_eq!(counted(0_u64, "fact"), "0 facts");
        assert_eq!(counted(2_u32, "synthesis"), "2 syntheses");
        assert_eq!(counted(2_u32, "reflex"), "2 reflexes");
    }
}
