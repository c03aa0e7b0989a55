//! Table component: a game with a cursor, laid out, animated and drawn.

pub mod animation;
mod arrange;
pub mod card;
mod card_art;
mod cursor;
pub mod example;
pub mod layout;
mod markers;
mod render;

mod transitions;
pub mod view;
