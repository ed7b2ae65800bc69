//! Hosts that the operator trusts, wherever they are.

use url::{Host, Url};

#[derive(Clone, Debug, Default)]
pub(crate) struct Allowed {
    entries: Vec<(Host<String>, Option<u16>)>,
}

impl Allowed {
    /// Of what the settings name; what is neither a host nor a host with a port allows nothing.
    pub(crate) fn new(entries: &[String]) -> Self {
        Self { entries: entries.iter().filter_map(|entry| parsed(entry)).collect() }
    }

    /// Allows the host and the port of an address, and to go on to the same host with TLS.
    pub(crate) fn and(mut self, url: &Url) -> Self {
        let Some(host) = url.host().map(|host| host.to_owned()) else { return self };
        let port = url.port_or_known_default();
        if port == Some(80) {
            self.entries.push((host.clone(), Some(443)));
        }
        self.entries.push((host, port));
        self
    }

    pub(crate) fn allows(&self, url: &Url) -> bool {
        let host = url.host().map(|host| host.to_owned());
        self.entries.iter().any(|(allowed, port)| {
            Some(allowed) == host.as_ref()
                && port.is_none_or(|port| Some(port) == url.port_or_known_default())
        })
    }
}

/// Read as an address is, so that both are written in the same way.
fn parsed(entry: &str) -> Option<(Host<String>, Option<u16>)> {
    let bare = entry.trim().trim_end_matches('/');
    let bare = match bare.split_once("://") {
        Some((_, rest)) => rest,
        None => bare,
    };
    // An address of the new kind may stand there without its brackets.
    if let Ok(address) = bare.parse::<std::net::Ipv6Addr>() {
        return Some((Host::Ipv6(address), None));
    }
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let port = bare.rsplit_once(':').filter(|(_, port)| is_port(port));
    let port = port.and_then(|(_, port)| port.parse().ok());
    let url = Url::parse(&format!("http://{bare}/")).ok()?;
    Some((url.host()?.to_owned(), port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_allowed_as_they_are_written() {
        let entries = [
            "127.0.0.1:8888",
            "Wiki.LAN",
            "http://notes.lan:80/",
            "::1",
            "[fd00::2]:81",
            "not a host",
        ];
        let allowed = Allowed::new(&entries.map(String::from));
        let allows = |url: &str| allowed.allows(&Url::parse(url).unwrap());
        for url in [
            "http://127.0.0.1:8888/x",
            "http://2130706433:8888/x",
            "http://wiki.lan/",
            "https://wiki.lan:444/",
            "http://notes.lan/",
            "http://[::1]:5/",
            "http://[fd00::2]:81/",
        ] {
            assert!(allows(url), "{url}");
        }
        for url in [
            "http://127.0.0.1/",
            "http://127.0.0.1:8889/",
            "http://a.wiki.lan/",
            "https://notes.lan/",
            "http://[fd00::2]/",
            "http://localhost:8888/",
        ] {
            assert!(!allows(url), "{url}");
        }
    }

    #[test]
    fn a_host_that_is_trusted_may_lead_on_to_itself_with_tls() {
        let parsed = |url: &str| Url::parse(url).unwrap();
        let allowed = Allowed::default().and(&parsed("http://wiki.lan/a"));
        assert!(allowed.allows(&parsed("http://wiki.lan/b")));
        assert!(allowed.allows(&parsed("https://wiki.lan/a")));
        assert!(!allowed.allows(&parsed("http://wiki.lan:6379/")));
        let allowed = Allowed::default().and(&parsed("http://wiki.lan:8080/"));
        assert!(!allowed.allows(&parsed("https://wiki.lan/")));
    }
}
