//! How far a call is, told to a client that asked for it.
//!
//! MCP wants a number that grows with every message. What a call says first decides which: shares of the whole, or,
//! where it knows none, how many messages there were.

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::{Peer, RoleServer};
use ruminate_types::ports::tool::{OnProgress, ToolProgress};
use std::sync::Arc;
use tokio::sync::mpsc;

/// A client that reads slowly misses some, and the call does not wait for it.
const MOST_WAITING: usize = 32;

pub(crate) struct Progress {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    heard: mpsc::Receiver<ToolProgress>,
    count: Count,
}

impl Progress {
    /// What a tool tells its progress to, and what passes it on. Nobody hears it without a token.
    pub(crate) fn new(
        peer: Peer<RoleServer>,
        token: Option<ProgressToken>,
    ) -> (OnProgress, Option<Self>) {
        let Some(token) = token else { return (Arc::new(|_| ()), None) };
        let (tell, heard) = mpsc::channel(MOST_WAITING);
        let on_progress: OnProgress = Arc::new(move |progress| drop(tell.try_send(progress)));
        (on_progress, Some(Self { peer, token, heard, count: Count::default() }))
    }

    /// Until nothing more can come.
    pub(crate) async fn pass_on(&mut self) {
        while let Some(progress) = self.heard.recv().await {
            let (number, total) = self.count.next(progress.share);
            let mut param = ProgressNotificationParam::new(self.token.clone(), number);
            param.total = total;
            param.message = Some(progress.message).filter(|message| !message.is_empty());
            if self.peer.notify_progress(param).await.is_err() {
                return;
            }
        }
    }

    /// What was said before the call ended, and nothing after it.
    pub(crate) async fn finish(mut self) {
        self.heard.close();
        self.pass_on().await;
    }
}

#[derive(Default)]
struct Count {
    last: f64,
    in_shares: Option<bool>,
}

impl Count {
    fn next(&mut self, share: Option<f64>) -> (f64, Option<f64>) {
        let in_shares = *self.in_shares.get_or_insert(share.is_some());
        if !in_shares {
            self.last += 1.0;
            return (self.last, None);
        }
        let least = self.last.next_up();
        self.last = share.unwrap_or(least).clamp(0.0, 1.0).max(least);
        (self.last, Some(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Count;

    fn numbers(shares: &[Option<f64>]) -> Vec<f64> {
        let mut count = Count::default();
        shares.iter().map(|share| count.next(*share).0).collect()
    }

    #[test]
    fn progress_always_grows() {
        assert_eq!(numbers(&[None, Some(0.5), None]), [1.0, 2.0, 3.0]);
        let shares = numbers(&[Some(0.2), None, Some(0.1), Some(0.7), Some(f64::NAN)]);
        assert!(shares.is_sorted_by(|a, b| a < b), "{shares:?}");
        assert_eq!((shares[0], shares[3]), (0.2, 0.7));
    }
}
