//! Fewer points where a picture could not show them all. Extremes stay: a peak of one day in a hundred years is
//! still at its height.

use crate::data::{Candle, Point};

/// The lowest and the highest of each stretch, and both ends.
pub(crate) fn points(all: &[Point], most: usize) -> Vec<Point> {
    let most = most.max(4);
    if all.len() <= most {
        return all.to_vec();
    }
    let stretch = all.len().div_ceil((most - 2) / 2);
    let mut kept: Vec<Point> = all.first().copied().into_iter().collect();
    for part in all.chunks(stretch) {
        let by_value = |one: &&Point, other: &&Point| one.value.total_cmp(&other.value);
        let ends = [part.iter().min_by(by_value), part.iter().max_by(by_value)];
        let mut ends: Vec<Point> = ends.into_iter().flatten().copied().collect();
        ends.sort_by_key(|point| point.time);
        kept.extend(ends);
    }
    kept.extend(all.last());
    kept.dedup_by_key(|point| point.time);
    kept
}

/// Neighbours become one candle: it opens with the first, closes with the last, and reaches as far as any.
pub(crate) fn candles(all: &[Candle], most: usize) -> Vec<Candle> {
    let stretch = all.len().div_ceil(most.max(1)).max(1);
    all.chunks(stretch).filter_map(together).collect()
}

fn together(part: &[Candle]) -> Option<Candle> {
    let (first, last) = (part.first()?, part.last()?);
    let volumes = part.iter().filter_map(|candle| candle.volume);
    Some(Candle {
        time: first.time,
        open: first.open,
        close: last.close,
        high: part.iter().map(|candle| candle.high).fold(first.high, f64::max),
        low: part.iter().map(|candle| candle.low).fold(first.low, f64::min),
        volume: volumes.reduce(|one, other| one + other),
    })
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn peaks_and_both_ends_survive() {
        let value = |i: i64| match i {
            123_456 => 99.0,
            654_321 => -99.0,
            _ => (i % 7) as f64,
        };
        let all: Vec<_> = (0..1_000_000).map(|i| Point { time: at(i), value: value(i) }).collect();
        let kept = points(&all, 2000);
        assert!(kept.len() <= 2000, "{}", kept.len());
        assert!(kept.is_sorted_by_key(|point| point.time));
        assert_eq!((kept.first(), kept.last()), (all.first(), all.last()));
        assert!(kept.contains(&all[123_456]) && kept.contains(&all[654_321]));
    }

    #[test]
    fn candles_are_put_together_as_a_longer_interval_would_be() {
        let candle = |i: i64| {
            let price = i as f64;
            Candle {
                time: at(i),
                open: price,
                high: price + 5.0,
                low: price - 5.0,
                close: price + 1.0,
                volume: Some(2.0),
            }
        };
        let all: Vec<_> = (0..10).map(candle).collect();
        let kept = candles(&all, 5);
        assert_eq!(kept.len(), 5);
        let first =
            Candle { time: at(0), open: 0.0, high: 6.0, low: -5.0, close: 2.0, volume: Some(4.0) };
        assert_eq!(kept[0], first);
        assert_eq!(candles(&all, 100), all);
    }
}
