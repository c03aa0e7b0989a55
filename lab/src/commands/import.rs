//! `lab import`: adds the deals of survey files to those in `assets/winnable`.

use std::path::{Path, PathBuf};

use larboard::cli::{Failure, file};

use crate::winnable;

#[derive(Debug, clap::Args)]
pub struct ImportArgs {
    /// Files of surveys (- for stdin)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl ImportArgs {
    /// Adds the deals.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        file::reject_repeated_stdio(&self.files)?;
        winnable::import(Path::new(winnable::FOLDER), &self.files)
    }
}
