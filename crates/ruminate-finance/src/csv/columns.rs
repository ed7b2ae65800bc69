//! Which column is what, by its name.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    Comma,
    Semicolon,
    Tab,
}

impl Separator {
    /// The one that parts the header most.
    pub(super) fn of(header: &str) -> Self {
        let count = |separator: &Self| separator.split(header).len();
        // Of equals the last is taken: a comma, as the most common.
        let all = [Self::Tab, Self::Semicolon, Self::Comma];
        all.into_iter().max_by_key(count).unwrap_or(Self::Comma)
    }

    fn sign(self) -> char {
        match self {
            Self::Comma => ',',
            Self::Semicolon => ';',
            Self::Tab => '\t',
        }
    }

    /// Fields in quotes may hold the separator, and a quote as two.
    pub(super) fn split(self, line: &str) -> Vec<String> {
        let (mut fields, mut field) = (Vec::new(), String::new());
        let mut is_quoted = false;
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '"' if is_quoted && letters.peek() == Some(&'"') => {
                    letters.next();
                    field.push('"');
                }
                '"' => is_quoted = !is_quoted,
                letter if letter == self.sign() && !is_quoted => {
                    fields.push(std::mem::take(&mut field))
                }
                letter => field.push(letter),
            }
        }
        fields.push(field);
        fields
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) date: usize,
    pub(super) close: usize,
    pub(super) open_high_low: Option<(usize, usize, usize)>,
    pub(super) volume: Option<usize>,
    pub(super) symbol: Option<usize>,
}

impl Columns {
    pub(super) fn of(header: &[String]) -> Result<Self, String> {
        let names: Vec<String> = header.iter().map(|name| plain(name)).collect();
        // The first name that is there, not the first column that has any: "close" goes before "adjclose".
        let find = |wanted: &[&str]| {
            wanted.iter().find_map(|want| names.iter().position(|name| name == want))
        };
        let told = || format!("its columns are {}", header.join(", "));
        let date = find(&["date", "datetime", "timestamp", "time", "day", "opentime"]);
        let close = find(&[
            "close",
            "closelast",
            "last",
            "price",
            "closeprice",
            "adjclose",
            "adjustedclose",
            "value",
            "c",
        ]);
        let parts = (
            find(&["open", "openprice", "o"]),
            find(&["high", "highprice", "max", "h"]),
            find(&["low", "lowprice", "min", "l"]),
        );
        let open_high_low = match parts {
            (Some(open), Some(high), Some(low)) => Some((open, high, low)),
            _ => None,
        };
        Ok(Self {
            date: date.ok_or_else(|| format!("it has no column for dates; {}", told()))?,
            close: close.ok_or_else(|| format!("it has no column for closes; {}", told()))?,
            open_high_low,
            volume: find(&["volume", "vol", "v"]),
            symbol: find(&["symbol", "ticker"]),
        })
    }

    pub(super) fn is_close_only(&self) -> bool {
        self.open_high_low.is_none()
    }
}

/// Letters alone: "Adj. Close*" and "adj_close" are the same, and "1. open" is an open.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphabetic()).map(|c| c.to_ascii_lowercase()).collect()
}
