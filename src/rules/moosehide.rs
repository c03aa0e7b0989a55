//! Moosehide, in its three layouts: with an open reserve, with one of four, and the classic game.

use arrayvec::ArrayVec;

use super::common;
use super::deal::Dealer;
use super::illegal_reason::{self, card_does_not_fit};
use super::info::{Accepts, BoardLayout, GameInfo, OptionSpec, OptionValue};
use super::knowledge::{KeyPart, MacroMoves, PruningRule, PruningRules};
use super::movable_cards::{ALTERNATING_COLORS, MovableCards, OTHER_SUITS};
use super::moves::{Move, MoveList};
use super::pile::{PileId, PileKind};
use super::size::GameSize;
use super::table::Table;
use super::{GameOptions, Rules};
use crate::cards::{Card, Rank, Suit};

/// The game, with its options as chosen.
#[derive(Clone, Debug)]
pub struct Moosehide {
    size: GameSize,
    layout: MoosehideLayout,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoosehideLayout {
    OpenReserve,
    FourReserve,
    Classic,
}

/// What the game says of itself.
pub(super) static INFO: GameInfo = GameInfo {
    id: "moosehide",
    title: "Moosehide",
    decks: 1,
    summary: "One card at a time, no stock; almost half the deck waits in an open reserve.",
    help: include_str!("../../assets/help/moosehide.txt"),
    options: &[OptionSpec {
        name: "layout",
        values: &[
            OptionValue {
                name: "open-reserve",
                description: "a triangle of seven, and 24 cards in the reserve",
            },
            OptionValue {
                name: "four-reserve",
                description: "a reserve of four; none of 20,000 deals could be won",
            },
            OptionValue {
                name: "classic",
                description: "Yukon's deal and moves, building on any suit but its own",
            },
        ],
    }],
};

impl Moosehide {
    /// The game with its options as chosen.
    pub fn new(choices: &GameOptions) -> Moosehide {
        let layout = match choices.value("layout") {
            "four-reserve" => MoosehideLayout::FourReserve,
            "classic" => MoosehideLayout::Classic,
            _ => MoosehideLayout::OpenReserve,
        };
        Moosehide {
            size: GameSize::new(7, 1),
            layout,
        }
    }

    /// The same game with fewer piles and ranks, to try things out on; the highest rank takes the
    /// part of the king.
    #[must_use]
    pub fn reduced(self, piles: usize, top: Rank) -> Self {
        let shape = self.size.reduced(piles, top);
        Moosehide {
            size: shape,
            ..self
        }
    }

    fn reserve(&self) -> impl Iterator<Item = PileId> + use<> {
        let cards = match self.layout {
            MoosehideLayout::OpenReserve => 24,
            MoosehideLayout::FourReserve => 4,
            MoosehideLayout::Classic => 0,
        };
        PileId::reserve(0).consecutive(cards)
    }

    /// Whether one card at a time moves, rather than any with all that lies on it.
    fn is_single_card_game(&self) -> bool {
        self.layout != MoosehideLayout::Classic
    }
}

impl Moosehide {
    /// Whether a card goes home and nothing can need to lie on it any more: every card that goes
    /// on it is home, or can go home as soon as it lies free, as can whatever goes on that.
    ///
    /// Where several cards move at once that last is not so, since a card can be taken from under
    /// another: there all that goes on it must be home.
    fn is_safe_on_foundation(&self, table: &Table, card: Card) -> bool {
        let height = |suit: Suit| table.size(PileId::foundation(suit.index()));
        let rank = usize::from(card.rank().number());
        height(card.suit()) + 1 == rank
            && Suit::ALL.into_iter().all(|suit| {
                let short = match () {
                    () if suit == card.suit() => return true,
                    () if !self.is_single_card_game() => 1,
                    () if suit.is_red() == card.is_red() => 3,
                    () => 2,
                };
                height(suit) + short >= rank
            })
    }
}

/// The courses of a layout with a reserve. A reserve card hinders nothing where it lies: it is put
/// on the tableau only to bear another card at once, and goes home only to let another follow.
/// So each course moves one top card of the tableau, and before it what reserve cards that needs.
struct ReserveSuccessors<'a> {
    size: GameSize,
    table: &'a Table,
    /// Where each card lies that lies in the reserve, by the card's index.
    reserve: [Option<PileId>; 64],
}

