//! How a diagram is to look.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct DiagramOptions {
    pub title: String,
    /// What the values are, beside their axis: "USD", "Return".
    pub value_title: Option<String>,
    /// How values are written, in d3's notation: `,.2f`, `.1%`. Without one, as many digits as it takes.
    pub format: Option<String>,
    pub size: Size,
    /// The most points of a line (2,000 without) or candles (500 without), up to 5,000; more are thinned.
    pub most_points: Option<usize>,
}

impl DiagramOptions {
    pub fn titled(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Twelve series of the most there may be are still read back.
    pub(crate) fn most_points_or(&self, usual: usize) -> usize {
        self.most_points.unwrap_or(usual).clamp(2, 5000)
    }
}

/// Of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

impl Default for Size {
    fn default() -> Self {
        Self { width: 800, height: 450 }
    }
}

impl Size {
    const LEAST: u32 = 200;
    /// A picture of this size takes 64 MB in memory, twice that for sharp screens.
    const MOST: u32 = 4000;

    pub(crate) fn within_reason(self) -> Self {
        let clamp = |length: u32| length.clamp(Self::LEAST, Self::MOST);
        Self { width: clamp(self.width), height: clamp(self.height) }
    }
}
