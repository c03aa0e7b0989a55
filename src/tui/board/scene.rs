//! What a board shows: a game, and what is marked in it.

use std::ops::Range;

use ratatui::layout::Position;

use crate::cards::Card;
use crate::game::{CardMove, CardPosition, EventKind, Game};
use crate::review::TurningPoint;
use crate::rules::{Move, PileId, Table};
use crate::session::{is_hand_game, moves_from};
use crate::tui::action::Target;

/// Selected cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    pub from: PileId,
    /// Number of cards; `None` for as many as can go.
    pub count: Option<u8>,
    /// The pointer that drags them, if one does.
    pub drag: Option<Drag>,
}

impl Selection {
    pub fn new(from: PileId, count: Option<u8>) -> Selection {
        let drag = None;
        Selection { from, count, drag }
    }

    /// Returns the legal moves of these cards.
    pub fn moves(self, game: &Game) -> Vec<Move> {
        moves_from(game, self.from, self.count)
    }

    /// Returns how many cards are selected; without a number, as many as can go.
    pub fn len(self, game: &Game) -> usize {
        let longest = || self.moves(game).into_iter().filter_map(Move::count).max();
        self.count.or_else(longest).unwrap_or(1).into()
    }
}

/// A drag of the selected cards by the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    /// The pile below the pointer.
    pub over: Option<PileId>,
    pub pointer: Position,
}

/// What a card or pile is marked as, apart from the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Selected,
    /// The target of the selection, a card that was looked for, or one that the next discard removes.
    DropTarget,
    /// A card that a hint names, or its target.
    Hinted,
    /// A card that the move under review moved, or its target.
    Judged(TurningPoint),
    /// A card that slid to the left.
    Slid,
    /// Another card that has just moved.
    Moved,
}

/// How an item is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ItemMarks {
    pub has_cursor: bool,
    /// What its face, outline or label shows.
    pub tint: Option<Mark>,
    /// What the marker beside it shows. Of several cards that are selected, hinted or slid together, the
    /// lowest has it; of those that the next discard removes, each.
    pub marker: Option<Mark>,
}

/// What a board shows: a game, what the player points at and has selected, and what else is marked.
#[derive(Clone, Debug)]
pub struct BoardScene<'a> {
    pub game: &'a Game,
    /// The cards: those of the game, or of an earlier position while some are in flight.
    pub table: &'a Table,
    /// The card or empty pile under the cursor.
    pub cursor: CardPosition,
    pub selection: Option<Selection>,
    /// The piles that accept the selection.
    pub targets: Vec<PileId>,
    /// The number of selected cards.
    pub selected: usize,
    pub hint: Option<Move>,
    /// The cards that the player has looked for.
    pub found: &'a [CardPosition],
    /// The move under review, and why it is a turning point.
    pub judged: Option<(Move, TurningPoint)>,
    /// What the last turn did.
    pub last_card_moves: &'a [CardMove],
    /// The indices of the cards in the hand that the next discard removes.
    pub discards: Range<usize>,
}

