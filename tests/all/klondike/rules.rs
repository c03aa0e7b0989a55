//! Klondike, as anyone would bring it: one file, the public interface, nothing else.
//!
//! Seven piles, one deck. The tableau builds down in alternating colours, a king goes in a space;
//! the foundations build up in suit. One card is turned at a time, the waste is turned over as often
//! as one likes, and the top of a foundation may come back to the tableau.

use std::ops::BitOr;

use larboard::cards::{Card, CardSet, Rank, Suit};
use larboard::presentation::{Accepts, BoardLayout, Presentation};
use larboard::rules::{
    Dealer, GameInfo, GameOptions, Move, MoveList, PileId, PileKind, Rules, Table,
};
use larboard::solver::{KeyPart, MacroMoves, PruningRule, PruningRules, SearchKnowledge};

static PROFILE: GameInfo = GameInfo {
    id: "klondike",
    title: "Klondike",
    decks: 1,
    summary: "The solitaire everybody knows, a card at a time.",
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

    fn tableau(&self) -> impl Iterator<Item = PileId> + use<> {
        (0..self.piles).map(PileId::tableau)
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
    fn targets<'a>(&'a self, table: &'a Table, card: Card) -> impl Iterator<Item = PileId> + 'a {
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
        let waste = table.pile(PileId::WASTE);
        let stock = table.pile(PileId::STOCK);
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
    fn in_need(&self, table: &Table, known: PruningRules, courses: &mut MacroMoves) {
        let home = |card: Card| next_home(table, card.suit()) == card.rank().number();
        let space = self.tableau().find(|&pile| table.is_empty(pile));
        let alike = known.contains(PruningRule::PileSymmetry);
        let targets = |card: Card| {
            let targets = self.targets(table, card);
            targets.filter(move |&to| !(alike && table.is_empty(to) && space != Some(to)))
        };
        for from in self.tableau() {
            if let Some(card) = table.top(from).filter(|&card| home(card)) {
                courses.push_single(Move::single_card(from, foundation(card.suit())));
            }
        }
        for from in self.tableau() {
            let up = table.face_up(from);
            for to in up.first().into_iter().flat_map(|&head| targets(head)) {
                if table.face_down(from) > 0 || !table.is_empty(to) {
                    courses.push_single(carry(from, to, up.len()));
                }
            }
        }
        for (card, draws, around) in Klondike::talon(table) {
            let home = home(card).then(|| foundation(card.suit()));
            for to in home.into_iter().chain(targets(card)) {
                for n in 0..draws {
                    if around && n == table.size(PileId::STOCK) {
                        courses.push_step(Move::Redeal);
                    }
                    courses.push_step(Move::Draw);
                }
                courses.push_single(Move::single_card(PileId::WASTE, to));
            }
        }
        for from in self.tableau() {
            let up = table.face_up(from);
            for (under, pair) in up.windows(2).enumerate().filter(|(_, pair)| home(pair[0])) {
                for to in targets(pair[1]) {
                    courses.push_step(carry(from, to, up.len() - under - 1));
                    courses.push_single(Move::single_card(from, foundation(pair[0].suit())));
                }
            }
        }
        for from in Suit::ALL.map(foundation) {
            for to in table.top(from).into_iter().flat_map(targets) {
                courses.push_single(Move::single_card(from, to));
            }
        }
    }

    /// Whether every face-down card could be turned up in an easier game: one in which a card that
    /// ever lay free bears another at any time after, cards that came free go home, and there is
    /// always a space for a king.
    fn all_come_free(&self, table: &Table) -> bool {
        let open = table
            .pile_ids()
            .iter()
            .flat_map(|place| match place.kind() {
                PileKind::Tableau => table.face_up(place),
                _ => table.pile(place),
            });
        let mut free = open.fold(CardSet::EMPTY, |free, &card| {
            free | CardSet::from_card(card)
        });
        let moves = |free: CardSet, card: Card| {
            let number = card.rank().number();
            let other = if card.is_red() {
                CardSet::BLACK
            } else {
                CardSet::RED
            };
            let lower =
                (1..number).map(|number| CardSet::from_suit_and_rank_number(card.suit(), number));
            card.rank() == self.top
                || !(CardSet::from_rank_number(number + 1) & other & free).is_empty()
                || (lower.fold(CardSet::EMPTY, CardSet::bitor) - free).is_empty()
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
                    free |= CardSet::from_card(table.pile(pile)[*down]);
                    stuck = false;
                }
            }
            if stuck {
                return covered.iter().all(|&down| down == 0);
            }
        }
    }
}

fn foundation(suit: Suit) -> PileId {
    PileId::foundation(suit.index())
}

/// The rank, as a number, of the card of a suit that goes home next.
fn next_home(table: &Table, suit: Suit) -> u8 {
    table.size(foundation(suit)) as u8 + 1
}

fn carry(from: PileId, to: PileId, count: usize) -> Move {
    let count = count as u8;
    Move::Transfer { from, to, count }
}

