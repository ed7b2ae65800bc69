//! Series over time, as lines or areas.

use super::axes;
use super::page::{Frame, Page};
use crate::colour::SERIES;
use crate::data::Series;
use crate::figure::Figure;
use crate::scale::Scale;
use crate::times::TimeScale;

pub(super) fn draw(
    page: &mut Page,
    mut frame: Frame,
    figure: &Figure,
    all: &[Series],
    is_filled: bool,
) {
    frame.bottom -= axes::BELOW;
    let points = || all.iter().flat_map(|series| &series.points);
    // An area is as large as what it stands for only if it begins at zero.
    let base = is_filled.then_some(0.0);
    let wanted = axes::wanted_ticks(frame.height());
    let values = Scale::around(points().map(|point| point.value).chain(base), wanted);
    let times = TimeScale::around(points().map(|point| point.time));
    let labels = axes::labels(&values, figure);
    frame.left += axes::width_of(&labels);
    axes::values(page, frame, &values, &labels);
    for (series, colour) in all.iter().zip(SERIES.iter().cycle()) {
        if is_filled {
            fill(page, frame, &values, &times, series, colour);
        }
        line(page, frame, &values, &times, series, colour);
    }
    axes::times(page, frame, &times);
}

fn places(frame: Frame, values: &Scale, times: &TimeScale, series: &Series) -> Vec<(f64, f64)> {
    let place = |point: &crate::Point| {
        (frame.x(times.share(point.time)), frame.y(values.share(point.value)))
    };
    series.points.iter().map(place).collect()
}

pub(super) fn line(
    page: &mut Page,
    frame: Frame,
    values: &Scale,
    times: &TimeScale,
    series: &Series,
    colour: &str,
) {
    match places(frame, values, times, series).as_slice() {
        [only] => page.circle(*only, 3.5, colour),
        places => page.polyline(places, colour),
    }
}

fn fill(
    page: &mut Page,
    frame: Frame,
    values: &Scale,
    times: &TimeScale,
    series: &Series,
    colour: &str,
) {
    let mut places = places(frame, values, times, series);
    let (Some(first), Some(last)) = (places.first().copied(), places.last().copied()) else {
        return;
    };
    let base = frame.y(values.share(0.0));
    places.extend([(last.0, base), (first.0, base)]);
    page.polygon(&places, colour, 0.22);
}
