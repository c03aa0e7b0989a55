//! Layout of a table: where each card, pile and label is.

use ratatui::layout::{Position, Rect, Size};

use super::state::TableState;
use crate::cards::Card;
use crate::game::CardPosition;
use crate::presentation::PilePosition;
use crate::rules::{PileId, PileKind};
use crate::tui::action::Target;
use crate::tui::fan::{Fan, FanBounds, SlotContent};
use crate::tui::frame::{Frame, Hit};
use crate::tui::grid::{CARD_TEXT_WIDTH, Column, TableGrid};
use crate::tui::theme::StyleRole;

/// What an item of the table looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A face-up card.
    FaceUp {
        /// The card.
        card: Card,
        /// Its position.
        position: CardPosition,
        /// Whether it is shaded, as every other strip of a broken fan is.
        shaded: bool,
        /// Whether another card lies on it.
        covered: bool,
    },
    /// The back of a card.
    FaceDown,
    /// This many face-down cards, folded.
    Collapsed(usize),
    /// This many cards that are not shown.
    Hidden(usize),
    /// A squared pile of this many face-down cards.
    FaceDownPile(usize),
    /// An empty pile.
    EmptyPile(PileId),
    /// The space of a fan, below its cards.
    FanArea,
    /// The number of a pile.
    PileLabel(PileId),
}

/// Something on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableItem {
    /// Its cells.
    pub area: Rect,
    /// What it looks like.
    pub kind: ItemKind,
    /// What it is.
    pub target: Target,
    /// The cell for a marker, if there is one beside it.
    pub marker: Option<Position>,
}

/// A card above the table: one that is dragged or in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatingCard {
    /// Its cells; some may be outside the window.
    pub area: Rect,
    /// The card; `None` if it is face down.
    pub card: Option<Card>,
    /// Its position in the game, unless it belongs to the game-over panel.
    pub position: Option<CardPosition>,
    /// The background of its face.
    pub style: StyleRole,
}

/// Layout of a table in a window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableLayout {
    /// The whole window.
    pub area: Rect,
    /// The columns of header, messages and footer.
    pub content: Rect,
    /// What is on the table, the lowest first.
    pub items: Vec<TableItem>,
    /// Cards above the table.
    pub floating_cards: Vec<FloatingCard>,
    /// The size that the table needs, if the window is too small.
    pub min_size: Option<Size>,
    /// The row of messages.
    pub message_row: u16,
    /// The row of the footer.
    pub footer_row: u16,
    /// The row that says what the next step is, in a game played in the hand.
    pub caption_row: u16,
}

impl TableLayout {
    /// Computes the layout of a table.
    pub fn compute(table: &TableState, area: Rect) -> TableLayout {
        let last = area.height.saturating_sub(1);
        let mut layout = TableLayout {
            area,
            content: content_columns(area, 0),
            message_row: last,
            footer_row: last,
            ..TableLayout::default()
        };
        if let Some(window) = table.board_layout.window {
            layout.lay_out_hand(table, window);
        } else {
            match TableGrid::compute(&table.board_layout, area.as_size()) {
                Ok(grid) => layout.lay_out_grid(table, &grid),
                Err(min_size) => layout.min_size = Some(min_size),
            }
        }
        layout.add_animated_cards(table);
        layout
    }

    /// Adds what can be clicked to a frame.
    pub fn add_hits(&self, frame: &mut Frame) {
        for item in &self.items {
            // The marker belongs to a card or pile, not to the space around it.
            let has_marker = matches!(item.target, Target::Card(_) | Target::Pile(_));
            let marker = item.marker.filter(|_| has_marker);
            frame.add_hit_with_marker(item.area, Hit::Target(item.target), marker);
        }
    }

    /// Returns the areas of the visible cards.
    pub fn card_areas(&self) -> impl Iterator<Item = Rect> {
        let is_card = |kind: &ItemKind| {
            !matches!(
                kind,
                ItemKind::EmptyPile(_) | ItemKind::PileLabel(_) | ItemKind::FanArea
            )
        };
        let cards = self.items.iter().filter(move |item| is_card(&item.kind));
        cards.map(|item| item.area)
    }

    /// Returns where a card is shown, or else where its pile is.
    pub fn area_of(&self, position: CardPosition) -> Option<Rect> {
        let is_in_pile = |item: &&TableItem| match item.target {
            Target::Card(card) => card.pile == position.pile,
            Target::Pile(pile) => pile == position.pile,
            _ => false,
        };
        self.area_of_card(position)
            .or_else(|| self.items.iter().rfind(is_in_pile).map(|item| item.area))
    }

    /// Returns the first row below all cards and piles.
    pub fn first_free_row(&self) -> u16 {
        let items = self.items.iter();
        let items = items.filter(|item| item.kind != ItemKind::FanArea);
        let bottoms = items.map(|item| item.area.bottom());
        bottoms.max().unwrap_or(0).max(self.caption_row + 1)
    }

    /// Returns where a card is shown; `None` if it is not visible.
    pub(super) fn area_of_card(&self, position: CardPosition) -> Option<Rect> {
        let mut floating = self.floating_cards.iter();
        let mut items = self.items.iter();
        floating
            .find(|card| card.position == Some(position))
            .map(|card| card.area)
            .or_else(|| {
                let item = items.find(|item| item.target == Target::Card(position))?;
                Some(item.area)
            })
    }

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
    pub(super) fn add_face_up_card(&mut self, area: Rect, card: Card, position: CardPosition) {
        let kind = ItemKind::FaceUp {
            card,
            position,
            shaded: false,
            covered: false,
        };
        self.add(area, kind, Target::Card(position));
    }

    fn lay_out_grid(&mut self, table: &TableState, grid: &TableGrid) {
        self.message_row = grid.message_row;
        self.footer_row = grid.footer_row;
        self.content = content_columns(self.area, grid.block_width);
        for position in &table.board_layout.positions {
            self.lay_out_pile(table, position, grid);
        }
        self.add_dragged_cards(table, grid);
    }

    fn lay_out_pile(&mut self, table: &TableState, position: &PilePosition, grid: &TableGrid) {
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
    pub(super) fn lay_out_squared_pile(&mut self, table: &TableState, pile: PileId, area: Rect) {
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

    fn lay_out_fan(&mut self, table: &TableState, position: &PilePosition, grid: &TableGrid) {
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
    fn add_dragged_cards(&mut self, table: &TableState, grid: &TableGrid) {
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
                style: StyleRole::SelectedCard,
            });
        }
    }

    fn add_animated_cards(&mut self, table: &TableState) {
        for (animated, area) in table.animation.in_flight() {
            let position = animated.destination;
            let change = position.and_then(|at| table.last_diff.change_at(at));
            self.floating_cards.push(FloatingCard {
                area,
                card: animated.card,
                position,
                style: match change {
                    Some(_) => StyleRole::MovedCard,
                    None => StyleRole::CardFace,
                },
            });
        }
    }
}

/// Minimum width of header, messages and footer in a window that has room for it.
const MIN_CONTENT_WIDTH: u16 = 78;

/// Returns the columns of header, messages and footer: as wide as the block of piles, or wider if text
/// needs it, and centered like it.
pub(super) fn content_columns(area: Rect, block_width: u16) -> Rect {
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
