//! What prices are prices of.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::FinanceError;

/// The name of something that is traded: `AAPL`, `BRK.B`, `^SPX`, `EUR/USD`. It goes into addresses and names of
/// files, so it cannot hold what means something there.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
pub struct Symbol(String);

const LONGEST: usize = 32;

impl Symbol {
    pub fn parse(text: &str) -> Result<Self, FinanceError> {
        let text = text.trim();
        let is_fine = |c: char| c.is_ascii_alphanumeric() || ".^=-_:/".contains(c);
        let begins_well = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '^');
        if begins_well && text.len() <= LONGEST && text.chars().all(is_fine) && !text.contains("..")
        {
            return Ok(Self(text.to_owned()));
        }
        let shown: String = text.chars().take(LONGEST).filter(|c| !c.is_control()).collect();
        Err(FinanceError::BadSymbol { symbol: shown })
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As a file is named after it: what parts folders becomes a hyphen.
    pub(crate) fn file_stem(&self) -> String {
        self.0.replace(['/', ':'], "-")
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Symbol {
    type Error = FinanceError;

    fn try_from(text: String) -> Result<Self, FinanceError> {
        Self::parse(&text)
    }
}

impl From<Symbol> for String {
    fn from(symbol: Symbol) -> Self {
        symbol.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_what_exchanges_write() {
        for fine in ["AAPL", "BRK.B", "^SPX", "EUR/USD", "eurusd=x", "BINANCE:BTC-USD", "600519.SS"]
        {
            assert_eq!(Symbol::parse(fine).unwrap().as_str(), fine);
        }
        for bad in [
            "",
            " ",
            "../etc/passwd",
            "a/../b",
            "..",
            ".hidden",
            "/etc",
            "a b",
            "a&b=c",
            "a\0",
            "ä",
            &"a".repeat(33),
        ] {
            assert_eq!(Symbol::parse(bad).unwrap_err().code(), "finance_bad_symbol", "{bad:?}");
        }
    }
}