impl<'a> ReserveSuccessors<'a> {
    fn new(rules: &Moosehide, table: &'a Table) -> ReserveSuccessors<'a> {
        let mut reserve = [None; 64];
        for place in rules.reserve() {
            if let Some(card) = table.top(place) {
                reserve[card.index()] = Some(place);
            }
        }
        ReserveSuccessors {
            size: rules.size,
            table,
            reserve,
        }
    }

    fn piles(&self) -> impl Iterator<Item = PileId> + use<> {
        common::tableau(self.size.piles)
    }

    fn list_successors(&self, courses: &mut MacroMoves) {
        let tops = || {
            self.piles()
                .filter_map(|pile| Some((pile, self.table.top(pile)?)))
        };
        if tops().next().is_none() {
            for place in self.reserve.into_iter().flatten() {
                if let Some(card) = self.table.top(place) {
                    self.list_foundation_moves(place, card, courses);
                }
            }
        }
        for (from, card) in tops() {
            self.list_foundation_moves(from, card, courses);
        }
        let space = self.piles().find(|&pile| self.table.is_empty(pile));
        for (from, card) in tops() {
            let onto = tops().filter(|&(to, top)| {
                let steps = top.rank().number().saturating_sub(card.rank().number());
                to != from && steps > 0 && (steps % 2 == 1) == (top.is_red() != card.is_red())
            });
            for (to, top) in onto {
                self.list_build_moves(from, card, to, top.rank().number() - 1, courses);
            }
            if let Some(to) = space
                && (card.rank() != self.size.highest_rank || self.table.size(from) > 1)
            {
                self.list_build_moves(from, card, to, self.size.highest_rank.number(), courses);
            }
        }
    }

    /// The card goes home, after those of its suit that must go before it, if all of them lie in
    /// the reserve.
    fn list_foundation_moves(&self, from: PileId, card: Card, courses: &mut MacroMoves) {
        let to = PileId::foundation(card.suit().index());
        let before = self.table.size(to) + 1..usize::from(card.rank().number());
        let at = |number| {
            let rank = Rank::new(number as u8)?;
            self.reserve[Card::new(rank, card.suit()).index()]
        };
        if before.clone().all(|number| at(number).is_some()) {
            for place in before.filter_map(at) {
                courses.push_step(Move::single_card(place, to));
            }
            courses.push_single(Move::single_card(from, to));
        }
    }

    /// The card goes on a pile that takes cards of a rank, after reserve cards for each rank
    /// between, in every choice of their suits.
    fn list_build_moves(
        &self,
        from: PileId,
        card: Card,
        to: PileId,
        takes: u8,
        courses: &mut MacroMoves,
    ) {
        let mut chosen = ArrayVec::new();
        self.choose_reserve_cards(from, card, to, takes, &mut chosen, courses);
    }

    fn choose_reserve_cards(
        &self,
        from: PileId,
        card: Card,
        to: PileId,
        takes: u8,
        chosen: &mut ArrayVec<PileId, 13>,
        courses: &mut MacroMoves,
    ) {
        let target = card.rank().number();
        if takes == target {
            for &place in chosen.iter() {
                courses.push_step(Move::single_card(place, to));
            }
            courses.push_single(Move::single_card(from, to));
            return;
        }
        let red = card.is_red() == ((takes - target).is_multiple_of(2));
        for suit in Suit::ALL.into_iter().filter(|suit| suit.is_red() == red) {
            let place = Rank::new(takes).and_then(|r| self.reserve[Card::new(r, suit).index()]);
            if let Some(place) = place {
                chosen.push(place);
                self.choose_reserve_cards(from, card, to, takes - 1, chosen, courses);
                chosen.pop();
            }
        }
    }
}

impl Rules for Moosehide {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        let layout = match self.layout {
            MoosehideLayout::OpenReserve => "open-reserve",
            MoosehideLayout::FourReserve => "four-reserve",
            MoosehideLayout::Classic => "classic",
        };
        GameOptions::from_pairs(&[("layout", layout)])
    }

