//! Moosehide, in its three layouts: with an open reserve, with one of four, and the classic game.

use arrayvec::ArrayVec;

use super::build;
use super::deal::Dealer;
use super::free::{ALTERNATING, Free, OTHER_SUIT};
use super::insight::{Courses, Insight, Insights, Kin};
use super::moves::{Move, MoveList};
use super::place::{Place, Role};
use super::plan::{Opt, Plan, Profile, Takes, Value};
use super::refuse::{self, does_not_go};
use super::shape::Shape;
use super::table::Table;
use super::{Choices, Rules};
use crate::cards::{Card, Rank, Suit};

/// The game, with its options as chosen.
#[derive(Clone, Debug)]
pub struct Moosehide {
    shape: Shape,
    layout: Layout,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    OpenReserve,
    FourReserve,
    Classic,
}

/// What the game says of itself.
pub(super) static PROFILE: Profile = Profile {
    id: "moosehide",
    title: "Moosehide",
    decks: 1,
    blurb: "One card at a time, no stock; almost half the deck waits in an open reserve.",
    help: include_str!("../../assets/help/moosehide.txt"),
    options: &[Opt {
        name: "layout",
        values: &[
            Value {
                name: "open-reserve",
                about: "a triangle of seven, and 24 cards in the reserve",
            },
            Value {
                name: "four-reserve",
                about: "a reserve of four; none of 20,000 deals could be won",
            },
            Value {
                name: "classic",
                about: "Yukon's deal and moves, building on any suit but its own",
            },
        ],
    }],
};

impl Moosehide {
    /// The game with its options as chosen.
    pub fn new(choices: &Choices) -> Moosehide {
        let layout = match choices.value("layout") {
            "four-reserve" => Layout::FourReserve,
            "classic" => Layout::Classic,
            _ => Layout::OpenReserve,
        };
        Moosehide {
            shape: Shape::new(7, 1),
            layout,
        }
    }

    /// The same game with fewer piles and ranks, to try things out on; the highest rank takes the
    /// part of the king.
    #[must_use]
    pub fn shortened(self, piles: usize, top: Rank) -> Self {
        let shape = self.shape.shortened(piles, top);
        Moosehide { shape, ..self }
    }

    fn reserve(&self) -> impl Iterator<Item = Place> + use<> {
        let cards = match self.layout {
            Layout::OpenReserve => 24,
            Layout::FourReserve => 4,
            Layout::Classic => 0,
        };
        Place::reserve(0).first(cards)
    }

    /// Whether one card at a time moves, rather than any with all that lies on it.
    fn singly(&self) -> bool {
        self.layout != Layout::Classic
    }
}

