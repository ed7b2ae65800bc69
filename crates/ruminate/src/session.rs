//! One terminal, one run: shows what happens, passes on what the person wants, and drives the run
//! itself if nobody else does. What is shown always comes from the journal; the bus only says when
//! to look.

mod feed;

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use ruminate_runtime::document::Document;
use ruminate_runtime::{Outcome, RuntimeError, Stop};
use ruminate_types::ports::store::{Runs, StoreError};
use ruminate_types::{Command, ModelChange, RunId, RunStatus};
use serde_json::json;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::cli::{Global, Output};
use crate::exit::{Exit, Failure};
use crate::output::{note, say};
use crate::view::{LiveView, PlainView, View, Wish};
use crate::wiring::House;
use crate::{background, env};
use feed::{Fed, Feed};

/// How a run is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    Live,
    Plain,
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

    pub(crate) fn is_for_programs(self) -> bool {
        matches!(self, Self::Json | Self::Events)
    }
}

/// A terminal that can be drawn on, and somebody at it.
fn has_a_screen() -> bool {
    let is_dumb = env::var("TERM").is_none_or(|term| term == "dumb");
    std::io::stdout().is_terminal() && std::io::stdin().is_terminal() && !is_dumb
}

pub(crate) struct Session<'a> {
    house: &'a House,
    run: RunId,
    show: Show,
    after: u64,
    driver: Option<Driver>,
    /// Whether this session has driven the run itself.
    drove: bool,
    /// Whether somebody reads what is shown, as far as is known.
    is_watched: bool,
    /// Since when nobody is known to drive the run.
    idle_since: Option<Instant>,
    status: RunStatus,
}

/// A run that goes on in the background has so long to be taken up there.
const PATIENCE: Duration = Duration::from_secs(2);

struct Driver {
    task: JoinHandle<Result<Outcome, RuntimeError>>,
    stop: watch::Sender<Stop>,
}

/// Why a session ends before its run does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaving {
    No,
    /// The run goes on in the background.
    Detach,
    /// The person leaves; a run that was driven here is paused.
    Interrupt,
}

impl<'a> Session<'a> {
    /// Drives the run and shows what comes after an event.
    pub(crate) fn driving(house: &'a House, run: RunId, show: Show, after: u64) -> Self {
        let mut session = Self::following(house, run, show, after);
        session.drive();
        session
    }

    /// Shows the run that somebody else drives.
    pub(crate) fn following(house: &'a House, run: RunId, show: Show, after: u64) -> Self {
        // A screen shows the run as a whole, and needs all of it.
        let after = if show == Show::Live { 0 } else { after };
        Self {
            house,
            run,
            show,
            after,
            driver: None,
            drove: false,
            is_watched: true,
            idle_since: None,
            status: RunStatus::Created,
        }
    }

    fn drive(&mut self) {
        let (stop, stopped) = watch::channel(Stop::GoOn);
        let (worker, run) = (self.house.worker.clone(), self.run);
        let task = tokio::spawn(async move { worker.drive(run, stopped).await });
        self.driver = Some(Driver { task, stop });
        self.drove = true;
    }

    pub(crate) async fn attend(mut self) -> Result<Exit, Failure> {
        // Before the screen is taken: a signal must not end the program while it is.
        let mut signals = Signals::listen()?;
        let mut view: Box<dyn View> = match self.show {
            Show::Live => Box::new(LiveView::open()?),
            Show::Plain => Box::new(PlainView),
            Show::Events => Box::new(crate::view::EventsView),
            Show::Json => Box::new(crate::view::NoView),
        };
        let result = self.watch(&mut *view, &mut signals).await;
        drop(view);
        let leaving = result?;
        self.conclude(leaving).await
    }

    async fn watch(
        &mut self,
        view: &mut dyn View,
        signals: &mut Signals,
    ) -> Result<Leaving, Failure> {
        self.status = self.house.store.summary(self.run).await?.status;
        let mut feed = Feed::new(self.house, self.run, self.after);
        let mut leaving = Leaving::No;
        while !self.is_over(leaving) {
            tokio::select! {
                fed = feed.next() => match self.show_fed(view, fed?).await {
                    // Nobody watches any more, so nobody wants it to go on spending.
                    Err(failure) if failure.is_nobody_listening() => {
                        self.is_watched = false;
                        // A signal may have told the same: that is not a second wish.
                        if leaving == Leaving::No {
                            self.interrupt(&mut leaving).await?;
                        }
                    }
                    shown => shown?,
                },
                wish = view.wish() => self.grant(wish, &mut leaving).await?,
                () = signals.next() => self.interrupt(&mut leaving).await?,
                outcome = finished(&mut self.driver) => {
                    self.driver = None;
                    let is_held = matches!(outcome, Err(RuntimeError::Store(StoreError::Held { .. })));
                    // On a screen, a run that somebody else drives is simply watched.
                    if !(is_held && self.show == Show::Live) {
                        outcome?;
                    }
                    self.show_rest(view, &mut feed).await?;
                }
            }
        }
        self.show_rest(view, &mut feed).await?;
        Ok(leaving)
    }

