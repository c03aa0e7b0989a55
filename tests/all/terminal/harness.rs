//! A program in a pseudo-terminal: typed into, looked at, signalled, and held to putting back what
//! it changed.
//!
//! Nothing here waits for a time: [`Session::until`] waits for what the screen shows, and fails
//! where that does not come.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// How long a screen may take to come before the test fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program running in a terminal of its own.
pub(crate) struct Session {
    terminal: Box<dyn MasterPty + Send>,
    program: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    seen: Arc<(Mutex<Seen>, Condvar)>,
    line_before: String,
}

/// What the program has written so far.
struct Seen {
    screen: vt100::Parser,
    bytes: Vec<u8>,
    over: bool,
    unwatched: bool,
}

/// How a program ended, and all it wrote.
pub(crate) struct End {
    pub(crate) status: ExitStatus,
    pub(crate) text: String,
    bytes: Vec<u8>,
    line_before: String,
    line_after: String,
}

impl Session {
    /// Starts a program in a terminal of so many columns and rows.
    pub(crate) fn start(mut command: CommandBuilder, (columns, rows): (u16, u16)) -> Session {
        let pair = native_pty_system()
            .openpty(size(columns, rows))
            .expect("a pseudo-terminal");
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR");
        command.env_remove("RUST_BACKTRACE");
        let line_before = line(&*pair.master);
        let program = pair.slave.spawn_command(command).expect("a program");
        drop(pair.slave);
        let seen = Arc::new((
            Mutex::new(Seen {
                screen: vt100::Parser::new(at_least_1(rows), at_least_1(columns), 0),
                bytes: Vec::new(),
                over: false,
                unwatched: false,
            }),
            Condvar::new(),
        ));
        let reader = pair.master.try_clone_reader().expect("its screen");
        let watched = Arc::clone(&seen);
        thread::spawn(move || watch(reader, &watched));
        Session {
            keys: pair.master.take_writer().expect("its keyboard"),
            terminal: pair.master,
            program,
            seen,
            line_before,
        }
    }

    /// Types.
    pub(crate) fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("a keyboard");
        self.keys.flush().expect("a keyboard");
    }

    /// Waits until the screen is as wanted; `wanted` says in words what that is.
    pub(crate) fn until(&self, wanted: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        let (seen, news) = &*self.seen;
        let give_up = Instant::now() + PATIENCE;
        let mut seen = seen.lock().expect("the screen");
        while !is_so(seen.screen.screen()) {
            let left = give_up.saturating_duration_since(Instant::now());
            assert!(
                !seen.over && !left.is_zero(),
                "never came: {wanted}\n{}",
                seen.screen.screen().contents()
            );
            seen = news.wait_timeout(seen, left).expect("the screen").0;
        }
    }

    /// Waits until the screen shows a text.
    pub(crate) fn until_shows(&self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text));
    }

    /// Types, then waits until the screen shows a text.
    pub(crate) fn types_until(&mut self, keys: &str, text: &str) {
        self.types(keys);
        self.until_shows(text);
    }

    /// The text on the screen.
    pub(crate) fn shown(&self) -> String {
        text(self.seen.0.lock().expect("the screen").screen.screen())
    }

    /// Gives the window another size.
    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        let mut seen = self.seen.0.lock().expect("the screen");
        let (height, width) = (at_least_1(rows), at_least_1(columns));
        seen.screen.screen_mut().set_size(height, width);
        self.terminal.resize(size(columns, rows)).expect("a size");
    }

    /// Whether the terminal's line is as it was before the program started: it echoes, waits for
    /// whole lines, and its keys for signals work.
    pub(crate) fn line_is_as_before(&self) -> bool {
        line(&*self.terminal) == self.line_before
    }

    /// Types what leaves the program, which must end well.
    pub(crate) fn leave(mut self) -> End {
        self.types("q");
        let end = self.end();
        assert!(end.status.success(), "{}", end.text);
        end
    }

    /// Waits for the program to end.
    pub(crate) fn end(mut self) -> End {
        let (seen, news) = &*self.seen;
        let give_up = Instant::now() + PATIENCE;
        let mut seen = seen.lock().expect("the screen");
        while !seen.over {
            let left = give_up.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let _ = self.program.kill();
                panic!("never ended:\n{}", seen.screen.screen().contents());
            }
            seen = news.wait_timeout(seen, left).expect("the screen").0;
        }
        End {
            status: self.program.wait().expect("an exit status"),
            text: seen.screen.screen().contents(),
            bytes: std::mem::take(&mut seen.bytes),
            line_before: std::mem::take(&mut self.line_before),
            line_after: line(&*self.terminal),
        }
    }
}

#[cfg(unix)]
impl Session {
    fn id(&self) -> rustix::process::Pid {
        let id = self.program.process_id().expect("a process");
        rustix::process::Pid::from_raw(id as i32).expect("a process")
    }