impl Rules for Klondike {
    fn info(&self) -> &'static GameInfo {
        &PROFILE
    }

    fn options(&self) -> GameOptions {
        GameOptions::from_pairs(&[])
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let others = [PileId::STOCK, PileId::WASTE];
        let places = self.tableau().chain(others);
        let mut dealer = Dealer::new(deck, places.chain(Suit::ALL.map(foundation)));
        dealer.deal_triangle(self.piles);
        dealer.move_rest_to_stock();
        dealer.into_table()
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
        if let Some(card) = table.top(PileId::WASTE) {
            let targets = self.targets(table, card);
            moves.extend(targets.map(|to| Move::single_card(PileId::WASTE, to)));
        }
        for from in self.tableau().chain([PileId::WASTE]) {
            if let Some(card) = table.top(from)
                && next_home(table, card.suit()) == card.rank().number()
            {
                moves.push(Move::single_card(from, foundation(card.suit())));
            }
        }
        for from in Suit::ALL.map(foundation) {
            if let Some(card) = table.top(from) {
                let targets = self.targets(table, card);
                moves.extend(targets.map(|to| Move::single_card(from, to)));
            }
        }
        if !table.is_empty(PileId::STOCK) {
            moves.push(Move::Draw);
        } else if !table.is_empty(PileId::WASTE) {
            moves.push(Move::Redeal);
        }
    }

    fn apply(&self, table: &mut Table, mv: Move) {
        match mv {
            Move::Transfer { from, to, count } => {
                table.transfer(from, to, count);
            }
            Move::Redeal => {
                let count = table.size(PileId::WASTE) as u8;
                table.turn_back(PileId::WASTE, PileId::STOCK, count);
            }
            _ => table.deal(PileId::STOCK, PileId::WASTE, 1),
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.cards_on_foundations() == 4 * usize::from(self.top.number())
    }

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        let Move::Transfer { from, to, count } = mv else {
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
}

impl Presentation for Klondike {
    fn layout(&self) -> BoardLayout {
        BoardLayout::new(self.piles)
            .with_pile(PileId::STOCK, 0, 0)
            .with_pile(PileId::WASTE, 1, 0)
            .with_row(Suit::ALL.map(foundation), self.piles.saturating_sub(4), 0)
            .with_row(self.tableau(), 0, 1)
    }

    fn max_movable(&self, table: &Table, place: PileId) -> usize {
        match place.kind() {
            PileKind::Tableau => table.face_up(place).len(),
            PileKind::Waste | PileKind::Foundation => table.size(place).min(1),
            _ => 0,
        }
    }

    fn accepts(&self, table: &Table, place: PileId) -> Accepts {
        let card = || Rank::new(table.size(place) as u8 + 1);
        match place.kind() {
            PileKind::Tableau if table.is_empty(place) => Accepts::Rank(self.top),
            PileKind::Foundation => card().map_or(Accepts::Nothing, |rank| {
                Accepts::Card(Card::new(rank, Suit::ALL[place.number()]))
            }),
            _ => Accepts::Nothing,
        }
    }

    fn allows_foundation_return(&self) -> bool {
        true
    }

    fn has_safe_autoplay(&self) -> bool {
        true
    }

    fn is_safe_autoplay(&self, table: &Table, mv: Move) -> bool {
        match mv {
            Move::Transfer { from, to, .. } if to.is_foundation() => table
                .top(from)
                .is_some_and(|card| Klondike::goes_home_safely(table, card)),
            _ => false,
        }
    }
}

impl SearchKnowledge for Klondike {
    /// Piles may change places. What lies home is told by how much there is; every other card that
    /// is not in the tableau is in the talon, and there it can be had wherever the talon stands.
    fn visit_key_parts(
        &self,
        _: &Table,
        known: PruningRules,
        visit_key_parts: &mut impl FnMut(PileId, KeyPart),
    ) {
        let alike = known.contains(PruningRule::PileSymmetry);
        for pile in self.tableau() {
            visit_key_parts(
                pile,
                if alike {
                    KeyPart::Interchangeable(0)
                } else {
                    KeyPart::Exact
                },
            );
        }
        let follows = known.contains(PruningRule::DerivedPiles);
        for suit in Suit::ALL {
            visit_key_parts(
                foundation(suit),
                if follows {
                    KeyPart::SizeOnly
                } else {
                    KeyPart::Exact
                },
            );
        }
        if !follows {
            visit_key_parts(PileId::STOCK, KeyPart::Exact);
            visit_key_parts(PileId::WASTE, KeyPart::Exact);
        } else if !known.contains(PruningRule::ReserveOnDemand) {
            visit_key_parts(PileId::WASTE, KeyPart::SizeOnly);
        }
    }

    fn successors(&self, table: &Table, known: PruningRules, successors: &mut MacroMoves) {
        if known.contains(PruningRule::SafeFoundation)
            && let Some((from, card)) = self
                .tableau()
                .chain([PileId::WASTE])
                .filter_map(|from| Some((from, table.top(from)?)))
                .find(|&(_, card)| Klondike::goes_home_safely(table, card))
        {
            successors.push_single(Move::single_card(from, foundation(card.suit())));
        } else if known.contains(PruningRule::ReserveOnDemand) {
            self.in_need(table, known, successors);
        } else {
            let mut moves = MoveList::new();
            self.legal_moves(table, &mut moves);
            moves.into_iter().for_each(|mv| successors.push_single(mv));
        }
    }

    fn is_dead_end(&self, table: &Table, known: PruningRules) -> bool {
        known.contains(PruningRule::DeadEnd) && !self.all_come_free(table)
    }

    fn evaluate(&self, table: &Table) -> i32 {
        let down: usize = self.tableau().map(|pile| table.face_down(pile)).sum();
        table.cards_on_foundations() as i32 - 4 * down as i32
    }
}
