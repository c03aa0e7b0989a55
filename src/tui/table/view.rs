//! A table as the screens show it: a game with a cursor and a selection, its layout and its animation.

use ratatui::layout::{Position, Rect};

use super::animation::Animation;
use super::layout::{TableLayout, text_position};
use crate::cards::Card;
use crate::game::{CardPosition, Game, MoveDiff};
use crate::presentation::{BoardLayout, PilePosition};
use crate::rules::{Checkpoint, Move, PileId, PileKind};
use crate::session::{Session, moves_from};
use crate::tui::action::Direction;
use crate::tui::context::Context;
use crate::tui::frame::{ScreenLayout, TooSmall};

/// Selected cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    pub from: PileId,
    /// Number of cards; `None` for as many as can go.
    pub count: Option<u8>,
}

/// A drag of the selection by the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DragState {
    pub over: Option<PileId>,
    pub pointer: Position,
}

/// The first part of a command that takes several keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PendingInput {
    /// A suit follows.
    FoundationSuit,
    /// Two digits follow; the first one may have been typed.
    ReserveNumber(Option<u8>),
    /// The card fits two foundations; left or right follows.
    FoundationChoice([Move; 2]),
}

/// A game and how it is shown.
#[derive(Clone, Debug)]
pub struct TableView {
    pub session: Session,
    pub board_layout: BoardLayout,
    /// The card or empty pile under the cursor.
    pub cursor: CardPosition,
    pub selection: Option<Selection>,
    /// The pointer that drags the selection, if one does.
    pub drag: Option<DragState>,
    /// The first part of a command that takes several keys.
    pub pending_input: Option<PendingInput>,
    /// What the last turn did, until the next key.
    pub last_diff: MoveDiff,
    /// The hint shown, until the next key.
    pub hint: Option<Move>,
    pub animation: Animation,
    /// Where everything was in the last frame.
    pub layout: TableLayout,
    /// The position that `layout` is of: what has changed since is animated. `None` animates nothing.
    pub shown: Option<Checkpoint>,
    /// Whether the deal is still to be animated.
    pub deal_pending: bool,
}

impl TableView {
    /// Shows a game, the cursor on the first tableau pile.
    pub fn new(session: Session) -> TableView {
        let board_layout = session.game().rules().layout();
        let mut positions = board_layout.positions.iter();
        let first = positions.find(|position| position.row > 0);
        let pile = first.map_or(PileId::tableau(0), |position| position.pile);
        let mut view = TableView {
            session,
            board_layout,
            cursor: CardPosition::new(pile, 0),
            selection: None,
            drag: None,
            pending_input: None,
            last_diff: MoveDiff::default(),
            hint: None,
            animation: Animation::default(),
            layout: TableLayout::default(),
            shown: None,
            deal_pending: false,
        };
        view.move_cursor_to(pile);
        view
    }

    pub fn game(&self) -> &Game {
        self.session.game()
    }

    pub fn is_over(&self) -> bool {
        self.session.is_over()
    }

    pub fn is_hand_game(&self) -> bool {
        self.board_layout.window.is_some()
    }

    /// Whether the stock has a card to draw or to deal, or can be refilled.
    pub fn can_draw(&self) -> bool {
        !self.game().table().is_empty(PileId::STOCK)
            || self.game().legal_moves().contains(&Move::Redeal)
    }

    /// Cancels the selection, a drag and a command that awaits its next key.
    pub fn cancel_selection(&mut self) {
        self.selection = None;
        self.drag = None;
        self.pending_input = None;
    }

    /// Moves the cursor with cards that were moved, to where they are now; for cards sent to a
    /// foundation, to the pile that they left.
    pub fn move_cursor_after(&mut self, mv: Move) {
        match mv {
            Move::Transfer { from, to, .. } if to.is_foundation() => self.move_cursor_to(from),
            Move::Transfer { from, .. } => {
                let moved = self.last_diff.card_moves().iter();
                let moved = moved.filter(|card_move| card_move.from.pile == from);
                let top = moved.max_by_key(|card_move| card_move.from.index);
                if let Some(pile) = top.map(|card_move| card_move.to.pile) {
                    self.move_cursor_to(pile);
                }
            }
            _ => {}
        }
        self.clamp_cursor();
    }

