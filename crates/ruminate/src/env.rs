//! Every environment variable the program reads, in one place.

use std::path::PathBuf;

/// Where the data and, unless told otherwise, the configuration live.
pub(crate) const HOME: &str = "RUMINATE_HOME";
/// The configuration file.
pub(crate) const CONFIG: &str = "RUMINATE_CONFIG";
/// `provider/name`.
pub(crate) const MODEL: &str = "RUMINATE_MODEL";
/// The address of the model's server.
pub(crate) const MODEL_URL: &str = "RUMINATE_MODEL_URL";

/// The address of a server that does what is asked here.
pub(crate) const SERVER: &str = "RUMINATE_SERVER";
/// The key for that server; it is read from nowhere else.
pub(crate) const API_KEY: &str = "RUMINATE_API_KEY";

/// Where the weights of models are kept, for every data directory.
pub(crate) const MODELS: &str = "RUMINATE_MODELS";
/// Nothing is fetched from a network when this is set, other than to `0`.
pub(crate) const OFFLINE: &str = "RUMINATE_OFFLINE";
/// Another list of models than the program's own, for tests.
const MANIFEST: &str = "RUMINATE_MANIFEST";
/// Where packages are looked for, by the names that pip and uv know; the first one that is set holds.
const INDEXES: [&str; 3] = ["UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL"];
/// A mirror of the model hub, by the name that its own tools know.
const HUB: &str = "HF_ENDPOINT";

/// Proxies, by the names that other programs know, for addresses with TLS and without.
const PROXIES: [[&str; 2]; 2] = [["https_proxy", "HTTPS_PROXY"], ["http_proxy", "HTTP_PROXY"]];
const ANY_PROXY: [&str; 2] = ["all_proxy", "ALL_PROXY"];

/// What is set and not empty.
pub(crate) fn var(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn under(variable: &str, path: &str) -> Option<PathBuf> {
    var(variable).map(|dir| PathBuf::from(dir).join(path))
}

/// `RUMINATE_MODELS`, else `$XDG_CACHE_HOME/ruminate/models`, else `~/.cache/ruminate/models`.
pub(crate) fn models() -> Option<PathBuf> {
    var(MODELS).map(PathBuf::from).or_else(models_of_the_user)
}

/// Where models are when `RUMINATE_MODELS` says nothing else.
pub(crate) fn models_of_the_user() -> Option<PathBuf> {
    under("XDG_CACHE_HOME", "ruminate/models").or_else(|| under("HOME", ".cache/ruminate/models"))
}

pub(crate) fn manifest() -> Option<PathBuf> {
    var(MANIFEST).map(PathBuf::from)
}

pub(crate) fn is_offline() -> bool {
    var(OFFLINE).is_some_and(|value| value != "0")
}

pub(crate) fn package_index() -> Option<String> {
    INDEXES.iter().find_map(|name| var(name))
}

pub(crate) fn model_hub() -> Option<String> {
    var(HUB)
}

/// The proxy for pages.
pub(crate) fn proxy(is_tls: bool) -> Option<String> {
    let names = PROXIES[usize::from(!is_tls)].iter().chain(&ANY_PROXY);
    names.into_iter().find_map(|name| var(name))
}

/// `RUMINATE_HOME`, else `$XDG_DATA_HOME/ruminate`, else `~/.local/share/ruminate`.
pub(crate) fn home() -> Option<PathBuf> {
    under(HOME, "")
        .or_else(|| under("XDG_DATA_HOME", "ruminate"))
        .or_else(|| under("HOME", ".local/share/ruminate"))
}