impl<'a> BoardScene<'a> {
    /// Shows a game in which nothing is selected.
    pub fn new(game: &'a Game, cursor: CardPosition) -> BoardScene<'a> {
        BoardScene {
            game,
            table: game.table(),
            cursor,
            selection: None,
            targets: Vec::new(),
            selected: 0,
            hint: None,
            found: &[],
            judged: None,
            last_card_moves: &[],
            discards: discard_range(game),
        }
    }

    /// Shows the game with the table as it is while cards are in flight, which only the cursor marks.
    pub(super) fn in_motion(&self, table: &'a Table) -> BoardScene<'a> {
        BoardScene {
            table,
            discards: 0..0,
            ..BoardScene::new(self.game, self.cursor)
        }
    }

    /// Whether the cursor is shown: a hand has none.
    pub fn has_cursor(&self) -> bool {
        !is_hand_game(self.game)
    }

    /// Returns the drag of the selection, if there is one.
    pub fn drag(&self) -> Option<Drag> {
        self.selection?.drag
    }

    /// Returns the selected cards, the lowest first.
    pub fn selected_cards(&self) -> &[Card] {
        let from = self.selection.map(|selection| selection.from);
        let pile = from.map_or(&[][..], |from| self.table.pile(from));
        &pile[pile.len().saturating_sub(self.selected)..]
    }

    /// Returns how something is marked.
    pub(super) fn marks_of(&self, target: Target) -> ItemMarks {
        match target {
            Target::Card(card) => {
                let below = card.index.checked_sub(1);
                let below = below.and_then(|index| self.card_mark(CardPosition { index, ..card }));
                let mark = self.card_mark(card);
                let is_single = self.is_next_discard(card) || self.is_found(card);
                ItemMarks {
                    has_cursor: self.cursor == card && self.is_cursor_in(card.pile),
                    tint: mark,
                    marker: mark.filter(|mark| below != Some(*mark) || is_single),
                }
            }
            Target::Pile(pile) => ItemMarks {
                has_cursor: self.is_cursor_in(pile),
                tint: self.pile_mark(pile),
                marker: self.pile_mark(pile),
            },
            Target::BelowPile(pile) => ItemMarks {
                has_cursor: self.is_cursor_in(pile),
                tint: self.accepts_selection(pile).then_some(Mark::DropTarget),
                marker: None,
            },
            Target::Entry(_) | Target::Value(..) | Target::Panel | Target::Background => {
                ItemMarks::default()
            }
        }
    }

    /// Whether the selection can be moved to a pile. An empty pile also counts if the game moves cards
    /// that are dropped on it to another empty pile.
    pub fn accepts_selection(&self, pile: PileId) -> bool {
        !self.targets.is_empty() && self.targets.contains(&self.drop_target(pile))
    }

    /// Returns the pile that cards dropped on a pile go to.
    fn drop_target(&self, pile: PileId) -> PileId {
        self.game.rules().drop_target(self.game.table(), pile)
    }

    /// Whether the cursor is shown in a pile; during a drag it is not shown.
    fn is_cursor_in(&self, pile: PileId) -> bool {
        self.cursor.pile == pile && self.has_cursor() && self.drag().is_none()
    }

    fn card_mark(&self, card: CardPosition) -> Option<Mark> {
        let is_top = card.index + 1 == self.table.size(card.pile);
        if self.is_selected(card) {
            Some(Mark::Selected)
        } else if let Some(mark) = self.mark_of_move(|mv| self.is_end_of(mv, card)) {
            Some(mark)
        } else if is_top && self.accepts_selection(card.pile)
            || self.is_next_discard(card)
            || self.is_found(card)
        {
            Some(Mark::DropTarget)
        } else {
            let mut moves = self.last_card_moves.iter();
            match moves.find(|card_move| card_move.to == card)?.kind {
                EventKind::Moved | EventKind::Dealt => Some(Mark::Moved),
                EventKind::Slid => Some(Mark::Slid),
                EventKind::Flipped | EventKind::TurnedBack => None,
            }
        }
    }

    fn pile_mark(&self, pile: PileId) -> Option<Mark> {
        let target = self.accepts_selection(pile).then_some(Mark::DropTarget);
        target.or_else(|| self.mark_of_move(|mv| self.leads_to(mv, pile)))
    }

    /// Returns how the hint, or else the move under review, marks what is an end of it.
    fn mark_of_move(&self, is_end: impl Fn(Move) -> bool) -> Option<Mark> {
        let hint = self.hint.filter(|mv| is_end(*mv)).map(|_| Mark::Hinted);
        let judged = self.judged.filter(|(mv, _)| is_end(*mv));
        hint.or(judged.map(|(_, point)| Mark::Judged(point)))
    }

    fn is_selected(&self, card: CardPosition) -> bool {
        let from = self.selection.map(|selection| selection.from);
        from == Some(card.pile) && card.index + self.selected >= self.table.size(card.pile)
    }

    /// Whether the next discard removes a card of the hand.
    fn is_next_discard(&self, card: CardPosition) -> bool {
        card.pile == PileId::HAND && self.discards.contains(&card.index)
    }

    fn is_found(&self, card: CardPosition) -> bool {
        self.selection.is_none() && self.found.contains(&card)
    }

    /// Whether a move moves a card, or moves others to it.
    fn is_end_of(&self, mv: Move, card: CardPosition) -> bool {
        let moved = match mv {
            Move::Transfer { from, count, .. } if from == card.pile => count.into(),
            Move::DiscardMiddle | Move::DiscardAll => return self.is_next_discard(card),
            _ => 0,
        };
        let above = self.table.size(card.pile).saturating_sub(card.index);
        above <= moved || (above == 1 && self.leads_to(mv, card.pile))
    }

    /// Whether a move moves cards to a pile, or draws from it.
    fn leads_to(&self, mv: Move, pile: PileId) -> bool {
        match mv {
            Move::Transfer { to, .. } => to == pile,
            Move::Draw | Move::Deal => pile == PileId::STOCK,
            _ => false,
        }
    }
}

/// Returns the indices of the cards in the hand that the next discard removes.
fn discard_range(game: &Game) -> Range<usize> {
    let Some(window) = game.rules().layout().window else {
        return 0..0;
    };
    let hand = game.table().size(PileId::HAND);
    let window = window.min(hand);
    let legal = game.legal_moves();
    if legal.contains(&Move::DiscardAll) {
        hand - window..hand
    } else if legal.contains(&Move::DiscardMiddle) {
        hand - window + 1..hand - 1
    } else {
        0..0
    }
}
