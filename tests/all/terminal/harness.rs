//! Runs a program in a pseudo-terminal: types, reads the screen, sends signals, and checks that the
//! terminal is restored.
//!
//! Nothing here sleeps for a fixed time: [`Session::until`] waits for a condition of the screen and
//! fails if it is never met.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// Time limit for a screen to appear.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Program running in its own terminal.
pub(crate) struct Session {
    terminal: Box<dyn MasterPty + Send>,
    program: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Arc<(Mutex<Captured>, Condvar)>,
    modes_before: String,
    /// What was typed last, for the message of a failure.
    typed: String,
}

/// Output of the program so far.
struct Captured {
    screen: vt100::Parser,
    bytes: Vec<u8>,
    /// Whether the program is drawing: what the screen shows then is part of a frame.
    is_drawing: bool,
    has_ended: bool,
    is_disconnected: bool,
}

impl Captured {
    fn add(&mut self, bytes: &[u8]) {
        self.screen.process(bytes);
        // A sequence may come in two parts.
        let unread = self.bytes.len().saturating_sub(FRAME_START.len());
        self.bytes.extend_from_slice(bytes);
        let mut sequences = self.bytes[unread..].windows(FRAME_START.len());
        let last = sequences.rfind(|bytes| [FRAME_START, FRAME_END].contains(bytes));
        self.is_drawing = last.map_or(self.is_drawing, |last| last == FRAME_START);
    }
}

/// Begin and end a frame that a terminal shows at once.
const FRAME_START: &[u8] = b"\x1b[?2026h";
const FRAME_END: &[u8] = b"\x1b[?2026l";

/// Exit status and output of a program that has ended.
pub(crate) struct End {
    pub(crate) status: ExitStatus,
    pub(crate) text: String,
    bytes: Vec<u8>,
    modes_before: String,
    modes_after: String,
}

impl Session {
    /// Starts a program in a terminal of the given size.
    pub(crate) fn start(mut command: CommandBuilder, (columns, rows): (u16, u16)) -> Session {
        let pair = native_pty_system()
            .openpty(size(columns, rows))
            .expect("pseudo-terminal");
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR");
        command.env_remove("RUST_BACKTRACE");
        let modes_before = line_modes(&*pair.master);
        let program = pair.slave.spawn_command(command).expect("running program");
        drop(pair.slave);
        let output = Arc::new((
            Mutex::new(Captured {
                screen: vt100::Parser::new(at_least_1(rows), at_least_1(columns), 0),
                bytes: Vec::new(),
                is_drawing: false,
                has_ended: false,
                is_disconnected: false,
            }),
            Condvar::new(),
        ));
        let reader = pair.master.try_clone_reader().expect("terminal output");
        let shared_output = Arc::clone(&output);
        thread::spawn(move || capture(reader, &shared_output));
        Session {
            keyboard: pair.master.take_writer().expect("terminal input"),
            terminal: pair.master,
            program,
            output,
            modes_before,
            typed: String::new(),
        }
    }

    pub(crate) fn types(&mut self, keys: &str) {
        self.typed = keys.chars().take(40).collect();
        self.sends(keys.as_bytes());
    }

    /// Sends the program what a terminal may send.
    pub(crate) fn sends(&mut self, bytes: &[u8]) {
        self.keyboard.write_all(bytes).expect("writable terminal");
        self.keyboard.flush().expect("writable terminal");
    }

    fn captured(&self) -> MutexGuard<'_, Captured> {
        self.output.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a whole frame meets a condition; `expected` describes it in the error message.
    pub(crate) fn until(&self, expected: &str, is_met: impl Fn(&vt100::Screen) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        let mut captured = self.captured();
        while captured.is_drawing || !is_met(captured.screen.screen()) {
            let left = deadline.saturating_duration_since(Instant::now());
            if captured.has_ended || left.is_zero() {
                let state = if captured.has_ended { "ended" } else { "runs" };
                let seen = captured.screen.screen().contents();
                panic!(
                    "after {:?} the screen never showed: {expected}\nthe program {state} and shows:\n{seen}",
                    self.typed
                );
            }
            let changed = &self.output.1;
            let result = changed.wait_timeout(captured, left);
            captured = result.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until the screen shows a text.
    pub(crate) fn until_shows(&self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text));
    }

    /// Waits until the screen does not show a text.
    pub(crate) fn until_gone(&self, text: &str) {
        let expected = format!("anything without {text}");
        self.until(&expected, |screen| !screen.contents().contains(text));
    }

    /// Types, then waits until the screen shows a text, which it does not show before: else nothing would be
    /// waited for.
    pub(crate) fn types_until(&mut self, keys: &str, text: &str) {
        self.until_gone(text);
        self.types(keys);
        self.until_shows(text);
    }

    /// Returns the number of bytes that the program has written so far.
    pub(crate) fn bytes_received(&self) -> usize {
        self.captured().bytes.len()
    }