impl Moosehide {
    /// Whether a card goes home and nothing can need to lie on it any more: every card that goes
    /// on it is home, or can go home as soon as it lies free, as can whatever goes on that.
    ///
    /// Where several cards move at once that last is not so, since a card can be taken from under
    /// another: there all that goes on it must be home.
    fn goes_home_safely(&self, table: &Table, card: Card) -> bool {
        let height = |suit: Suit| table.size(Place::foundation(suit.index()));
        let rank = usize::from(card.rank().number());
        height(card.suit()) + 1 == rank
            && Suit::ALL.into_iter().all(|suit| {
                let short = match () {
                    () if suit == card.suit() => return true,
                    () if !self.singly() => 1,
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
struct InNeed<'a> {
    shape: Shape,
    table: &'a Table,
    /// Where each card lies that lies in the reserve, by the card's index.
    reserve: [Option<Place>; 64],
}

impl<'a> InNeed<'a> {
    fn new(rules: &Moosehide, table: &'a Table) -> InNeed<'a> {
        let mut reserve = [None; 64];
        for place in rules.reserve() {
            if let Some(card) = table.top(place) {
                reserve[card.index()] = Some(place);
            }
        }
        InNeed {
            shape: rules.shape,
            table,
            reserve,
        }
    }

    fn piles(&self) -> impl Iterator<Item = Place> + use<> {
        build::tableau(self.shape.piles)
    }

    fn list(&self, courses: &mut Courses) {
        let tops = || {
            self.piles()
                .filter_map(|pile| Some((pile, self.table.top(pile)?)))
        };
        if tops().next().is_none() {
            for place in self.reserve.into_iter().flatten() {
                if let Some(card) = self.table.top(place) {
                    self.list_home(place, card, courses);
                }
            }
        }
        for (from, card) in tops() {
            self.list_home(from, card, courses);
        }
        let space = self.piles().find(|&pile| self.table.is_empty(pile));
        for (from, card) in tops() {
            let onto = tops().filter(|&(to, top)| {
                let steps = top.rank().number().saturating_sub(card.rank().number());
                to != from && steps > 0 && (steps % 2 == 1) == (top.is_red() != card.is_red())
            });
            for (to, top) in onto {
                self.list_onto(from, card, to, top.rank().number() - 1, courses);
            }
            if let Some(to) = space
                && (card.rank() != self.shape.top || self.table.size(from) > 1)
            {
                self.list_onto(from, card, to, self.shape.top.number(), courses);
            }
        }
    }

    /// The card goes home, after those of its suit that must go before it, if all of them lie in
    /// the reserve.
    fn list_home(&self, from: Place, card: Card, courses: &mut Courses) {
        let to = Place::foundation(card.suit().index());
        let before = self.table.size(to) + 1..usize::from(card.rank().number());
        let at = |number| {
            let rank = Rank::new(number as u8)?;
            self.reserve[Card::new(rank, card.suit()).index()]
        };
        if before.clone().all(|number| at(number).is_some()) {
            for place in before.filter_map(at) {
                courses.step(Move::card(place, to));
            }
            courses.push(Move::card(from, to));
        }
    }

    /// The card goes on a pile that takes cards of a rank, after reserve cards for each rank
    /// between, in every choice of their suits.
    fn list_onto(&self, from: Place, card: Card, to: Place, takes: u8, courses: &mut Courses) {
        let mut chosen = ArrayVec::new();
        self.choose(from, card, to, takes, &mut chosen, courses);
    }

    fn choose(
        &self,
        from: Place,
        card: Card,
        to: Place,
        takes: u8,
        chosen: &mut ArrayVec<Place, 13>,
        courses: &mut Courses,
    ) {
        let target = card.rank().number();
        if takes == target {
            for &place in chosen.iter() {
                courses.step(Move::card(place, to));
            }
            courses.push(Move::card(from, to));
            return;
        }
        let red = card.is_red() == ((takes - target).is_multiple_of(2));
        for suit in Suit::ALL.into_iter().filter(|suit| suit.is_red() == red) {
            let place = Rank::new(takes).and_then(|r| self.reserve[Card::new(r, suit).index()]);
            if let Some(place) = place {
                chosen.push(place);
                self.choose(from, card, to, takes - 1, chosen, courses);
                chosen.pop();
            }
        }
    }
}

impl Rules for Moosehide {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn choices(&self) -> Choices {
        let layout = match self.layout {
            Layout::OpenReserve => "open-reserve",
            Layout::FourReserve => "four-reserve",
            Layout::Classic => "classic",
        };
        Choices::of(&[("layout", layout)])
    }

    fn plan(&self) -> Plan {
        let plan = Plan::new(match self.layout {
            Layout::Classic => self.shape.piles,
            _ => self.shape.piles + 5,
        })
        .with_row(build::foundations(1), 3, 0)
        .with_row(build::tableau(self.shape.piles), 0, 1);
        self.reserve().fold(plan, |plan, place| {
            let n = place.number();
            plan.with(place, self.shape.piles + 1 + n % 4, 1 + n / 4)
        })
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let places = build::tableau(self.shape.piles)
            .chain(build::foundations(1))
            .chain(self.reserve());
        let mut dealer = Dealer::new(deck, places);
        if self.layout == Layout::Classic {
            dealer.yukon(self.shape.piles);
            return dealer.table();
        }
        dealer.triangle(self.shape.piles);
        self.reserve().for_each(|place| dealer.put(place));
        if self.layout == Layout::FourReserve {
            dealer.rows(2..self.shape.piles);
        }
        dealer.table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let piles = self.shape.piles;
        let free = match self.layout {
            Layout::Classic => Free::units(table, piles, &OTHER_SUIT),
            _ => Free::singles(table, piles, self.reserve(), &ALTERNATING),
        };
        free.list_joins(moves);
        for space in build::tableau(piles).filter(|&pile| table.is_empty(pile)) {
            free.list_into(space, self.shape.top, moves, |from, count| {
                !from.is_tableau() || table.size(from) > count
            });
        }
        free.list_home(table, moves);
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        if let Move::Carry { from, to, count } = mv {
            table.carry(from, to, count);
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.on_foundations() == self.shape.cards()
    }

    fn why_not(&self, table: &Table, mv: Move) -> String {
        let (from, to, count) = match mv {
            Move::Carry { from, to, count } => (from, to, count),
            Move::Draw => return refuse::draw(table),
            _ => return refuse::not_of_this_game(mv),
        };
        if let Some(words) = refuse::any(table, from, to, count) {
            return words;
        }
        if from.is_foundation() {
            return "what is home stays home".into();
        }
        if count > 1 && self.singly() {
            return "only one card at a time may be moved".into();
        }
        let Some(card) = refuse::head(table, from, count) else {
            return format!("there is no card on {}", from.name());
        };
        if to.is_foundation() {
            return refuse::going_home(table, card, to, 1);
        }
        match table.top(to) {
            Some(top) => does_not_go(card, top),
            None if card.rank() != self.shape.top => {
                format!("only a king goes in a space, not {card}")
            }
            None => "a whole pile is not moved to a space: it would change nothing".into(),
        }
    }

    fn movable(&self, table: &Table, place: Place) -> usize {
        match place.role() {
            Role::Tableau if self.singly() => table.face_up(place).len().min(1),
            Role::Tableau => table.face_up(place).len(),
            Role::Reserve => table.size(place),
            _ => 0,
        }
    }

    fn takes(&self, table: &Table, place: Place) -> Takes {
        match place.role() {
            Role::Foundation => build::next_home(table, place).map_or(Takes::Nothing, Takes::Card),
            Role::Tableau if table.is_empty(place) => Takes::Rank(self.shape.top),
            _ => Takes::Nothing,
        }
    }

    fn goes_home_unasked(&self) -> bool {
        true
    }

    fn safe_home(&self, table: &Table, mv: Move) -> bool {
        let Move::Carry { from, to, .. } = mv else {
            return false;
        };
        let card = table.top(from).filter(|_| to.is_foundation());
        card.is_some_and(|card| self.goes_home_safely(table, card))
    }

    /// Nothing slides: piles may change places. What lies neither in the tableau nor home lies in
    /// the reserve, each card in the place it was dealt to.
    fn tell(&self, _: &Table, known: Insights, tell: &mut impl FnMut(Place, Kin)) {
        let alike = known.has(Insight::Interchange);
        for pile in build::tableau(self.shape.piles) {
            tell(pile, if alike { Kin::Like(0) } else { Kin::Own });
        }
        let follows = known.has(Insight::Remainder);
        for place in build::foundations(1) {
            tell(place, if follows { Kin::Count } else { Kin::Own });
        }
        if !follows {
            self.reserve().for_each(|place| tell(place, Kin::Own));
        }
    }

    fn courses(&self, table: &Table, known: Insights, courses: &mut Courses) {
        if known.has(Insight::SafeHome)
            && let Some((from, card)) = build::tableau(self.shape.piles)
                .chain(self.reserve())
                .filter_map(|from| Some((from, table.top(from)?)))
                .find(|&(_, card)| self.goes_home_safely(table, card))
        {
            courses.push(Move::card(from, Place::foundation(card.suit().index())));
        } else if self.singly() && known.has(Insight::InNeed) {
            InNeed::new(self, table).list(courses);
        } else {
            let mut moves = MoveList::new();
            self.legal_moves(table, &mut moves);
            for mv in moves {
                courses.push(mv);
            }
        }
    }

    fn promise(&self, table: &Table) -> i32 {
        let down: usize = build::tableau(self.shape.piles)
            .map(|pile| table.face_down(pile))
            .sum();
        self.home(table) as i32 - 4 * down as i32
    }
}