    fn layout(&self) -> BoardLayout {
        let plan = BoardLayout::new(match self.layout {
            MoosehideLayout::Classic => self.size.piles,
            _ => self.size.piles + 5,
        })
        .with_row(common::foundations(1), 3, 0)
        .with_row(common::tableau(self.size.piles), 0, 1);
        self.reserve().fold(plan, |plan, place| {
            let n = place.number();
            plan.with_pile(place, self.size.piles + 1 + n % 4, 1 + n / 4)
        })
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let places = common::tableau(self.size.piles)
            .chain(common::foundations(1))
            .chain(self.reserve());
        let mut dealer = Dealer::new(deck, places);
        if self.layout == MoosehideLayout::Classic {
            dealer.deal_yukon(self.size.piles);
            return dealer.into_table();
        }
        dealer.deal_triangle(self.size.piles);
        self.reserve().for_each(|place| dealer.deal_to(place));
        if self.layout == MoosehideLayout::FourReserve {
            dealer.deal_rows(2..self.size.piles);
        }
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let piles = self.size.piles;
        let free = match self.layout {
            MoosehideLayout::Classic => {
                MovableCards::from_face_up_cards(table, piles, &OTHER_SUITS)
            }
            _ => MovableCards::from_top_cards(table, piles, self.reserve(), &ALTERNATING_COLORS),
        };
        free.list_build_moves(moves);
        for space in common::tableau(piles).filter(|&pile| table.is_empty(pile)) {
            free.list_space_moves(space, self.size.highest_rank, moves, |from, count| {
                !from.is_tableau() || table.size(from) > count
            });
        }
        free.list_foundation_moves(table, moves);
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        if let Move::Transfer { from, to, count } = mv {
            table.transfer(from, to, count);
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
        if count > 1 && self.is_single_card_game() {
            return "only one card at a time may be moved".into();
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
                format!("only a king goes in a space, not {card}")
            }
            None => "a whole pile is not moved to a space: it would change nothing".into(),
        }
    }

    fn max_movable(&self, table: &Table, place: PileId) -> usize {
        match place.kind() {
            PileKind::Tableau if self.is_single_card_game() => table.face_up(place).len().min(1),
            PileKind::Tableau => table.face_up(place).len(),
            PileKind::Reserve => table.size(place),
            _ => 0,
        }
    }

    fn accepts(&self, table: &Table, place: PileId) -> Accepts {
        match place.kind() {
            PileKind::Foundation => {
                common::next_foundation_card(table, place).map_or(Accepts::Nothing, Accepts::Card)
            }
            PileKind::Tableau if table.is_empty(place) => Accepts::Rank(self.size.highest_rank),
            _ => Accepts::Nothing,
        }
    }

    fn has_safe_autoplay(&self) -> bool {
        true
    }

    fn is_safe_autoplay(&self, table: &Table, mv: Move) -> bool {
        let Move::Transfer { from, to, .. } = mv else {
            return false;
        };
        let card = table.top(from).filter(|_| to.is_foundation());
        card.is_some_and(|card| self.is_safe_on_foundation(table, card))
    }

    /// Nothing slides: piles may change places. What lies neither in the tableau nor home lies in
    /// the reserve, each card in the place it was dealt to.
    fn visit_key_parts(
        &self,
        _: &Table,
        known: PruningRules,
        tell: &mut impl FnMut(PileId, KeyPart),
    ) {
        let alike = known.contains(PruningRule::PileSymmetry);
        for pile in common::tableau(self.size.piles) {
            tell(
                pile,
                if alike {
                    KeyPart::Interchangeable(0)
                } else {
                    KeyPart::Exact
                },
            );
        }
        let follows = known.contains(PruningRule::DerivedPiles);
        for place in common::foundations(1) {
            tell(
                place,
                if follows {
                    KeyPart::SizeOnly
                } else {
                    KeyPart::Exact
                },
            );
        }
        if !follows {
            self.reserve().for_each(|place| tell(place, KeyPart::Exact));
        }
    }

    fn successors(&self, table: &Table, known: PruningRules, courses: &mut MacroMoves) {
        if known.contains(PruningRule::SafeFoundation)
            && let Some((from, card)) = common::tableau(self.size.piles)
                .chain(self.reserve())
                .filter_map(|from| Some((from, table.top(from)?)))
                .find(|&(_, card)| self.is_safe_on_foundation(table, card))
        {
            courses.push_single(Move::single_card(
                from,
                PileId::foundation(card.suit().index()),
            ));
        } else if self.is_single_card_game() && known.contains(PruningRule::ReserveOnDemand) {
            ReserveSuccessors::new(self, table).list_successors(courses);
        } else {
            let mut moves = MoveList::new();
            self.legal_moves(table, &mut moves);
            for mv in moves {
                courses.push_single(mv);
            }
        }
    }

    fn evaluate(&self, table: &Table) -> i32 {
        let down: usize = common::tableau(self.size.piles)
            .map(|pile| table.face_down(pile))
            .sum();
        self.foundation_cards(table) as i32 - 4 * down as i32
    }
}
