//! From flags to a budget, with a clear word about what makes no sense.

use ruminate_types::{Budget, ModelProfile, Run, Spent};

use crate::cli::BudgetFlags;
use crate::config::{ThinkConfig, milliseconds};
use crate::exit::Failure;

/// The most minutes that are taken: ten weeks.
const MOST_MINUTES: f64 = 100_000.0;

/// The budget of a new run: what the flags say, and the default time if they say nothing.
pub(crate) fn new(
    flags: &BudgetFlags,
    think: &ThinkConfig,
    model: Option<&ModelProfile>,
) -> Result<Budget, Failure> {
    let mut budget = named(flags, think.reserve, model)?;
    if budget.is_unlimited() {
        budget.wall_ms = Some(milliseconds(think.minutes * 60.0));
    }
    Ok(budget)
}

/// What a fork may spend beyond its history. Without flags, what the original has left.
pub(crate) fn of_a_fork(
    flags: &BudgetFlags,
    original: &Run,
    model: Option<&ModelProfile>,
    at: Option<u64>,
) -> Result<Option<Budget>, Failure> {
    let before = &original.policy.budget;
    let budget = named(flags, before.reserve, model)?;
    if !budget.is_unlimited() {
        return Ok(Some(budget));
    }
    if before.micro_usd.is_some() {
        model.map_or(Ok(()), priced)?;
    }
    let left = before.left(&original.cursor.spent_here());
    if at.is_none() && left.thinking_is_over(&Spent::default()) {
        return Err(Failure::usage(
            format!(
                "run {} has used its budget up, so a fork of it has nothing to spend",
                original.id
            ),
            "give the fork a budget of its own, for example --minutes 10",
        ));
    }
    Ok(None)
}

/// The limits that the flags name.
fn named(
    flags: &BudgetFlags,
    reserve: f64,
    model: Option<&ModelProfile>,
) -> Result<Budget, Failure> {
    let mut budget = Budget { wall_ms: None, tokens: None, calls: None, micro_usd: None, reserve };
    if let Some(minutes) = flags.minutes {
        if !(minutes > 0.0 && minutes <= MOST_MINUTES) {
            return Err(Failure::usage(
                format!("a run cannot think for {minutes} minutes"),
                format!(
                    "give --minutes more than 0 and at most {MOST_MINUTES}, for example 0.5 or 30"
                ),
            ));
        }
        budget.wall_ms = Some(milliseconds(minutes * 60.0).max(1));
    }
    if let Some(tokens) = flags.max_tokens {
        budget.tokens = Some(at_least_one("--max-tokens", tokens)?);
    }
    if let Some(calls) = flags.max_calls {
        budget.calls = Some(at_least_one("--max-calls", calls)?);
    }
    if let Some(usd) = flags.max_cost {
        budget.micro_usd = Some(money(usd, model)?);
    }
    if let Some(reserve) = flags.reserve {
        if !(0.0..=0.9).contains(&reserve) {
            let message = format!("a share of {reserve} cannot be kept for the ending");
            return Err(Failure::usage(message, "give --reserve a share from 0 to 0.9"));
        }
        budget.reserve = reserve;
    }
    Ok(budget)
}

fn at_least_one(flag: &str, number: i64) -> Result<u64, Failure> {
    u64::try_from(number).ok().filter(|number| *number > 0).ok_or_else(|| {
        Failure::usage(format!("{flag} cannot be {number}"), "give a whole number from 1 on")
    })
}

fn money(usd: f64, model: Option<&ModelProfile>) -> Result<u64, Failure> {
    if !(usd > 0.0 && usd <= 1e6) {
        let message = format!("--max-cost cannot be {usd}");
        return Err(Failure::usage(message, "give US dollars, more than 0, for example 0.50"));
    }
    model.map_or(Ok(()), priced)?;
    Ok((usd * 1e6).round() as u64)
}

/// A budget of money needs a model whose prices are known.
pub(crate) fn priced(model: &ModelProfile) -> Result<(), Failure> {
    match model.pricing {
        Some(_) => Ok(()),
        None => Err(Failure::usage(
            format!(
                "the prices of {} are not known, so a budget of money cannot be kept",
                model.id
            ),
            "set model.usd_per_million_prompt_tokens and model.usd_per_million_reply_tokens in the configuration (0 for a model of your own)",
        )),
    }
}
