//! Where the words about the end of a game lie, the cards of a win, and the keys that lead on.

use ratatui::layout::Rect;

use super::{Hit, ItemKind, Scene, Target};
use crate::cards::{Card, Rank, Suit};
use crate::session::Ending;
use crate::tui::action::Action;
use crate::tui::app::{App, Mode};
use crate::tui::game_over::lines;
use crate::tui::grid::CARD_TEXT_WIDTH;
use crate::tui::keymap::Key;
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// What is told of the end of a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOverPanel {
    /// The cells it covers.
    pub area: Rect,
    /// The cards of a win, if there is room for them: all of a deck, then, where there is more, the
    /// kings again, large.
    pub win_cards: Vec<(Rect, Card)>,
    /// Its lines.
    pub lines: Vec<(String, StyleRole)>,
    /// The row of the first.
    pub first_line_row: u16,
}

/// The kings of a win: a card's columns and rows, and how far apart they lie.
const KING_SIZE: (u16, u16) = (9, 5);
const KING_PITCH: u16 = 14;
/// How far apart the faces of the suits under them lie.
const CARD_TEXT_PITCH: u16 = CARD_TEXT_WIDTH + 1;
/// The columns of all that, and the rows of each, a blank one below.
const WIN_CARDS_WIDTH: u16 = 12 * CARD_TEXT_PITCH + CARD_TEXT_WIDTH;
const KINGS_HEIGHT: u16 = KING_SIZE.1 + 1;
const SUITS_HEIGHT: u16 = 4 + 1;

/// The rows of an end beside its words, cards and keys: its edges and a blank before the keys.
const FRAME_ROWS: u16 = 3;
/// The columns beside them.
const FRAME_COLUMNS: u16 = 6;

/// The cells between two keys.
const BUTTON_GAP: u16 = 3;

/// Whether an action leads on from the end of a game, so that its key is named there and not at
/// the bottom.
pub(super) fn is_game_over_action(action: Action) -> bool {
    matches!(
        action,
        Action::NewDeal
            | Action::Restart
            | Action::Undo
            | Action::UndoToWinnable
            | Action::ShowSolution
            | Action::Replay
            | Action::Export
    )
}

/// Adds the words about the end of a game to a scene, with the keys that lead on.
pub(super) fn lay_out(app: &App, scene: &mut Scene) {
    let (Mode::GameOver, Some(seat)) = (app.mode(), &app.table) else {
        return;
    };
    let Some(ending) = seat.session.ending() else {
        return;
    };
    if seat.animation.has_table_cards() {
        return;
    }
    let screen = scene.area;
    let inside = screen.width.saturating_sub(FRAME_COLUMNS);
    let words = lines(app, seat, inside);
    let keys = button_rows(app, inside);
    let told = (words.len() + keys.len()) as u16 + FRAME_ROWS;
    // The lines at the top and at the bottom stay free.
    let room = match screen.height.saturating_sub(told + 2) {
        _ if ending != Ending::Won || screen.width < WIN_CARDS_WIDTH + FRAME_COLUMNS => 0,
        rows => rows,
    };
    let suits = if room < SUITS_HEIGHT { 0 } else { SUITS_HEIGHT };
    let kings = if room < KINGS_HEIGHT + SUITS_HEIGHT {
        0
    } else {
        KINGS_HEIGHT
    };
    let widest = words.iter().map(|(line, _)| display_width(line)).max();
    let row = keys
        .iter()
        .map(|row| button_row_width(row))
        .max()
        .unwrap_or(0);
    let feast = if suits > 0 { WIN_CARDS_WIDTH } else { 0 };
    let columns = widest.unwrap_or(0).max(feast).max(row) + FRAME_COLUMNS;
    let high = told + suits + kings;
    let area = Rect {
        x: screen.width.saturating_sub(columns) / 2,
        y: screen.height.saturating_sub(high) / 2,
        width: columns,
        height: high,
    };
    scene.add(
        area.intersection(screen),
        ItemKind::Panel,
        Hit::Target(Target::Panel),
    );
    for (row, y) in keys.iter().rev().zip((0..area.bottom() - 1).rev()) {
        let mut x = area.x + (columns - button_row_width(row)) / 2;
        for key in row {
            let at = Rect::new(x, y, key.width, 1);
            if screen.intersection(at) == at {
                scene.add(
                    at,
                    ItemKind::Button(key.key, key.label),
                    Hit::Button(key.action),
                );
            }
            x += key.width + BUTTON_GAP;
        }
    }
    let left = area.x + (columns - feast) / 2;
    let mut feast = Vec::new();
    if suits > 0 {
        feast.extend(deck_positions(left, area.y + 1 + kings));
    }
    if kings > 0 {
        feast.extend(king_positions(left, area.y + 1));
    }
    scene.game_over = Some(GameOverPanel {
        area,
        win_cards: feast,
        lines: words,
        first_line_row: area.y + 1 + kings + suits,
    });
}

/// A key that leads on.
struct GameOverButton {
    key: Key,
    label: &'static str,
    action: Action,
    width: u16,
}

/// The columns of a row of keys.
fn button_row_width(row: &[GameOverButton]) -> u16 {
    let widths = row.iter().map(|key| key.width + BUTTON_GAP);
    widths.sum::<u16>().saturating_sub(BUTTON_GAP)
}

/// The keys that lead on, in rows no wider than that.
fn button_rows(app: &App, widest: u16) -> Vec<Vec<GameOverButton>> {
    let mut rows: Vec<Vec<GameOverButton>> = Vec::new();
    for binding in app.keymap.bindings(Mode::GameOver) {
        let Some(&key) = binding.keys.first() else {
            continue;
        };
        if !is_game_over_action(binding.action) || !app.is_enabled(binding.action) {
            continue;
        }
        let (brief, action) = (binding.footer, binding.action);
        let width = display_width(&format!("{key} {brief}"));
        let one = GameOverButton {
            key,
            label: brief,
            action,
            width,
        };
        match rows.last_mut() {
            Some(row) if button_row_width(row) + BUTTON_GAP + width <= widest => row.push(one),
            _ => rows.push(vec![one]),
        }
    }
    rows
}

/// Where all of a deck lies after a win, from a corner on.
fn deck_positions(left: u16, top: u16) -> impl Iterator<Item = (Rect, Card)> {
    let ranks = (0..).zip((1..=13).filter_map(Rank::new));
    ranks.flat_map(move |(m, rank)| {
        (0..).zip(Suit::ALL).map(move |(n, suit)| {
            let at = Rect::new(left + m * CARD_TEXT_PITCH, top + n, CARD_TEXT_WIDTH, 1);
            (at, Card::new(rank, suit))
        })
    })
}

/// Where the kings lie, from a corner on.
fn king_positions(left: u16, top: u16) -> impl Iterator<Item = (Rect, Card)> {
    (0..).zip(Suit::ALL).map(move |(n, suit)| {
        let at = Rect::new(left + n * KING_PITCH, top, KING_SIZE.0, KING_SIZE.1);
        (at, Card::new(Rank::KING, suit))
    })
}
