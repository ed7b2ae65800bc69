//! What a vector stands for, as a number that its name gives.

use crate::text::words::folded;

/// A thing, a person, a relation: whatever has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Concept(u64);

impl Concept {
    /// The concept of a name: capitals, accents and punctuation do not matter.
    pub fn named(name: &str) -> Self {
        let folded = folded(name);
        // A name of signs alone is itself.
        Self::normal(if folded.is_empty() { name } else { &folded })
    }

    /// The concept of a name that is in its normal form already, whatever that is.
    pub fn normal(name: &str) -> Self {
        Self(mix(hash(name.bytes())))
    }

    /// A concept that belongs to this one and to nothing else.
    pub(super) fn within(self, part: u64) -> Self {
        Self(mix(self.0 ^ mix(part)))
    }

    pub(super) fn number(self) -> u64 {
        self.0
    }
}

/// FNV-1a: written here because vectors must be the same in every version and on every machine.
fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The finisher of SplitMix64: every bit of the input reaches every bit of the output.
pub(super) fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::Concept;

    #[test]
    fn spelling_of_the_same_name_does_not_matter() {
        assert_eq!(Concept::named("Pál  Gábor"), Concept::named("pal gabor"));
        assert_ne!(Concept::named("Pal Gabor"), Concept::named("Gabor Pal"));
        assert_ne!(Concept::named("+"), Concept::named("-"));
    }

    /// Saved pages would become noise if it changed.
    #[test]
    fn numbers_of_concepts_never_change() {
        assert_eq!(Concept::named("Oslo").number(), 0x6623_48e7_b33f_8008);
    }
}
