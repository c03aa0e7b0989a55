//! Klondike, written against the public interface only.
//!
//! Seven piles, one deck. The tableau builds down in alternating colors, a space accepts a king, and
//! the foundations build up in suit. The stock is turned one card at a time with unlimited redeals,
//! and the top card of a foundation may return to the tableau.

use larboard::cards::{Card, Rank, Suit};
use larboard::presentation::{Accepts, BoardLayout, Presentation};
use larboard::rules::{
    Dealer, GameInfo, GameOptions, Introduction, Move, MoveList, PileId, PileKind, Rules, Table,
};
use larboard::solver::{
    Evaluation, KeyPart, MacroMoves, PruningRule, PruningRules, SearchKnowledge,
};

/// The number of tableau piles.
const PILES: usize = 7;

static INFO: GameInfo = GameInfo {
    id: "klondike",
    title: "Klondike",
    decks: 1,
    brief: "",
    summary: "Seven piles, one card turned at a time, unlimited redeals.",
    introduction: Introduction {
        id: "",
        goal: "",
        building: "",
        rule: "",
    },
    lesson: "",
    help: "KLONDIKE\n\nBuild down in alternating colors, foundations up in suit, kings in spaces.\n",
    presets: &[],
    options: &[],
};

/// The rules of Klondike.
#[derive(Clone, Debug)]
pub(crate) struct Klondike;

impl Klondike {
    fn tableau(&self) -> impl Iterator<Item = PileId> + use<> {
        (0..PILES).map(PileId::tableau)
    }

    /// Whether a card, with the cards on it, can move onto another card, or to a space if `top` is
    /// `None`.
    fn builds_on(&self, card: Card, top: Option<Card>) -> bool {
        match top {
            Some(top) => {
                top.is_red() != card.is_red() && top.rank().number() == card.rank().number() + 1
            }
            None => card.rank() == Rank::KING,
        }
    }

    /// Returns the piles that accept a card.
    fn targets<'a>(&'a self, table: &'a Table, card: Card) -> impl Iterator<Item = PileId> + 'a {
        self.tableau()
            .filter(move |&pile| self.builds_on(card, table.top(pile)))
    }

    /// Whether a card can go to its foundation and no card can need it in the tableau: all cards that
    /// could be built on it are on foundations, and so are those that could be built on these.
    fn is_safe(table: &Table, card: Card) -> bool {
        let rank = usize::from(card.rank().number());
        let height = |suit: Suit| table.size(foundation(suit));
        height(card.suit()) + 1 == rank
            && Suit::ALL.into_iter().all(|suit| {
                let short = if suit.is_red() == card.is_red() { 2 } else { 1 };
                height(suit) + short >= rank
            })
    }

    /// Returns the cards of stock and waste, each with the number of draws that bring it to the top
    /// of the waste, and whether a redeal is needed.
    fn talon(table: &Table) -> impl Iterator<Item = (Card, usize, bool)> + '_ {
        let waste = table.pile(PileId::WASTE);
        let stock = table.pile(PileId::STOCK);
        let (covered, top) = waste.split_at(waste.len().saturating_sub(1));
        let available = top.iter().map(|&card| (card, 0, false));
        let in_stock = stock.iter().rev().enumerate();
        let after_redeal = covered.iter().enumerate();
        available
            .chain(in_stock.map(|(n, &card)| (card, n + 1, false)))
            .chain(after_redeal.map(move |(n, &card)| (card, stock.len() + n + 1, true)))
    }

    /// Adds the moves worth trying. A card of the talon is drawn only to be
    /// played. A run is split only to send the card below the split to its foundation, because any
    /// card that could be built on it could also go where the rest of the run would. A whole pile
    /// moves onto a card, never to a space.
    fn list_useful_moves(&self, table: &Table, successors: &mut MacroMoves) {
        let is_next = |card: Card| next_rank(table, card.suit()) == card.rank().number();
        let first_space = self.tableau().find(|&pile| table.is_empty(pile));
        let targets = |card: Card| {
            let targets = self.targets(table, card);
            targets.filter(move |&to| !table.is_empty(to) || first_space == Some(to))
        };
        for from in self.tableau() {
            if let Some(card) = table.top(from).filter(|&card| is_next(card)) {
                successors.push_single(Move::single_card(from, foundation(card.suit())));
            }
        }
        for from in self.tableau() {
            let face_up = table.face_up(from);
            for to in face_up.first().into_iter().flat_map(|&head| targets(head)) {
                if table.face_down(from) > 0 || !table.is_empty(to) {
                    successors.push_single(transfer(from, to, face_up.len()));
                }
            }
        }
        for (card, draws, needs_redeal) in Klondike::talon(table) {
            let own_foundation = is_next(card).then(|| foundation(card.suit()));
            for to in own_foundation.into_iter().chain(targets(card)) {
                for n in 0..draws {
                    if needs_redeal && n == table.size(PileId::STOCK) {
                        successors.push_step(Move::Redeal);
                    }
                    successors.push_step(Move::Draw);
                }
                successors.push_single(Move::single_card(PileId::WASTE, to));
            }
        }
        for from in self.tableau() {
            let face_up = table.face_up(from);
            let pairs = face_up.windows(2).enumerate();
            for (index, pair) in pairs.filter(|(_, pair)| is_next(pair[0])) {
                for to in targets(pair[1]) {
                    successors.push_step(transfer(from, to, face_up.len() - index - 1));
                    successors.push_single(Move::single_card(from, foundation(pair[0].suit())));
                }
            }
        }
        for from in Suit::ALL.map(foundation) {
            for to in table.top(from).into_iter().flat_map(targets) {
                successors.push_single(Move::single_card(from, to));
            }
        }
    }
}

