//! What the next call may use: the model's window, and what the budget leaves, whichever is less.

use ruminate_types::{ModelProfile, Policy, Run, RunId, Spent};

use crate::tokens::estimate;

/// Tokens for one call, as the model counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    pub(crate) prompt: u64,
    pub(crate) reply: u32,
}

/// Who is asking: thinking must leave the ending its share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Thinking,
    Ending,
}

/// A prompt with less room than this holds no question worth asking.
const LEAST_PROMPT: u64 = 320;
/// A reply with less room than this says nothing.
pub const LEAST_REPLY: u32 = 96;
/// A reply with as much room as this is not cut short.
pub(crate) const ENOUGH_REPLY: u32 = 256;
/// What message framing and roles take of the window.
const FRAMING: u64 = 32;

/// What each of `sharing` calls side by side may use; none when the budget has no room for a
/// sensible call, or there is no model.
pub(crate) fn allowance(run: &Run, part: Part, sharing: u64) -> Option<Allowance> {
    let model = run.cursor.model.as_ref()?;
    let left = Left::of(run, part);
    if left.calls.is_some_and(|calls| calls < sharing) {
        return None;
    }
    let window = u64::from(model.context_window);
    let reply = u64::from(run.policy.reply_tokens).min(window / 3);
    let tokens = left.tokens.map_or(u64::MAX, |tokens| tokens / sharing);
    let money = left.micro_usd.map(|money| money / sharing);

    // Where the budget is tight the reply shrinks too, but no more than it must.
    let tight = (tokens / 4).max(ENOUGH_REPLY.into()).min(tokens / 2);
    let reply = reply.min(tight).min(affordable_reply(model, money));
    let prompt = (window - reply)
        .min(tokens.saturating_sub(reply))
        .min(affordable_prompt(model, money, reply))
        .saturating_sub(FRAMING);
    // A thought about a question that was cut for want of budget is worth less than a better ending.
    let least = match part {
        Part::Thinking => whole_question(run).min((window - reply).saturating_sub(FRAMING)),
        Part::Ending => 0,
    };
    let reply = u32::try_from(reply).unwrap_or(u32::MAX);
    (prompt >= least.max(LEAST_PROMPT) && reply >= LEAST_REPLY)
        .then_some(Allowance { prompt, reply })
}

/// Whether a new run could make a single call.
pub fn has_room_for_a_call(policy: &Policy, model: &ModelProfile) -> bool {
    let mut run = crate::machine::blank(RunId(uuid::Uuid::nil()), String::new(), policy.clone());
    run.cursor.model = Some(model.clone());
    allowance(&run, Part::Ending, 1).is_some()
}

struct Left {
    tokens: Option<u64>,
    calls: Option<u64>,
    micro_usd: Option<u64>,
}

impl Left {
    fn of(run: &Run, part: Part) -> Self {
        let budget = &run.policy.budget;
        let Spent { tokens, calls, micro_usd, .. } = run.cursor.spent_here();
        let left = |limit: Option<u64>, used: u64, kept: u64| {
            limit.map(|limit| {
                let limit = match part {
                    Part::Thinking => budget.for_thinking(limit).min(limit - kept.min(limit / 2)),
                    Part::Ending => limit,
                };
                limit.saturating_sub(used)
            })
        };
        Self {
            tokens: left(budget.tokens, tokens, ending(run)),
            calls: left(budget.calls, calls, 0),
            micro_usd: left(budget.micro_usd, micro_usd, 0),
        }
    }
}

/// A prompt that holds all of the question, and the instructions and a few thoughts beside it.
fn whole_question(run: &Run) -> u64 {
    const BESIDE: u64 = 400;
    ((estimate(&run.question) + BESIDE) as f64 * run.cursor.tokens_per_estimate) as u64
}

/// What a sensible ending needs: of a small budget the share that is kept does not pay for one call.
fn ending(run: &Run) -> u64 {
    let draft = whole_question(run) + u64::from(ENOUGH_REPLY);
    draft.saturating_mul(run.policy.drafts.into())
}

fn affordable_reply(model: &ModelProfile, money: Option<u64>) -> u64 {
    match (model.pricing, money) {
        (Some(pricing), Some(money)) if pricing.completion > 0 => {
            money.saturating_mul(1_000_000) / 2 / pricing.completion
        }
        _ => u64::MAX,
    }
}

fn affordable_prompt(model: &ModelProfile, money: Option<u64>, reply: u64) -> u64 {
    match (model.pricing, money) {
        (Some(pricing), Some(money)) if pricing.prompt > 0 => {
            let left = money.saturating_sub(pricing.cost(0, reply));
            left.saturating_mul(1_000_000) / pricing.prompt
        }
        _ => u64::MAX,
    }
}
