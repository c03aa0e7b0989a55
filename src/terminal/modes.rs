//! Terminal setup and restoration.
//!
//! One guard does both for every way to leave the program: quitting, an error, a panic in any
//! thread, a signal that ends the program, and a suspension with its continuation.

use std::collections::VecDeque;
use std::io;
#[cfg(unix)]
use std::mem;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::thread;
use std::time::{Duration, Instant};

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture,
};
use crossterm::execute;
use crossterm::style::{Print, ResetColor};
use crossterm::terminal::{
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};

/// How long a terminal that answers a question may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// Whether the terminal is set up.
static IS_ACTIVE: AtomicBool = AtomicBool::new(false);
/// Whether the mouse is reported.
static CAPTURES_MOUSE: AtomicBool = AtomicBool::new(false);
/// Whether the terminal was asked for the color of its background since it was set up.
static BACKGROUND_REQUESTED: AtomicBool = AtomicBool::new(false);
/// Whether it was asked where the cursor is.
static CURSOR_REQUESTED: AtomicBool = AtomicBool::new(false);
/// Until when the answers that the terminal owes are awaited, the first one first.
static AWAITED: Mutex<VecDeque<Instant>> = Mutex::new(VecDeque::new());

/// Guard of the modes of the terminal, of which a process has one: raw mode, the alternate screen, a hidden
/// cursor, bracketed paste, reports of the focus and optionally of the mouse. Dropping the guard restores
/// the terminal.
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
        CAPTURES_MOUSE.store(mouse, Ordering::SeqCst);
        let previous_hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            previous_hook(panic);
            on_panic();
        }));
        set_up()?;
        Ok(TerminalGuard(()))
    }

    /// Turns mouse reporting on or off.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn set_mouse_capture(&self, mouse: bool) -> io::Result<()> {
        let had_mouse = CAPTURES_MOUSE.swap(mouse, Ordering::SeqCst);
        if mouse != had_mouse && self.is_active() {
            report_mouse(mouse)?;
        }
        Ok(())
    }

    /// Prints a text at the top left, asks the terminal where the cursor is then, and erases the text, once each time
    /// it is set up. The answer is an event; without one nothing waits.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn request_cursor_after(&self, text: &str) -> io::Result<()> {
        ask(&CURSOR_REQUESTED, &format!("\x1b[H{text}\x1b[6n\r\x1b[K"))
    }

    /// Asks the terminal for the color of its background, once each time it is set up. The answer is an
    /// event; without one nothing waits.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn request_background(&self) -> io::Result<()> {
        // Most terminals end the answer like the question, and urxvt ends it wrong without a bell.
        ask(&BACKGROUND_REQUESTED, "\x1b]11;?\x07")
    }

    /// Notes that the terminal has answered a question.
    pub fn answered(&self) {
        awaited().pop_front();
    }

    /// Asks the terminal to copy a text to the clipboard. Most terminals that cannot ignore it.
    pub fn copy_to_clipboard(&self, text: &str) {
        if self.is_active() {
            let _ = execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text));
        }
    }

    /// Whether the terminal is set up. It is not while the program is suspended.
    pub fn is_active(&self) -> bool {
        IS_ACTIVE.load(Ordering::SeqCst)
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
        awaited().clear();
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
        awaited().clear();
        restore();
        set_up()
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Whether an answer of the terminal may come.
pub fn is_answer_due() -> bool {
    let now = Instant::now();
    awaited().back().is_some_and(|until| now < *until)
}

fn awaited() -> MutexGuard<'static, VecDeque<Instant>> {
    AWAITED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks the terminal a question, unless it was asked since the terminal was set up.
fn ask(request: &AtomicBool, question: &str) -> io::Result<()> {
    let is_requested = request.swap(true, Ordering::SeqCst);
    // Windows would have to be told to report the answer as keys.
    if is_requested || !IS_ACTIVE.load(Ordering::SeqCst) || cfg!(windows) {
        return Ok(());
    }
    awaited().push_back(Instant::now() + ANSWER_TIMEOUT);
    execute!(io::stdout(), Print(question))
}

fn set_up() -> io::Result<()> {
    enable_raw_mode()?;
    IS_ACTIVE.store(true, Ordering::SeqCst);
    BACKGROUND_REQUESTED.store(false, Ordering::SeqCst);
    CURSOR_REQUESTED.store(false, Ordering::SeqCst);
    let set_modes = || {
        #[cfg(unix)]
        enable_interrupt_key()?;
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            Hide,
            EnableBracketedPaste,
            EnableFocusChange
        )?;
        if CAPTURES_MOUSE.load(Ordering::SeqCst) {
            report_mouse(true)?;
        }
        Ok(())
    };
    set_modes().inspect_err(|_| restore())
}

/// Restores the terminal if it is set up. Errors are ignored: a terminal that is gone needs no restoration.
pub(super) fn restore() {
    if !IS_ACTIVE.swap(false, Ordering::SeqCst) {
        return;
    }
    if CAPTURES_MOUSE.load(Ordering::SeqCst) {
        let _ = report_mouse(false);
    }
    let _ = execute!(
        io::stdout(),
        EndSynchronizedUpdate,
        ResetColor,
        DisableFocusChange,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        Show
    );
    #[cfg(unix)]
    discard_answer();
    let _ = disable_raw_mode();
}

/// Waits for an answer of the terminal that nobody will read, and discards it, before the shell takes it
/// for keys.
#[cfg(unix)]
fn discard_answer() {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::termios::{QueueSelector, tcflush};

    /// How long to wait for an answer, and for the rest of it.
    const MAX_WAIT: Duration = Duration::from_millis(100);
    const REST_TIMEOUT: Duration = Duration::from_millis(10);

    let until = mem::take(&mut *awaited()).pop_back();
    let left = until.and_then(|until| until.checked_duration_since(Instant::now()));
    let wait = left.map(|left| Timespec::try_from(left.min(MAX_WAIT)));
    let terminal = rustix::stdio::stdout();
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
fn report_mouse(is_on: bool) -> io::Result<()> {
    let mut out = io::stdout();
    if cfg!(windows) && is_on {
        execute!(out, EnableMouseCapture)
    } else if cfg!(windows) {
        execute!(out, DisableMouseCapture)
    } else if is_on {
        execute!(out, Print("\x1b[?1000h\x1b[?1002h\x1b[?1006h"))
    } else {
        execute!(out, Print("\x1b[?1006l\x1b[?1002l\x1b[?1000l"))
    }
}
