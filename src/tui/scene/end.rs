//! Where the words about the end of a game lie, the cards of a win, and the keys that lead on.

use ratatui::layout::Rect;

use super::{Hit, Scene, Shape, Target};
use crate::cards::{Card, Rank, Suit};
use crate::tui::action::Action;
use crate::tui::afterword::words;
use crate::tui::app::{App, Mode};
use crate::tui::keymap::Key;
use crate::tui::layout::FACE;
use crate::tui::seat::Ending;
use crate::tui::theme::Role;
use crate::tui::wrap::width;

/// What is told of the end of a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndPanel {
    /// The cells it covers.
    pub area: Rect,
    /// The cards of a win, if there is room for them: all of a deck, then, where there is more, the
    /// kings again, large.
    pub feast: Vec<(Rect, Card)>,
    /// Its lines.
    pub words: Vec<(String, Role)>,
    /// The row of the first.
    pub top: u16,
}

/// The kings of a win: a card's columns and rows, and how far apart they lie.
const KING: (u16, u16) = (9, 5);
const KING_STEP: u16 = 14;
/// How far apart the faces of the suits under them lie.
const FACE_STEP: u16 = FACE + 1;
/// The columns of all that, and the rows of each, a blank one below.
const FEAST: u16 = 12 * FACE_STEP + FACE;
const KINGS: u16 = KING.1 + 1;
const SUITS: u16 = 4 + 1;

/// The rows of an end beside its words, cards and keys: its edges and a blank before the keys.
const FRAME: u16 = 3;
/// The columns beside them.
const EDGES: u16 = 6;

/// The cells between two keys.
const BETWEEN: u16 = 3;

/// Whether an action leads on from the end of a game, so that its key is named there and not at
/// the bottom.
pub(super) fn leads_on(action: Action) -> bool {
    matches!(
        action,
        Action::New
            | Action::Again
            | Action::Undo
            | Action::BackToWin
            | Action::Show
            | Action::Replay
            | Action::Export
    )
}

/// Adds the words about the end of a game to a scene, with the keys that lead on.
pub(super) fn lay_out(app: &App, scene: &mut Scene) {
    let (Mode::Ended, Some(seat)) = (app.mode(), &app.seat) else {
        return;
    };
    let Some(ending) = seat.ending else { return };
    if seat.motion.is_at_table() {
        return;
    }
    let screen = scene.area;
    let inside = screen.width.saturating_sub(EDGES);
    let words = words(app, seat, ending, inside);
    let keys = keys(app, inside);
    let told = (words.len() + keys.len()) as u16 + FRAME;
    // The lines at the top and at the bottom stay free.
    let room = match screen.height.saturating_sub(told + 2) {
        _ if ending != Ending::Won || screen.width < FEAST + EDGES => 0,
        rows => rows,
    };
    let suits = if room < SUITS { 0 } else { SUITS };
    let kings = if room < KINGS + SUITS { 0 } else { KINGS };
    let widest = words.iter().map(|(line, _)| width(line)).max();
    let row = keys.iter().map(|row| whole(row)).max().unwrap_or(0);
    let feast = if suits > 0 { FEAST } else { 0 };
    let columns = widest.unwrap_or(0).max(feast).max(row) + EDGES;
    let high = told + suits + kings;
    let area = Rect {
        x: screen.width.saturating_sub(columns) / 2,
        y: screen.height.saturating_sub(high) / 2,
        width: columns,
        height: high,
    };
    scene.add(
        area.intersection(screen),
        Shape::Panel,
        Hit::On(Target::Panel),
    );
    for (row, y) in keys.iter().rev().zip((0..area.bottom() - 1).rev()) {
        let mut x = area.x + (columns - whole(row)) / 2;
        for key in row {
            let at = Rect::new(x, y, key.width, 1);
            if screen.intersection(at) == at {
                scene.add(
                    at,
                    Shape::Button(key.key, key.brief),
                    Hit::Button(key.action),
                );
            }
            x += key.width + BETWEEN;
        }
    }
    let left = area.x + (columns - feast) / 2;
    let mut feast = Vec::new();
    if suits > 0 {
        feast.extend(suits_at(left, area.y + 1 + kings));
    }
    if kings > 0 {
        feast.extend(kings_at(left, area.y + 1));
    }
    scene.end = Some(EndPanel {
        area,
        feast,
        words,
        top: area.y + 1 + kings + suits,
    });
}

/// A key that leads on.
struct LeadsOn {
    key: Key,
    brief: &'static str,
    action: Action,
    width: u16,
}

/// The columns of a row of keys.
fn whole(row: &[LeadsOn]) -> u16 {
    let widths = row.iter().map(|key| key.width + BETWEEN);
    widths.sum::<u16>().saturating_sub(BETWEEN)
}

/// The keys that lead on, in rows no wider than that.
fn keys(app: &App, widest: u16) -> Vec<Vec<LeadsOn>> {
    let mut rows: Vec<Vec<LeadsOn>> = Vec::new();
    for binding in app.keymap.of(Mode::Ended) {
        let Some(&key) = binding.keys.first() else {
            continue;
        };
        if !leads_on(binding.action) || !app.offers(binding.action) {
            continue;
        }
        let (brief, action) = (binding.brief, binding.action);
        let width = width(&format!("{key} {brief}"));
        let one = LeadsOn {
            key,
            brief,
            action,
            width,
        };
        match rows.last_mut() {
            Some(row) if whole(row) + BETWEEN + width <= widest => row.push(one),
            _ => rows.push(vec![one]),
        }
    }
    rows
}

/// Where all of a deck lies after a win, from a corner on.
fn suits_at(left: u16, top: u16) -> impl Iterator<Item = (Rect, Card)> {
    let ranks = (0..).zip((1..=13).filter_map(Rank::new));
    ranks.flat_map(move |(m, rank)| {
        (0..).zip(Suit::ALL).map(move |(n, suit)| {
            let at = Rect::new(left + m * FACE_STEP, top + n, FACE, 1);
            (at, Card::new(rank, suit))
        })
    })
}

/// Where the kings lie, from a corner on.
fn kings_at(left: u16, top: u16) -> impl Iterator<Item = (Rect, Card)> {
    (0..).zip(Suit::ALL).map(move |(n, suit)| {
        let at = Rect::new(left + n * KING_STEP, top, KING.0, KING.1);
        (at, Card::new(Rank::KING, suit))
    })
}
