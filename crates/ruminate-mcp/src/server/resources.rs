//! What can be read besides calling tools.

use async_trait::async_trait;
use rmcp::ErrorData;
use rmcp::model::{Resource, ResourceContents, ResourceTemplate};
use ruminate_types::Owner;

/// Resources by their addresses. Somebody else's look like nothing at all.
#[async_trait]
pub trait Resources: Send + Sync {
    /// In a stable order, from `cursor` on, which is one that a page before gave.
    async fn list(&self, owner: &Owner, cursor: Option<&str>) -> Result<ResourcePage, ErrorData>;

    /// How the addresses of all of them are made.
    fn templates(&self) -> Vec<ResourceTemplate>;

    /// None where there is none of that address.
    async fn read(&self, owner: &Owner, uri: &str) -> Result<Option<ResourceContents>, ErrorData>;
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResourcePage {
    pub resources: Vec<Resource>,
    /// None at the end.
    pub next: Option<String>,
}

/// For a server that has none.
pub struct NoResources;

#[async_trait]
impl Resources for NoResources {
    async fn list(&self, _: &Owner, _: Option<&str>) -> Result<ResourcePage, ErrorData> {
        Ok(ResourcePage::default())
    }

    fn templates(&self) -> Vec<ResourceTemplate> {
        Vec::new()
    }

    async fn read(&self, _: &Owner, _: &str) -> Result<Option<ResourceContents>, ErrorData> {
        Ok(None)
    }
}

pub(crate) fn bad_cursor() -> ErrorData {
    ErrorData::invalid_params("the cursor is none that was given", None)
}
