//! Whoever does not wait any more costs nothing any more.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ruminate_box::Settings;
use ruminate_types::ports::model::{LanguageModel, ReplyPiece};

use super::{LIMIT, many_numbers, model, request};

#[tokio::test]
async fn a_request_that_is_dropped_leaves_its_seat_to_the_next() {
    let Some(model) = model(Settings { seats: 1, ..Settings::default() }) else { return };
    // Three thousand tokens: half a minute on a fast machine.
    let endless = request("Count.", Some(many_numbers(900)), 3500);
    let pieces = AtomicUsize::new(0);
    let on_piece = |_: ReplyPiece<'_>| _ = pieces.fetch_add(1, Ordering::Relaxed);
    let mut writing = Box::pin(model.complete(&endless, LIMIT, &on_piece));
    while pieces.load(Ordering::Relaxed) < 5 {
        tokio::select! {
            reply = &mut writing => panic!("it ended: {reply:?}"),
            () = tokio::time::sleep(Duration::from_millis(10)) => {}
        }
    }
    drop(writing);
    let next = request("Hello.", Some(many_numbers(1)), 32);
    tokio::time::timeout(Duration::from_secs(15), model.complete(&next, LIMIT, &|_| {}))
        .await
        .expect("the seat is still taken")
        .unwrap();
}

#[tokio::test]
async fn a_request_that_is_dropped_while_it_waits_is_never_begun() {
    let Some(model) = model(Settings { seats: 1, ..Settings::default() }) else { return };
    let long = request("Count.", Some(many_numbers(60)), 400);
    let endless = request("Count.", Some(many_numbers(900)), 3500);
    let last = request("Hello.", Some(many_numbers(1)), 32);
    let first = model.complete(&long, LIMIT, &|_| {});
    let impatient = async {
        let patience = Duration::from_millis(300);
        let waited =
            tokio::time::timeout(patience, model.complete(&endless, LIMIT, &|_| panic!("begun")));
        assert!(waited.await.is_err());
    };
    let (first, ()) = tokio::join!(first, impatient);
    first.unwrap();
    tokio::time::timeout(Duration::from_secs(15), model.complete(&last, LIMIT, &|_| {}))
        .await
        .expect("the seat is taken by who left")
        .unwrap();
}
