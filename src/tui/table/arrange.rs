//! Arranges a table: piles in a grid of rows and columns, or a game played in the hand with its deck
//! and discards above, the hand in rows of short cards, and the cards in play at its end as whole cards.

use ratatui::layout::{Position, Rect, Size};

use super::layout::{FloatingCard, ItemKind, TableItem, TableLayout};
use super::view::TableView;
use crate::cards::Card;
use crate::game::CardPosition;
use crate::presentation::PilePosition;
use crate::rules::{PileId, PileKind};
use crate::tui::action::Target;
use crate::tui::fan::{Fan, FanBounds, SlotContent};
use crate::tui::grid::{CARD_TEXT_PITCH, CARD_TEXT_WIDTH, Column, TableGrid};

/// Minimum width of header, messages and keys where there is room for it.
const MIN_CONTENT_WIDTH: u16 = 78;

/// Minimum height of an area with wide gaps.
const MIN_ROWS_WITH_WIDE_GAPS: u16 = 26;

/// Maximum number of short cards in a row: half a deck without the window.
const MAX_CARDS_PER_ROW: u16 = 24;

impl TableView {
    /// Computes the layout of the table in an area.
    pub(super) fn arrange(&self, area: Rect) -> TableLayout {
        let mut layout = TableLayout {
            area,
            content: content_columns(area, 0),
            ..TableLayout::default()
        };
        if let Some(window) = self.board_layout.window {
            layout.lay_out_hand(self, window);
        } else {
            match TableGrid::compute(&self.board_layout, area.as_size()) {
                Ok(grid) => layout.lay_out_grid(self, &grid),
                Err(min_size) => layout.min_size = Some(min_size),
            }
        }
        layout.add_animated_cards(self);
        layout
    }
}

impl TableLayout {
    /// Adds an item above the others.
    fn add(&mut self, area: Rect, kind: ItemKind, target: Target) {
        let marker = area.x.checked_sub(1).map(|x| Position::new(x, area.y));
        self.items.push(TableItem {
            area,
            kind,
            target,
            marker,
        });
    }

    /// Adds a face-up card.
    fn add_face_up_card(&mut self, area: Rect, card: Card, position: CardPosition) {
        let kind = ItemKind::FaceUp {
            card,
            position,
            shaded: false,
            covered: false,
        };
        self.add(area, kind, Target::Card(position));
    }

    fn lay_out_grid(&mut self, table: &TableView, grid: &TableGrid) {
        self.content = content_columns(self.area, grid.block_width);
        for position in &table.board_layout.positions {
            self.lay_out_pile(table, position, grid);
        }
        self.add_dragged_cards(table, grid);
    }

    fn lay_out_pile(&mut self, table: &TableView, position: &PilePosition, grid: &TableGrid) {
        let pile = position.pile;
        let column = grid.columns[position.column];
        let rows = |y, height| Rect::new(column.x, y, column.width, height);
        if position.row == 0 {
            self.lay_out_squared_pile(table, pile, rows(grid.top_row, grid.top_height));
        } else if pile.kind() == PileKind::Reserve {
            let y = grid.fan_row + (position.row as u16 - 1) * grid.reserve_pitch;
            let area = rows(y, grid.reserve_height);
            if table.resting_count(pile) > 0 {
                self.lay_out_squared_pile(table, pile, area);
            } else if table.cursor.pile == pile {
                self.add(area, ItemKind::EmptyPile(pile), Target::Pile(pile));
            }
        } else {
            let below = Target::BelowPile(pile);
            self.add(rows(grid.label_row, 1), ItemKind::PileLabel(pile), below);
            let fan_area = rows(grid.fan_row, grid.fan_height);
            self.add(fan_area, ItemKind::FanArea, below);
            self.lay_out_fan(table, position, grid);
        }
    }

