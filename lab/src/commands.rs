//! The commands: a file each, with its arguments and what it does.

pub(crate) mod follow_hints;
pub(crate) mod grade;
pub(crate) mod import;
pub(crate) mod merge;
pub(crate) mod perft;
pub(crate) mod survey;
pub(crate) mod tune;