    /// Sends the program a signal.
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        rustix::process::kill_process(self.id(), signal).expect("a signal");
    }

    /// The modes the program has set and not reset, of those it has touched.
    pub(crate) fn modes_left_on(&self) -> Vec<u16> {
        left_on(&self.seen.0.lock().expect("the screen").bytes)
    }

    /// Waits until the program has stopped.
    pub(crate) fn until_stopped(&self) {
        use rustix::process::{WaitOptions, waitpid};
        let told = waitpid(Some(self.id()), WaitOptions::UNTRACED).expect("a status");
        assert!(told.is_some_and(|(_, status)| status.stopped()));
    }

    /// Takes the terminal away while the program draws what `keys` bring, and waits for the program
    /// to end by that.
    pub(crate) fn hang_up(mut self, keys: &str) {
        self.seen.0.lock().expect("the screen").unwatched = true;
        self.types(keys);
        let Session {
            terminal,
            mut program,
            keys,
            seen,
            ..
        } = self;
        drop((terminal, keys));
        while Arc::strong_count(&seen) > 1 {
            thread::yield_now();
        }
        let (ended, end) = std::sync::mpsc::channel();
        thread::spawn(move || ended.send(program.wait()));
        let status = end.recv_timeout(PATIENCE).expect("the program never ended");
        status.expect("an exit status");
    }

    /// How often any thread of the program has gone to sleep so far.
    #[cfg(target_os = "linux")]
    pub(crate) fn sleeps(&self) -> u64 {
        let id = self.program.process_id().expect("a process");
        let threads = std::fs::read_dir(format!("/proc/{id}/task")).expect("its threads");
        threads
            .map(|thread| {
                let status = thread.expect("a thread").path().join("status");
                let status = std::fs::read_to_string(status).expect("its status");
                let count = status
                    .lines()
                    .find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
                count
                    .expect("its sleeps")
                    .trim()
                    .parse::<u64>()
                    .expect("a number")
            })
            .sum()
    }
}

impl End {
    /// Checks that everything the program changed in the terminal is as it was: the line, every
    /// mode it touched, and the colours. What changes anything else it must never have written.
    pub(crate) fn left_the_terminal_as_it_was(&self) {
        assert_eq!(self.line_after, self.line_before, "the modes of the line");
        assert_eq!(left_on(&self.bytes), [CURSOR], "the modes left on");
        let written = sequences(&self.bytes);
        for (kind, text) in &written {
            assert!(KINDS.contains(&&**kind), "{kind}: {text:?}");
        }
        let mut colours = written.iter().filter(|(kind, _)| kind == "[m");
        let last = colours.next_back();
        assert!(last.is_none_or(|(_, text)| text == "\x1b[0m"), "{last:?}");
    }

    /// The modes the program has touched, on or off.
    pub(crate) fn modes_touched(&self) -> Vec<u16> {
        modes(&self.bytes).into_keys().collect()
    }
}

/// The kinds of sequences the program may write: modes on and off, places, what is cleared, colours.
const KINDS: [&str; 6] = ["[?h", "[?l", "[H", "[J", "[K", "[m"];

/// Every escape sequence in what was written: its kind, which is all but its numbers, and itself.
fn sequences(bytes: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(bytes);
    let after = text.split('\x1b').skip(1);
    let sequences = after.map(|rest| {
        let numbers = |c: char| c.is_ascii_digit() || c == ';' || c == ':';
        let ends = |(n, c): (usize, char)| match n {
            0 => c != '[',
            _ => !numbers(c) && !"<=>?".contains(c),
        };
        let end = rest.char_indices().find(|&at| ends(at));
        let end = end.map_or(rest.len(), |(n, c)| n + c.len_utf8());
        let kind = rest[..end].chars().filter(|&c| !numbers(c)).collect();
        (kind, format!("\x1b{}", &rest[..end]))
    });
    sequences.collect()
}

/// The mode that shows the cursor: the one that is to be on in the end.
const CURSOR: u16 = 25;

/// The text on a screen. Blanks at the end of a line may be written or left out: they look alike.
pub(crate) fn text(screen: &vt100::Screen) -> String {
    let contents = screen.contents();
    let lines: Vec<&str> = contents.lines().map(str::trim_end).collect();
    lines.join("\n")
}

fn left_on(bytes: &[u8]) -> Vec<u16> {
    let modes = modes(bytes);
    modes
        .into_iter()
        .filter_map(|(mode, on)| on.then_some(mode))
        .collect()
}

/// Each private mode that was set (`ESC [ ? 25 h`) or reset (`ESC [ ? 25 l`), and how it was last.
fn modes(bytes: &[u8]) -> BTreeMap<u16, bool> {
    let text = String::from_utf8_lossy(bytes);
    let mut modes = BTreeMap::new();
    for sequence in text.split("\x1b[?").skip(1) {
        let end = sequence.find(|c: char| !c.is_ascii_digit() && c != ';');
        let Some(end) = end else { continue };
        let on = match &sequence[end..=end] {
            "h" => true,
            "l" => false,
            _ => continue,
        };
        for mode in sequence[..end].split(';') {
            modes.insert(mode.parse().expect("a number"), on);
        }
    }
    modes
}

fn watch(mut reader: Box<dyn Read + Send>, (seen, news): &(Mutex<Seen>, Condvar)) {
    let mut bytes = [0; 1 << 14];
    loop {
        // The end of the program is told as an error on some systems.
        let count = reader.read(&mut bytes).unwrap_or(0);
        let mut seen = seen.lock().expect("the screen");
        seen.screen.process(&bytes[..count]);
        seen.bytes.extend_from_slice(&bytes[..count]);
        seen.over = count == 0;
        news.notify_all();
        if seen.over || seen.unwatched {
            return;
        }
    }
}

/// The modes of the terminal's line, in words that can be compared.
#[cfg(unix)]
fn line(terminal: &dyn MasterPty) -> String {
    format!("{:?}", terminal.get_termios())
}

/// There is none to compare.
#[cfg(not(unix))]
fn line(_terminal: &dyn MasterPty) -> String {
    String::new()
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn at_least_1(length: u16) -> NonZeroU16 {
    NonZeroU16::new(length).unwrap_or(NonZeroU16::MIN)
}
