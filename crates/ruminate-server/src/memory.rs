//! What was learned: learn, recall, see what it was learned from, forget.

mod learn;
mod lesson;
mod source;

pub use learn::{LearnRequest, LearnedSource};
pub use lesson::NewLesson;
pub use source::{Forgotten, SourcePage};

use axum::Json;
use axum::extract::State;
use axum::routing::post;
use ruminate_runtime::asked;
use ruminate_types::Silo;
use ruminate_types::mind::FoundPassage;
use ruminate_types::ports::mind::PassagesWanted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::Body;
use crate::guard::Caller;
use crate::mind::turn;
use crate::problem::Problem;

pub(crate) fn routes() -> Api {
    Api::new()
        .merge(learn::routes())
        .route(
            Operation::post(
                "/api/memory/recall",
                "recall",
                "Find the passages that answer a question",
            )
            .tag("memory")
            .body::<RecallRequest>()
            .returns::<Recall>(200, "The passages, and why each was taken")
            .fails(&[408, 413, 415, 422]),
            post(recall),
        )
        .merge(source::routes())
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecallRequest {
    #[schemars(length(min = 1, max = 16000), regex(pattern = r"\S"))]
    pub question: String,
    /// At most so many passages; 5 without.
    #[serde(
        default,
        deserialize_with = "crate::strict::whole",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(range(min = 1, max = 1000))]
    pub k: Option<u32>,
    /// Only what was learned for this subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub silo: Option<Silo>,
    /// False leaves out what the passages say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texts: Option<bool>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Recall {
    pub question: String,
    /// The first of them first.
    pub passages: Vec<FoundPassage>,
}

/// Passages that are recalled when nobody says how many.
const SOME: u32 = 5;
const MOST: u32 = 1000;

async fn recall(
    State(app): State<App>,
    Caller(owner): Caller,
    Body(request): Body<RecallRequest>,
) -> Result<Json<Recall>, Problem> {
    let question = asked::question(&request.question, &app.settings.defaults)?;
    let k = request.k.unwrap_or(SOME);
    if !(1..=MOST).contains(&k) {
        let hint = format!("give 1 to {MOST}");
        return Err(asked::Invalid::new("k", format!("`k` cannot be {k}"), hint).into());
    }
    let wanted =
        PassagesWanted { k: k as usize, silo: request.silo, texts: request.texts.unwrap_or(true) };
    let _turn = turn(&app).await?;
    let passages = app.minds.passages(&owner, &question, &wanted).await?;
    Ok(Json(Recall { question, passages }))
}
