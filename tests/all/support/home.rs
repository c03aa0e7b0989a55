//! Temporary data directory for the program, deleted at the end of the test.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use larboard::record::Record;
use larboard::variant;
use tempfile::TempDir;

use crate::{kept_files, schema};

/// The exit status, standard output and standard error of a run of the program.
#[derive(Debug, PartialEq)]
pub(crate) struct Ran(pub(crate) i32, pub(crate) String, pub(crate) String);

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8 text");
        let code = output.status.code().expect("exit, not a signal");
        Ran(code, text(output.stdout), text(output.stderr))
    }
}

/// Runs a program with lines as its input.
pub(crate) fn run_with_input(command: &mut Command, lines: &str) -> Output {
    let command = command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("running program");
    let mut input = child.stdin.take().expect("standard input");
    // The program may quit before it has read all lines.
    _ = input.write_all(lines.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("output of the program");
    schema::assert_output_fits(command, &output.stdout);
    output
}

/// Lets a saved game have been saved when it was begun.
fn set_time(save: &Path) {
    let record = Record::from_slice(&fs::read(save).expect("readable file"));
    let started = record.expect("valid record").started.expect("a time");
    let file = fs::File::options().write(true).open(save).expect("a file");
    let seconds = Duration::from_secs(started.as_second() as u64);
    file.set_modified(SystemTime::UNIX_EPOCH + seconds)
        .expect("a time");
}

/// Data directory of one test.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn new() -> Home {
        Home(tempfile::tempdir().expect("temporary directory"))
    }

    /// Copies the files of a player in `tests/data/home`.
    pub(crate) fn golden() -> Home {
        let home = Home::new();
        for folder in ["", "saves", "finished", "reviews"] {
            fs::create_dir_all(home.join(folder)).expect("new folder");
            let from = kept_files::path("tests/data/home").join(folder);
            for entry in fs::read_dir(from).into_iter().flatten() {
                let path = entry.expect("directory entry").path();
                let name = Path::new(folder).join(path.file_name().expect("a name"));
                if path.is_file() {
                    let copy = home.path().join(name);
                    fs::copy(&path, &copy).expect("copied file");
                    if ["saves", "finished"].contains(&folder) {
                        set_time(&copy);
                    }
                }
            }
        }
        home
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Lets no game be saved during an action: a file stands in place of the folder.
    pub(crate) fn without_saving(&self, action: impl FnOnce()) {
        let (saves, away) = (self.join("saves"), self.join("away"));
        fs::rename(&saves, &away).expect("movable folder");
        fs::write(&saves, "mine").expect("writable file");
        action();
        fs::remove_file(&saves).expect("removable file");
        fs::rename(&away, &saves).expect("movable folder");
    }

    /// Returns the files in a subdirectory that have an extension, sorted by name. An empty
    /// `subdirectory` means the data directory itself.
    pub(crate) fn files(&self, subdirectory: &str, extension: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.join(subdirectory)).into_iter().flatten();
        let paths = entries.map(|entry| entry.expect("directory entry").path());
        let has_extension = |path: &PathBuf| path.extension().is_some_and(|end| end == extension);
        let mut paths: Vec<_> = paths.filter(has_extension).collect();
        paths.sort();
        paths
    }

    /// Reads the records in a subdirectory.
    pub(crate) fn records(&self, subdirectory: &str) -> Vec<Record> {
        let record = |path| {
            let bytes = fs::read(path).expect("readable file");
            Record::from_slice(&bytes).expect("valid record")
        };
        let files = self.files(subdirectory, "json");
        files.into_iter().map(record).collect()
    }

    /// Prepares to run the program with this data directory.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(crate::PROGRAM);
        command
            .args(arguments.split_whitespace())
            .env("LARBOARD_HOME", self.path())
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm-256color")
            // Emergency saves go here.
            .env("TMPDIR", self.path())
            .current_dir(self.path());
        command
    }

    /// Runs the program.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        self.run_with(arguments, "")
    }

    /// Runs the program with `lines` as its input.
    pub(crate) fn run_with(&self, arguments: &str, lines: &str) -> Ran {
        run_with_input(self.command(arguments).stdout(Stdio::piped()), lines).into()
    }

    /// Lets the player have seen all introductions.
    pub(crate) fn skip_introductions(&self) {
        let ids = variant::introduction_ids().join("\n");
        fs::write(self.join("introductions.txt"), ids).expect("writable file");
    }

    /// Runs the program in line mode with `lines` as its input.
    pub(crate) fn play(&self, arguments: &str, lines: &str) -> Output {
        let mut command = self.command(&format!("{arguments} --plain"));
        run_with_input(command.stdout(Stdio::piped()), lines)
    }

    /// Runs the program in line mode and returns its standard output.
    pub(crate) fn stdout_of(&self, arguments: &str, lines: &str) -> String {
        let output = self.play(arguments, lines);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8 output")
    }

    /// Starts a game in line mode that is driven line by line.
    pub(crate) fn line_game(&self, arguments: &str) -> LineGame {
        LineGame::start(self.command(&format!("{arguments} --plain")))
    }

    /// Starts a game in line mode that is driven line by line, and answers with JSON.
    #[cfg(unix)]
    pub(crate) fn line_game_json(&self, arguments: &str) -> LineGame {
        LineGame::start_until(self.command(&format!("{arguments} --json")), "{")
    }

    /// Returns the files of the saved games.
    pub(crate) fn saved_files(&self) -> Vec<PathBuf> {
        self.files("saves", "json")
    }
}

