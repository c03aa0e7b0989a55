//! What several tests use: games by id, a home folder, kept files, transcripts of command lines, other programs, and
//! assertions about texts.

#[macro_use]
mod assertions;

pub(crate) mod command_lines;
pub(crate) mod games;
pub(crate) mod home;
pub(crate) mod kept_files;
pub(crate) mod programs;
