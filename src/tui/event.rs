//! What happens to the program from outside: keys, the mouse, the window, signals; and what its
//! other threads have to tell. One queue of them all, so that the loop can sleep on it alone and
//! nothing wakes an idle game.

#[cfg(unix)]
mod bytes;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::{EventQueue, EventSender};
#[cfg(windows)]
pub use windows::{Events, Teller};

use super::solver_requests::SearchReply;
use crossterm::event::{KeyEvent, MouseEvent};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A key was pressed, or is held and repeats.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// A text was pasted.
    Paste(String),
    /// The window has another size.
    Resized,
    /// The program is to stop until it is continued.
    Suspend,
    /// The program was continued.
    Resume,
    /// The program is to end: by a signal, or because the terminal is gone.
    Terminate,
    /// A search has something to tell.
    SearchReply(SearchReply),
    /// A thread of the program has panicked, and told so.
    Panicked,
}
