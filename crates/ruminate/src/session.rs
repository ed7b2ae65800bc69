//! One terminal, one run: shows what happens, passes on what the person wants, and sees to it that the
//! run is driven if nobody else does. What is shown always comes from the journal; what a place tells
//! besides only says when to look.

mod feed;

use std::io::IsTerminal;
use std::task::Poll;
use std::time::{Duration, Instant};

use ruminate_runtime::document::Document;
use ruminate_runtime::{Outcome, RuntimeError, Stop};
use ruminate_types::ports::store::{RunSummary, StoreError};
use ruminate_types::{Command, ConversationId, Mode, ModelChange, RunId, RunStatus};
use serde_json::json;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::cli::{Global, Output};
use crate::env;
use crate::exit::{Exit, Failure};
use crate::output::{note, say};
use crate::place::{Driver, Place};
use crate::view::{
    AnswerView, EventsView, JsonView, LiveView, PlainView, Shown, View, Wish, printable,
};
use feed::{Fed, Feed};

/// How a run is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    Live,
    Plain,
    /// The answer while it is being written.
    Streamed,
    /// The answer when it is there.
    Answer,
    Events,
    Json,
}

impl Show {
    pub(crate) fn of(global: &Global, output: &Output) -> Self {
        if global.json {
            Self::Json
        } else if output.events {
            Self::Events
        } else if output.plain || !has_a_screen() {
            Self::Plain
        } else {
            Self::Live
        }
    }

    /// For those who only want the answer.
    pub(crate) fn only_the_answer(self) -> Self {
        match self {
            Self::Live => Self::Streamed,
            Self::Plain => Self::Answer,
            other => other,
        }
    }

    pub(crate) fn is_for_programs(self) -> bool {
        matches!(self, Self::Json | Self::Events)
    }

    /// A screen shows how a run thinks; one that answers at once has nothing to show but its answer.
    fn of_a_run(self, mode: Mode) -> Self {
        match (self, mode) {
            (Self::Live, Mode::Fast) => Self::Streamed,
            _ => self,
        }
    }

    fn view(self) -> Result<Box<dyn View>, Failure> {
        Ok(match self {
            Self::Live => Box::new(LiveView::open()?),
            Self::Plain => Box::new(PlainView),
            Self::Streamed => Box::new(AnswerView::streamed()),
            Self::Answer => Box::new(AnswerView::whole()),
            Self::Events => Box::new(EventsView),
            Self::Json => Box::new(JsonView),
        })
    }
}

/// A terminal that can be drawn on, and somebody at it.
fn has_a_screen() -> bool {
    let is_dumb = env::var("TERM").is_none_or(|term| term == "dumb");
    std::io::stdout().is_terminal() && std::io::stdin().is_terminal() && !is_dumb
}

pub(crate) struct Session<'a> {
    place: &'a dyn Place,
    run: RunId,
    show: Show,
    /// Listens before the run is driven, so that it hears the first word.
    feed: Feed<'a>,
    driver: Option<Driver>,
    /// Whether the run was driven for this session.
    drove: bool,
    /// Whether somebody reads what is shown, as far as is known.
    is_watched: bool,
    /// Why nothing can be shown any more.
    unheard: Option<Failure>,
    /// Since when nobody is known to drive the run.
    idle_since: Option<Instant>,
    status: RunStatus,
    /// The event after which `status` holds: what comes before tells of the past.
    status_at: u64,
    conversation: Option<ConversationId>,
}

/// A run that goes on in the background has so long to be taken up there.
const PATIENCE: Duration = Duration::from_secs(2);
/// A server that was started again, or that lost a run's driver, looks for such runs more often than this.
const PATIENCE_THERE: Duration = Duration::from_secs(30);

/// Why a session ends before its run does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaving {
    No,
    /// The run goes on in the background.
    Detach,
    /// The person leaves; a run that was driven for this session is paused.
    Interrupt,
}

impl<'a> Session<'a> {
    /// Has the run driven, and shows what comes after an event.
    pub(crate) fn driving(place: &'a dyn Place, run: RunId, show: Show, after: u64) -> Self {
        let mut session = Self::following(place, run, show, after);
        session.drive();
        session
    }

    /// Shows the run that somebody else drives.
    pub(crate) fn following(place: &'a dyn Place, run: RunId, show: Show, after: u64) -> Self {
        // A screen shows the run as a whole, and needs all of it.
        let after = if show == Show::Live { 0 } else { after };
        Self {
            place,
            run,
            show,
            feed: Feed::new(place, run, after),
            driver: None,
            drove: false,
            is_watched: true,
            unheard: None,
            idle_since: None,
            status: RunStatus::Created,
            status_at: 0,
            conversation: None,
        }
    }

