//! Arranges a board: piles in a grid of rows and columns, or the cards of a hand.

use std::ops::Range;

use ratatui::layout::{Position, Rect, Size};

use super::animation::Animation;
use super::layout::{CardLayout, FaceUpCard, Item, ItemKind};
use super::scene::{BoardScene, Selection};
use crate::cards::Card;
use crate::game::CardPosition;
use crate::presentation::{Accepts, BoardLayout, PilePosition};
use crate::rules::{Move, PileId, PileKind, Status};
use crate::tui::action::Target;
use crate::tui::fan::{Fan, SlotContent};
use crate::tui::frame::{Frame, TooSmall};
use crate::tui::grid::{CARD_TEXT_WIDTH, Column, HandGrid, PileGrid};
use crate::tui::wrap::{display_width, wrap_cut};

/// Minimum width of header, messages and keys where there is room for it.
const MIN_CONTENT_WIDTH: u16 = 78;

/// Arranges a scene in an area.
pub(super) struct Arranger<'a> {
    scene: &'a BoardScene<'a>,
    animation: &'a Animation,
    layout: CardLayout,
    /// The columns of header, messages and keys.
    content: Rect,
}

impl<'a> Arranger<'a> {
    /// Computes the layout of a scene, with the cards in flight, and tells a frame its columns and whether the area is
    /// too small.
    pub(super) fn arrange(
        scene: &'a BoardScene<'a>,
        animation: &'a Animation,
        area: Rect,
        frame: &mut Frame,
    ) -> CardLayout {
        let layout = CardLayout {
            area,
            ..CardLayout::default()
        };
        let mut arranger = Arranger {
            scene,
            animation,
            layout,
            content: content_columns(area, 0),
        };
        let board = scene.game.rules().layout();
        let result = match board.window {
            Some(window) => arranger.lay_out_hand(window),
            None => arranger.lay_out_piles(&board),
        };
        let title = scene.game.rules().info().title;
        frame.content = arranger.content;
        frame.too_small = result.err().map(|size| TooSmall { title, size });
        let in_flight = animation.in_flight();
        arranger.layout.floating_cards.extend(in_flight);
        arranger.layout
    }

    /// Adds an item above the others.
    fn add(&mut self, area: Rect, kind: ItemKind, target: Target) {
        let cards = match target {
            Target::Card(card) => card.index..card.index + 1,
            _ => 0..0,
        };
        self.add_item(area, kind, target, cards);
    }

    /// Adds an item that shows these cards of its pile.
    fn add_item(&mut self, area: Rect, kind: ItemKind, target: Target, cards: Range<usize>) {
        let has_marker = matches!(target, Target::Card(_) | Target::Pile(_));
        let beside = area.x.checked_sub(1).map(|x| Position::new(x, area.y));
        self.layout.items.push(Item {
            area,
            kind,
            target,
            cards,
            marker: beside.filter(|_| has_marker),
        });
    }

    fn add_face_up_card(&mut self, face: FaceUpCard, area: Rect, position: CardPosition) {
        self.add(area, ItemKind::FaceUp(face), Target::Card(position));
    }

    fn add_empty_pile(&mut self, area: Rect, pile: PileId) {
        let has_cards = !self.scene.table.is_empty(pile);
        if has_cards && self.scene.drag().is_none() {
            // They are on their way.
            return;
        }
        let rules = self.scene.game.rules();
        // Of several spaces only the one that cards are put in says what it takes, as long as there are any.
        let is_open = pile.is_foundation() || self.scene.game.status() != Status::Won;
        let accepts = if is_open && rules.drop_target(self.scene.table, pile) == pile {
            rules.accepts(self.scene.table, pile)
        } else {
            Accepts::Nothing
        };
        let kind = ItemKind::EmptyPile {
            accepts,
            name: self.name_of_empty_pile(pile),
        };
        self.add(area, kind, Target::Pile(pile));
    }

