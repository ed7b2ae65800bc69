//! Where prices come from, behind the port [`MarketData`](crate::MarketData).

mod folder;
mod sample;
mod stooq;
mod twelve_data;
mod web;

pub use folder::Folder;
pub use sample::Sample;
pub use stooq::Stooq;
pub use twelve_data::TwelveData;
