//! A game played in the naive implementation and the library at once; the two must agree.

use larboard::cards::Card as LibraryCard;
use larboard::game::Game;
use larboard::rules::{Move, PileId, Status, Table};
use larboard::variant::Variant;

use crate::games;
use crate::rules::naive::{Attempt, Card, Naive, PileName, Position};

/// Game in both implementations.
pub(crate) struct Both {
    pub(crate) naive: Naive,
    pub(crate) position: Position,
    pub(crate) legal: Vec<Attempt>,
    pub(crate) game: Game,
    /// The moves played, for the message about a difference.
    pub(crate) played: Vec<String>,
}

impl Both {
    /// Deals a deck in both implementations.
    pub(crate) fn deal(naive: &Naive, deck: &[Card]) -> Both {
        let theirs: Vec<LibraryCard> = deck.iter().map(|&card| library_card(card)).collect();
        let position = naive.deal(deck);
        let both = Both {
            legal: naive.legal(&position),
            position,
            game: Game::from_deck(variant(naive), None, &theirs),
            naive: naive.clone(),
            played: Vec::new(),
        };
        both.assert_equal();
        both
    }

    /// Plays a legal move in both implementations.
    pub(crate) fn play(&mut self, attempt: Attempt) {
        self.played.push(attempt.to_string());
        self.position = self.naive.after(&self.position, attempt);
        self.legal = self.naive.legal(&self.position);
        let played = self.game.play(read_move(&attempt.to_string())).map(|_| ());
        assert_eq!(played, Ok(()), "{}", self.report());
        self.assert_equal();
    }

    /// Returns the status according to the naive rules.
    pub(crate) fn status(&self) -> Status {
        if self.naive.won(&self.position) {
            Status::Won
        } else if self.legal.is_empty() {
            Status::Lost
        } else {
            Status::Playing
        }
    }

    fn assert_equal(&self) {
        assert!(
            same_table(&self.position, self.game.table()),
            "tables differ: {}\n{}",
            shown(self.game.table()),
            self.report()
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
        assert_eq!(theirs, ours, "legal moves differ: {}", self.report());
        assert_eq!(self.game.status(), self.status(), "{}", self.report());
        let foundation = if self.naive.is_one_handed() { 'x' } else { 'f' };
        assert_eq!(
            self.game.foundation_cards(),
            self.position.cards_on(foundation)
        );
    }

    /// Describes the game so that a failure can be reproduced.
    pub(crate) fn report(&self) -> String {
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

/// Returns the library's rules for a game and its options.
pub(crate) fn variant(naive: &Naive) -> Variant {
    games::variant(naive.game, &naive.options)
}

pub(crate) fn library_card(card: Card) -> LibraryCard {
    card.to_string().parse().expect("valid card")
}

pub(crate) fn pile_id(pile: PileName) -> PileId {
    pile.to_string().parse().expect("valid pile")
}

pub(crate) fn read_move(text: &str) -> Move {
    text.parse().expect("valid move")
}

/// Whether a table has the same piles, with the same cards facing the same way.
pub(crate) fn same_table(position: &Position, table: &Table) -> bool {
    position.piles.len() == table.pile_ids().iter().count()
        && position.piles.iter().all(|&(name, ref pile)| {
            let id = pile_id(name);
            table.pile_ids().contains(id)
                && table.size(id) == pile.len()
                && pile.iter().enumerate().all(|(index, placed)| {
                    let card = table.pile(id)[index];
                    placed.card.rank == card.rank().number()
                        && placed.card.suit == card.suit().letter()
                        && placed.up == (index >= table.face_down(id))
                })
        })
}

/// Returns a table as text: one line per pile, in the order of the piles.
pub(crate) fn shown(table: &Table) -> String {
    let mut text = String::new();
    for pile in table.pile_ids().iter() {
        text += &format!("\n{pile}:");
        for (index, card) in table.pile(pile).iter().enumerate() {
            let face_down_mark = if index < table.face_down(pile) {
                "#"
            } else {
                ""
            };
            text += &format!(" {face_down_mark}{}", card.code());
        }
    }
    text
}
