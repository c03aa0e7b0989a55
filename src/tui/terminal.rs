//! Terminal setup and restoration.
//!
//! One guard does both for every way to leave the program: quitting, an error, a panic in any
//! thread, a signal that ends the program, and a suspension with its continuation.

use std::fmt;
use std::io;
use std::mem;
use std::panic;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::thread;
use std::time::{Duration, Instant};

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, EnableBracketedPaste, EnableFocusChange,
};
use crossterm::style::{Print, ResetColor};
use crossterm::terminal::{
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{Command, execute};

/// How long a terminal that answers a question may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// Guard of the terminal's modes: raw mode, the alternate screen, a hidden cursor, bracketed paste
/// and optionally reports of the mouse and of the focus. Dropping the guard restores the terminal.
pub struct TerminalGuard(());

impl TerminalGuard {
    /// Sets up the terminal. From then on, a panic in any thread first restores the terminal, then
    /// runs the previous panic hook, then calls `on_panic`, so that the program can exit cleanly.
    ///
    /// # Errors
    /// There is no terminal, or writing to it fails.
    pub fn new(
        mouse: bool,
        on_panic: impl Fn() + Send + Sync + 'static,
    ) -> io::Result<TerminalGuard> {
        MODES.mouse_capture.store(mouse, Ordering::SeqCst);
        let previous_hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            previous_hook(panic);
            on_panic();
        }));
        MODES.enable()?;
        Ok(TerminalGuard(()))
    }

    /// Turns mouse reporting on or off.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn set_mouse_capture(&self, mouse: bool) -> io::Result<()> {
        let had_mouse = MODES.mouse_capture.swap(mouse, Ordering::SeqCst);
        if mouse != had_mouse && self.is_active() {
            execute!(io::stdout(), MouseReporting(mouse))?;
        }
        Ok(())
    }

    /// Turns reports of the focus on or off.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn set_focus_reports(&self, focus: bool) -> io::Result<()> {
        let had_focus = MODES.focus_reports.swap(focus, Ordering::SeqCst);
        if focus == had_focus || !self.is_active() {
            Ok(())
        } else if focus {
            execute!(io::stdout(), EnableFocusChange)
        } else {
            execute!(io::stdout(), DisableFocusChange)
        }
    }

    /// Asks the terminal for the color of its background, once each time it is set up. The answer is an
    /// event; without one nothing waits.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn request_background(&self) -> io::Result<()> {
        let is_requested = MODES.background_request.swap(true, Ordering::SeqCst);
        // Windows would have to be told to report the answer as keys.
        if is_requested || !self.is_active() || cfg!(windows) {
            return Ok(());
        }
        MODES.await_answer(Some(Instant::now() + ANSWER_TIMEOUT));
        // Most terminals end the answer like the question, and urxvt ends it wrong without a bell.
        execute!(io::stdout(), Print("\x1b]11;?\x07"))
    }

    /// Notes that the terminal has answered.
    pub fn background_answered(&self) {
        MODES.await_answer(None);
    }

    /// Asks the terminal to copy a text to the clipboard. Most terminals that cannot ignore it.
    pub fn copy_to_clipboard(&self, text: &str) {
        if self.is_active() {
            let _ = execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text));
        }
    }

    /// Whether the terminal is set up. It is not while the program is suspended.
    pub fn is_active(&self) -> bool {
        MODES.active.load(Ordering::SeqCst)
    }

    /// Restores the terminal and suspends the program, as the default action of `SIGTSTP` would.
    /// Returns once the program is continued; then call [`resume`](TerminalGuard::resume).
    ///
    /// # Errors
    /// The program cannot be suspended.
    #[cfg(unix)]
    pub fn suspend(&self) -> io::Result<()> {
        restore();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
    }

    /// Sets up the terminal again after a suspension. The program may have been stopped without
    /// warning, and another program may have changed the modes since, so all of them are set anew. What
    /// was typed meanwhile is kept.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn resume(&self) -> io::Result<()> {
        // An answer that is still due will be read among the keys, so nothing is discarded.
        MODES.await_answer(None);
        restore();
        MODES.enable()
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal if it is set up.
pub(super) fn restore() {
    MODES.restore();
}

/// The modes of the terminal, of which a process has one.
static MODES: TerminalModes = TerminalModes {
    mouse_capture: AtomicBool::new(false),
    focus_reports: AtomicBool::new(false),
    background_request: AtomicBool::new(false),
    answer_due: Mutex::new(None),
    active: AtomicBool::new(false),
};

