//! Servers of others, as a person writes them down.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use url::{Host, Url};

/// A server of somebody else's, by its program or its address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ForeignServer {
    /// A program that is started, and spoken to over its standard input and output.
    pub command: Option<String>,
    /// What it is started with.
    pub args: Vec<String>,
    /// Variables of its environment. Besides these it gets PATH and HOME, and nothing of ours.
    pub env: BTreeMap<String, Secret>,
    /// Names of variables of our environment that it gets too.
    pub pass: Vec<String>,
    /// Instead of a program: the address of a server that runs already.
    #[schemars(with = "Option<String>", extend("format" = "uri"))]
    pub url: Option<Url>,
    /// Sent with every request, for example `Authorization`.
    pub headers: BTreeMap<String, Secret>,
    /// Seconds in which it has to be there and say which tools it has.
    pub connect_seconds: u64,
    /// Seconds that a call may take; the policy of tools may allow less.
    pub call_seconds: u64,
    /// Whether its tools are used.
    pub enabled: bool,
}

impl Default for ForeignServer {
    fn default() -> Self {
        Self {
            command: None,
            args: Vec::new(),
            env: BTreeMap::new(),
            pass: Vec::new(),
            url: None,
            headers: BTreeMap::new(),
            connect_seconds: 30,
            call_seconds: 60,
            enabled: true,
        }
    }
}

/// A value that is shown to nobody but the server it is for.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Secret(String);

impl From<&str> for Secret {
    fn from(value: &str) -> Self {
        Self(value.to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("[secret]")
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the MCP server `{server}`: {message}")]
pub struct ConfigError {
    pub server: String,
    pub message: String,
}

/// How a server is reached.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    Program { command: String, args: Vec<String>, env: Vec<(String, String)> },
    Web { url: Url, headers: HeaderMap },
}

impl ForeignServer {
    pub(crate) fn connect(&self) -> Duration {
        Duration::from_secs(self.connect_seconds)
    }

    pub(crate) fn call(&self) -> Duration {
        Duration::from_secs(self.call_seconds)
    }

    pub(crate) fn way(&self) -> Result<Way, String> {
        match (&self.command, &self.url) {
            (Some(command), None) if self.headers.is_empty() => Ok(Way::Program {
                command: command.clone(),
                args: self.args.clone(),
                env: self.environment(),
            }),
            (None, Some(url)) if self.args.is_empty() && self.env.is_empty() => {
                Ok(Way::Web { url: url.clone(), headers: self.sendable(url)? })
            }
            (Some(_), None) => Err("`headers` are for a server with a `url`".to_owned()),
            (None, Some(_)) => Err("`args` and `env` are for a server with a `command`".to_owned()),
            _ => Err("it needs either a `command` or a `url`".to_owned()),
        }
    }

    fn environment(&self) -> Vec<(String, String)> {
        let ours = ["PATH", "HOME"].into_iter().chain(self.pass.iter().map(String::as_str));
        let passed = ours.filter_map(|name| Some((name.to_owned(), std::env::var(name).ok()?)));
        let own = self.env.iter().map(|(name, value)| (name.clone(), value.0.clone()));
        passed.chain(own).collect()
    }

    fn sendable(&self, url: &Url) -> Result<HeaderMap, String> {
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err("`url` has to begin with http:// or https://".to_owned());
        }
        if !self.headers.is_empty() && url.scheme() == "http" && !is_here(url) {
            return Err(
                "`headers` would be sent over a network in clear text: use https".to_owned()
            );
        }
        let header = |(name, value): (&String, &Secret)| {
            let wrong = |_| format!("the header `{name}` cannot be sent");
            let header = HeaderName::try_from(name).map_err(|_| wrong(()))?;
            let mut value = HeaderValue::try_from(&value.0).map_err(|_| wrong(()))?;
            value.set_sensitive(true);
            Ok((header, value))
        };
        self.headers.iter().map(header).collect()
    }
}

fn is_here(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// The name goes before the names of its tools.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    const MOST: usize = 32;
    let is_good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    let is_named = (1..=MOST).contains(&name.len()) && name.chars().all(is_good);
    let told = format!("a name has 1 to {MOST} small letters, digits, `-` or `_`");
    is_named.then_some(()).ok_or(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(json: serde_json::Value) -> ForeignServer {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn a_server_is_a_program_or_an_address() {
        for (written, told) in [
            (serde_json::json!({}), "either"),
            (serde_json::json!({"command": "a", "url": "http://localhost/"}), "either"),
            (serde_json::json!({"command": "a", "headers": {"x": "y"}}), "`headers` are for"),
            (serde_json::json!({"url": "http://localhost/", "args": ["x"]}), "`args` and"),
            (serde_json::json!({"url": "file:///etc/passwd"}), "http://"),
            (
                serde_json::json!({"url": "http://far.example/", "headers": {"x": "y"}}),
                "clear text",
            ),
            (
                serde_json::json!({"url": "http://localhost/", "headers": {"x": "a\nb"}}),
                "`x` cannot",
            ),
        ] {
            let error = server(written.clone()).way().unwrap_err();
            assert!(error.contains(told), "{written}: {error}");
        }
        for good in ["http://127.0.0.1:3000/mcp", "http://[::1]/mcp", "https://far.example/mcp"] {
            let written =
                serde_json::json!({"url": good, "headers": {"Authorization": "Bearer k"}});
            assert!(server(written).way().is_ok(), "{good}");
        }
    }

    #[test]
    fn secrets_are_shown_to_nobody() {
        let written = serde_json::json!({"command": "a", "env": {"KEY": "hush"}});
        let server = server(written);
        let shown = format!("{server:?}{}", serde_json::to_string(&server).unwrap());
        assert!(!shown.contains("hush") && shown.contains("[secret]"), "{shown}");
        let Ok(Way::Program { env, .. }) = server.way() else { panic!() };
        assert!(env.contains(&("KEY".to_owned(), "hush".to_owned())));
        let allowed = ["PATH", "HOME", "KEY"];
        assert!(env.iter().all(|(name, _)| allowed.contains(&name.as_str())), "{env:?}");
    }
}
