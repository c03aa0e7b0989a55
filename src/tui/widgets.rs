//! Parts that several screens draw.

pub mod buttons;
pub mod list;
pub mod odds_strip;
pub mod panel;
