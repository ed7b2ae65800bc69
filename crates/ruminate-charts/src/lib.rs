//! Charts and tables as data. Other crates know what the numbers mean; this one knows how to show them.
//!
//! [`Diagrams`] makes a [`ChartBlock`] of [`DiagramData`], by one [`DiagramSpecAdapter`] for each kind. A block
//! holds a Vega-Lite specification with its data inside, so whoever has a block can show it: a browser by Vega,
//! and this crate as text for a terminal ([`ChartBlock::to_text`]), as SVG and as PNG. A [`TableBlock`] is
//! rows under typed columns.
//!
//! No network, no files, no clock. What comes in may be hostile: it is refused with a [`ChartError`], or
//! reduced, and then [`ChartBlock::notes`] says how.
//!
//! ```
//! use ruminate_charts::{Category, DiagramData, DiagramOptions, Diagrams, TextStyle};
//!
//! let data = DiagramData::Categories(vec![Category::new("2019", 0.29), Category::new("2020", 0.16)]);
//! let options = DiagramOptions { format: Some(".0%".into()), ..DiagramOptions::titled("Returns") };
//! let block = Diagrams::default().to_chart_block("bar", data, &options)?;
//! assert_eq!(block.spec["data"]["values"][0]["value"], 0.29);
//! let style = TextStyle { ascii: true, ..TextStyle::of_width(30) };
//! assert_eq!(block.to_text(&style)?, "Returns\n2019 | ##################  29%\n2020 | ##########          16%\n");
//! # Ok::<(), ruminate_charts::ChartError>(())
//! ```

mod adapter;
mod block;
mod clean;
mod colour;
mod data;
mod error;
mod figure;
mod format;
mod kinds;
mod options;
mod png;
mod scale;
mod svg;
mod table;
mod text;
mod thin;
mod tidy;
mod times;
pub mod when;

pub use adapter::{DiagramSpecAdapter, Diagrams};
pub use block::ChartBlock;
pub use data::{Candle, Category, DiagramData, Matrix, Point, Series};
pub use error::ChartError;
pub use format::Format;
pub use options::{DiagramOptions, Size};
pub use table::{Cell, Column, ColumnType, TableBlock};
pub use text::TextStyle;
