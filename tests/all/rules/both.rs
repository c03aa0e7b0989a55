//! One game in both readings at once: whatever is asked of it, the two must agree.

use std::collections::BTreeMap;

use larboard::cards::Card as TheirCard;
use larboard::game::Game;
use larboard::rules::{Move, PileId, Status, Table};
use larboard::variant::Variant;

use crate::games;
use crate::rules::naive::{Attempt, Card, Naive, PileName, Position};

/// A game in both readings.
pub(crate) struct Both {
    pub(crate) naive: Naive,
    pub(crate) position: Position,
    pub(crate) legal: Vec<Attempt>,
    pub(crate) game: Game,
    /// What was played, for whoever must look into a difference.
    pub(crate) played: Vec<String>,
}

impl Both {
    /// Deals a deck in both readings.
    pub(crate) fn deal(naive: &Naive, deck: &[Card]) -> Both {
        let theirs: Vec<TheirCard> = deck.iter().map(|&card| their_card(card)).collect();
        let position = naive.deal(deck);
        let both = Both {
            legal: naive.legal(&position),
            position,
            game: Game::from_deck(variant(naive), None, &theirs),
            naive: naive.clone(),
            played: Vec::new(),
        };
        both.agree();
        both
    }

    /// Plays a legal move in both readings.
    pub(crate) fn play(&mut self, attempt: Attempt) {
        self.played.push(attempt.to_string());
        self.position = self.naive.after(&self.position, attempt);
        self.legal = self.naive.legal(&self.position);
        let played = self.game.play(read_move(&attempt.to_string())).map(|_| ());
        assert_eq!(played, Ok(()), "{}", self.story());
        self.agree();
    }

    /// How the game stands.
    pub(crate) fn status(&self) -> Status {
        if self.naive.won(&self.position) {
            Status::Won
        } else if self.legal.is_empty() {
            Status::Lost
        } else {
            Status::Playing
        }
    }

    fn agree(&self) {
        assert!(
            same_table(&self.position, self.game.table()),
            "another table: {}\n{}",
            shown(self.game.table()),
            self.story()
        );
        let mut ours: Vec<String> = self.legal.iter().map(Attempt::to_string).collect();
        let mut theirs: Vec<String> = self
            .game
            .legal_moves()
            .iter()
            .map(Move::to_string)
            .collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(theirs, ours, "other legal moves: {}", self.story());
        assert_eq!(self.game.status(), self.status(), "{}", self.story());
        let home = if self.naive.is_one_handed() { 'x' } else { 'f' };
        assert_eq!(self.game.foundation_cards(), self.position.cards_on(home));
    }

    /// All that is needed to see a position again.
    pub(crate) fn story(&self) -> String {
        let deck: Vec<String> = self.position.deck.iter().map(Card::to_string).collect();
        format!(
            "{}\ndeck {}\nmoves {}\n{}",
            self.naive.title(),
            deck.join(" "),
            self.played.join(" "),
            self.position
        )
    }
}

/// The rules under test of a game and its options.
pub(crate) fn variant(naive: &Naive) -> Variant {
    // An option that the style chosen makes idle is left to its default.
    games::variant(naive.game, &naive.options)
}

pub(crate) fn their_card(card: Card) -> TheirCard {
    card.to_string().parse().expect("a card")
}

pub(crate) fn pile_id(place: PileName) -> PileId {
    place.to_string().parse().expect("a place")
}

pub(crate) fn read_move(text: &str) -> Move {
    text.parse().expect("a move")
}

/// Whether a table has the same places with the same cards lying the same way.
pub(crate) fn same_table(position: &Position, table: &Table) -> bool {
    position.piles.len() == table.pile_ids().iter().count()
        && position.piles.iter().all(|&(place, ref pile)| {
            let place = pile_id(place);
            table.pile_ids().contains(place)
                && table.size(place) == pile.len()
                && pile.iter().enumerate().all(|(index, lying)| {
                    let card = table.pile(place)[index];
                    lying.card.rank == card.rank().number()
                        && lying.card.suit == card.suit().letter()
                        && lying.up == (index >= table.face_down(place))
                })
        })
}

/// A table as text, a line a pile, in the order of its places.
pub(crate) fn shown(table: &Table) -> String {
    let mut text = String::new();
    for place in table.pile_ids().iter() {
        text += &format!("\n{place}:");
        for (index, card) in table.pile(place).iter().enumerate() {
            let back = if index < table.face_down(place) {
                "#"
            } else {
                ""
            };
            text += &format!(" {back}{}", card.code());
        }
    }
    text
}

/// How many there are of each card, wherever they lie.
pub(crate) fn census(table: &Table) -> BTreeMap<String, usize> {
    let mut census = BTreeMap::new();
    for place in table.pile_ids().iter() {
        for card in table.pile(place) {
            *census.entry(card.code().to_string()).or_default() += 1;
        }
    }
    census
}
