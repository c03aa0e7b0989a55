//! Klondike, as anyone would bring it: one file, the public interface, nothing else.
//!
//! Seven piles, one deck. The tableau builds down in alternating colours, a king goes in a space;
//! the foundations build up in suit. One card is turned at a time, the waste is turned over as often
//! as one likes, and the top of a foundation may come back to the tableau.

use larboard::cards::{Card, CardSet, Rank, Suit};
use larboard::rules::{
    Choices, Courses, Dealer, Insight, Insights, Kin, Move, MoveList, Place, Plan, Profile, Role,
    Rules, Table, Takes,
};

static PROFILE: Profile = Profile {
    id: "klondike",
    title: "Klondike",
    decks: 1,
    blurb: "The solitaire everybody knows, a card at a time.",
    help: "KLONDIKE\n\nDown in alternating colours, home up in suit, kings in spaces.\n",
    options: &[],
};

/// The game, of so many piles and ranks.
#[derive(Clone, Debug)]
pub(crate) struct Klondike {
    piles: usize,
    top: Rank,
}

impl Klondike {
    /// The game everybody knows.
    pub(crate) fn new() -> Klondike {
        Klondike {
            piles: 7,
            top: Rank::KING,
        }
    }

    /// The same game with fewer piles and ranks; the highest rank takes the part of the king.
    pub(crate) fn shortened(piles: usize, top: Rank) -> Klondike {
        Klondike { piles, top }
    }

    fn tableau(&self) -> impl Iterator<Item = Place> + use<> {
        (0..self.piles).map(Place::tableau)
    }

    /// Whether a card, with whatever lies on it, goes on another, or in a space.
    fn goes_on(&self, card: Card, top: Option<Card>) -> bool {
        match top {
            Some(top) => {
                top.is_red() != card.is_red() && top.rank().number() == card.rank().number() + 1
            }
            None => card.rank() == self.top,
        }
    }

    /// The piles that take a card.
    fn targets<'a>(&'a self, table: &'a Table, card: Card) -> impl Iterator<Item = Place> + 'a {
        self.tableau()
            .filter(move |&pile| self.goes_on(card, table.top(pile)))
    }

    /// Whether a card goes home and nothing can need to lie on it any more. What could lie on it is
    /// home, and what could lie on that is home too, so bringing either back helps nobody.
    fn goes_home_safely(table: &Table, card: Card) -> bool {
        let rank = usize::from(card.rank().number());
        let height = |suit: Suit| table.size(foundation(suit));
        height(card.suit()) + 1 == rank
            && Suit::ALL.into_iter().all(|suit| {
                let short = if suit.is_red() == card.is_red() { 2 } else { 1 };
                height(suit) + short >= rank
            })
    }

