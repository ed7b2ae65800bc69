//! `ruminate mind desires`, `gaps`, `traces` and `wake`: what a mind does when nobody asks.

use std::sync::Arc;
use std::time::Duration;

use ruminate_types::ports::attention::Aims;
use ruminate_types::ports::wake::Wake;
use ruminate_types::{Desire, Owner, Trace, Woke, counted};
use serde_json::json;

use crate::cli::{Desires, Gaps, Global, ModelChoice, Traces};
use crate::config::Loaded;
use crate::exit::{Exit, Failure};
use crate::knowing::Knowing;
use crate::output::{note, say, say_json, say_json_line};
use crate::place::Site;
use crate::reign::{Allowance, Reign};
use crate::view::printable;
use crate::wiring::House;

/// How often a follower looks for new traces.
const LOOK: Duration = Duration::from_millis(500);

pub(crate) async fn desires(
    knowing: &Knowing,
    global: &Global,
    wish: Option<Desires>,
) -> Result<Exit, Failure> {
    let (store, owner) = (&knowing.aims, &knowing.owner);
    match wish {
        None => list_desires(&**store, owner, global.json).await,
        Some(Desires::Add { text }) => {
            let text = text.trim();
            if text.is_empty() || text.chars().count() > Desire::MOST_CHARS {
                let message = format!("a desire has 1 to {} characters", Desire::MOST_CHARS);
                let hint = "for example: ruminate mind desires add \"become expert in Kubernetes\"";
                return Err(Failure::usage(message, hint));
            }
            let desire = store.desire(owner, text).await?;
            match global.json {
                true => say_json(&desire)?,
                false => say!("Desire {} noted. ruminate mind wake pursues it.", desire.id)?,
            }
            Ok(Exit::Done)
        }
        Some(Desires::Remove { id }) => {
            let is_gone = store.give_up(owner, id).await?;
            gone(is_gone, global.json, "desire", id, "desires")
        }
    }
}

async fn list_desires(store: &dyn Aims, owner: &Owner, is_json: bool) -> Result<Exit, Failure> {
    let desires = store.desires(owner).await?;
    if is_json {
        say_json(&json!({ "desires": desires }))?;
        return Ok(Exit::Done);
    }
    if desires.is_empty() {
        say!(
            "There are no desires yet: ruminate mind desires add \"become expert in Kubernetes\""
        )?;
    }
    for desire in &desires {
        say!("{:4}  {}  ({} asked)", desire.id, printable(&desire.text), desire.asked)?;
    }
    Ok(Exit::Done)
}

pub(crate) async fn gaps(
    knowing: &Knowing,
    global: &Global,
    limit: u32,
    wish: Option<Gaps>,
) -> Result<Exit, Failure> {
    let (store, owner) = (&knowing.aims, &knowing.owner);
    if let Some(Gaps::Drop { id }) = wish {
        let is_gone = store.drop_gap(owner, id).await?;
        return gone(is_gone, global.json, "gap", id, "gaps");
    }
    let gaps = store.gaps(owner, limit).await?;
    if global.json {
        say_json(&json!({ "gaps": gaps }))?;
        return Ok(Exit::Done);
    }
    if gaps.is_empty() {
        say!("No gaps were noticed yet.")?;
    }
    for gap in &gaps {
        let tried = if gap.tried == 0 { String::new() } else { format!(", tried {}×", gap.tried) };
        let origin = printable(&gap.origin);
        say!(
            "{:4}  {}  ({origin}, came up {}×{tried})",
            gap.id,
            printable(&gap.question),
            gap.times
        )?;
    }
    Ok(Exit::Done)
}

fn gone(is_gone: bool, is_json: bool, what: &str, id: u64, list: &str) -> Result<Exit, Failure> {
    if !is_gone {
        let message = format!("there is no {what} {id}");
        let hint = format!("`ruminate mind {list}` lists those there are");
        return Err(Failure::new(Exit::NotFound, "not_found", message, hint));
    }
    match is_json {
        true => say_json(&json!({ "id": id, "removed": true }))?,
        false => say!("Removed {what} {id}.")?,
    }
    Ok(Exit::Done)
}