    /// Returns the text on the screen.
    pub(crate) fn shown(&self) -> String {
        self.until("a whole frame", |_| true);
        text(self.captured().screen.screen())
    }

    /// Changes the size of the window.
    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        let mut captured = self.captured();
        let (height, width) = (at_least_1(rows), at_least_1(columns));
        captured.screen.screen_mut().set_size(height, width);
        let resized = self.terminal.resize(size(columns, rows));
        resized.expect("resized terminal");
    }

    /// Shows the program in a new terminal, which has no modes, and where another program has written.
    #[cfg(unix)]
    pub(crate) fn attach_anew(&self, written: &str) {
        let mut captured = self.captured();
        let (rows, columns) = captured.screen.screen().size();
        captured.screen = vt100::Parser::new(rows, columns, 0);
        captured.screen.process(written.as_bytes());
    }

    /// Changes the size that the program sees, but not the screen, which would need too much memory.
    #[cfg(unix)]
    pub(crate) fn resize_terminal(&self, (columns, rows): (u16, u16)) {
        let resized = self.terminal.resize(size(columns, rows));
        resized.expect("resized terminal");
    }

    /// Whether echo, line editing and the keys for signals are as before the program started.
    pub(crate) fn line_is_as_before(&self) -> bool {
        line_modes(&*self.terminal) == self.modes_before
    }

    /// Answers where the cursor is, quits the program, and checks that it succeeds.
    pub(crate) fn leave(mut self) -> End {
        self.types("\x1b[1;2Rq");
        let end = self.end();
        assert!(end.status.success(), "{}", end.text);
        end
    }

    /// Waits for the program to end.
    pub(crate) fn end(mut self) -> End {
        let (captured, changed) = &*self.output;
        let deadline = Instant::now() + TIMEOUT;
        let mut captured = captured.lock().unwrap_or_else(PoisonError::into_inner);
        while !captured.has_ended {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let _ = self.program.kill();
                let contents = captured.screen.screen().contents();
                panic!("the program never ended:\n{contents}");
            }
            let result = changed.wait_timeout(captured, left);
            captured = result.unwrap_or_else(PoisonError::into_inner).0;
        }
        End {
            status: self.program.wait().expect("exit status"),
            text: captured.screen.screen().contents(),
            bytes: std::mem::take(&mut captured.bytes),
            modes_before: std::mem::take(&mut self.modes_before),
            modes_after: line_modes(&*self.terminal),
        }
    }
}

#[cfg(unix)]
impl Session {
    fn id(&self) -> rustix::process::Pid {
        let id = self.program.process_id().expect("running process");
        rustix::process::Pid::from_raw(id as i32).expect("positive process id")
    }

