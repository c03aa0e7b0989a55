//! Terminal setup and restoration.
//!
//! One guard does both for every way to leave the program: quitting, an error, a panic in any
//! thread, a signal that ends the program, and a suspension with its continuation.

use std::fmt;
use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
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

/// Where the cursor is after a suit that [`TerminalGuard::request_suit_width`] prints, if suits are two
/// cells wide.
pub(super) const WIDE_SUIT_END: (u16, u16) = (1, 3);

/// Guard of the terminal's modes: raw mode, the alternate screen, a hidden cursor, bracketed paste,
/// reports of the focus and optionally of the mouse. Dropping the guard restores the terminal.
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

    /// Asks the terminal how wide it draws a suit, once each time it is set up: prints one and asks where
    /// the cursor is. The screen is to be cleared then. The answer is an event; without one nothing waits.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn request_suit_width(&self) -> io::Result<()> {
        MODES.ask(&MODES.suit_request, "\x1b[H♠\x1b[6n")
    }

    /// Asks the terminal for the color of its background, once each time it is set up. The answer is an
    /// event; without one nothing waits.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn request_background(&self) -> io::Result<()> {
        // Most terminals end the answer like the question, and urxvt ends it wrong without a bell.
        MODES.ask(&MODES.background_request, "\x1b]11;?\x07")
    }

    /// Notes that the terminal has answered a question.
    pub fn answered(&self) {
        MODES.set_answers(|answers| answers.due = answers.due.saturating_sub(1));
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

    /// Restores the terminal and suspends the program, as the default action of `SIGTSTP` would, unless it
    /// was continued meanwhile: nobody would continue it again. Returns once the program is continued. The
    /// event that the signal for it sends then calls [`resume`](TerminalGuard::resume).
    ///
    /// # Errors
    /// The program cannot be suspended.
    #[cfg(unix)]
    pub fn suspend(&self, is_continued: impl FnOnce() -> bool) -> io::Result<()> {
        // Discarding an answer that is due could discard keys, which are kept.
        MODES.set_answers(|answers| answers.due = 0);
        restore();
        if is_continued() {
            return Ok(());
        }
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
        MODES.set_answers(|answers| answers.due = 0);
        restore();
        MODES.enable()
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Whether an answer of the terminal may come.
pub(super) fn is_answer_due() -> bool {
    let until = MODES.set_answers(|_| {}).awaited_until();
    until.is_some_and(|until| Instant::now() < until)
}

/// Restores the terminal if it is set up.
pub(super) fn restore() {
    MODES.restore();
}

/// The modes of the terminal, of which a process has one.
static MODES: TerminalModes = TerminalModes {
    mouse_capture: AtomicBool::new(false),
    background_request: AtomicBool::new(false),
    suit_request: AtomicBool::new(false),
    answers: Mutex::new(Answers {
        due: 0,
        until: None,
    }),
    active: AtomicBool::new(false),
};

/// Requested modes of the terminal, and whether they are set.
struct TerminalModes {
    mouse_capture: AtomicBool,
    /// Whether the terminal was asked for the color of its background.
    background_request: AtomicBool,
    /// Whether it was asked for the width of a suit.
    suit_request: AtomicBool,
    answers: Mutex<Answers>,
    active: AtomicBool,
}

impl TerminalModes {
    fn enable(&self) -> io::Result<()> {
        enable_raw_mode()?;
        self.active.store(true, Ordering::SeqCst);
        self.background_request.store(false, Ordering::SeqCst);
        self.suit_request.store(false, Ordering::SeqCst);
        let set_modes = || {
            #[cfg(unix)]
            enable_interrupt_key()?;
            let mut out = io::stdout();
            execute!(
                out,
                EnterAlternateScreen,
                Hide,
                EnableBracketedPaste,
                EnableFocusChange
            )?;
            if self.mouse_capture.load(Ordering::SeqCst) {
                execute!(out, MouseReporting(true))?;
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
        let _ = execute!(
            out,
            EndSynchronizedUpdate,
            ResetColor,
            DisableFocusChange,
            DisableBracketedPaste,
            LeaveAlternateScreen,
            Show
        );
        #[cfg(unix)]
        if let Some(until) = self.set_answers(|answers| answers.due = 0).awaited_until() {
            discard_answer(until);
        }
        let _ = disable_raw_mode();
    }

    /// Asks a question, unless it was asked since the terminal was set up.
    fn ask(&self, request: &AtomicBool, question: &str) -> io::Result<()> {
        let is_requested = request.swap(true, Ordering::SeqCst);
        // Windows would have to be told to report the answer as keys.
        if is_requested || !self.active.load(Ordering::SeqCst) || cfg!(windows) {
            return Ok(());
        }
        self.set_answers(|answers| {
            answers.due += 1;
            answers.until = Some(Instant::now() + ANSWER_TIMEOUT);
        });
        execute!(io::stdout(), Print(question))
    }

    /// Changes which answers are awaited. Returns those before.
    fn set_answers(&self, change: impl FnOnce(&mut Answers)) -> Answers {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let before = *answers;
        change(&mut answers);
        before
    }
}

/// Answers that the terminal owes.
#[derive(Clone, Copy)]
struct Answers {
    /// Number of questions that are not answered.
    due: u8,
    /// Until when answers are awaited.
    until: Option<Instant>,
}

impl Answers {
    /// Returns until when an answer is awaited, if one is due.
    fn awaited_until(self) -> Option<Instant> {
        self.until.filter(|_| self.due > 0)
    }
}

/// Waits for an answer of the terminal that nobody will read, and discards it, before the shell takes it
/// for keys.
#[cfg(unix)]
fn discard_answer(until: Instant) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::termios::{QueueSelector, tcflush};

    /// How long to wait for an answer, and for the rest of it.
    const MAX_WAIT: Duration = Duration::from_millis(100);
    const REST_TIMEOUT: Duration = Duration::from_millis(10);

    let terminal = rustix::stdio::stdout();
    let left = until.checked_duration_since(Instant::now());
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
