//! Where the words about the end of a game lie, the cards of a win, and the keys that lead on.

use ratatui::layout::{Position, Rect};

use super::{Hit, Scene, Shape, Target};
use crate::tui::action::Action;
use crate::tui::app::{App, Mode};
use crate::tui::keymap::Key;
use crate::tui::seat::Ending;
use crate::tui::theme::Role;
use crate::tui::view::end::words;
use crate::tui::view::pen::width;

/// What is told of the end of a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndPanel {
    /// The cells it covers.
    pub area: Rect,
    /// Where the cards of a win begin, if there is room for them.
    pub feast: Option<Position>,
    /// Its lines.
    pub words: Vec<(String, Role)>,
    /// The row of the first.
    pub top: u16,
}

/// The columns and rows of the cards of a win: four kings, and under them every suit from ace to
/// king.
const FEAST: (u16, u16) = (51, 11);

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
    let screen = scene.area;
    let words = words(app, seat, ending);
    let keys = keys(app, screen.width.saturating_sub(EDGES));
    let told = (words.len() + keys.len()) as u16 + FRAME;
    let room = screen.width >= FEAST.0 && screen.height > FEAST.1 + told;
    let feast = if ending == Ending::Won && room {
        FEAST
    } else {
        (0, 0)
    };
    let widest = words.iter().map(|(line, _)| width(line)).max();
    let row = keys.iter().map(|row| whole(row)).max().unwrap_or(0);
    let columns = widest.unwrap_or(0).max(feast.0).max(row) + EDGES;
    let area = Rect {
        x: screen.width.saturating_sub(columns) / 2,
        y: screen.height.saturating_sub(told + feast.1) / 2,
        width: columns,
        height: told + feast.1,
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
    scene.end = Some(EndPanel {
        area,
        feast: (feast == FEAST)
            .then(|| Position::new(area.x + (columns - FEAST.0) / 2, area.y + 1)),
        words,
        top: area.y + 1 + feast.1,
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
