//! What a file is known by: where it lies. A path that is no text, or would break a line, is written with its odd part
//! percent-encoded after `/./`, which no path has that was looked up: so no two files share a name.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, percent_encode};

const MARK: &str = "/./";
/// Encoded besides what is no ASCII.
const ODD: &AsciiSet = &CONTROLS.add(b'%');

/// The name of a path that was looked up.
pub(crate) fn of(path: &Path) -> String {
    if let Some(name) = plain(path) {
        return name.to_owned();
    }
    let above = path.ancestors().skip(1).find_map(|above| Some((above, plain(above)?)));
    let Some((above, name)) = above else { return path.to_string_lossy().into_owned() };
    let odd = path.strip_prefix(above).unwrap_or(path).as_os_str().as_bytes();
    format!("{}{MARK}{}", name.trim_end_matches('/'), percent_encode(odd, ODD))
}

fn plain(path: &Path) -> Option<&str> {
    path.to_str().filter(|name| !name.contains(char::is_control))
}

/// Where a source of this name lies, if it is a file.
pub(crate) fn path_of(name: &str) -> PathBuf {
    let Some((above, odd)) = name.split_once(MARK) else { return name.into() };
    let odd: Vec<u8> = percent_decode_str(odd).collect();
    Path::new(if above.is_empty() { "/" } else { above }).join(OsString::from_vec(odd))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn no_two_files_share_a_name() {
        let paths: [&[u8]; 7] = [
            b"/n/a.md",
            b"/n/\xff.md",
            b"/n/\xfe.md",
            b"/n/%FF.md",
            b"/n/%\xff.md",
            b"/n/\xff/a\nb.md",
            b"/\xff.md",
        ];
        let names: Vec<String> =
            paths.iter().map(|path| of(Path::new(OsStr::from_bytes(path)))).collect();
        let expected = [
            "/n/a.md",
            "/n/./%FF.md",
            "/n/./%FE.md",
            "/n/%FF.md",
            "/n/./%25%FF.md",
            "/n/./%FF/a%0Ab.md",
            "/./%FF.md",
        ];
        assert_eq!(names, expected);
        for (path, name) in paths.iter().zip(names) {
            assert_eq!(path_of(&name), Path::new(OsStr::from_bytes(path)));
        }
    }
}
