//! The game in a terminal.
//!
//! A key or the mouse asks for an [`action`]; [`update`] changes the state in [`app`]; the
//! [`scene`] says what is where; [`view`] draws it.

pub mod action;
pub mod app;
pub mod event;
pub mod happened;
pub mod keymap;
mod play;
pub mod scene;
pub mod term;
pub mod theme;
pub mod update;
pub mod view;
mod walk;
