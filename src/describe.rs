//! A table and what happens on it, in plain text: one pile a line, a move in a sentence.

mod events;
mod moves;

use crate::cards::{Card, Rank, Suit};
use crate::game::Game;
use crate::presentation::Accepts;
use crate::rules::{PileId, PileKind, sorted_deck};

pub use crate::game::snapshot;
pub use events::{events, events_brief};
pub use moves::{brief_move_text, changes, foundation_text, move_text, move_text_with_notation};

/// How cards are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardNotation {
    /// `10♥`.
    Symbols,
    /// `10H`, for a terminal that has no pips.
    Letters,
    /// `ten of hearts`, and piles by their names.
    Full,
}

impl CardNotation {
    /// How a terminal, by what its environment variables tell of it, can name cards.
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> CardNotation {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        let locale = locale.unwrap_or_default().to_lowercase().replace('-', "");
        let linux = variable("TERM").is_some_and(|term| term == "linux");
        if !linux && (cfg!(windows) || locale.contains("utf8")) {
            CardNotation::Symbols
        } else {
            CardNotation::Letters
        }
    }

    /// The name of a card.
    pub fn card(self, card: Card) -> String {
        match self {
            CardNotation::Symbols => card.to_string(),
            CardNotation::Letters => format!("{}{}", card.rank().label(), card.suit().letter()),
            CardNotation::Full => card.name(),
        }
    }

    /// A text that names cards by their symbols, with these names instead.
    pub fn replace_symbols(self, text: &str) -> String {
        sorted_deck(1)
            .into_iter()
            .fold(text.to_owned(), |text, card| {
                text.replace(&card.to_string(), &self.card(card))
            })
    }

    fn card_list(self, cards: &[Card]) -> String {
        let separator = match self {
            CardNotation::Symbols | CardNotation::Letters => " ",
            CardNotation::Full => ", ",
        };
        let names: Vec<_> = cards.iter().map(|&card| self.card(card)).collect();
        names.join(separator)
    }

    /// What a place is called where its pile is told.
    fn pile_label(self, game: &Game, place: PileId) -> String {
        match (self, foundation_suit(game, place)) {
            (CardNotation::Full, Some(suit)) => format!("{} foundation, {place}: ", suit.name()),
            (CardNotation::Full, None) => format!("{}, {place}: ", place.name()),
            (CardNotation::Symbols | CardNotation::Letters, _) => {
                format!("{:<4}", place.to_string())
            }
        }
    }

    /// A pile; with full names, of one that lies squared up no more than its top card, and of a hand
    /// what its moves are about.
    fn pile_text(self, game: &Game, place: PileId) -> String {
        let table = game.table();
        let count = || pluralize(table.size(place), "card");
        match (place.kind(), table.face_up(place)) {
            (PileKind::Foundation | PileKind::Waste | PileKind::Discards, [.., top])
                if self == CardNotation::Full =>
            {
                let built = foundation_build_text(game, place).unwrap_or_default();
                format!("{}, {}{built}", self.card(*top), count())
            }
            (PileKind::Hand, [_, ..]) if self == CardNotation::Full => {
                let sight = visible_hand_text(game, self).unwrap_or_default();
                format!("{}, {sight}", count())
            }
            _ => self.all_cards_text(game, place),
        }
    }

    /// The cards of a pile, how many lie face down first; of a space, what it takes.
    fn all_cards_text(self, game: &Game, place: PileId) -> String {
        let table = game.table();
        if table.is_empty(place) {
            return match game.rules().accepts(table, place) {
                Accepts::Nothing => "empty".into(),
                Accepts::Any => "empty, takes any card".into(),
                Accepts::Rank(rank) => format!("empty, takes {}", with_article(rank)),
                Accepts::Card(card) => {
                    let way = match game.rules().foundation_progress(table, place) {
                        Some(tally) if self == CardNotation::Full => {
                            build_direction(tally.is_ascending)
                        }
                        _ => "",
                    };
                    format!("empty, takes {}{way}", self.card(card))
                }
            };
        }
        let down = match (self, table.face_down(place)) {
            (_, 0) => None,
            (CardNotation::Full, down) => Some(format!("{down} face down")),
            (_, down) => Some(format!("{down} down")),
        };
        let up = Some(self.card_list(table.face_up(place))).filter(|cards| !cards.is_empty());
        let parts: Vec<String> = down.into_iter().chain(up).collect();
        parts.join(", ")
    }
}

