//! Lines and labels for values and times.

use super::page::{Anchor, Frame, Page, text_width};
use super::{AXIS, GRID, LABEL_SIZE, MUTED};
use crate::figure::Figure;
use crate::format::on_axis;
use crate::scale::Scale;
use crate::times::TimeScale;

/// Pixels between ticks that look neither crowded nor lost.
const BETWEEN_VALUES: f64 = 42.0;
const BETWEEN_TIMES: f64 = 85.0;
/// For labels below.
pub(super) const BELOW: f64 = 24.0;

pub(super) fn wanted_ticks(height: f64) -> usize {
    (height / BETWEEN_VALUES).clamp(2.0, 12.0) as usize
}

pub(super) fn labels(scale: &Scale, figure: &Figure) -> Vec<(f64, String)> {
    scale.ticks().map(|tick| (tick, on_axis(tick, scale.step, figure.format))).collect()
}

/// What labels of values need on the left.
pub(super) fn width_of(labels: &[(f64, String)]) -> f64 {
    labels.iter().map(|(_, label)| text_width(label, LABEL_SIZE)).fold(0.0, f64::max) + 8.0
}

pub(super) fn values(page: &mut Page, frame: Frame, scale: &Scale, labels: &[(f64, String)]) {
    for (tick, label) in labels {
        let y = frame.y(scale.share(*tick));
        page.line((frame.left, y), (frame.right, y), GRID, 1.0);
        page.text(frame.left - 8.0, y + LABEL_SIZE * 0.35, LABEL_SIZE, MUTED, Anchor::End, label);
    }
}

pub(super) fn times(page: &mut Page, frame: Frame, scale: &TimeScale) {
    page.line((frame.left, frame.bottom), (frame.right, frame.bottom), AXIS, 1.0);
    let wanted = (frame.width() / BETWEEN_TIMES).clamp(2.0, 20.0) as usize;
    let mut free_from = f64::MIN;
    for (moment, label) in scale.ticks(wanted) {
        let x = frame.x(scale.share(moment));
        page.line((x, frame.bottom), (x, frame.bottom + 5.0), AXIS, 1.0);
        let half = text_width(&label, LABEL_SIZE) / 2.0;
        // At the very edge a label would be cut off, and over its neighbour it could not be read.
        if x - half < free_from || x + half > frame.right + super::MARGIN {
            continue;
        }
        page.text(x, frame.bottom + 18.0, LABEL_SIZE, MUTED, Anchor::Middle, &label);
        free_from = x + half + 8.0;
    }
}
