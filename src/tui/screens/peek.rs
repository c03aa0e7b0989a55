//! Peek: all cards of a pile, in a panel over the table.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::cards::Card;
use crate::describe::pile_name;
use crate::rules::PileId;
use crate::tui::action::{Action, Target};
use crate::tui::frame::{Frame, Hit};
use crate::tui::grid::{CARD_TEXT_PITCH, CARD_TEXT_WIDTH};
use crate::tui::screen::{Context, Request, Screen};
use crate::tui::services::Services;
use crate::tui::table::card::CardFace;
use crate::tui::table::view::TableView;
use crate::tui::widgets::panel::{self, Panel};
use crate::tui::wrap::display_width;

/// Maximum number of cards in a row.
const MAX_CARDS_PER_ROW: u16 = 13;

/// All cards of a pile, and then of another one.
#[derive(Debug)]
pub struct PeekScreen {
    pile: PileContents,
    next: Option<PileContents>,
}

/// The cards of a pile, to be shown in full.
#[derive(Debug)]
struct PileContents {
    title: String,
    /// Face-up cards, bottom card first.
    cards: Vec<Card>,
}

impl PeekScreen {
    /// Shows the face-up cards of a pile, and then those of the discards if the cursor cannot go there;
    /// `None` if there are no such cards.
    pub fn new(view: &TableView, pile: PileId) -> Option<PeekScreen> {
        let table = view.game().table();
        let has_discards = view.is_hand_game() && pile != PileId::DISCARDS;
        let mut piles = [Some(pile), has_discards.then_some(PileId::DISCARDS)]
            .into_iter()
            .flatten()
            .filter(|&pile| !table.face_up(pile).is_empty())
            .map(|pile| PileContents {
                title: match table.face_down(pile) {
                    0 => pile_name(pile),
                    count => format!("{}: {count} face down, then", pile_name(pile)),
                },
                cards: table.face_up(pile).to_vec(),
            });
        let pile = piles.next()?;
        let next = piles.next();
        Some(PeekScreen { pile, next })
    }

    /// Returns the area of the panel: the middle of the window.
    fn panel(&self, window: Rect) -> Rect {
        let count = self.pile.cards.len() as u16;
        let per_row = cards_per_row(window);
        let rows = count.div_ceil(per_row);
        let width =
            (per_row.min(count) * CARD_TEXT_PITCH + 3).max(display_width(&self.pile.title) + 6);
        let height = rows + 3;
        Rect {
            x: window.width.saturating_sub(width) / 2,
            y: window.height.saturating_sub(height) / 2,
            width,
            height,
        }
        .intersection(window)
    }
}

impl Screen for PeekScreen {
    fn handle_action(&mut self, action: Action, cx: &mut Context<'_>) {
        match action {
            Action::Peek => match self.next.take() {
                Some(next) => self.pile = next,
                None => cx.request(Request::Close),
            },
            Action::Cancel | Action::Close | Action::Help | Action::Click(_) => {
                cx.request(Request::Close);
            }
            _ => {}
        }
    }

    fn lay_out(&mut self, _services: &Services, frame: &mut Frame) {
        frame.cover_lower_screens();
        frame.add_hit(self.panel(frame.area), Hit::Target(Target::Panel));
    }

    fn render(&self, services: &Services, frame: &Frame, buf: &mut Buffer) {
        let theme = &services.theme;
        let panel = self.panel(frame.area);
        let title = &self.pile.title;
        panel::dim(buf);
        Panel { title, theme }.render(panel, buf);
        let per_row = cards_per_row(frame.area);
        for (index, &card) in (0..).zip(&self.pile.cards) {
            let (row, column) = (index / per_row, index % per_row);
            let x = panel.x + 2 + column * CARD_TEXT_PITCH;
            let y = panel.y + 2 + row;
            let face = Rect::new(x, y, CARD_TEXT_WIDTH, 1);
            let style = theme.card_face;
            CardFace { card, style, theme }.render(face, buf);
        }
    }

    fn is_enabled(&self, action: Action, _services: &Services) -> bool {
        match action {
            Action::Peek => self.next.is_some(),
            _ => matches!(action, Action::Cancel | Action::Close),
        }
    }
}

/// Returns how many cards fit side by side in a window.
fn cards_per_row(window: Rect) -> u16 {
    (window.width.saturating_sub(6) / CARD_TEXT_PITCH).clamp(1, MAX_CARDS_PER_ROW)
}
