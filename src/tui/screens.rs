//! The screens, each in a module of its own.

pub mod deal_search;
pub mod help;
pub mod menu;
pub mod peek;
pub mod replay;
pub mod results;
pub mod settings;
pub mod table;
