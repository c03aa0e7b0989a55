//! `lab merge`: adds up the files of surveys.

use std::io::Write;
use std::path::PathBuf;

use larboard::cli::{Failure, file};
use larboard::escape::escape_path;

use crate::summary::SurveySummary;
use crate::survey_file::SurveyResults;

#[derive(Debug, clap::Args)]
pub struct MergeArgs {
    /// Files of surveys (- for stdin)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Output JSON, one object per line
    #[arg(long)]
    json: bool,
}

impl MergeArgs {
    /// Adds up the files and writes a summary of each subject.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        file::reject_repeated_stdio(&self.files)?;
        let mut results = SurveyResults::default();
        for path in &self.files {
            if let Some(line) = results.read_file(path)? {
                let name = escape_path(path);
                file::print_note(&format!("{name}: line {line} is torn and not counted"));
            }
        }
        if results.totals().next().is_none() {
            return Err(Failure::failed("no deals to add up"));
        }
        for (subject, seeds, totals) in results.totals() {
            SurveySummary::new(subject, seeds, totals).write(self.json, out)?;
        }
        Ok(())
    }
}
