//! Many readers of many live runs: what reaches them, how late, and what that costs.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use futures_util::future::try_join_all;
use futures_util::stream::{StreamExt as _, TryStreamExt as _, iter};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::spawn_local;
use tokio::time::sleep;

use crate::Target;
use crate::connection::{Connection, until_ready};
use crate::lags::Summary;
use crate::process::{Processes, median};
use crate::subscriber::{Subscriber, Tally};

pub(crate) struct Plan {
    pub(crate) model_pid: u32,
    pub(crate) runs: usize,
    pub(crate) readers: usize,
    pub(crate) warm_up_seconds: u64,
    pub(crate) seconds: u64,
}

#[derive(Serialize)]
pub(crate) struct Found {
    runs: usize,
    readers: usize,
    seconds: f64,
    /// To all readers together.
    delivered: u64,
    /// Of them thoughts, questions and syntheses, which both sides make alike.
    artifacts: u64,
    bytes: u64,
    distinct: u64,
    since_event: Summary,
    since_reply: Summary,
    resident_idle: u64,
    resident_with_readers: u64,
    resident_median: u64,
    resident_most: u64,
    server_seconds: f64,
    generator_seconds: f64,
    model_seconds: f64,
    /// Every reader got every event of its run, once and in order.
    readers_complete: usize,
}

/// Requests and connections that are made side by side.
const AT_ONCE: usize = 32;
/// How often the server's memory is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);
/// How long the last events may take to arrive.
const DRAIN: Duration = Duration::from_secs(120);

pub(crate) async fn measure(target: &Target, plan: Plan) -> anyhow::Result<Found> {
    until_ready(target.port).await?;
    let server = Processes::of(target.pid)?;
    let (model, own) = (Processes::of(plan.model_pid)?, Processes::of(std::process::id())?);
    let resident_idle = server.resident()?;

    let runs = begin(target, plan.runs).await?;
    let tally = Rc::new(RefCell::new(Tally::default()));
    let subscribers = subscribe(target, &runs, plan.readers, &tally).await?;
    let resident_with_readers = server.resident()?;

    let (give_up, is_over) = watch::channel(false);
    let reading: Vec<_> = subscribers
        .into_iter()
        .map(|subscriber| spawn_local(subscriber.follow(is_over.clone())))
        .collect();
    tell(target, &runs, "resume").await?;
    sleep(Duration::from_secs(plan.warm_up_seconds)).await;
    let window = window(plan.seconds, &tally, &[&server, &own, &model]).await?;

    tell(target, &runs, "cancel").await?;
    let last = last_events(target, &runs).await?;
    let giving_up = spawn_local(async move {
        sleep(DRAIN).await;
        give_up.send_replace(true);
    });
    let mut readers_complete = 0;
    for (reader, ended) in try_join_all(reading).await?.into_iter().enumerate() {
        readers_complete += usize::from(ended? == last[reader % runs.len()]);
    }
    giving_up.abort();

    let mut tally = tally.borrow_mut();
    let [server_seconds, generator_seconds, model_seconds] = window.worked;
    Ok(Found {
        runs: plan.runs,
        readers: plan.runs * plan.readers,
        seconds: window.seconds,
        delivered: tally.delivered,
        artifacts: tally.artifacts,
        bytes: tally.bytes,
        distinct: tally.distinct,
        since_event: tally.since_event.summary(),
        since_reply: tally.since_reply.summary(),
        resident_idle,
        resident_with_readers,
        resident_median: window.resident_median,
        resident_most: server.most_resident()?,
        server_seconds,
        generator_seconds,
        model_seconds,
        readers_complete,
    })
}

/// Runs that wait to be told to think.
async fn begin(target: &Target, count: usize) -> anyhow::Result<Vec<String>> {
    let mut connection = Connection::open(target.port).await?;
    let (path, question) = (target.side.begin(), target.side.question(false));
    let mut runs = Vec::new();
    for _ in 0..count {
        let made = connection.post(path, &question).await?;
        runs.push(made["session_id"].as_str().context("a run has no id")?.to_owned());
    }
    Ok(runs)
}

/// One reader for each run, then another one for each.
async fn subscribe(
    target: &Target,
    runs: &[String],
    readers: usize,
    tally: &Rc<RefCell<Tally>>,
) -> anyhow::Result<Vec<Subscriber>> {
    let all = (0..readers).flat_map(|nth| runs.iter().map(move |run| (run, nth == 0)));
    let opening = all.map(|(run, is_first)| {
        let path = format!("{}/{run}/events", target.side.runs());
        async move { Subscriber::open(target.port, &path, is_first, tally.clone()).await }
    });
    iter(opening).buffered(AT_ONCE).try_collect().await
}

async fn tell(target: &Target, runs: &[String], what: &str) -> anyhow::Result<()> {
    let telling = runs.iter().map(|run| async move {
        let path = format!("{}/{run}/{what}", target.side.runs());
        Connection::open(target.port).await?.post(&path, &json!({})).await
    });
    let _: Vec<Value> = iter(telling).buffer_unordered(AT_ONCE).try_collect().await?;
    Ok(())
}

/// The number of each run's last event, as the server tells it when asked.
async fn last_events(target: &Target, runs: &[String]) -> anyhow::Result<Vec<u64>> {
    let mut connection = Connection::open(target.port).await?;
    let mut last = Vec::new();
    for run in runs {
        let path = format!("{}/{run}", target.side.runs());
        // A run obeys after its transaction, which may take longer than the answer to whoever told it.
        let seq = loop {
            let view = connection.get(&path).await?;
            if view["status"] != "thinking" {
                break view["last_seq"].as_u64().context("a run has no last event")?;
            }
            sleep(Duration::from_millis(50)).await;
        };
        last.push(seq);
    }
    Ok(last)
}

struct Window {
    seconds: f64,
    worked: [f64; 3],
    resident_median: u64,
}

async fn window(
    seconds: u64,
    tally: &RefCell<Tally>,
    processes: &[&Processes; 3],
) -> anyhow::Result<Window> {
    let worked = || -> anyhow::Result<Vec<Duration>> {
        processes.iter().map(|process| process.worked()).collect()
    };
    let (since, before) = (Instant::now(), worked()?);
    tally.borrow_mut().is_measuring = true;
    let mut resident = Vec::new();
    while since.elapsed() < Duration::from_secs(seconds) {
        sleep(BETWEEN_LOOKS).await;
        resident.push(processes[0].resident()?);
    }
    tally.borrow_mut().is_measuring = false;
    let (seconds, after) = (since.elapsed().as_secs_f64(), worked()?);
    let spent = |nth: usize| (after[nth] - before[nth]).as_secs_f64();
    let worked = [spent(0), spent(1), spent(2)];
    Ok(Window { seconds, worked, resident_median: median(resident) })
}
