//! Messages to the player.

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageLevel {
    /// Says what happened.
    Info,
    /// Says why something was not done.
    Error,
}

/// A message, shown until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// One line or several.
    pub text: String,
    /// How it is meant.
    pub level: MessageLevel,
}
