//! Terminal setup and restoration.
//!
//! One guard does both for every way to leave the program: quitting, an error, a panic in any
//! thread, a signal that ends the program, and a suspension with its continuation.

use std::fmt;
use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, EnableBracketedPaste, EnableFocusChange,
};
use crossterm::style::ResetColor;
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{Command, execute};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

/// Guard of the terminal's modes: raw mode, the alternate screen, a hidden cursor, bracketed paste
/// and optionally reports of the mouse and of the focus. Dropping the guard restores the terminal.
pub struct TerminalGuard {
    modes: Arc<TerminalModes>,
}

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
        let modes = Arc::new(TerminalModes {
            mouse_capture: AtomicBool::new(mouse),
            focus_reports: AtomicBool::new(false),
            active: AtomicBool::new(false),
        });
        let guard = TerminalGuard {
            modes: Arc::clone(&modes),
        };
        let previous_hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            modes.restore();
            previous_hook(panic);
            on_panic();
        }));
        guard.modes.enable()?;
        Ok(guard)
    }

    /// Turns mouse reporting on or off.
    ///
    /// # Errors
    /// Writing to the terminal fails.
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

    /// Turns reports of the focus on or off.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn set_focus_reports(&self, focus: bool) -> io::Result<()> {
        if self.modes.focus_reports.swap(focus, Ordering::SeqCst) == focus || !self.is_active() {
            return Ok(());
        }
        let mut out = io::stdout();
        if focus {
            execute!(out, EnableFocusChange)
        } else {
            execute!(out, DisableFocusChange)
        }
    }

    /// Whether the terminal is set up. It is not while the program is suspended.
    pub fn is_active(&self) -> bool {
        self.modes.active.load(Ordering::SeqCst)
    }

    /// Restores the terminal and suspends the program, as the default action of `SIGTSTP` would.
    /// Returns once the program is continued; then call [`resume`](TerminalGuard::resume).
    ///
    /// # Errors
    /// The program cannot be suspended.
    #[cfg(unix)]
    pub fn suspend(&self) -> io::Result<()> {
        self.modes.restore();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
    }

    /// Sets up the terminal again after a suspension. The program may have been stopped without
    /// warning, and another program may have changed the modes since, so all of them are set anew.
    ///
    /// # Errors
    /// Writing to the terminal fails.
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

/// Requested modes of the terminal, and whether they are set.
struct TerminalModes {
    mouse_capture: AtomicBool,
    focus_reports: AtomicBool,
    active: AtomicBool,
}

