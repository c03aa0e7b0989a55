//! A folder of a test's own for all the program keeps, gone with the test.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

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
        let record = |path| Record::from_slice(&fs::read(path).expect("a file")).expect("a record");
        self.files(folder, "json").into_iter().map(record).collect()
    }

    /// The program, with all that it keeps in here.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_larboard"));
        command
            .args(arguments.split_whitespace())
            .env("LARBOARD_HOME", self.path())
            .env("LC_ALL", "C.UTF-8")
            .current_dir(self.path());
        command
    }

    /// Plays by typed lines.
    pub(crate) fn play(&self, arguments: &str, lines: &str) -> Output {
        let mut game = self
            .command(&format!("{arguments} --plain"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("larboard");
        let mut input = game.stdin.take().expect("its input");
        // It may have left before it read all.
        _ = input.write_all(lines.as_bytes());
        drop(input);
        game.wait_with_output().expect("its end")
    }

    /// What is told of lines that come down a pipe.
    pub(crate) fn told(&self, arguments: &str, lines: &str) -> String {
        let output = self.play(arguments, lines);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// The saved sittings.
    pub(crate) fn saved(&self) -> Vec<PathBuf> {
        self.files("saves", "json")
    }
}
