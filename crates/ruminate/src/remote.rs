//! Runs behind a server, reached over its REST API. It drives them; this process only asks and watches.

mod knowing;
mod reading;
mod stream;
mod trouble;
mod web;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use ruminate_models::ApiKey;
use ruminate_models::web::{Address, Whose};
use ruminate_runtime::Fate;
use ruminate_server::wire::{
    ConversationPage, ConversationRow, ForkRequest, ResumeRequest, RunRequest, RunView,
    SteerRequest, Told,
};
use ruminate_types::ports::model::ModelError;
use ruminate_types::ports::store::{Events, RunSummary, Runs};
use ruminate_types::ports::wake::Wake;
use ruminate_types::{Command, ConversationId, ModelChange, Owner, RunId};
use serde_json::json;

use crate::cli::{ModelChoice, PROGRAM};
use crate::env;
use crate::exit::{Exit, Failure};
use crate::house::no_conversation_yet;
use crate::knowing::Knowing;
use crate::place::{Begun, Driver, Forking, News, Place, Question, Talk};
use crate::view::printable;
use stream::Stream;
use web::Web;

pub(crate) struct Remote {
    web: Arc<Web>,
    program: String,
}

const SERVER: Whose =
    Whose { name: "server", keys: &[env::API_KEY], example: "http://127.0.0.1:7878" };

impl Remote {
    /// Connects to nothing yet.
    pub(crate) fn at(url: &str) -> Result<Self, Failure> {
        let address = Address::of(url, &SERVER).map_err(|error| match error {
            ModelError::Misconfigured { message, hint } => Failure::usage(message, hint),
            error => error.into(),
        })?;
        let key = env::var(env::API_KEY).and_then(|key| ApiKey::new(&key));
        if key.is_some() && !address.may_have_keys() {
            let message =
                format!("the key is not sent to {} in clear text", printable(address.as_str()));
            let hint =
                "use an https:// address, or a tunnel to localhost; or unset RUMINATE_API_KEY";
            return Err(Failure::new(Exit::Usage, "key_in_clear", message, hint));
        }
        Ok(Self { web: Arc::new(Web::new(address, key)), program: PROGRAM.to_owned() })
    }

    /// The same, for a program that is called like this to come here.
    pub(crate) fn called(self, program: String) -> Self {
        Self { program, ..self }
    }

    /// What the key's owner knows there.
    pub(crate) fn knowing(self) -> Knowing {
        Knowing {
            embedding: None,
            owner: Owner::local(),
            minds: self.web.clone(),
            learning: self.web.clone(),
            sources: self.web.clone(),
            aims: self.web.clone(),
            reflexes: self.web,
        }
    }

    /// Their mind, as it is woken there.
    pub(crate) fn waking(self) -> Arc<dyn Wake> {
        self.web
    }

    /// Whether the server takes work, in a sentence.
    pub(crate) async fn check(&self) -> Result<String, Failure> {
        let ready: serde_json::Value = self.web.get("/readyz").await?;
        let version = ready["version"].as_str().unwrap_or("unknown");
        // Whether the key is right shows only where one is asked for.
        let _: serde_json::Value = self.web.get("/api/runs?limit=1").await?;
        Ok(format!("{} takes work, version {}", self.web.url(), printable(version)))
    }

    async fn join(&self, talk: Talk) -> Result<Option<ConversationId>, Failure> {
        Ok(match talk {
            Talk::None => None,
            Talk::In(id) => Some(id),
            Talk::New => {
                let row: ConversationRow = self.web.post("/api/conversations", &json!({})).await?;
                Some(row.conversation_id)
            }
            Talk::Last => {
                let page: ConversationPage = self.web.get("/api/conversations?limit=1").await?;
                let newest = page.conversations.first().map(|row| row.conversation_id);
                Some(newest.ok_or_else(no_conversation_yet)?)
            }
        })
    }

    async fn tell_to(
        &self,
        run: RunId,
        what: &str,
        body: &impl serde::Serialize,
    ) -> Result<Fate, Failure> {
        match self.web.post::<Told>(&format!("/api/runs/{run}/{what}"), body).await {
            Ok(told) => Ok(if told.obeyed { Fate::Obeyed } else { Fate::Waiting }),
            Err(trouble) if trouble.is_too_late() => Ok(Fate::TooLate),
            Err(trouble) => Err(trouble.into()),
        }
    }
}

