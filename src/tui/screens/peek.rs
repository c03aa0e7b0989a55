//! Peek: all cards of a pile, in a panel over the table.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use ratatui::widgets::Widget;

use crate::cards::Card;
use crate::describe::{pile_name, sentence};
use crate::rules::PileId;
use crate::tui::action::{Action, Mode};
use crate::tui::frame::ScreenLayout;
use crate::tui::grid::{CARD_TEXT_PITCH, CARD_TEXT_WIDTH};
use crate::tui::keymap::{Button, Keymap};
use crate::tui::screen::{Context, Request, Screen};
use crate::tui::services::Services;
use crate::tui::table::card::CardFace;
use crate::tui::table::view::TableView;
use crate::tui::widgets::panel::{self, Panel};
use crate::tui::wrap::display_width;

const MAX_CARDS_PER_ROW: u16 = 13;

/// All cards of a pile, and then of another one.
#[derive(Debug)]
pub struct PeekScreen {
    pile: PileContents,
    next: Option<PileContents>,
    panel: Rect,
    per_row: u16,
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
                    0 => sentence(&pile_name(pile)),
                    count => sentence(&format!("{}: {count} face down, then", pile_name(pile))),
                },
                cards: table.face_up(pile).to_vec(),
            });
        let pile = piles.next()?;
        let next = piles.next();
        Some(PeekScreen {
            pile,
            next,
            panel: Rect::ZERO,
            per_row: 1,
        })
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

    fn lay_out(&mut self, _services: &Services, area: Rect) -> ScreenLayout {
        let max_per_row = area.width.saturating_sub(6) / CARD_TEXT_PITCH;
        self.per_row = max_per_row.clamp(1, MAX_CARDS_PER_ROW);
        let count = self.pile.cards.len() as u16;
        let rows = count.div_ceil(self.per_row);
        let cards_width = self.per_row.min(count) * CARD_TEXT_PITCH + 3;
        let width = cards_width.max(display_width(&self.pile.title) + 6);
        self.panel = area.centered(Constraint::Length(width), Constraint::Length(rows + 3));
        ScreenLayout::of_panel(self.panel)
    }

    fn render(&self, services: &Services, buf: &mut Buffer) {
        let theme = &services.theme;
        let (title, style) = (&self.pile.title, theme.card_face);
        panel::dim(buf);
        Panel { title, theme }.render(self.panel, buf);
        let rows = panel::text_area(self.panel).rows();
        for (cards, row) in self.pile.cards.chunks(self.per_row.into()).zip(rows) {
            let columns = (row.x..).step_by(CARD_TEXT_PITCH.into());
            for (&card, x) in cards.iter().zip(columns) {
                let width = CARD_TEXT_WIDTH;
                CardFace::new(card, style, theme).render(Rect { x, width, ..row }, buf);
            }
        }
    }

    fn buttons(&self, keymap: &Keymap) -> Vec<Button> {
        keymap.buttons(Mode::Overlay, |binding| match binding.action {
            Action::Peek if self.next.is_some() => Some(binding.footer),
            Action::Cancel | Action::Close => Some(binding.footer),
            _ => None,
        })
    }
}
