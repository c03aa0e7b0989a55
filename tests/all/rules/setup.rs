//! A position set up by hand in both implementations, to test a rule.

use larboard::rules::{Move, MoveList, Status, Table};
use larboard::variant::Variant;

use crate::rules::both::{library_card, pile_id, read_move, same_table, shown, variant};
use crate::rules::naive::{Attempt, Card, Naive, PileName, PlacedCard, Position, sorted_deck};

/// Position in both implementations.
pub(crate) struct Setup {
    pub(crate) naive: Naive,
    pub(crate) position: Position,
    pub(crate) rules: Variant,
    pub(crate) table: Table,
}

impl Setup {
    /// Sets up a table from lines such as `t2: #2C 5D`. A pile that is not mentioned is empty.
    /// `AC..5C` means the ace to the five. Cards that do not matter may be missing.
    pub(crate) fn of(game: &str, options: &[(&str, &str)], lines: &str) -> Setup {
        let naive = Naive::of(game, options);
        let mut position = naive.deal(&sorted_deck(naive.decks()));
        for (_, pile) in &mut position.piles {
            pile.clear();
        }
        for (name, cards) in read_piles(&position, lines) {
            position.pile_mut(name).extend(cards);
        }
        // The base cards are the bottom cards of the foundations.
        if game == "oscillation" {
            for (index, numbers) in [(52, 1..=4), (53, 5..=8)] {
                let mut bottoms = numbers.filter_map(|n| position.pile(PileName('f', n)).first());
                if let Some(base) = bottoms.next() {
                    position.deck[index] = base.card;
                }
            }
        }
        Setup::from_position(&naive, position)
    }

    /// Sets up a position in both implementations.
    pub(crate) fn from_position(naive: &Naive, position: Position) -> Setup {
        let setup = Setup {
            naive: naive.clone(),
            table: lay_out(&position),
            rules: variant(naive),
            position,
        };
        setup.assert_equal();
        setup
    }

    /// Asserts that these moves are legal.
    pub(crate) fn allows(self, moves: &[&str]) -> Setup {
        for mv in moves {
            assert!(
                self.legal().contains(&(*mv).into()),
                "{mv} should be legal\n{}",
                self.position
            );
        }
        self
    }

    /// Asserts that a move is illegal, and which reason the player sees.
    pub(crate) fn refuses(self, mv: &str, why: &str) -> Setup {
        assert!(
            !self.legal().contains(&mv.into()),
            "{mv} should not be legal\n{}",
            self.position
        );
        assert_eq!(
            self.rules.explain_illegal(&self.table, read_move(mv)),
            why,
            "{mv}"
        );
        self
    }

    /// Asserts that exactly these moves are legal.
    pub(crate) fn allows_only(self, moves: &[&str]) -> Setup {
        let mut moves: Vec<String> = moves.iter().map(|&mv| mv.into()).collect();
        moves.sort_unstable();
        assert_eq!(self.legal(), moves, "\n{}", self.position);
        self
    }

    /// Plays a legal move.
    pub(crate) fn play(self, mv: &str) -> Setup {
        let mut setup = self.allows(&[mv]);
        let legal = setup.naive.legal(&setup.position);
        let attempt = legal.into_iter().find(|attempt| attempt.to_string() == mv);
        setup.position = setup
            .naive
            .after(&setup.position, attempt.expect("legal move"));
        setup.rules.apply(&mut setup.table, read_move(mv));
        setup.assert_equal();
        setup
    }

    /// Asserts the cards of some piles.
    pub(crate) fn shows(self, lines: &str) -> Setup {
        for (name, cards) in read_piles(&self.position, lines) {
            assert_eq!(
                *self.position.pile(name),
                cards,
                "{name} of\n{}",
                self.position
            );
        }
        self
    }

    /// Asserts the status of the game.
    pub(crate) fn is(self, status: Status) -> Setup {
        assert_eq!(
            self.rules.status(&self.table),
            status,
            "\n{}",
            self.position
        );
        self
    }

    /// Returns the legal moves as text, sorted.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut legal: Vec<String> = self.legal_moves().iter().map(Move::to_string).collect();
        legal.sort_unstable();
        legal
    }

    /// Returns the legal moves according to the library.
    pub(crate) fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.rules.legal_moves(&self.table, &mut moves);
        moves
    }

    fn assert_equal(&self) {
        let mut legal: Vec<String> = self
            .naive
            .legal(&self.position)
            .iter()
            .map(Attempt::to_string)
            .collect();
        legal.sort_unstable();
        assert_eq!(self.legal(), legal, "\n{}", self.position);
        assert!(
            same_table(&self.position, &self.table),
            "{}",
            shown(&self.table)
        );
        let won = self.rules.status(&self.table) == Status::Won;
        assert_eq!(won, self.naive.won(&self.position));
    }
}

fn lay_out(position: &Position) -> Table {
    let ids = position.piles.iter().map(|&(name, _)| pile_id(name));
    let deck: Vec<_> = position
        .deck
        .iter()
        .map(|&card| library_card(card))
        .collect();
    let mut table = Table::new(ids.collect(), &deck);
    for (name, pile) in &position.piles {
        for placed in pile {
            table.put(pile_id(*name), library_card(placed.card));
        }
        let down = pile.iter().filter(|placed| !placed.up).count();
        table.set_face_down(pile_id(*name), down);
    }
    table
}

fn read_piles(position: &Position, lines: &str) -> Vec<(PileName, Vec<PlacedCard>)> {
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    let piles = lines.map(|line| {
        let (text, cards) = line.split_once(':').expect("valid pile");
        let name = position
            .pile_names()
            .into_iter()
            .find(|name| name.to_string() == text);
        let cards = cards.split_whitespace().flat_map(read_cards).collect();
        (name.expect("pile of the game"), cards)
    });
    piles.collect()
}

fn read_cards(text: &str) -> Vec<PlacedCard> {
    let (up, text) = text
        .strip_prefix('#')
        .map_or((true, text), |text| (false, text));
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (Card::read(first), Card::read(last));
    let cards = (first.rank..=last.rank).map(|rank| Card { rank, ..first });
    cards.map(|card| PlacedCard { card, up }).collect()
}
