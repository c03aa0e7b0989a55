//! A second, deliberately dumb reading of the rules, to hold the program's own against.
//!
//! It knows nothing of the first reading. It tries every pair of places with every count and asks
//! a predicate that says what the rules say, sentence by sentence; and to know whether a move
//! would leave the table exactly as it was, it makes the move and looks.

mod cards;
mod moosehide;
mod moving_left;
mod oscillation;
mod single_left;
mod yakutat_bay;

use std::fmt;

pub(crate) use cards::{Card, Lying, Place, Position, in_order, shuffled};

/// What a player may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Try {
    /// The top `count` cards of a pile, put on another as a unit.
    Carry {
        from: Place,
        to: Place,
        count: usize,
    },
    /// `draw`, `deal`, `middle`, `all` or `redeal`.
    Word(&'static str),
}

impl fmt::Display for Try {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Try::Carry { from, to, count: 1 } => write!(f, "{from}-{to}"),
            Try::Carry { from, to, count } => write!(f, "{from}-{to}x{count}"),
            Try::Word(word) => f.write_str(word),
        }
    }
}

const WORDS: [&str; 5] = ["draw", "deal", "middle", "all", "redeal"];

/// A game with its options. Every option is written out.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    pub(crate) game: &'static str,
    pub(crate) options: Vec<(&'static str, &'static str)>,
}

impl Naive {
    /// Every game with every combination of its options.
    pub(crate) fn all() -> Vec<Naive> {
        let mut all = Vec::new();
        let mut add = |game, options: &[(&'static str, &'static str)]| {
            let options = options.to_vec();
            all.push(Naive { game, options });
        };
        for value in ["yes", "no"] {
            add("moving-left", &[("foundation-return", value)]);
        }
        for value in ["yukon", "tops"] {
            add("yakutat-bay", &[("face-up", value)]);
        }
        for value in ["no", "yes"] {
            add("oscillation", &[("wrap", value)]);
        }
        for value in ["open-reserve", "four-reserve", "classic"] {
            add("moosehide", &[("layout", value)]);
        }
        for discards in ["forced", "optional"] {
            for redeals in ["0", "1", "2", "3"] {
                let options = [
                    ("style", "one-handed"),
                    ("discards", discards),
                    ("redeals", redeals),
                ];
                add("single-left", &options);
            }
        }
        add("single-left", &[("style", "warfield")]);
        all
    }

    /// The game with these options, as `all` writes them out.
    pub(crate) fn of(game: &str, options: &[(&str, &str)]) -> Naive {
        Naive::all()
            .into_iter()
            .find(|naive| naive.game == game && naive.options == options)
            .expect("a game with all its options written out")
    }

    /// The game and its options in one word each: `moosehide layout=classic`.
    pub(crate) fn title(&self) -> String {
        let mut title = self.game.to_string();
        for (name, value) in &self.options {
            title += &format!(" {name}={value}");
        }
        title
    }

    fn is(&self, option: &str, value: &str) -> bool {
        self.options.contains(&(option, value))
    }

    /// Single Left played in the hand.
    pub(crate) fn in_the_hand(&self) -> bool {
        self.is("style", "one-handed")
    }

    /// Moving Left, and Single Left played as Warfield's.
    pub(crate) fn is_moving_left(&self) -> bool {
        self.game == "moving-left" || self.is("style", "warfield")
    }

    /// Moving Left, Yakutat Bay, and Single Left played as Warfield's.
    pub(crate) fn slides(&self) -> bool {
        self.is_moving_left() || self.game == "yakutat-bay"
    }

    /// How many decks the game is played with.
    pub(crate) fn decks(&self) -> usize {
        match self.game {
            "moving-left" | "oscillation" => 2,
            _ => 1,
        }
    }

    /// The opening table of a shuffled deck.
    pub(crate) fn deal(&self, deck: &[Card]) -> Position {
        match self.game {
            "yakutat-bay" => self.deal_yakutat_bay(deck),
            "oscillation" => self.deal_oscillation(deck),
            "moosehide" => self.deal_moosehide(deck),
            _ if self.is_moving_left() => self.deal_moving_left(deck),
            _ => self.deal_one_handed(deck),
        }
    }

