//! The stages, one file each.

mod answer;
mod ask;
mod call;
mod digest;
mod distil;
mod finish;
mod focus;
mod recall;
mod solve;
mod split;
mod synthesize;
mod think;

pub(crate) use answer::Answer;
pub(crate) use ask::{Ask, add_question};
pub(crate) use digest::{Digest, Gather};
pub(crate) use distil::{Close, Distil};
pub(crate) use finish::{Final, cancelled};
pub(crate) use focus::Focus;
pub(crate) use recall::Recall;
pub(crate) use solve::Solve;
pub(crate) use split::Split;
pub(crate) use synthesize::Synthesize;
pub(crate) use think::Think;
