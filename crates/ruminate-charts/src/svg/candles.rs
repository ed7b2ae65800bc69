//! Candles, lines over them, and volumes below.

use super::page::{Frame, Page};
use super::{axes, lines};
use crate::colour::{FALLING, RISING, SERIES};
use crate::data::{Candle, Series};
use crate::figure::Figure;
use crate::format::on_axis;
use crate::scale::Scale;
use crate::times::TimeScale;

const VOLUME_SHARE: f64 = 0.18;
const GAP: f64 = 22.0;

pub(super) fn draw(
    page: &mut Page,
    mut frame: Frame,
    figure: &Figure,
    candles: &[Candle],
    overlays: &[Series],
) {
    frame.bottom -= axes::BELOW;
    let has_volume = candles.iter().any(|candle| candle.volume.is_some_and(|volume| volume > 0.0));
    let below = if has_volume { frame.height() * VOLUME_SHARE } else { 0.0 };
    let mut prices =
        Frame { bottom: frame.bottom - below - if has_volume { GAP } else { 0.0 }, ..frame };
    let mut volumes = Frame { top: frame.bottom - below, ..frame };

    let over = overlays.iter().flat_map(|series| &series.points).map(|point| point.value);
    let values = candles.iter().flat_map(|candle| [candle.low, candle.high]).chain(over);
    let scale = Scale::around(values, axes::wanted_ticks(prices.height()));
    let labels = axes::labels(&scale, figure);
    let volume_scale = volume_scale(candles);
    let volume_labels = volume_labels(&volume_scale);
    let left =
        axes::width_of(&labels).max(if has_volume { axes::width_of(&volume_labels) } else { 0.0 });
    (prices.left, volumes.left) = (prices.left + left, volumes.left + left);

    let (times, width) = times(candles, prices);
    axes::values(page, prices, &scale, &labels);
    for candle in candles {
        draw_one(page, prices, &scale, prices.x(times.share(candle.time)), width, candle);
    }
    for (series, colour) in overlays.iter().zip(SERIES.iter().cycle()) {
        lines::line(page, prices, &scale, &times, series, colour);
    }
    if has_volume {
        axes::values(page, volumes, &volume_scale, &volume_labels);
        draw_volumes(page, volumes, &volume_scale, &times, width, candles);
    }
    axes::times(page, Frame { top: prices.top, bottom: frame.bottom, ..prices }, &times);
}

/// The scale has room for half a body at both ends; a body is as wide as most candles are apart.
fn times(candles: &[Candle], frame: Frame) -> (TimeScale, f64) {
    let gaps = candles.windows(2).map(|pair| pair[1].time.as_second() - pair[0].time.as_second());
    let times = TimeScale::around(candles.iter().map(|candle| candle.time));
    let mut gaps: Vec<i64> = gaps.collect();
    gaps.sort_unstable();
    let gap = gaps.get(gaps.len() / 2).copied().unwrap_or(times.seconds());
    let times = times.widened(gap / 2);
    let width = gap as f64 / times.seconds() as f64 * frame.width() * 0.7;
    (times, width.clamp(0.8, 24.0))
}

fn draw_one(page: &mut Page, frame: Frame, scale: &Scale, x: f64, width: f64, candle: &Candle) {
    let colour = colour(candle);
    let y = |value: f64| frame.y(scale.share(value));
    page.line((x, y(candle.high)), (x, y(candle.low)), colour, 1.0_f64.min(width));
    let (top, bottom) = (y(candle.open.max(candle.close)), y(candle.open.min(candle.close)));
    // One that closes where it opened is still to be seen.
    page.rect(x - width / 2.0, top, width, (bottom - top).max(1.0), colour);
}

fn colour(candle: &Candle) -> &'static str {
    if candle.is_rising() { RISING } else { FALLING }
}

fn volume_scale(candles: &[Candle]) -> Scale {
    let volumes = candles.iter().filter_map(|candle| candle.volume);
    Scale::around(volumes.chain([0.0]), 2)
}

/// Without the format of the prices.
fn volume_labels(scale: &Scale) -> Vec<(f64, String)> {
    scale.ticks().map(|tick| (tick, on_axis(tick, scale.step, None))).collect()
}

fn draw_volumes(
    page: &mut Page,
    frame: Frame,
    scale: &Scale,
    times: &TimeScale,
    width: f64,
    candles: &[Candle],
) {
    for candle in candles {
        let Some(volume) = candle.volume else { continue };
        let (x, y) = (frame.x(times.share(candle.time)), frame.y(scale.share(volume)));
        page.rect(x - width / 2.0, y, width, frame.bottom - y, colour(candle));
    }
}
