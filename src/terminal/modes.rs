//! Terminal setup and restoration.
//!
//! One guard does both for every way to leave the program: quitting, an error, a panic in any
//! thread, a signal that ends the program, and a suspension with its continuation.

use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
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
static HAS_ASKED_BACKGROUND: AtomicBool = AtomicBool::new(false);
/// Whether it was asked where the cursor is after a text.
static HAS_ASKED_WIDTH: AtomicBool = AtomicBool::new(false);
/// Until when answers of the terminal are awaited, if they are.
static AWAITED_UNTIL: Mutex<Option<Instant>> = Mutex::new(None);

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

    /// Asks the terminal for the color of its background, and where the cursor is after a text at the top left, which
    /// the next frame has to erase: each once, unless the text is empty, until it is set up again. The answers are
    /// events, the position of the cursor the last one; without them nothing waits.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn ask(&self, text: &str, about_background: bool) -> io::Result<()> {
        // Windows would have to be told to report the answers as keys.
        if !self.is_active() || cfg!(windows) {
            return Ok(());
        }
        let is_first = |asked: &AtomicBool| !asked.swap(true, Ordering::SeqCst);
        let asks_background = about_background && is_first(&HAS_ASKED_BACKGROUND);
        let asks_width = !text.is_empty() && is_first(&HAS_ASKED_WIDTH);
        if !asks_background && !asks_width {
            return Ok(());
        }
        // Most terminals end the answer like the question, and urxvt ends it wrong without a bell.
        let background = if asks_background { "\x1b]11;?\x07" } else { "" };
        let text = if asks_width { text } else { "" };
        *awaited_until() = Instant::now().checked_add(ANSWER_TIMEOUT);
        // Terminals answer in order, and all of them the last question.
        let question = format!("{background}\x1b[H{text}\x1b[6n");
        execute!(io::stdout(), Print(question))
    }

    /// Notes that the terminal has answered the last question.
    pub fn answered(&self) {
        *awaited_until() = None;
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
    /// event that the signal for it sends then calls [`renew`](TerminalGuard::renew).
    ///
    /// # Errors
    /// The program cannot be suspended.
    #[cfg(unix)]
    pub fn suspend(&self, is_continued: impl FnOnce() -> bool) -> io::Result<()> {
        // Discarding an answer that is due could discard keys, which are kept.
        *awaited_until() = None;
        restore();
        if is_continued() {
            return Ok(());
        }
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
    }

    /// Sets all modes anew: another program may have changed them, and it may have done so while this one was stopped
    /// without warning. What was typed meanwhile is kept.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn renew(&self) -> io::Result<()> {
        // Crossterm sets raw mode only if it has not set it before.
        disable_raw_mode()?;
        set_up()
    }

    /// Sends the terminal its modes again, if it is set up.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn send_modes(&self) -> io::Result<()> {
        if self.is_active() {
            send_modes()
        } else {
            Ok(())
        }
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Whether an answer of the terminal may come.
pub fn is_answer_due() -> bool {
    awaited_until().is_some_and(|until| Instant::now() < until)
}

fn awaited_until() -> MutexGuard<'static, Option<Instant>> {
    AWAITED_UNTIL.lock().unwrap_or_else(PoisonError::into_inner)
}

fn set_up() -> io::Result<()> {
    enable_raw_mode()?;
    IS_ACTIVE.store(true, Ordering::SeqCst);
    HAS_ASKED_BACKGROUND.store(false, Ordering::SeqCst);
    HAS_ASKED_WIDTH.store(false, Ordering::SeqCst);
    let set_modes = || {
        #[cfg(unix)]
        enable_interrupt_key()?;
        send_modes()
    };
    set_modes().inspect_err(|_| restore())
}

fn send_modes() -> io::Result<()> {
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
}

/// Restores the terminal if it is set up. Errors are ignored: a terminal that is gone needs no restoration.
fn restore() {
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
    discard_answers();
    let _ = disable_raw_mode();
}

/// Waits for the answers of the terminal that nobody will read, before the shell takes them for keys.
#[cfg(unix)]
fn discard_answers() {
    use super::{Event, InputParser};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let terminal = rustix::stdio::stdout();
    let Some(until) = awaited_until().take() else {
        return;
    };
    let (mut parser, mut answers) = (InputParser::new(Instant::now()), Vec::new());
    let is_last = |answer: &Event| matches!(answer, Event::CursorPosition(..));
    while let Some(left) = until.checked_duration_since(Instant::now())
        && let Ok(wait) = Timespec::try_from(left)
        && !answers.iter().any(is_last)
    {
        let mut bytes = [0; 256];
        match poll(&mut [PollFd::new(&terminal, PollFlags::IN)], Some(&wait)) {
            Ok(1..) => {}
            Err(rustix::io::Errno::INTR) => continue,
            _ => return,
        }
        let Ok(count @ 1..) = rustix::io::read(terminal, &mut bytes) else {
            return;
        };
        parser.parse(&bytes[..count], Instant::now(), &mut answers);
    }
}

/// Makes Ctrl-C send `SIGINT` even in raw mode, and leaves all other keys to the program. So it arrives also while keys
/// do not: if the end of a paste is lost, they count as pasted up to an escape.
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
    match (cfg!(windows), is_on) {
        (true, true) => execute!(out, EnableMouseCapture),
        (true, false) => execute!(out, DisableMouseCapture),
        (false, true) => execute!(out, Print("\x1b[?1000h\x1b[?1002h\x1b[?1006h")),
        (false, false) => execute!(out, Print("\x1b[?1006l\x1b[?1002l\x1b[?1000l")),
    }
}