/// One after the other, and those to come where one follows.
pub(crate) async fn traces(
    knowing: &Knowing,
    global: &Global,
    wanted: Traces,
) -> Result<Exit, Failure> {
    let (store, owner) = (&knowing.aims, &knowing.owner);
    let mut after = match wanted.after {
        Some(after) => after,
        None => store.last_trace(owner).await?.saturating_sub(wanted.limit.into()),
    };
    loop {
        let traces = store.traces(owner, after, wanted.limit).await?;
        if traces.is_empty() && !wanted.follow && !global.json {
            say!("There are no traces{}.", if after == 0 { " yet" } else { " after that" })?;
        }
        for trace in &traces {
            match global.json {
                true => say_json_line(trace)?,
                false => tell(trace)?,
            }
        }
        after = traces.last().map_or(after, |last| last.seq);
        if !wanted.follow {
            return Ok(Exit::Done);
        }
        tokio::select! {
            _ = tokio::signal::ctrl_c() => return Ok(Exit::Done),
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

fn tell(trace: &Trace) -> Result<(), Failure> {
    let at = trace.at.strftime("%Y-%m-%d %H:%M:%S");
    let kind = trace.passed.kind.as_str();
    say!("{:5}  {at}  {kind:12}  {}", trace.seq, printable(&trace.passed.text))?;
    Ok(())
}

/// The self of the mind that is meant, here or there.
fn monarch(site: Site, model: ModelChoice, tokens: u64) -> Result<Arc<dyn Wake>, Failure> {
    match site {
        Site::Here(loaded) => {
            let house = House::open(*loaded)?;
            Ok(Arc::new(Reign::new(&house, model, Allowance::InAll(tokens))))
        }
        Site::There(_) if tokens > 0 => {
            let message = "a server decides itself what its minds may spend";
            let hint = "leave --tokens out, or set mind.tokens_per_day in its configuration";
            Err(Failure::usage(message, hint))
        }
        Site::There(remote) => Ok(remote.waking()),
    }
}

pub(crate) async fn wake(
    loaded: Result<Loaded, Failure>,
    global: &Global,
    cycles: u32,
    tokens: u64,
    model: ModelChoice,
) -> Result<Exit, Failure> {
    let monarch = monarch(Site::of(loaded, global)?, model, tokens)?;
    let owner = Owner::local();
    for _ in 0..cycles {
        let woke = tokio::select! {
            woke = monarch.wake(&owner, 1) => woke?,
            _ = tokio::signal::ctrl_c() => return Ok(Exit::Interrupted),
        };
        for woke in &woke {
            match global.json {
                true => say_json_line(woke)?,
                false => tell_cycle(woke)?,
            }
        }
        if woke.iter().any(|woke| woke.is_idle() || woke.trouble.is_some()) {
            break;
        }
    }
    Ok(Exit::Done)
}

pub(crate) async fn sleep(
    loaded: Result<Loaded, Failure>,
    global: &Global,
) -> Result<Exit, Failure> {
    let monarch = monarch(Site::of(loaded, global)?, ModelChoice::default(), 0)?;
    monarch.sleep(&Owner::local()).await?;
    match global.json {
        true => say_json(&json!({ "is_asleep": true }))?,
        false => say!("It sleeps until `{} mind wake`.", global.program())?,
    }
    Ok(Exit::Done)
}

fn tell_cycle(woke: &Woke) -> Result<(), Failure> {
    if let Some(trouble) = &woke.trouble {
        note!("The model could not be asked: {}", printable(trouble));
    }
    if woke.is_idle() {
        say!(
            "Cycle {}: nothing to do. ruminate mind desires add TEXT gives it something.",
            woke.cycle
        )?;
        return Ok(());
    }
    say!("Cycle {}", woke.cycle)?;
    if woke.attended > 0 {
        say!("  attended to {}", counted(woke.attended, "trace"))?;
    }
    for question in &woke.filled {
        say!("  known now: {}", printable(question))?;
    }
    for thought in &woke.thoughts {
        say!("  {}  ({})", printable(&thought.question), printable(&thought.because))?;
        match &thought.answer {
            Some(answer) => {
                say!("    → {}  ({:.2})", printable(answer), thought.confidence)?;
                for step in &thought.chain {
                    say!("    - {}", printable(step))?;
                }
            }
            None => say!("    → not known; noted as a gap")?,
        }
    }
    if woke.consolidated > 0 {
        say!("  consolidated {}", counted(woke.consolidated, "trace"))?;
    }
    if !woke.faded.is_empty() {
        say!("  {}", printable(&faded(&woke.faded)))?;
    }
    let concepts: Vec<String> = woke
        .attending
        .concepts
        .iter()
        .map(|active| format!("{} ({:.2})", active.concept, active.score))
        .collect();
    if !concepts.is_empty() {
        say!("  in mind: {}", printable(&concepts.join(", ")))?;
    }
    Ok(())
}

/// A few of what faded, and how many others.
fn faded(all: &[String]) -> String {
    const FEW: usize = 5;
    let told = all.iter().take(FEW).map(String::as_str).collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(FEW) {
        0 => format!("faded: {told}"),
        others => format!("faded: {told}, and {others} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::faded;

    #[test]
    fn of_many_that_faded_a_few_are_named() {
        let names = |count: usize| (1..=count).map(|n| format!("n{n}")).collect::<Vec<_>>();
        assert_eq!(faded(&names(2)), "faded: n1, n2");
        assert_eq!(faded(&names(300)), "faded: n1, n2, n3, n4, n5, and 295 more");
    }
}