    /// Sends the program a signal.
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        rustix::process::kill_process(self.id(), signal).expect("running process");
    }

    /// Returns the terminal modes that the program has set and not reset.
    pub(crate) fn modes_left_on(&self) -> Vec<u16> {
        left_on(&self.captured().bytes)
    }

    /// Waits until the program has stopped.
    pub(crate) fn until_stopped(&self) {
        let start = Instant::now();
        while !self.is_stopped() {
            assert!(start.elapsed() < TIMEOUT, "the program never stopped");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether the program has stopped since this was asked last.
    fn is_stopped(&self) -> bool {
        use rustix::process::{WaitOptions, waitpid};
        let options = WaitOptions::UNTRACED | WaitOptions::NOHANG;
        let change = waitpid(Some(self.id()), options).expect("status of the child");
        change.is_some_and(|(_, status)| status.stopped())
    }

    /// Continues the program, types a key, and waits until the table shows a text. A program that is
    /// stopping cannot see that it is continued between its last look and the stop: it is continued again.
    pub(crate) fn continues_and_types(&mut self, key: &str, text: &str) {
        use rustix::process::Signal;
        self.signal(Signal::CONT);
        self.types(key);
        let start = Instant::now();
        let shows = |captured: &Captured| {
            let screen = captured.screen.screen();
            screen.alternate_screen() && screen.contents().contains(text)
        };
        while !shows(&self.captured()) {
            if self.is_stopped() {
                self.signal(Signal::CONT);
            }
            assert!(start.elapsed() < TIMEOUT, "the screen never showed: {text}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Closes the terminal while the program draws its response to `keys`, and waits until the
    /// program ends.
    pub(crate) fn hang_up(mut self, keys: &str) {
        self.captured().is_disconnected = true;
        self.types(keys);
        let Session {
            terminal,
            mut program,
            keyboard,
            output,
            ..
        } = self;
        drop((terminal, keyboard));
        while Arc::strong_count(&output) > 1 {
            thread::yield_now();
        }
        let (sender, receiver) = std::sync::mpsc::channel();
        thread::spawn(move || sender.send(program.wait()));
        let status = receiver.recv_timeout(TIMEOUT);
        status.expect("end of the program").expect("exit status");
    }

    /// Does something while nobody reads what the program writes.
    pub(crate) fn while_unread(&mut self, act: impl FnOnce(&mut Session)) {
        let output = Arc::clone(&self.output);
        let _unread = output.0.lock().unwrap_or_else(PoisonError::into_inner);
        act(self);
    }

    /// Lets the program write without anybody reading, until it ends by itself; returns how long that
    /// takes after `act`.
    pub(crate) fn ends_unread(&mut self, act: impl FnOnce(&mut Session)) -> Duration {
        let output = Arc::clone(&self.output);
        let _unread = output.0.lock().unwrap_or_else(PoisonError::into_inner);
        act(self);
        let start = Instant::now();
        while self.program.try_wait().expect("exit status").is_none() {
            assert!(start.elapsed() < TIMEOUT, "the program never ended");
            thread::sleep(Duration::from_millis(10));
        }
        start.elapsed()
    }

    /// Returns the most memory that the program has used so far.
    #[cfg(target_os = "linux")]
    pub(crate) fn peak_kibibytes(&self) -> u64 {
        let id = self.program.process_id().expect("running process");
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("process status");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.split_whitespace().next());
        peak.and_then(|peak| peak.parse().ok()).expect("number")
    }

    /// Returns how often any thread of the program has gone to sleep so far.
    #[cfg(target_os = "linux")]
    pub(crate) fn sleeps(&self) -> u64 {
        let id = self.program.process_id().expect("running process");
        let threads =
            std::fs::read_dir(format!("/proc/{id}/task")).expect("threads of the process");
        threads
            .map(|thread| {
                let status = thread.expect("directory of a thread").path().join("status");
                let status = std::fs::read_to_string(status).expect("status of a thread");
                let count = status
                    .lines()
                    .find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
                let count = count.expect("number of context switches");
                count.trim().parse::<u64>().expect("valid number")
            })
            .sum()
    }
}

impl End {
    /// Checks that the program restored the line modes, the terminal modes and the colors, and that it
    /// wrote nothing that changes anything else.
    pub(crate) fn left_the_terminal_as_it_was(&self) {
        self.left_the_modes_as_they_were();
        let written = sequences(&self.bytes);
        for (kind, text) in &written {
            assert!(KINDS.contains(&&**kind), "{kind}: {text:?}");
        }
        let mut colors = written.iter().filter(|(kind, _)| kind == "[m");
        let last = colors.next_back();
        assert!(last.is_none_or(|(_, text)| text == "\x1b[0m"), "{last:?}");
    }

    /// Checks that the program restored the line modes and the terminal modes, if part of its output is
    /// lost.
    pub(crate) fn left_the_modes_as_they_were(&self) {
        assert_eq!(self.modes_after, self.modes_before, "line modes");
        assert_eq!(left_on(&self.bytes), [CURSOR], "terminal modes left on");
    }

    /// Returns how often the program has asked the terminal for the color of its background.
    #[cfg(unix)]
    pub(crate) fn questions(&self) -> usize {
        let written = sequences(&self.bytes);
        written.iter().filter(|(kind, _)| kind == "]").count()
    }

    /// Returns the terminal modes that the program has set or reset.
    pub(crate) fn modes_touched(&self) -> Vec<u16> {
        modes(&self.bytes).into_keys().collect()
    }
}

/// Kinds of escape sequences that the program may write: set mode, reset mode, move cursor, clear
/// screen, colors, the questions for a color and for the position of the cursor.
const KINDS: [&str; 7] = ["[?h", "[?l", "[H", "[J", "[m", "]", "[n"];

/// Returns the escape sequences of the output, each with its kind: the sequence without numbers.
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

/// Mode that shows the cursor, the only one that must be on in the end.
const CURSOR: u16 = 25;

/// Returns the text on a screen without trailing spaces, which may or may not have been written.
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

/// Returns the last state of each private mode that was set (`ESC [ ? 25 h`) or reset
/// (`ESC [ ? 25 l`).
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
            modes.insert(mode.parse().expect("number of a mode"), on);
        }
    }
    modes
}

/// Captures the output until the program ends or the session hangs up.
fn capture(mut reader: Box<dyn Read + Send>, (output, changed): &(Mutex<Captured>, Condvar)) {
    let mut bytes = [0; 1 << 14];
    loop {
        // Some systems report the end of the program as an error.
        let count = reader.read(&mut bytes).unwrap_or(0);
        let mut captured = output.lock().unwrap_or_else(PoisonError::into_inner);
        captured.add(&bytes[..count]);
        captured.has_ended = count == 0;
        changed.notify_all();
        if captured.has_ended || captured.is_disconnected {
            return;
        }
    }
}

/// Returns the line modes of a terminal in a form that can be compared.
#[cfg(unix)]
fn line_modes(terminal: &dyn MasterPty) -> String {
    format!("{:?}", terminal.get_termios())
}

/// Returns nothing: there are no line modes on this system.
#[cfg(not(unix))]
fn line_modes(_terminal: &dyn MasterPty) -> String {
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