    /// Places a pile of which only the top card is visible.
    fn lay_out_squared_pile(&mut self, table: &TableView, pile: PileId, area: Rect) {
        let cards = table.game().table();
        let resting = &cards.pile(pile)[..table.resting_count(pile)];
        let target = Target::Pile(pile);
        match resting {
            [] => self.add(area, ItemKind::EmptyPile(pile), target),
            _ if cards.face_down(pile) >= resting.len() => {
                self.add(area, ItemKind::FaceDownPile(resting.len()), target);
            }
            [.., card] => {
                let index = resting.len() - 1;
                self.add_face_up_card(area, *card, CardPosition { pile, index });
            }
        }
    }

    fn lay_out_fan(&mut self, table: &TableView, position: &PilePosition, grid: &TableGrid) {
        let (pile, cards) = (position.pile, table.game().table());
        let column = grid.columns[position.column];
        let top = grid.fan_row;
        let size = table.resting_count(pile);
        if size == 0 {
            let height = grid.card_height.min(grid.fan_height);
            let area = Rect::new(column.x, top, column.width, height);
            self.add(area, ItemKind::EmptyPile(pile), Target::Pile(pile));
            return;
        }
        let bounds = FanBounds {
            rows: grid.fan_height,
            card_height: grid.card_height,
            card_offset: grid.card_offset,
            max_strips: grid.max_strips(position.column),
        };
        let focus = (table.cursor.pile == pile).then_some(table.cursor.index);
        let face_down = cards.face_down(pile).min(size);
        let fan = Fan::arrange(size, face_down, bounds, focus);
        let (width, pitch) = share_column(column, fan.strips);
        for (n, slot) in fan.slots.iter().enumerate() {
            let next = fan.slots.get(n + 1);
            let x = column.x + slot.strip * pitch;
            let area = Rect::new(x, top + slot.row, width, slot.rows);
            let target = |index| Target::Card(CardPosition { pile, index });
            let (kind, target) = match slot.content {
                SlotContent::Hidden(count) => (ItemKind::Hidden(count), Target::Pile(pile)),
                SlotContent::Collapsed(count) => (ItemKind::Collapsed(count), target(count - 1)),
                SlotContent::Card(index) if index < face_down => {
                    (ItemKind::FaceDown, target(index))
                }
                SlotContent::Card(index) => {
                    let kind = ItemKind::FaceUp {
                        card: cards.pile(pile)[index],
                        position: CardPosition { pile, index },
                        shaded: slot.strip % 2 == 1,
                        covered: next.is_some_and(|next| next.strip == slot.strip),
                    };
                    (kind, target(index))
                }
            };
            self.add(area, kind, target);
            // Where strips touch there is no cell between them for a marker.
            if slot.strip > 0
                && pitch == width
                && let Some(item) = self.items.last_mut()
            {
                item.marker = None;
            }
        }
    }

    /// Adds the dragged cards: the first one under the pointer, the others on it.
    fn add_dragged_cards(&mut self, table: &TableView, grid: &TableGrid) {
        let (Some(drag), Some(selection)) = (table.drag, table.selection) else {
            return;
        };
        let Some(position) = table.pile_position(selection.from) else {
            return;
        };
        let width = grid.columns[position.column].width;
        let rightmost = self.area.right().saturating_sub(width);
        let x = drag.pointer.x.saturating_sub(width / 2).min(rightmost);
        let cards = table.selected_cards();
        let below = table.game().table().size(selection.from) - cards.len();
        for (n, &card) in cards.iter().enumerate() {
            let y = drag.pointer.y.saturating_add(n as u16 * grid.card_offset);
            self.floating_cards.push(FloatingCard {
                area: Rect::new(x, y, width, grid.card_height),
                card: Some(card),
                position: Some(CardPosition::new(selection.from, below + n)),
            });
        }
    }

    fn add_animated_cards(&mut self, table: &TableView) {
        for (animated, area) in table.animation.in_flight() {
            self.floating_cards.push(FloatingCard {
                area,
                card: animated.card,
                position: animated.destination,
            });
        }
    }

