//! A run that was begun for somebody who waits for its answer, as that somebody hears it: what the run
//! does, the answer as far as it is written, and how it ended. Every door that answers a question over
//! one connection listens through this.
//!
//! Whoever goes away before the end is not thought for any longer: the run is told to pause. Nothing of
//! it is lost, and nothing more is spent.

mod leaving;
mod stream;
mod usage;

pub(crate) use stream::{Telling, stream};
pub(crate) use usage::Usage;

use std::collections::VecDeque;
use std::sync::Arc;

use axum::http::StatusCode;
use ruminate_engine::reply::Written;
use ruminate_runtime::Told;
use ruminate_types::ports::store::StoreError;
use ruminate_types::{Confidence, Mode, Owner, PauseReason, Payload, RunId};
use tokio::sync::watch::Receiver;
use tokio::time::{Interval, MissedTickBehavior, interval};
use tracing::Instrument;

use crate::app::App;
use crate::problem::Problem;
use crate::runs::{Asking, write_down};
use crate::sse::closes;
use crate::watch::{News, Watch};
use leaving::Leaving;

pub(crate) struct Answering {
    app: App,
    run: RunId,
    watch: Watch,
    closing: Receiver<bool>,
    look: Interval,
    leaving: Leaving,
    /// None for whoever wants the answer whole, or when nothing of it may be shown before its end.
    written: Option<Written>,
    answered: Option<Answered>,
    usage: Usage,
    /// Heard, not handed out yet.
    ready: VecDeque<Item>,
    is_over: bool,
}

pub(crate) enum Item {
    /// Something that the run did.
    Step(Arc<Told>),
    /// More of the answer.
    Text(String),
    /// Nothing comes after it.
    End(End),
}

pub(crate) struct End {
    pub(crate) usage: Usage,
    pub(crate) how: Result<Answered, Problem>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Answered {
    pub(crate) confidence: Confidence,
    /// The answer ends where the limit of tokens was reached.
    pub(crate) is_cut: bool,
}

/// How the answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    AsWritten,
    Whole,
}

impl Answering {
    pub(crate) async fn begin(
        app: &App,
        owner: &Owner,
        asking: Asking,
        pace: Pace,
    ) -> Result<Self, Problem> {
        let (app, owner) = (app.clone(), owner.clone());
        // A task of its own: an asker who leaves right now must not leave a run behind that is written
        // down and has nobody to tell it to pause.
        let beginning = async move {
            let run = write_down(&app, &owner, asking, true).await?;
            // Whoever watches before the run thinks misses nothing of what it says.
            let watch = Watch::new(&app, run, 0);
            app.dispatcher.start(run);
            let mut look = interval(app.settings.heartbeat);
            look.set_missed_tick_behavior(MissedTickBehavior::Delay);
            Ok(Self {
                run,
                watch,
                closing: app.closing(),
                look,
                leaving: Leaving::of(app.clone(), run),
                app,
                written: (pace == Pace::AsWritten).then(Written::default),
                answered: None,
                usage: Usage::default(),
                ready: VecDeque::new(),
                is_over: false,
            })
        };
        tokio::spawn(beginning.in_current_span()).await.unwrap_or_else(|error| {
            tracing::error!(%error, "a run could not be begun");
            Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "something broke"))
        })
    }

    pub(crate) fn run(&self) -> RunId {
        self.run
    }

    /// Waits for the next; none after the end. Dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            if self.is_over {
                return None;
            }
            tokio::select! {
                news = self.watch.next() => match news {
                    Ok(news) => self.hear(news),
                    Err(error) => self.end(Err(error.into())),
                },
                () = closes(&mut self.closing) => {
                    self.leaving.leave().await;
                    self.end(Err(closing()));
                }
                _ = self.look.tick() => {
                    // One that somebody deleted will never say anything again.
                    let run = self.app.ports().runs.summary(self.run).await;
                    if let Err(gone @ StoreError::NotFound(_)) = run {
                        self.leaving.not_needed();
                        self.end(Err(gone.into()));
                    }
                }
            }
        }
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Event(told) => self.hear_event(told),
            News::Piece(piece) => {
                let written = self.written.as_mut();
                let text = written.and_then(|written| written.piece(piece.offset, &piece.text));
                self.ready.extend(text.map(Item::Text));
            }
        }
    }

    fn hear_event(&mut self, told: Arc<Told>) {
        self.usage.add(&told.metrics);
        self.ready.push_back(Item::Step(told.clone()));
        match &told.payload {
            Payload::Created { policy, .. } => match policy.mode {
                Mode::Fast => {}
                // What it writes on the way is no part of the answer.
                Mode::Extended => self.written = None,
            },
            Payload::AnswerFinal(answer) => self.answer(
                &answer.answer_text,
                Answered { confidence: answer.confidence, is_cut: answer.is_cut },
            ),
            Payload::FinalSynthesis(synthesis) => self.answer(
                &synthesis.synthesis_text,
                Answered { confidence: synthesis.confidence_level, is_cut: false },
            ),
            Payload::Paused { reason } => {
                let problem = paused(self.run, reason);
                self.leaving.not_needed();
                self.end(Err(problem));
            }
            Payload::Completed | Payload::Cancelled => {
                let how = self.answered.ok_or_else(|| cancelled(self.run));
                self.leaving.not_needed();
                self.end(how);
            }
            _ => {}
        }
    }

    fn answer(&mut self, text: &str, answered: Answered) {
        self.answered = Some(answered);
        let rest = match self.written.take() {
            Some(written) => written.rest(text),
            None => text.to_owned(),
        };
        if !rest.is_empty() {
            self.ready.push_back(Item::Text(rest));
        }
    }

    fn end(&mut self, how: Result<Answered, Problem>) {
        self.is_over = true;
        self.ready.push_back(Item::End(End { usage: self.usage, how }));
    }
}

/// The code of a run that ended without an answer because its model does not answer.
pub(crate) const MODEL_UNAVAILABLE: &str = "model_unavailable";
/// The code of a run that somebody else told to pause.
pub(crate) const RUN_PAUSED: &str = "run_paused";
/// The code of a run that somebody else ended.
pub(crate) const RUN_CANCELLED: &str = "run_cancelled";

fn paused(run: RunId, reason: &PauseReason) -> Problem {
    let (status, code, detail) = match reason {
        PauseReason::Asked => {
            (StatusCode::CONFLICT, RUN_PAUSED, "the run was told to pause".to_owned())
        }
        PauseReason::ModelUnavailable { message } => {
            (StatusCode::SERVICE_UNAVAILABLE, MODEL_UNAVAILABLE, message.clone())
        }
    };
    let hint = format!("nothing is lost: POST /api/runs/{run}/resume goes on with it");
    Problem::new(status, code, detail).without_addresses().hint(hint)
}

fn cancelled(run: RunId) -> Problem {
    Problem::new(StatusCode::CONFLICT, RUN_CANCELLED, "the run was cancelled before it answered")
        .hint(format!("GET /api/runs/{run} tells more"))
}

fn closing() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "closing", "the server is ending")
        .hint("the run is paused and can be resumed; ask again in a moment")
}
