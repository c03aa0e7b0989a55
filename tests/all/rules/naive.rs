//! A second, deliberately naive implementation of the rules, to compare with the program's own.
//!
//! It shares no code with the first one. It tries every pair of piles with every count and asks a
//! predicate that follows the rules sentence by sentence. To find out whether a move would leave the
//! table exactly as it was, it makes the move and compares.

mod cards;
mod moosehide;
mod moving_left;
mod oscillation;
mod single_left;
mod yakutat_bay;

use std::fmt;

pub(crate) use cards::{Card, PileName, PlacedCard, Position, shuffled_deck, sorted_deck};

/// Move that a player may attempt, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Attempt {
    /// Move the top `count` cards of a pile to another as a unit.
    Transfer {
        from: PileName,
        to: PileName,
        count: usize,
    },
    /// `draw`, `deal`, `middle`, `all` or `redeal`.
    Command(&'static str),
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Attempt::Transfer { from, to, count: 1 } => write!(f, "{from}-{to}"),
            Attempt::Transfer { from, to, count } => write!(f, "{from}-{to}x{count}"),
            Attempt::Command(command) => f.write_str(command),
        }
    }
}

const COMMANDS: [&str; 5] = ["draw", "deal", "middle", "all", "redeal"];

/// Game with its options, including those that have their default value.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    pub(crate) game: &'static str,
    pub(crate) options: Vec<(&'static str, &'static str)>,
}

impl Naive {
    /// Returns every game with every combination of its options.
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

    /// Returns the game with these options, in the order of `all`.
    pub(crate) fn of(game: &str, options: &[(&str, &str)]) -> Naive {
        Naive::all()
            .into_iter()
            .find(|naive| naive.game == game && naive.options == options)
            .expect("game with values for all its options")
    }

    /// Returns the game and its options that are not defaults: `moosehide layout=classic`.
    pub(crate) fn title(&self) -> String {
        let mut title = self.game.to_string();
        for (name, value) in &self.options {
            if !self.is_default(name, value) {
                title += &format!(" {name}={value}");
            }
        }
        title
    }

    /// Whether a title is that of the game. It may name several values of an option: `wrap=no|yes`.
    pub(crate) fn has_title(&self, title: &str) -> bool {
        let words = || title.split(' ').filter_map(|word| word.split_once('='));
        title.split(' ').next() == Some(self.game)
            && words().all(|(name, _)| self.options.iter().any(|(own, _)| *own == name))
            && self.options.iter().all(|(name, value)| {
                let named = words().find(|(option, _)| option == name);
                named.map_or(self.is_default(name, value), |(_, values)| {
                    values.split('|').any(|one| one == *value)
                })
            })
    }

    /// Whether an option has this value by default: in the first game of the list.
    fn is_default(&self, name: &str, value: &str) -> bool {
        let mut games = Naive::all().into_iter();
        let default = games.find(|naive| naive.game == self.game);
        default.is_some_and(|default| default.is(name, value))
    }

    fn is(&self, option: &str, value: &str) -> bool {
        self.options.contains(&(option, value))
    }

    /// Whether this is Single Left played in the hand.
    pub(crate) fn is_one_handed(&self) -> bool {
        self.is("style", "one-handed")
    }

    /// Whether this is Moving Left, or Single Left played as Warfield's.
    pub(crate) fn is_moving_left(&self) -> bool {
        self.game == "moving-left" || self.is("style", "warfield")
    }

    /// Whether piles slide: Moving Left, Yakutat Bay, and Single Left played as Warfield's.
    pub(crate) fn slides(&self) -> bool {
        self.is_moving_left() || self.game == "yakutat-bay"
    }

    /// Returns the number of decks.
    pub(crate) fn decks(&self) -> usize {
        match self.game {
            "moving-left" | "oscillation" => 2,
            _ => 1,
        }
    }

    /// Deals a shuffled deck.
    pub(crate) fn deal(&self, deck: &[Card]) -> Position {
        match self.game {
            "yakutat-bay" => self.deal_yakutat_bay(deck),
            "oscillation" => self.deal_oscillation(deck),
            "moosehide" => self.deal_moosehide(deck),
            _ if self.is_moving_left() => self.deal_moving_left(deck),
            _ => self.deal_one_handed(deck),
        }
    }

