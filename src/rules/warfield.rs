//! Single Left as Warfield's: Moving Left with one deck and seven piles.
//!
//! The moves are Moving Left's. But with one deck there are just two cards that a card goes on, and
//! but one other card that goes on those. So the end of a run can be moved only while the other card
//! it goes on lies free, and then to and fro at will: it is adrift. A search leaves it where it is,
//! and lets it make way for a move that needs the card under it.

use super::common;
use super::info::{Accepts, BoardLayout, GameInfo};
use super::knowledge::{KeyPart, MacroMoves, PruningRule, PruningRules};
use super::movable_cards::ALTERNATING_COLORS;
use super::moves::{Move, MoveList};
use super::moving_left::MovingLeft;
use super::pile::PileId;
use super::single_left::INFO;
use super::size::GameSize;
use super::sliding;
use super::table::Table;
use super::{GameOptions, Rules};
use crate::cards::{Card, CardSet, Rank};

/// The game.
#[derive(Clone, Debug)]
pub struct Warfield {
    rules: MovingLeft,
    size: GameSize,
}

impl Warfield {
    pub(super) fn new() -> Warfield {
        Warfield {
            rules: MovingLeft::one_deck(),
            size: GameSize::new(7, 1),
        }
    }

    /// The same game with fewer piles and ranks, to try things out on; the highest rank takes the
    /// part of the king.
    #[must_use]
    pub fn reduced(self, piles: usize, top: Rank) -> Self {
        Warfield {
            rules: self.rules.reduced(piles, top),
            size: self.size.reduced(piles, top),
        }
    }
}

/// The runs of a position, and what can be done with them.
struct Runs<'a> {
    table: &'a Table,
    size: GameSize,
    /// The face-up cards of the tableau.
    face_up: CardSet,
    /// Those that nothing lies on.
    tops: CardSet,
    /// The first card of each run: the others lie on a card that takes them.
    heads: CardSet,
    /// For each face-up card its pile, and how many cards lie under it.
    locations: [(u8, u8); 64],
}

impl<'a> Runs<'a> {
    fn new(table: &'a Table, shape: GameSize) -> Runs<'a> {
        let mut runs = Runs {
            table,
            size: shape,
            face_up: CardSet::EMPTY,
            tops: CardSet::EMPTY,
            heads: CardSet::EMPTY,
            locations: [(0, 0); 64],
        };
        for pile in common::tableau(shape.piles) {
            let run = table.face_up(pile);
            let ([head, .., top] | [head @ top]) = run else {
                continue;
            };
            runs.heads = runs.heads.union(CardSet::from_card(*head));
            runs.tops = runs.tops.union(CardSet::from_card(*top));
            for (under, card) in (table.face_down(pile) as u8..).zip(run) {
                runs.face_up = runs.face_up.union(CardSet::from_card(*card));
                runs.locations[card.index()] = (pile.index() as u8, under);
            }
        }
        runs
    }

    fn pile(&self, card: Card) -> PileId {
        PileId::from_index(self.locations[card.index()].0)
    }

    /// How many cards move with a face-up card.
    fn unit_size(&self, card: Card) -> u8 {
        self.table.size(self.pile(card)) as u8 - self.locations[card.index()].1
    }

    /// Begins a course by which a face-up card comes to lie free: what lies on it makes way, where
    /// it can. Whether the card then does.
    fn expose(&self, card: Card, courses: &mut MacroMoves) -> bool {
        let from = self.pile(card);
        let above = usize::from(self.locations[card.index()].1) + 1;
        let Some(&on) = self.table.pile(from).get(above) else {
            return true;
        };
        let other = ALTERNATING_COLORS
            .build_targets(on)
            .intersection(self.tops)
            .iter()
            .next();
        if let Some(other) = other {
            let (to, count) = (self.pile(other), self.unit_size(on));
            courses.push_step(Move::Transfer { from, to, count });
        }
        other.is_some()
    }

    /// A card goes home, if it lies free or can.
    fn list_foundation_moves(&self, card: Card, courses: &mut MacroMoves) {
        let home = PileId::foundation(card.suit().index());
        if self.table.top(PileId::WASTE) == Some(card) {
            courses.push_single(Move::single_card(PileId::WASTE, home));
        } else if self.face_up.contains(card) && self.expose(card, courses) {
            courses.push_single(Move::single_card(self.pile(card), home));
        }
    }

    /// A card and what lies on it go on each card that takes them and lies free or can; a king
    /// goes in the space.
    fn list_build_moves(&self, card: Card, from: PileId, count: u8, courses: &mut MacroMoves) {
        for on in ALTERNATING_COLORS
            .build_targets(card)
            .intersection(self.face_up)
            .iter()
        {
            if self.expose(on, courses) {
                let to = self.pile(on);
                courses.push_single(Move::Transfer { from, to, count });
            }
        }
        let to = self.size.last_pile();
        if card.rank() == self.size.highest_rank
            && self.table.is_empty(to)
            && !sliding::slides_back(self.table, from, count.into(), self.size.piles)
        {
            courses.push_single(Move::Transfer { from, to, count });
        }
    }

    /// Whether a card next to go home is one that nothing need be put on: of what goes on it all is
    /// home, and what goes on that can go home as soon as it lies free.
    fn is_unneeded(&self, card: Card) -> bool {
        common::foundations(1).all(|place| {
            let suit = common::foundation_suit(place);
            let ahead = match suit.is_red() == card.is_red() {
                true if suit == card.suit() => return true,
                true => 3,
                false => 1,
            };
            self.table.size(place) + ahead >= usize::from(card.rank().number())
        })
    }

    /// A card that nothing need be put on, and whose going home neither empties a pile nor turns up
    /// a card.
    fn safe_foundation_card(&self) -> Option<(PileId, Card)> {
        let place = |card| match self.table.top(PileId::WASTE) {
            Some(top) if top == card => Some(PileId::WASTE),
            _ => (self.tops.difference(self.heads).contains(card)).then(|| self.pile(card)),
        };
        common::foundations(1)
            .filter_map(|home| common::next_foundation_card(self.table, home))
            .filter(|&card| self.is_unneeded(card))
            .find_map(|card| Some((place(card)?, card)))
    }

    /// Lists what can be done but for the ends of runs that go to and fro.
    fn list_successors(&self, known: PruningRules, courses: &mut MacroMoves) {
        for home in common::foundations(1) {
            if let Some(card) = common::next_foundation_card(self.table, home) {
                self.list_foundation_moves(card, courses);
            }
        }
        for card in self.heads.iter() {
            self.list_build_moves(card, self.pile(card), self.unit_size(card), courses);
        }
        if let Some(card) = self.table.top(PileId::WASTE) {
            self.list_build_moves(card, PileId::WASTE, 1, courses);
        }
        if !self.table.is_empty(PileId::STOCK) {
            courses.push_single(Move::Draw);
        }
        for home in common::foundations(1) {
            if let Some(card) = self.table.top(home)
                && !(known.contains(PruningRule::SafeFoundation) && self.is_unneeded(card))
            {
                self.list_build_moves(card, home, 1, courses);
            }
        }
    }
}

impl Rules for Warfield {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        GameOptions::from_pairs(&[("style", "warfield")])
    }

