//! What a run is asked to be, in the words of the API and of the command line's flags, and the policy
//! that comes of it. What makes no sense is told with the name of its field in backticks.

use ruminate_types::{Budget, Confidence, Mode, ModelProfile, Policy, Run, Spent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How deep to think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AskedMode {
    /// As the question needs.
    #[default]
    Auto,
    /// One answer, from what is known.
    Fast,
    /// Some minutes of thinking.
    Deep,
    /// Thinking until the budget ends.
    Extended,
}

/// What may be said about a run's limits and ways. What is left out is as configured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// Thinking time in minutes; parts of one are fine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
    /// At most so many tokens, prompts and replies together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<i64>,
    /// At most so many model calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_calls: Option<i64>,
    /// At most so much money, in US dollars; the model's prices must be configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_cost: Option<f64>,
    /// The share of every budget that is kept for the ending, from 0 to 0.9.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<f64>,
    /// Foci explored side by side, from 1 to 16.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parallel: Option<u32>,
    /// Minutes after which a synthesis is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synthesis_every: Option<f64>,
    /// Insights after which a synthesis is made; 0 turns that off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synthesis_after_insights: Option<u32>,
    /// Think anew, even where the answer is known.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
}

/// How runs are when nothing is said.
#[derive(Clone, Debug, PartialEq)]
pub struct Defaults {
    /// Everything but its budget and its mode.
    pub policy: Policy,
    /// Thinking time of an extended run, in minutes.
    pub minutes: f64,
    /// Thinking time of a deep run, in minutes.
    pub deep_minutes: f64,
    /// The longest question that is taken, in characters.
    pub max_question_chars: usize,
}

/// Something that cannot be done as asked. Fields stand in backticks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Invalid {
    pub field: &'static str,
    pub message: String,
    pub hint: String,
}

impl Invalid {
    pub fn new(field: &'static str, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { field, message: message.into(), hint: hint.into() }
    }
}

/// The most minutes that are taken: ten weeks.
const MOST_MINUTES: f64 = 100_000.0;

/// A question as it is taken: trimmed, not empty, not too long.
pub fn question(text: &str, defaults: &Defaults) -> Result<String, Invalid> {
    text_of("question", text, defaults.max_question_chars)
}

/// A text of the asker's for `field`.
pub fn text_of(field: &'static str, text: &str, most: usize) -> Result<String, Invalid> {
    let text = text.trim();
    if text.is_empty() {
        let hint = format!("say something in `{field}`");
        return Err(Invalid::new(field, format!("`{field}` is empty"), hint));
    }
    if text.chars().count() > most {
        let message = format!("`{field}` has more than the {most} characters that are taken");
        let hint = "shorten it, or raise think.max_question_chars in the configuration";
        return Err(Invalid::new(field, message, hint));
    }
    Ok(text.to_owned())
}

impl Asked {
    /// The policy of a new run.
    pub fn policy(
        &self,
        mode: AskedMode,
        defaults: &Defaults,
        model: Option<&ModelProfile>,
    ) -> Result<Policy, Invalid> {
        let mut budget = self.budget(defaults.policy.budget.reserve, model)?;
        let (mode, minutes) = match mode {
            AskedMode::Auto | AskedMode::Fast => (Mode::Fast, None),
            AskedMode::Deep => (Mode::Extended, Some(defaults.deep_minutes)),
            AskedMode::Extended => (Mode::Extended, Some(defaults.minutes)),
        };
        if budget.is_unlimited() {
            budget.wall_ms = Some(match minutes {
                Some(minutes) => milliseconds(minutes),
                None => defaults.policy.call_limit_ms,
            });
        }
        let mut policy = Policy { mode, budget, ..defaults.policy.clone() };
        self.shape(&mut policy)?;
        if let Some(model) = model
            && !ruminate_engine::has_room_for_a_call(&policy, model)
        {
            let message = "the budget has no room for a single call";
            let hint = "give at least 1000 in `max_tokens`, or more money";
            return Err(Invalid::new("max_tokens", message, hint));
        }
        Ok(policy)
    }

