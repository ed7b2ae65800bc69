//! Learning. One request brings a whole source; or several do, with `more` in all but the last: then none of
//! them is large, nothing is held between them, and a source whose last one never came was not read to its end.
//! One streamed body for a large source was rejected: it would outlive every limit on a body's time, ours and
//! those of proxies, and could not be sent again from where it broke off.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use ruminate_runtime::asked::Invalid;
use ruminate_types::ports::knowledge::{Reading, Tally};
use ruminate_types::{Lesson, Owner, Silo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::NewLesson;
use super::source::no_source;
use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::Body;
use crate::guard::Caller;
use crate::problem::Problem;
use crate::strict;

/// The longest name of a source, and the longest digest, in characters.
const MOST_NAME: usize = 4096;
const MOST_DIGEST: usize = 200;

/// Lessons of one source, or a single text.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(extend(
    "oneOf" = [{ "required": ["text"] }, { "required": ["lessons"] }],
    "dependentRequired" = { "title": ["text"], "reading": ["source"] },
))]
pub struct LearnRequest {
    /// What it is known by: learning under the same name again replaces it. Without one it is known by what
    /// it says.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "strict::some")]
    #[schemars(with = "String", length(min = 1, max = 4096), regex(pattern = r"[^.\s]"))]
    pub source: Option<String>,
    /// The subject that it belongs to. Without one it stays where it is; a new source goes to `general`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "strict::some")]
    #[schemars(with = "Silo")]
    pub silo: Option<Silo>,
    /// What is to be learned, where it is a single text.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "strict::some")]
    #[schemars(with = "String", length(min = 1), regex(pattern = r"\S"))]
    pub text: Option<String>,
    /// What the text is about.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "strict::some")]
    #[schemars(with = "String")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "strict::some_objects")]
    #[schemars(with = "Vec<NewLesson>", length(max = 1000))]
    pub lessons: Option<Vec<NewLesson>>,
    /// Goes on with a source of which more was to come: as the reply to its first request said.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "strict::some_whole")]
    #[schemars(with = "u32", range(min = 1))]
    pub reading: Option<u32>,
    /// More of the source is to come: it is not read to its end yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// What the source was, for whoever wants to know later whether it has changed.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "strict::some")]
    #[schemars(with = "String", length(max = 200))]
    pub digest: Option<String>,
}

/// What came of it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnedSource {
    pub source: String,
    pub silo: Silo,
    /// The `reading` of the requests that go on with it.
    pub reading: u64,
    /// How many of these lessons were new.
    pub passages: Tally,
    /// Lessons that the source said before and says no more; absent while more of it is to come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forgotten: Option<u64>,
}

pub(super) fn routes() -> Api {
    Api::new().route(
        Operation::post(
            "/api/memory",
            "learn",
            "Learn what a source says, in place of what it said before",
        )
        .tag("memory")
        .body::<LearnRequest>()
        .returns::<LearnedSource>(200, "What came of it")
        .fails(&[404, 408, 409, 413, 415, 422]),
        post(learn),
    )
}

async fn learn(
    State(app): State<App>,
    Caller(owner): Caller,
    Body(request): Body<LearnRequest>,
) -> Result<Json<LearnedSource>, Problem> {
    let Asked { source, silo, lessons, reading, digest } = Asked::of(&app, request)?;
    if !lessons.is_empty() {
        room_for_more(&app, &owner).await?;
    }
    let known = app.sources.source(&owner, &source).await?;
    if reading.is_some() && known.is_none() {
        return Err(no_source(&source));
    }
    let silo = silo.or_else(|| known.map(|known| known.silo)).unwrap_or_default();
    let reading = match reading {
        None => app.learning.begin_reading(&owner, &source, &silo).await?,
        Some(number) => Reading { owner, source, silo, number: number.into() },
    };
    // A reading that is over is refused by whichever of these comes first.
    let passages = app.learning.learn(&reading, lessons).await?;
    let forgotten = match digest {
        Some(digest) => Some(app.learning.finish_reading(&reading, &digest).await?),
        None => None,
    };
    let Reading { source, silo, number, .. } = reading;
    Ok(Json(LearnedSource { source, silo, reading: number, passages, forgotten }))
}

