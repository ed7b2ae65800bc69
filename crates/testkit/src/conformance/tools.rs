//! `ToolAudit`.

use jiff::Timestamp;
use ruminate_types::tool::{ToolCallRecord, ToolErrorCode, ToolsUsed};
use ruminate_types::{Owner, RunId};

use super::owners::owner;
use super::{ManualClock, Store, Story, create_and_claim};

fn call(owner: &Owner, run_id: Option<RunId>, tool: &str) -> ToolCallRecord {
    ToolCallRecord {
        at: Timestamp::from_second(1_700_000_000).unwrap(),
        owner: owner.clone(),
        run_id,
        tool: tool.to_owned(),
        arguments_hash: "a1".to_owned(),
        latency_ms: 40,
        retries: 1,
        success: true,
        output_ref: Some("b2".to_owned()),
        error: None,
    }
}

pub async fn calls_of_tools_are_read_back(store: &impl Store, _: &ManualClock) {
    let (ada, grace) = (owner("ada"), owner("grace"));
    let read = call(&ada, None, "web.read");
    let failed = ToolCallRecord {
        success: false,
        output_ref: None,
        error: Some(ToolErrorCode::TimedOut),
        ..call(&ada, None, "web.search")
    };
    store.record_call(&read).await.unwrap();
    store.record_call(&failed).await.unwrap();
    assert_eq!(store.tool_calls(&ada, 10).await.unwrap(), [failed.clone(), read]);
    assert_eq!(store.tool_calls(&ada, 1).await.unwrap(), [failed]);
    assert_eq!(store.tool_calls(&grace, 10).await.unwrap(), [], "another's");
}

pub async fn what_a_run_called_counts_and_goes_with_it(store: &impl Store, _: &ManualClock) {
    let mut story = Story::begin();
    let lease = create_and_claim(store, &mut story).await;
    let (ada, run) = (owner("ada"), story.id());
    assert_eq!(store.tools_used(run).await.unwrap(), ToolsUsed::default());
    for run_id in [Some(run), Some(run), None] {
        store.record_call(&call(&ada, run_id, "web.read")).await.unwrap();
    }
    assert_eq!(store.tools_used(run).await.unwrap(), ToolsUsed { calls: 2, latency_ms: 80 });
    store.delete(&lease).await.unwrap();
    assert_eq!(store.tools_used(run).await.unwrap(), ToolsUsed::default());
    assert_eq!(store.tool_calls(&ada, 10).await.unwrap().len(), 1);
}
