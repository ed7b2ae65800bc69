//! Bars of categories, and of amounts that add up.

use super::page::{Anchor, Frame, Page, fitted, text_width};
use super::{AXIS, DARK, LABEL_SIZE, MUTED, axes};
use crate::colour::{FALLING, RISING, SERIES, TOTAL};
use crate::data::Category;
use crate::figure::{Figure, Step};
use crate::scale::Scale;

const TURNED: f64 = -35.0;
/// Room for labels that are turned.
const MOST_BELOW: f64 = 70.0;

#[derive(Debug)]
pub(super) struct Bar<'a> {
    name: &'a str,
    value: f64,
    start: f64,
    end: f64,
    colour: &'static str,
    /// Whether the next bar begins where this one ends.
    leads_on: bool,
}

pub(super) fn of_categories(all: &[Category]) -> Vec<Bar<'_>> {
    all.iter()
        .map(|category| Bar {
            name: &category.name,
            value: category.value,
            start: 0.0,
            end: category.value,
            colour: if category.value < 0.0 { FALLING } else { SERIES[0] },
            leads_on: false,
        })
        .collect()
}

pub(super) fn of_steps(all: &[Step]) -> Vec<Bar<'_>> {
    let colour = |step: &Step| match step {
        Step { is_total: true, .. } => TOTAL,
        Step { value, .. } if *value < 0.0 => FALLING,
        _ => RISING,
    };
    all.iter()
        .map(|step| Bar {
            name: &step.name,
            value: step.value,
            start: step.start,
            end: step.end,
            colour: colour(step),
            leads_on: !step.is_total,
        })
        .collect()
}

pub(super) fn draw(page: &mut Page, mut frame: Frame, figure: &Figure, bars: &[Bar<'_>]) {
    let ends = bars.iter().flat_map(|bar| [bar.start, bar.end]).chain([0.0]);
    let scale = Scale::around(ends, axes::wanted_ticks(frame.height() - axes::BELOW));
    let labels = axes::labels(&scale, figure);
    frame.left += axes::width_of(&labels);
    let each = frame.width() / bars.len() as f64;
    let widest = bars.iter().map(|bar| text_width(bar.name, LABEL_SIZE)).fold(0.0, f64::max);
    let is_turned = widest > each - 6.0;
    frame.bottom -=
        if is_turned { (widest * 0.6 + 18.0).clamp(axes::BELOW, MOST_BELOW) } else { axes::BELOW };
    axes::values(page, frame, &scale, &labels);
    for (index, bar) in bars.iter().enumerate() {
        let left = frame.left + each * index as f64;
        draw_one(page, frame, &scale, left, each, bar);
    }
    let zero = frame.y(scale.share(0.0));
    page.line((frame.left, zero), (frame.right, zero), AXIS, 1.0);
    names(page, frame, bars, each, is_turned);
    written(page, frame, figure, &scale, bars, each);
}

fn draw_one(page: &mut Page, frame: Frame, scale: &Scale, left: f64, each: f64, bar: &Bar<'_>) {
    let y = |value: f64| frame.y(scale.share(value));
    let (top, bottom) = (y(bar.start.max(bar.end)), y(bar.start.min(bar.end)));
    page.rect(left + each * 0.14, top, each * 0.72, (bottom - top).max(0.5), bar.colour);
    if bar.leads_on {
        let at = y(bar.end);
        page.line((left + each * 0.86, at), (left + each * 1.14, at), AXIS, 1.0);
    }
}

/// Below all bars; where they would lie on each other, only every so many.
fn names(page: &mut Page, frame: Frame, bars: &[Bar<'_>], each: f64, is_turned: bool) {
    let every = (LABEL_SIZE * 1.3 / each).ceil().max(1.0) as usize;
    for (index, bar) in bars.iter().enumerate().filter(|(index, _)| index % every == 0) {
        let x = frame.left + each * (index as f64 + 0.5);
        if is_turned {
            // The first ones end before the picture does.
            let room = (x / TURNED.to_radians().cos()).min(MOST_BELOW * 1.4);
            let name = fitted(bar.name, LABEL_SIZE, room);
            page.turned_text(
                x + 4.0,
                frame.bottom + 14.0,
                LABEL_SIZE,
                MUTED,
                Anchor::End,
                TURNED,
                &name,
            );
        } else {
            page.text(x, frame.bottom + 17.0, LABEL_SIZE, MUTED, Anchor::Middle, bar.name);
        }
    }
}

/// Each bar's value at its end, if there is room for all of them.
fn written(
    page: &mut Page,
    frame: Frame,
    figure: &Figure,
    scale: &Scale,
    bars: &[Bar<'_>],
    each: f64,
) {
    let size = LABEL_SIZE - 1.0;
    let texts: Vec<String> = bars.iter().map(|bar| figure.write(bar.value)).collect();
    if texts.iter().any(|text| text_width(text, size) > each) {
        return;
    }
    for ((index, bar), text) in bars.iter().enumerate().zip(&texts) {
        let x = frame.left + each * (index as f64 + 0.5);
        let end = frame.y(scale.share(bar.end));
        let y = if bar.value < 0.0 { end + size + 2.0 } else { end - 4.0 };
        page.text(x, y, size, DARK, Anchor::Middle, text);
    }
}