    /// What a fork may spend beyond its history; none for what the original has left.
    pub fn of_a_fork(
        &self,
        original: &Run,
        model: Option<&ModelProfile>,
        at: Option<u64>,
    ) -> Result<Option<Budget>, Invalid> {
        let before = &original.policy.budget;
        let budget = self.budget(before.reserve, model)?;
        if !budget.is_unlimited() {
            return Ok(Some(budget));
        }
        if before.micro_usd.is_some() {
            model.map_or(Ok(()), priced)?;
        }
        let left = before.left(&original.cursor.spent_here());
        if at.is_none() && left.thinking_is_over(&Spent::default()) {
            let message = format!(
                "run {} has used its budget up, so a fork of it has nothing to spend",
                original.id
            );
            let hint = "give the fork a budget of its own, for example `minutes` 10";
            return Err(Invalid::new("minutes", message, hint));
        }
        Ok(None)
    }

    fn shape(&self, policy: &mut Policy) -> Result<(), Invalid> {
        if let Some(parallel) = self.parallel {
            if !(1..=Policy::MAX_PARALLEL).contains(&parallel) {
                return Err(Invalid::new(
                    "parallel",
                    format!("{parallel} foci cannot be explored side by side"),
                    format!("give `parallel` 1 to {}", Policy::MAX_PARALLEL),
                ));
            }
            policy.parallel = parallel;
        }
        if let Some(minutes) = self.synthesis_every {
            if !(minutes > 0.0 && minutes <= MOST_MINUTES) {
                return Err(Invalid::new(
                    "synthesis_every",
                    format!("a synthesis cannot be made every {minutes} minutes"),
                    "give `synthesis_every` more than 0",
                ));
            }
            policy.synthesis.every_ms = milliseconds(minutes);
        }
        if let Some(insights) = self.synthesis_after_insights {
            policy.synthesis.after_insights = insights;
        }
        if self.fresh {
            policy.reuse = false;
            policy.enough = Confidence::new(1.0);
        }
        Ok(())
    }

    /// The limits that are named.
    fn budget(&self, reserve: f64, model: Option<&ModelProfile>) -> Result<Budget, Invalid> {
        let mut budget =
            Budget { wall_ms: None, tokens: None, calls: None, micro_usd: None, reserve };
        if let Some(minutes) = self.minutes {
            if !(minutes > 0.0 && minutes <= MOST_MINUTES) {
                return Err(Invalid::new(
                    "minutes",
                    format!("a run cannot think for {minutes} minutes"),
                    format!(
                        "give `minutes` more than 0 and at most {MOST_MINUTES}, for example 0.5 or 30"
                    ),
                ));
            }
            budget.wall_ms = Some(milliseconds(minutes));
        }
        if let Some(tokens) = self.max_tokens {
            budget.tokens = Some(at_least_one("max_tokens", tokens)?);
        }
        if let Some(calls) = self.max_calls {
            budget.calls = Some(at_least_one("max_calls", calls)?);
        }
        if let Some(usd) = self.max_cost {
            budget.micro_usd = Some(money(usd, model)?);
        }
        if let Some(reserve) = self.reserve {
            if !(0.0..=0.9).contains(&reserve) {
                let message = format!("a share of {reserve} cannot be kept for the ending");
                let hint = "give `reserve` a share from 0 to 0.9";
                return Err(Invalid::new("reserve", message, hint));
            }
            budget.reserve = reserve;
        }
        Ok(budget)
    }
}

fn milliseconds(minutes: f64) -> u64 {
    ((minutes * 60_000.0).round() as u64).max(1)
}

fn at_least_one(field: &'static str, number: i64) -> Result<u64, Invalid> {
    u64::try_from(number).ok().filter(|number| *number > 0).ok_or_else(|| {
        Invalid::new(
            field,
            format!("`{field}` cannot be {number}"),
            "give a whole number from 1 on",
        )
    })
}

fn money(usd: f64, model: Option<&ModelProfile>) -> Result<u64, Invalid> {
    if !(usd > 0.0 && usd <= 1e6) {
        let message = format!("`max_cost` cannot be {usd}");
        let hint = "give US dollars, more than 0, for example 0.50";
        return Err(Invalid::new("max_cost", message, hint));
    }
    model.map_or(Ok(()), priced)?;
    Ok((usd * 1e6).round() as u64)
}

/// A budget of money needs a model whose prices are known.
pub fn priced(model: &ModelProfile) -> Result<(), Invalid> {
    match model.pricing {
        Some(_) => Ok(()),
        None => Err(Invalid::new(
            "max_cost",
            format!(
                "the prices of {} are not known, so a budget of money cannot be kept",
                model.id
            ),
            "set model.usd_per_million_prompt_tokens and model.usd_per_million_reply_tokens in the configuration (0 for a model of your own)",
        )),
    }
}
