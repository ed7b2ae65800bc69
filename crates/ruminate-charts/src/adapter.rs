//! Diagrams, registered by kind: a new kind is a new adapter, and nothing else changes.

use std::fmt;

use crate::{ChartBlock, ChartError, DiagramData, DiagramOptions, kinds};

pub trait DiagramSpecAdapter: Send + Sync {
    /// The name that [`Diagrams`] lists it by.
    fn kind(&self) -> &str;

    fn supports(&self, kind: &str) -> bool {
        self.kind() == kind
    }

    fn to_chart_block(
        &self,
        data: DiagramData,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, ChartError>;
}

/// The diagrams there are; by default the seven of this crate.
pub struct Diagrams {
    adapters: Vec<Box<dyn DiagramSpecAdapter>>,
}

impl Default for Diagrams {
    fn default() -> Self {
        Self { adapters: kinds::all() }
    }
}

impl fmt::Debug for Diagrams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Diagrams").field(&self.kinds()).finish()
    }
}

impl Diagrams {
    /// One that supports the same kind as an earlier one takes its place.
    pub fn register(&mut self, adapter: Box<dyn DiagramSpecAdapter>) {
        self.adapters.insert(0, adapter);
    }

    pub fn kinds(&self) -> Vec<&str> {
        let mut kinds: Vec<&str> = self.adapters.iter().map(|adapter| adapter.kind()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Kinds are written with a hyphen; an underscore or a capital is understood.
    pub fn to_chart_block(
        &self,
        kind: &str,
        data: DiagramData,
        options: &DiagramOptions,
    ) -> Result<ChartBlock, ChartError> {
        let name = kind.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        let adapter =
            self.adapters.iter().find(|adapter| adapter.supports(&name)).ok_or_else(|| {
                let known = self.kinds().into_iter().map(str::to_owned).collect();
                ChartError::UnknownKind { kind: crate::clean::clean(kind, 60), known }
            })?;
        adapter.to_chart_block(data, options)
    }
}
