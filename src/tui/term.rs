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
pub struct Guard {
    modes: Arc<Modes>,
}

impl Guard {
    /// Sets the terminal up. From here on a panic, in whatever thread, first puts the terminal
    /// back, then is told, and then calls `on_panic`, so that the program can end in order.
    ///
    /// # Errors
    /// There is no terminal, or it cannot be written.
    pub fn new(mouse: bool, on_panic: impl Fn() + Send + Sync + 'static) -> io::Result<Guard> {
        let modes = Arc::new(Modes {
            mouse: AtomicBool::new(mouse),
            up: AtomicBool::new(false),
        });
        let guard = Guard {
            modes: Arc::clone(&modes),
        };
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            modes.put_back();
            tell(panic);
            on_panic();
        }));
        guard.modes.set_up()?;
        Ok(guard)
    }

    /// Listens to the mouse from now on, or leaves it to the terminal.
    ///
    /// # Errors
    /// The terminal cannot be written.
    pub fn hear_mouse(&self, mouse: bool) -> io::Result<()> {
        if self.modes.mouse.swap(mouse, Ordering::SeqCst) == mouse || !self.is_up() {
            return Ok(());
        }
        let mut out = io::stdout();
        if mouse {
            execute!(out, ReportMouse)
        } else {
            execute!(out, IgnoreMouse)
        }
    }

    /// Whether the terminal is set up. It is not between a stop and its continuation.
    pub fn is_up(&self) -> bool {
        self.modes.up.load(Ordering::SeqCst)
    }

    /// Puts the terminal back and stops the program, as the signal to stop would have done by
    /// itself. Returns once the program is continued; [`go_on`](Guard::go_on) is still to be called.
    ///
    /// # Errors
    /// The program cannot be stopped.
    #[cfg(unix)]
    pub fn stop(&self) -> io::Result<()> {
        self.modes.put_back();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
    }

    /// Sets the terminal up again after a stop. The stop may have come without warning, and
    /// whoever had the terminal since may have changed it, so nothing of it is taken for granted.
    ///
    /// # Errors
    /// The terminal cannot be written.
    pub fn go_on(&self) -> io::Result<()> {
        self.modes.put_back();
        self.modes.set_up()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.modes.put_back();
    }
}

/// What was asked of the terminal, and whether it stands.
struct Modes {
    mouse: AtomicBool,
    up: AtomicBool,
}

impl Modes {
    fn set_up(&self) -> io::Result<()> {
        enable_raw_mode()?;
        self.up.store(true, Ordering::SeqCst);
        let set = || {
            let mut out = io::stdout();
            execute!(out, EnterAlternateScreen, Hide, EnableBracketedPaste)?;
            if self.mouse.load(Ordering::SeqCst) {
                execute!(out, ReportMouse)?;
            }
            Ok(())
        };
        set().inspect_err(|_| self.put_back())
    }

    /// Undoes what [`set_up`](Modes::set_up) did, once. A terminal that is gone needs nothing, so
    /// failing here is no error.
    fn put_back(&self) {
        if !self.up.swap(false, Ordering::SeqCst) {
            return;
        }
        let mut out = io::stdout();
        if self.mouse.load(Ordering::SeqCst) {
            let _ = execute!(out, IgnoreMouse);
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

/// Asks for presses, releases, drags and the wheel, but not for every motion of the pointer: that
/// would wake an idle game.
struct ReportMouse;

impl Command for ReportMouse {
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

/// Takes back what [`ReportMouse`] asked for.
struct IgnoreMouse;

impl Command for IgnoreMouse {
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
pub struct Frames {
    out: Stdout,
    frame: Vec<u8>,
}

/// Frames from this size on, in bytes, are marked as belonging together; a smaller one arrives
/// whole anyway, and the marks would cost more than they give.
const LARGE: usize = 1024;

/// A frame in which nothing has changed.
const UNCHANGED: &[u8] = b"\x1b[39m\x1b[49m\x1b[0m";

/// How a frame ends when all that was done is clearing the screen.
const CLEARED: &[u8] = b"\x1b[2J";

impl Frames {
    /// Frames for standard output.
    pub fn new() -> Frames {
        Frames {
            out: io::stdout(),
            frame: Vec::with_capacity(1 << 14),
        }
    }
}

impl Default for Frames {
    fn default() -> Frames {
        Frames::new()
    }
}

impl Write for Frames {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // A cleared screen goes out with what is drawn on it, so that it does not flicker.
        if self.frame.ends_with(CLEARED) {
            return Ok(());
        }
        if self.frame == UNCHANGED {
            self.frame.clear();
            return Ok(());
        }
        let whole = self.frame.len() >= LARGE;
        let mut out = self.out.lock();
        if whole {
            crossterm::queue!(out, BeginSynchronizedUpdate)?;
        }
        let written = out.write_all(&self.frame);
        self.frame.clear();
        written?;
        if whole {
            crossterm::queue!(out, EndSynchronizedUpdate)?;
        }
        out.flush()
    }
}
