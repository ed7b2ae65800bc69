//! The elements that pictures are made of.

use std::fmt::Write;

use crate::Size;
use crate::png::FONT_NAME;

#[derive(Debug)]
pub(super) struct Page(String);

/// Where a diagram is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Frame {
    /// Never below one pixel, however much was taken off.
    pub(super) fn width(&self) -> f64 {
        (self.right - self.left).max(1.0)
    }

    pub(super) fn height(&self) -> f64 {
        (self.bottom - self.top).max(1.0)
    }

    pub(super) fn x(&self, share: f64) -> f64 {
        self.left + share * self.width()
    }

    /// From the bottom upwards.
    pub(super) fn y(&self, share: f64) -> f64 {
        self.top + (1.0 - share) * self.height()
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Page {
    pub(super) fn new(Size { width, height }: Size, title: &str) -> Self {
        let mut page = Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{FONT_NAME}, Helvetica, Arial, sans-serif\" role=\"img\">\n\
             <title>{}</title>\n",
            escaped(title)
        ));
        page.rect(0.0, 0.0, f64::from(width), f64::from(height), "#ffffff");
        page
    }

    pub(super) fn finish(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }

    /// Writing into a text cannot fail.
    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = self.0.write_fmt(element);
        self.0.push('\n');
    }

    pub(super) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) {
        self.add(format_args!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\"/>"
        ));
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, width: f64) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(format_args!(
            "<line x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>"
        ));
    }

    pub(super) fn polyline(&mut self, points: &[(f64, f64)], stroke: &str) {
        let points = listed(points);
        self.add(format_args!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/>"
        ));
    }

    pub(super) fn polygon(&mut self, points: &[(f64, f64)], fill: &str, opacity: f64) {
        let points = listed(points);
        self.add(format_args!(
            "<polygon points=\"{points}\" fill=\"{fill}\" fill-opacity=\"{opacity}\"/>"
        ));
    }

    pub(super) fn circle(&mut self, (x, y): (f64, f64), radius: f64, fill: &str) {
        self.add(format_args!(
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius}\" fill=\"{fill}\"/>"
        ));
    }

    pub(super) fn text(
        &mut self,
        x: f64,
        y: f64,
        size: f64,
        fill: &str,
        anchor: Anchor,
        text: &str,
    ) {
        self.turned_text(x, y, size, fill, anchor, 0.0, text);
    }

    #[expect(clippy::too_many_arguments, reason = "as many as the element has")]
    pub(super) fn turned_text(
        &mut self,
        x: f64,
        y: f64,
        size: f64,
        fill: &str,
        anchor: Anchor,
        degrees: f64,
        text: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let turn = if degrees == 0.0 {
            String::new()
        } else {
            format!(" transform=\"rotate({degrees} {x:.2} {y:.2})\"")
        };
        self.add(format_args!(
            "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" fill=\"{fill}\"{anchor}{turn}>{}</text>",
            escaped(text)
        ));
    }
}

fn listed(points: &[(f64, f64)]) -> String {
    let pairs: Vec<String> = points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
    pairs.join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// About as wide as the font makes it: enough to leave room.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let width = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' | '!' => 0.27,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.88,
        'A'..='Z' => 0.64,
        c if c.is_ascii() => 0.57,
        _ => 0.8,
    };
    text.chars().map(width).sum::<f64>() * size
}

/// The text, cut where it would be wider.
pub(super) fn fitted(text: &str, size: f64, most: f64) -> String {
    if text_width(text, size) <= most {
        return text.to_owned();
    }
    let mut kept: String = text.to_owned();
    while !kept.is_empty() && text_width(&kept, size) > most - size {
        kept.pop();
    }
    kept + "…"
}
