//! What is asked of each side in a round.

use anyhow::Result;

use crate::side::{Ask, Side, resident};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Tokens of prompt read in a second, of a prompt that nothing is known of.
    pub(crate) reading: f64,
    /// Tokens written in a second.
    pub(crate) writing: f64,
    /// Seconds to the first token after a short prompt.
    pub(crate) first: f64,
    /// The time to the first token of a second prompt that begins like the first, as a part of the first's.
    pub(crate) again: f64,
    /// Bytes.
    pub(crate) memory: f64,
}

pub(crate) async fn round(side: &mut dyn Side, round: usize) -> Result<Found> {
    let short = format!("Round {round}: write a long essay about the history of bridges.");
    let written = side.ask(Ask { prompt: &short, max_tokens: 128 }).await?;
    let context = context(round);
    let read =
        side.ask(Ask { prompt: &format!("{context}\n\nWhat is it about?"), max_tokens: 8 }).await?;
    let again =
        side.ask(Ask { prompt: &format!("{context}\n\nName one fact."), max_tokens: 8 }).await?;
    Ok(Found {
        reading: read.prompt_tokens as f64 / read.first.as_secs_f64(),
        writing: written.reply_tokens.saturating_sub(1) as f64 / written.rest.as_secs_f64(),
        first: written.first.as_secs_f64(),
        again: again.first.as_secs_f64() / read.first.as_secs_f64(),
        memory: resident(side.process())? as f64,
    })
}

/// About a thousand tokens that no earlier round has seen.
fn context(round: usize) -> String {
    let fact = |n: usize| {
        let year = 1200 + (n * 37 + round * 11) % 800;
        format!("Round {round}, fact {n}: bridge number {} was built in {year}. ", n * 7 + round)
    };
    (0..40).map(fact).collect()
}
