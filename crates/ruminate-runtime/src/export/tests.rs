//! A run that answered at once, as a document and as files.

use jiff::Timestamp;
use ruminate_engine::{self as engine, Next, Now};
use ruminate_types::ports::model::{Finish, ModelReply};
use ruminate_types::{
    Budget, Command, EffectResult, Event, Message, ModelChange, ModelProfile, Policy, Role, RunId,
    Tokens, Verdict,
};
use uuid::Uuid;

use super::{Format, export};
use crate::document::Document;

const NOW: Now = Now { at: Timestamp::UNIX_EPOCH, elapsed_ms: 1500 };
const RUN: RunId = RunId(Uuid::from_u128(1));

/// The events of a run in which the model says this; none if it is not asked yet.
fn events(conversation: Vec<Message>, said: Option<(&str, Finish)>) -> Vec<Event> {
    let budget =
        Budget { wall_ms: None, tokens: None, calls: Some(1), micro_usd: None, reserve: 0.15 };
    let model = ModelProfile {
        id: "fake/m".into(),
        url: String::new(),
        context_window: 8192,
        structured: true,
        pricing: None,
    };
    let question = "How is <b> closed?";
    let (mut run, mut events) =
        engine::create(RUN, question, conversation, Policy::fast(budget), Some(model), NOW);
    let Some((text, finish)) = said else { return events };
    events.extend(engine::obey(&mut run, &Command::Resume { model: ModelChange::Keep }, NOW));
    while let Next::Perform(step) = engine::next(&run) {
        let tokens = Tokens { prompt: 90, completion: 10, estimated: false };
        let reply = ModelReply { text: text.into(), finish, tokens, latency_ms: 1, attempts: 1 };
        let results = step.effects.iter().map(|_| EffectResult::Reply(reply.clone())).collect();
        events.extend(engine::absorb(&mut run, &step, results, NOW));
    }
    let wrong = Command::Feedback { verdict: Verdict::Wrong, note: Some("It is </i>".into()) };
    events.extend(engine::obey(&mut run, &wrong, NOW));
    events
}

fn document(events: &[Event]) -> Document {
    let mut document = Document::begin(RUN, &events[0]).unwrap();
    events.iter().for_each(|event| document.fold(event));
    document
}

const ANSWER: &str = "# So\n\nWith `</b>`, <i>not</i>:\n\n```html\n<b>x</b>\n# y\n```\n\n~~~\n<i>";

fn answered() -> Document {
    let said = |role, content: &str| Message { role, content: content.into() };
    let conversation = vec![
        said(Role::System, "Be brief."),
        said(Role::User, "```html\n<u>"),
        said(Role::Assistant, "<s>"),
    ];
    let reply = format!("{ANSWER}\nCONFIDENCE: 0.8");
    document(&events(conversation, Some((&reply, Finish::Length))))
}

#[test]
fn the_document_holds_the_answer_and_what_the_asker_says_about_it() {
    let json: serde_json::Value = serde_json::from_str(&export(&answered(), Format::Json)).unwrap();
    assert_eq!(json["mode"], "fast");
    assert_eq!(json["final_synthesis"], ANSWER);
    assert_eq!(
        (&json["final_confidence"], &json["confidence_evolution"]),
        (&0.8.into(), &[0.8].into())
    );
    assert_eq!(json["answer"]["is_cut"], true);
    assert_eq!(json["conversation"][1]["role"], "user");
    let feedback = serde_json::json!([{"verdict": "wrong", "note": "It is </i>", "at": "1970-01-01T00:00:00Z"}]);
    assert_eq!(json["feedback"], feedback);
    assert_eq!(serde_json::from_value::<Document>(json).unwrap(), answered());
}

#[test]
fn what_a_run_has_not_is_left_out_of_its_document() {
    let json: serde_json::Value =
        serde_json::from_str(&export(&document(&events(Vec::new(), None)), Format::Json)).unwrap();
    for name in ["answer", "feedback", "conversation"] {
        assert_eq!(json.get(name), None, "{name}");
    }
}

#[test]
fn a_fork_has_its_own_answer_and_feedback() {
    let before = events(Vec::new(), Some(("Yes.\nCONFIDENCE: 0.8", Finish::Stop)));
    let (_, fork) = engine::fork(RunId(Uuid::from_u128(2)), before.clone(), None, NOW.at).unwrap();
    let document = document(&[before, fork].concat());
    assert_eq!((document.final_synthesis, document.answer), (None, None));
    assert!(document.feedback.is_empty());
}

#[test]
fn markdown_keeps_the_answers_own_and_nothing_becomes_markup() {
    let expected = "\
# How is &lt;b> closed?

| | |
|---|---|
| run | `00000000-0000-0000-0000-000000000001` |
| status | completed |
| model | fake/m |
| spent | 1.5 s of thinking, 1 call, 100 tokens |

## Conversation before

**Instructions**

Be brief.

**User**

```html
<u>
```

**Assistant**

&lt;s>

## Answer

### So

With `</b>`, &lt;i>not&lt;/i>:

```html
<b>x</b>
# y
```

~~~
<i>
~~~

*The answer ends where the limit of its length was reached.*

Confidence: 0.80

## Feedback

- wrong: It is &lt;/i>
";
    assert_eq!(export(&answered(), Format::Markdown), expected);
}

#[test]
fn code_that_is_not_plainly_code_may_not_become_markup() {
    for said in ["`<b>", "``<b>` x", "\\`<b>`", "- a\n  ```\n<b>", "``` ` \n<b>", "`a` <b> `c`"] {
        let text = format!("{said}\nCONFIDENCE: 0.8");
        let md =
            export(&document(&events(Vec::new(), Some((&text, Finish::Stop)))), Format::Markdown);
        let (_, answer) = md.split_once("## Answer").unwrap();
        assert!(answer.contains("&lt;b>") && !answer.contains("<b>"), "{md}");
    }
}

#[test]
fn a_page_has_no_empty_sections() {
    let page = export(&answered(), Format::Html);
    assert!(page.contains("<p class=\"written\"># So\n\nWith `&lt;/b&gt;`"), "{page}");
    assert!(page.contains("Confidence 0.80") && page.contains("<li>wrong: It is &lt;/i&gt;</li>"));
    assert!(page.contains("<h2>Conversation before</h2>") && page.contains("&lt;u&gt;"));
    for absent in ["<svg", "class=\"tree\"", "thoughts", "Made", "synthes"] {
        let (_, body) = page.split_once("<body>").unwrap();
        assert!(!body.contains(absent), "{absent} in {body}");
    }
}

#[test]
fn a_run_without_an_answer_yet_says_so() {
    let waiting = document(&events(Vec::new(), None));
    for format in [Format::Markdown, Format::Html] {
        let text = export(&waiting, format);
        assert!(text.contains("There is no answer yet."), "{text}");
        for absent in ["Conversation before", "Feedback", "<h2>Answer"] {
            assert!(!text.contains(absent), "{text}");
        }
    }
}
