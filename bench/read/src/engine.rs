//! What finds articles.

use std::fmt;
use std::str::FromStr;

use ruminate_documents::Reader;

#[derive(Clone, Copy)]
pub(crate) enum Engine {
    Ruminate,
    RsTrafilatura,
    Trafilatura,
    DomSmoothie,
    Legible,
}

const NAMES: [(&str, Engine); 5] = [
    ("ruminate-documents", Engine::Ruminate),
    ("rs-trafilatura", Engine::RsTrafilatura),
    ("trafilatura", Engine::Trafilatura),
    ("dom_smoothie", Engine::DomSmoothie),
    ("legible", Engine::Legible),
];

impl Engine {
    /// The article's text; nothing where none is found.
    pub(crate) fn text(self, page: &[u8]) -> String {
        let decoded = || String::from_utf8_lossy(page);
        match self {
            // All that a page becomes here: Markdown and links too.
            Self::Ruminate => {
                let resolve = |_: &str, address: &str| Some(address.to_owned());
                let read = Reader::default().read_page("page", page.to_vec(), None, &resolve);
                read.map(|page| page.text).unwrap_or_default()
            }
            Self::RsTrafilatura => rs_trafilatura::extract(&decoded())
                .map(|found| found.content_text)
                .unwrap_or_default(),
            Self::Trafilatura => {
                let options = trafilatura::Options::default().with_fallback(true);
                trafilatura::extract(&decoded(), &options)
                    .map(|found| found.content_text)
                    .unwrap_or_default()
            }
            Self::DomSmoothie => dom_smoothie(&decoded()).unwrap_or_default(),
            Self::Legible => legible::parse(&decoded(), None, None)
                .map(|found| found.text_content)
                .unwrap_or_default(),
        }
    }
}

fn dom_smoothie(page: &str) -> Option<String> {
    let config = dom_smoothie::Config {
        text_mode: dom_smoothie::TextMode::Formatted,
        ..dom_smoothie::Config::default()
    };
    let mut reading = dom_smoothie::Readability::new(page, None, Some(config)).ok()?;
    reading.parse().ok().map(|article| article.text_content.to_string())
}

impl FromStr for Engine {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known = NAMES.iter().find(|(known, _)| *known == name);
        known.map(|(_, engine)| *engine).ok_or_else(|| anyhow::anyhow!("no engine {name}"))
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES[*self as usize].0)
    }
}