/// Requested modes of the terminal, and whether they are set.
struct TerminalModes {
    mouse_capture: AtomicBool,
    focus_reports: AtomicBool,
    /// Whether the terminal was asked for the color of its background.
    background_request: AtomicBool,
    /// Until when its answer is awaited.
    answer_due: Mutex<Option<Instant>>,
    active: AtomicBool,
}

impl TerminalModes {
    fn enable(&self) -> io::Result<()> {
        enable_raw_mode()?;
        self.active.store(true, Ordering::SeqCst);
        self.background_request.store(false, Ordering::SeqCst);
        let set_modes = || {
            #[cfg(unix)]
            enable_interrupt_key()?;
            let mut out = io::stdout();
            execute!(out, EnterAlternateScreen, Hide, EnableBracketedPaste)?;
            if self.mouse_capture.load(Ordering::SeqCst) {
                execute!(out, MouseReporting(true))?;
            }
            if self.focus_reports.load(Ordering::SeqCst) {
                execute!(out, EnableFocusChange)?;
            }
            Ok(())
        };
        set_modes().inspect_err(|_| self.restore())
    }

    /// Reverts [`enable`](TerminalModes::enable), once. Errors are ignored: a terminal that is gone
    /// needs no restoration.
    fn restore(&self) {
        if !self.active.swap(false, Ordering::SeqCst) {
            return;
        }
        let mut out = io::stdout();
        if self.mouse_capture.load(Ordering::SeqCst) {
            let _ = execute!(out, MouseReporting(false));
        }
        if self.focus_reports.load(Ordering::SeqCst) {
            let _ = execute!(out, DisableFocusChange);
        }
        let _ = execute!(
            out,
            EndSynchronizedUpdate,
            ResetColor,
            DisableBracketedPaste,
            LeaveAlternateScreen,
            Show
        );
        #[cfg(unix)]
        if let Some(due) = self.await_answer(None) {
            discard_answer(due);
        }
        let _ = disable_raw_mode();
    }

    /// Sets until when an answer is awaited. Returns what was set before.
    fn await_answer(&self, due: Option<Instant>) -> Option<Instant> {
        let mut answer_due = self.answer_due.lock().ok()?;
        mem::replace(&mut *answer_due, due)
    }
}

/// Waits for an answer of the terminal that nobody will read, and discards it, before the shell takes it
/// for keys.
#[cfg(unix)]
fn discard_answer(due: Instant) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::termios::{QueueSelector, tcflush};

    /// How long to wait for an answer, and for the rest of it.
    const MAX_WAIT: Duration = Duration::from_millis(100);
    const REST_TIMEOUT: Duration = Duration::from_millis(10);

    let terminal = rustix::stdio::stdout();
    let left = due.checked_duration_since(Instant::now());
    let wait = left.map(|left| Timespec::try_from(left.min(MAX_WAIT)));
    if let Some(Ok(wait)) = wait
        && let Ok(1..) = poll(&mut [PollFd::new(&terminal, PollFlags::IN)], Some(&wait))
    {
        thread::sleep(REST_TIMEOUT);
        let _ = tcflush(terminal, QueueSelector::IFlush);
    }
}

/// Makes Ctrl-C send `SIGINT` even in raw mode and leaves all other keys to the program. If the end of
/// a paste is lost, crossterm swallows every key typed after it; the signal still arrives.
#[cfg(unix)]
fn enable_interrupt_key() -> io::Result<()> {
    use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};

    const CTRL_C: u8 = 3;
    const DISABLED: u8 = if cfg!(any(target_os = "linux", target_os = "android")) {
        0
    } else {
        0xff
    };
    let terminal = rustix::stdio::stdout();
    let mut modes = tcgetattr(terminal)?;
    modes.local_modes |= LocalModes::ISIG | LocalModes::NOFLSH;
    modes.special_codes[SpecialCodeIndex::VINTR] = CTRL_C;
    modes.special_codes[SpecialCodeIndex::VQUIT] = DISABLED;
    modes.special_codes[SpecialCodeIndex::VSUSP] = DISABLED;
    tcsetattr(terminal, OptionalActions::Now, &modes)?;
    Ok(())
}

/// Turns on or off reports of presses, releases, drags and the wheel, but not of every pointer motion,
/// which would wake an idle program.
struct MouseReporting(bool);

impl Command for MouseReporting {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str(if self.0 {
            "\x1b[?1000h\x1b[?1002h\x1b[?1006h"
        } else {
            "\x1b[?1006l\x1b[?1002l\x1b[?1000l"
        })
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> io::Result<()> {
        if self.0 {
            crossterm::event::EnableMouseCapture.execute_winapi()
        } else {
            crossterm::event::DisableMouseCapture.execute_winapi()
        }
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}
