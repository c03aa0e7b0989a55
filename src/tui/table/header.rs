//! Draws the header of a table.

use ratatui::layout::Rect;

use super::state::TableState;
use crate::describe::{pluralize, progress_word};

use crate::tui::painter::Painter;
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// Draws the name of the game, the seed, the number of moves, the verdict, unusual options, and how
/// many cards are home. What does not fit is left out.
pub(super) fn draw(painter: &mut Painter<'_>, content: Rect, table: &TableState) {
    let game = table.game();
    let rules = game.rules();
    let info = rules.info();
    let home = format!("{}/{}", game.foundation_cards(), game.deck().len());
    let word = format!("{} ", progress_word(game));
    let end = content.right();
    let progress_width = display_width(&word) + display_width(&home);
    let mut parts = Vec::new();
    if let Some(seed) = game.seed() {
        parts.push((format!("seed {seed}"), StyleRole::Dim));
    }
    parts.push((format!("move {}", game.moves().len()), StyleRole::Dim));
    if let Some(verdict) = table.session.status_label() {
        parts.push((verdict.into(), StyleRole::Text));
    }
    let redeals = rules.redeals_left(game.table());
    if let Some(redeals) = redeals.filter(|redeals| *redeals > 0) {
        let text = pluralize(redeals.into(), "redeal") + " left";
        parts.push((text, StyleRole::Dim));
    }
    let options = rules.options();
    for (option, (name, value)) in info.options.iter().zip(options.iter()) {
        if value != option.default_value() {
            parts.push((format!("{name} {value}"), StyleRole::Dim));
        }
    }
    let mut x = painter.write(content.x, 0, info.title, StyleRole::Strong) + 2;
    for (text, role) in parts {
        if x + display_width(&text) + progress_width + 2 < end {
            x = painter.write(x, 0, &text, role) + 3;
        }
    }
    let x = end.saturating_sub(progress_width);
    let x = painter.write(x, 0, &word, StyleRole::Dim);
    painter.write(x, 0, &home, StyleRole::Accent);
}
