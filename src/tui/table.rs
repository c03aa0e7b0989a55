//! Table component: a game with a cursor, laid out, animated and drawn.

pub mod animation;
mod arrange;
mod art;
pub mod card;
pub mod layout;
mod markers;
mod render;
pub mod view;
