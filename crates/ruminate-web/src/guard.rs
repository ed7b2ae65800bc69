//! What stands between an address and a connection to it.
//!
//! Names are checked where they are resolved: the client asks [`Guarded`] for addresses and connects to what
//! it gets, so that there is no second resolution that could say something else. Numbers in place of a name
//! never come by there, and are checked on every hop, however they are written ([`check`]).

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use crate::allowed::Allowed;
use crate::error::WebError;
use crate::global::is_global;

/// Finds the addresses of a name.
#[async_trait]
pub trait Resolver: Send + Sync + 'static {
    /// All addresses, or an error; none at all is an error too. Asked once for each connection.
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>>;
}

/// Asks the system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemResolver;

#[async_trait]
impl Resolver for SystemResolver {
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        let found = tokio::net::lookup_host((host, 0)).await?;
        Ok(found.map(|address| address.ip()).collect())
    }
}

/// How far a host is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// It may be anywhere.
    Allowed,
    /// It must be in the public internet.
    Stranger,
}

/// Whether an address may be asked at all, and how far its host is trusted.
pub(crate) fn check(url: &Url, allowed: &Allowed) -> Result<Trust, WebError> {
    let bad = |why: &str| WebError::BadAddress { url: url.to_string(), why: why.to_owned() };
    if !matches!(url.scheme(), "http" | "https") {
        return Err(bad("only http and https are fetched"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        let mut url = url.clone();
        // What is secret is not repeated; both fail only for addresses without a host.
        let _ = (url.set_username(""), url.set_password(None));
        let why = "it has a name or a password in it".to_owned();
        return Err(WebError::BadAddress { url: url.into(), why });
    }
    if allowed.allows(url) {
        return Ok(Trust::Allowed);
    }
    let address = match url.host() {
        Some(Host::Domain(name)) if is_this_machine(name) => name.to_owned(),
        Some(Host::Ipv4(address)) if !is_global(address.into()) => address.to_string(),
        Some(Host::Ipv6(address)) if !is_global(address.into()) => address.to_string(),
        Some(_) => return Ok(Trust::Stranger),
        None => return Err(bad("it has no host")),
    };
    Err(WebError::Forbidden { url: url.to_string(), address })
}

fn is_this_machine(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    name == "localhost" || name.ends_with(".localhost")
}

/// What the client asks for addresses.
pub(crate) struct Guarded {
    pub(crate) resolver: Arc<dyn Resolver>,
    pub(crate) trust: Trust,
}

/// Why a name is not connected to.
#[derive(Debug, thiserror::Error)]
#[error("{0} is no address of the public internet")]
pub(crate) struct Refused(pub(crate) IpAddr);

impl Resolve for Guarded {
    fn resolve(&self, name: Name) -> Resolving {
        let (resolver, trust) = (Arc::clone(&self.resolver), self.trust);
        Box::pin(async move {
            let found = resolver.resolve(name.as_str()).await?;
            // One that is refused refuses all: a name that leads to both means no good.
            if let Some(address) = found.iter().find(|address| !is_global(**address))
                && trust == Trust::Stranger
            {
                return Err(Refused(*address).into());
            }
            let found: Addrs =
                Box::new(found.into_iter().map(|address| SocketAddr::new(address, 0)));
            Ok(found)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_checked_however_they_are_written() {
        for url in [
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://127.1/",
            "http://0/",
            "http://[::1]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[64:ff9b::10.0.0.1]/",
            "http://169.254.169.254/latest/meta-data/",
            "http://①②⑦.0.0.1/",
            "http://localhost/",
            "http://LOCALHOST./",
            "http://a.localhost/",
        ] {
            let checked = check(&Url::parse(url).unwrap(), &Allowed::default());
            assert!(matches!(checked, Err(WebError::Forbidden { .. })), "{url} {checked:?}");
        }
        for url in [
            "ftp://example.org/",
            "file:///etc/passwd",
            "gopher://example.org/",
            "data:text/plain,x",
        ] {
            let checked = check(&Url::parse(url).unwrap(), &Allowed::default());
            assert!(matches!(checked, Err(WebError::BadAddress { .. })), "{url} {checked:?}");
        }
        let fine = Url::parse("https://example.org:8443/a?b").unwrap();
        assert_eq!(check(&fine, &Allowed::default()), Ok(Trust::Stranger));
    }

    #[test]
    fn a_password_is_not_repeated() {
        let url = Url::parse("https://me:canary@example.org/").unwrap();
        let error = check(&url, &Allowed::default()).unwrap_err();
        assert_eq!(error.code(), "web_bad_address");
        assert!(!format!("{error} {error:?}").contains("canary"));
    }
}
