//! The pages, and the articles that people marked in them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use serde::Deserialize;

#[derive(Deserialize)]
struct Marked {
    #[serde(rename = "articleBody")]
    article: String,
}

pub(crate) fn articles(folder: &Path) -> Result<BTreeMap<String, String>> {
    let path = folder.join("ground-truth.json");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let marked: BTreeMap<String, Marked> = serde_json::from_str(&text)?;
    Ok(marked.into_iter().map(|(name, marked)| (name, marked.article)).collect())
}

pub(crate) fn read(folder: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let page = |name: String| {
        let file = File::open(folder.join(format!("html/{name}.html.gz")))?;
        let mut page = Vec::new();
        GzDecoder::new(file).read_to_end(&mut page)?;
        Ok((name, page))
    };
    articles(folder)?.into_keys().map(page).collect()
}
