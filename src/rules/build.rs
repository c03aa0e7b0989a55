//! What several variants share: which cards fit where, home by suit, and the words for what does
//! not go.

use super::insight::{Insight, Insights, Kin};
use super::moves::{Move, MoveList};
use super::place::{Place, Role};
use super::table::Table;
use crate::cards::{Card, CardSet, Rank, Suit, SuitSet};

/// What a tableau pile takes: cards of one rank, of some suits.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// The rank as a number; 0 and 14 stand for no card at all.
    pub(super) number: u8,
    /// The suits.
    pub(super) suits: SuitSet,
}

impl Wanted {
    /// No card.
    pub(super) const NOTHING: Wanted = Wanted {
        number: 0,
        suits: SuitSet::ALL,
    };
    /// Any card of a rank.
    #[inline(always)]
    pub(super) fn rank(rank: Rank) -> Wanted {
        Wanted {
            number: rank.number(),
            suits: SuitSet::ALL,
        }
    }

    /// What goes on a card where building is down in alternating colours.
    #[inline(always)]
    pub(super) fn down_alternating(top: Card) -> Wanted {
        Wanted {
            number: top.rank().number() - 1,
            suits: SuitSet::colour(!top.is_red()),
        }
    }

    /// What goes on a card where building is down on any suit but its own.
    #[inline(always)]
    pub(super) fn down_other_suit(top: Card) -> Wanted {
        Wanted {
            number: top.rank().number() - 1,
            suits: SuitSet::ALL.without(top.suit()),
        }
    }
}

/// Where cards can go now, with at most sixteen tableau piles: which of them take a card, and
/// which cards are wanted at home.
pub(super) struct Landings {
    /// For each rank the piles that take a card of it, a bit each.
    by_rank: [u16; 16],
    /// For each suit, in lanes of sixteen bits, the piles that take a card of it, a bit each.
    by_suit: u64,
    /// The cards that some pile takes.
    pub(super) any: CardSet,
    /// The cards that some foundation built up in suit from the ace takes.
    pub(super) homes: CardSet,
}

impl Landings {
    /// Asks for each of the first `piles` tableau piles what it takes, and each foundation of so
    /// many decks.
    #[inline(always)]
    pub(super) fn new(
        table: &Table,
        piles: usize,
        decks: usize,
        takes: impl Fn(Place) -> Wanted,
    ) -> Landings {
        let mut by_rank = [0; 16];
        let mut by_suit = 0;
        let mut any = CardSet::NONE;
        for pile in tableau(piles) {
            let Wanted { number, suits } = takes(pile);
            by_rank[usize::from(number & 15)] |= 1 << pile.index();
            by_suit |= suits.lanes() << pile.index();
            any = any.or(suits.of_rank(number));
        }
        let mut homes = CardSet::NONE;
        for place in foundations(decks) {
            let next = table.size(place) as u8 + 1;
            homes = homes.or(CardSet::number(suit_of(place), next));
        }
        Landings {
            by_rank,
            by_suit,
            any,
            homes,
        }
    }

    /// Does something with each pile that takes a card, but for the one it comes from.
    #[inline(always)]
    pub(super) fn each_taking(&self, card: Card, from: Place, mut with: impl FnMut(Place)) {
        let rank = usize::from(card.rank().number() & 15);
        let suit = card.suit().index();
        let mut piles = self.by_rank[rank] & (self.by_suit >> (16 * suit)) as u16;
        if from.is_tableau() {
            piles &= !(1 << from.index());
        }
        while piles != 0 {
            with(Place::tableau(piles.trailing_zeros() as usize & 15));
            piles &= piles - 1;
        }
    }

    /// Notes every face-up card of these piles, to move with all that lies on it, and their top
    /// cards, to go home.
    #[inline(always)]
    pub(super) fn note_units(&self, table: &Table, piles: usize, movers: &mut Movers) {
        for from in tableau(piles) {
            let up = table.face_up(from);
            for (under, &card) in up.iter().enumerate() {
                movers
                    .built
                    .note(self.any.has(card), card, from, up.len() - under);
            }
            if let Some(&top) = up.last() {
                movers.home.note(self.homes.has(top), top, from, 1);
            }
        }
    }

    /// Notes the top cards of these places, to move alone or go home.
    #[inline(always)]
    pub(super) fn note_tops(
        &self,
        table: &Table,
        places: impl Iterator<Item = Place>,
        movers: &mut Movers,
    ) {
        for from in places {
            if let Some(card) = table.top(from) {
                movers.built.note(self.any.has(card), card, from, 1);
                movers.home.note(self.homes.has(card), card, from, 1);
            }
        }
    }