/// A request that makes sense.
struct Asked {
    source: String,
    silo: Option<Silo>,
    lessons: Vec<Lesson>,
    reading: Option<u32>,
    /// None while more is to come.
    digest: Option<String>,
}

impl Asked {
    fn of(app: &App, request: LearnRequest) -> Result<Self, Invalid> {
        let LearnRequest { source, silo, text, title, lessons, reading, more, digest } = request;
        let lessons = match (text, title, lessons) {
            (Some(text), title, None) => {
                let title = title.unwrap_or_default();
                vec![NewLesson { title, text: Some(text), ..NewLesson::default() }]
            }
            (None, None, Some(lessons)) => lessons,
            _ => {
                let hint = "give `text` (and `title`), or `lessons`";
                return Err(Invalid::new("lessons", "there must be a `text` or `lessons`", hint));
            }
        };
        check_lessons(app, &lessons)?;
        let sum = sum_of(&lessons);
        let source = match source {
            Some(source) => checked_name(source)?,
            None if reading.is_some() => {
                let hint = "give the `source` that the reply to its first request names";
                return Err(Invalid::new("source", "a `reading` is one of a `source`", hint));
            }
            None => format!("note:{sum}"),
        };
        let digest = digest.unwrap_or_else(|| format!("http:{sum}"));
        if digest.chars().count() > MOST_DIGEST {
            let message = format!("`digest` has more than {MOST_DIGEST} characters");
            return Err(Invalid::new("digest", message, "give a hash of the source"));
        }
        // Where a part stands in its source is not known.
        let is_part = more || reading.is_some();
        let numbered = (1..).zip(lessons).map(|(number, lesson)| {
            let own = if is_part { sum_of(&lesson) } else { number.to_string() };
            lesson.lesson(format!("{source}#{own}"))
        });
        let lessons = numbered.collect::<Result<_, _>>()?;
        let digest = (!more).then_some(digest);
        Ok(Self { silo, source, lessons, reading, digest })
    }
}

fn check_lessons(app: &App, lessons: &[NewLesson]) -> Result<(), Invalid> {
    let limits = &app.settings.limits;
    let invalid = |message: String, hint: &str| Err(Invalid::new("lessons", message, hint));
    if lessons.len() > limits.lessons_per_request {
        let most = limits.lessons_per_request;
        let hint = "send them in several requests, or raise limits.lessons_per_request";
        return invalid(format!("`lessons` has more than {most} of them"), hint);
    }
    let mut numbered = (1..).zip(lessons);
    if let Some((number, long)) = numbered.find(|(_, one)| one.chars() > limits.lesson_chars) {
        let number = || number.to_string();
        let name = long.id.as_ref().map_or_else(number, |id| id.as_str().to_owned());
        let hint = "cut it into passages, or raise limits.lesson_chars";
        let most = limits.lesson_chars;
        return invalid(format!("lesson {name} is longer than {most} characters"), hint);
    }
    Ok(())
}

/// It stands in addresses, where dots alone mean other places.
fn checked_name(source: String) -> Result<String, Invalid> {
    let is_name = source.chars().any(|c| c != '.' && !c.is_whitespace());
    if is_name && source.chars().count() <= MOST_NAME {
        return Ok(source);
    }
    let message = format!("`source` must be a name of up to {MOST_NAME} characters");
    Err(Invalid::new("source", message, "name a file, an address, or what you like"))
}

fn sum_of(what: &impl Serialize) -> String {
    // Texts and numbers can always be written.
    let written = serde_json::to_vec(what).unwrap_or_default();
    Sha256::digest(written)[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

async fn room_for_more(app: &App, owner: &Owner) -> Result<(), Problem> {
    let most = app.settings.limits.lessons_per_owner;
    let silos = app.sources.silos(owner).await?;
    // What models thought takes nobody's room.
    let own = silos.iter().filter(|silo| silo.silo != Silo::thoughts());
    if own.map(|silo| silo.lessons).sum::<u64>() < most {
        return Ok(());
    }
    let detail = format!("{owner} has {most} lessons already");
    Err(Problem::new(StatusCode::CONFLICT, "too_many_lessons", detail)
        .hint("forget a source, or raise limits.lessons_per_owner"))
}
