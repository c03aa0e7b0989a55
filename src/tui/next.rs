//! What an event leads to.

/// What the event loop does next. Of several, the last one includes the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Next {
    /// Waits for the next event: there is nothing new to show.
    Wait,
    /// Draws the frame.
    Draw,
    /// Draws the whole window, because its contents are lost.
    Redraw,
    /// Stops the program until it is continued.
    Suspend,
    /// Ends the program.
    Quit,
}
