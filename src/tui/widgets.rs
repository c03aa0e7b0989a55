//! Parts that several screens draw.

pub mod list;
pub mod panel;
pub mod track;
