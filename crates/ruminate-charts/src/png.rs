//! Pictures of pixels. The font is in the program, so that a picture looks the same on every machine, also
//! where there are no fonts at all.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

use crate::ChartError;

/// Open Sans, under the Apache License 2.0; see the NOTICE beside it.
const FONT: &[u8] = include_bytes!("../font/OpenSans-Regular.ttf");
pub(crate) const FONT_NAME: &str = "Open Sans";
/// Pixels for each unit of the SVG.
const SHARPNESS: f32 = 2.0;

fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut fonts = Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_sans_serif_family(FONT_NAME);
        Arc::new(fonts)
    };
    Arc::clone(FONTS.get_or_init(load))
}

pub(crate) fn of_svg(svg: &str) -> Result<Vec<u8>, ChartError> {
    let failed = |why: String| ChartError::Picture { why };
    let options = Options { fontdb: fonts(), font_family: FONT_NAME.into(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| failed(error.to_string()))?;
    let size = tree.size().to_int_size();
    let size = size.scale_by(SHARPNESS).ok_or_else(|| failed("it has no size".into()))?;
    let mut pixels =
        Pixmap::new(size.width(), size.height()).ok_or_else(|| failed("it is too large".into()))?;
    let scale = Transform::from_scale(SHARPNESS, SHARPNESS);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(error.to_string()))
}
