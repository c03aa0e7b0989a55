//! The terminal: set up for the game, and put back as it was.
//!
//! One guard does both, and everything goes through it: quitting, an error, a panic in any thread,
//! a signal that ends the program, a stop from outside and its continuation.

use std::fmt;
use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::style::ResetColor;
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{Command, execute};

/// The terminal, set up for the game: raw mode, a screen of its own, no cursor, pastes told from
/// keys, and the mouse where it is wanted. Dropping the guard puts all of that back.
pub struct TerminalGuard {
    modes: Arc<TerminalModes>,
}

impl TerminalGuard {
    /// Sets the terminal up. From here on a panic, in whatever thread, first puts the terminal
    /// back, then is told, and then calls `on_panic`, so that the program can end in order.
    ///
    /// # Errors
    /// There is no terminal, or it cannot be written.
    pub fn new(
        mouse: bool,
        on_panic: impl Fn() + Send + Sync + 'static,
    ) -> io::Result<TerminalGuard> {
        let modes = Arc::new(TerminalModes {
            mouse_capture: AtomicBool::new(mouse),
            active: AtomicBool::new(false),
        });
        let guard = TerminalGuard {
            modes: Arc::clone(&modes),
        };
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            modes.restore();
            tell(panic);
            on_panic();
        }));
        guard.modes.enable()?;
        Ok(guard)
    }

    /// Listens to the mouse from now on, or leaves it to the terminal.
    ///
    /// # Errors
    /// The terminal cannot be written.
    pub fn set_mouse_capture(&self, mouse: bool) -> io::Result<()> {
        if self.modes.mouse_capture.swap(mouse, Ordering::SeqCst) == mouse || !self.is_active() {
            return Ok(());
        }
        let mut out = io::stdout();
        if mouse {
            execute!(out, EnableMouseReporting)
        } else {
            execute!(out, DisableMouseReporting)
        }
    }

    /// Whether the terminal is set up. It is not between a stop and its continuation.
    pub fn is_active(&self) -> bool {
        self.modes.active.load(Ordering::SeqCst)
    }

    /// Puts the terminal back and stops the program, as the signal to stop would have done by
    /// itself. Returns once the program is continued; [`resume`](TerminalGuard::resume) is still to be called.
    ///
    /// # Errors
    /// The program cannot be stopped.
    #[cfg(unix)]
    pub fn suspend(&self) -> io::Result<()> {
        self.modes.restore();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
    }

    /// Sets the terminal up again after a stop. The stop may have come without warning, and
    /// whoever had the terminal since may have changed it, so nothing of it is taken for granted.
    ///
    /// # Errors
    /// The terminal cannot be written.
    pub fn resume(&self) -> io::Result<()> {
        self.modes.restore();
        self.modes.enable()
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        self.modes.restore();
    }
}

/// What was asked of the terminal, and whether it stands.
struct TerminalModes {
    mouse_capture: AtomicBool,
    active: AtomicBool,
}

impl TerminalModes {
    fn enable(&self) -> io::Result<()> {
        enable_raw_mode()?;
        self.active.store(true, Ordering::SeqCst);
        let set = || {
            #[cfg(unix)]
            enable_interrupt_key()?;
            let mut out = io::stdout();
            execute!(out, EnterAlternateScreen, Hide, EnableBracketedPaste)?;
            if self.mouse_capture.load(Ordering::SeqCst) {
                execute!(out, EnableMouseReporting)?;
            }
            Ok(())
        };
        set().inspect_err(|_| self.restore())
    }

    /// Undoes what [`set_up`](TerminalModes::enable) did, once. A terminal that is gone needs nothing, so
    /// failing here is no error.
    fn restore(&self) {
        if !self.active.swap(false, Ordering::SeqCst) {
            return;
        }
        let mut out = io::stdout();
        if self.mouse_capture.load(Ordering::SeqCst) {
            let _ = execute!(out, DisableMouseReporting);
        }
        let _ = execute!(
            out,
            EndSynchronizedUpdate,
            ResetColor,
            DisableBracketedPaste,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// Makes Ctrl-C send its signal even in raw mode, and leaves all other keys to the program. A paste
/// whose end was lost makes crossterm swallow every key typed after it; a signal still arrives.
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

/// Asks for presses, releases, drags and the wheel, but not for every motion of the pointer: that
/// would wake an idle game.
struct EnableMouseReporting;

impl Command for EnableMouseReporting {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str("\x1b[?1000h\x1b[?1002h\x1b[?1006h")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> io::Result<()> {
        crossterm::event::EnableMouseCapture.execute_winapi()
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}

/// Takes back what [`EnableMouseReporting`] asked for.
struct DisableMouseReporting;

impl Command for DisableMouseReporting {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str("\x1b[?1006l\x1b[?1002l\x1b[?1000l")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> io::Result<()> {
        crossterm::event::DisableMouseCapture.execute_winapi()
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}

/// Standard output, a frame at a time: what is written waits for the flush and then goes out at
/// once, so that no half-drawn screen is seen and none is left behind by a panic.
pub struct FrameWriter {
    out: Stdout,
    buffer: Vec<u8>,
}

/// Frames from this size on, in bytes, are marked as belonging together; a smaller one arrives
/// whole anyway, and the marks would cost more than they give.
const SYNC_UPDATE_THRESHOLD: usize = 1024;

/// A frame in which nothing has changed.
const EMPTY_FRAME: &[u8] = b"\x1b[39m\x1b[49m\x1b[0m";

/// How a frame ends when all that was done is clearing the screen.
const CLEAR_SCREEN: &[u8] = b"\x1b[2J";

impl FrameWriter {
    /// Frames for standard output.
    pub fn new() -> FrameWriter {
        FrameWriter {
            out: io::stdout(),
            buffer: Vec::with_capacity(1 << 14),
        }
    }
}

impl Default for FrameWriter {
    fn default() -> FrameWriter {
        FrameWriter::new()
    }
}

impl Write for FrameWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // A cleared screen goes out with what is drawn on it, so that it does not flicker.
        if self.buffer.ends_with(CLEAR_SCREEN) {
            return Ok(());
        }
        if self.buffer == EMPTY_FRAME {
            self.buffer.clear();
            return Ok(());
        }
        let whole = self.buffer.len() >= SYNC_UPDATE_THRESHOLD;
        let mut out = self.out.lock();
        if whole {
            crossterm::queue!(out, BeginSynchronizedUpdate)?;
        }
        let written = out.write_all(&self.buffer);
        self.buffer.clear();
        written?;
        if whole {
            crossterm::queue!(out, EndSynchronizedUpdate)?;
        }
        out.flush()
    }
}