impl TerminalModes {
    fn enable(&self) -> io::Result<()> {
        enable_raw_mode()?;
        self.active.store(true, Ordering::SeqCst);
        let set_modes = || {
            #[cfg(unix)]
            enable_interrupt_key()?;
            let mut out = io::stdout();
            execute!(out, EnterAlternateScreen, Hide, EnableBracketedPaste)?;
            if self.mouse_capture.load(Ordering::SeqCst) {
                execute!(out, EnableMouseReporting)?;
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
            let _ = execute!(out, DisableMouseReporting);
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
        let _ = disable_raw_mode();
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

/// Turns on reports of presses, releases, drags and the wheel, but not of every pointer motion,
/// which would wake an idle program.
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

/// Reverts [`EnableMouseReporting`].
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

/// Standard output, one frame at a time. Output is buffered until the flush and then written at
/// once, so that no half-drawn screen is visible and a panic leaves none behind.
pub struct FrameWriter {
    out: Stdout,
    buffer: Vec<u8>,
    /// What ratatui writes for a frame without changes; it is not sent.
    empty_frame: Vec<u8>,
    /// The escape sequence that moved the cursor to where it is.
    cursor: Vec<u8>,
}

/// Minimum size in bytes of a frame that is sent as a synchronized update. Smaller frames arrive
/// whole anyway, and the escape sequences would cost more than they help.
const SYNC_UPDATE_THRESHOLD: usize = 1024;

/// End of the output of ratatui when it clears the screen.
const CLEAR_SCREEN: &[u8] = b"\x1b[2J";

impl FrameWriter {
    /// Creates a writer to standard output.
    pub fn new() -> FrameWriter {
        FrameWriter {
            out: io::stdout(),
            buffer: Vec::with_capacity(1 << 14),
            empty_frame: empty_frame(),
            cursor: Vec::new(),
        }
    }
}

/// Lets ratatui write a frame without changes.
fn empty_frame() -> Vec<u8> {
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    _ = CrosstermBackend::new(&mut bytes).draw(std::iter::empty());
    bytes
}

/// Returns the escape sequence at the end of a frame that moves the cursor, if there is one.
fn trailing_cursor_move(frame: &[u8]) -> &[u8] {
    let start = frame.iter().rposition(|byte| *byte == 0x1b);
    match start.map(|start| &frame[start..]) {
        Some(sequence) if sequence.ends_with(b"H") => sequence,
        _ => &[],
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
        // Clearing the screen is sent together with the next frame to avoid flicker.
        if self.buffer.ends_with(CLEAR_SCREEN) {
            return Ok(());
        }
        if let Some(cursor) = self.buffer.strip_prefix(&*self.empty_frame)
            && (cursor.is_empty() || cursor == self.cursor)
        {
            self.buffer.clear();
            return Ok(());
        }
        self.cursor = trailing_cursor_move(&self.buffer).to_vec();
        let synchronized = self.buffer.len() >= SYNC_UPDATE_THRESHOLD;
        let mut out = self.out.lock();
        if synchronized {
            crossterm::queue!(out, BeginSynchronizedUpdate)?;
        }
        let result = out.write_all(&self.buffer);
        self.buffer.clear();
        result?;
        if synchronized {
            crossterm::queue!(out, EndSynchronizedUpdate)?;
        }
        out.flush()
    }
}

/// Maximum number of columns and rows that are drawn. A table never needs more, and a window may claim
/// to have 65535 of each.
const MAX_WINDOW_SIZE: (u16, u16) = (640, 240);

/// What the window shows, and its next frame. Unlike ratatui's `Terminal`, it has cells for the part of
/// the window that is drawn only, and never asks the terminal where the cursor is, to which the answer
/// may not come.
pub struct Window {
    backend: CrosstermBackend<FrameWriter>,
    shown: Buffer,
    next: Buffer,
}

impl Window {
    /// Creates a window of which nothing is drawn before it is [cleared](Window::clear).
    pub fn new() -> Window {
        Window {
            backend: CrosstermBackend::new(FrameWriter::new()),
            shown: Buffer::empty(Rect::ZERO),
            next: Buffer::empty(Rect::ZERO),
        }
    }

    /// Clears the window, forgets what was on it, and takes over its size.
    ///
    /// # Errors
    /// The size is not known, or writing fails.
    pub fn clear(&mut self) -> io::Result<()> {
        let size = self.backend.size()?;
        let (columns, rows) = MAX_WINDOW_SIZE;
        let area = Rect::new(0, 0, size.width.min(columns), size.height.min(rows));
        self.backend.clear()?;
        self.shown = Buffer::empty(area);
        self.next = Buffer::empty(area);
        Ok(())
    }

    /// Returns the columns and rows that are drawn.
    pub fn size(&self) -> (u16, u16) {
        (self.next.area.width, self.next.area.height)
    }

    /// Returns the next frame, which is empty.
    pub fn next_frame(&mut self) -> &mut Buffer {
        &mut self.next
    }

    /// Sends the cells of the next frame that differ from those shown, and moves the hidden cursor to
    /// a cell.
    ///
    /// # Errors
    /// Writing fails.
    pub fn present(&mut self, focus: Option<Position>) -> io::Result<()> {
        let changed = self.shown.diff(&self.next);
        self.backend.draw(changed.into_iter())?;
        match focus {
            Some(focus) => self.backend.set_cursor_position(focus)?,
            None => Backend::flush(&mut self.backend)?,
        }
        std::mem::swap(&mut self.shown, &mut self.next);
        self.next.reset();
        Ok(())
    }
}

impl Default for Window {
    fn default() -> Window {
        Window::new()
    }
}
