//! The tools of Ruminate. A tool is a type with an input and an output ([`typed`]); all of them, and those of others
//! behind MCP, are called through one box ([`toolbox`]) under one policy ([`gate`]), and every call is written down.
//!
//! Those that think ([`reasoning`], [`verify`], [`planning`]) stand on a mind and, where there is one, on a language model
//! ([`faculties`]). They work without it; what it says is checked, and never outweighs what sentences and facts say.

mod advice;
mod claims;
mod evidence;
pub mod faculties;
pub mod gate;
mod library;
mod markdown;
pub mod planning;
pub mod reasoning;
pub mod toolbox;
pub mod typed;
pub mod verify;

use std::sync::Arc;

use ruminate_types::ports::tool::Tool;

pub use faculties::{Adviser, Faculties};
pub use toolbox::Toolbox;
pub use typed::{Typed, built_in};

/// The tools that think.
pub fn tools(faculties: Faculties) -> Vec<Arc<dyn Tool>> {
    let of = || faculties.clone();
    vec![
        built_in(reasoning::compare::CompareTool(of())),
        built_in(reasoning::analyze::AnalyzeTool(of())),
        built_in(reasoning::causality::CausalityTool(of())),
        built_in(verify::consistency::ConsistencyTool(of())),
        built_in(verify::fact_check::FactCheckTool(of())),
        built_in(planning::decompose::DecomposeTool(of())),
        built_in(planning::next_step::NextStepTool(of())),
    ]
}
