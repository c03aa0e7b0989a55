//! Yakutat Bay: Yukon's deal and moves, and spaces that are filled from the right by themselves.

use super::common;
use super::deal::Dealer;
use super::illegal_reason::{self, card_does_not_fit};
use super::info::{GameInfo, OptionSpec, OptionValue};
use super::movable_cards::{ALTERNATING_COLORS, MovableCards};
use super::moves::{Move, MoveList};
use super::size::GameSize;
use super::sliding;
use super::table::Table;
use super::{GameOptions, Rules};
use crate::cards::{Card, Rank};

/// The game, with its options as chosen.
#[derive(Clone, Debug)]
pub struct YakutatBay {
    pub(crate) size: GameSize,
    tops_only: bool,
}

/// What the game says of itself.
pub(crate) static INFO: GameInfo = GameInfo {
    id: "yakutat-bay",
    title: "Yakutat Bay",
    decks: 1,
    summary: "Yukon where everything moves left: take any face-up card with all that lies on it.",
    help: include_str!("../../assets/help/yakutat-bay.txt"),
    options: &[OptionSpec {
        name: "face-up",
        values: &[
            OptionValue {
                name: "yukon",
                description: "dealt as in Yukon, most cards face up",
            },
            OptionValue {
                name: "tops",
                description: "only the top card of each pile face up: hardly ever won",
            },
        ],
    }],
};

impl YakutatBay {
    /// The game with its options as chosen.
    pub fn new(choices: &GameOptions) -> YakutatBay {
        YakutatBay {
            size: GameSize::new(7, 1),
            tops_only: choices.is("face-up", "tops"),
        }
    }

    /// The same game with fewer piles and ranks, to try things out on; the highest rank takes the
    /// part of the king.
    #[must_use]
    pub fn reduced(self, piles: usize, top: Rank) -> Self {
        let shape = self.size.reduced(piles, top);
        YakutatBay {
            size: shape,
            ..self
        }
    }

    /// Whether a move sends a card to its foundation that lies on a face-up card and on which no card
    /// can be built any more. Such a move neither empties a pile nor flips a card. A king is never
    /// safe: it could still be wanted in an empty pile.
    pub(crate) fn is_safe_foundation_move(&self, table: &Table, mv: Move) -> bool {
        let Move::Transfer { from, to, .. } = mv else {
            return false;
        };
        to.is_foundation()
            && table.face_up(from).len() > 1
            && table.top(from).is_some_and(|card| {
                card.rank() != self.size.highest_rank && common::no_card_builds_on(table, card, 1)
            })
    }
}

impl Rules for YakutatBay {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        GameOptions::from_pairs(&[("face-up", if self.tops_only { "tops" } else { "yukon" })])
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let places = common::tableau(self.size.piles).chain(common::foundations(1));
        let mut dealer = Dealer::new(deck, places);
        dealer.deal_yukon(self.size.piles);
        if self.tops_only {
            common::tableau(self.size.piles).for_each(|pile| dealer.turn_down_all_but_top(pile));
        }
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let free = MovableCards::from_face_up_cards(table, self.size.piles, &ALTERNATING_COLORS);
        free.list_build_moves(moves);
        let space = self.size.last_pile();
        if table.is_empty(space) {
            free.list_space_moves(space, self.size.highest_rank, moves, |from, count| {
                !sliding::slides_back(table, from, count, self.size.piles)
            });
        }
        free.list_foundation_moves(table, moves);
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        if let Move::Transfer { from, to, count } = mv {
            sliding::transfer_and_slide(table, from, to, count, self.size.piles);
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.cards_on_foundations() == self.size.card_count()
    }

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        let (from, to, count) = match mv {
            Move::Transfer { from, to, count } => (from, to, count),
            Move::Draw => return illegal_reason::draw(table),
            _ => return illegal_reason::unsupported_move(mv),
        };
        if let Some(words) = illegal_reason::general(table, from, to, count) {
            return words;
        }
        if from.is_foundation() {
            return "what is home stays home".into();
        }
        let Some(card) = illegal_reason::head_card(table, from, count) else {
            return format!("there is no card on {}", from.name());
        };
        if to.is_foundation() {
            return illegal_reason::foundation_move(table, card, to, 1);
        }
        match table.top(to) {
            Some(top) => card_does_not_fit(card, top),
            None if card.rank() != self.size.highest_rank => {
                format!("only a king and what lies on it go in a space, not {card}")
            }
            None if to != self.size.last_pile() => format!(
                "only the rightmost space is filled by hand: put it on {}",
                self.size.last_pile().name()
            ),
            None => format!("{} would slide straight back", from.name()),
        }
    }
}
