//! The diagrams of this crate, one file each: data in, a Vega-Lite specification out.

mod bar;
mod candlestick;
mod heatmap;
mod line;
mod spec;
mod waterfall;

use crate::DiagramSpecAdapter;

pub(crate) fn all() -> Vec<Box<dyn DiagramSpecAdapter>> {
    vec![
        Box::new(candlestick::Candlestick),
        Box::new(line::Line),
        Box::new(line::Area),
        Box::new(bar::Bar),
        Box::new(heatmap::Heatmap),
        Box::new(heatmap::CorrelationMatrix),
        Box::new(waterfall::Waterfall),
    ]
}
