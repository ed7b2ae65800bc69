//! Several requests share one model: none waits for all others, and what they begin with is read once.

use std::sync::Mutex;
use std::time::Duration;

use ruminate_box::{BoxModel, Settings};
use ruminate_types::ports::model::{LanguageModel, ModelRequest, ReplyPiece};

use super::{LIMIT, many_numbers, model, request};

/// Who was heard, in order.
async fn order_of(model: &BoxModel, requests: [ModelRequest; 2]) -> String {
    let heard = Mutex::new(String::new());
    let [first, second] = requests;
    let hear = |name: char| {
        let heard = &heard;
        move |_: ReplyPiece<'_>| heard.lock().unwrap().push(name)
    };
    let (hear_a, hear_b) = (hear('a'), hear('b'));
    let later = async {
        // Until the first has sat down.
        while heard.lock().unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        model.complete(&second, LIMIT, &hear_b).await
    };
    let (a, b) = tokio::join!(model.complete(&first, LIMIT, &hear_a), later);
    assert!(a.is_ok() && b.is_ok(), "{a:?} {b:?}");
    heard.into_inner().unwrap()
}

#[tokio::test]
async fn two_requests_are_written_side_by_side() {
    let Some(model) = model(Settings { seats: 2, ..Settings::default() }) else { return };
    let long = request("Count.", Some(many_numbers(100)), 700);
    let short = request("Count a little.", Some(many_numbers(5)), 64);
    let order = order_of(&model, [long, short]).await;
    let (last_b, last_a) = (order.rfind('b').unwrap(), order.rfind('a').unwrap());
    assert!(last_b < last_a, "the short one waited for the long one: {order}");
}

#[tokio::test]
async fn with_one_seat_they_are_written_in_the_order_they_came() {
    let Some(model) = model(Settings { seats: 1, ..Settings::default() }) else { return };
    let numbers = || request("Count.", Some(many_numbers(20)), 200);
    let order = order_of(&model, [numbers(), numbers()]).await;
    assert!(!order.trim_start_matches('a').contains('a'), "{order}");
}

#[tokio::test]
async fn more_requests_than_seats_all_get_their_reply() {
    let Some(model) = model(Settings { seats: 4, ..Settings::default() }) else { return };
    let model = &model;
    let asks: Vec<_> = (0..7)
        .map(|n| async move {
            // Together they need more memory than there is.
            let request = request(&format!("Number {n}"), Some(many_numbers(n + 1)), 3000);
            let reply = model.complete(&request, LIMIT, &|_| {}).await.unwrap();
            let numbers: Vec<u32> = serde_json::from_str(&reply.text).unwrap();
            assert_eq!(numbers.len(), n + 1);
        })
        .collect();
    let mut asks = asks.into_iter();
    let mut next = || asks.next().unwrap();
    tokio::join!(next(), next(), next(), next(), next(), next(), next());
}

#[tokio::test]
async fn what_was_read_once_is_not_read_again() {
    let Some(model) = model(Settings::default()) else { return };
    let context: String = (0..150).map(|n| format!("Fact {n} is known. ")).collect();
    // The tokens of its prompt, and how many the model read for it, its own reply included.
    let ask = async |task: &str| {
        let before = model.tokens_read();
        let request = request(&format!("{context}\n\n{task}"), Some(many_numbers(1)), 16);
        let reply = model.complete(&request, LIMIT, &|_| {}).await.unwrap();
        (reply.tokens.prompt, model.tokens_read() - before)
    };
    let (prompt, read) = ask("Which fact is the first?").await;
    assert!(prompt > 600 && read >= prompt, "{read} of {prompt}");
    let (prompt, read) = ask("Which fact is the last?").await;
    assert!(prompt > 600 && read < 40, "{read} of {prompt}");
}
