//! The door for programs that speak OpenAI's protocol: `POST /v1/chat/completions`, `GET /v1/models`.
//!
//! A model is a way to think: `ruminate-fast`, `ruminate-deep`, `ruminate-extended`, `ruminate-auto`. Which
//! language model does the thinking is the server's configuration, or `ruminate.model` of the request. What
//! cannot be honoured is refused by name, never silently dropped; what makes no difference is taken.

mod error;
mod models;
mod parameters;
mod reasoning;
mod request;
mod response;
mod stop;

pub(crate) use error::in_openai_form;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::answering::{Answering, Item, Pace, stream};
use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::Body;
use crate::guard::Caller;
use crate::problem::Problem;
use crate::sse::{self, SentData};
use models::{Model, ModelList};
use request::ChatRequest;
use response::{ChatCompletion, Chunk, Chunks, Completion};

pub(crate) fn routes() -> Api {
    Api::new()
        .route(
            Operation::post(
                "/v1/chat/completions",
                "createChatCompletion",
                "Ask, as OpenAI's clients do. Whoever goes away before the end pauses the run",
            )
            .tag("openai")
            .body::<ChatRequest>()
            .returns::<ChatCompletion>(200, "The answer, whole; with `stream`, chunks of it")
            .returns_as::<SentData<Chunk>>(
                200,
                "text/event-stream",
                "`data:` frames with a chunk each, then `data: [DONE]`; an `error` member ends it early",
            )
            .fails(&[404, 408, 409, 413, 415]),
            post(chat),
        )
        .route(
            Operation::get("/v1/models", "listModels", "The ways to think, as OpenAI's models")
                .tag("openai")
                .returns::<ModelList>(200, "All of them"),
            get(async || Json(ModelList::all())),
        )
        .route(
            Operation::get("/v1/models/{model}", "getModel", "One way to think")
                .tag("openai")
                .returns::<Model>(200, "It")
                .fails(&[404]),
            get(models::look),
        )
}

async fn chat(
    State(app): State<App>,
    Caller(owner): Caller,
    Body(request): Body<ChatRequest>,
) -> Result<Response, Problem> {
    let wanted = request.read(&app)?;
    let asking = wanted.asking(&app, &owner).await?;
    let conversation = asking.conversation;
    if !wanted.streams {
        let answering = begin(&app, &owner, asking, Pace::Whole).await?;
        let completion = Completion::new(answering.run(), conversation, wanted);
        return Ok(Json(whole(answering, completion).await?).into_response());
    }
    let permit = app.streams.open(&owner)?;
    let answering = begin(&app, &owner, asking, Pace::AsWritten).await?;
    let chunks = Chunks::of(Completion::new(answering.run(), conversation, wanted));
    Ok(stream(&app, answering, chunks, sse::EVENT_STREAM, permit))
}

async fn begin(
    app: &App,
    owner: &ruminate_types::Owner,
    asking: crate::runs::Asking,
    pace: Pace,
) -> Result<Answering, Problem> {
    Answering::begin(app, owner, asking, pace).await.map_err(request::within_ours)
}

/// Waits for the end.
async fn whole(
    mut answering: Answering,
    mut completion: Completion,
) -> Result<ChatCompletion, Problem> {
    let (mut content, mut reasoning) = (String::new(), String::new());
    loop {
        match answering.next().await {
            Some(Item::Step(event)) => reasoning.extend(completion.reasoning.of(&event)),
            Some(Item::Text(text)) => content.push_str(&completion.stop.pass(&text)),
            Some(Item::End(end)) => {
                content.push_str(&completion.stop.rest());
                return Ok(completion.whole(content, reasoning, end.how?, end.usage));
            }
            // The end is always told first.
            None => return Err(Problem::not_found("answer")),
        }
    }
}
