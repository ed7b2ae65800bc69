//! What a document is called.

use std::path::Path;

use crate::dates;

/// What a document's name tells about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) title: String,
    pub(crate) at: String,
}

/// Names that say nothing: the directory's says more.
const BARE: &[&str] = &["readme", "index", "notes", "note", "main", "mod", "lib", "__init__"];

/// Makes a file's name readable: `2024-05-01_kubernetes-scheduling.md` is "Kubernetes scheduling", of
/// 1 May 2024.
pub(crate) fn from_name(name: &str) -> Named {
    let path = Path::new(name);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    if stem.is_empty() || stem == "-" {
        return Named::default();
    }
    let parent = path.parent().and_then(Path::file_name).map(|parent| parent.to_string_lossy());
    if let Some(parent) = parent
        && BARE.contains(&stem.to_lowercase().as_str())
    {
        return Named { title: readable(&parent), at: String::new() };
    }
    match dates::from_iso(&stem) {
        Some((at, "")) => Named { title: at.in_words(), at: at.in_words() },
        Some((at, rest)) if !rest.starts_with(|c: char| c.is_ascii_digit()) => {
            Named { title: readable(rest), at: at.in_words() }
        }
        _ => Named { title: readable(&stem), at: String::new() },
    }
}

fn readable(stem: &str) -> String {
    let spaced = stem.replace(['-', '_', '+'], " ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    capitalised(&words.join(" "))
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Whether a title was written by a person: programs name documents after themselves.
pub(crate) fn is_telling(title: &str) -> bool {
    let title = title.trim().to_lowercase();
    let of_programs =
        ["untitled", "microsoft word", "powerpoint", "document", "dokument", "unknown", "title"];
    let is_file = [".doc", ".docx", ".dvi", ".tex", ".indd", ".pdf", ".qxd"];
    title.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && !of_programs
            .iter()
            .any(|name| *name == title || title.starts_with(&format!("{name} - ")))
        && !title.starts_with("untitled")
        && !is_file.iter().any(|ending| title.ends_with(ending))
}

/// On one line, and not longer than a heading.
pub(crate) fn on_one_line(text: &str) -> String {
    const LONGEST: usize = 300;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line[..line.floor_char_boundary(LONGEST)].trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_readable() {
        let told = |name: &str| {
            let Named { title, at } = from_name(name);
            (title, at)
        };
        let pair = |title: &str, at: &str| (title.to_owned(), at.to_owned());
        assert_eq!(
            told("a/kubernetes-scheduling_notes.md"),
            pair("Kubernetes scheduling notes", "")
        );
        assert_eq!(told("2024-05-01 Trip to Rome.txt"), pair("Trip to Rome", "1 May 2024"));
        assert_eq!(told("2024-05-01.md"), pair("1 May 2024", "1 May 2024"));
        assert_eq!(told("photosynthesis/README.md"), pair("Photosynthesis", ""));
        assert_eq!(told("README.md"), pair("README", ""));
        assert_eq!(told("-"), pair("", ""));
    }
}
