//! Conversations: questions that follow each other, with what was answered.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use jiff::Timestamp;
use ruminate_types::ports::conversations::Conversation;
use ruminate_types::{ConversationId, Owner, Role, RunId, RunStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::api::{Api, Operation};
use crate::app::App;
use crate::extract::{Id, MaybeBody, Query};
use crate::guard::Caller;
use crate::problem::Problem;
use crate::runs::{default_limit, page_limit};

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConversationRow {
    pub conversation_id: ConversationId,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Nothing can be said about a new conversation yet.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewConversation {}

#[derive(Serialize, JsonSchema)]
struct ConversationView {
    #[serde(flatten)]
    row: ConversationRow,
    /// Oldest first; at most the newest 200 questions with their answers.
    messages: Vec<MessageView>,
}

#[derive(Serialize, JsonSchema)]
struct MessageView {
    role: Role,
    content: String,
    /// The run that was asked, or that answered.
    session_id: RunId,
    status: RunStatus,
    asked_at: Timestamp,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConversationPage {
    pub conversations: Vec<ConversationRow>,
    /// The `before` of the next page; absent on the last one.
    pub next: Option<ConversationId>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ConversationsQuery {
    /// Only conversations older than this one, for paging.
    before: Option<ConversationId>,
    /// At most so many.
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 200))]
    limit: u32,
}

impl From<Conversation> for ConversationRow {
    fn from(conversation: Conversation) -> Self {
        Self {
            conversation_id: conversation.id,
            created_at: conversation.created_at,
            updated_at: conversation.updated_at,
        }
    }
}

pub(crate) fn routes() -> Api {
    Api::new()
        .route(
            Operation::post("/api/conversations", "createConversation", "Begin a conversation")
                .tag("conversations")
                .optional_body::<NewConversation>()
                .returns::<ConversationRow>(201, "The conversation")
                .fails(&[408, 409, 413, 415, 422]),
            post(create),
        )
        .route(
            Operation::get("/api/conversations", "listConversations", "List conversations")
                .tag("conversations")
                .query::<ConversationsQuery>()
                .returns::<ConversationPage>(200, "A page of conversations, newest first"),
            get(list),
        )
        .route(
            Operation::get("/api/conversations/{id}", "getConversation", "Read a conversation")
                .tag("conversations")
                .returns::<ConversationView>(200, "The conversation and what was said in it")
                .fails(&[404]),
            get(look),
        )
        .route(
            Operation::delete(
                "/api/conversations/{id}",
                "deleteConversation",
                "Delete a conversation and the runs in it",
            )
            .tag("conversations")
            .returns_nothing(204, "It is gone")
            .fails(&[404, 409]),
            delete(remove),
        )
}

/// A conversation of the owner's, new if no id is given.
pub(crate) async fn open(
    app: &App,
    owner: &Owner,
    id: Option<ConversationId>,
) -> Result<Conversation, Problem> {
    let id = id.unwrap_or_else(|| ConversationId(Uuid::now_v7()));
    let at_most = Some(app.settings.limits.conversations_per_owner);
    Ok(app.conversations.open(id, owner, at_most).await?)
}

async fn create(
    State(app): State<App>,
    Caller(owner): Caller,
    MaybeBody(NewConversation {}): MaybeBody<NewConversation>,
) -> Result<(StatusCode, Json<ConversationRow>), Problem> {
    let conversation = open(&app, &owner, None).await?;
    Ok((StatusCode::CREATED, Json(conversation.into())))
}

async fn list(
    State(app): State<App>,
    Caller(owner): Caller,
    Query(query): Query<ConversationsQuery>,
) -> Result<Json<ConversationPage>, Problem> {
    let limit = page_limit(query.limit)?;
    let conversations = app.conversations.conversations(&owner, query.before, limit).await?;
    let is_last = conversations.len() < limit as usize;
    let next = conversations.last().filter(|_| !is_last).map(|last| last.id);
    let conversations = conversations.into_iter().map(ConversationRow::from).collect();
    Ok(Json(ConversationPage { conversations, next }))
}

/// The most turns that are shown or deleted at a time.
const TURNS: u32 = 200;

async fn look(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(id): Id<ConversationId>,
) -> Result<Json<ConversationView>, Problem> {
    let row = app.conversations.conversation(id, &owner).await?.into();
    let turns = app.conversations.turns(id, None, TURNS).await?;
    let messages = turns.into_iter().flat_map(|turn| {
        let message = move |role, content| MessageView {
            role,
            content,
            session_id: turn.run_id,
            status: turn.status,
            asked_at: turn.asked_at,
        };
        let answer = turn.answer.map(|answer| message(Role::Assistant, answer));
        std::iter::once(message(Role::User, turn.question)).chain(answer)
    });
    Ok(Json(ConversationView { row, messages: messages.collect() }))
}

/// Its runs first: one that is under way keeps the conversation, and says so.
async fn remove(
    State(app): State<App>,
    Caller(owner): Caller,
    Id(id): Id<ConversationId>,
) -> Result<StatusCode, Problem> {
    app.conversations.conversation(id, &owner).await?;
    loop {
        let turns = app.conversations.turns(id, None, TURNS).await?;
        if turns.is_empty() {
            break;
        }
        for turn in turns {
            app.dispatcher.worker().delete(turn.run_id).await?;
        }
    }
    app.conversations.forget(id, &owner).await?;
    app.minds.settle(&owner).await?;
    Ok(StatusCode::NO_CONTENT)
}
