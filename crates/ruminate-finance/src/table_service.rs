//! Tables of series and quotes.

use jiff::Timestamp;
use ruminate_charts::{Cell, Column, ColumnType, TableBlock, when};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Average, FinanceError, Measures, Quote, TimeSeries};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SummaryOptions {
    /// Whose last value is told.
    pub averages: Vec<Average>,
}

impl Default for SummaryOptions {
    fn default() -> Self {
        Self { averages: vec![Average::sma(20), Average::sma(50), Average::ema(20)] }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct FinanceTableService;

impl FinanceTableService {
    /// A row for each series: where it stands, what it gained, how far it swings, how deep it fell.
    pub fn summary(
        &self,
        all: &[TimeSeries],
        options: &SummaryOptions,
    ) -> Result<TableBlock, FinanceError> {
        let title = match all {
            [one] => format!("{}, {}", one.symbol, one.interval.in_words()),
            _ => "Summary".into(),
        };
        let mut table = TableBlock::new(title, summary_columns(currency(all), options));
        for series in all {
            let Some(measures) = Measures::of(series) else {
                let why = format!("there are no prices of {}", series.symbol);
                return Err(FinanceError::TooLittle(why));
            };
            if measures.total_return.is_none() && series.points.len() > 1 {
                let why = "has prices at zero or below, so there are no returns and no drawdown";
                table.notes.push(format!("{} {why}", series.symbol));
            }
            table.push(summary_row(series, &measures, options))?;
        }
        let each =
            "volatility is per year, by 252 days, 52 weeks or 12 months; returns are of closes";
        table.notes.push(each.into());
        Ok(table)
    }

    pub fn quotes(&self, quotes: &[Quote]) -> Result<TableBlock, FinanceError> {
        let columns = vec![
            Column::new("symbol", ColumnType::Text),
            Column::new("price", ColumnType::Number).format(",.2f"),
            Column::new("currency", ColumnType::Text),
            Column::new("change", ColumnType::Number).format("+,.2f"),
            Column::new("change %", ColumnType::Percent).format("+.2%"),
            Column::new("volume", ColumnType::Number),
            Column::new("time", ColumnType::Time),
        ];
        let mut table = TableBlock::new("Quotes", columns);
        for quote in quotes {
            table.push(vec![
                Cell::Text(quote.symbol.to_string()),
                Cell::number(Some(quote.price)),
                Cell::text(quote.currency.clone()),
                Cell::number(quote.change),
                Cell::number(quote.change_percent),
                Cell::number(quote.volume),
                Cell::Text(quote.time.to_string()),
            ])?;
        }
        Ok(table)
    }
}

/// One that all of them share can stand in the headings.
fn currency(all: &[TimeSeries]) -> Option<String> {
    let first = all.first()?.currency.clone()?;
    all.iter().all(|series| series.currency.as_ref() == Some(&first)).then_some(first)
}

fn summary_columns(currency: Option<String>, options: &SummaryOptions) -> Vec<Column> {
    let price =
        |name: &str| Column::new(name, ColumnType::Number).unit(currency.clone()).format(",.2f");
    let share = |name: &str| Column::new(name, ColumnType::Percent).format("+.2%");
    let date = |name: &str| Column::new(name, ColumnType::Date);
    let mut columns = vec![
        Column::new("symbol", ColumnType::Text),
        date("from"),
        date("to"),
        Column::new("points", ColumnType::Number).format(",.0f"),
        price("last close"),
        share("total return"),
        share("annualized return"),
        Column::new("volatility", ColumnType::Percent).format(".2%"),
        share("max drawdown"),
        date("drawdown from"),
        date("drawdown to"),
        date("recovered"),
        share("best"),
        date("best on"),
        share("worst"),
        date("worst on"),
    ];
    columns.extend(options.averages.iter().map(|average| price(&average.to_string())));
    columns
}

fn summary_row(series: &TimeSeries, measures: &Measures, options: &SummaryOptions) -> Vec<Cell> {
    let date = |time: Option<Timestamp>| Cell::text(time.map(when::show));
    let Measures { drawdown, best, worst, .. } = measures;
    // What never fell has no dates of a fall.
    let fallen = drawdown.filter(|drawdown| drawdown.share < 0.0);
    let mut row = vec![
        Cell::Text(series.symbol.to_string()),
        date(Some(measures.first.time)),
        date(Some(measures.last.time)),
        Cell::Number(series.points.len() as f64),
        Cell::number(Some(measures.last.close)),
        Cell::number(measures.total_return),
        Cell::number(measures.annualized_return),
        Cell::number(measures.volatility),
        Cell::number(drawdown.map(|drawdown| drawdown.share)),
        date(fallen.map(|drawdown| drawdown.peak)),
        date(fallen.map(|drawdown| drawdown.trough)),
        date(fallen.and_then(|drawdown| drawdown.recovered)),
        Cell::number(best.map(|change| change.share)),
        date(best.map(|change| change.time)),
        Cell::number(worst.map(|change| change.share)),
        date(worst.map(|change| change.time)),
    ];
    let closes: Vec<f64> = series.closes().collect();
    let last = |average: &Average| Cell::number(average.of(&closes).pop().flatten());
    row.extend(options.averages.iter().map(last));
    row
}
