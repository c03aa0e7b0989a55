//! The screens, each in a module of its own.

pub mod deal_search;
pub mod help;
pub mod menu;
pub mod peek;
pub mod prompt;
pub mod replay;
pub mod results;
pub mod settings;
pub mod table;

use ratatui::text::Line;
use ratatui::widgets::Cell;

/// Returns a cell with right-aligned text.
pub(super) fn right_aligned(text: String) -> Cell<'static> {
    Cell::new(Line::raw(text).right_aligned())
}

/// Returns a seed as text: `-` if the deal has none.
pub(super) fn seed_text(seed: Option<u64>) -> String {
    seed.map_or("-".into(), |seed| seed.to_string())
}

/// Returns the width of a column of seeds below its heading.
pub(super) fn seed_column_width(seeds: impl Iterator<Item = Option<u64>>) -> u16 {
    let widths = seeds.map(|seed| seed_text(seed).len());
    widths.max().unwrap_or(0).max("seed".len()) as u16
}
