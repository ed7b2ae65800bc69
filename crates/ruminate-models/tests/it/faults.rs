//! For each protocol and each fault: what the caller gets, and how often the server was asked.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use ruminate_types::ports::model::{
    Finish, ModelError, ModelReply, ModelRequest, Models, Purpose, ReplyPiece,
};
use testkit::fake_model::{Answer, FakeModel, Fault, Protocol};

use crate::{LONG_ENOUGH, ask, ask_with, profile, providers, request, request_with_schema};

/// Long enough that every cut falls into it, with characters of one to four bytes.
fn long_text() -> String {
    "Where does it begin? Où commence-t-elle ? 意識はどこから始まるのか。🧠 ".repeat(30)
}

struct Case {
    answer: Answer,
    purpose: Purpose,
    limit: Duration,
}

fn fault(fault: Fault) -> Case {
    Case {
        answer: Answer::text(long_text()).with(fault),
        purpose: Purpose::Think,
        limit: LONG_ENOUGH,
    }
}

impl Case {
    fn within(self, millis: u64) -> Self {
        Self { limit: Duration::from_millis(millis), ..self }
    }

    /// Of somebody who waits for an answer.
    fn for_an_asker(self) -> Self {
        Self { purpose: Purpose::Answer, ..self }
    }

    /// Runs the case on every protocol; the server must have been asked so many times.
    async fn check(
        self,
        requests: usize,
        expect: impl Fn(Protocol, Result<ModelReply, ModelError>),
    ) {
        for protocol in Protocol::ALL {
            let answer = self.answer.clone();
            let server = FakeModel::start(move |_| answer.clone()).await;
            let request = ModelRequest { purpose: self.purpose, ..request_with_schema() };
            let started = Instant::now();
            let got = ask_with(&providers(), protocol, &server, &request, self.limit).await;
            let late = started.elapsed().saturating_sub(self.limit);
            assert!(late < Duration::from_millis(200), "{protocol:?} was {late:?} late");
            assert_eq!(server.requests().len(), requests, "{protocol:?}: {got:?}");
            expect(protocol, got);
        }
    }

    async fn gets_error(self, code: &str, requests: usize) {
        self.check(requests, |protocol, got| {
            let error = got.expect_err("no reply");
            assert_eq!(error.code(), code, "{protocol:?}: {error:?}");
        })
        .await;
    }

    /// A reply that is all of the text, or its beginning.
    async fn gets_reply(self, finish: Finish) {
        self.check(1, |protocol, got| {
            let reply = got.expect("a reply");
            assert_eq!(reply.finish, finish, "{protocol:?}");
            let whole = long_text();
            assert!(whole.starts_with(&reply.text), "{protocol:?}: {:?}", reply.text);
            assert!(!reply.text.is_empty(), "{protocol:?}");
            let is_whole = reply.text == whole;
            assert_eq!(
                is_whole,
                finish == Finish::Stop,
                "{protocol:?}: {} bytes",
                reply.text.len()
            );
        })
        .await;
    }
}

#[tokio::test]
async fn a_slow_first_byte_is_waited_for() {
    fault(Fault::SlowFirstByte(Duration::from_millis(60))).gets_reply(Finish::Stop).await;
}

#[tokio::test]
async fn a_first_byte_that_is_too_slow_is_not() {
    fault(Fault::SlowFirstByte(LONG_ENOUGH)).within(150).gets_error("model_timed_out", 1).await;
}

#[tokio::test]
async fn a_slow_drip_is_read_to_its_end() {
    fault(Fault::SlowDrip(Duration::from_micros(200))).gets_reply(Finish::Stop).await;
}

#[tokio::test]
async fn what_dripped_within_the_limit_is_kept() {
    fault(Fault::SlowDrip(Duration::from_millis(25))).within(500).gets_reply(Finish::Cut).await;
}

#[tokio::test]
async fn a_reply_cut_in_the_middle_is_kept() {
    fault(Fault::CutAfter(1000)).gets_reply(Finish::Cut).await;
}

#[tokio::test]
async fn half_an_answer_is_none() {
    for cut in [400, 1000] {
        fault(Fault::CutAfter(cut)).for_an_asker().gets_error("model_unreachable", 3).await;
    }
    let failing = fault(Fault::FailInStream).for_an_asker();
    failing.check(3, |_, got| assert!(got.unwrap_err().is_worth_retrying())).await;
    let slow = fault(Fault::SlowDrip(Duration::from_millis(25))).for_an_asker();
    slow.within(500).gets_reply(Finish::Cut).await;
}

#[tokio::test]
async fn an_answer_that_broke_off_is_written_anew() {
    for protocol in Protocol::ALL {
        let server = FakeModel::start(|asked| match asked.nth_overall {
            1 => Answer::text(long_text()).with(Fault::CutAfter(1000)),
            _ => Answer::text("It begins here."),
        })
        .await;
        let model = providers().model(&profile(protocol, &server.url())).unwrap();
        let written = Mutex::new(String::new());
        let on_piece = |piece: ReplyPiece<'_>| {
            let mut written = written.lock().unwrap();
            assert!(piece.offset <= written.len(), "{protocol:?}: no gaps");
            written.truncate(piece.offset);
            written.push_str(piece.text);
        };
        let request = ModelRequest { purpose: Purpose::Answer, ..request() };
        let reply = model.complete(&request, LONG_ENOUGH, &on_piece).await.unwrap();
        assert_eq!((reply.text.as_str(), reply.attempts), ("It begins here.", 2), "{protocol:?}");
        assert_eq!(written.into_inner().unwrap(), reply.text, "{protocol:?}");
        assert!(reply.tokens.completion > 15, "both were paid for: {:?}", reply.tokens);
    }
}