    fn drive(&mut self) {
        self.driver = Some(self.place.drive(self.run));
        self.drove = true;
    }

    pub(crate) async fn attend(mut self) -> Result<Exit, Failure> {
        // Before the screen is taken: a signal must not end the program while it is.
        let mut signals = Signals::listen()?;
        self.take(&self.place.runs().summary(self.run).await?);
        let mut view = self.show.view()?;
        let leaving = self.watch(&mut *view, &mut signals).await?;
        self.conclude(leaving, view).await
    }

    fn take(&mut self, run: &RunSummary) {
        self.status = run.status;
        self.status_at = run.cursor.seq;
        self.conversation = run.conversation_id;
        self.show = self.show.of_a_run(run.policy.mode);
    }

    async fn watch(
        &mut self,
        view: &mut dyn View,
        signals: &mut Signals,
    ) -> Result<Leaving, Failure> {
        let mut leaving = Leaving::No;
        while !self.is_over(leaving) {
            let is_looking = self.is_looking();
            tokio::select! {
                fed = self.feed.next(is_looking) => match self.show_fed(view, fed?) {
                    // Nobody watches any more, so nobody wants it to go on spending.
                    Err(failure) if failure.is_about_output() => {
                        self.is_watched = false;
                        self.unheard = Some(failure);
                        // A signal may have told the same: that is not a second wish.
                        if leaving == Leaving::No {
                            self.interrupt(&mut leaving).await?;
                        }
                    }
                    shown => shown?,
                },
                wish = view.wish() => match self.grant(wish, &mut leaving).await {
                    Err(failure) if leaving == Leaving::No => view.decline(&failure),
                    granted => granted?,
                },
                () = signals.next() => self.interrupt(&mut leaving).await?,
                outcome = finished(&mut self.driver) => {
                    self.driver = None;
                    let is_held = matches!(outcome, Err(RuntimeError::Store(StoreError::Held { .. })));
                    // On a screen, a run that somebody else drives is simply watched.
                    if !(is_held && self.show == Show::Live) {
                        outcome?;
                    }
                    self.show_rest(view).await?;
                }
            }
        }
        self.show_rest(view).await?;
        Ok(leaving)
    }

    /// A screen stays, since a key can resume what is paused. In a pipe there is nothing to wait for
    /// when nobody drives the run.
    fn is_over(&self, leaving: Leaving) -> bool {
        let is_left = leaving != Leaving::No || self.status.is_final();
        let is_idle = self.drove || self.is_idle_for(PATIENCE);
        !self.is_driven_for_us() && (is_left || (is_idle && self.show != Show::Live))
    }

    fn is_idle_for(&self, patience: Duration) -> bool {
        self.idle_since.is_some_and(|since| since.elapsed() > patience)
    }

    fn is_driven_for_us(&self) -> bool {
        match self.driver {
            None => false,
            Some(Driver::Here { .. }) => true,
            Some(Driver::There) => {
                let is_under_way = matches!(self.status, RunStatus::Created | RunStatus::Thinking);
                is_under_way && !self.is_idle_for(PATIENCE_THERE)
            }
        }
    }

    /// Whether it matters that somebody drives the run; of a driver of our own we hear.
    fn is_looking(&self) -> bool {
        self.show != Show::Live && !matches!(self.driver, Some(Driver::Here { .. }))
    }

    async fn show_rest(&mut self, view: &mut dyn View) -> Result<(), Failure> {
        while let Some(events) = self.feed.more().await? {
            self.show_fed(view, Fed::Events(events))?;
        }
        Ok(())
    }

    fn show_fed(&mut self, view: &mut dyn View, fed: Fed) -> Result<(), Failure> {
        match fed {
            Fed::Events(events) => {
                for event in &events {
                    if event.seq > self.status_at {
                        self.status = event.payload.status_after().unwrap_or(self.status);
                    }
                    if self.is_watched {
                        view.event(event)?;
                    }
                }
                self.draw(view)?;
            }
            Fed::Piece(piece) if self.is_watched => view.piece(&piece)?,
            Fed::Piece(_) => {}
            Fed::Driven(true) => self.idle_since = None,
            Fed::Driven(false) => _ = self.idle_since.get_or_insert_with(Instant::now),
            Fed::Tick => self.draw(view)?,
        }
        Ok(())
    }

    fn draw(&self, view: &mut dyn View) -> Result<(), Failure> {
        if self.is_watched {
            view.draw()?;
        }
        Ok(())
    }

