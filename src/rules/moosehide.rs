//! Moosehide, in its three layouts: with an open reserve, with one of four, and the classic game.

use super::build::{self, Landings, does_not_go, down_alternating, home};
use super::deal::Dealer;
use super::moves::{Move, MoveList};
use super::place::{Place, Role};
use super::plan::{Opt, Plan, Profile, Takes, Value};
use super::table::Table;
use super::{Choices, Rules};
use crate::cards::{Card, CardSet, Rank};

/// The game, with its options as chosen.
#[derive(Clone, Debug)]
pub struct Moosehide {
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

const PILES: usize = 7;

impl Moosehide {
    /// The game with its options as chosen.
    pub fn new(choices: &Choices) -> Moosehide {
        let layout = match choices.value("layout") {
            "four-reserve" => Layout::FourReserve,
            "classic" => Layout::Classic,
            _ => Layout::OpenReserve,
        };
        Moosehide { layout }
    }

    fn reserve(&self) -> impl Iterator<Item = Place> + use<> {
        let cards = match self.layout {
            Layout::OpenReserve => 24,
            Layout::FourReserve => 4,
            Layout::Classic => 0,
        };
        (0..cards).map(Place::reserve)
    }

    /// Whether one card at a time moves, rather than any with all that lies on it.
    fn singly(&self) -> bool {
        self.layout != Layout::Classic
    }

    /// Building is down in alternating colours, or in the classic game on any suit but its own.
    fn goes_on(&self, top: Card) -> CardSet {
        if self.singly() {
            down_alternating(top)
        } else {
            CardSet::rank_number(top.rank().number() - 1).without(CardSet::suit(top.suit()))
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
            Layout::Classic => PILES,
            _ => PILES + 5,
        })
        .with_row(build::foundations(1), 3, 0)
        .with_row(build::tableau(PILES), 0, 1);
        self.reserve().fold(plan, |plan, place| {
            let n = place.number();
            plan.with(place, PILES + 1 + n % 4, 1 + n / 4)
        })
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let places = build::tableau(PILES)
            .chain(build::foundations(1))
            .chain(self.reserve());
        let mut dealer = Dealer::new(deck, places);
        if self.layout == Layout::Classic {
            dealer.yukon();
            return dealer.table();
        }
        dealer.triangle(PILES);
        self.reserve().for_each(|place| dealer.put(place));
        if self.layout == Layout::FourReserve {
            for _ in 0..4 {
                build::tableau(PILES)
                    .skip(2)
                    .for_each(|pile| dealer.put(pile));
            }
        }
        dealer.table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let landings = Landings::new(PILES, |pile| {
            table
                .top(pile)
                .map_or(CardSet::KINGS, |top| self.goes_on(top))
        });
        for from in build::tableau(PILES) {
            let size = table.size(from);
            let up = table.face_up(from);
            let movable = if self.singly() {
                &up[up.len().saturating_sub(1)..]
            } else {
                up
            };
            for (under, &card) in movable.iter().enumerate() {
                let count = movable.len() - under;
                landings.list_where(card, from, count, moves, |to| {
                    count < size || !table.is_empty(to)
                });
            }
            if let Some(&top) = up.last()
                && let Some(to) = home(table, top, 1)
            {
                moves.push(Move::card(from, to));
            }
        }
        for from in self.reserve() {
            if let Some(card) = table.top(from) {
                landings.list(card, from, 1, moves);
                if let Some(to) = home(table, card, 1) {
                    moves.push(Move::card(from, to));
                }
            }
        }
    }

    fn apply(&self, table: &mut Table, mv: Move) {
        if let Move::Carry { from, to, count } = mv {
            table.carry(from, to, count);
            table.turn_up(from);
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.on_foundations() == 52
    }

    fn why_not(&self, table: &Table, mv: Move) -> String {
        let (from, to, count) = match mv {
            Move::Carry { from, to, count } => (from, to, count),
            Move::Draw => return build::refuse_draw(table),
            _ => return build::not_of_this_game(mv),
        };
        if let Some(words) = build::refuse_any(table, from, to, count) {
            return words;
        }
        if from.is_foundation() {
            return "what is home stays home".into();
        }
        if count > 1 && self.singly() {
            return "only one card at a time may be moved".into();
        }
        let Some(card) = build::head(table, from, count) else {
            return format!("there is no card on {}", from.name());
        };
        if to.is_foundation() {
            return build::refuse_home(table, card, to, 1);
        }
        match table.top(to) {
            Some(top) => does_not_go(card, top),
            None if card.rank() != Rank::KING => {
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
            Role::Tableau if table.is_empty(place) => Takes::Rank(Rank::KING),
            _ => Takes::Nothing,
        }
    }
}
