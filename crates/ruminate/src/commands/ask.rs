//! `ruminate ask` and `ruminate think`: a question becomes a run, and somebody watches.

use std::io::Read;

use ruminate_runtime::asked::{self, AskedMode, Defaults};

use crate::cli::{Ask, Global, Think};
use crate::config::Loaded;
use crate::exit::{Exit, Failure};
use crate::output::note;
use crate::place::{Begun, Fetch, Question, Site, Talk};
use crate::session::{Session, Show, tell_detached};

pub(crate) async fn ask(
    loaded: Result<Loaded, Failure>,
    global: &Global,
    ask: Ask,
) -> Result<Exit, Failure> {
    let site = Site::of(loaded, global)?;
    let talk = talk(&ask)?;
    let mode = ask.mode.asked();
    let show = Show::of(global, &ask.output);
    let show = match mode {
        AskedMode::Auto | AskedMode::Fast => show.only_the_answer(),
        AskedMode::Deep | AskedMode::Extended => show,
    };
    let question = Question {
        text: text(&ask.question, "ask", &site.defaults())?,
        mode,
        asked: ask.asked(),
        model: ask.model,
        talk,
        fetch: fetch(ask.yes, show),
    };
    begin(site, global, question, show, After::Watch).await
}

pub(crate) async fn think(
    loaded: Result<Loaded, Failure>,
    global: &Global,
    think: Think,
) -> Result<Exit, Failure> {
    let site = Site::of(loaded, global)?;
    let show = Show::of(global, &think.output);
    let question = Question {
        text: text(&think.question, "think", &site.defaults())?,
        mode: AskedMode::Extended,
        asked: think.asked(),
        model: think.model,
        talk: Talk::None,
        fetch: fetch(think.yes, show),
    };
    begin(site, global, question, show, if think.detach { After::Detach } else { After::Watch })
        .await
}

fn fetch(is_agreed: bool, show: Show) -> Fetch {
    match show.is_for_programs() {
        _ if is_agreed => Fetch::Yes,
        true => Fetch::AskSilently,
        false => Fetch::Ask,
    }
}

/// What becomes of a run that has begun.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    Watch,
    Detach,
}

async fn begin(
    site: Site,
    global: &Global,
    question: Question,
    show: Show,
    after: After,
) -> Result<Exit, Failure> {
    // What can be told without opening anything is told first.
    question.asked.policy(question.mode, &site.defaults(), None)?;
    let is_new = question.talk == Talk::New;
    let place = site.open()?;
    let Begun { run, told, conversation } = place.begin(question).await?;
    if !show.is_for_programs() {
        note!("{told}");
    }
    if let Some(conversation) = conversation
        && is_new
        && show != Show::Json
    {
        note!("Conversation {conversation}");
    }
    if after == After::Detach {
        place.leave(run).await?;
        return tell_detached(&*place, run, global.json);
    }
    if matches!(show, Show::Live | Show::Plain) {
        note!("Run {run}");
    }
    Session::driving(&*place, run, show, 0).attend().await
}

fn talk(ask: &Ask) -> Result<Talk, Failure> {
    match ask.conversation.as_deref() {
        None if ask.new_conversation => Ok(Talk::New),
        None => Ok(Talk::None),
        Some("last") => Ok(Talk::Last),
        Some(id) => id.parse().map(Talk::In).map_err(|_| {
            let hint = "give the id that --new-conversation told, or say `last`";
            Failure::usage(format!("{id:?} is no id of a conversation"), hint)
        }),
    }
}

fn text(argument: &str, command: &str, defaults: &Defaults) -> Result<String, Failure> {
    if argument == "-" {
        return Ok(asked::question(&stdin(defaults.max_question_chars)?, defaults)?);
    }
    if argument.trim().is_empty() {
        let hint = format!(
            "say what to think about: ruminate {command} \"Why is the sky dark at night?\""
        );
        return Err(Failure::usage("the question is empty", hint));
    }
    Ok(asked::question(argument, defaults)?)
}

/// At most one character more than is taken, at four bytes each: that tells that it is too long.
fn stdin(most_chars: usize) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin().take((most_chars as u64 + 1) * 4).read_to_end(&mut bytes)?;
    String::from_utf8(bytes).or_else(|error| {
        let valid = error.utf8_error().valid_up_to();
        match error.utf8_error().error_len() {
            // Only the cut at the end is broken.
            None if valid > 0 => {
                Ok(String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned())
            }
            _ => Err(Failure::usage("the question on stdin is not text", "give it as UTF-8 text")),
        }
    })
}