    /// Lists the moves of the cards noted, onto each pile that takes them and passes a test of the
    /// source, the pile and the count; and home, in a game of one deck.
    #[inline(always)]
    pub(super) fn list(
        &self,
        table: &Table,
        movers: &Movers,
        moves: &mut MoveList,
        test: impl Fn(Place, Place, usize) -> bool,
    ) {
        for (card, from, count) in movers.built.iter() {
            self.each_taking(card, from, |to| {
                if test(from, to, count.into()) {
                    moves.push(Move::Carry { from, to, count });
                }
            });
        }
        for (card, from, _) in movers.home.iter() {
            self.list_home(table, card, from, 1, moves);
        }
    }

    /// Lists the moves of a single card: onto each pile that takes it, and home.
    #[inline(always)]
    pub(super) fn list_single(
        &self,
        table: &Table,
        card: Card,
        from: Place,
        decks: usize,
        moves: &mut MoveList,
    ) {
        if self.any.has(card) {
            self.each_taking(card, from, |to| moves.push(Move::card(from, to)));
        }
        self.list_home(table, card, from, decks, moves);
    }

    /// Lists the move of a card home.
    #[inline(always)]
    pub(super) fn list_home(
        &self,
        table: &Table,
        card: Card,
        from: Place,
        decks: usize,
        moves: &mut MoveList,
    ) {
        if self.homes.has(card)
            && let Some(to) = home(table, card, decks)
        {
            moves.push(Move::card(from, to));
        }
    }
}

/// The cards of one deck that have a move.
pub(super) struct Movers {
    /// Those that some pile takes.
    built: Noted,
    /// Those that a foundation takes.
    home: Noted,
}

impl Movers {
    #[inline(always)]
    pub(super) fn new() -> Movers {
        Movers {
            built: Noted::new(),
            home: Noted::new(),
        }
    }
}

/// Cards of one deck, with where they lie and how many move with them.
///
/// Every card looked at is written down, and kept only if it counts: a branch on whether it does
/// would be guessed wrong about as often as there are moves, and cost more than all else here.
struct Noted {
    /// The card, the place and the count, a byte each, in one word: one write instead of three.
    noted: [u32; 64],
    count: usize,
}

impl Noted {
    #[inline(always)]
    fn new() -> Noted {
        Noted {
            noted: [0; 64],
            count: 0,
        }
    }