    /// The cards of stock and waste, each with the moves that bring it to the top of the waste.
    fn talon(table: &Table) -> impl Iterator<Item = (Card, usize, bool)> + '_ {
        let waste = table.pile(Place::WASTE);
        let stock = table.pile(Place::STOCK);
        let (under, top) = waste.split_at(waste.len().saturating_sub(1));
        let now = top.iter().map(|&card| (card, 0, false));
        let next = stock.iter().rev().enumerate();
        let again = under.iter().enumerate();
        now.chain(next.map(|(n, &card)| (card, n + 1, false)))
            .chain(again.map(move |(n, &card)| (card, stock.len() + n + 1, true)))
    }

    /// Sequences of moves worth trying where all cards are known. Every card of the talon can be
    /// had; a run is taken apart only to send the card under it home, since what could go on that
    /// card can go where the rest of the run would; a whole pile is put on another, not in a space.
    fn in_need(&self, table: &Table, known: Insights, courses: &mut Courses) {
        let home = |card: Card| next_home(table, card.suit()) == card.rank().number();
        let space = self.tableau().find(|&pile| table.is_empty(pile));
        let alike = known.has(Insight::Interchange);
        let targets = |card: Card| {
            let targets = self.targets(table, card);
            targets.filter(move |&to| !(alike && table.is_empty(to) && space != Some(to)))
        };
        for from in self.tableau() {
            if let Some(card) = table.top(from).filter(|&card| home(card)) {
                courses.push(Move::card(from, foundation(card.suit())));
            }
        }
        for from in self.tableau() {
            let up = table.face_up(from);
            for to in up.first().into_iter().flat_map(|&head| targets(head)) {
                if table.face_down(from) > 0 || !table.is_empty(to) {
                    courses.push(carry(from, to, up.len()));
                }
            }
        }
        for (card, draws, around) in Klondike::talon(table) {
            let home = home(card).then(|| foundation(card.suit()));
            for to in home.into_iter().chain(targets(card)) {
                for n in 0..draws {
                    if around && n == table.size(Place::STOCK) {
                        courses.step(Move::Redeal);
                    }
                    courses.step(Move::Draw);
                }
                courses.push(Move::card(Place::WASTE, to));
            }
        }
        for from in self.tableau() {
            let up = table.face_up(from);
            for (under, pair) in up.windows(2).enumerate().filter(|(_, pair)| home(pair[0])) {
                for to in targets(pair[1]) {
                    courses.step(carry(from, to, up.len() - under - 1));
                    courses.push(Move::card(from, foundation(pair[0].suit())));
                }
            }
        }
        for from in Suit::ALL.map(foundation) {
            for to in table.top(from).into_iter().flat_map(targets) {
                courses.push(Move::card(from, to));
            }
        }
    }

    /// Whether every face-down card could be turned up in an easier game: one in which a card that
    /// ever lay free bears another at any time after, cards that came free go home, and there is
    /// always a space for a king.
    fn all_come_free(&self, table: &Table) -> bool {
        let open = table.places().iter().flat_map(|place| match place.role() {
            Role::Tableau => table.face_up(place),
            _ => table.pile(place),
        });
        let mut free = open.fold(CardSet::NONE, |free, &card| free.or(CardSet::only(card)));
        let moves = |free: CardSet, card: Card| {
            let number = card.rank().number();
            let other = if card.is_red() {
                CardSet::BLACK
            } else {
                CardSet::RED
            };
            let lower = (1..number).map(|number| CardSet::number(card.suit(), number));
            card.rank() == self.top
                || !CardSet::rank_number(number + 1)
                    .and(other)
                    .and(free)
                    .is_empty()
                || lower
                    .fold(CardSet::NONE, CardSet::or)
                    .without(free)
                    .is_empty()
        };
        let mut covered: [usize; 16] = [0; 16];
        for pile in self.tableau() {
            covered[pile.number()] = table.face_down(pile);
        }
        loop {
            let mut stuck = true;
            for pile in self.tableau() {
                let down = &mut covered[pile.number()];
                while *down > 0 && moves(free, table.pile(pile)[*down]) {
                    *down -= 1;
                    free = free.or(CardSet::only(table.pile(pile)[*down]));
                    stuck = false;
                }
            }
            if stuck {
                return covered.iter().all(|&down| down == 0);
            }
        }
    }
}

fn foundation(suit: Suit) -> Place {
    Place::foundation(suit.index())
}

/// The rank, as a number, of the card of a suit that goes home next.
fn next_home(table: &Table, suit: Suit) -> u8 {
    table.size(foundation(suit)) as u8 + 1
}

fn carry(from: Place, to: Place, count: usize) -> Move {
    let count = count as u8;
    Move::Carry { from, to, count }
}

impl Rules for Klondike {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn choices(&self) -> Choices {
        Choices::of(&[])
    }

    fn plan(&self) -> Plan {
        Plan::new(self.piles)
            .with(Place::STOCK, 0, 0)
            .with(Place::WASTE, 1, 0)
            .with_row(Suit::ALL.map(foundation), self.piles.saturating_sub(4), 0)
            .with_row(self.tableau(), 0, 1)
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let others = [Place::STOCK, Place::WASTE];
        let places = self.tableau().chain(others);
        let mut dealer = Dealer::new(deck, places.chain(Suit::ALL.map(foundation)));
        dealer.triangle(self.piles);
        dealer.rest_to_stock();
        dealer.table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        if self.is_won(table) {
            return;
        }
        for from in self.tableau() {
            let up = table.face_up(from);
            for (under, &head) in up.iter().enumerate() {
                let count = up.len() - under;
                for to in self.targets(table, head) {
                    // A whole pile in a space would change nothing that matters.
                    if count < table.size(from) || !table.is_empty(to) {
                        moves.push(carry(from, to, count));
                    }
                }
            }
        }
        if let Some(card) = table.top(Place::WASTE) {
            let targets = self.targets(table, card);
            moves.extend(targets.map(|to| Move::card(Place::WASTE, to)));
        }
        for from in self.tableau().chain([Place::WASTE]) {
            if let Some(card) = table.top(from)
                && next_home(table, card.suit()) == card.rank().number()
            {
                moves.push(Move::card(from, foundation(card.suit())));
            }
        }
        for from in Suit::ALL.map(foundation) {
            if let Some(card) = table.top(from) {
                let targets = self.targets(table, card);
                moves.extend(targets.map(|to| Move::card(from, to)));
            }
        }
        if !table.is_empty(Place::STOCK) {
            moves.push(Move::Draw);
        } else if !table.is_empty(Place::WASTE) {
            moves.push(Move::Redeal);
        }
    }

