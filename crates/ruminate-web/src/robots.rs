//! What sites let programs read: `robots.txt`, by RFC 9309.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use jiff::Timestamp;
use robotxt::Robots;
use url::Url;

use crate::cache::{Cache, Kept};
use crate::error::WebError;
use crate::fetch::Fetcher;
use crate::request::{Gate, Open, Request};
use crate::settings::seconds;

/// The name that groups of a `robots.txt` are looked for by.
const NAME: &str = "Ruminate";
/// A site that could not say what may be read is asked again after so long.
const UNTOLD: Duration = Duration::from_secs(300);
/// The rules of so many sites are held in memory.
const SITES: usize = 1_000;
/// How long a site may take to say what may be read.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Clone)]
enum Rules {
    Told(Arc<Robots>),
    /// Nobody could say, so nothing may be read.
    Untold(String),
}

/// Asks each site once, and remembers what it said.
pub(crate) struct Sites {
    fetcher: Arc<Fetcher>,
    cache: Cache,
    /// Until when they are known.
    known: Mutex<HashMap<String, (Instant, Rules)>>,
}

#[async_trait]
impl Gate for Sites {
    async fn admit(&self, url: &Url) -> Result<(), WebError> {
        if !self.fetcher.settings.robots {
            return Ok(());
        }
        let why = match self.rules(url).await {
            Rules::Told(robots) if robots.is_allowed(&asked(url)) => return Ok(()),
            Rules::Told(_) => "its site's robots.txt says so".to_owned(),
            Rules::Untold(why) => why,
        };
        Err(WebError::Robots { url: url.to_string(), why })
    }
}

/// What rules are compared with.
fn asked(url: &Url) -> String {
    match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    }
}

impl Sites {
    pub(crate) fn new(fetcher: Arc<Fetcher>, cache: Cache) -> Self {
        Self { fetcher, cache, known: Mutex::default() }
    }

    async fn rules(&self, url: &Url) -> Rules {
        let site = url.origin().ascii_serialization();
        let known = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.get(&site).filter(|(until, _)| *until > Instant::now()).cloned()
        };
        if let Some((_, rules)) = known {
            return rules;
        }
        let rules = self.ask(url).await;
        let within = match &rules {
            Rules::Told(_) => seconds(self.fetcher.settings.robots_hours * 3600.0),
            Rules::Untold(_) => UNTOLD,
        };
        let until = Instant::now().checked_add(within).unwrap_or_else(Instant::now);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= SITES {
            let now = Instant::now();
            known.retain(|_, (until, _)| *until > now);
            // Still too many: any may go.
            if known.len() >= SITES
                && let Some(one) = known.keys().next().cloned()
            {
                known.remove(&one);
            }
        }
        known.insert(site, (until, rules.clone()));
        rules
    }

    async fn ask(&self, url: &Url) -> Rules {
        let Ok(url) = url.join("/robots.txt") else {
            return Rules::Untold("its site has no robots.txt".into());
        };
        let within = seconds(self.fetcher.settings.robots_hours * 3600.0);
        if let Some(kept) = self.cache.get(&url).await.filter(|kept| kept.is_fresh(within)) {
            return told(&kept.bytes);
        }
        let settings = &self.fetcher.settings;
        let request = Request {
            transfer_bytes: settings.robots_bytes,
            page_bytes: settings.robots_bytes,
            time: PATIENCE.min(seconds(settings.page_seconds)),
            is_cut: true,
            ..Request::get(url.clone(), settings)
        };
        match self.fetcher.send(request, &Open).await {
            Ok(answer) if (200..300).contains(&answer.status) => {
                self.keep(url, answer.bytes.clone()).await;
                told(&answer.bytes)
            }
            // There is none, or it leads nowhere: all may be read.
            Ok(answer) if (300..500).contains(&answer.status) => {
                self.keep(url, Vec::new()).await;
                told(b"")
            }
            Err(WebError::Redirects { .. }) => told(b""),
            Ok(answer) => {
                Rules::Untold(format!("its site's robots.txt cannot be read ({})", answer.status))
            }
            Err(error) => Rules::Untold(format!("its site's robots.txt cannot be read ({error})")),
        }
    }

    async fn keep(&self, url: Url, bytes: Vec<u8>) {
        let kept = Kept {
            final_url: url.clone(),
            url,
            content_type: None,
            etag: None,
            last_modified: None,
            fetched_at: Timestamp::now(),
            bytes,
        };
        self.cache.put(kept).await;
    }
}

