//! Plain text for tables, moves and what they did.

mod events;
mod moves;
mod purpose;
mod title;

use crate::cards::{Card, Rank};
use crate::game::{CardPosition, Game, RuleSet};
use crate::presentation::{Accepts, BuildDirection};
use crate::rules::{PileId, PileKind, Table, sorted_deck};

pub use events::{events, events_brief};
pub use moves::{brief_move_text, move_as_subject, move_text, move_text_with_notation};
pub use purpose::{Plan, plain_effect};
pub use title::{game_title, game_title_within};

/// Notation of cards in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardNotation {
    /// `10♥`.
    Symbols,
    /// `10H`, for terminals without suit symbols.
    Letters,
    /// `ten of hearts`, with piles by name.
    Full,
}

/// Maximum number of cards moved as a unit that are named one by one.
const MAX_NAMED_CARDS: usize = 3;

impl CardNotation {
    /// Chooses the notation that a terminal can show, from its environment variables.
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> CardNotation {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        let locale = locale.unwrap_or_default().to_lowercase().replace('-', "");
        let is_console = variable("TERM").is_some_and(|term| term == "linux");
        if !is_console && (cfg!(windows) || locale.contains("utf8")) {
            CardNotation::Symbols
        } else {
            CardNotation::Letters
        }
    }

    /// Names a card.
    pub fn card(self, card: Card) -> String {
        match self {
            CardNotation::Symbols => card.to_string(),
            CardNotation::Letters => format!("{}{}", card.rank().label(), card.suit().letter()),
            CardNotation::Full => card.name(),
        }
    }

    /// Replaces the card symbols in a text by these names.
    pub fn replace_symbols(self, text: &str) -> String {
        sorted_deck(1)
            .into_iter()
            .filter(|card| text.contains(card.suit().symbol()))
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

    /// Names cards that move as a unit.
    fn card_run(self, cards: &[Card]) -> String {
        match cards {
            [head, ..] if cards.len() > MAX_NAMED_CARDS => {
                format!("{} cards headed by {}", cards.len(), self.card(*head))
            }
            _ => self.card_list(cards),
        }
    }

    /// The name of a pile at the start of its line.
    fn pile_label(self, game: &Game, pile: PileId) -> String {
        let suited = accepted_card(game, pile).or(game.table().top(pile));
        let suit = suited.filter(|_| pile.is_foundation()).map(Card::suit);
        match (self, suit) {
            (CardNotation::Full, Some(suit)) => format!("{} foundation, {pile}: ", suit.name()),
            (CardNotation::Full, None) => format!("{}, {pile}: ", pile.name()),
            (CardNotation::Symbols | CardNotation::Letters, _) => {
                format!("{:<4}", pile.to_string())
            }
        }
    }

    /// The cards of a pile. With full names, only the top card of a squared pile, and of a hand only
    /// the window.
    fn pile_text(self, game: &Game, pile: PileId) -> String {
        let table = game.table();
        let count = || pluralize(table.size(pile), "card");
        match (pile.kind(), table.face_up(pile)) {
            (PileKind::Foundation | PileKind::Waste | PileKind::Discards, [.., top])
                if self == CardNotation::Full =>
            {
                let build = game.rules().foundation_count(table, pile).map(|built| {
                    let (start, direction) = (built.start.name(), direction_suffix(game, pile));
                    format!(" of {}{direction} from {start}", built.full_count)
                });
                let build = build.unwrap_or_default();
                format!("{}, {}{build}", self.card(*top), count())
            }
            (PileKind::Hand, [_, ..]) if self == CardNotation::Full => {
                let view = visible_hand_text(game, self).unwrap_or_default();
                format!("{}, {view}", count())
            }
            _ => self.all_cards_text(game, pile),
        }
    }

    /// All cards of a pile, after the number of those face down; what an empty pile takes.
    fn all_cards_text(self, game: &Game, pile: PileId) -> String {
        let table = game.table();
        if table.is_empty(pile) {
            return match game.rules().accepts(table, pile) {
                Accepts::Nothing => "empty".into(),
                Accepts::Any => "empty, takes any card".into(),
                Accepts::Rank(rank) => format!("empty, takes {}", with_article(rank)),
                Accepts::Card(card) => {
                    let direction = match self {
                        CardNotation::Full => direction_suffix(game, pile),
                        CardNotation::Symbols | CardNotation::Letters => "",
                    };
                    format!("empty, takes {}{direction}", self.card(card))
                }
            };
        }
        let down = match (self, table.face_down(pile)) {
            (_, 0) => None,
            (CardNotation::Full, down) => Some(format!("{down} face down")),
            (_, down) => Some(format!("{down} down")),
        };
        let up = Some(self.card_list(table.face_up(pile))).filter(|cards| !cards.is_empty());
        let parts: Vec<String> = down.into_iter().chain(up).collect();
        parts.join(", ")
    }
}

/// The only card that a pile takes next, whatever lies on top.
fn accepted_card(game: &Game, pile: PileId) -> Option<Card> {
    match game.rules().accepts(game.table(), pile) {
        Accepts::Card(card) => Some(card),
        _ => None,
    }
}

/// The direction in which a foundation is built, if it does not start with the ace.
fn direction_suffix(game: &Game, pile: PileId) -> &'static str {
    let count = game.rules().foundation_count(game.table(), pile);
    match count.map(|count| count.direction) {
        Some(BuildDirection::Up) => ", up",
        Some(BuildDirection::Down) => ", down",
        None => "",
    }
}

