//! What the engine's driver needs from the world, as traits.

pub mod answers;
pub mod attention;
pub mod conversations;
pub mod embedding;
pub mod forgetting;
pub mod keys;
pub mod knowledge;
pub mod memory;
pub mod mind;
pub mod model;
pub mod reflexes;
pub mod store;
pub mod tool;
pub mod vectors;
pub mod wake;
