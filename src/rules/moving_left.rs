//! Moving Left: spaces are filled from the right by themselves.
//!
//! Two decks and ten piles; Single Left played as Warfield's is the same with one deck and seven.

use super::build::{self, suit_of};
use super::deal::Dealer;
use super::easier;
use super::insight::{Ahead, Insight, Insights, Kin};
use super::landings::Landings;
use super::moves::{Move, MoveList};
use super::place::{Place, Role};
use super::plan::{Opt, Plan, Profile, Takes, Value};
use super::refuse::{self, does_not_go};
use super::shape::Shape;
use super::sliding;
use super::table::Table;
use super::{Choices, Rules};
use crate::cards::{Card, CardSet, Rank};

/// The game, with its options as chosen.
#[derive(Clone, Debug)]
pub struct MovingLeft {
    shape: Shape,
    foundation_return: bool,
}

/// What the game says of itself.
pub(super) static PROFILE: Profile = Profile {
    id: "moving-left",
    title: "Moving Left",
    decks: 2,
    blurb: "Two decks, ten piles. A space fills itself from its right: everything moves left.",
    help: include_str!("../../assets/help/moving-left.txt"),
    options: &[Opt {
        name: "foundation-return",
        values: &[
            Value {
                name: "yes",
                about: "the top card of a foundation may come back to the tableau",
            },
            Value {
                name: "no",
                about: "what is home stays home",
            },
        ],
    }],
};

impl MovingLeft {
    /// The game with its options as chosen.
    pub fn new(choices: &Choices) -> MovingLeft {
        MovingLeft {
            shape: Shape::new(10, 2),
            foundation_return: choices.is("foundation-return", "yes"),
        }
    }

    /// The same game with one deck and seven piles.
    pub(super) fn one_deck() -> MovingLeft {
        MovingLeft {
            shape: Shape::new(7, 1),
            foundation_return: true,
        }
    }

    /// The same game with fewer piles and ranks, to try things out on; the highest rank takes the
    /// part of the king.
    #[must_use]
    pub fn shortened(self, piles: usize, top: Rank) -> Self {
        let shape = self.shape.shortened(piles, top);
        MovingLeft { shape, ..self }
    }

    /// Lists the moves of a pile's run and of each part of it.
    ///
    /// The face-up cards of a pile are always one run: it was built card on fitting card, from a
    /// single card turned up or from a run put down or slid into a space. So its ranks and colours
    /// are known from its ends, and with them which part of it fits where.
    #[inline]
    fn list_run(
        &self,
        table: &Table,
        from: Place,
        top: Card,
        landings: &Landings,
        moves: &mut MoveList,
    ) {
        let run = CardSet::alternating_run(top, table.face_up(from).len());
        for head in run.and(landings.any).iter() {
            let count = head.rank().number() - top.rank().number() + 1;
            landings.each_taking(head, from, |to| {
                if !table.is_empty(to)
                    || !sliding::slides_back(table, from, count.into(), self.shape.piles)
                {
                    moves.push(Move::Carry { from, to, count });
                }
            });
        }
        landings.list_home(table, top, from, self.shape.decks, moves);
    }

    /// Whether a foundation gives its top card back: where the two of a suit are equally high,
    /// only the higher-numbered one does.
    fn gives(&self, table: &Table, foundation: Place) -> bool {
        let twin = foundation.number() + 4;
        self.foundation_return
            && !table.is_empty(foundation)
            && (twin >= 4 * self.shape.decks
                || table.size(Place::foundation(twin)) != table.size(foundation))
    }
}

impl Rules for MovingLeft {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn choices(&self) -> Choices {
        let given = if self.foundation_return { "yes" } else { "no" };
        Choices::of(&[("foundation-return", given)])
    }

