//! Draws the small tables that introduce a game.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::widgets::Widget;

use super::card::CardFace;
use crate::rules::ExampleStep;
use crate::tui::theme::Theme;

/// Size of a card, and columns from one pile to the next.
const CARD_SIZE: Size = Size::new(5, 3);
const PILE_PITCH: u16 = CARD_SIZE.width + 1;

/// Returns the size in which every step of an example fits.
pub fn size(example: &[ExampleStep]) -> Size {
    let piles = example.iter().map(|step| step.piles.len()).max();
    let all_piles = example.iter().flat_map(|step| step.piles);
    let cards = all_piles.map(|pile| pile.split(' ').count()).max();
    let (Some(piles), Some(cards)) = (piles, cards) else {
        return Size::ZERO;
    };
    let width = (piles as u16 * PILE_PITCH).saturating_sub(1);
    Size::new(width, cards as u16 - 1 + CARD_SIZE.height)
}

/// Draws the piles of a step.
pub fn draw(theme: &Theme, buf: &mut Buffer, area: Rect, step: &ExampleStep) {
    let style = theme.card_face;
    for (index, pile) in (0..).zip(step.piles) {
        let x = area.x + index * PILE_PITCH;
        let whole_card = Rect::from((Position::new(x, area.y), CARD_SIZE));
        let cards: Vec<_> = pile
            .split(' ')
            .filter_map(|card| card.parse().ok())
            .collect();
        if cards.is_empty() {
            theme.outline(theme.dim).render(whole_card, buf);
        }
        for (row, &card) in (0..).zip(&cards) {
            let covered = usize::from(row) + 1 < cards.len();
            let height = if covered { 1 } else { CARD_SIZE.height };
            let cells = Rect::new(x, area.y + row, CARD_SIZE.width, height);
            let face = CardFace::new(card, style, theme);
            CardFace { covered, ..face }.render(cells, buf);
        }
    }
}
