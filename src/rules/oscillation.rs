//! Oscillation: two groups of piles, one built down and one built up, with a little traffic
//! between them.

use super::build::{self, suit_of};
use super::deal::Dealer;
use super::insight::{Insight, Insights, Kin};
use super::moves::{Move, MoveList};
use super::place::Place;
use super::plan::{Opt, Plan, Profile, Takes, Tally, Value};
use super::refuse::{self, does_not_go};
use super::shape::Shape;
use super::table::Table;
use super::{Choices, Rules};
use crate::cards::{Card, CardSet, Rank, Suit};

/// The game, with its options as chosen.
#[derive(Clone, Debug)]
pub struct Oscillation {
    shape: Shape,
    wrap: bool,
}

/// What the game says of itself.
pub(super) static PROFILE: Profile = Profile {
    id: "oscillation",
    title: "Oscillation",
    decks: 2,
    blurb: "Two decks in two groups: the left builds down and goes home up, the right the reverse.",
    help: include_str!("../../assets/help/oscillation.txt"),
    options: &[Opt {
        name: "wrap",
        values: &[
            Value {
                name: "no",
                about: "the tableau does not turn the corner between king and ace",
            },
            Value {
                name: "yes",
                about: "king and ace are neighbours in the tableau too",
            },
        ],
    }],
};

/// One of the two groups of five piles and four foundations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// Piles built down, foundations built up.
    Left,
    /// Piles built up, foundations built down.
    Right,
}

impl Group {
    fn of(place: Place, shape: Shape) -> Group {
        let first_right = if place.is_foundation() {
            4
        } else {
            shape.piles / 2
        };
        if place.number() < first_right {
            Group::Left
        } else {
            Group::Right
        }
    }

    /// The group's piles as bits, `t1` the lowest.
    #[inline]
    fn bits(self, shape: Shape) -> u16 {
        let left = (1 << (shape.piles / 2)) - 1;
        match self {
            Group::Left => left,
            Group::Right => left << (shape.piles / 2),
        }
    }

    fn piles(self, shape: Shape) -> impl Iterator<Item = Place> {
        let each = shape.piles / 2;
        let first = match self {
            Group::Left => 0,
            Group::Right => each,
        };
        (first..first + each).map(Place::tableau)
    }

    fn foundation(self, suit: Suit) -> Place {
        Place::foundation(match self {
            Group::Left => suit.index(),
            Group::Right => 4 + suit.index(),
        })
    }

    fn foundations(self) -> impl Iterator<Item = Place> {
        Suit::ALL.into_iter().map(move |suit| self.foundation(suit))
    }

    /// The rank each of the group's foundations begins with: the starter's, which lies at the
    /// bottom of one of them from the deal on.
    fn start(self, table: &Table) -> Rank {
        self.foundations()
            .find_map(|place| table.pile(place).first())
            .map_or(Rank::ACE, |card| card.rank())
    }

    /// The rank of a foundation's card at this height, from 0.
    fn rank_at(self, start: Rank, height: usize, shape: Shape) -> Rank {
        match self {
            Group::Left => shape.up(start, height),
            Group::Right => shape.down(start, height),
        }
    }
}

impl Oscillation {
    /// The game with its options as chosen.
    pub fn new(choices: &Choices) -> Oscillation {
        Oscillation {
            shape: Shape::new(10, 2),
            wrap: choices.is("wrap", "yes"),
        }
    }

    /// The same game with fewer piles, an even number, and ranks, to try things out on; the
    /// highest rank takes the part of the king.
    #[must_use]
    pub fn shortened(self, piles: usize, top: Rank) -> Self {
        let shape = self.shape.shortened(piles, top);
        Oscillation { shape, ..self }
    }

    /// The number of the rank that is put on a rank in a group; 0 or 14 where there is none.
    fn next(&self, group: Group, rank: Rank) -> u8 {
        match (group, self.wrap) {
            (Group::Left, false) => rank.number() - 1,
            (Group::Right, false) => rank.number() + 1,
            (Group::Left, true) => self.shape.down(rank, 1).number(),
            (Group::Right, true) => self.shape.up(rank, 1).number(),
        }
    }

    /// The cards that go on a card in a group, regardless of suit.
    fn goes_on(&self, group: Group, top: Card) -> CardSet {
        CardSet::rank_number(self.next(group, top.rank()))
    }

    /// How many of the cards at the end are a run of one suit in a group's direction.
    #[inline(always)]
    fn run(&self, cards: &[Card], group: Group) -> usize {
        let joins = cards.windows(2).rev().take_while(|pair| {
            pair[0].suit() == pair[1].suit()
                && pair[1].rank().number() == self.next(group, pair[0].rank())
        });
        joins.count() + usize::from(!cards.is_empty())
    }