    fn plan(&self) -> Plan {
        Plan::new(self.shape.piles)
            .with(Place::STOCK, 0, 0)
            .with(Place::WASTE, 1, 0)
            .with_row(
                build::foundations(self.shape.decks),
                self.shape.piles - 4 * self.shape.decks,
                0,
            )
            .with_row(build::tableau(self.shape.piles), 0, 1)
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let places = build::tableau(self.shape.piles)
            .chain(build::foundations(self.shape.decks))
            .chain([Place::STOCK, Place::WASTE]);
        let mut dealer = Dealer::new(deck, places);
        dealer.triangle(self.shape.piles);
        dealer.rest_to_stock();
        dealer.table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let landings = Landings::new(table, self.shape);
        for from in build::tableau(self.shape.piles) {
            if let Some(top) = table.top(from) {
                self.list_run(table, from, top, &landings, moves);
            }
        }
        if let Some(top) = table.top(Place::WASTE) {
            landings.list_single(table, top, Place::WASTE, self.shape.decks, moves);
        }
        if self.foundation_return && !self.is_won(table) {
            for from in build::foundations(self.shape.decks) {
                if let Some(top) = table.top(from)
                    && landings.any.has(top)
                    && self.gives(table, from)
                {
                    landings.each_taking(top, from, |to| moves.push(Move::card(from, to)));
                }
            }
        }
        if !table.is_empty(Place::STOCK) {
            moves.push(Move::Draw);
        }
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        match mv {
            Move::Carry { from, to, count } => {
                sliding::carry_and_slide(table, from, to, count, self.shape.piles);
            }
            _ => table.deal(Place::STOCK, Place::WASTE, 1),
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
        let Some(card) = refuse::head(table, from, count) else {
            return format!("there is no card on {}", from.name());
        };
        if from.is_foundation() {
            if !self.foundation_return {
                return "what is home stays home, as the game is set".into();
            }
            if count > 1 {
                return refuse::only_the_top(from);
            }
            if to.is_foundation() {
                return "a card that is home goes back to the tableau only".into();
            }
            if !self.gives(table, from) {
                let twin = Place::foundation(from.number() + 4);
                return format!(
                    "the two foundations of {} are equally high: take the card from {}",
                    suit_of(from).name(),
                    twin.name()
                );
            }
        }
        if to.is_foundation() {
            return refuse::going_home(table, card, to, self.shape.decks);
        }
        match table.top(to) {
            Some(top) => does_not_go(card, top),
            None if card.rank() != self.shape.top => {
                format!("only a king goes in a space, not {card}")
            }
            None if to != self.shape.last() => format!(
                "only the rightmost space is filled by hand: put it on {}",
                self.shape.last().name()
            ),
            None => format!("{} would slide straight back", from.name()),
        }
    }

    fn movable(&self, table: &Table, place: Place) -> usize {
        match place.role() {
            Role::Tableau => table.face_up(place).len(),
            Role::Waste => table.size(place).min(1),
            Role::Foundation => usize::from(self.gives(table, place)),
            _ => 0,
        }
    }

    fn gives_back(&self) -> bool {
        self.foundation_return
    }

    fn goes_home_unasked(&self) -> bool {
        true
    }

    /// Where home cards come back, safe is a card of a run, which the card under it would take
    /// again; and one of the waste, for it can go wherever it could from there. Where they do not,
    /// it must also be one that nothing is put on any more. A card that lay alone would let its
    /// neighbours slide, and one on a face-down card turns it up.
    ///
    /// A card that does not go back to where it was must leave its like a place at home.
    fn safe_home(&self, table: &Table, mv: Move) -> bool {
        let Move::Carry { from, to, .. } = mv else {
            return false;
        };
        let Some(card) = table.top(from).filter(|_| to.is_foundation()) else {
            return false;
        };
        let stays = match from.role() {
            Role::Tableau => table.face_up(from).len() > 1,
            Role::Waste => self.foundation_return || card.rank() != self.shape.top,
            _ => false,
        };
        let needless = || build::bears_nothing_more(table, card, self.shape.decks);
        let like = || {
            let below = usize::from(card.rank().number()) - 1;
            let own = build::foundations(self.shape.decks).filter(|&at| suit_of(at) == card.suit());
            own.into_iter().all(|at| table.size(at) >= below)
        };
        stays
            && match (self.foundation_return, from.is_tableau()) {
                (true, true) => true,
                (true, false) => like(),
                (false, _) => needless() && like(),
            }
    }

    fn takes(&self, table: &Table, place: Place) -> Takes {
        sliding::takes(table, self.shape, place)
    }

    fn landing(&self, table: &Table, to: Place) -> Place {
        sliding::landing(table, self.shape, to)
    }

    fn tell(&self, table: &Table, known: Insights, tell: &mut impl FnMut(Place, Kin)) {
        build::tell_sliding(table, self.shape.piles, known, tell);
        build::tell_foundations(self.shape.decks, known, tell);
        tell(Place::WASTE, Kin::Own);
        let stock = known.has(Insight::Remainder);
        tell(Place::STOCK, if stock { Kin::Count } else { Kin::Own });
    }

    /// Cards to be turned up, and those of the stock and the waste to be played; where none of
    /// these is left the open runs go home card by card. A card drawn is not yet played.
    ///
    /// Where as much is left, cards home, cards on cards and tops that take different cards promise
    /// well, and cards that cover what must go first do not, least of all in the waste. Whether
    /// cards face down are worse than cards in the waste is another thing with each deal, and so
    /// with each slant.
    fn ahead(&self, table: &Table, slant: u32) -> Option<Ahead> {
        let piles = || build::tableau(self.shape.piles);
        let waste = table.pile(Place::WASTE);
        let (mut down, mut joined, mut covering) = (0, 0, 3 * build::covering(waste));
        let mut takers = 0_u32;
        for pile in piles() {
            down += table.face_down(pile);
            joined += table.face_up(pile).len().saturating_sub(1);
            covering += 2 * build::covering(table.pile(pile));
            if let Some(top) = table.top(pile) {
                takers |= 1 << (16 * u8::from(top.is_red()) + top.rank().number());
            }
        }
        let takers = takers.count_ones() as usize;
        let leaning = [0, 1, 2, -1][slant as usize % 4];
        let promise = (table.on_foundations() + joined + takers) as i32 - covering as i32;
        // What went home and does not come back cannot be arranged otherwise.
        let gone = if self.foundation_return {
            0
        } else {
            table.on_foundations()
        };
        let of_piles =
            piles().map(|pile| 2 * table.face_down(pile) + usize::from(table.is_empty(pile)));
        let of_waste = waste.iter().map(|card| card.index());
        let kin = of_piles.chain(of_waste).fold(gone as u64, |kin, part| {
            (kin ^ part as u64)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29)
        });
        Some(Ahead {
            left: (down + 2 * table.size(Place::STOCK) + waste.len()) as u32,
            promise: promise + leaning * down as i32,
            kin,
        })
    }

    /// Part of a run goes back to the rest of it, and a card that came from home goes home.
    #[inline]
    fn is_reversible(&self, table: &Table, mv: Move) -> bool {
        match mv {
            Move::Carry { from, to, count } if from.is_tableau() => {
                usize::from(count) < table.face_up(from).len()
                    && (to.is_tableau() || self.foundation_return)
            }
            Move::Carry { from, .. } => from.is_foundation(),
            _ => false,
        }
    }

    fn is_hopeless(&self, table: &Table, known: Insights) -> bool {
        known.has(Insight::DeadEnd)
            && easier::is_hopeless(table, self.shape, self.foundation_return)
    }
}
