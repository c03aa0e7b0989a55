//! Arranges a table: piles in a grid of rows and columns, or a game played in the hand with the cards
//! in play as whole cards between stock and discards, and the others below them in rows of small cards.

use ratatui::layout::{Position, Rect, Size};

use super::layout::{FloatingCard, ItemKind, TableItem, TableLayout};
use super::view::TableView;
use crate::cards::Card;
use crate::game::CardPosition;
use crate::presentation::PilePosition;
use crate::rules::{PileId, PileKind};
use crate::tui::action::Target;
use crate::tui::fan::{Fan, FanBounds, SlotContent};
use crate::tui::grid::{CARD_TEXT_WIDTH, Column, TableGrid, place_row};

/// Minimum width of header, messages and keys where there is room for it.
const MIN_CONTENT_WIDTH: u16 = 78;

/// Heights of the cards in play in a game played in the hand.
const MIN_CARD_HEIGHT: u16 = 3;
const MAX_CARD_HEIGHT: u16 = 9;

/// Sizes of the other cards of the hand, the largest that fit in a few rows.
const HAND_CARD_SIZES: [Size; 3] = [Size::new(8, 5), Size::new(6, 4), Size::new(5, 3)];
const MAX_HAND_ROWS: u16 = 3;
const SHORT_CARD_SIZE: Size = Size::new(CARD_TEXT_WIDTH, 1);

/// Empty rows above the cards in play, the others and the message.
const MIN_GAPS: u16 = 3;

impl TableView {
    /// Computes the layout of the table in an area.
    pub(super) fn arrange(&self, area: Rect) -> TableLayout {
        let mut layout = TableLayout {
            area,
            content: content_columns(area, 0),
            ..TableLayout::default()
        };
        let piles = self.board_layout.positions.iter();
        let fans = piles.filter(|pile| pile.row > 0);
        let sizes = fans.map(|pile| self.game().table().size(pile.pile));
        let tallest = sizes.max().unwrap_or(0);
        let result = match self.board_layout.window {
            Some(window) => layout.lay_out_hand(self, window),
            None => TableGrid::compute(&self.board_layout, area.as_size(), tallest)
                .map(|grid| layout.lay_out_grid(self, &grid)),
        };
        layout.min_size = result.err();
        layout.floating_cards.extend(self.animation.in_flight());
        layout
    }
}

impl TableLayout {
    /// Adds an item above the others.
    fn add(&mut self, area: Rect, kind: ItemKind, target: Target) {
        let has_marker = matches!(target, Target::Card(_) | Target::Pile(_));
        let beside = area.x.checked_sub(1).map(|x| Position::new(x, area.y));
        let marker = beside.filter(|_| has_marker);
        self.items.push(TableItem {
            area,
            kind,
            target,
            marker,
        });
    }

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
            let y = grid.top_row + (position.row as u16 - 1) * grid.reserve_pitch;
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

    /// Places the piles of a game played in the hand: the last `window` cards are in play, between stock
    /// and discards, the others below them.
    ///
    /// # Errors
    /// If the area is too small, returns its minimum size.
    fn lay_out_hand(&mut self, table: &TableView, window: usize) -> Result<(), Size> {
        let (columns, rows) = (self.area.width, self.area.height);
        let cards = table.game().table();
        let (piles, block_width) =
            place_row(window + 2, columns).map_err(|min_columns| Size::new(min_columns, rows))?;
        self.content = content_columns(self.area, block_width);
        let max_others = cards.deck().len().saturating_sub(window) as u16;
        let grid_of = |size: Size| HandGrid::new(size, max_others, block_width);
        // Beside the header and the caption.
        let rows_for = |height| rows.checked_sub(2 + height);
        let fits = |grid: &HandGrid| {
            let left = rows_for(grid.height);
            grid.rows <= MAX_HAND_ROWS && left >= Some(MAX_CARD_HEIGHT + MIN_GAPS)
        };
        let mut grids = HAND_CARD_SIZES.map(grid_of).into_iter();
        let hand_grid = grids.find(fits).unwrap_or_else(|| grid_of(SHORT_CARD_SIZE));
        let min_size = Size::new(columns, 2 + hand_grid.height + MIN_CARD_HEIGHT);
        let left = rows_for(hand_grid.height).filter(|left| *left >= MIN_CARD_HEIGHT);
        let left = left.ok_or(min_size)?;
        let max_height = MAX_CARD_HEIGHT.min(piles[0].width + 1);
        let height = left
            .saturating_sub(MIN_GAPS)
            .clamp(MIN_CARD_HEIGHT, max_height);
        let gap = ((left - height) / MIN_GAPS).min(1);
        let window_row = 1 + gap;
        self.caption_row = window_row + height;
        let hand_row = self.caption_row + 1 + gap;

        let pile_area = |n: usize| Rect::new(piles[n].x, window_row, piles[n].width, height);
        self.lay_out_squared_pile(table, PileId::STOCK, pile_area(0));
        self.lay_out_squared_pile(table, PileId::DISCARDS, pile_area(window + 1));
        let hand = cards.pile(PileId::HAND);
        let others = hand.len().saturating_sub(window);
        for (index, &card) in hand.iter().enumerate() {
            let area = match index.checked_sub(others) {
                Some(n) => pile_area(n + 1),
                None => hand_grid.area(index as u16, Position::new(piles[0].x, hand_row)),
            };
            self.add_face_up_card(area, card, CardPosition::new(PileId::HAND, index));
        }
        Ok(())
    }
}

/// Rows of small cards.
struct HandGrid {
    card: Size,
    per_row: u16,
    rows: u16,
    /// Rows of the window from one card to the next: cards of one row need no gap.
    pitch: u16,
    height: u16,
}

impl HandGrid {
    fn new(card: Size, cards: u16, width: u16) -> HandGrid {
        let per_row = (width + 1) / (card.width + 1);
        let rows = cards.div_ceil(per_row);
        let pitch = card.height + u16::from(card.height > 1);
        HandGrid {
            card,
            per_row,
            rows,
            pitch,
            height: (rows * pitch).saturating_sub(pitch - card.height),
        }
    }

    /// Returns the cells of a card by its index.
    fn area(&self, index: u16, start: Position) -> Rect {
        let (row, column) = (index / self.per_row, index % self.per_row);
        let x = start.x + column * (self.card.width + 1);
        Rect::from((Position::new(x, start.y + row * self.pitch), self.card))
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