    fn apply(&self, table: &mut Table, mv: Move) {
        match mv {
            Move::Carry { from, to, count } => {
                table.carry(from, to, count);
            }
            Move::Redeal => {
                let count = table.size(Place::WASTE) as u8;
                table.gather(Place::WASTE, Place::STOCK, count);
            }
            _ => table.deal(Place::STOCK, Place::WASTE, 1),
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.on_foundations() == 4 * usize::from(self.top.number())
    }

    fn why_not(&self, table: &Table, mv: Move) -> String {
        let Move::Carry { from, to, count } = mv else {
            return format!("{mv} cannot be done now");
        };
        let cards = table.face_up(from);
        let head = cards.len().checked_sub(count.into());
        match (head.and_then(|head| cards.get(head)), table.top(to)) {
            (None, _) => format!("there are no such cards on {}", from.name()),
            (Some(card), Some(top)) => format!("{card} does not go on {top}"),
            (Some(card), None) => format!("{card} does not go to {}", to.name()),
        }
    }

    fn movable(&self, table: &Table, place: Place) -> usize {
        match place.role() {
            Role::Tableau => table.face_up(place).len(),
            Role::Waste | Role::Foundation => table.size(place).min(1),
            _ => 0,
        }
    }

    fn takes(&self, table: &Table, place: Place) -> Takes {
        let card = || Rank::new(table.size(place) as u8 + 1);
        match place.role() {
            Role::Tableau if table.is_empty(place) => Takes::Rank(self.top),
            Role::Foundation => card().map_or(Takes::Nothing, |rank| {
                Takes::Card(Card::new(rank, Suit::ALL[place.number()]))
            }),
            _ => Takes::Nothing,
        }
    }

    fn gives_back(&self) -> bool {
        true
    }

    fn goes_home_unasked(&self) -> bool {
        true
    }

    fn safe_home(&self, table: &Table, mv: Move) -> bool {
        match mv {
            Move::Carry { from, to, .. } if to.is_foundation() => table
                .top(from)
                .is_some_and(|card| Klondike::goes_home_safely(table, card)),
            _ => false,
        }
    }

    /// Piles may change places. What lies home is told by how much there is; every other card that
    /// is not in the tableau is in the talon, and there it can be had wherever the talon stands.
    fn tell(&self, _: &Table, known: Insights, tell: &mut impl FnMut(Place, Kin)) {
        let alike = known.has(Insight::Interchange);
        for pile in self.tableau() {
            tell(pile, if alike { Kin::Like(0) } else { Kin::Own });
        }
        let follows = known.has(Insight::Remainder);
        for suit in Suit::ALL {
            tell(
                foundation(suit),
                if follows { Kin::Count } else { Kin::Own },
            );
        }
        if !follows {
            tell(Place::STOCK, Kin::Own);
            tell(Place::WASTE, Kin::Own);
        } else if !known.has(Insight::InNeed) {
            tell(Place::WASTE, Kin::Count);
        }
    }

    fn courses(&self, table: &Table, known: Insights, courses: &mut Courses) {
        if known.has(Insight::SafeHome)
            && let Some((from, card)) = self
                .tableau()
                .chain([Place::WASTE])
                .filter_map(|from| Some((from, table.top(from)?)))
                .find(|&(_, card)| Klondike::goes_home_safely(table, card))
        {
            courses.push(Move::card(from, foundation(card.suit())));
        } else if known.has(Insight::InNeed) {
            self.in_need(table, known, courses);
        } else {
            let mut moves = MoveList::new();
            self.legal_moves(table, &mut moves);
            moves.into_iter().for_each(|mv| courses.push(mv));
        }
    }

    fn is_hopeless(&self, table: &Table, known: Insights) -> bool {
        known.has(Insight::DeadEnd) && !self.all_come_free(table)
    }

    fn promise(&self, table: &Table) -> i32 {
        let down: usize = self.tableau().map(|pile| table.face_down(pile)).sum();
        self.home(table) as i32 - 4 * down as i32
    }
}
