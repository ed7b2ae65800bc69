//! Questions from many clients at once, each on a connection of its own, one after the other.

use std::cell::Cell;
use std::time::Instant;

use anyhow::ensure;
use futures_util::future::try_join_all;
use serde::Serialize;

use crate::Target;
use crate::connection::{Connection, until_ready};
use crate::lags::{Lags, Summary};
use crate::process::Processes;

pub(crate) struct Plan {
    pub(crate) clients: usize,
    pub(crate) requests: usize,
    pub(crate) start: bool,
}

#[derive(Serialize)]
pub(crate) struct Found {
    clients: usize,
    requests: usize,
    start: bool,
    seconds: f64,
    latency: Summary,
    server_seconds: f64,
    generator_seconds: f64,
    resident_most: u64,
}

pub(crate) async fn measure(target: &Target, plan: Plan) -> anyhow::Result<Found> {
    until_ready(target.port).await?;
    let (server, own) = (Processes::of(target.pid)?, Processes::of(std::process::id())?);
    // What is made at the first question is there before anything is measured.
    let (path, question) = (target.side.begin(), target.side.question(plan.start));
    for _ in 0..plan.clients {
        Connection::open(target.port).await?.post(path, &target.side.question(false)).await?;
    }
    let connections =
        try_join_all((0..plan.clients).map(|_| Connection::open(target.port))).await?;
    let (before, own_before) = (server.worked()?, own.worked()?);
    let (left, since) = (Cell::new(plan.requests), Instant::now());
    let asking = connections.into_iter().map(|mut connection| {
        let (left, question) = (&left, &question);
        async move {
            let mut lags = Vec::new();
            while left.get() > 0 {
                left.set(left.get() - 1);
                let asked = Instant::now();
                let made = connection.post(path, question).await?;
                ensure!(made["session_id"].is_string(), "no run was made: {made}");
                lags.push(asked.elapsed().as_nanos() as i64);
            }
            anyhow::Ok(lags)
        }
    });
    let mut latency = Lags::default();
    let all = try_join_all(asking).await?;
    let seconds = since.elapsed().as_secs_f64();
    all.into_iter().flatten().for_each(|lag| latency.add(lag));
    Ok(Found {
        clients: plan.clients,
        requests: plan.requests,
        start: plan.start,
        seconds,
        latency: latency.summary(),
        server_seconds: (server.worked()? - before).as_secs_f64(),
        generator_seconds: (own.worked()? - own_before).as_secs_f64(),
        resident_most: server.most_resident()?,
    })
}