    /// Places the piles of a game played in the hand; the last `window` cards are in play.
    fn lay_out_hand(&mut self, table: &TableView, window: usize) {
        let (columns, rows) = (self.area.width, self.area.height);
        let cards = table.game().table();
        let per_row = (columns.saturating_sub(2) / CARD_TEXT_PITCH).clamp(1, MAX_CARDS_PER_ROW);
        let max_short_cards = cards.deck().len().saturating_sub(window);
        let short_rows = max_short_cards.div_ceil(usize::from(per_row)) as u16;
        let in_play = window as u16;
        // Header, deck, a blank row, the short cards, a blank row, the window and its caption.
        let min_size = Size::new(in_play * 6 + 2, 1 + 2 + 1 + short_rows + 1 + 3 + 1);
        if columns < min_size.width || rows < min_size.height {
            self.min_size = Some(min_size);
            return;
        }
        let spare_rows = rows - min_size.height;
        let is_low = rows < MIN_ROWS_WITH_WIDE_GAPS;
        let deck_height = (2 + spare_rows / 4).min(5);
        let card_height = (3 + spare_rows * 2 / 5).min(9);
        let card_width = (columns / in_play - 2).min(card_height + 4);
        let pitch = card_width + (columns / in_play - card_width).min(3);
        let window_width = pitch * (in_play - 1) + card_width;
        let left = (columns - window_width).div_ceil(2);
        let min_gap = if is_low { 1 } else { 2 };
        // The rest is shared between the space above the deck, the hand and the window.
        let used_rows = 3 * min_gap + deck_height + short_rows + card_height + 2;
        let gap = min_gap + (rows.saturating_sub(used_rows) / 4).min(4);

        let stock = Rect::new(left, gap, card_width.min(9), deck_height);
        let right = left + window_width - stock.width;
        let discards = Rect::new(right, gap, stock.width, deck_height);
        self.lay_out_squared_pile(table, PileId::STOCK, stock);
        self.lay_out_squared_pile(table, PileId::DISCARDS, discards);

        let hand_row = stock.bottom() + gap;
        let row_width = per_row * CARD_TEXT_PITCH - 1;
        let indent = (columns - row_width).div_ceil(2);
        self.content = content_columns(self.area, row_width);
        let window_row = hand_row + short_rows + gap;
        let window_height = card_height.min(rows.saturating_sub(window_row + 1)).max(1);
        self.caption_row = window_row + window_height;
        let hand = cards.pile(PileId::HAND);
        let short_cards = hand.len().saturating_sub(window);
        for (index, &card) in hand.iter().enumerate() {
            let area = match index.checked_sub(short_cards) {
                Some(n) => {
                    let x = left + n as u16 * pitch;
                    Rect::new(x, window_row, card_width, window_height)
                }
                None => {
                    let (row, column) = (index as u16 / per_row, index as u16 % per_row);
                    let x = indent + column * CARD_TEXT_PITCH;
                    Rect::new(x, hand_row + row, CARD_TEXT_WIDTH, 1)
                }
            };
            self.add_face_up_card(area, card, CardPosition::new(PileId::HAND, index));
        }
    }
}

/// Returns the columns of header, messages and keys: as wide as the block of piles, or wider if text
/// needs it, and centered like it.
fn content_columns(area: Rect, block_width: u16) -> Rect {
    let available = area.width.saturating_sub(2);
    let width = block_width.max(MIN_CONTENT_WIDTH).min(available);
    Rect::new((area.width - width).div_ceil(2), area.y, width, area.height)
}

/// Returns the width of each strip of a fan, and the columns from one to the next: as wide as possible,
/// with a cell between two if there is room for it.
fn share_column(column: Column, strips: u16) -> (u16, u16) {
    let width = match strips {
        0 | 1 => column.width,
        _ => (column.span + 1 - strips) / strips,
    };
    let gap = u16::from(width >= CARD_TEXT_WIDTH);
    let width = width.max(CARD_TEXT_WIDTH);
    (width, width + gap)
}