    /// The card a foundation takes next, given its group's first rank.
    #[inline]
    fn next_home(&self, table: &Table, group: Group, start: Rank, suit: Suit) -> Option<Card> {
        let height = table.size(group.foundation(suit));
        (height < usize::from(self.shape.top.number()))
            .then(|| Card::new(group.rank_at(start, height, self.shape), suit))
    }

    fn takes_home(&self, table: &Table, foundation: Place) -> Option<Card> {
        let group = Group::of(foundation, self.shape);
        self.next_home(table, group, group.start(table), suit_of(foundation))
    }

    /// The cards a group's foundations take.
    #[inline]
    fn homes(&self, table: &Table, group: Group) -> CardSet {
        let start = group.start(table);
        Suit::ALL.into_iter().fold(CardSet::NONE, |homes, suit| {
            match self.next_home(table, group, start, suit) {
                Some(card) => homes.or(CardSet::only(card)),
                None => homes,
            }
        })
    }

    fn can_deal(&self, table: &Table) -> bool {
        let cards: usize = build::tableau(self.shape.piles)
            .map(|pile| table.size(pile))
            .sum();
        !table.is_empty(Place::STOCK)
            && (cards < self.shape.piles
                || build::tableau(self.shape.piles).all(|pile| !table.is_empty(pile)))
    }
}

/// Where cards can go in the tableau now. Sets of piles are bits, `t1` the lowest.
struct Open {
    /// For each rank the piles that take a card of it within their group.
    by_rank: [u16; 16],
    /// For each suit, in lanes of sixteen bits, the piles that have a top card of it.
    by_suit: u64,
    /// The piles that take any card.
    spaces: u16,
}

impl Open {
    fn new(rules: &Oscillation, table: &Table) -> Open {
        let mut open = Open {
            by_rank: [0; 16],
            by_suit: 0,
            spaces: 0,
        };
        for pile in build::tableau(rules.shape.piles) {
            let bit = pile.number();
            match table.top(pile) {
                Some(top) => {
                    let next = rules.next(Group::of(pile, rules.shape), top.rank());
                    open.by_rank[usize::from(next & 15)] |= 1 << bit;
                    open.by_suit |= 1 << (16 * top.suit().index() + bit);
                }
                None => open.spaces |= 1 << bit,
            }
        }
        open
    }

    /// The piles of the head's own group that take a run.
    #[inline(always)]
    fn within(&self, head: Card) -> u16 {
        self.by_rank[usize::from(head.rank().number() & 15)] | self.spaces
    }

    /// The piles of the other group that take a single card.
    #[inline(always)]
    fn across(&self, card: Card) -> u16 {
        let own_suit = (self.by_suit >> (16 * card.suit().index())) as u16;
        (self.by_rank[usize::from(card.rank().number() & 15)] & own_suit) | self.spaces
    }
}

/// Lists the moves of `count` cards to each of some piles.
#[inline(always)]
fn list(mut piles: u16, from: Place, count: usize, moves: &mut MoveList) {
    let count = count as u8;
    while piles != 0 {
        let to = Place::tableau(piles.trailing_zeros() as usize & 15);
        moves.push(Move::Carry { from, to, count });
        piles &= piles - 1;
    }
}

impl Rules for Oscillation {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn choices(&self) -> Choices {
        Choices::of(&[("wrap", if self.wrap { "yes" } else { "no" })])
    }

