//! Preview of the chosen game: the opening of an example deal.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::game::{CardPosition, Game};
use crate::rules::PileId;
use crate::tui::board::BoardView;
use crate::tui::board::scene::BoardScene;
use crate::tui::context::Context;
use crate::tui::frame::Frame;
use crate::tui::theme::Role;
use crate::variant::Variant;

/// The deal that is shown.
const SEED: u64 = 5;

/// Draws the example deal of a game in an area.
pub(super) fn draw(rules: Variant, area: Rect, cx: &Context, buf: &mut Buffer) {
    let game = Game::new(rules, SEED);
    // No pile of a grid has the cursor.
    let no_card = CardPosition::new(PileId::HAND, 0);
    let scene = BoardScene::new(&game, no_card);
    // A board begins in the first cell.
    let place = Rect::from((Position::ORIGIN, area.as_size()));
    let mut board = Buffer::empty(place);
    board.set_style(place, cx.theme()[Role::Background]);
    BoardView::default().draw(&scene, cx, place, &mut Frame::default(), &mut board);
    board.area = area;
    buf.merge(&board);
}