    /// Returns the name of an empty pile that could be taken for another: in a game with a waste. The first
    /// foundation has the name of all.
    fn name_of_empty_pile(&self, pile: PileId) -> Option<&'static str> {
        let (rules, table) = (self.scene.game.rules(), self.scene.table);
        match pile.kind() {
            PileKind::Waste => Some("waste"),
            PileKind::Discards => Some("none"),
            PileKind::Stock => Some("empty"),
            PileKind::Foundation => {
                let has_waste = table.pile_ids().has_kind(PileKind::Waste);
                let has_start = rules.foundation_count(table, pile).is_some();
                (pile.number() == 0 && has_waste && !has_start).then_some("home")
            }
            _ => None,
        }
    }

    /// Returns how many cards of a pile are shown in it: not those that are dragged or in flight.
    fn resting_count(&self, pile: PileId) -> usize {
        let size = self.scene.table.size(pile);
        match self.scene.selection {
            Some(selection) if selection.drag.is_some() && selection.from == pile => {
                size.saturating_sub(selection.len(self.scene.game))
            }
            _ => self.animation.settled_count(pile, size),
        }
    }

    /// Places the piles in a grid.
    ///
    /// # Errors
    /// If the area is too small, returns its minimum size.
    fn lay_out_piles(&mut self, board: &BoardLayout) -> Result<(), Size> {
        let piles = board.positions.iter();
        let fans = piles.filter(|pile| pile.row > 0);
        let sizes = fans.map(|pile| self.scene.table.size(pile.pile));
        let tallest = sizes.max().unwrap_or(0);
        let area = self.layout.area;
        let grid = PileGrid::compute(board, area.as_size(), tallest)?;
        self.content = content_columns(area, grid.block_width);
        for position in &board.positions {
            self.lay_out_pile(*position, &grid);
        }
        self.add_captions(&grid);
        self.add_dragged_cards(board, &grid);
        Ok(())
    }

    /// Adds the texts on the table that have room beside the piles.
    fn add_captions(&mut self, grid: &PileGrid) {
        let bottom = grid.fan_row + grid.fan.rows;
        for caption in self.scene.game.rules().captions(self.scene.table) {
            let (first, last) = (caption.columns.start, caption.columns.end - 1);
            let (x, right) = (grid.columns[first].x, grid.columns[last]);
            let width = right.x + right.width - x;
            let y = match caption.row {
                0 => grid.top_row - 1,
                row => grid.fan_row + row as u16,
            };
            // The first row has the header.
            if y > 0 && y < bottom && display_width(&caption.text) <= width {
                let area = Rect::new(x, y, width, 1);
                self.layout.captions.push((area, caption.text));
            }
        }
    }

    fn lay_out_pile(&mut self, position: PilePosition, grid: &PileGrid) {
        let pile = position.pile;
        let column = grid.columns[position.column];
        let rows = |y, height| Rect::new(column.x, y, column.width, height);
        if position.row == 0 {
            self.lay_out_squared_pile(pile, false, rows(grid.top_row, grid.top_height));
        } else if pile.kind() == PileKind::Reserve {
            let y = grid.top_row + (position.row as u16 - 1) * grid.reserve_pitch;
            // Cards that touch are told apart like strips.
            let is_close = grid.reserve_height == grid.reserve_pitch;
            let is_shaded = is_close && position.row.is_multiple_of(2);
            self.lay_out_squared_pile(pile, is_shaded, rows(y, grid.reserve_height));
        } else {
            let below = Target::BelowPile(pile);
            let direction = self.scene.game.rules().build_direction(pile);
            let label = ItemKind::PileLabel(pile, direction);
            self.add(rows(grid.fan_row - 1, 1), label, below);
            let fan_area = rows(grid.fan_row, grid.fan.rows);
            self.add(fan_area, ItemKind::FanArea, below);
            self.lay_out_fan(position, grid);
        }
    }

    /// Places a pile of which only the top card is visible.
    fn lay_out_squared_pile(&mut self, pile: PileId, shaded: bool, area: Rect) {
        let waiting = self.animation.waiting_in(pile);
        let (table, waiting) = waiting.unwrap_or((self.scene.table, 0));
        let count = self.resting_count(pile) + waiting;
        match count.checked_sub(1) {
            None => self.add_empty_pile(area, pile),
            Some(_) if table.face_down(pile) >= count => {
                self.add(area, ItemKind::FaceDownPile(count), Target::Pile(pile));
            }
            Some(index) => {
                let mut face = FaceUpCard::plain(table.pile(pile)[index]);
                face.shaded = shaded;
                self.add_face_up_card(face, area, CardPosition { pile, index });
            }
        }
    }

    fn lay_out_fan(&mut self, position: PilePosition, grid: &PileGrid) {
        let pile = position.pile;
        let column = grid.columns[position.column];
        let top = grid.fan_row;
        let size = self.resting_count(pile);
        if size == 0 {
            let height = grid.fan.card_height.min(grid.fan.rows);
            self.add_empty_pile(Rect::new(column.x, top, column.width, height), pile);
            return;
        }
        let cursor = self.scene.cursor;
        let focus = (cursor.pile == pile).then_some(cursor.index);
        let face_down = self.scene.table.face_down(pile).min(size);
        let fan = Fan::arrange(size, face_down, grid.fan_bounds(position.column), focus);
        let (width, pitch) = share_column(column, fan.strips);
        let mut end = 0;
        for (n, slot) in fan.slots.iter().enumerate() {
            let next = fan.slots.get(n + 1);
            let x = column.x + slot.strip * pitch;
            let area = Rect::new(x, top + slot.row, width, slot.rows);
            let at = |index| CardPosition { pile, index };
            match slot.content {
                SlotContent::Hidden(count) => {
                    let cards = end..end + count;
                    self.add_item(area, ItemKind::Hidden(count), Target::Pile(pile), cards);
                }
                SlotContent::Collapsed(count) => {
                    let target = Target::Card(at(count - 1));
                    self.add_item(area, ItemKind::Collapsed(count), target, 0..count);
                }
                SlotContent::Card(index) if index < face_down => {
                    self.add(area, ItemKind::FaceDown, Target::Card(at(index)));
                }
                SlotContent::Card(index) => {
                    let mut face = FaceUpCard::plain(self.scene.table.pile(pile)[index]);
                    face.covered = next.is_some_and(|next| next.strip == slot.strip);
                    face.shaded = slot.strip % 2 == 1;
                    self.add_face_up_card(face, area, at(index));
                }
            }
            if let Some(item) = self.layout.items.last_mut() {
                end = item.cards.end;
                // Where strips touch there is no cell between them for a marker.
                if slot.strip > 0 && pitch == width {
                    item.marker = None;
                }
            }
        }
    }

    /// Adds the dragged cards: the first one under the pointer, the others on it.
    fn add_dragged_cards(&mut self, board: &BoardLayout, grid: &PileGrid) {
        let (Some(Selection { from, .. }), Some(drag)) = (self.scene.selection, self.scene.drag())
        else {
            return;
        };
        let mut positions = board.positions.iter();
        let Some(position) = positions.find(|position| position.pile == from) else {
            return;
        };
        let width = grid.columns[position.column].width;
        let rightmost = self.layout.area.right().saturating_sub(width);
        let x = drag.pointer.x.saturating_sub(width / 2).min(rightmost);
        let cards = self.scene.selected_cards();
        let below = self.scene.table.size(from) - cards.len();
        for (n, &card) in cards.iter().enumerate() {
            let offset = n as u16 * grid.fan.card_offset;
            let y = drag.pointer.y.saturating_add(offset);
            let area = Rect::new(x, y, width, grid.fan.card_height);
            let kind = ItemKind::FaceUp(FaceUpCard::plain(card));
            let position = CardPosition::new(from, below + n);
            let item = Item::floating(area, kind, position);
            self.layout.floating_cards.push(item);
        }
    }

    /// Places the piles of a game played in the hand: the last `window` cards are in play, between stock
    /// and discards, the others below them.
    ///
    /// # Errors
    /// If the area is too small, returns its minimum size.
    fn lay_out_hand(&mut self, window: usize) -> Result<(), Size> {
        let (area, table) = (self.layout.area, self.scene.table);
        let grid = HandGrid::compute(window, table.deck().len(), area.as_size())?;
        self.content = content_columns(area, grid.block_width);
        let (hand_row, discards) = (&grid.piles[1..=window], grid.piles[window + 1]);
        self.lay_out_squared_pile(PileId::STOCK, false, grid.piles[0]);
        self.lay_out_squared_pile(PileId::DISCARDS, false, discards);
        let hand = table.pile(PileId::HAND);
        let others = hand.len().saturating_sub(window);
        for (index, &card) in hand.iter().enumerate() {
            let position = CardPosition::new(PileId::HAND, index);
            if self.animation.is_in_flight(position) {
                continue;
            }
            let area = match index.checked_sub(others) {
                Some(n) => hand_row[n],
                None => grid.small_card(index),
            };
            self.add_face_up_card(FaceUpCard::plain(card), area, position);
        }
        let row = |area: Rect, y: u16| Rect::new(area.x, y, area.width, 1);
        let (captions, spare) = (&mut self.layout.captions, u16::from(grid.is_roomy));
        if grid.is_roomy {
            let hand_area = hand_row.iter().copied().fold(hand_row[0], Rect::union);
            let fits = |name: &&&str| name.len() <= hand_area.width.into();
            let hand_name = HAND_NAMES.iter().find(fits).unwrap_or(&"");
            let named = [
                (grid.piles[0], DECK_NAME),
                (hand_area, hand_name),
                (discards, DISCARDS_NAME),
            ];
            captions.extend(named.map(|(area, name)| (row(area, area.y - 1), name.into())));
            if others > 0 {
                let first = grid.small_card(0);
                let width = REST_NAME.len() as u16;
                captions.push((Rect::new(first.x, first.y - 1, width, 1), REST_NAME.into()));
            }
        }
        let caption = hand_caption(&self.scene.game.legal_moves(), &hand[others..]);
        let max_lines = 1 + usize::from(spare);
        let lines = wrap_cut(&caption.unwrap_or_default(), area.width.into(), max_lines);
        let rows = (discards.bottom() + spare..).map(|y| row(area, y));
        captions.extend(rows.zip(lines));
        Ok(())
    }
}

/// Names of the piles of a game played in the hand.
const DECK_NAME: &str = "deck";
const HAND_NAMES: [&str; 2] = ["your hand: the last four cards", "your hand"];
const DISCARDS_NAME: &str = "gone";
const REST_NAME: &str = "your hand: the cards before them";

/// Describes the next step of a game played in the hand, and its reason.
fn hand_caption(legal: &[Move], in_play: &[Card]) -> Option<String> {
    let (first, last) = (in_play.first()?, in_play.last()?);
    let describe = |mv: Move| match mv {
        Move::DiscardAll => {
            let count = in_play.len();
            format!("{first} and {last}, same rank: discard all {count}")
        }
        Move::DiscardMiddle => format!("{first} and {last}, same suit: discard the two between"),
        Move::Draw => format!("{first} and {last} don't match: draw"),
        Move::Redeal => "Redeal: the discards become the deck again".into(),
        Move::Deal | Move::Transfer { .. } => mv.to_string(),
    };
    Some(match *legal {
        [] => "No moves left".to_owned(),
        [mv] => describe(mv),
        [mv, ..] => format!("{}, or draw", describe(mv)),
    })
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