    /// Moves the cursor to the first card that a move takes, or to the pile that it draws from.
    pub fn move_cursor_to_source(&mut self, mv: Move) {
        match mv {
            Move::Transfer { from, count, .. } => {
                let index = self.game().table().size(from).saturating_sub(count.into());
                self.cursor = CardPosition { pile: from, index };
            }
            Move::Draw | Move::Deal | Move::Redeal => self.move_cursor_to(PileId::STOCK),
            Move::DiscardAll | Move::DiscardMiddle => {}
        }
    }

    /// Returns how many cards a pile has from a card on; `None` if that card is not there.
    pub fn count_from(&self, card: CardPosition) -> Option<u8> {
        let size = self.game().table().size(card.pile);
        let count = size.checked_sub(card.index).filter(|count| *count > 0)?;
        count.try_into().ok()
    }

    /// Moves the cursor to the top card of a pile.
    pub fn move_cursor_to(&mut self, pile: PileId) {
        let index = self.game().table().size(pile).saturating_sub(1);
        self.cursor = CardPosition { pile, index };
    }

    /// Moves the cursor by one card: up or down among the movable cards of a fan, or else to the next
    /// pile.
    pub fn move_cursor(&mut self, direction: Direction) {
        let Some(current) = self.pile_position(self.cursor.pile) else {
            return;
        };
        let CardPosition { pile, index } = self.cursor;
        let top = self.game().table().size(pile).saturating_sub(1);
        match direction {
            Direction::Up if index > self.lowest_movable(pile) => self.cursor.index -= 1,
            Direction::Down if index < top => self.cursor.index += 1,
            _ => {
                let positions = self.board_layout.positions.iter();
                let reachable = positions.filter(|other| is_reachable(&current, other, direction));
                let nearest = reachable.min_by_key(|other| {
                    let columns = other.column.abs_diff(current.column);
                    (other.row.abs_diff(current.row), columns)
                });
                if let Some(pile) = nearest.map(|position| position.pile) {
                    self.move_cursor_to(pile);
                }
            }
        }
    }

    /// Moves the cursor to one end of its row.
    pub fn move_cursor_to_row_end(&mut self, direction: Direction) {
        let Some(current) = self.pile_position(self.cursor.pile) else {
            return;
        };
        let positions = self.board_layout.positions.iter();
        let row = positions.filter(|position| position.row == current.row);
        let end = match direction {
            Direction::Left | Direction::Up => row.min_by_key(|position| position.column),
            Direction::Right | Direction::Down => row.max_by_key(|position| position.column),
        };
        if let Some(pile) = end.map(|position| position.pile) {
            self.move_cursor_to(pile);
        }
    }

    /// Moves the cursor by this many groups of piles, to the first pile of the group.
    pub fn move_cursor_by_groups(&mut self, distance: isize) {
        let current = pile_group(self.cursor.pile);
        let first_pile = |step: isize| {
            let group = (current + step * distance).rem_euclid(PILE_GROUPS);
            let mut positions = self.board_layout.positions.iter();
            positions.find(|position| pile_group(position.pile) == group)
        };
        if let Some(first) = (1..=PILE_GROUPS).find_map(first_pile) {
            self.move_cursor_to(first.pile);
        }
    }

    /// Moves the cursor to the nearest card of its pile that can be moved, after the pile has
    /// changed.
    pub fn clamp_cursor(&mut self) {
        let CardPosition { pile, index } = self.cursor;
        let top = self.game().table().size(pile).saturating_sub(1);
        self.cursor.index = index.clamp(self.lowest_movable(pile).min(top), top);
    }

    /// Returns the index of the lowest movable card of a pile, or of its top card if none is movable.
    fn lowest_movable(&self, pile: PileId) -> usize {
        let table = self.game().table();
        let movable = self.game().rules().max_movable(table, pile).max(1);
        table.size(pile).saturating_sub(movable)
    }

    /// Returns where a pile is on the board, unless it is not shown there.
    pub(super) fn pile_position(&self, pile: PileId) -> Option<PilePosition> {
        let mut positions = self.board_layout.positions.iter();
        positions.find(|position| position.pile == pile).copied()
    }

    /// Returns how many cards of a pile are shown in it: not those that are dragged or in flight.
    pub fn resting_count(&self, pile: PileId) -> usize {
        let size = self.game().table().size(pile);
        match (self.drag, self.selection) {
            (Some(_), Some(selection)) if selection.from == pile => {
                size.saturating_sub(self.selected_count())
            }
            _ => self.animation.settled_count(pile, size),
        }
    }