    /// Whether the game is won: all cards are home; in the hand, the deck is empty and at most one
    /// card is left.
    pub(crate) fn won(&self, position: &Position) -> bool {
        if self.is_one_handed() {
            position.pile(PileName::S).is_empty() && position.pile(PileName::H).len() <= 1
        } else {
            position.cards_on('f') == 52 * self.decks()
        }
    }

    /// Returns the legal moves.
    pub(crate) fn legal(&self, position: &Position) -> Vec<Attempt> {
        // There are no legal moves after a win.
        if self.won(position) {
            return Vec::new();
        }
        let mut legal = Vec::new();
        let names = position.pile_names();
        for &from in &names {
            for &to in &names {
                for count in 1..=position.pile(from).len() {
                    let attempt = Attempt::Transfer { from, to, count };
                    if self.is_legal(position, attempt) {
                        legal.push(attempt);
                    }
                }
            }
        }
        for command in COMMANDS {
            let attempt = Attempt::Command(command);
            if self.is_legal(position, attempt) {
                legal.push(attempt);
            }
        }
        legal
    }

    /// Whether a move is legal: the rules allow it, and it would not leave the whole table exactly as
    /// it was.
    fn is_legal(&self, position: &Position, attempt: Attempt) -> bool {
        self.allows(position, attempt) && self.after(position, attempt).piles != position.piles
    }

    /// Whether the rules of the game allow a move, even if it would change nothing.
    pub(crate) fn allows(&self, position: &Position, attempt: Attempt) -> bool {
        match self.game {
            "yakutat-bay" => self.allows_in_yakutat_bay(position, attempt),
            "oscillation" => self.allows_in_oscillation(position, attempt),
            "moosehide" => self.allows_in_moosehide(position, attempt),
            _ if self.is_moving_left() => self.allows_in_moving_left(position, attempt),
            _ => self.allows_one_handed(position, attempt),
        }
    }

    /// Returns the position after a move.
    pub(crate) fn after(&self, position: &Position, attempt: Attempt) -> Position {
        let mut position = position.clone();
        match attempt {
            Attempt::Transfer { from, to, count } => {
                let unit = position.take(from, count);
                position.pile_mut(to).extend(unit);
            }
            Attempt::Command("draw") if self.is_one_handed() => {
                position.turn_over(PileName::S, PileName::H);
            }
            Attempt::Command("draw") => position.turn_over(PileName::S, PileName::W),
            Attempt::Command("deal") => {
                for number in 1..=10 {
                    position.turn_over(PileName::S, PileName('t', number));
                }
            }
            Attempt::Command(command) => self.discard_or_redeal(&mut position, command),
        }
        if self.is_one_handed() {
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

    /// Counts the sequences of `depth` legal moves.
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
    for name in position.pile_names() {
        if name.0 == 't'
            && let Some(top) = position.pile_mut(name).last_mut()
        {
            top.up = true;
        }
    }
}

/// While some pile has no cards and the pile immediately to its right has some, take the leftmost
/// such empty pile, and move to it all the face-up cards of that right neighbor, in order; then
/// turn up the neighbor's new top, if any.
fn slide(position: &mut Position) {
    let piles = position.tableau_piles();
    loop {
        let leftmost = (1..piles).find(|&number| {
            position.pile(PileName('t', number)).is_empty()
                && !position.pile(PileName('t', number + 1)).is_empty()
        });
        let Some(number) = leftmost else { break };
        let neighbor = PileName('t', number + 1);
        let face_up = position
            .pile(neighbor)
            .iter()
            .filter(|placed| placed.up)
            .count();
        let unit = position.take(neighbor, face_up);
        position.pile_mut(PileName('t', number)).extend(unit);
        if let Some(top) = position.pile_mut(neighbor).last_mut() {
            top.up = true;
        }
    }
}

/// Whenever the hand has fewer than four cards and the deck has any, cards are drawn automatically
/// until there are four.
fn fill_the_hand(position: &mut Position) {
    while position.pile(PileName::H).len() < 4 && !position.pile(PileName::S).is_empty() {
        position.turn_over(PileName::S, PileName::H);
    }
}
