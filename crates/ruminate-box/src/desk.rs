//! Where requests are worked on: takes them in, seats them, and lets the model read and write.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use ruminate_types::ports::model::{Finish, ModelError, ModelRequest};
use tokio::sync::mpsc::UnboundedSender;

use crate::load::{self, CHUNK};
use crate::pick::Picks;
use crate::prompt::Prompts;
use crate::seat::{Seat, Work};
use crate::seating::{self, Begin, Guest, Memory, Plan};
use crate::shape::{Shape, Shapes};
use crate::thread::{self, Worker};
use crate::{Settings, Weights};

/// While somebody's reply is being written, prompts of others are read in smaller pieces.
const CHUNK_BESIDE: usize = 64;
/// Requests beyond this many are turned away: they would wait for hours.
const MOST_WAITING: usize = 256;
/// A reply shorter than this is not worth reading a prompt for.
const LEAST_REPLY: usize = 16;

pub(crate) struct Job {
    pub(crate) request: ModelRequest,
    pub(crate) time_limit: Duration,
    /// A reply that is being written ends here with what there is.
    pub(crate) deadline: Instant,
    /// Bounded by the tokens of a reply. Closed when whoever asked does not want it any more.
    pub(crate) out: UnboundedSender<Said>,
}

pub(crate) enum Said {
    Piece(String),
    Done(Done),
    Failed(ModelError),
}

pub(crate) struct Done {
    pub(crate) text: String,
    pub(crate) finish: Finish,
    pub(crate) prompt_tokens: usize,
    pub(crate) written: usize,
}

impl thread::Job for Job {
    fn fail(self, error: ModelError) {
        let _ = self.out.send(Said::Failed(error));
    }
}

pub(crate) struct Desk<'a> {
    weights: &'a Weights,
    model: &'a LlamaModel,
    context: LlamaContext<'a>,
    prompts: Prompts,
    picks: Picks,
    /// Made when the first schema comes.
    shapes: Option<Shapes>,
    seats: Vec<Seat>,
    /// In the order they came.
    waiting: VecDeque<Work>,
    batch: LlamaBatch<'static>,
    window: usize,
    memory: Memory,
    requests: u64,
    /// How long the last step took: the next may take as long.
    last_step: Duration,
    tokens_read: &'a AtomicU64,
}

impl<'a> Desk<'a> {
    /// Counts there what the model reads.
    pub(crate) fn new(
        weights: &'a Weights,
        settings: &Settings,
        model: &'a LlamaModel,
        tokens_read: &'a AtomicU64,
    ) -> Result<Self, ModelError> {
        let window = load::window(model, settings);
        Ok(Self {
            weights,
            model,
            context: load::context(model, weights, settings)?,
            prompts: Prompts::of(model, weights)?,
            picks: Picks::of(model, window),
            shapes: None,
            seats: (0..settings.seats as i32).map(Seat::empty).collect(),
            waiting: VecDeque::new(),
            batch: LlamaBatch::new(CHUNK as usize + settings.seats, 1),
            window: window as usize,
            memory: Memory {
                cells: load::cells(window) as usize,
                can_share: !model.is_recurrent() && !model.is_hybrid(),
            },
            requests: 0,
            last_step: Duration::ZERO,
            tokens_read,
        })
    }

    fn work_of(&mut self, job: Job) -> Result<Work, ModelError> {
        if self.waiting.len() >= MOST_WAITING {
            return Err(ModelError::Overloaded {
                url: self.weights.id.clone(),
                message: format!("{MOST_WAITING} requests are waiting"),
                retry_after: None,
            });
        }
        let shape = match &job.request.schema {
            Some(schema) => Some(self.shape(schema)?),
            None => None,
        };
        let prompt = self.prompts.tokens(self.model, &job.request);
        let wanted = job.request.max_tokens as usize;
        let most = self.window.saturating_sub(prompt.len()).min(wanted);
        let least = shape.as_ref().map_or(LEAST_REPLY, Shape::reserve);
        if most < least.min(wanted) {
            return Err(ModelError::PromptTooLong {
                message: format!("{} tokens, and the window has {}", prompt.len(), self.window),
                limit: u32::try_from(self.window).ok(),
            });
        }
        let pick = self.picks.pick(job.request.temperature);
        Ok(Work::new(job, prompt, most, shape, pick))
    }

    fn shape(&mut self, schema: &serde_json::Value) -> Result<Shape, ModelError> {
        if self.shapes.is_none() {
            self.shapes = Some(Shapes::of(self.model).map_err(|error| self.weights.broken(error))?);
        }
        let refused = || ModelError::SchemaRefused { url: self.weights.id.clone() };
        let shapes = self.shapes.as_ref().ok_or_else(refused)?;
        shapes.shape(self.model, schema).map_err(|_| refused())
    }

    fn let_go_of_the_cancelled(&mut self) {
        self.waiting.retain(|work| !work.job.out.is_closed());
        for seat in &mut self.seats {
            seat.work.take_if(|work| work.job.out.is_closed());
        }
    }

    fn seat_who_waits(&mut self) {
        while let Some(work) = self.waiting.pop_front() {
            if work.is_too_late(Instant::now()) {
                let limit = work.job.time_limit;
                work.fail(self.weights.too_late(limit));
                continue;
            }
            let prompt: Vec<LlamaToken> = work.ahead.iter().copied().collect();
            let seats: Vec<_> = self.seats.iter().map(Seat::view).collect();
            let guest = Guest { prompt: &prompt, room: work.room() };
            let Some(plan) = seating::plan(&seats, guest, self.memory) else {
                self.waiting.push_front(work);
                return;
            };
            self.sit_down(work, &prompt, plan);
        }
    }

