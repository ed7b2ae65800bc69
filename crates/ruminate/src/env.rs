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

/// What is set and not empty.
pub(crate) fn var(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// `RUMINATE_HOME`, else `$XDG_DATA_HOME/ruminate`, else `~/.local/share/ruminate`.
pub(crate) fn home() -> Option<PathBuf> {
    let under = |variable: &str, path: &str| var(variable).map(|dir| PathBuf::from(dir).join(path));
    under(HOME, "")
        .or_else(|| under("XDG_DATA_HOME", "ruminate"))
        .or_else(|| under("HOME", ".local/share/ruminate"))
}
