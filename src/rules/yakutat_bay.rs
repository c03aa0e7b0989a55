//! Yakutat Bay: Yukon's deal and moves, and spaces that are filled from the right by themselves.

use super::build;
use super::deal::Dealer;
use super::easier;
use super::free::{ALTERNATING, Free};
use super::insight::{Courses, Insight, Insights, Kin};
use super::moves::{Move, MoveList};
use super::place::Place;
use super::plan::{Opt, Plan, Profile, Takes, Value};
use super::refuse::{self, does_not_go};
use super::shape::Shape;
use super::sliding;
use super::table::Table;
use super::{Choices, Rules};
use crate::cards::{Card, CardSet, Rank};

/// The game, with its options as chosen.
#[derive(Clone, Debug)]
pub struct YakutatBay {
    shape: Shape,
    tops_only: bool,
}

/// What the game says of itself.
pub(super) static PROFILE: Profile = Profile {
    id: "yakutat-bay",
    title: "Yakutat Bay",
    decks: 1,
    blurb: "Yukon where everything moves left: take any face-up card with all that lies on it.",
    help: include_str!("../../assets/help/yakutat-bay.txt"),
    options: &[Opt {
        name: "face-up",
        values: &[
            Value {
                name: "yukon",
                about: "dealt as in Yukon, most cards face up",
            },
            Value {
                name: "tops",
                about: "only the top card of each pile face up: hardly ever won",
            },
        ],
    }],
};

impl YakutatBay {
    /// The game with its options as chosen.
    pub fn new(choices: &Choices) -> YakutatBay {
        YakutatBay {
            shape: Shape::new(7, 1),
            tops_only: choices.is("face-up", "tops"),
        }
    }

    /// The same game with fewer piles and ranks, to try things out on; the highest rank takes the
    /// part of the king.
    #[must_use]
    pub fn shortened(self, piles: usize, top: Rank) -> Self {
        let shape = self.shape.shortened(piles, top);
        YakutatBay { shape, ..self }
    }
}

impl Rules for YakutatBay {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn choices(&self) -> Choices {
        Choices::of(&[("face-up", if self.tops_only { "tops" } else { "yukon" })])
    }

    fn plan(&self) -> Plan {
        Plan::new(self.shape.piles)
            .with_row(build::foundations(1), 3, 0)
            .with_row(build::tableau(self.shape.piles), 0, 1)
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let places = build::tableau(self.shape.piles).chain(build::foundations(1));
        let mut dealer = Dealer::new(deck, places);
        dealer.yukon(self.shape.piles);
        if self.tops_only {
            build::tableau(self.shape.piles).for_each(|pile| dealer.only_top_up(pile));
        }
        dealer.table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let free = Free::units(table, self.shape.piles, &ALTERNATING);
        free.list_joins(moves);
        let space = self.shape.last();
        if table.is_empty(space) {
            free.list_into(space, self.shape.top, moves, |from, count| {
                !sliding::slides_back(table, from, count, self.shape.piles)
            });
        }
        free.list_home(table, moves);
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        if let Move::Carry { from, to, count } = mv {
            sliding::carry_and_slide(table, from, to, count, self.shape.piles);
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
        let Some(card) = refuse::head(table, from, count) else {
            return format!("there is no card on {}", from.name());
        };
        if to.is_foundation() {
            return refuse::going_home(table, card, to, 1);
        }
        match table.top(to) {
            Some(top) => does_not_go(card, top),
            None if card.rank() != self.shape.top => {
                format!("only a king and what lies on it go in a space, not {card}")
            }
            None if to != self.shape.last() => format!(
                "only the rightmost space is filled by hand: put it on {}",
                self.shape.last().name()
            ),
            None => format!("{} would slide straight back", from.name()),
        }
    }

    fn goes_home_unasked(&self) -> bool {
        true
    }

    /// Safe is a card on a face-up card that nothing is put on any more: its pile is not emptied,
    /// and no card is turned up. A king could still be wanted in the space.
    fn safe_home(&self, table: &Table, mv: Move) -> bool {
        let Move::Carry { from, to, .. } = mv else {
            return false;
        };
        to.is_foundation()
            && table.face_up(from).len() > 1
            && table.top(from).is_some_and(|card| {
                card.rank() != self.shape.top && build::bears_nothing_more(table, card, 1)
            })
    }

    fn takes(&self, table: &Table, place: Place) -> Takes {
        sliding::takes(table, self.shape, place)
    }

    fn landing(&self, table: &Table, to: Place) -> Place {
        sliding::landing(table, self.shape, to)
    }

    fn tell(&self, table: &Table, known: Insights, tell: &mut impl FnMut(Place, Kin)) {
        build::tell_sliding(table, self.shape.piles, known, tell);
        build::tell_foundations(1, known, tell);
    }

    /// A card that goes home safely lies in nothing's way until it does, but for what it covers.
    fn courses(&self, table: &Table, known: Insights, courses: &mut Courses) {
        let mut moves = MoveList::new();
        self.legal_moves(table, &mut moves);
        let safe = moves.iter().find(|&&mv| self.safe_home(table, mv));
        if let Some(&mv) = safe.filter(|_| known.has(Insight::SafeHome)) {
            courses.push(mv);
            return;
        }
        courses.home_first(&moves);
    }

    fn promise(&self, table: &Table) -> i32 {
        build::promise(table, self.shape.piles)
    }

    /// What lay on a card that takes it goes back.
    #[inline]
    fn is_reversible(&self, table: &Table, mv: Move) -> bool {
        match mv {
            Move::Carry { from, to, count } if to.is_tableau() => {
                let up = table.face_up(from);
                let head = up.len() - usize::from(count);
                head.checked_sub(1).is_some_and(|under| {
                    let under = CardSet::only(up[under]);
                    under.taking_alternating().has(up[head])
                })
            }
            _ => false,
        }
    }

    fn is_hopeless(&self, table: &Table, known: Insights) -> bool {
        known.has(Insight::DeadEnd) && easier::is_hopeless(table, self.shape, false)
    }
}