/// The suit a foundation is for, as far as its game says.
fn foundation_suit(game: &Game, place: PileId) -> Option<Suit> {
    let table = game.table();
    let card = match game.rules().accepts(table, place) {
        Accepts::Card(card) => Some(card),
        _ => table.top(place),
    };
    card.filter(|_| place.is_foundation()).map(Card::suit)
}

/// How a foundation is built that does not begin with the ace: `, up from seven`.
fn foundation_build_text(game: &Game, place: PileId) -> Option<String> {
    let tally = game.rules().foundation_progress(game.table(), place)?;
    let (start, way) = (tally.start.name(), build_direction(tally.is_ascending));
    Some(format!(" of {}{way} from {start}", tally.full_count))
}

/// Which way a foundation is built.
fn build_direction(up: bool) -> &'static str {
    if up { ", up" } else { ", down" }
}

/// In a game played in the hand, the cards its moves are about: `in sight 7♣ J♥ 10♥ J♠`.
pub fn visible_hand_text(game: &Game, names: CardNotation) -> Option<String> {
    let window = game.rules().layout().window?;
    let hand = game.table().face_up(PileId::HAND);
    let seen = &hand[hand.len().saturating_sub(window)..];
    Some(format!("in sight {}", names.card_list(seen)))
}

/// Any card of a rank: `a king`, `an ace`.
fn with_article(rank: Rank) -> String {
    let name = rank.name();
    let article = match name.starts_with(['a', 'e']) {
        true => "an",
        false => "a",
    };
    format!("{article} {name}")
}

/// That a game goes on that was left: `taken up where it was left, at move 17`.
pub fn resume_text(game: &Game) -> String {
    format!("taken up where it was left, at move {}", game.moves().len())
}

/// All cards of a pile, on one line: `pile 3: 2 down, 5♣ 4♦`.
pub fn pile_line(game: &Game, place: PileId, names: CardNotation) -> String {
    let cards = names.all_cards_text(game, place);
    match names {
        CardNotation::Full => names.pile_label(game, place) + &cards,
        CardNotation::Symbols | CardNotation::Letters => format!("{}: {cards}", place.name()),
    }
}

/// The title of a game and how it stands, on one line, then its piles, one a line. No line feed
/// ends it.
///
/// ```
/// use larboard::game::Game;
/// use larboard::variant;
/// use larboard::describe::{self, CardNotation};
///
/// let profile = variant::find("moosehide").unwrap();
/// let game = Game::new(variant::new(profile, &[]).unwrap(), 1);
/// let told = describe::table(&game, CardNotation::Letters);
/// assert!(told.starts_with("Moosehide, seed 1, move 0: playing, 0 of 52 home\n"));
/// assert!(told.contains("\nt2  1 down, 5D\n"));
/// ```
pub fn table(game: &Game, names: CardNotation) -> String {
    let mut lines = vec![status_line(game)];
    lines.extend(piles(game, names, |_| true));
    lines.join("\n")
}

/// The piles of a table that are wanted, one a line.
pub fn piles(game: &Game, names: CardNotation, wanted: impl Fn(PileId) -> bool) -> Vec<String> {
    let table = game.table();
    // With full names, spent places of a reserve are not worth a line each.
    let told = |place: &PileId| {
        let spent = place.kind() == PileKind::Reserve && table.is_empty(*place);
        wanted(*place) && !(spent && names == CardNotation::Full)
    };
    let pile = |place| names.pile_label(game, place) + &names.pile_text(game, place);
    table.pile_ids().iter().filter(told).map(pile).collect()
}