    /// A screen stays, since a key can resume what is paused. In a pipe there is nothing to wait for
    /// when nobody drives the run.
    fn is_over(&self, leaving: Leaving) -> bool {
        let is_left = leaving != Leaving::No || self.status.is_final();
        let is_idle = self.drove || self.idle_since.is_some_and(|since| since.elapsed() > PATIENCE);
        self.driver.is_none() && (is_left || (is_idle && self.show != Show::Live))
    }

    /// Notices when a run that is only followed has nobody to drive it.
    async fn look_for_a_driver(&mut self) -> Result<(), Failure> {
        if self.driver.is_some() || self.show == Show::Live {
            return Ok(());
        }
        let is_driven = self.house.is_driven(self.run).await?;
        self.idle_since = if is_driven { None } else { self.idle_since.or(Some(Instant::now())) };
        Ok(())
    }

    async fn show_rest(&mut self, view: &mut dyn View, feed: &mut Feed<'_>) -> Result<(), Failure> {
        while let Some(events) = feed.more().await? {
            self.show_fed(view, Fed::Events(events)).await?;
        }
        Ok(())
    }

    async fn show_fed(&mut self, view: &mut dyn View, fed: Fed) -> Result<(), Failure> {
        match fed {
            Fed::Events(events) => {
                for event in &events {
                    self.status = event.payload.status_after().unwrap_or(self.status);
                    if self.is_watched {
                        view.event(event)?;
                    }
                }
                self.draw(view)?;
            }
            Fed::Piece(piece) => view.piece(&piece)?,
            Fed::Tick => {
                self.draw(view)?;
                self.look_for_a_driver().await?;
            }
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
            Wish::Pause => self.tell_and_obey(Command::Pause).await,
            Wish::Steer(text) => self.tell_and_obey(Command::Steer { text }).await,
            Wish::Resume => {
                self.tell(Command::Resume { model: ModelChange::Keep }).await?;
                if self.driver.is_none() && !self.status.is_final() {
                    self.drive();
                }
                Ok(())
            }
            Wish::Detach => {
                *leaving = Leaving::Detach;
                if let Some(driver) = &self.driver {
                    driver.stop.send_replace(Stop::AfterStep);
                }
                Ok(())
            }
            Wish::Leave => self.interrupt(leaving).await,
        }
    }

    /// Told to a run that nobody drives, a command would wait for the next one who does.
    async fn tell_and_obey(&mut self, command: Command) -> Result<(), Failure> {
        self.tell(command).await?;
        match self.driver {
            Some(_) => Ok(()),
            None => self.house.let_it_obey(self.run).await,
        }
    }

    async fn tell(&mut self, command: Command) -> Result<(), Failure> {
        if !self.status.is_final() {
            self.house.worker.tell(self.run, &command).await?;
        }
        Ok(())
    }

    /// The first time the run is paused in good order; the second time it is let go as it is.
    async fn interrupt(&mut self, leaving: &mut Leaving) -> Result<(), Failure> {
        match &self.driver {
            Some(driver) if *leaving != Leaving::No => {
                driver.stop.send_replace(Stop::Now);
            }
            Some(_) => self.tell(Command::Pause).await?,
            None => {}
        }
        *leaving = Leaving::Interrupt;
        Ok(())
    }

    async fn conclude(self, leaving: Leaving) -> Result<Exit, Failure> {
        if leaving == Leaving::Detach && self.status == RunStatus::Thinking {
            if !self.house.is_driven(self.run).await? {
                background::drive(&self.house.loaded, self.run)?;
            }
            return tell_detached(self.run, self.show == Show::Json);
        }
        let document = Document::read(&*self.house.store, self.run).await?;
        let is_driven = self.house.is_driven(self.run).await?;
        match self.show {
            Show::Json => say!("{}", crate::view::json(&document))?,
            Show::Live => crate::view::answer(&document, is_driven)?,
            Show::Plain => crate::view::ending(&document, is_driven)?,
            Show::Events => {}
        }
        Ok(match (document.status, leaving) {
            (RunStatus::Completed, _) => Exit::Done,
            (RunStatus::Failed, _) => Exit::Cancelled,
            (_, Leaving::Interrupt) => Exit::Interrupted,
            _ => Exit::Paused,
        })
    }
}

/// What tells the program from outside to end.
struct Signals([Signal; 3]);

impl Signals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self([
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
            signal(SignalKind::hangup())?,
        ]))
    }

    async fn next(&mut self) {
        let [interrupted, terminated, hung_up] = &mut self.0;
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
            _ = hung_up.recv() => {}
        }
    }
}

/// The driver's outcome, when it has one.
async fn finished(driver: &mut Option<Driver>) -> Result<Outcome, RuntimeError> {
    match driver {
        Some(driver) => match (&mut driver.task).await {
            Ok(outcome) => outcome,
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        },
        None => std::future::pending().await,
    }
}

pub(crate) fn tell_detached(run: RunId, is_json: bool) -> Result<Exit, Failure> {
    if is_json {
        say!("{}", json!({ "session_id": run }))?;
    } else {
        say!("{run}")?;
        note!("It goes on in the background: ruminate runs follow {run}");
    }
    Ok(Exit::Done)
}