    /// Returns how many cards are selected; without a number, as many as can go.
    pub fn selected_count(&self) -> usize {
        let Some(selection) = self.selection else {
            return 0;
        };
        let longest = || {
            let moves = self.selection_moves().into_iter();
            let counts = moves.map(|mv| match mv {
                Move::Transfer { count, .. } => count,
                _ => 1,
            });
            counts.max().unwrap_or(1)
        };
        usize::from(selection.count.unwrap_or_else(longest))
    }

    /// Returns the selected cards, the lowest first.
    pub fn selected_cards(&self) -> &[Card] {
        let pile = match self.selection {
            Some(selection) => self.game().table().pile(selection.from),
            None => &[],
        };
        &pile[pile.len().saturating_sub(self.selected_count())..]
    }

    pub fn selection_moves(&self) -> Vec<Move> {
        match self.selection {
            Some(selection) => moves_from(self.game(), selection.from, selection.count),
            None => Vec::new(),
        }
    }

    /// Returns the indices of the cards in the hand that the next discard removes.
    pub fn discard_range(&self) -> std::ops::Range<usize> {
        let Some(window) = self.board_layout.window else {
            return 0..0;
        };
        let hand = self.game().table().size(PileId::HAND);
        let window = window.min(hand);
        let legal = self.game().legal_moves();
        if legal.contains(&Move::DiscardAll) {
            hand - window..hand
        } else if legal.contains(&Move::DiscardMiddle) {
            hand - window + 1..hand - 1
        } else {
            0..0
        }
    }

    /// Returns the piles that accept the selection, or those to choose from.
    pub fn drop_targets(&self) -> Vec<PileId> {
        if let Some(PendingInput::FoundationChoice(moves)) = self.pending_input {
            return moves.into_iter().filter_map(Move::target).collect();
        }
        let moves = self.selection_moves().into_iter();
        moves.filter_map(Move::target).collect()
    }

    /// Computes the layout and animates the moves made since the last one. Returns whether there are
    /// moves to animate.
    pub fn lay_out(&mut self, cx: &Context, area: Rect) -> bool {
        let animated = cx.is_animation_enabled() && cx.size != (0, 0);
        let is_deal = std::mem::take(&mut self.deal_pending) && animated;
        let checkpoint = self.game().table().checkpoint();
        let previous = self.shown.replace(checkpoint);
        let has_moved = |previous: &Checkpoint| {
            animated && *previous < checkpoint && self.last_diff != MoveDiff::default()
        };
        let previous = previous.filter(has_moved);
        let mut layout = self.arrange(area);
        if is_deal {
            let piles = &self.board_layout.positions;
            self.animation = Animation::of_deal(self.game().table(), piles, &layout, cx.now);
            layout = self.arrange(area);
        } else if let Some(previous) = previous {
            let cards = self.game().table();
            self.animation = Animation::of_moves(cards, previous, &self.layout, &layout, cx.now);
            layout = self.arrange(area);
        }
        self.layout = layout;
        is_deal || previous.is_some()
    }

    /// Ends the animation; returns whether there was one.
    pub fn finish_animation(&mut self) -> bool {
        let animation = std::mem::take(&mut self.animation);
        animation.next_frame_at().is_some()
    }

    /// Returns what others need to know about the layout.
    pub fn screen_layout(&self) -> ScreenLayout {
        let title = self.game().rules().info().title;
        let text = self.layout.area_of(self.cursor).map(text_position);
        ScreenLayout {
            hit_areas: self.layout.hit_areas().collect(),
            focus: text.filter(|_| !self.is_hand_game()),
            content: Some(self.layout.content),
            too_small: self.layout.min_size.map(|size| TooSmall { title, size }),
            ..ScreenLayout::default()
        }
    }
}

/// Whether the cursor can go from one pile to another. Left and right stay in the top row or below it;
/// down leads from the top row to the tableau, and in a reserve to the next row of its column.
fn is_reachable(current: &PilePosition, other: &PilePosition, direction: Direction) -> bool {
    let is_same_region = (current.row == 0) == (other.row == 0);
    match direction {
        Direction::Up => other.row < current.row,
        Direction::Down => {
            other.row > current.row && (current.row == 0 || other.column == current.column)
        }
        Direction::Left => other.column < current.column && is_same_region,
        Direction::Right => other.column > current.column && is_same_region,
    }
}

/// Number of groups of piles.
const PILE_GROUPS: isize = 4;

fn pile_group(pile: PileId) -> isize {
    match pile.kind() {
        PileKind::Stock | PileKind::Waste | PileKind::Discards => 0,
        PileKind::Foundation => 1,
        PileKind::Tableau | PileKind::Hand => 2,
        PileKind::Reserve => 3,
    }
}