    fn sit_down(&mut self, mut work: Work, prompt: &[LlamaToken], plan: Plan) {
        let Plan { seat, give_way, begin } = plan;
        for idle in give_way {
            self.forget(idle, 0);
        }
        let known = match begin {
            Begin::Own(tokens) => self.forget(seat, tokens),
            Begin::Copied { from, tokens } => {
                self.forget(seat, 0);
                let (from, to) = (self.seats[from].number, self.seats[seat].number);
                self.context.copy_cache(from, to, tokens as i32);
                self.seats[seat].kept = prompt[..tokens].to_vec();
                tokens
            }
        };
        work.ahead.drain(..known);
        self.requests += 1;
        self.seats[seat].used = self.requests;
        self.seats[seat].work = Some(work);
    }

    /// Forgets what is kept at a seat from some token on, and says how much is left: some kinds of
    /// models can only forget everything.
    fn forget(&mut self, index: usize, from: usize) -> usize {
        let seat = &mut self.seats[index];
        if seat.kept.len() > from {
            let number = u32::try_from(seat.number).ok();
            let mut clear = |from| self.context.clear_kv_cache_seq(number, from, None);
            let forgot = clear(u32::try_from(from).ok()).unwrap_or(false);
            if !forgot {
                let _ = clear(None);
            }
            seat.kept.truncate(if forgot { from } else { 0 });
        }
        seat.kept.len()
    }

    /// Lets the model read what is ahead of everybody, as much as fits, and write one token for each who
    /// is through.
    fn read_and_write(&mut self) -> Result<(), String> {
        let through = self.fill_batch()?;
        if self.batch.n_tokens() == 0 {
            return Ok(());
        }
        let began = Instant::now();
        self.context.decode(&mut self.batch).map_err(|error| error.to_string())?;
        self.last_step = began.elapsed();
        self.tokens_read.fetch_add(self.batch.n_tokens() as u64, Ordering::Relaxed);
        for (seat, place) in through {
            // What is wrong with one reply is nothing to the others.
            if let Err(error) = self.write(seat, place)
                && let Some(work) = self.seats[seat].work.take()
            {
                work.fail(error);
            }
        }
        Ok(())
    }

    /// Who is through with reading, and where in the batch their last token is.
    fn fill_batch(&mut self) -> Result<Vec<(usize, i32)>, String> {
        self.batch.clear();
        let mut order: Vec<usize> = (0..self.seats.len()).collect();
        let is_writing = |seat: &Seat| seat.work.as_ref().is_some_and(Work::is_writing);
        order.sort_by_key(|index| (!is_writing(&self.seats[*index]), self.seats[*index].used));
        let somebody_writes = self.seats.iter().any(is_writing);
        let mut reading = if somebody_writes { CHUNK_BESIDE } else { CHUNK as usize };
        let mut through = Vec::new();
        for index in order {
            let seat = &mut self.seats[index];
            let Some(work) = &mut seat.work else { continue };
            let count =
                if work.is_writing() { work.ahead.len() } else { work.ahead.len().min(reading) };
            if !work.is_writing() {
                reading -= count;
            }
            for _ in 0..count {
                let Some(token) = work.ahead.pop_front() else { break };
                let is_last = work.ahead.is_empty();
                let position = seat.kept.len() as i32;
                self.batch
                    .add(token, position, &[seat.number], is_last)
                    .map_err(|error| error.to_string())?;
                seat.kept.push(token);
                if is_last {
                    through.push((index, self.batch.n_tokens() - 1));
                }
            }
        }
        Ok(through)
    }

    fn write(&mut self, index: usize, place: i32) -> Result<(), ModelError> {
        let now = Instant::now();
        let broken = |why: String| self.weights.broken(why);
        let seat = &mut self.seats[index];
        let Some(work) = &mut seat.work else { return Ok(()) };
        if work.is_too_late(now) {
            return Err(self.weights.too_late(work.job.time_limit));
        }
        let is_ending = work.is_ending(now, self.last_step);
        let allowed = match &mut work.shape {
            Some(shape) => Some(shape.allowed(is_ending).map_err(broken)?),
            None => None,
        };
        let logits = self.context.get_logits_ith(place);
        let token = work.pick.next(logits, allowed.as_ref());
        let token = token.ok_or_else(|| broken("the model has nothing to say".to_owned()))?;
        let finish = work.write(self.model, token, now + self.last_step).map_err(broken)?;
        if let Some(finish) = finish
            && let Some(work) = seat.work.take()
        {
            work.finish(finish);
        }
        Ok(())
    }

    /// Nothing that the model has in mind can be trusted any more.
    fn break_down(&mut self, why: &str) {
        self.fail_the_seated(&self.weights.broken(why));
        self.context.clear_kv_cache();
    }

    fn fail_the_seated(&mut self, error: &ModelError) {
        for seat in &mut self.seats {
            seat.kept.clear();
            if let Some(work) = seat.work.take() {
                work.fail(error.clone());
            }
        }
    }
}

impl Worker<Job> for Desk<'_> {
    fn take_in(&mut self, job: Job) {
        let out = job.out.clone();
        match self.work_of(job) {
            Ok(work) => self.waiting.push_back(work),
            Err(error) => _ = out.send(Said::Failed(error)),
        }
    }

    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.seats.iter().all(Seat::is_free)
    }

    fn step(&mut self) {
        self.let_go_of_the_cancelled();
        self.seat_who_waits();
        if let Err(why) = self.read_and_write() {
            self.break_down(&why);
        }
    }

    fn give_up(&mut self, error: &ModelError) {
        self.fail_the_seated(error);
        self.waiting.drain(..).for_each(|work| work.fail(error.clone()));
    }
}
