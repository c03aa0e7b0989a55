//! Table component: a game with a cursor, laid out, animated and drawn.

pub mod animation;
pub mod card;
mod card_art;
mod cursor;
pub mod example;
mod hand_layout;
pub mod layout;
mod markers;
pub mod state;
mod transitions;
pub mod view;