    fn plan(&self) -> Plan {
        Plan::new(self.shape.piles + 1)
            .with_row(Group::Left.foundations(), 0, 0)
            .with(Place::STOCK, 5, 0)
            .with_row(Group::Right.foundations(), 7, 0)
            .with_row(Group::Left.piles(self.shape), 0, 1)
            .with_row(Group::Right.piles(self.shape), 6, 1)
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let places = build::tableau(self.shape.piles)
            .chain(build::foundations(2))
            .chain([Place::STOCK]);
        let mut dealer = Dealer::new(deck, places);
        for _ in 0..self.shape.cards() / 2 / self.shape.piles {
            build::tableau(self.shape.piles).for_each(|pile| dealer.put(pile));
        }
        dealer.put(Place::tableau(0));
        dealer.put(Place::tableau(self.shape.piles - 1));
        build::tableau(self.shape.piles).for_each(|pile| dealer.only_top_up(pile));
        for group in [Group::Left, Group::Right] {
            dealer.put_by(|starter| group.foundation(starter.suit()));
        }
        dealer.rest_to_stock();
        dealer.table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let open = Open::new(self, table);
        let homes = [Group::Left, Group::Right].map(|group| {
            let cards = self.homes(table, group);
            (group, cards)
        });
        for from in build::tableau(self.shape.piles) {
            let cards = table.face_up(from);
            let Some(&top) = cards.last() else { continue };
            let group = Group::of(from, self.shape);
            let (own, other) = (group.bits(self.shape), !group.bits(self.shape));
            let own = own & !(1 << from.number());
            list(
                (open.within(top) & own) | (open.across(top) & other),
                from,
                1,
                moves,
            );
            for count in 2..=self.run(cards, group) {
                let head = cards[cards.len() - count];
                list(open.within(head) & own, from, count, moves);
            }
            for (group, wanted) in homes {
                if wanted.has(top) {
                    moves.push(Move::card(from, group.foundation(top.suit())));
                }
            }
        }
        if self.can_deal(table) {
            moves.push(Move::Deal);
        }
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        match mv {
            Move::Carry { from, to, count } => {
                table.carry(from, to, count);
            }
            _ => {
                let cards = table.size(Place::STOCK);
                for to in build::tableau(self.shape.piles).take(cards) {
                    table.deal(Place::STOCK, to, 1);
                }
            }
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.on_foundations() == self.shape.cards()
    }

    fn why_not(&self, table: &Table, mv: Move) -> String {
        let (from, to, count) = match mv {
            Move::Carry { from, to, count } => (from, to, count),
            Move::Deal if table.is_empty(Place::STOCK) => return "the stock is empty".into(),
            Move::Deal => return "every space must be filled before a deal".into(),
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
            return match self.takes_home(table, to) {
                _ if suit_of(to) != card.suit() => {
                    format!("that foundation is for {}", suit_of(to).name())
                }
                Some(next) => format!("{next} comes next there, not {card}"),
                None => "that foundation is full".into(),
            };
        }
        let fits = table
            .top(to)
            .is_none_or(|top| self.goes_on(Group::of(to, self.shape), top).has(card));
        match table.top(to) {
            _ if usize::from(count)
                > self.run(table.face_up(from), Group::of(from, self.shape)) =>
            {
                "only a run of one suit moves as a unit".into()
            }
            _ if fits && count > 1 => "only one card at a time goes across".into(),
            Some(top) if fits => format!("{card} goes across only onto its own suit, not on {top}"),
            Some(top) => match Group::of(to, self.shape) {
                Group::Left => format!("{}: the left builds down", does_not_go(card, top)),
                Group::Right => format!("{}: the right builds up", does_not_go(card, top)),
            },
            None => format!("{card} does not go on {}", to.name()),
        }
    }

    fn movable(&self, table: &Table, place: Place) -> usize {
        if place.is_tableau() {
            self.run(table.face_up(place), Group::of(place, self.shape))
        } else {
            0
        }
    }

    fn tally(&self, table: &Table, place: Place) -> Option<Tally> {
        place.is_foundation().then(|| Tally {
            start: Group::of(place, self.shape).start(table),
            up: Group::of(place, self.shape) == Group::Left,
            count: table.size(place),
            full: self.shape.top.number().into(),
        })
    }

    fn takes(&self, table: &Table, place: Place) -> Takes {
        if place.is_foundation() {
            self.takes_home(table, place)
                .map_or(Takes::Nothing, Takes::Card)
        } else if place.is_tableau() && table.is_empty(place) {
            Takes::Any
        } else {
            Takes::Nothing
        }
    }

    /// Places mean something while a deal is to come, and across the groups. Foundations do not
    /// follow from the tableau: a card gone home may have gone to either group.
    fn tell(&self, table: &Table, known: Insights, tell: &mut impl FnMut(Place, Kin)) {
        let settled = known.has(Insight::Interchange) && table.is_empty(Place::STOCK);
        for group in [Group::Left, Group::Right] {
            for pile in group.piles(self.shape) {
                tell(
                    pile,
                    if settled {
                        Kin::Like(group as u8)
                    } else {
                        Kin::Own
                    },
                );
            }
        }
        let kin = if known.has(Insight::Remainder) {
            Kin::Count
        } else {
            Kin::Own
        };
        build::foundations(2).for_each(|place| tell(place, kin));
        tell(Place::STOCK, kin);
    }

    fn promise(&self, table: &Table) -> i32 {
        let piles = build::tableau(self.shape.piles);
        let down: usize = piles.map(|pile| table.face_down(pile)).sum();
        2 * table.on_foundations() as i32 - 3 * down as i32
    }
}
