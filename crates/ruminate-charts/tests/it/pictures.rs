//! SVG and PNG.

use ruminate_charts::{Category, DiagramData, Size};

use crate::gallery::{blocks, make, series};

/// Also the way to look at them: with `CHARTS_DIR` set, pictures are kept there.
#[test]
fn every_kind_becomes_a_picture() {
    for (index, block) in blocks().iter().enumerate() {
        let svg = block.to_svg(Size::default()).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        let png = block.to_png(Size::default()).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let width = u32::from_be_bytes(png[16..20].try_into().unwrap());
        let height = u32::from_be_bytes(png[20..24].try_into().unwrap());
        assert_eq!((width, height), (1600, 900));
        if let Some(dir) = std::env::var_os("CHARTS_DIR") {
            let name = format!("{index:02}-{}", block.kind);
            std::fs::write(std::path::Path::new(&dir).join(format!("{name}.svg")), svg).unwrap();
            std::fs::write(std::path::Path::new(&dir).join(format!("{name}.png")), png).unwrap();
        }
    }
}

#[test]
fn text_is_drawn_by_the_font_in_the_program() {
    let picture = |title: &str| {
        let data = DiagramData::Series(vec![series("a", 9, 1.0)]);
        make("line", data, title, None).to_png(Size::default()).unwrap()
    };
    assert_ne!(picture("A title"), picture("Another"));
}

#[test]
fn sizes_stay_within_reason() {
    let block = &blocks()[0];
    let svg = |width, height| block.to_svg(Size { width, height }).unwrap();
    assert!(svg(0, 0).contains("width=\"200\" height=\"200\""));
    assert!(svg(u32::MAX, u32::MAX).contains("width=\"4000\" height=\"4000\""));
    for block in blocks() {
        assert!(block.to_png(Size { width: 1, height: 1 }).is_ok());
    }
}

#[test]
fn long_names_end_before_the_picture_does() {
    let named = |nth: u8| Category::new(format!("A rather long name {nth}"), f64::from(nth));
    let data = DiagramData::Categories((0..18).map(named).collect());
    let svg = make("bar", data, "", None).to_svg(Size { width: 500, height: 350 }).unwrap();
    let turned: Vec<&str> = svg.lines().filter(|line| line.contains("rotate(-35")).collect();
    let letters = |line: &str| line.split(['>', '<']).nth(2).unwrap().chars().count();
    assert_eq!(turned.len(), 18);
    assert!(letters(turned[0]) < letters(turned[17]), "{} {}", turned[0], turned[17]);
}
