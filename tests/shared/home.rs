//! A folder of a test's own for all the program keeps, gone with the test.

use std::fs;
use std::path::{Path, PathBuf};

use larboard::record::Record;
use tempfile::TempDir;

/// A new folder, whatever other tests and other runs of this one make.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn new() -> Home {
        Home(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// What lies in a folder in it, or in itself, by its ending and in the order of the names.
    pub(crate) fn files(&self, folder: &str, ending: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.join(folder)).into_iter().flatten();
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let mut paths: Vec<_> = paths
            .filter(|path| path.extension().is_some_and(|end| end == ending))
            .collect();
        paths.sort();
        paths
    }

    /// The records among them.
    pub(crate) fn records(&self, folder: &str) -> Vec<Record> {
        let record = |path| Record::read(&fs::read(path).expect("a file")).expect("a record");
        self.files(folder, "json").into_iter().map(record).collect()
    }
}
