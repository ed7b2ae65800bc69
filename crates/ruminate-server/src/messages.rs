//! A conversation as chat clients send it: the last thing the user says is the question, and what was
//! said before it is what the question follows from.

use axum::http::StatusCode;
use ruminate_runtime::asked;
use ruminate_types::{ConversationId, Message, Owner, Role};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::app::App;
use crate::problem::Problem;
use crate::runs::conversation_before;

/// One message. Fields that are not named here are taken and not looked at.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ChatMessage {
    /// `system` and `developer` say how to answer.
    #[schemars(extend("enum" = ["user", "assistant", "system", "developer"]))]
    role: String,
    /// A text, or a list of parts of the type `text`.
    #[serde(default)]
    content: Option<Content>,
    /// The same as `content`, as the AI SDK names it.
    #[serde(default)]
    parts: Option<Vec<Part>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "ChatMessageContent")]
#[serde(untagged, expecting = "`content` is a text or a list of parts that have a `type`")]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "ChatMessagePart")]
struct Part {
    /// `text`, or `refusal` of an assistant.
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    refusal: Option<String>,
}

/// A conversation, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) question: String,
    /// What was said before it, oldest first.
    pub(crate) before: Vec<Message>,
}

const FIELD: &str = "messages";

impl Said {
    pub(crate) fn read(app: &App, messages: Vec<ChatMessage>) -> Result<Self, Problem> {
        let mut said = read(messages)?;
        let most = app.settings.defaults.max_question_chars;
        said.question = asked::text_of(FIELD, &said.question, most)?;
        said.before = newest(said.before, app.settings.limits.history_messages);
        Ok(said)
    }

    /// What the question follows from: what the client says was said before, or what is stored of the
    /// conversation when the client says nothing of it.
    pub(crate) async fn history(
        &self,
        app: &App,
        owner: &Owner,
        conversation: Option<ConversationId>,
    ) -> Result<Vec<Message>, Problem> {
        let mut history = self.before.clone();
        if let Some(id) = conversation
            && history.iter().all(|message| message.role == Role::System)
        {
            history.extend(conversation_before(app, owner, id).await?);
        }
        Ok(history)
    }
}

fn read(messages: Vec<ChatMessage>) -> Result<Said, Problem> {
    let mut said = Vec::new();
    for (index, message) in messages.into_iter().enumerate() {
        said.push(message.read(index)?);
    }
    // Instructions may stand anywhere, also after the question.
    let last = said.iter().rposition(|message| message.role != Role::System);
    match last {
        Some(at) if said[at].role == Role::User => {
            let question = said.remove(at).content;
            said.retain(|message| !message.content.trim().is_empty());
            Ok(Said { question, before: said })
        }
        Some(at) => Err(refused(&format!("{FIELD}[{at}]"), "the last message is not the user's")
            .hint("end with what the user asks: an answer that is begun cannot be gone on with")),
        None => Err(refused(FIELD, "there is no message of the user's")
            .hint("send at least one message with the role `user`")),
    }
}

impl ChatMessage {
    fn read(self, index: usize) -> Result<Message, Problem> {
        let role = match self.role.as_str() {
            "system" | "developer" => Role::System,
            "user" => Role::User,
            "assistant" => Role::Assistant,
            other => {
                let message = format!("messages of the role {other:?} cannot be taken");
                return Err(refused(&format!("{FIELD}[{index}].role"), message).hint(
                    "send `system`, `developer`, `user` and `assistant`: there are no tools",
                ));
            }
        };
        let content = match (self.content, self.parts) {
            (Some(Content::Text(text)), _) => text,
            (Some(Content::Parts(parts)), _) => read_parts(parts, role, index, "content")?,
            (None, Some(parts)) => read_parts(parts, role, index, "parts")?,
            (None, None) => String::new(),
        };
        Ok(Message { role, content })
    }
}

/// Of what an assistant said, the words count; what it showed beside them was its own.
fn read_parts(parts: Vec<Part>, role: Role, index: usize, field: &str) -> Result<String, Problem> {
    let mut texts = Vec::new();
    for (part_index, part) in parts.into_iter().enumerate() {
        match (part.kind.as_str(), role) {
            ("text" | "input_text" | "output_text", _) => texts.extend(part.text),
            ("refusal", Role::Assistant) => texts.extend(part.refusal),
            (_, Role::Assistant) => {}
            (other, _) => {
                let field = format!("{FIELD}[{index}].{field}[{part_index}]");
                return Err(refused(&field, format!("parts of the type {other:?} cannot be read"))
                    .hint("only text is read"));
            }
        }
    }
    Ok(texts.join("\n"))
}

/// All instructions, and so many of the newest others.
fn newest(mut messages: Vec<Message>, most: usize) -> Vec<Message> {
    let others = messages.iter().filter(|message| message.role != Role::System).count();
    let mut too_many = others.saturating_sub(most);
    messages.retain(|message| {
        let is_dropped = message.role != Role::System && too_many > 0;
        too_many -= usize::from(is_dropped);
        !is_dropped
    });
    messages
}

fn refused(field: &str, detail: impl Into<String>) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "bad_messages", detail).field(field)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn said(messages: Value) -> Result<Said, Problem> {
        read(serde_json::from_value(messages).unwrap())
    }

    fn field(messages: Value) -> String {
        said(messages).unwrap_err().field_name().unwrap_or_default().to_owned()
    }

    #[test]
    fn the_last_of_the_user_is_the_question() {
        let said = said(json!([
            {"role": "developer", "content": "Be brief."},
            {"role": "user", "content": [{"type": "text", "text": "One"}, {"type": "text", "text": "two?"}]},
            {"role": "assistant", "content": null, "tool_calls": []},
            {"role": "assistant", "parts": [{"type": "step-start"}, {"type": "text", "text": "Three."}]},
            {"role": "user", "content": "And four?", "name": "ann"},
            {"role": "system", "content": "In French."},
        ]))
        .unwrap();
        assert_eq!(said.question, "And four?");
        let before: Vec<_> = said.before.iter().map(|m| (m.role, m.content.as_str())).collect();
        assert_eq!(
            before,
            [
                (Role::System, "Be brief."),
                (Role::User, "One\ntwo?"),
                (Role::Assistant, "Three."),
                (Role::System, "In French."),
            ]
        );
    }

    #[test]
    fn what_cannot_be_taken_is_named() {
        let image = json!({"type": "image_url", "image_url": {"url": "data:"}});
        assert_eq!(
            field(json!([{"role": "user", "content": [{"type": "text", "text": "?"}, image]}])),
            "messages[0].content[1]"
        );
        assert_eq!(
            field(json!([{"role": "user", "content": "?"}, {"role": "tool", "content": "1"}])),
            "messages[1].role"
        );
        assert_eq!(
            field(json!([{"role": "user", "content": "?"}, {"role": "assistant", "content": "I"}])),
            "messages[1]"
        );
        assert_eq!(field(json!([{"role": "system", "content": "?"}])), "messages");
        assert_eq!(field(json!([])), "messages");
    }

    #[test]
    fn of_a_long_conversation_the_newest_part_counts() {
        let message = |role, content: &str| Message { role, content: content.to_owned() };
        let kept = newest(
            vec![
                message(Role::System, "s"),
                message(Role::User, "1"),
                message(Role::Assistant, "2"),
                message(Role::User, "3"),
            ],
            2,
        );
        let kept: Vec<_> = kept.iter().map(|message| message.content.as_str()).collect();
        assert_eq!(kept, ["s", "2", "3"]);
    }
}
