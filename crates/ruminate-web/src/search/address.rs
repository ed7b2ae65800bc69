//! When two addresses mean the same page.

use url::Url;

/// Parameters that tell who came from where, and nothing about the page.
const TRACKING: &[&str] = &[
    "fbclid",
    "gclid",
    "gclsrc",
    "dclid",
    "gbraid",
    "wbraid",
    "msclkid",
    "yclid",
    "twclid",
    "ttclid",
    "igshid",
    "igsh",
    "mc_cid",
    "mc_eid",
    "_ga",
    "_gl",
    "_hsenc",
    "_hsmi",
    "mkt_tok",
    "oly_anon_id",
    "oly_enc_id",
    "vero_id",
    "wickedid",
    "ref_src",
    "ref_url",
    "srsltid",
    "s_cid",
    "rb_clickid",
    "__twitter_impression",
];
const TRACKING_PREFIXES: &[&str] =
    &["utm_", "pk_", "piwik_", "mtm_", "matomo_", "hsa_", "at_campaign", "at_medium"];

fn is_tracking(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    TRACKING.contains(&name.as_str())
        || TRACKING_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// The address without a fragment and without tracking.
pub(super) fn cleaned(mut url: Url) -> Url {
    url.set_fragment(None);
    let is_tracked = url.query_pairs().any(|(name, _)| is_tracking(&name));
    if url.query() == Some("") {
        url.set_query(None);
    }
    // Others are left as they are written.
    if is_tracked {
        let pairs = url.query().unwrap_or_default().split('&');
        let name = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
        let kept: Vec<&str> = pairs.filter(|pair| !is_tracking(&name(pair))).collect();
        let query = kept.join("&");
        url.set_query(Some(&query).filter(|query| !query.is_empty()).map(String::as_str));
    }
    url
}

/// What addresses of the same page have in common.
pub(super) fn key(url: &Url) -> String {
    let url = cleaned(url.clone());
    let host = url.host_str().unwrap_or_default().trim_end_matches('.');
    let host = host.strip_prefix("www.").unwrap_or(host);
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let mut parameters: Vec<&str> = url.query().unwrap_or_default().split('&').collect();
    parameters.sort_unstable();
    format!("{host}{port}{}?{}", url.path().trim_end_matches('/'), parameters.join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_page_has_the_same_key() {
        let key_of = |url: &str| key(&Url::parse(url).unwrap());
        let page = key_of("https://example.org/a?b=1&c=2");
        for url in [
            "http://www.Example.org:80/a?b=1&c=2",
            "https://example.org/a/?c=2&b=1#part",
            "https://example.org/a?utm_source=x&b=1&fbclid=y&c=2",
        ] {
            assert_eq!(key_of(url), page, "{url}");
        }
        for url in [
            "https://example.org/A?b=1&c=2",
            "https://example.org/a?b=2&c=2",
            "https://example.org/a",
            "https://example.org:8443/a?b=1&c=2",
            "https://other.example.org/a?b=1&c=2",
        ] {
            assert_ne!(key_of(url), page, "{url}");
        }
    }

    #[test]
    fn only_tracking_is_dropped() {
        let cleaned = |url: &str| cleaned(Url::parse(url).unwrap()).to_string();
        assert_eq!(cleaned("https://e.org/?q=a%20b&UTM_Medium=x#top"), "https://e.org/?q=a%20b");
        assert_eq!(cleaned("https://e.org/a?gclid=1"), "https://e.org/a");
        assert_eq!(cleaned("https://e.org/a?x&y=%41"), "https://e.org/a?x&y=%41");
    }
}