#[tokio::test]
async fn a_reply_cut_before_any_text_is_asked_for_again() {
    fault(Fault::CutAfter(20)).gets_error("model_unreachable", 3).await;
}

#[tokio::test]
async fn a_server_that_fails_while_it_answers_is_heard_up_to_there() {
    let case = fault(Fault::FailInStream);
    case.check(1, |protocol, got| {
        let reply = got.expect("a reply");
        assert_eq!((reply.text, reply.finish), (long_text(), Finish::Cut), "{protocol:?}");
    })
    .await;
}

#[tokio::test]
async fn an_overloaded_server_is_asked_again() {
    for retry_after in [None, Some("0".into())] {
        fault(Fault::TooManyRequests { retry_after }).gets_error("model_overloaded", 3).await;
    }
}

#[tokio::test]
async fn a_server_that_wants_more_time_than_there_is_is_not_waited_for() {
    let case = fault(Fault::TooManyRequests { retry_after: Some("3600".into()) });
    let started = Instant::now();
    case.check(1, |protocol, got| match got {
        Err(ModelError::Overloaded { retry_after, .. }) => {
            assert_eq!(retry_after, Some(Duration::from_secs(3600)), "{protocol:?}");
        }
        other => panic!("{protocol:?}: {other:?}"),
    })
    .await;
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn a_server_error_is_asked_again() {
    fault(Fault::ServerError).gets_error("model_server_fault", 3).await;
}

#[tokio::test]
async fn invalid_json_is_asked_again() {
    fault(Fault::InvalidJson).gets_error("model_malformed", 3).await;
}

#[tokio::test]
async fn a_web_page_is_not_a_reply() {
    fault(Fault::WrongContentType).gets_error("model_malformed", 3).await;
}

#[tokio::test]
async fn an_empty_reply_is_taken_as_it_is() {
    // It was paid for: asking again would pay again.
    fault(Fault::Empty)
        .check(1, |protocol, got| {
            let reply = got.expect("a reply without text");
            assert_eq!(reply.text, "", "{protocol:?}");
        })
        .await;
}

#[tokio::test]
async fn an_enormous_reply_ends_at_the_cap() {
    let cap = crate::settings().max_reply_bytes;
    let case = fault(Fault::Enormous(10 * 1024 * 1024));
    case.check(1, |protocol, got| {
        let reply = got.expect("a reply");
        assert_eq!((reply.finish, reply.text.len()), (Finish::Length, cap), "{protocol:?}");
        assert!(reply.tokens.estimated, "{protocol:?}");
    })
    .await;
}

#[tokio::test]
async fn a_server_that_never_answers_is_left_at_the_limit() {
    fault(Fault::Hang).within(150).gets_error("model_timed_out", 1).await;
}

#[tokio::test]
async fn a_refused_schema_is_told_at_once() {
    fault(Fault::RefuseSchema).gets_error("model_schema_refused", 1).await;
}

#[tokio::test]
async fn a_server_that_refuses_schemas_answers_without_one() {
    for protocol in Protocol::ALL {
        let server = FakeModel::start(|_| Answer::text("so").with(Fault::RefuseSchema)).await;
        let got = ask_with(&providers(), protocol, &server, &request(), LONG_ENOUGH).await;
        assert_eq!(got.map(|reply| reply.text), Ok("so".into()), "{protocol:?}");
    }
}

#[tokio::test]
async fn a_prompt_that_is_too_long_is_told_with_the_limit() {
    let case = fault(Fault::ContextTooLong { limit: 4096 });
    case.check(1, |protocol, got| {
        let named = match got {
            Err(ModelError::PromptTooLong { limit, .. }) => limit,
            other => panic!("{protocol:?}: {other:?}"),
        };
        let expected = (protocol != Protocol::Ollama).then_some(4096);
        assert_eq!(named, expected, "{protocol:?}");
    })
    .await;
}

#[tokio::test]
async fn a_refused_key_and_an_unknown_model_are_told_at_once() {
    fault(Fault::Unauthorised).gets_error("model_unauthorised", 1).await;
    fault(Fault::UnknownModel).gets_error("model_unknown", 1).await;
}

#[tokio::test]
async fn a_server_that_is_not_there_is_told() {
    for protocol in Protocol::ALL {
        let server = FakeModel::start(|_| Answer::text("never")).await;
        let profile = crate::profile(protocol, &crate::nowhere());
        let model = ruminate_types::ports::model::Models::model(&providers(), &profile).unwrap();
        let error = model.complete(&request(), LONG_ENOUGH, &|_| {}).await.unwrap_err();
        assert_eq!(error.code(), "model_unreachable");
        assert!(error.to_string().contains("refused"), "{error}");
        assert!(server.requests().is_empty());
    }
}

#[tokio::test]
async fn without_a_fault_all_of_the_reply_comes() {
    for protocol in Protocol::ALL {
        let server = FakeModel::start(|_| Answer::text(long_text())).await;
        let reply = ask(protocol, &server).await.unwrap();
        assert_eq!((reply.text, reply.finish, reply.attempts), (long_text(), Finish::Stop, 1));
    }
}
