//! Several lists made one, by reciprocal ranks: providers' own scores cannot be compared.

use std::collections::HashMap;

use super::Found;
use super::address::{cleaned, key};
use super::hit::Hit;

/// How little the first places stand out.
const FLATNESS: f64 = 60.0;

/// The best `count` of all lists. Of equals, whoever was asked first comes first.
pub(super) fn merge(lists: Vec<(&'static str, Vec<Hit>)>, count: usize) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (provider, hits) in lists {
        for (rank, hit) in hits.into_iter().enumerate() {
            let score = 1.0 / (FLATNESS + 1.0 + rank as f64);
            match places.get(&key(&hit.url)) {
                Some(place) => join(&mut found[*place], provider, hit, score),
                None => {
                    places.insert(key(&hit.url), found.len());
                    found.push(new(provider, hit, score));
                }
            }
        }
    }
    // Keeps the order of equals.
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found.truncate(count);
    found
}

fn new(provider: &str, hit: Hit, score: f64) -> Found {
    Found {
        title: hit.title,
        url: cleaned(hit.url).into(),
        snippet: hit.snippet,
        published: hit.published,
        providers: vec![provider.to_owned()],
        score,
    }
}

fn join(found: &mut Found, provider: &str, hit: Hit, score: f64) {
    // Whoever names a page twice found it once.
    if found.providers.iter().any(|known| known == provider) {
        return;
    }
    found.providers.push(provider.to_owned());
    found.score += score;
    if found.title.is_empty() {
        found.title = hit.title;
    }
    // The longer one says more.
    if hit.snippet.len() > found.snippet.len() {
        found.snippet = hit.snippet;
    }
    found.published = found.published.take().or(hit.published);
}

#[cfg(test)]
mod tests {
    use super::*;
    use url::Url;

    fn hit(url: &str, snippet: &str) -> Hit {
        let url = Url::parse(url).unwrap();
        Hit { title: "T".into(), url, snippet: snippet.into(), published: None }
    }

    #[test]
    fn what_several_found_comes_first() {
        let lists = vec![
            (
                "one",
                vec![
                    hit("https://a.org/", ""),
                    hit("https://b.org/x", "short"),
                    hit("https://b.org/x/", ""),
                ],
            ),
            (
                "two",
                vec![
                    hit("https://c.org/", ""),
                    hit("http://www.b.org/x?utm_source=two", "rather longer"),
                ],
            ),
            ("three", Vec::new()),
        ];
        let found = merge(lists, 10);
        let urls: Vec<&str> = found.iter().map(|found| found.url.as_str()).collect();
        assert_eq!(urls, ["https://b.org/x", "https://a.org/", "https://c.org/"]);
        assert_eq!(found[0].providers, ["one", "two"]);
        assert_eq!(found[0].snippet, "rather longer");
        assert!((found[0].score - 2.0 / 62.0).abs() < 1e-9);
        assert_eq!(found[1].providers, ["one"]);
    }
}
