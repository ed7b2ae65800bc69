//! What a run remembered, as seed B's references.

use std::collections::{BTreeMap, BTreeSet};

use ruminate_types::Recollection;
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MemorySource {
    /// The same for the same words, in every run.
    id: String,
    memory: String,
    metadata: SourceMetadata,
    #[schemars(range(min = 0.0, max = 1.0))]
    relevance_score: f64,
    tool_name: &'static str,
    /// It was not told before in this stream.
    is_new_reference: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MemorySourceMetadata")]
struct SourceMetadata {
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReferenceSummary {
    total_unique: usize,
    tool_breakdown: BTreeMap<&'static str, usize>,
}

/// Everything that was told in one stream.
#[derive(Debug, Default)]
pub(super) struct Sources(BTreeSet<String>);

const TOOL: &str = "personaMemorySearch";

impl Sources {
    pub(super) fn take(&mut self, recollections: &[Recollection]) -> Vec<MemorySource> {
        recollections
            .iter()
            .map(|known| {
                let id = id_of(&known.text);
                MemorySource {
                    is_new_reference: self.0.insert(id.clone()),
                    id,
                    memory: known.text.clone(),
                    metadata: SourceMetadata {
                        link: known.run_id.map(|run| format!("/api/runs/{run}")),
                        source: known.run_id.map(|_| "run"),
                    },
                    relevance_score: known.confidence.get(),
                    tool_name: TOOL,
                }
            })
            .collect()
    }

    pub(super) fn summary(&self) -> ReferenceSummary {
        let total_unique = self.0.len();
        ReferenceSummary { total_unique, tool_breakdown: [(TOOL, total_unique)].into() }
    }
}

fn id_of(text: &str) -> String {
    Sha256::digest(text.as_bytes())[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use ruminate_types::{Confidence, RunId};
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn what_was_remembered_is_told_with_the_seeds_names() {
        let known = |text: &str, run_id| Recollection {
            run_id,
            ..Recollection::new(text, Confidence::new(0.85))
        };
        let mut sources = Sources::default();
        let run = RunId(Uuid::nil());
        let told = sources.take(&[known("Maps age.", Some(run)), known("So do we.", None)]);
        let id = id_of("Maps age.");
        assert_eq!(
            json!(told)[0],
            json!({
                "id": id, "memory": "Maps age.", "relevanceScore": 0.85,
                "metadata": {"link": format!("/api/runs/{run}"), "source": "run"},
                "toolName": "personaMemorySearch", "isNewReference": true,
            })
        );
        assert_eq!(json!(told)[1]["metadata"], json!({}));
        let again = sources.take(&[known("Maps age.", None)]);
        assert_eq!(json!(again)[0]["isNewReference"], false);
        assert_eq!(
            json!(sources.summary()),
            json!({"totalUnique": 2, "toolBreakdown": {"personaMemorySearch": 2}})
        );
    }
}
