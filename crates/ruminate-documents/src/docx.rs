//! Word documents: a zip file with the text as XML in it.

mod body;
mod package;

use std::collections::HashMap;

use crate::dates;
use crate::error::DocumentError;
use crate::out::{Halt, Out};
use crate::outline::Outline;
use crate::title::{Named, is_telling};
use package::{Package, Xml};

pub(crate) fn read(bytes: Vec<u8>, named: Named, out: &mut Out<'_>) -> Result<(), Halt> {
    let mut package = Package::open(bytes, out.name, out.limits)?;
    let document = package.find(|part| {
        let name = part.strip_prefix("word/document");
        name.and_then(|rest| rest.strip_suffix(".xml")).is_some_and(|rest| !rest.contains('/'))
    });
    let Some(document) = document else {
        return Err(DocumentError::damaged(out.name, "there is no word/document.xml in it").into());
    };
    let mut outline = Outline::default();
    let headings = headings(&mut package)?;
    facts(&mut package, &mut outline)?;
    let mut body = body::Body::new(outline, headings);
    package.read(&document, &mut |xml| body.take(xml))?;
    let outline = body.finish();
    if outline.is_empty() {
        return Err(DocumentError::NoText { name: out.name.to_owned() }.into());
    }
    outline.give(named, out)
}

/// The levels of paragraph styles that are headings, by the style's id. The id is in the writer's
/// language, the style's name is not. A document's title is of level 0.
fn headings(package: &mut Package<'_>) -> Result<HashMap<String, u8>, DocumentError> {
    let mut headings = HashMap::new();
    let mut style = None;
    package.read("word/styles.xml", &mut |xml| match xml {
        Xml::Start("style", element) => style = element.attribute("styleId"),
        Xml::Start("name", element) => {
            let level = element.attribute("val").and_then(|name| level_of(&name));
            if let (Some(style), Some(level)) = (&style, level) {
                headings.insert(style.clone(), level);
            }
        }
        Xml::Start("outlineLvl", element) => {
            let level = element.attribute("val").and_then(|level| level.parse::<u8>().ok());
            if let (Some(style), Some(level @ 0..=5)) = (&style, level) {
                headings.entry(style.clone()).or_insert(level + 1);
            }
        }
        Xml::End("style") => style = None,
        _ => {}
    })?;
    Ok(headings)
}

/// "heading 2", "Heading2", "Title".
pub(super) fn level_of(style: &str) -> Option<u8> {
    let style = style.to_lowercase();
    if style == "title" {
        return Some(0);
    }
    let level = style.strip_prefix("heading")?.trim().parse().ok()?;
    (1..=9).contains(&level).then_some(level)
}

fn facts(package: &mut Package<'_>, outline: &mut Outline) -> Result<(), DocumentError> {
    let (mut title, mut created, mut modified) = (String::new(), String::new(), String::new());
    let mut within = String::new();
    package.read("docProps/core.xml", &mut |xml| match xml {
        Xml::Start(name, _) => within = name.to_owned(),
        Xml::End(_) => within.clear(),
        Xml::Text(text) => match within.as_str() {
            "title" => title.push_str(text),
            "created" => created.push_str(text),
            "modified" => modified.push_str(text),
            _ => {}
        },
    })?;
    if is_telling(&title) {
        outline.title = title;
    }
    let at = if created.is_empty() { modified } else { created };
    outline.at = dates::in_words(&at);
    Ok(())
}
