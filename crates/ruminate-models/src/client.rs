//! Asks one model: sends, reads piece by piece, and asks again what is worth asking again.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use ruminate_types::Tokens;
use ruminate_types::ports::model::{
    Finish, LanguageModel, ModelError, ModelReply, ModelRequest, OnPiece,
};
use serde_json::Value;

use crate::address::Address;
use crate::concessions::{Concessions, Field, Without};
use crate::draft::{Draft, Outcome, Reading};
use crate::frames::{Frames, Framing};
use crate::http::unreachable;
use crate::line::{Deadline, Failure, Line, Turn};
use crate::protocol::{Piece, Protocol};
use crate::refusal::{Said, one_line};
use crate::{ModelId, Provider};

#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) line: Line,
    pub(crate) max_reply_bytes: usize,
    pub(crate) concessions: Concessions,
}

/// What to leave out from the start.
pub(crate) fn known_concessions(model: &ModelId, address: &Address) -> Concessions {
    let official_openai =
        model.provider == Provider::OpenAi && address.is_official(Provider::OpenAi);
    let none = Without::default();
    Concessions::starting_with(if official_openai { none.and(Field::MaxTokens) } else { none })
}

#[async_trait]
impl LanguageModel for Client {
    async fn complete(
        &self,
        request: &ModelRequest,
        time_limit: Duration,
        on_piece: OnPiece<'_>,
    ) -> Result<ModelReply, ModelError> {
        let mut turn = self.line.turn(Deadline::after(time_limit)).await?;
        let mut wasted = Tokens::default();
        loop {
            match self.attempt(&mut turn, request, on_piece, &mut wasted).await {
                Ok((text, finish, tokens)) => {
                    return Ok(ModelReply {
                        text,
                        finish,
                        tokens: both(tokens, wasted),
                        latency_ms: turn.elapsed().as_millis() as u64,
                        attempts: turn.attempts(),
                    });
                }
                Err(failure) => turn.again_after(failure).await?,
            }
        }
    }
}

/// Whether what came is worth as much as a reply, though this ended it. Whoever waits for an answer gets
/// what there is of it when time is up: another would be no faster.
fn is_enough(request: &ModelRequest, error: &ModelError) -> bool {
    request.purpose.takes_a_beginning() || matches!(error, ModelError::TimedOut { .. })
}

/// A frame that ends in its middle is no different from a connection that does.
fn broken_off(error: ModelError) -> ModelError {
    match error {
        ModelError::Malformed { url, .. } => {
            ModelError::Unreachable { url, message: "the reply broke off".into() }
        }
        error => error,
    }
}

fn both(one: Tokens, other: Tokens) -> Tokens {
    Tokens {
        prompt: one.prompt + other.prompt,
        completion: one.completion + other.completion,
        estimated: one.estimated || other.estimated,
    }
}

impl Client {
    fn protocol(&self) -> &'static dyn Protocol {
        self.line.model.provider.protocol()
    }

    /// What the server counts, or would, for what it wrote before it failed is added to `wasted`.
    async fn attempt(
        &self,
        turn: &mut Turn<'_>,
        request: &ModelRequest,
        on_piece: OnPiece<'_>,
        wasted: &mut Tokens,
    ) -> Result<(String, Finish, Tokens), Failure> {
        let without = self.concessions.current();
        let mut draft = Draft::new(on_piece, self.line.key.as_ref(), self.max_reply_bytes);
        let ended = turn.attempt(self.exchange(request, without, &mut draft)).await;
        if let Err(error) = ended
            && !(draft.is_usable() && is_enough(request, &error))
        {
            let again_at_once = self.may_concede(without, &error);
            let Outcome::Reply { tokens, .. } = draft.outcome(request) else {
                return Err(Failure { again_at_once, error });
            };
            *wasted = both(*wasted, tokens);
            return Err(Failure { again_at_once, error: broken_off(error) });
        }
        match draft.outcome(request) {
            Outcome::Reply { text, finish, tokens } => Ok((text, finish, tokens)),
            Outcome::Declined(why) => Err(ModelError::Declined { message: one_line(&why) }.into()),
            Outcome::Nothing => Err(self.line.malformed("the reply is empty").into()),
        }
    }

    fn may_concede(&self, without: Without, error: &ModelError) -> bool {
        let ModelError::Rejected { message, .. } = error else {
            return false;
        };
        self.concessions.learn(self.protocol().optional_fields(), without, message)
    }

    /// Reads a reply into the draft. An error says why no more came; what had come is in the draft.
    async fn exchange(
        &self,
        request: &ModelRequest,
        without: Without,
        draft: &mut Draft<'_>,
    ) -> Result<(), ModelError> {
        let protocol = self.protocol();
        let body = protocol.body(&self.line.model.name, request, without);
        let mut response =
            self.line.post(protocol.chat_path(), &body, request.schema.is_some()).await?;
        // A frame holds text in quotes, and more beside it.
        let largest = self.max_reply_bytes.saturating_mul(2).saturating_add(64 * 1024);
        let mut frames = Frames::new(self.framing(&response)?, largest);
        while let Some(bytes) =
            response.chunk().await.map_err(|error| unreachable(&self.line.address, error))?
        {
            let complete =
                frames.push(&bytes).map_err(|_| ModelError::TooLarge { url: self.line.url() })?;
            for frame in complete {
                if self.read(&frame, request, draft)? == Reading::Done {
                    return Ok(());
                }
            }
        }
        if let Some(last) = frames.finish() {
            self.read(&last, request, draft)?;
        }
        Ok(())
    }

    /// How the reply is cut into frames, which the content type has the last word about. A server that
    /// names none is taken to speak its protocol.
    fn framing(&self, response: &Response) -> Result<Framing, ModelError> {
        let own = self.protocol().framing();
        let Some(content_type) = response.headers().get(CONTENT_TYPE) else {
            return Ok(own);
        };
        let content_type = content_type.to_str().unwrap_or_default().to_ascii_lowercase();
        match content_type.split(';').next().unwrap_or_default().trim() {
            "text/event-stream" => Ok(Framing::Events),
            "application/x-ndjson" | "application/ndjson" => Ok(Framing::Lines),
            "application/json" if own == Framing::Lines => Ok(Framing::Lines),
            "application/json" => Ok(Framing::Whole),
            other => {
                let told = format!("it is of the type {:?}", self.line.redact(other));
                Err(self.line.malformed(&one_line(&told)))
            }
        }
    }

    fn read(
        &self,
        frame: &str,
        request: &ModelRequest,
        draft: &mut Draft<'_>,
    ) -> Result<Reading, ModelError> {
        if frame.trim() == "[DONE]" {
            return Ok(draft.take(Piece::End));
        }
        let frame: Value = serde_json::from_str(frame)
            .map_err(|error| self.line.malformed(&format!("not JSON: {error}")))?;
        for piece in self.protocol().pieces(&frame) {
            if let Piece::Failed { status, message } = piece {
                let said = Said::of_message(self.line.redact(&message));
                return Err(self.line.refused(status, said, None, request.schema.is_some()));
            }
            if draft.take(piece) == Reading::Done {
                return Ok(Reading::Done);
            }
        }
        Ok(Reading::GoOn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openai_itself_gets_the_limit_under_its_newer_name_from_the_start() {
        let model = ModelId::parse("openai/gpt-5").unwrap();
        let without = |url| {
            let address = Address::parse(Provider::OpenAi, url).unwrap();
            known_concessions(&model, &address).current()
        };
        assert!(without(None).has(Field::MaxTokens));
        assert!(!without(Some("http://127.0.0.1:8000")).has(Field::MaxTokens));
    }
}