fn foundation(suit: Suit) -> PileId {
    PileId::foundation(suit.index())
}

/// Returns the number of the rank that the foundation of a suit accepts next.
fn next_rank(table: &Table, suit: Suit) -> u8 {
    table.size(foundation(suit)) as u8 + 1
}

fn transfer(from: PileId, to: PileId, count: usize) -> Move {
    let count = count as u8;
    Move::Transfer { from, to, count }
}

impl Rules for Klondike {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        GameOptions::from_pairs(&[])
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let piles = self.tableau().chain([PileId::STOCK, PileId::WASTE]);
        let mut dealer = Dealer::new(deck, piles.chain(Suit::ALL.map(foundation)));
        dealer.deal_triangle(PILES);
        dealer.move_rest_to_stock();
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        if self.is_won(table) {
            return;
        }
        for from in self.tableau() {
            let face_up = table.face_up(from);
            for (index, &head) in face_up.iter().enumerate() {
                let count = face_up.len() - index;
                for to in self.targets(table, head) {
                    // Moving a whole pile to a space would only exchange two piles.
                    if count < table.size(from) || !table.is_empty(to) {
                        moves.push(transfer(from, to, count));
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
                && next_rank(table, card.suit()) == card.rank().number()
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
        table.cards_on_foundations() == 4 * usize::from(Rank::KING.number())
    }

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        let Move::Transfer { from, to, count } = mv else {
            return format!("{mv} is not possible now");
        };
        let cards = table.face_up(from);
        let head = cards.len().checked_sub(count.into());
        match (head.and_then(|head| cards.get(head)), table.top(to)) {
            (None, _) => format!("There are not so many face-up cards on {}", from.name()),
            (Some(card), Some(top)) => format!("{card} does not fit on {top}"),
            (Some(card), None) => format!("{card} does not fit on {}", to.name()),
        }
    }
}

impl Presentation for Klondike {
    fn layout(&self) -> BoardLayout {
        BoardLayout::new(PILES)
            .with_pile(PileId::STOCK, 0, 0)
            .with_pile(PileId::WASTE, 1, 0)
            .with_row(Suit::ALL.map(foundation), PILES - 4, 0)
            .with_row(self.tableau(), 0, 1)
    }

    fn max_movable(&self, table: &Table, pile: PileId) -> usize {
        match pile.kind() {
            PileKind::Tableau => table.face_up(pile).len(),
            PileKind::Waste | PileKind::Foundation => table.size(pile).min(1),
            _ => 0,
        }
    }

    fn accepts(&self, table: &Table, pile: PileId) -> Accepts {
        let next = || Rank::new(table.size(pile) as u8 + 1);
        match pile.kind() {
            PileKind::Tableau if table.is_empty(pile) => Accepts::Rank(Rank::KING),
            PileKind::Foundation => next().map_or(Accepts::Nothing, |rank| {
                Accepts::Card(Card::new(rank, Suit::ALL[pile.number()]))
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
                .is_some_and(|card| Klondike::is_safe(table, card)),
            _ => false,
        }
    }
}

impl SearchKnowledge for Klondike {
    /// Tableau piles may be exchanged. The size of a foundation determines its cards. Every other
    /// card that is not in the tableau is in the talon, where it can be reached from any position of
    /// the talon.
    fn visit_key_parts(
        &self,
        table: &Table,
        pruning: PruningRules,
        visit: &mut impl FnMut(PileId, KeyPart),
    ) {
        if !pruning.contains(PruningRule::PileSymmetry) {
            // A winning line names piles, so what is proven is proven of this position alone.
            let piles = table.pile_ids().iter();
            return piles.for_each(|pile| visit(pile, KeyPart::Exact));
        }
        self.tableau()
            .for_each(|pile| visit(pile, KeyPart::Interchangeable(0)));
        for suit in Suit::ALL {
            visit(foundation(suit), KeyPart::SizeOnly);
        }
    }

    fn successors(&self, table: &Table, _: PruningRules, successors: &mut MacroMoves) {
        let mut tops = self.tableau().chain([PileId::WASTE]);
        let safe = tops.find_map(|from| {
            let card = table
                .top(from)
                .filter(|&card| Klondike::is_safe(table, card))?;
            Some(Move::single_card(from, foundation(card.suit())))
        });
        match safe {
            Some(safe) => successors.push_single(safe),
            None => self.list_useful_moves(table, successors),
        }
    }

    fn evaluate(&self, table: &Table, _variation: u32) -> Evaluation {
        let face_down: usize = self.tableau().map(|pile| table.face_down(pile)).sum();
        Evaluation::from_score(table.cards_on_foundations() as i32 - 4 * face_down as i32)
    }
}
