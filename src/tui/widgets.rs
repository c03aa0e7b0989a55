//! Parts that several screens draw.

pub mod buttons;
pub mod panel;
