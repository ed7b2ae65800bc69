//! `ruminate models pull`, `remove`, and what `list` says of the models that run in this program.

use std::path::PathBuf;

use ruminate_models::weights::{Entry, Kind, Pulled, WeightsError, size};
use serde_json::{Value, json};

use crate::boxed::{Boxed, bring, name_the_better};
use crate::cli::Global;
use crate::exit::{Exit, Failure};
use crate::output::{say, say_json};

pub(super) fn rows(boxed: &Boxed) -> Vec<Value> {
    let row = |entry: &Entry| {
        let path = boxed.shelf.path(entry);
        json!({
            "name": entry.name,
            "aliases": entry.aliases,
            "about": entry.about,
            "kind": entry.kind.as_str(),
            "licence": entry.licence,
            "context_window": entry.context_window,
            "template": entry.template,
            "bytes": entry.bytes(),
            "default": entry.default,
            "pulled": path.is_some(),
            "came": boxed.shelf.came(entry),
            "path": path,
        })
    };
    boxed.manifest.entries().iter().map(row).collect()
}

pub(super) fn tell(boxed: &Boxed) -> Result<(), Failure> {
    say!("Run by this program itself, once pulled, from {}:", boxed.shelf.dir().display())?;
    for entry in boxed.manifest.entries() {
        let state = match (boxed.shelf.path(entry), boxed.shelf.came(entry)) {
            (Some(_), _) => "pulled".to_owned(),
            (None, 0) => "not pulled".to_owned(),
            (None, came) if came >= entry.bytes() => "being put together".to_owned(),
            (None, came) => format!("{} % of it pulled", came * 100 / entry.bytes()),
        };
        let window = format!("{} tokens", entry.context_window);
        let mut facts = vec![state, size(entry.bytes()), window, entry.licence.clone()];
        if entry.kind == Kind::Embedder {
            facts.push("embeddings only".to_owned());
        }
        if entry.default {
            facts.push("the default".to_owned());
        }
        say!("{:40} {}", entry.name, facts.join(", "))?;
    }
    Ok(())
}

pub(super) async fn pull(global: &Global, name: Option<&str>) -> Result<Exit, Failure> {
    let boxed = Boxed::look()?;
    let entry = match name {
        Some(name) => boxed.entry(name)?,
        None => boxed.manifest.default_chat().ok_or_else(|| {
            let message = "the list has no default".to_owned();
            Failure::from(WeightsError::Manifest { message })
        })?,
    };
    if name.is_none() && !global.json {
        name_the_better(&boxed.manifest, entry);
    }
    let was_there = boxed.shelf.path(entry).is_some();
    let pulled = bring(entry, &boxed.shelf, global.json).await?;
    if global.json {
        say_json(&told(entry, &pulled, was_there))?;
        return Ok(Exit::Done);
    }
    let again = if was_there { " already" } else { "" };
    say!("{} is there{again}: {}", entry.name, shown(&pulled))?;
    Ok(Exit::Done)
}

fn told(entry: &Entry, pulled: &Pulled, was_there: bool) -> Value {
    let files: Vec<_> = entry
        .files
        .iter()
        .zip(&pulled.files)
        .map(|(file, (role, path))| {
            json!({
                "role": role.as_str(),
                "path": path,
                "bytes": file.bytes,
                "sha256": file.sha256,
            })
        })
        .collect();
    json!({
        "name": entry.name,
        "kind": entry.kind.as_str(),
        "licence": entry.licence,
        "context_window": entry.context_window,
        "template": entry.template,
        "bytes": entry.bytes(),
        "was_there": was_there,
        "sources": pulled.sources,
        "files": files,
    })
}

fn shown(pulled: &Pulled) -> String {
    let paths = pulled.files.iter().map(|(_, path): &(_, PathBuf)| path.display().to_string());
    paths.collect::<Vec<_>>().join(", ")
}

pub(super) fn remove(global: &Global, name: &str, force: bool) -> Result<Exit, Failure> {
    let boxed = Boxed::look()?;
    let entry = boxed.entry(name)?;
    if !force && boxed.shelf.is_in_use(entry) {
        return Err(WeightsError::InUse { name: entry.name.clone() }.into());
    }
    let freed = boxed.shelf.remove(entry)?;
    if global.json {
        say_json(&json!({ "name": entry.name, "freed": freed }))?;
    } else {
        say!("{} is removed: {} are free again.", entry.name, size(freed))?;
    }
    Ok(Exit::Done)
}
