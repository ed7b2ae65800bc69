//! What every backend of a port must do: one rule for each sentence of the ports' documentation. A
//! store's tests call [`crate::store_conformance!`], an embedder's [`crate::embedder_conformance!`],
//! which make each rule a test of its own.

// A rule fails by panicking: that is what it is for.
#![allow(clippy::unwrap_used, clippy::expect_used)]

pub mod attention;
pub mod calls;
pub mod clock;
pub mod commands;
pub mod committing;
pub mod conversations;
pub mod creating;
pub mod deleting;
pub mod embedding;
pub mod forgetting;
pub mod forking;
pub mod keys;
pub mod knowledge;
pub mod leases;
pub mod loading;
pub mod owners;
pub mod reading;
pub mod reflexes;
pub mod story;
pub mod tools;
pub mod vectors;

use ruminate_types::ports::attention::Attention;
use ruminate_types::ports::conversations::Conversations;
use ruminate_types::ports::keys::ApiKeys;
use ruminate_types::ports::knowledge::{Knowledge, Learning, Sources};
use ruminate_types::ports::reflexes::Reflexes;
use ruminate_types::ports::store::{
    Census, Commands, Events, Journal, Lease, Leases, Runs, Windows,
};
use ruminate_types::ports::tool::ToolAudit;
use ruminate_types::ports::vectors::Vectors;
use ruminate_types::{RunId, WorkerId};
use std::time::Duration;
use uuid::Uuid;

pub use clock::ManualClock;
pub use story::Story;

/// All the ports of a store.
pub trait Store:
    Journal
    + Leases
    + Windows
    + Runs
    + Events
    + Census
    + Commands
    + Conversations
    + ApiKeys
    + Learning
    + Knowledge
    + Sources
    + Reflexes
    + Attention
    + Vectors
    + ToolAudit
{
}

impl<S> Store for S where
    S: Journal
        + Leases
        + Windows
        + Runs
        + Events
        + Census
        + Commands
        + Conversations
        + ApiKeys
        + Learning
        + Knowledge
        + Sources
        + Reflexes
        + Attention
        + Vectors
        + ToolAudit
{
}

pub const TTL: Duration = Duration::from_secs(30);

pub fn new_run_id() -> RunId {
    RunId(Uuid::now_v7())
}

pub fn new_worker_id() -> WorkerId {
    WorkerId(Uuid::now_v7())
}

/// Creates the story's run and claims it for a worker of its own.
pub async fn create_and_claim(store: &impl Store, story: &mut Story) -> Lease {
    store.create(story.take_new_run()).await.unwrap();
    store.claim(story.id(), new_worker_id(), TTL).await.unwrap()
}