/// A game's title, its options that are not the default, its seed and how it stands, on one line.
pub fn status_line(game: &Game) -> String {
    let profile = game.rules().info();
    let seed = match game.seed() {
        Some(seed) => format!("seed {seed}"),
        None => "no seed".into(),
    };
    let redeals = match game.rules().redeals_left(game.table()) {
        Some(left) => format!(", redeals left {left}"),
        None => String::new(),
    };
    let choices = game.rules().options();
    let unusual = profile.options.iter().filter_map(|option| {
        let value = choices.value(option.name);
        let usual = value.is_empty() || value == option.default_value();
        (!usual).then(|| format!(", {} {value}", option.name))
    });
    format!(
        "{}{}, {seed}, move {}: {}, {}{redeals}",
        profile.title,
        unusual.collect::<String>(),
        game.moves().len(),
        game.status().as_str(),
        progress_line(game),
    )
}

/// What cards are that count: home, or thrown out of the hand.
pub fn progress_word(game: &Game) -> &'static str {
    match game.table().pile_ids().contains(PileId::DISCARDS) {
        true => "gone",
        false => "home",
    }
}

/// How far a game has come: `12 of 52 home`, `20 of 52 gone, 32 left`.
pub fn progress_line(game: &Game) -> String {
    let (home, all) = (game.foundation_cards(), game.deck().len());
    let left = match game.rules().cards_left(game.table()) {
        Some(left) => format!(", {left} left"),
        None => String::new(),
    };
    format!("{home} of {all} {}{left}", progress_word(game))
}

/// Names a pile, a foundation by its suit: `the hearts foundation`.
pub fn pile_name(pile: PileId) -> String {
    match pile.kind() {
        PileKind::Foundation => {
            let suit = Suit::from_index(pile.number() % 4);
            format!("the {} foundation", suit.name())
        }
        _ => pile.name(),
    }
}

/// Capitalizes the first letter of a text; card names and numbers stay as they are.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// So many of something, in words: `1 card`, `3 cards`.
pub fn pluralize(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// A large number of things, in round figures: `3.2 million positions`.
pub fn approx_count(number: u64, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        0..10_000 => format!("{number} {one}s"),
        10_000..1_000_000 => format!("{} thousand {one}s", number / 1000),
        _ => format!("{:.1} million {one}s", number as f64 / 1e6),
    }
}

/// The position after so many moves: `the deal`, `move 12`.
pub fn position_text(moves: usize) -> String {
    match moves {
        0 => "the deal".into(),
        n => format!("move {n}"),
    }
}

/// How many deals were passed over, in words.
pub fn skipped_text(passed: u64) -> String {
    match passed {
        0 => "none was passed over".into(),
        1 => "1 was passed over".into(),
        n => format!("{n} were passed over"),
    }
}

/// How a game went that is over, by what is proven of it: after how many moves it certainly could
/// still be won, and after how many it first no longer could.
pub fn postmortem_summary(game: &Game, winnable: Option<usize>, lost: Option<usize>) -> String {
    let last = game.moves().len();
    match (winnable, lost) {
        (_, Some(0)) => "This deal could not be won.".into(),
        (Some(won), Some(lost)) if won + 1 == lost => {
            let mv = game.moves().nth(won).map(|mv| mv.to_string());
            let mv = mv.unwrap_or_default();
            format!("It could be won until move {lost}, {mv}, threw it away.")
        }
        (Some(0), Some(lost)) => {
            format!("The deal could be won; after move {lost} it no longer could.")
        }
        (Some(won), Some(lost)) => {
            format!("It could be won after move {won}; after move {lost} it no longer could.")
        }
        (None, Some(lost)) if lost < last => {
            format!("After move {lost} it could no longer be won; before that is not known.")
        }
        (Some(won), None) if won == last => "It could still be won from here.".into(),
        (Some(won), None) => format!("After {} it could still be won.", pluralize(won, "move")),
        (None, _) => "Whether this deal could be won is not known.".into(),
    }
}
