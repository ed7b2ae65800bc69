//! Runs in the data directory of this machine, driven by this process.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use ruminate_runtime::asked;
use ruminate_runtime::{
    Begin, Fate, Fork, Live, NewQuestion, RuntimeError, Stop, Subscription, create, fate, fork,
    said_before,
};
use ruminate_types::ports::conversations::Conversations;
use ruminate_types::ports::store::{Events, RunSummary, Runs, StoreError, Windows};
use ruminate_types::{Command, ConversationId, Message, ModelChange, Owner, RunId, RunStatus};
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};
use uuid::Uuid;

use crate::background;
use crate::cli::ModelChoice;
use crate::exit::{Exit, Failure};
use crate::place::{Begun, Driver, Forking, Heard, News, Place, Question, Talk};
use crate::wiring::{House, choose_model, choose_or_fetch};

/// How soon what another process commits is seen.
const POLL: Duration = Duration::from_millis(200);
/// How soon it is looked again whether a run has obeyed.
const UNTIL_OBEYED: Duration = Duration::from_millis(50);

#[async_trait]
impl Place for House {
    fn runs(&self) -> &dyn Runs {
        &*self.store
    }

    fn events(&self) -> &dyn Events {
        &*self.store
    }

    async fn begin(&self, question: Question) -> Result<Begun, Failure> {
        let Question { text, mode, asked, model, talk, fetch } = question;
        let config = &self.loaded.config;
        let chosen = choose_or_fetch(&config.model, &self.models, &model, fetch).await?;
        let policy = asked.policy(mode, &config.defaults(), chosen.profile.as_ref())?;
        let (conversation, said) = self.join(talk).await?;
        let new = NewQuestion { text, conversation: said, policy, model: chosen.profile };
        let begin = Begin { conversation, ..Begin::now() };
        let run = create(&self.worker, new, begin).await?;
        Ok(Begun { run, told: chosen.told, conversation })
    }

    async fn fork(&self, forking: Forking<'_>) -> Result<RunId, Failure> {
        let Forking { from, at, asked, model, start } = forking;
        let original = self.store.load(from).await?;
        let model = self.changed_model(model).await?;
        let thinks_with = match &model {
            ModelChange::Keep => original.cursor.model.as_ref(),
            ModelChange::Use(profile) => Some(&**profile),
            ModelChange::Native => None,
        };
        let budget = asked.of_a_fork(&original, thinks_with, at)?;
        let begin = Begin { start: start.then_some(model), ..Begin::later() };
        Ok(fork(&self.worker, Fork { from, at, budget }, begin).await?)
    }

    async fn tell(
        &self,
        run: RunId,
        command: &Command,
        patience: Duration,
    ) -> Result<Fate, Failure> {
        let since = self.store.summary(run).await?.cursor.seq;
        let queued = self.worker.tell(run, command).await?;
        let deadline = Instant::now() + patience;
        loop {
            self.let_it_obey(run).await?;
            let fate = fate(self.worker.ports(), run, queued, command, since).await?;
            if fate != Fate::Waiting || Instant::now() >= deadline {
                return Ok(fate);
            }
            tokio::time::sleep(UNTIL_OBEYED).await;
        }
    }

    async fn resume(&self, run: &RunSummary, choice: &ModelChoice) -> Result<(), Failure> {
        let model = self.changed_model(choice).await?;
        if let ModelChange::Use(profile) = &model
            && run.policy.budget.micro_usd.is_some()
        {
            asked::priced(profile)?;
        }
        // One that was interrupted is thinking still, and can change its model only after a pause.
        if run.status == RunStatus::Thinking && model != ModelChange::Keep {
            self.worker.tell(run.session_id, &Command::Pause).await?;
        }
        self.worker.tell(run.session_id, &Command::Resume { model }).await?;
        Ok(())
    }

    async fn delete(&self, run: RunId) -> Result<(), Failure> {
        // One that cannot be read can be deleted all the same.
        let owner = self.store.summary(run).await.ok().map(|run| run.owner);
        self.worker.delete(run).await?;
        if let Some(owner) = owner {
            self.mind.settle(&owner).await?;
        }
        Ok(())
    }

    fn drive(&self, run: RunId) -> Driver {
        let (stop, stopped) = watch::channel(Stop::GoOn);
        let worker = self.worker.clone();
        let task = tokio::spawn(async move { worker.drive(run, stopped).await });
        Driver::Here { task, stop }
    }

    async fn leave(&self, run: RunId) -> Result<(), Failure> {
        if self.is_driven(run).await? {
            return Ok(());
        }
        background::drive(&self.loaded, run)
    }

    fn news(&self, run: RunId, _after: u64) -> Box<dyn News> {
        let mut poll = interval(POLL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Box::new(Bus { live: self.worker.bus().subscribe(run), poll })
    }

    fn look_every(&self) -> Duration {
        POLL
    }
}

impl House {
    /// Takes a run that nobody drives up, lets it obey what it was told, and lets go of it again.
    async fn let_it_obey(&self, run: RunId) -> Result<(), Failure> {
        if self.is_driven(run).await? {
            return Ok(());
        }
        let (_stop, stopped) = watch::channel(Stop::AfterStep);
        match self.worker.drive(run, stopped).await {
            // Somebody was quicker, and will obey.
            Err(RuntimeError::Store(StoreError::Held { .. })) => Ok(()),
            outcome => Ok(outcome.map(|_| ())?),
        }
    }

    /// Whether some process drives the run.
    async fn is_driven(&self, run: RunId) -> Result<bool, StoreError> {
        Ok(self.store.summary(run).await?.driven_by.is_some())
    }

    /// The model that was asked for, if one was.
    async fn changed_model(&self, choice: &ModelChoice) -> Result<ModelChange, Failure> {
        if choice.is_none() {
            return Ok(ModelChange::Keep);
        }
        let chosen = choose_model(&self.loaded.config.model, &self.models, choice).await?;
        Ok(match chosen.profile {
            Some(profile) => ModelChange::Use(Box::new(profile)),
            None => ModelChange::Native,
        })
    }

    /// The conversation, and what was said in it before.
    async fn join(&self, talk: Talk) -> Result<(Option<ConversationId>, Vec<Message>), Failure> {
        let owner = Owner::local();
        let id = match talk {
            Talk::None => return Ok((None, Vec::new())),
            Talk::New => {
                let id = ConversationId(Uuid::now_v7());
                self.store.open(id, &owner, None).await?;
                id
            }
            Talk::In(id) => id,
            Talk::Last => {
                let newest = self.store.conversations(&owner, None, 1).await?;
                newest.first().map(|newest| newest.id).ok_or_else(no_conversation_yet)?
            }
        };
        let most = self.loaded.config.limits.history_messages;
        Ok((Some(id), said_before(&*self.store, &owner, id, most).await?))
    }
}

pub(crate) fn no_conversation_yet() -> Failure {
    let message = "there are no conversations yet, so there is no last one";
    let hint = "begin one: ruminate ask \"a question\" --new-conversation";
    Failure::new(Exit::NotFound, "conversation_not_found", message, hint)
}

/// The bus of this process, and a look at the journal from time to time for what others write.
struct Bus {
    live: Subscription,
    poll: Interval,
}

#[async_trait]
impl News for Bus {
    async fn next(&mut self) -> Result<Heard, Failure> {
        tokio::select! {
            live = self.live.next() => Ok(match live {
                Some(Live::Piece(piece)) => Heard::Piece(piece),
                Some(Live::Event(_)) | None => Heard::Something,
            }),
            _ = self.poll.tick() => Ok(Heard::Something),
        }
    }
}