    async fn grant(&mut self, wish: Wish, leaving: &mut Leaving) -> Result<(), Failure> {
        match wish {
            Wish::Pause => self.tell(Command::Pause).await,
            Wish::Steer(text) => self.tell(Command::Steer { text }).await,
            Wish::Resume => {
                self.tell(Command::Resume { model: ModelChange::Keep }).await?;
                if self.driver.is_none() && !self.status.is_final() {
                    self.drive();
                }
                Ok(())
            }
            Wish::Detach => {
                *leaving = Leaving::Detach;
                self.let_go(Stop::AfterStep);
                Ok(())
            }
            Wish::Leave => self.interrupt(leaving).await,
        }
    }

    async fn tell(&mut self, command: Command) -> Result<(), Failure> {
        if !self.status.is_final() {
            self.place.tell(self.run, &command, Duration::ZERO).await?;
        }
        Ok(())
    }

    /// The first time the run is paused in good order; the second time it is let go as it is.
    async fn interrupt(&mut self, leaving: &mut Leaving) -> Result<(), Failure> {
        let is_repeated = std::mem::replace(leaving, Leaving::Interrupt) == Leaving::Interrupt;
        match self.driver {
            Some(_) if is_repeated => self.let_go(Stop::Now),
            Some(_) => self.tell(Command::Pause).await?,
            None => {}
        }
        Ok(())
    }

    fn let_go(&mut self, how: Stop) {
        match &self.driver {
            Some(Driver::Here { stop, .. }) => _ = stop.send_replace(how),
            Some(Driver::There) => self.driver = None,
            None => {}
        }
    }

    async fn conclude(self, leaving: Leaving, view: Box<dyn View>) -> Result<Exit, Failure> {
        if let Some(failure) = self.unheard.filter(|failure| !failure.is_nobody_listening()) {
            return Err(failure);
        }
        if leaving == Leaving::Detach && self.status == RunStatus::Thinking {
            drop(view);
            self.place.leave(self.run).await?;
            return tell_detached(self.place, self.run, self.show == Show::Json);
        }
        let document = Document::read(self.place.events(), self.run).await?;
        let is_driven = self.place.runs().summary(self.run).await?.driven_by.is_some();
        let conversation_id = self.conversation;
        let program = self.place.program();
        view.end(&Shown { document: &document, conversation_id, is_driven, program })?;
        let is_without = document.is_without_its_model();
        if document.status == RunStatus::Completed && is_without && !self.show.is_for_programs() {
            note!("The model gave nothing of use: this is what there is without it.");
            if let Some(failure) = document.failures.last() {
                note!("The last call: {}", printable(&failure.message));
            }
        }
        Ok(match (document.status, leaving) {
            (RunStatus::Completed, _) if is_without => Exit::Model,
            (RunStatus::Completed, _) if document.is_unanswered() => Exit::Unanswered,
            (RunStatus::Completed, _) => Exit::Done,
            (RunStatus::Failed, _) => Exit::Cancelled,
            (_, Leaving::Interrupt) => Exit::Interrupted,
            _ => Exit::Paused,
        })
    }
}

/// What tells the program from outside to end.
pub(crate) struct Signals(Vec<Signal>);

impl Signals {
    /// What whoever started the program had it ignore stays ignored: `nohup` means it.
    pub(crate) fn listen() -> std::io::Result<Self> {
        let ignored = ignored_signals();
        let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
        let is_heard = |kind: &SignalKind| ignored & (1 << (kind.as_raw_value() - 1)) == 0;
        Ok(Self(kinds.into_iter().filter(is_heard).map(signal).collect::<Result<_, _>>()?))
    }

    pub(crate) async fn next(&mut self) {
        let heard = std::future::poll_fn(|context| {
            let mut signals = self.0.iter_mut();
            match signals.any(|signal| signal.poll_recv(context).is_ready()) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        });
        heard.await;
    }
}

/// One bit for each; none where the system does not tell.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// The outcome of a driver of our own, when it has one.
async fn finished(driver: &mut Option<Driver>) -> Result<Outcome, RuntimeError> {
    match driver {
        Some(Driver::Here { task, .. }) => match task.await {
            Ok(outcome) => outcome,
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        },
        Some(Driver::There) | None => std::future::pending().await,
    }
}

pub(crate) fn tell_detached(place: &dyn Place, run: RunId, is_json: bool) -> Result<Exit, Failure> {
    if is_json {
        say!("{}", json!({ "session_id": run }))?;
    } else {
        say!("{run}")?;
        note!("It goes on in the background: {} runs follow {run}", place.program());
    }
    Ok(Exit::Done)
}
