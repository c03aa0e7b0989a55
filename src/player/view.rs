//! What a player can see of a game.

use super::seen_cards::SeenCards;
use crate::cards::Card;
use crate::game::Game;
use crate::rules::{PileId, PileSet, Table};

/// What a player who counts cards knows about a game in play.
///
/// Every card that was face up since the deal is known wherever it is now, except for cards that were
/// seen in moves that are undone. Of all other cards only the set is known. The view does not hold
/// their true arrangement, so nothing that is computed from a view can depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pile_ids: PileSet,
    piles: Vec<PileView>,
    redeals_used: u8,
    /// The known cards in the order in which they were dealt, if there is only one deck. The copies in
    /// two decks cannot be told apart, so there they are sorted.
    known: Vec<Card>,
    /// The unseen cards, sorted.
    unseen: Vec<Card>,
}

/// The cards of a pile, bottom first. An unseen card is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PileView {
    pile: PileId,
    cards: Vec<Option<Card>>,
    face_down: usize,
}

impl View {
    /// Creates the view of the current position of a game.
    pub fn new(game: &Game) -> View {
        let mut table = game.rules().deal(game.deck());
        let mut seen = SeenCards::new(&table);
        for mv in game.moves() {
            seen.make_move(&**game.rules(), &mut table, mv);
        }
        let (mut known, mut unseen) = (Vec::new(), Vec::new());
        let mut view_card = |is_seen: bool, card: Card| {
            let cards = if is_seen { &mut known } else { &mut unseen };
            cards.push(card);
            is_seen.then_some(card)
        };
        let mut view_pile = |pile: PileId| {
            let cards = table.pile(pile).iter().enumerate();
            let cards = cards.map(|(height, &card)| view_card(seen.contains(pile, height), card));
            PileView {
                pile,
                cards: cards.collect(),
                face_down: table.face_down(pile),
            }
        };
        let piles = table.pile_ids().iter().map(&mut view_pile).collect();
        unseen.sort_unstable();
        if game.rules().info().decks == 1 {
            let place = |card: &Card| game.deck().iter().position(|dealt| dealt == card);
            known.sort_by_cached_key(place);
        } else {
            known.sort_unstable();
        }
        View {
            pile_ids: table.pile_ids(),
            piles,
            redeals_used: table.redeals_used(),
            known,
            unseen,
        }
    }

    /// Returns the marks of the cards that are seen.
    pub(crate) fn seen_cards(&self) -> SeenCards {
        let mut seen = SeenCards::default();
        for view in &self.piles {
            let cards = view.cards.iter().map(Option::is_some);
            seen.add_pile(view.pile, cards);
        }
        seen
    }

    /// Returns the unseen cards, sorted.
    pub fn unseen(&self) -> &[Card] {
        &self.unseen
    }

    /// Creates a table that looks like this view, with the unseen cards in the given order. The first
    /// of them is the next unseen card of the stock.
    pub fn to_table(&self, unseen: &[Card]) -> Table {
        let deck = [&self.known[..], unseen].concat();
        let mut table = Table::new(self.pile_ids, &deck);
        let mut hidden = unseen.iter().rev().copied();
        for view in self.piles_stock_last() {
            let cards = view.cards.iter();
            cards
                .filter_map(|card| card.or_else(|| hidden.next()))
                .for_each(|card| table.put(view.pile, card));
            table.set_face_down(view.pile, view.face_down);
        }
        for _ in 0..self.redeals_used {
            table.count_redeal();
        }
        table
    }

    /// Returns the cards that a table which looks like this view has in the places of the unseen cards:
    /// the order in which [`to_table`](View::to_table) takes them.
    pub(crate) fn unseen_order(&self, table: &Table) -> Vec<Card> {
        let mut order: Vec<Card> = self
            .piles_stock_last()
            .flat_map(|view| table.pile(view.pile).iter().zip(&view.cards))
            .filter_map(|(&card, known)| known.is_none().then_some(card))
            .collect();
        order.reverse();
        order
    }

    fn piles_stock_last(&self) -> impl Iterator<Item = &PileView> {
        let is_stock = |view: &&PileView| view.pile == PileId::STOCK;
        let stock = self.piles.iter().filter(is_stock);
        let others = self.piles.iter().filter(move |view| !is_stock(view));
        others.chain(stock)
    }
}
