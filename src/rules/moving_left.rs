//! Moving Left: spaces are filled from the right by themselves.
//!
//! Two decks and ten piles; Single Left played as Warfield's is the same with one deck and seven.

use super::common::{self, foundation_suit};
use super::deal::Dealer;
use super::drop_targets::DropTargets;
use super::illegal_reason::{self, card_does_not_fit};
use super::info::{Accepts, BoardLayout, GameInfo, OptionSpec, OptionValue};
use super::knowledge::{KeyPart, ProgressMeasure, PruningRule, PruningRules};
use super::moves::{Move, MoveList};
use super::pile::{PileId, PileKind};
use super::relaxation;
use super::size::GameSize;
use super::sliding;
use super::table::Table;
use super::{GameOptions, Rules};
use crate::cards::{Card, CardSet, Rank};

/// The game, with its options as chosen.
#[derive(Clone, Debug)]
pub struct MovingLeft {
    size: GameSize,
    foundation_return: bool,
}

/// What the game says of itself.
pub(super) static INFO: GameInfo = GameInfo {
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
    pub(super) fn one_deck() -> MovingLeft {
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
    fn can_return_from(&self, table: &Table, foundation: PileId) -> bool {
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

    fn layout(&self) -> BoardLayout {
        BoardLayout::new(self.size.piles)
            .with_pile(PileId::STOCK, 0, 0)
            .with_pile(PileId::WASTE, 1, 0)
            .with_row(
                common::foundations(self.size.decks),
                self.size.piles - 4 * self.size.decks,
                0,
            )
            .with_row(common::tableau(self.size.piles), 0, 1)
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
                    foundation_suit(from).name(),
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

    fn max_movable(&self, table: &Table, place: PileId) -> usize {
        match place.kind() {
            PileKind::Tableau => table.face_up(place).len(),
            PileKind::Waste => table.size(place).min(1),
            PileKind::Foundation => usize::from(self.can_return_from(table, place)),
            _ => 0,
        }
    }

    fn allows_foundation_return(&self) -> bool {
        self.foundation_return
    }

    fn has_safe_autoplay(&self) -> bool {
        true
    }

    /// Where home cards come back, safe is a card of a run, which the card under it would take
    /// again; and one of the waste, for it can go wherever it could from there. Where they do not,
    /// it must also be one that nothing is put on any more. A card that lay alone would let its
    /// neighbours slide, and one on a face-down card turns it up.
    ///
    /// A card that does not go back to where it was must leave its like a place at home.
    fn is_safe_autoplay(&self, table: &Table, mv: Move) -> bool {
        let Move::Transfer { from, to, .. } = mv else {
            return false;
        };
        let Some(card) = table.top(from).filter(|_| to.is_foundation()) else {
            return false;
        };
        let stays = match from.kind() {
            PileKind::Tableau => table.face_up(from).len() > 1,
            PileKind::Waste => self.foundation_return || card.rank() != self.size.highest_rank,
            _ => false,
        };
        let needless = || common::no_card_builds_on(table, card, self.size.decks);
        let like = || {
            let below = usize::from(card.rank().number()) - 1;
            let own = common::foundations(self.size.decks)
                .filter(|&at| foundation_suit(at) == card.suit());
            own.into_iter().all(|at| table.size(at) >= below)
        };
        stays
            && match (self.foundation_return, from.is_tableau()) {
                (true, true) => true,
                (true, false) => like(),
                (false, _) => needless() && like(),
            }
    }

    fn accepts(&self, table: &Table, place: PileId) -> Accepts {
        sliding::accepts(table, self.size, place)
    }

    fn drop_target(&self, table: &Table, to: PileId) -> PileId {
        sliding::drop_target(table, self.size, to)
    }

    fn visit_key_parts(
        &self,
        table: &Table,
        known: PruningRules,
        tell: &mut impl FnMut(PileId, KeyPart),
    ) {
        common::visit_sliding_key_parts(table, self.size.piles, known, tell);
        common::visit_foundation_key_parts(self.size.decks, known, tell);
        tell(PileId::WASTE, KeyPart::Exact);
        let stock = known.contains(PruningRule::DerivedPiles);
        tell(
            PileId::STOCK,
            if stock {
                KeyPart::SizeOnly
            } else {
                KeyPart::Exact
            },
        );
    }

    /// Cards to be turned up, and those of the stock and the waste to be played; where none of
    /// these is left the open runs go home card by card. A card drawn is not yet played.
    ///
    /// Where as much is left, cards home, cards on cards and tops that take different cards promise
    /// well, and cards that cover what must go first do not, least of all in the waste. Whether
    /// cards face down are worse than cards in the waste is another thing with each deal, and so
    /// with each slant.
    fn progress(&self, table: &Table, slant: u32) -> Option<ProgressMeasure> {
        let piles = || common::tableau(self.size.piles);
        let waste = table.pile(PileId::WASTE);
        let (mut down, mut joined, mut covering) = (0, 0, 3 * common::count_blocking_cards(waste));
        let mut takers = 0_u32;
        for pile in piles() {
            down += table.face_down(pile);
            joined += table.face_up(pile).len().saturating_sub(1);
            covering += 2 * common::count_blocking_cards(table.pile(pile));
            if let Some(top) = table.top(pile) {
                takers |= 1 << (16 * u8::from(top.is_red()) + top.rank().number());
            }
        }
        let takers = takers.count_ones() as usize;
        let leaning = [0, 1, 2, -1][slant as usize % 4];
        let promise = (table.cards_on_foundations() + joined + takers) as i32 - covering as i32;
        // What went home and does not come back cannot be arranged otherwise.
        let gone = if self.foundation_return {
            0
        } else {
            table.cards_on_foundations()
        };
        let of_piles =
            piles().map(|pile| 2 * table.face_down(pile) + usize::from(table.is_empty(pile)));
        let of_waste = waste.iter().map(|card| card.index());
        let kin = of_piles.chain(of_waste).fold(gone as u64, |kin, part| {
            (kin ^ part as u64)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29)
        });
        Some(ProgressMeasure {
            remaining: (down + 2 * table.size(PileId::STOCK) + waste.len()) as u32,
            score: promise + leaning * down as i32,
            signature: kin,
        })
    }

    /// Part of a run goes back to the rest of it, and a card that came from home goes home.
    #[inline]
    fn is_reversible(&self, table: &Table, mv: Move) -> bool {
        match mv {
            Move::Transfer { from, to, count } if from.is_tableau() => {
                usize::from(count) < table.face_up(from).len()
                    && (to.is_tableau() || self.foundation_return)
            }
            Move::Transfer { from, .. } => from.is_foundation(),
            _ => false,
        }
    }

    fn is_dead_end(&self, table: &Table, known: PruningRules) -> bool {
        known.contains(PruningRule::DeadEnd)
            && relaxation::is_dead_end(table, self.size, self.foundation_return)
    }
}
