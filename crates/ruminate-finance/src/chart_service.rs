//! Charts of series.

use ruminate_charts::{Candle, ChartBlock, DiagramData, DiagramOptions, Diagrams, Point, Series};

use crate::{Average, FinanceError, OhlcPoint, TimeSeries, calendar, correlations};

/// Makes of prices what diagrams are drawn of. A title, a unit and a format that are not given are found in the
/// series.
#[derive(Debug, Default)]
pub struct FinanceChartService {
    diagrams: Diagrams,
}

impl FinanceChartService {
    /// With more kinds of diagrams than there are by default.
    pub fn with(diagrams: Diagrams) -> Self {
        Self { diagrams }
    }

    pub fn candlestick(
        &self,
        series: &TimeSeries,
        averages: &[Average],
        options: &DiagramOptions,
    ) -> Result<ChartBlock, FinanceError> {
        if series.close_only {
            let why = format!("of {} only closes are known, which make no candles", series.symbol);
            return Err(FinanceError::TooLittle(why));
        }
        let candle = |point: &OhlcPoint| Candle {
            time: point.time,
            open: point.open,
            high: point.high,
            low: point.low,
            close: point.close,
            volume: point.volume,
        };
        let candles = series.points.iter().map(candle).collect();
        let overlays = averages.iter().filter_map(|average| average.line(series)).collect();
        let data = DiagramData::Candles { candles, overlays };
        self.draw("candlestick", data, &options_for(series, options))
    }

    /// The closes of one series, with averages over them.
    pub fn line(
        &self,
        series: &TimeSeries,
        averages: &[Average],
        options: &DiagramOptions,
    ) -> Result<ChartBlock, FinanceError> {
        let mut lines = vec![closes(series)];
        lines.extend(averages.iter().filter_map(|average| average.line(series)));
        self.draw("line", DiagramData::Series(lines), &options_for(series, options))
    }

    /// Several series from a common start at 100, so that they can be compared.
    pub fn compare(
        &self,
        all: &[TimeSeries],
        options: &DiagramOptions,
    ) -> Result<ChartBlock, FinanceError> {
        let lines: Result<Vec<Series>, FinanceError> = all.iter().map(from_100).collect();
        let options = with_defaults(options, "Prices, the first of each as 100", None, None);
        self.draw("line", DiagramData::Series(lines?), &options)
    }

    pub fn area(
        &self,
        series: &TimeSeries,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, FinanceError> {
        let data = DiagramData::Series(vec![closes(series)]);
        self.draw("area", data, &options_for(series, options))
    }

    /// The return of each year.
    pub fn bar(
        &self,
        series: &TimeSeries,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, FinanceError> {
        let title = format!("{}, return by year", series.symbol);
        let options = with_defaults(options, &title, None, Some(".1%"));
        self.draw("bar", DiagramData::Categories(calendar::yearly_returns(series)?), &options)
    }

    /// The return of each month.
    pub fn heatmap(
        &self,
        series: &TimeSeries,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, FinanceError> {
        let title = format!("{}, return by month", series.symbol);
        let options = with_defaults(options, &title, None, Some(".1%"));
        self.draw("heatmap", DiagramData::Matrix(calendar::monthly_returns(series)?), &options)
    }

    /// What each year added to the price or took away.
    pub fn waterfall(
        &self,
        series: &TimeSeries,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, FinanceError> {
        let title = format!("{}, change by year", series.symbol);
        let options = with_defaults(options, &title, series.currency.as_deref(), Some("+,.2f"));
        self.draw("waterfall", DiagramData::Categories(calendar::yearly_changes(series)?), &options)
    }

    /// How far the returns of several series move together.
    pub fn correlation_matrix(
        &self,
        all: &[TimeSeries],
        options: &DiagramOptions,
    ) -> Result<ChartBlock, FinanceError> {
        let options = with_defaults(options, "Correlation of returns", None, None);
        self.draw("correlation-matrix", DiagramData::Matrix(correlations(all)?), &options)
    }

    /// Any kind there is, of one series; the error for others lists them.
    pub fn draw_kind(
        &self,
        kind: &str,
        series: &TimeSeries,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, FinanceError> {
        match kind {
            "candlestick" => self.candlestick(series, &[], options),
            "area" => self.area(series, options),
            "bar" => self.bar(series, options),
            "heatmap" => self.heatmap(series, options),
            "waterfall" => self.waterfall(series, options),
            "correlation-matrix" => self.correlation_matrix(std::slice::from_ref(series), options),
            other => self.draw(
                other,
                DiagramData::Series(vec![closes(series)]),
                &options_for(series, options),
            ),
        }
    }

    fn draw(
        &self,
        kind: &str,
        data: DiagramData,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, FinanceError> {
        Ok(self.diagrams.to_chart_block(kind, data, options)?)
    }
}

fn closes(series: &TimeSeries) -> Series {
    let point = |point: &OhlcPoint| Point { time: point.time, value: point.close };
    Series { name: series.symbol.to_string(), points: series.points.iter().map(point).collect() }
}

fn from_100(series: &TimeSeries) -> Result<Series, FinanceError> {
    let first = series.points.first().map(|point| point.close).filter(|first| *first > 0.0);
    let first = first.ok_or_else(|| {
        FinanceError::TooLittle(format!(
            "{} has no first price above zero to compare by",
            series.symbol
        ))
    })?;
    let Series { name, mut points } = closes(series);
    for point in &mut points {
        point.value = point.value / first * 100.0;
    }
    Ok(Series { name, points })
}

fn options_for(series: &TimeSeries, options: &DiagramOptions) -> DiagramOptions {
    let title = format!("{}, {}", series.symbol, series.interval.in_words());
    with_defaults(options, &title, series.currency.as_deref(), None)
}

fn with_defaults(
    options: &DiagramOptions,
    title: &str,
    unit: Option<&str>,
    format: Option<&str>,
) -> DiagramOptions {
    let mut options = options.clone();
    if options.title.is_empty() {
        options.title = title.into();
    }
    options.value_title = options.value_title.or_else(|| unit.map(String::from));
    options.format = options.format.or_else(|| format.map(String::from));
    options
}