/// The window of a game played in the hand: `in view 7♣ J♥ 10♥ J♠`. `None` in other games.
pub fn visible_hand_text(game: &Game, notation: CardNotation) -> Option<String> {
    let window = game.rules().layout().window?;
    let hand = game.table().face_up(PileId::HAND);
    let window_cards = &hand[hand.len().saturating_sub(window)..];
    Some(format!("in view {}", notation.card_list(window_cards)))
}

/// A rank with its article: `a king`, `an ace`.
fn with_article(rank: Rank) -> String {
    let name = rank.name();
    let article = if name.starts_with(['a', 'e']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

/// Lists all cards of a pile on one line: `pile 3: 2 down, 5♣ 4♦`.
pub fn pile_line(game: &Game, pile: PileId, notation: CardNotation) -> String {
    let cards = notation.all_cards_text(game, pile);
    match notation {
        CardNotation::Full => notation.pile_label(game, pile) + &cards,
        CardNotation::Symbols | CardNotation::Letters => format!("{}: {cards}", pile.name()),
    }
}

/// Returns where the copies of a card lie face up.
pub fn visible_positions(table: &Table, card: Card) -> Vec<CardPosition> {
    let mut positions = Vec::new();
    for pile in table.pile_ids().iter() {
        let shown = (table.face_down(pile)..).zip(table.face_up(pile));
        let copies = shown.filter(|&(_, &shown)| shown == card);
        positions.extend(copies.map(|(index, _)| CardPosition { pile, index }));
    }
    positions
}

/// Says where the copies of a card are, as far as that can be seen: `K♦: pile 3, under 2 cards; 1 hidden`.
pub fn places(table: &Table, card: Card, notation: CardNotation) -> String {
    let positions = visible_positions(table, card);
    let place = |at: &CardPosition| match table.size(at.pile) - at.index - 1 {
        0 => at.pile.name(),
        above => format!("{}, under {}", at.pile.name(), pluralize(above, "card")),
    };
    let mut places: Vec<String> = positions.iter().map(place).collect();
    let copies = table.deck().iter().filter(|&&dealt| dealt == card).count();
    match (copies - positions.len(), copies) {
        (0, _) => {}
        (_, 1) => places.push("hidden".into()),
        (hidden, _) => places.push(format!("{hidden} hidden")),
    }
    format!("{}: {}", notation.card(card), places.join("; "))
}

/// Describes a game: the [status line](status_line), then one line for each pile, but the empty
/// foundations on one line. The text does not end with a line feed.
///
/// ```
/// use larboard::game::Game;
/// use larboard::variant;
/// use larboard::describe::{self, CardNotation};
///
/// let info = variant::find("moosehide").unwrap();
/// let game = Game::new(variant::new(info, &[]).unwrap(), 1);
/// let text = describe::table(&game, CardNotation::Letters);
/// assert!(text.starts_with("Moosehide, deal 1, move 0: playing, 0 of 52 home\n"));
/// assert!(text.contains("\nt2  1 down, 5D\n"));
/// ```
pub fn table(game: &Game, notation: CardNotation) -> String {
    let mut lines = vec![status_line(game)];
    lines.extend(piles(game, notation, |_| true));
    lines.join("\n")
}

/// Describes the wanted piles, one line each, but the empty foundations on one line and the reserve on a few. A line
/// comes before the piles that are built in another direction than those before them.
pub fn piles(game: &Game, notation: CardNotation, wanted: impl Fn(PileId) -> bool) -> Vec<String> {
    let line = |pile| notation.pile_label(game, pile) + &notation.pile_text(game, pile);
    let piles = game.table().pile_ids().iter().filter(|&pile| wanted(pile));
    let (reserve, shown): (Vec<PileId>, Vec<PileId>) =
        piles.partition(|pile| pile.kind() == PileKind::Reserve);
    let (mut lines, mut built) = (Vec::new(), None);
    for &pile in &shown {
        let direction = game.rules().build_direction(pile);
        match direction.filter(|_| std::mem::replace(&mut built, direction) != direction) {
            Some(BuildDirection::Down) => lines.push("piles built down".into()),
            Some(BuildDirection::Up) => lines.push("piles built up".into()),
            None => {}
        }
        let text = empty_foundation_text(game, pile, notation);
        let is_alike = |other: &PileId| {
            text.is_some() && text == empty_foundation_text(game, *other, notation)
        };
        let alike: Vec<PileId> = shown.iter().copied().filter(is_alike).collect();
        match (&alike[..], text) {
            ([first, _, ..], _) if *first != pile => {}
            ([_, _, ..], Some(text)) if notation == CardNotation::Full => {
                let ranges = pile_ranges(&alike);
                lines.push(format!("empty foundations, {ranges}: {text}"));
            }
            ([_, _, ..], Some(_)) => {
                let cards = alike.iter().filter_map(|pile| accepted_card(game, *pile));
                let cards = notation.card_list(&cards.collect::<Vec<_>>());
                lines.push(format!("{}  empty, take {cards}", pile_ranges(&alike)));
            }
            _ => lines.push(line(pile)),
        }
    }
    lines.extend(reserve_lines(game, &reserve, notation));
    lines
}

/// Maximum number of reserve cards on a line.
const RESERVE_CARDS_PER_LINE: usize = 8;

/// Lists the cards of reserve piles, which hold one card each, with the names of their piles, and the number of empty
/// piles that take another card.
fn reserve_lines(game: &Game, piles: &[PileId], notation: CardNotation) -> Vec<String> {
    let (table, rules) = (game.table(), game.rules());
    let is_open = |pile: &&PileId| {
        table.is_empty(**pile) && !matches!(rules.accepts(table, **pile), Accepts::Nothing)
    };
    let card = |&pile: &PileId| Some(format!("{pile} {}", notation.card(table.top(pile)?)));
    let cards: Vec<String> = piles.iter().filter_map(card).collect();
    let cards = cards.chunks(RESERVE_CARDS_PER_LINE);
    let mut lines: Vec<String> = cards.map(|cards| cards.join(", ")).collect();
    let open = piles.iter().filter(is_open).count();
    if open > 0 {
        lines.push(format!("{open} empty"));
    }
    lines
        .iter()
        .map(|line| format!("reserve: {line}"))
        .collect()
}

/// What an empty foundation takes, in the words of a line that sums up those alike: with full names those that take the
/// same rank in the same direction, else all. `None` for other piles.
fn empty_foundation_text(game: &Game, pile: PileId, notation: CardNotation) -> Option<String> {
    let card = accepted_card(game, pile)?;
    let is_empty = pile.is_foundation() && game.table().is_empty(pile);
    is_empty.then(|| match notation {
        CardNotation::Full => {
            let direction = direction_suffix(game, pile);
            format!("each takes {}{direction}", with_article(card.rank()))
        }
        CardNotation::Symbols | CardNotation::Letters => String::new(),
    })
}

/// Lists foundations, three and more in a row as a range: `f1, f3 to f8`.
fn pile_ranges(piles: &[PileId]) -> String {
    let follows = |one: &PileId, next: &PileId| one.index() + 1 == next.index();
    let ranges = piles.chunk_by(follows).flat_map(|range| match range {
        [first, .., last] if range.len() > 2 => vec![format!("{first} to {last}")],
        range => range.iter().map(ToString::to_string).collect(),
    });
    ranges.collect::<Vec<_>>().join(", ")
}

/// The title of a game, its options that are not the default, its deal number and its status, on one line.
pub fn status_line(game: &Game) -> String {
    let title = game_title(&RuleSet::new(game.rules()));
    let seed = match game.seed() {
        Some(seed) => format!("deal {seed}"),
        None => "no deal number".into(),
    };
    let (rules, table) = (game.rules(), game.table());
    let left = rules.cards_left(table).map(|left| format!(", {left} left"));
    let redeals = rules.redeals_left(table);
    let redeals = redeals.map(|left| format!(", redeals left {left}"));
    format!(
        "{title}, {seed}, move {}: {}, {} of {} {}{}{}",
        game.moves().len(),
        game.status().as_str(),
        game.cards_home(),
        game.deck().len(),
        home_word(game),
        left.unwrap_or_default(),
        redeals.unwrap_or_default(),
    )
}

/// The word for cards that count: `home`, or `gone` if they are discarded from the hand.
pub fn home_word(game: &Game) -> &'static str {
    if game.table().pile_ids().contains(PileId::DISCARDS) {
        "gone"
    } else {
        "home"
    }
}

/// Names a pile, a foundation by its suit: `the hearts foundation`.
pub fn pile_name(pile: PileId) -> String {
    match pile.kind() {
        PileKind::Foundation => {
            format!("the {} foundation", pile.foundation_suit().name())
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

/// A number of things: `1 card`, `3 cards`.
pub fn pluralize(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// A rounded number of things: `3.2 million positions`.
pub fn approx_count(number: u64, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        0..10_000 => format!("{number} {one}s"),
        10_000..1_000_000 => format!("{} thousand {one}s", number / 1000),
        _ => format!("{:.1} million {one}s", number as f64 / 1e6),
    }
}

/// Names the position after some moves: `the deal`, `move 12`.
pub fn position_text(moves: usize) -> String {
    match moves {
        0 => "the deal".into(),
        n => format!("move {n}"),
    }
}
