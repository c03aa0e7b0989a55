//! Moving Left: spaces are filled from the right by themselves.
//!
//! Two decks and ten piles; Single Left played as Warfield's is the same with one deck and seven.

use super::common;
use super::deal::Dealer;
use super::drop_targets::DropTargets;
use super::illegal_reason::{self, card_does_not_fit};
use super::info::{GameInfo, OptionSpec, OptionValue};
use super::moves::{Move, MoveList};
use super::pile::PileId;
use super::size::GameSize;
use super::sliding;
use super::table::Table;
use super::{GameOptions, Rules};
use crate::cards::{Card, CardSet, Rank};

/// The game, with its options as chosen.
#[derive(Clone, Debug)]
pub struct MovingLeft {
    pub(crate) size: GameSize,
    pub(crate) foundation_return: bool,
}

/// What the game says of itself.
pub(crate) static INFO: GameInfo = GameInfo {
    id: "moving-left",
    title: "Moving Left",
    decks: 2,
    summary: "Two decks, ten piles. A space fills itself from its right: everything moves left.",
    help: include_str!("../../assets/help/moving-left.txt"),
    options: &[OptionSpec {
        name: "foundation-return",
        values: &[
            OptionValue {
                name: "yes",
                description: "the top card of a foundation may come back to the tableau",
            },
            OptionValue {
                name: "no",
                description: "what is home stays home",
            },
        ],
    }],
};

impl MovingLeft {
    /// The game with its options as chosen.
    pub fn new(choices: &GameOptions) -> MovingLeft {
        MovingLeft {
            size: GameSize::new(10, 2),
            foundation_return: choices.is("foundation-return", "yes"),
        }
    }

    /// The same game with one deck and seven piles.
    pub(crate) fn one_deck() -> MovingLeft {
        MovingLeft {
            size: GameSize::new(7, 1),
            foundation_return: true,
        }
    }

    /// The same game with fewer piles and ranks, to try things out on; the highest rank takes the
    /// part of the king.
    #[must_use]
    pub fn reduced(self, piles: usize, top: Rank) -> Self {
        let shape = self.size.reduced(piles, top);
        MovingLeft {
            size: shape,
            ..self
        }
    }

    /// Lists the moves of a pile's run and of each part of it.
    ///
    /// The face-up cards of a pile are always one run: it was built card on fitting card, from a
    /// single card turned up or from a run put down or slid into a space. So its ranks and colours
    /// are known from its ends, and with them which part of it fits where.
    #[inline]
    fn list_run_moves(
        &self,
        table: &Table,
        from: PileId,
        top: Card,
        landings: &DropTargets,
        moves: &mut MoveList,
    ) {
        let run = CardSet::alternating_run(top, table.face_up(from).len());
        for head in run.intersection(landings.accepted_by_piles).iter() {
            let count = head.rank().number() - top.rank().number() + 1;
            landings.for_each_accepting_pile(head, from, |to| {
                if !table.is_empty(to)
                    || !sliding::slides_back(table, from, count.into(), self.size.piles)
                {
                    moves.push(Move::Transfer { from, to, count });
                }
            });
        }
        landings.list_foundation_moves(table, top, from, self.size.decks, moves);
    }

    /// Whether a foundation gives its top card back: where the two of a suit are equally high,
    /// only the higher-numbered one does.
    pub(crate) fn can_return_from(&self, table: &Table, foundation: PileId) -> bool {
        let twin = foundation.number() + 4;
        self.foundation_return
            && !table.is_empty(foundation)
            && (twin >= 4 * self.size.decks
                || table.size(PileId::foundation(twin)) != table.size(foundation))
    }
}

impl Rules for MovingLeft {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        let given = if self.foundation_return { "yes" } else { "no" };
        GameOptions::from_pairs(&[("foundation-return", given)])
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let places = common::tableau(self.size.piles)
            .chain(common::foundations(self.size.decks))
            .chain([PileId::STOCK, PileId::WASTE]);
        let mut dealer = Dealer::new(deck, places);
        dealer.deal_triangle(self.size.piles);
        dealer.move_rest_to_stock();
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let landings = DropTargets::new(table, self.size);
        for from in common::tableau(self.size.piles) {
            if let Some(top) = table.top(from) {
                self.list_run_moves(table, from, top, &landings, moves);
            }
        }
        if let Some(top) = table.top(PileId::WASTE) {
            landings.list_single_card_moves(table, top, PileId::WASTE, self.size.decks, moves);
        }
        if self.foundation_return && !self.is_won(table) {
            for from in common::foundations(self.size.decks) {
                if let Some(top) = table.top(from)
                    && landings.accepted_by_piles.contains(top)
                    && self.can_return_from(table, from)
                {
                    landings.for_each_accepting_pile(top, from, |to| {
                        moves.push(Move::single_card(from, to));
                    });
                }
            }
        }
        if !table.is_empty(PileId::STOCK) {
            moves.push(Move::Draw);
        }
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        match mv {
            Move::Transfer { from, to, count } => {
                sliding::transfer_and_slide(table, from, to, count, self.size.piles);
            }
            _ => table.deal(PileId::STOCK, PileId::WASTE, 1),
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
        let Some(card) = illegal_reason::head_card(table, from, count) else {
            return format!("there is no card on {}", from.name());
        };
        if from.is_foundation() {
            if !self.foundation_return {
                return "what is home stays home, as the game is set".into();
            }
            if count > 1 {
                return illegal_reason::only_top_card(from);
            }
            if to.is_foundation() {
                return "a card that is home goes back to the tableau only".into();
            }
            if !self.can_return_from(table, from) {
                let twin = PileId::foundation(from.number() + 4);
                return format!(
                    "the two foundations of {} are equally high: take the card from {}",
                    from.foundation_suit().name(),
                    twin.name()
                );
            }
        }
        if to.is_foundation() {
            return illegal_reason::foundation_move(table, card, to, self.size.decks);
        }
        match table.top(to) {
            Some(top) => card_does_not_fit(card, top),
            None if card.rank() != self.size.highest_rank => {
                format!("only a king goes in a space, not {card}")
            }
            None if to != self.size.last_pile() => format!(
                "only the rightmost space is filled by hand: put it on {}",
                self.size.last_pile().name()
            ),
            None => format!("{} would slide straight back", from.name()),
        }
    }
}
