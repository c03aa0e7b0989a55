//! Peek: all cards of a pile, in a panel over the table.

use ratatui::layout::{Constraint, Rect};

use crate::cards::Card;
use crate::describe::{pile_name, sentence};
use crate::game::Game;
use crate::rules::PileId;
use crate::session::is_hand_game;
use crate::tui::action::Action;
use crate::tui::board::card::draw_face;
use crate::tui::board::layout::FaceUpCard;
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::grid::{CARD_TEXT_PITCH, CARD_TEXT_WIDTH};
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{Request, Screen};
use crate::tui::theme::Role;
use crate::tui::widgets::panel;
use crate::tui::wrap::display_width;

const MAX_CARDS_PER_ROW: u16 = 13;

/// All cards of a pile, and then of another one.
#[derive(Debug)]
pub struct PeekScreen {
    /// The title and the face-up cards of each pile, bottom card first. The last pile is shown.
    piles: Vec<(String, Vec<Card>)>,
}

impl PeekScreen {
    /// Shows a pile, and then the discards, if the cursor cannot go there. `None` if they have no face-up cards.
    pub fn new(game: &Game, pile: PileId) -> Option<PeekScreen> {
        let table = game.table();
        let has_discards = is_hand_game(game) && pile != PileId::DISCARDS;
        let discards = has_discards.then_some(PileId::DISCARDS);
        let contents = |pile: PileId| {
            let title = match table.face_down(pile) {
                0 => sentence(&pile_name(pile)),
                count => sentence(&format!("{}, on {count} face down", pile_name(pile))),
            };
            (title, table.face_up(pile).to_vec())
        };
        let piles = discards.into_iter().chain([pile]).map(contents);
        let piles: Vec<_> = piles.filter(|(_, cards)| !cards.is_empty()).collect();
        (!piles.is_empty()).then_some(PeekScreen { piles })
    }
}

impl Screen for PeekScreen {
    fn handle_action(&mut self, action: Action, _cx: &mut Context) -> Option<Request> {
        match action {
            Action::Peek if self.piles.len() > 1 => {
                self.piles.pop();
                None
            }
            Action::Peek | Action::Cancel | Action::Close | Action::Help | Action::Click(_) => {
                Some(Request::Close)
            }
            _ => None,
        }
    }

    fn draw(&mut self, cx: &Context, area: Rect, canvas: &mut Canvas<'_>) {
        let theme = cx.theme();
        let Some((title, cards)) = self.piles.last() else {
            return;
        };
        let max_per_row = area.width.saturating_sub(6) / CARD_TEXT_PITCH;
        let per_row = max_per_row.clamp(1, MAX_CARDS_PER_ROW);
        let count = cards.len() as u16;
        let rows = count.div_ceil(per_row);
        let cards_width = per_row.min(count) * CARD_TEXT_PITCH + 3;
        let width = cards_width.max(display_width(title) + 6);
        let panel = area.centered(Constraint::Length(width), Constraint::Length(rows + 3));
        theme.dim_cells(canvas.frame.area, canvas.buf);
        panel::draw_panel(title, panel, canvas);
        let rows = panel::text_area(panel).rows();
        for (cards, row) in cards.chunks(per_row.into()).zip(rows) {
            let columns = (row.x..).step_by(CARD_TEXT_PITCH.into());
            for (&card, x) in cards.iter().zip(columns) {
                let width = CARD_TEXT_WIDTH;
                let (face, area) = (FaceUpCard::plain(card), Rect { x, width, ..row });
                draw_face(face, theme[Role::CardFace], area, canvas);
            }
        }
    }

    fn use_of(&self, binding: &Binding, _: &Context) -> Use {
        match binding.action {
            Action::Peek if self.piles.len() > 1 => Use::Ready(binding.footer),
            Action::Cancel | Action::Close => Use::Ready(binding.footer),
            _ => Use::Hidden,
        }
    }
}