/// A game in line mode that is driven line by line.
pub(crate) struct LineGame {
    game: Child,
    input: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl LineGame {
    /// Starts a game and waits for the end of its greeting.
    pub(crate) fn start(command: Command) -> LineGame {
        LineGame::start_until(command, "Type a move")
    }

    /// Starts line mode and waits for the line of its greeting that starts with a text.
    fn start_until(mut command: Command, start: &str) -> LineGame {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut game = command
            .stderr(Stdio::piped())
            .spawn()
            .expect("running program");
        let input = game.stdin.take().expect("input");
        let answers = BufReader::new(game.stdout.take().expect("output"));
        let mut line_game = LineGame {
            game,
            input,
            answers,
        };
        line_game.read_until(start);
        line_game
    }

    /// Reads lines up to the first that starts with `start`.
    fn read_until(&mut self, start: &str) -> String {
        let mut all = String::new();
        loop {
            let mut line = String::new();
            let read = self.answers.read_line(&mut line).expect("answer");
            assert!(read > 0, "no line starts with {start}\n{all}");
            all += &line;
            if line.starts_with(start) {
                return all;
            }
        }
    }

    pub(crate) fn send(&mut self, line: &str, answer: &str) -> String {
        writeln!(self.input, "{line}").expect("input");
        self.read_until(answer)
    }

    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let id = self.game.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.expect("kill").success());
    }

    pub(crate) fn kill(mut self) {
        self.game.kill().expect("running program");
        self.game.wait().expect("running program");
    }

    /// Types a last line whose answer nobody reads, and waits for the end of the program.
    pub(crate) fn end_unread(mut self, line: &str) -> Output {
        drop(self.answers);
        writeln!(self.input, "{line}").expect("input");
        drop(self.input);
        self.game.wait_with_output().expect("exit status")
    }

    /// Closes the input, and returns what is written until the end of the program.
    pub(crate) fn end(self) -> Output {
        let LineGame {
            input,
            answers,
            game,
        } = self;
        drop(input);
        LineGame::wait(game, answers)
    }

    /// Returns what is written until a signal has ended the program.
    #[cfg(unix)]
    pub(crate) fn end_by_signal(self, name: &str) -> Output {
        self.signal(name);
        LineGame::wait(self.game, self.answers)
    }

    fn wait(game: Child, mut answers: impl Read) -> Output {
        let mut rest = Vec::new();
        answers.read_to_end(&mut rest).expect("output");
        let output = game.wait_with_output().expect("exit status");
        Output {
            stdout: rest,
            ..output
        }
    }
}
