//! A position in the naive implementation and the library at once, played on or set up by hand. The two
//! must agree.

use larboard::cards::Card as LibraryCard;
use larboard::rules::{Move, MoveList, PileId, Status, Table};
use larboard::variant::Variant;

use crate::games;
use crate::rules::naive::{Attempt, Card, Naive, PileName, PlacedCard, Position, sorted_deck};

/// Position in both implementations.
pub(crate) struct Setup {
    pub(crate) naive: Naive,
    pub(crate) position: Position,
    /// The legal moves according to the naive rules.
    pub(crate) legal: Vec<Attempt>,
    pub(crate) rules: Variant,
    pub(crate) table: Table,
    /// The moves played, for the message about a difference.
    played: Vec<String>,
}

impl Setup {
    /// Deals a deck in both implementations.
    pub(crate) fn deal(naive: &Naive, deck: &[Card]) -> Setup {
        let theirs: Vec<LibraryCard> = deck.iter().map(|&card| library_card(card)).collect();
        Setup::new(naive, naive.deal(deck), variant(naive).deal(&theirs))
    }

    /// Sets up a position in both implementations.
    pub(crate) fn from_position(naive: &Naive, position: Position) -> Setup {
        let table = lay_out(&position);
        Setup::new(naive, position, table)
    }

    fn new(naive: &Naive, position: Position, table: Table) -> Setup {
        let setup = Setup {
            naive: naive.clone(),
            legal: naive.legal(&position),
            position,
            rules: variant(naive),
            table,
            played: Vec::new(),
        };
        setup.assert_equal();
        setup
    }

    /// Makes a legal move in both implementations.
    pub(crate) fn make(&mut self, attempt: Attempt) {
        self.played.push(attempt.to_string());
        let mv = read_move(&attempt.to_string());
        assert!(self.legal_moves().contains(&mv), "{}", self.report());
        self.rules.apply(&mut self.table, mv);
        self.position = self.naive.after(&self.position, attempt);
        self.legal = self.naive.legal(&self.position);
        self.assert_equal();
    }

    /// Returns the legal moves according to the library.
    pub(crate) fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.rules.legal_moves(&self.table, &mut moves);
        moves
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
        let is_same = same_table(&self.position, &self.table);
        assert!(
            is_same,
            "tables differ: {}\n{}",
            shown(&self.table),
            self.report()
        );
        let mut ours: Vec<String> = self.legal.iter().map(Attempt::to_string).collect();
        let mut theirs: Vec<String> = self.legal_moves().iter().map(Move::to_string).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(theirs, ours, "legal moves differ: {}", self.report());
        let status = self.rules.status(&self.table);
        assert_eq!(status, self.status(), "{}", self.report());
    }

    /// Describes the game so that a failure can be reproduced.
    fn report(&self) -> String {
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

fn pile_id(pile: PileName) -> PileId {
    pile.to_string().parse().expect("valid pile")
}

pub(crate) fn read_move(text: &str) -> Move {
    text.parse().expect("valid move")
}

/// Whether a table has the same piles, with the same cards facing the same way.
fn same_table(position: &Position, table: &Table) -> bool {
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
            let is_down = index < table.face_down(pile);
            text += &format!(" {}{}", if is_down { "#" } else { "" }, card.code());
        }
    }
    text
}

/// Lays out a position as a table of the library.
pub(crate) fn lay_out(position: &Position) -> Table {
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

/// Reads a position from lines such as `t2: #2C 5D`. A pile that is not mentioned is empty. `AC..5C` means the ace to
/// the five. Cards that do not matter may be missing.
pub(crate) fn read_position(naive: &Naive, lines: &str) -> Position {
    let mut position = naive.deal(&sorted_deck(naive.decks()));
    for (_, pile) in &mut position.piles {
        pile.clear();
    }
    for (name, cards) in read_piles(&position, lines) {
        position.pile_mut(name).extend(cards);
    }
    // The base cards are the bottom cards of the foundations.
    if naive.game == "oscillation" {
        for (index, numbers) in [(52, 1..=4), (53, 5..=8)] {
            let mut bottoms = numbers.filter_map(|n| position.pile(PileName('f', n)).first());
            if let Some(base) = bottoms.next() {
                position.deck[index] = base.card;
            }
        }
    }
    position
}

fn read_piles(position: &Position, lines: &str) -> Vec<(PileName, Vec<PlacedCard>)> {
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    let piles = lines.map(|line| {
        let (text, cards) = line.split_once(':').expect("valid pile");
        let mut names = position.pile_names().into_iter();
        let name = names.find(|name| name.to_string() == text);
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