    /// All cards are home; in the hand: the deck is empty and at most one card is left.
    pub(crate) fn won(&self, position: &Position) -> bool {
        if self.in_the_hand() {
            position.pile(Place::S).is_empty() && position.pile(Place::H).len() <= 1
        } else {
            position.cards_on('f') == 52 * self.decks()
        }
    }

    /// Every legal move.
    pub(crate) fn legal(&self, position: &Position) -> Vec<Try> {
        // When a game is won there are no legal moves.
        if self.won(position) {
            return Vec::new();
        }
        let mut legal = Vec::new();
        let places = position.places();
        for &from in &places {
            for &to in &places {
                for count in 1..=position.pile(from).len() {
                    let attempt = Try::Carry { from, to, count };
                    if self.is_legal(position, attempt) {
                        legal.push(attempt);
                    }
                }
            }
        }
        for word in WORDS {
            let attempt = Try::Word(word);
            if self.is_legal(position, attempt) {
                legal.push(attempt);
            }
        }
        legal
    }

    /// A move is legal where its game allows it, unless it would leave the whole table exactly as
    /// it was.
    fn is_legal(&self, position: &Position, attempt: Try) -> bool {
        self.allows(position, attempt) && self.after(position, attempt).piles != position.piles
    }

    /// What the game itself says of a move, leaving aside whether anything would change by it.
    pub(crate) fn allows(&self, position: &Position, attempt: Try) -> bool {
        match self.game {
            "yakutat-bay" => self.allows_in_yakutat_bay(position, attempt),
            "oscillation" => self.allows_in_oscillation(position, attempt),
            "moosehide" => self.allows_in_moosehide(position, attempt),
            _ if self.is_moving_left() => self.allows_in_moving_left(position, attempt),
            _ => self.allows_one_handed(position, attempt),
        }
    }

    /// The table after a move.
    pub(crate) fn after(&self, position: &Position, attempt: Try) -> Position {
        let mut position = position.clone();
        match attempt {
            Try::Carry { from, to, count } => {
                let unit = position.take(from, count);
                position.pile_mut(to).extend(unit);
            }
            Try::Word("draw") if self.in_the_hand() => position.turn_over(Place::S, Place::H),
            Try::Word("draw") => position.turn_over(Place::S, Place::W),
            Try::Word("deal") => {
                for number in 1..=10 {
                    position.turn_over(Place::S, Place('t', number));
                }
            }
            Try::Word(word) => self.discard_or_redeal(&mut position, word),
        }
        if self.in_the_hand() {
            fill_the_hand(&mut position);
        }
        // After every move, in this order: turn up any tableau top that is face down; then, in
        // the sliding games, slide.
        turn_up_tops(&mut position);
        if self.slides() {
            slide(&mut position);
        }
        position
    }

    /// How many sequences of exactly so many legal moves there are.
    pub(crate) fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal(position)
            .into_iter()
            .map(|attempt| self.perft(&self.after(position, attempt), depth - 1))
            .sum()
    }
}

fn turn_up_tops(position: &mut Position) {
    for place in position.places() {
        if place.0 == 't'
            && let Some(top) = position.pile_mut(place).last_mut()
        {
            top.up = true;
        }
    }
}

/// While some pile has no cards and the pile immediately to its right has some, take the leftmost
/// such empty pile, and move to it all the face-up cards of that right neighbour, in order; then
/// turn up the neighbour's new top, if any.
fn slide(position: &mut Position) {
    let piles = position.tableau_piles();
    loop {
        let leftmost = (1..piles).find(|&number| {
            position.pile(Place('t', number)).is_empty()
                && !position.pile(Place('t', number + 1)).is_empty()
        });
        let Some(number) = leftmost else { break };
        let neighbour = Place('t', number + 1);
        let face_up = position.pile(neighbour).iter().filter(|l| l.up).count();
        let unit = position.take(neighbour, face_up);
        position.pile_mut(Place('t', number)).extend(unit);
        if let Some(top) = position.pile_mut(neighbour).last_mut() {
            top.up = true;
        }
    }
}

/// Whenever the hand has fewer than four cards and the deck has any, cards are drawn by themselves
/// until there are four.
fn fill_the_hand(position: &mut Position) {
    while position.pile(Place::H).len() < 4 && !position.pile(Place::S).is_empty() {
        position.turn_over(Place::S, Place::H);
    }
}