    #[inline(always)]
    fn note(&mut self, counts: bool, card: Card, from: Place, count: usize) {
        self.noted[self.count & 63] = (card.index() | from.index() << 8 | count << 16) as u32;
        self.count += usize::from(counts);
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (Card, Place, u8)> {
        self.noted[..self.count & 63].iter().map(|&noted| {
            let [card, from, count, _] = noted.to_le_bytes();
            (Card::from_index(card), Place::from_index(from), count)
        })
    }
}

/// The foundation that takes a card where each is built up in suit from ace to king: the first of
/// its suit, where both would.
#[inline]
pub(super) fn home(table: &Table, card: Card, decks: usize) -> Option<Place> {
    (0..decks)
        .map(|deck| Place::foundation(card.suit().index() + 4 * deck))
        .find(|&place| table.size(place) + 1 == usize::from(card.rank().number()))
}

/// The suit a foundation belongs to.
pub(super) fn suit_of(foundation: Place) -> Suit {
    Suit::from_index(foundation.number())
}

/// The foundations of so many decks.
#[inline(always)]
pub(super) fn foundations(decks: usize) -> impl Iterator<Item = Place> {
    Place::foundation(0).first(4 * decks)
}

/// The first so many tableau piles.
#[inline(always)]
pub(super) fn tableau(piles: usize) -> impl Iterator<Item = Place> {
    Place::tableau(0).first(piles)
}

/// The card a foundation built up from the ace takes next.
pub(super) fn next_home(table: &Table, foundation: Place) -> Option<Card> {
    let rank = Rank::new(table.size(foundation) as u8 + 1)?;
    Some(Card::new(rank, suit_of(foundation)))
}

/// What of the tableau tells one position of a sliding game from another: while a card lies face
/// down, what slides is turned up in its turn and places matter; after that, spaces collect at
/// the right, whole piles shift, and nothing hangs on their order.
pub(super) fn tell_sliding(
    table: &Table,
    piles: usize,
    known: Insights,
    tell: &mut impl FnMut(Place, Kin),
) {
    let settled =
        known.has(Insight::Interchange) && tableau(piles).all(|pile| table.face_down(pile) == 0);
    for pile in tableau(piles) {
        tell(pile, if settled { Kin::Like(0) } else { Kin::Own });
    }
}

/// How many cards of a pile lie on a lower card of their own suit, which must go home first.
pub(super) fn covering(pile: &[Card]) -> usize {
    let mut lowest = [u8::MAX; 4];
    let covers = pile.iter().filter(|card| {
        let rank = card.rank().number();
        let lowest = &mut lowest[card.suit().index()];
        let covers = *lowest < rank;
        *lowest = rank.min(*lowest);
        covers
    });
    covers.count()
}

/// How near a sliding game looks to being won: cards home count for it; those that lie face down,
/// and those that cover what must go first, against it.
pub(super) fn promise(table: &Table, piles: usize) -> i32 {
    let against: usize = tableau(piles)
        .map(|pile| 3 * table.face_down(pile) + covering(table.pile(pile)))
        .sum();
    2 * table.on_foundations() as i32 - against as i32
}

/// Tells of the foundations of a game in which they follow from what lies elsewhere.
pub(super) fn tell_foundations(decks: usize, known: Insights, tell: &mut impl FnMut(Place, Kin)) {
    if !known.has(Insight::Remainder) {
        foundations(decks).for_each(|place| tell(place, Kin::Own));
    }
}

/// Why a move is refused whatever the game: no such place, no such cards, not a target.
pub(super) fn refuse_any(table: &Table, from: Place, to: Place, count: u8) -> Option<String> {
    let places = table.places();
    let words = if let Some(place) = [from, to].into_iter().find(|&p| !places.has(p)) {
        format!("there is no {place} in this game")
    } else if count == 0 {
        "a move takes at least one card".into()
    } else if table.is_empty(from) {
        format!("there is no card on {}", from.name())
    } else if from.role() == Role::Stock {
        "the stock lies face down".into()
    } else if from == to {
        "the card lies there already".into()
    } else if usize::from(count) > table.face_up(from).len() {
        match table.face_up(from).len() {
            1 => format!("only one card of {} is face up", from.name()),
            n => format!("only {n} cards of {} are face up", from.name()),
        }
    } else if matches!(
        to.role(),
        Role::Stock | Role::Waste | Role::Hand | Role::Discards
    ) {
        format!("no card is put on {}", to.name())
    } else if to.role() == Role::Reserve {
        "the reserve is never refilled".into()
    } else if count > 1 && !from.is_tableau() && !from.is_foundation() {
        only_the_top(from)
    } else if count > 1 && to.is_foundation() {
        "only one card at a time goes home".into()
    } else {
        return None;
    };
    Some(words)
}

/// The words for a unit of several cards that is to leave a place where only the top does.
pub(super) fn only_the_top(from: Place) -> String {
    format!("only the top card of {} can be moved", from.name())
}

/// The lowest card of those a move takes up.
pub(super) fn head(table: &Table, from: Place, count: u8) -> Option<Card> {
    let cards = table.pile(from);
    let under = cards.len().checked_sub(count.into())?;
    cards.get(under).copied()
}

/// Why a card does not go home to a foundation built up in suit from the ace.
pub(super) fn refuse_home(table: &Table, card: Card, to: Place, decks: usize) -> String {
    if suit_of(to) != card.suit() {
        return format!("that foundation is for {}", suit_of(to).name());
    }
    match home(table, card, decks) {
        Some(place) => format!("{card} goes to {}", place.name()),
        None => match table.top(to) {
            Some(top) => does_not_go(card, top),
            None => format!("a foundation begins with its ace, not with {card}"),
        },
    }
}

/// `6♥ does not go on 8♠`.
pub(super) fn does_not_go(card: Card, top: Card) -> String {
    format!("{card} does not go on {top}")
}

/// Why a turn of the stock is refused.
pub(super) fn refuse_draw(table: &Table) -> String {
    if table.places().has(Place::STOCK) {
        "the stock is empty".into()
    } else {
        "there is no stock in this game".into()
    }
}

/// The words for a move that is not of this game.
pub(super) fn not_of_this_game(mv: Move) -> String {
    format!("there is no {mv} in this game")
}