fn told(text: &[u8]) -> Rules {
    Rules::Told(Arc::new(Robots::parse(text, NAME)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each is a rule of RFC 9309.
    #[test]
    fn rules_are_read_as_the_standard_says() {
        let all = "user-agent: *\n";
        let check = |text: &str, path: &str, is_allowed: bool| {
            let Rules::Told(robots) = told(text.as_bytes()) else { panic!("{text}") };
            let url = Url::parse("https://example.org").unwrap().join(path).unwrap();
            assert_eq!(robots.is_allowed(&asked(&url)), is_allowed, "{path} by\n{text}");
        };
        // The longest match counts, and of two as long the one that allows.
        check(&format!("{all}disallow: /a\nallow: /a/b"), "/a/b/c", true);
        check(&format!("{all}allow: /a\ndisallow: /a/b"), "/a/b/c", false);
        check(&format!("{all}disallow: /a\nallow: /a"), "/a", true);
        // Wildcards, and the end.
        check(&format!("{all}disallow: /*.gif$"), "/x/y.gif", false);
        check(&format!("{all}disallow: /*.gif$"), "/x/y.gif?z", true);
        check(&format!("{all}disallow: /*?q="), "/s?q=1", false);
        check(&format!("{all}disallow: /a.b(c"), "/a.b(c", false);
        check(&format!("{all}disallow: /a.b"), "/axb", true);
        // Groups: the own one, whatever its case, alone, put together, and for several names.
        let groups = "user-agent: ruminate\ndisallow: /a\n\nuser-agent: *\ndisallow: /b\n\n\
                      user-agent: other\nuser-agent: RUMINATE\ndisallow: /c\n";
        for (path, is_allowed) in [("/a", false), ("/b", true), ("/c", false)] {
            check(groups, path, is_allowed);
        }
        check("user-agent: rumin\ndisallow: /", "/", true);
        check("user-agent: ruminate-images\ndisallow: /", "/", true);
        check("user-agent: ruminate\nsitemap: https://x/y\ndisallow: /a", "/a", false);
        // Cases, comments, encodings, line ends, marks.
        check(&format!("{all}disallow: /A"), "/a", true);
        check("User-Agent: * # all\nDISALLOW : /a # no", "/a", false);
        check("\u{feff}user-agent: *\rdisallow: /a\r", "/a", false);
        check(&format!("{all}disallow: /foo/%62%61%7A"), "/foo/baz", false);
        check(&format!("{all}disallow: /foo/ツ"), "/foo/%E3%83%84", false);
        check(&format!("{all}disallow: /a%2Fb"), "/a/b", true);
        // Nothing said, and the file itself.
        check(&format!("{all}disallow:"), "/a", true);
        check("disallow: /", "/a", true);
        check("<html>disallow: /</html>", "/a", true);
        check(&format!("{all}disallow: /"), "/robots.txt", true);
    }

    #[test]
    fn hostile_rules_take_no_time() {
        let begun = Instant::now();
        let stars = format!("user-agent: *\ndisallow: /{}b", "*a".repeat(100_000));
        let many: String = (0..20_000).map(|n| format!("disallow: /*x{n}*y$\n")).collect();
        for text in [stars, format!("user-agent: *\n{many}")] {
            let Rules::Told(robots) = told(text.as_bytes()) else { panic!() };
            assert!(robots.is_allowed(&format!("/{}", "a".repeat(5_000))));
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}
