//! Prices over time: where they come from, what they come to, and how they look.
//!
//! [`MarketData`] is the port that prices come by: files in a folder ([`Folder`]), the sample that is in the
//! program ([`Sample`]), and two services on the web ([`Stooq`], [`TwelveData`]). [`FinanceChartService`] draws
//! a [`TimeSeries`], [`FinanceTableService`] sums it up; both give the blocks of `ruminate-charts`.
//!
//! What others send is not believed: prices that are no numbers, highs below lows and volumes below zero
//! are refused with the place they stand at.
//!
//! ```
//! use ruminate_finance::{FinanceTableService, MarketData, Sample, SeriesRequest, SummaryOptions};
//!
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! let series = Sample.series(&SeriesRequest::of("SP500")?).await?;
//! let table = FinanceTableService.summary(&[series], &SummaryOptions::default())?;
//! assert_eq!(table.columns[4].name, "last close");
//! assert_eq!(table.rows[0][4], ruminate_charts::Cell::Number(2874.560059));
//! # Ok::<(), ruminate_finance::FinanceError>(())
//! # }).unwrap();
//! ```

mod averages;
mod calendar;
mod chart_service;
mod correlation;
mod csv;
mod error;
mod interval;
mod market_data;
mod measures;
mod providers;
mod quote;
mod series;
mod symbol;
mod table_service;

pub use averages::{Average, AverageKind};
pub use chart_service::FinanceChartService;
pub use correlation::correlations;
pub use csv::read_csv;
pub use error::FinanceError;
pub use interval::Interval;
pub use market_data::{MarketData, SeriesRequest};
pub use measures::{Change, Drawdown, Measures};
pub use providers::{Folder, Sample, Stooq, TwelveData};
pub use quote::Quote;
pub use series::{OhlcPoint, TimeSeries};
pub use symbol::Symbol;
pub use table_service::{FinanceTableService, SummaryOptions};