/// A server reaches models at the addresses it knows; it is not sent to others.
fn chosen(model: &ModelChoice) -> Result<Option<String>, Failure> {
    match model.model_url {
        None => Ok(model.model.clone()),
        Some(_) => Err(Failure::usage(
            "--model-url cannot be used with --server",
            "the server reaches models at its own addresses; `ruminate serve --model-url` sets one",
        )),
    }
}

#[async_trait]
impl Place for Remote {
    fn program(&self) -> &str {
        &self.program
    }

    fn runs(&self) -> &dyn Runs {
        &*self.web
    }

    fn events(&self) -> &dyn Events {
        &*self.web
    }

    async fn begin(&self, question: Question) -> Result<Begun, Failure> {
        let Question { text, mode, asked, model, talk, fetch: _ } = question;
        let model = chosen(&model)?;
        let conversation_id = self.join(talk).await?;
        let request = RunRequest {
            question: text,
            mode,
            model,
            conversation_id,
            start: None,
            minutes: asked.minutes,
            max_tokens: asked.max_tokens,
            max_calls: asked.max_calls,
            max_cost: asked.max_cost,
            reserve: asked.reserve,
            parallel: asked.parallel,
            synthesis_every: asked.synthesis_every,
            synthesis_after_insights: asked.synthesis_after_insights,
            fresh: asked.fresh,
        };
        let run: RunView = self.web.post("/api/runs", &request).await?;
        let told = match &run.model {
            Some(model) => format!("Thinking with {} at {}.", printable(model), self.web.url()),
            None => format!("Thinking without a model at {}.", self.web.url()),
        };
        Ok(Begun { run: run.row.session_id, told, conversation: conversation_id })
    }

    async fn fork(&self, forking: Forking<'_>) -> Result<RunId, Failure> {
        let Forking { from, at, asked, model, start } = forking;
        let request = ForkRequest {
            at,
            start: Some(start),
            model: chosen(model)?,
            minutes: asked.minutes,
            max_tokens: asked.max_tokens,
            max_calls: asked.max_calls,
            max_cost: asked.max_cost,
            reserve: asked.reserve,
        };
        let run: RunView = self.web.post(&format!("/api/runs/{from}/fork"), &request).await?;
        Ok(run.row.session_id)
    }

    async fn tell(
        &self,
        run: RunId,
        command: &Command,
        _patience: Duration,
    ) -> Result<Fate, Failure> {
        match command {
            Command::Pause => self.tell_to(run, "pause", &json!({})).await,
            Command::Cancel => self.tell_to(run, "cancel", &json!({})).await,
            Command::Steer { text } => {
                self.tell_to(run, "steer", &SteerRequest { text: text.clone() }).await
            }
            Command::Resume { model } => {
                let model = match model {
                    ModelChange::Keep => None,
                    ModelChange::Use(profile) => Some(profile.id.clone()),
                    ModelChange::Native => Some(crate::wiring::NO_MODEL.to_owned()),
                };
                self.tell_to(run, "resume", &ResumeRequest { model }).await
            }
            Command::Feedback { verdict, note } => {
                self.tell_to(run, "feedback", &json!({ "verdict": verdict, "note": note })).await
            }
        }
    }

    async fn resume(&self, run: &RunSummary, model: &ModelChoice) -> Result<(), Failure> {
        let request = ResumeRequest { model: chosen(model)? };
        self.tell_to(run.session_id, "resume", &request).await?;
        Ok(())
    }

    async fn delete(&self, run: RunId) -> Result<(), Failure> {
        Ok(self.web.delete(&format!("/api/runs/{run}")).await?)
    }

    fn drive(&self, _run: RunId) -> Driver {
        Driver::There
    }

    /// It does anyway.
    async fn leave(&self, _run: RunId) -> Result<(), Failure> {
        Ok(())
    }

    fn news(&self, run: RunId, after: u64) -> Box<dyn News> {
        Box::new(Stream::follow(self.web.clone(), run, after))
    }

    fn look_every(&self) -> Duration {
        Duration::from_secs(2)
    }
}
