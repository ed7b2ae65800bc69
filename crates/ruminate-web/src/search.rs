//! Searching: everybody who is configured is asked at once, and whoever fails costs only his own results.

mod address;
mod brave;
mod exa;
mod folder;
mod hit;
mod merge;
mod pace;
mod remote;
mod searxng;
mod tavily;

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;

use crate::fetch::Fetcher;
use crate::guard::{Resolver, SystemResolver};
use crate::key::SearchKeys;
use crate::settings::WebSettings;
use hit::Hit;

/// Characters of a question that are sent.
const LONGEST_QUESTION: usize = 400;
/// Results that are given, at most.
const MOST_RESULTS: usize = 50;

/// What was found, the best first, and who failed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Results {
    pub results: Vec<Found>,
    pub problems: Vec<Problem>,
}

/// A page that was found. Its title and its snippet are somebody else's words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Found {
    pub title: String,
    /// Without what only tells who came from where.
    pub url: String,
    pub snippet: String,
    /// As whoever found it tells.
    pub published: Option<String>,
    /// Who found it.
    pub providers: Vec<String>,
    /// The sum of 1 / (60 + place) over those who found it.
    pub score: f64,
}

/// Somebody who gave no results, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    pub provider: String,
    pub message: String,
    /// It asked to be left alone for so long.
    pub retry_seconds: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    #[error("nobody is configured to search the web")]
    Nobody,
    #[error("there is nothing to search for")]
    Nothing,
}

impl SearchError {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Nobody => "search_nobody",
            Self::Nothing => "search_nothing",
        }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Nobody => {
                "name one in the configuration: [web.search.searxng], [web.search.brave], \
                 [web.search.exa], [web.search.tavily] or [web.search.folder]"
            }
            Self::Nothing => "write what you look for",
        }
    }
}

/// Somebody who can be asked.
#[async_trait]
trait Provider: Send + Sync {
    fn name(&self) -> &'static str;

    /// The best `count` or so, the best first. It ends in time by itself.
    async fn search(&self, question: &str, count: usize) -> Result<Vec<Hit>, Trouble>;
}

/// Why somebody has no results.
#[derive(Debug, PartialEq, Eq)]
struct Trouble {
    message: String,
    retry_seconds: Option<u64>,
}

impl Trouble {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), retry_seconds: None }
    }
}

/// Asks search providers.
pub struct Search {
    providers: Vec<Arc<dyn Provider>>,
}

impl Search {
    pub fn new(settings: &WebSettings, keys: &SearchKeys) -> Self {
        Self::with_resolver(settings, keys, Arc::new(SystemResolver))
    }

    pub fn with_resolver(
        settings: &WebSettings,
        keys: &SearchKeys,
        resolver: Arc<dyn Resolver>,
    ) -> Self {
        let remotes = remote::Remote::all(settings, keys, |urls: &[String]| {
            let settings = WebSettings { allow: Vec::new(), ..settings.clone() };
            let fetcher = Fetcher::with_resolver(settings, resolver);
            urls.iter().fold(fetcher, |fetcher, url| fetcher.trusting(url))
        });
        let remotes = remotes.into_iter().map(|remote| Arc::new(remote) as Arc<dyn Provider>);
        let folder = settings.search.folder.clone().map(folder::Folder::new);
        let folder = folder.map(|folder| Arc::new(folder) as Arc<dyn Provider>);
        Self { providers: remotes.chain(folder).collect() }
    }

    /// The names of those who are asked.
    pub fn providers(&self) -> Vec<&'static str> {
        self.providers.iter().map(|provider| provider.name()).collect()
    }

    /// Asks everybody, and puts together what they found: at most `count` pages.
    pub async fn search(&self, question: &str, count: usize) -> Result<Results, SearchError> {
        let question = question.split_whitespace().collect::<Vec<_>>().join(" ");
        let question: Arc<str> = question.chars().take(LONGEST_QUESTION).collect::<String>().into();
        if question.is_empty() {
            return Err(SearchError::Nothing);
        }
        if self.providers.is_empty() {
            return Err(SearchError::Nobody);
        }
        let count = count.clamp(1, MOST_RESULTS);
        let mut asking = JoinSet::new();
        for (place, provider) in self.providers.iter().enumerate() {
            let (provider, question) = (Arc::clone(provider), Arc::clone(&question));
            asking.spawn(async move { (place, provider.search(&question, count).await) });
        }
        let mut answers: Vec<Result<Vec<Hit>, Trouble>> =
            self.providers.iter().map(|_| Err(Trouble::new("it broke"))).collect();
        while let Some(answer) = asking.join_next().await {
            if let Ok((place, answer)) = answer {
                answers[place] = answer;
            }
        }
        Ok(self.merged(answers, count))
    }

    fn merged(&self, answers: Vec<Result<Vec<Hit>, Trouble>>, count: usize) -> Results {
        let (mut lists, mut problems) = (Vec::new(), Vec::new());
        for (provider, answer) in self.providers.iter().zip(answers) {
            match answer {
                Ok(hits) => lists.push((provider.name(), hits)),
                Err(Trouble { message, retry_seconds }) => {
                    let provider = provider.name().to_owned();
                    problems.push(Problem { provider, message, retry_seconds });
                }
            }
        }
        Results { results: merge::merge(lists, count), problems }
    }
}