/// Makes every rule a test. Takes the name of an `async fn(ManualClock) -> (impl Store, impl Sized)` that
/// makes an empty store telling the time by that clock, and what it needs to live.
#[macro_export]
macro_rules! store_conformance {
    ($make:ident) => {
        $crate::store_conformance! { @tests $make
            creating {
                a_new_run_is_read_back
                a_run_is_created_once
                a_run_begins_with_its_first_event
                a_run_ends_where_its_cursor_stands
                times_are_kept_to_the_millisecond
            }
            leases {
                an_unknown_run_cannot_be_claimed
                a_held_run_is_held
                a_lease_ends_with_its_time
                an_expired_lease_commits_until_somebody_takes_it
                claiming_again_gives_a_newer_token
                a_released_run_can_be_claimed_at_once
                tokens_grow_across_a_release
                a_released_lease_cannot_write
                releasing_a_lost_lease_does_nothing
                renewing_keeps_a_lease_alive
                renewing_keeps_no_other_lease_alive
                renewing_says_what_is_lost
                renewing_revives_what_nobody_took
                a_summary_names_the_driver
            }
            committing {
                a_commit_is_read_back
                a_commit_without_events_changes_none
                an_older_token_cannot_commit
                nothing_is_committed_to_an_unknown_run
                a_repeated_commit_writes_nothing
                events_follow_the_stored_ones
                events_follow_each_other
                events_come_with_their_cursor
                events_and_calls_belong_to_the_run
                a_commit_is_written_as_a_whole_or_not_at_all
                every_kind_of_event_is_read_back
            }
            calls {
                an_intent_is_journalled
                a_repeated_intent_counts_and_keeps_its_result
                another_request_starts_afresh
                a_result_may_come_with_its_intent
                a_call_keeps_its_first_result
                a_result_needs_an_intent
                an_older_token_cannot_record
                calls_come_by_index_and_step
                every_kind_of_result_is_read_back
            }
            loading {
                an_unknown_run_cannot_be_loaded
                the_newest_thoughts_are_at_hand
                every_uncovered_thought_is_at_hand
                open_questions_come_by_precedence
                the_questions_explored_last_are_at_hand
                shelved_questions_are_out_of_sight
                layers_are_the_ones_the_cursor_names
                recollections_are_at_hand
                a_run_is_the_fold_of_its_events
            }
            forking {
                a_fork_begins_with_the_history
                a_fork_is_loaded_like_any_run
                questions_are_as_they_were_then
                a_fork_brings_no_calls_and_no_commands
                a_fork_of_nothing_is_not_made
                a_fork_and_its_origin_go_their_own_ways
            }
            reading {
                an_unknown_run_has_no_summary
                runs_are_listed_newest_first
                a_list_goes_on_where_it_ended
                a_list_can_be_of_one_status
                runs_are_found_by_the_beginning_of_their_id
                events_come_in_order_after_a_number
                events_can_be_of_one_stage
                an_unknown_run_has_no_events
            }
            commands {
                an_unknown_run_takes_no_commands
                commands_wait_oldest_first
                every_kind_of_command_is_read_back
                an_obeyed_command_waits_no_longer
                only_the_runs_own_commands_are_obeyed
                a_worker_sees_the_commands_of_its_runs
                a_worker_sees_every_change
            }
            owners {
                a_list_can_be_of_one_owner
                an_owner_has_so_many_runs_under_way
                a_run_that_waits_to_be_started_is_under_way
                runs_are_counted_by_status
            }
            conversations {
                a_conversation_is_opened_once
                an_owner_has_so_many_conversations
                a_conversation_is_its_owners
                a_run_needs_its_conversation
                turns_are_the_runs_with_their_answers
                conversations_are_listed_newest_first
                a_forgotten_conversation_leaves_its_runs
                what_was_said_before_is_loaded
            }
            keys {
                a_key_is_read_back
                an_id_is_taken_once
                a_revoked_key_says_since_when
            }
            knowledge {
                a_lesson_is_read_back
                the_same_again_changes_nothing
                what_two_sources_say_is_kept_once
                what_was_undone_has_happened
                one_lesson_can_be_forgotten
                a_changed_source_forgets_what_it_says_no_more
                texts_that_change_places_are_both_kept
                a_reading_that_was_cut_is_not_finished
                of_two_readings_the_one_that_began_last_counts
                what_was_forgotten_is_not_read_on
                what_is_held_is_told_again
                what_a_source_says_twice_is_forgotten_once
                a_fact_is_as_sure_as_it_was_given_last
                an_id_of_another_source_is_told_apart
                a_source_moves_to_another_silo
                knowledge_is_its_owners
                sources_are_listed_by_name
                a_large_source_is_forgotten_whole
                a_directory_is_forgotten_whole
            }
            vectors {
                a_vector_is_read_back
                thoughts_get_no_vector
                vectors_go_with_their_lessons
                a_vector_follows_its_lesson
                another_embedder_makes_vectors_anew
                vectors_are_their_owners
            }
            tools {
                calls_of_tools_are_read_back
                what_a_run_called_counts_and_goes_with_it
            }
            reflexes {
                a_reflex_waits_until_it_is_approved
                a_reflex_is_noted_once
            }
            attention {
                a_desire_is_read_back
                a_desire_is_noted_once
                an_owner_has_so_many_desires
                a_desire_can_be_given_up
                what_was_noticed_is_read_back
                the_same_key_is_noticed_once
                a_mind_sleeps_until_it_is_woken
                no_more_is_set_aside_than_a_day_leaves
                a_gap_that_comes_up_again_counts
                gaps_come_by_how_much_they_are_worth_a_try
                so_many_gaps_are_kept
                a_gap_can_be_dropped
                traces_come_in_order_after_a_number
                an_interest_halves_with_time
                interests_come_strongest_first
                so_many_interests_are_kept
                what_is_in_mind_is_read_back
                a_cycle_leaves_its_marks
                of_two_cycles_from_one_state_one_is_refused
                consolidated_traces_make_room
                who_has_something_to_do_is_restless
                attention_is_its_owners
            }
            forgetting {
                what_was_forgotten_is_held_until_it_is_let_go
                a_mind_that_went_on_lets_go_of_nothing
                what_passed_in_a_deleted_run_is_held
            }
            deleting {
                a_deleted_run_is_gone_with_everything
                what_a_mind_took_from_a_run_goes_with_it
                what_was_noticed_in_a_deleted_run_makes_nobody_restless
                a_key_is_forgotten_with_its_runs
                a_gap_stays_as_long_as_something_came_upon_it
                only_the_newest_lease_deletes
                a_run_is_deleted_once
                deleting_leaves_other_runs_alone
            }
        }
    };
    (@tests $make:ident $($chapter:ident { $($rule:ident)* })*) => {
        $(mod $chapter {
            $(#[tokio::test]
            async fn $rule() {
                let clock = $crate::conformance::ManualClock::default();
                let (store, _keep) = super::$make(clock.clone()).await;
                $crate::conformance::$chapter::$rule(&store, &clock).await;
            })*
        })*
    };
}
