//! `Commands`, and `Commit::obeyed`.

use ruminate_types::ModelChange;
use ruminate_types::ports::store::{Commit, StoreError};
use ruminate_types::{Command, CommandId, ModelProfile, QueuedCommand, RunId, Verdict};

use super::{ManualClock, Store, Story, TTL, create_and_claim, new_run_id, new_worker_id};

fn obeying(commands: impl IntoIterator<Item = CommandId>) -> Commit {
    Commit { obeyed: commands.into_iter().collect(), ..Commit::default() }
}

fn steer(text: &str) -> Command {
    Command::Steer { text: text.to_owned() }
}

async fn pending(store: &impl Store, run: RunId) -> Vec<Command> {
    store.pending(run).await.unwrap().into_iter().map(|queued| queued.command).collect()
}

pub async fn an_unknown_run_takes_no_commands(store: &impl Store, _: &ManualClock) {
    let run = new_run_id();
    assert_eq!(store.queue(run, &Command::Pause).await, Err(StoreError::NotFound(run)));
    assert_eq!(store.pending(run).await.unwrap(), []);
}

pub async fn commands_wait_oldest_first(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    store.create(story.take_new_run()).await.unwrap();
    let mut queued = Vec::new();
    for number in 0..12 {
        let command = steer(&number.to_string());
        let id = store.queue(story.id(), &command).await.unwrap();
        queued.push(QueuedCommand { id, run_id: story.id(), command });
    }
    assert!(queued.is_sorted_by(|earlier, later| earlier.id < later.id));
    assert_eq!(store.pending(story.id()).await.unwrap(), queued);
}

pub async fn every_kind_of_command_is_read_back(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    store.create(story.take_new_run()).await.unwrap();
    let model = ModelProfile {
        id: "openai/small".to_owned(),
        url: "https://example.org".to_owned(),
        context_window: 8192,
        structured: false,
        pricing: None,
    };
    let commands = [
        Command::Pause,
        Command::Resume { model: ModelChange::Keep },
        Command::Resume { model: ModelChange::Use(Box::new(model)) },
        Command::Cancel,
        Command::Feedback { verdict: Verdict::Right, note: None },
        steer("“Look” at\nthis."),
    ];
    for command in &commands {
        store.queue(story.id(), command).await.unwrap();
    }
    assert_eq!(pending(store, story.id()).await, commands);
}

pub async fn an_obeyed_command_waits_no_longer(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let first = store.queue(story.id(), &steer("first")).await.unwrap();
    store.queue(story.id(), &steer("second")).await.unwrap();
    let commit = Commit { obeyed: vec![first], ..story.think().take_commit() };
    store.commit(&lease, commit).await.unwrap();
    assert_eq!(pending(store, story.id()).await, [steer("second")]);
    // What was obeyed stays so.
    store.commit(&lease, obeying([first])).await.unwrap();
    assert_eq!(pending(store, story.id()).await, [steer("second")]);
}

pub async fn only_the_runs_own_commands_are_obeyed(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let mut other = Story::begin();
    store.create(other.take_new_run()).await.unwrap();
    let others = store.queue(other.id(), &Command::Cancel).await.unwrap();
    store.commit(&lease, obeying([others, CommandId(i64::MAX)])).await.unwrap();
    assert_eq!(pending(store, other.id()).await, [Command::Cancel]);
}

pub async fn a_worker_sees_the_commands_of_its_runs(store: &impl Store, _: &ManualClock) {
    let worker = new_worker_id();
    let (mut first, mut second, mut strange) = (Story::begin(), Story::begin(), Story::begin());
    for story in [&mut second, &mut first] {
        store.create(story.take_new_run()).await.unwrap();
        store.claim(story.id(), worker, TTL).await.unwrap();
    }
    let strange_lease = create_and_claim(store, &mut strange).await;
    store.queue(second.id(), &steer("1")).await.unwrap();
    store.queue(strange.id(), &steer("2")).await.unwrap();
    store.queue(first.id(), &steer("3")).await.unwrap();
    store.queue(second.id(), &steer("4")).await.unwrap();
    let seen = async |worker| {
        let queued = store.pending_for(worker).await.unwrap();
        queued.into_iter().map(|queued| (queued.run_id, queued.command)).collect::<Vec<_>>()
    };
    let own = [(second.id(), steer("1")), (first.id(), steer("3")), (second.id(), steer("4"))];
    assert_eq!(seen(worker).await, own);
    assert_eq!(seen(strange_lease.worker).await, [(strange.id(), steer("2"))]);
    assert_eq!(seen(new_worker_id()).await, []);
}

pub async fn a_worker_sees_every_change(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    store.create(story.take_new_run()).await.unwrap();
    let worker = new_worker_id();
    let seen = async || store.pending_for(worker).await.unwrap().len();
    for _ in 0..10 {
        assert_eq!(seen().await, 0);
        let first = store.queue(story.id(), &Command::Pause).await.unwrap();
        assert_eq!(seen().await, 0);
        let lease = store.claim(story.id(), worker, TTL).await.unwrap();
        assert_eq!(seen().await, 1);
        let second = store.queue(story.id(), &Command::Cancel).await.unwrap();
        assert_eq!(seen().await, 2);
        assert_eq!(seen().await, 2);
        store.commit(&lease, obeying([first])).await.unwrap();
        assert_eq!(seen().await, 1);
        store.commit(&lease, obeying([second])).await.unwrap();
        assert_eq!(seen().await, 0);
        store.release(&lease).await.unwrap();
    }
}