    fn layout(&self) -> BoardLayout {
        self.rules.layout()
    }

    fn deal(&self, deck: &[Card]) -> Table {
        self.rules.deal(deck)
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        self.rules.legal_moves(table, moves);
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        self.rules.apply(table, mv);
    }

    fn is_won(&self, table: &Table) -> bool {
        self.rules.is_won(table)
    }

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        self.rules.explain_illegal(table, mv)
    }

    fn accepts(&self, table: &Table, place: PileId) -> Accepts {
        self.rules.accepts(table, place)
    }

    fn drop_target(&self, table: &Table, to: PileId) -> PileId {
        self.rules.drop_target(table, to)
    }

    fn max_movable(&self, table: &Table, place: PileId) -> usize {
        self.rules.max_movable(table, place)
    }

    fn allows_foundation_return(&self) -> bool {
        self.rules.allows_foundation_return()
    }

    fn has_safe_autoplay(&self) -> bool {
        self.rules.has_safe_autoplay()
    }

    fn is_safe_autoplay(&self, table: &Table, mv: Move) -> bool {
        self.rules.is_safe_autoplay(table, mv)
    }

    /// What lies on a card whose like lies free is adrift: of the two cards it can lie on, which it
    /// is does not matter. Once no card lies face down, the order of piles does not matter either.
    ///
    /// So all there is to tell of the tableau is the first card of each run, and on which of the two
    /// each of the others lies, or that it is adrift.
    fn visit_key_parts(
        &self,
        table: &Table,
        known: PruningRules,
        tell: &mut impl FnMut(PileId, KeyPart),
    ) {
        if !known.contains(PruningRule::FreeRunEnds) {
            return self.rules.visit_key_parts(table, known, tell);
        }
        // What lies face down has lain there from the deal on: it takes its number to tell it.
        let (mut heads, mut bottoms) = (CardSet::EMPTY, 0);
        let (mut tops, mut joined, mut on_major) = (CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY);
        let mut down = 0;
        for pile in common::tableau(self.size.piles) {
            let run = table.face_up(pile);
            down += table.face_down(pile);
            bottoms = bottoms << 10 | (table.face_down(pile) as u128) << 6;
            let [head, others @ ..] = run else { continue };
            bottoms |= head.index() as u128;
            heads = heads.union(CardSet::from_card(*head));
            let mut under = head;
            for card in others {
                joined = joined.union(CardSet::from_card(*card));
                on_major = on_major.union(CardSet::from_card_if(*card, under.suit().is_major()));
                under = card;
            }
            tops = tops.union(CardSet::from_card(*under));
        }
        let adrift = tops.cards_building_alternating().intersection(joined);
        let on_major = on_major.union(adrift);
        let on_minor = joined.difference(on_major).union(adrift);
        let joined = u128::from(on_major.bits()) << 64 | u128::from(on_minor.bits());
        tell(PileId::tableau(0), KeyPart::Custom(joined));
        if down == 0 && known.contains(PruningRule::PileSymmetry) {
            tell(PileId::tableau(1), KeyPart::Custom(heads.bits().into()));
        } else {
            tell(PileId::tableau(2), KeyPart::Custom(bottoms));
        }
        common::visit_foundation_key_parts(1, known, tell);
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

    /// A card that goes home safely does so at once, and does not come back.
    ///
    /// For this game no work left is counted (`ahead`): what goes down by that count makes single
    /// moves, and would miss those that something must make way for.
    fn successors(&self, table: &Table, known: PruningRules, courses: &mut MacroMoves) {
        if !known.contains(PruningRule::FreeRunEnds) {
            return self.rules.successors(table, known, courses);
        }
        let runs = Runs::new(table, self.size);
        match runs.safe_foundation_card() {
            Some((from, card)) if known.contains(PruningRule::SafeFoundation) => {
                courses.push_single(Move::single_card(
                    from,
                    PileId::foundation(card.suit().index()),
                ));
            }
            _ => runs.list_successors(known, courses),
        }
    }

    fn evaluate(&self, table: &Table) -> i32 {
        let runs = common::tableau(self.size.piles).map(|pile| table.face_up(pile).len());
        let joined: usize = runs.map(|cards| cards.saturating_sub(1)).sum();
        common::evaluate_sliding(table, self.size.piles) + joined as i32
            - common::count_blocking_cards(table.pile(PileId::WASTE)) as i32
    }

    #[inline]
    fn is_reversible(&self, table: &Table, mv: Move) -> bool {
        self.rules.is_reversible(table, mv)
    }

    fn is_dead_end(&self, table: &Table, known: PruningRules) -> bool {
        self.rules.is_dead_end(table, known)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::rules::play_random_moves;

    /// What a table is to a player who does not mind where the ends of runs lie that go to and fro.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct VisiblePosition {
        /// The piles without those ends, and how many cards of each lie face down.
        piles: Vec<(usize, Vec<Card>)>,
        free_run_ends: Vec<Vec<Card>>,
        waste: Vec<Card>,
        /// How many cards the stock has.
        stock: usize,
    }

    fn visible_position(table: &Table) -> VisiblePosition {
        let piles = || common::tableau(7);
        let goes_on = |card: Card, on: Card| {
            card.is_red() != on.is_red() && card.rank().number() + 1 == on.rank().number()
        };
        let is_adrift = |card| {
            let mut tops = piles().filter_map(|pile| table.top(pile));
            tops.any(|top| goes_on(card, top))
        };
        let mut adrift = Vec::new();
        let mut rest = Vec::new();
        for pile in piles() {
            let mut cards = table.pile(pile).to_vec();
            for at in (table.face_down(pile) + 1..cards.len()).rev() {
                if is_adrift(cards[at]) {
                    adrift.push(cards.split_off(at));
                }
            }
            rest.push((table.face_down(pile), cards));
        }
        if piles().all(|pile| table.face_down(pile) == 0) {
            rest.sort();
        }
        adrift.sort();
        VisiblePosition {
            piles: rest,
            free_run_ends: adrift,
            waste: table.pile(PileId::WASTE).to_vec(),
            stock: table.size(PileId::STOCK),
        }
    }

    #[test]
    fn positions_told_alike_differ_in_nothing_but_the_ends_of_runs_adrift() {
        let rules = Warfield::new();
        let (mut seen, mut told) = (HashMap::new(), HashMap::new());
        let mut alike = 0;
        for seed in 1..40_u64 {
            play_random_moves(&rules, seed, 1_500, |table| {
                let mut tellings = Vec::new();
                rules.visit_key_parts(table, PruningRules::ALL, &mut |place, kin| {
                    let cards = match kin {
                        KeyPart::Exact => table.pile(place).to_vec(),
                        _ => Vec::new(),
                    };
                    let count = matches!(kin, KeyPart::SizeOnly).then(|| table.size(place));
                    tellings.push((place.index(), format!("{kin:?}"), cards, count));
                });
                let sight = (seed, visible_position(table));
                let telling = (seed, tellings);
                if let Some(other) = told.insert(telling.clone(), sight.clone()) {
                    alike += 1;
                    assert_eq!(other, sight, "told alike: {table:?}");
                }
                if let Some(other) = seen.insert(sight, telling.clone()) {
                    assert_eq!(other, telling, "seen alike: {table:?}");
                }
            });
        }
        assert!(alike > 1_000, "{alike}");
    }
}
