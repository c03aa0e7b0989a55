//! A table and what happens on it, in plain text: one pile a line, a move in a sentence.

use crate::cards::{Card, Rank, Suit};
use crate::game::Game;
use crate::rules::{Move, Place, Role, Rules, Step, Table, Takes, in_order};

/// The most cards moved as a unit that are named one by one.
const MOST_NAMED: usize = 3;

/// How cards are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// `10♥`.
    Symbols,
    /// `10H`, for a terminal that has no pips.
    Letters,
    /// `ten of hearts`, and piles by their names.
    Full,
}

impl Names {
    /// How a terminal, by what its environment variables tell of it, can name cards.
    pub fn of_terminal(variable: impl Fn(&str) -> Option<String>) -> Names {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        let locale = locale.unwrap_or_default().to_lowercase().replace('-', "");
        let linux = variable("TERM").is_some_and(|term| term == "linux");
        if !linux && (cfg!(windows) || locale.contains("utf8")) {
            Names::Symbols
        } else {
            Names::Letters
        }
    }

    /// The name of a card.
    pub fn card(self, card: Card) -> String {
        match self {
            Names::Symbols => card.to_string(),
            Names::Letters => format!("{}{}", card.rank().face(), card.suit().letter()),
            Names::Full => card.name(),
        }
    }

    /// A text that names cards by their symbols, with these names instead.
    pub fn text(self, text: &str) -> String {
        in_order(1).into_iter().fold(text.to_owned(), |text, card| {
            text.replace(&card.to_string(), &self.card(card))
        })
    }

    fn cards(self, cards: &[Card]) -> String {
        let separator = match self {
            Names::Symbols | Names::Letters => " ",
            Names::Full => ", ",
        };
        let names: Vec<_> = cards.iter().map(|&card| self.card(card)).collect();
        names.join(separator)
    }

    /// Cards that move as a unit.
    fn unit(self, cards: &[Card]) -> String {
        match cards {
            [head, ..] if cards.len() > MOST_NAMED => {
                format!("{} cards headed by {}", cards.len(), self.card(*head))
            }
            _ => self.cards(cards),
        }
    }

    /// What a place is called where its pile is told.
    fn place<R: Rules>(self, game: &Game<R>, place: Place) -> String {
        match (self, suit_of(game, place)) {
            (Names::Full, Some(suit)) => format!("{} foundation, {place}: ", suit.name()),
            (Names::Full, None) => format!("{}, {place}: ", place.name()),
            (Names::Symbols | Names::Letters, _) => format!("{:<4}", place.to_string()),
        }
    }

    /// A pile; with full names, of one that lies squared up no more than its top card.
    fn pile<R: Rules>(self, game: &Game<R>, place: Place) -> String {
        let table = game.table();
        let squared = matches!(
            place.role(),
            Role::Foundation | Role::Waste | Role::Discards
        );
        match table.face_up(place) {
            [.., top] if squared && self == Names::Full => {
                let count = counted(table.size(place), "card");
                let built = built(game, place).unwrap_or_default();
                format!("{}, {count}{built}", self.card(*top))
            }
            _ => self.all_cards(game, place),
        }
    }

    /// The cards of a pile, how many lie face down first; of a space, what it takes.
    fn all_cards<R: Rules>(self, game: &Game<R>, place: Place) -> String {
        let table = game.table();
        if table.is_empty(place) {
            return match game.rules().takes(table, place) {
                Takes::Nothing => "empty".into(),
                Takes::Any => "empty, takes any card".into(),
                Takes::Rank(rank) => format!("empty, takes {}", one_of(rank)),
                Takes::Card(card) => format!("empty, takes {}", self.card(card)),
            };
        }
        let down = match (self, table.face_down(place)) {
            (_, 0) => None,
            (Names::Full, down) => Some(format!("{down} face down")),
            (_, down) => Some(format!("{down} down")),
        };
        let up = Some(self.cards(table.face_up(place))).filter(|cards| !cards.is_empty());
        let parts: Vec<String> = down.into_iter().chain(up).collect();
        parts.join(", ")
    }
}

/// The suit a foundation is for, as far as its game says.
fn suit_of<R: Rules>(game: &Game<R>, place: Place) -> Option<Suit> {
    let table = game.table();
    let card = match game.rules().takes(table, place) {
        Takes::Card(card) => Some(card),
        _ => table.top(place),
    };
    card.filter(|_| place.is_foundation()).map(Card::suit)
}

/// How a foundation is built that does not begin with the ace: `, up from seven`.
fn built<R: Rules>(game: &Game<R>, place: Place) -> Option<String> {
    let tally = game.rules().tally(game.table(), place)?;
    let way = if tally.up { "up" } else { "down" };
    Some(format!(
        " of {}, {way} from {}",
        tally.full,
        tally.start.name()
    ))
}

/// Any card of a rank: `a king`, `an ace`.
fn one_of(rank: Rank) -> String {
    let name = rank.name();
    let article = match name.starts_with(['a', 'e']) {
        true => "an",
        false => "a",
    };
    format!("{article} {name}")
}

/// All cards of a pile, on one line: `pile 3: 2 down, 5♣ 4♦`.
pub fn peek<R: Rules>(game: &Game<R>, place: Place, names: Names) -> String {
    let cards = names.all_cards(game, place);
    match names {
        Names::Full => names.place(game, place) + &cards,
        Names::Symbols | Names::Letters => format!("{}: {cards}", place.name()),
    }
}

/// The title of a game and how it stands, on one line, then its piles, one a line. No line feed
/// ends it.
///
/// ```
/// use larboard::game::Game;
/// use larboard::rules::Variant;
/// use larboard::words::{self, Names};
///
/// let profile = Variant::profile_named("moosehide").unwrap();
/// let game = Game::new(Variant::of(profile, &[]).unwrap(), 1);
/// let told = words::table(&game, Names::Letters);
/// assert!(told.starts_with("Moosehide, seed 1, move 0: playing, 0 of 52 home\n"));
/// assert!(told.contains("\nt2  1 down, 5D\n"));
/// ```
pub fn table<R: Rules>(game: &Game<R>, names: Names) -> String {
    let table = game.table();
    // With full names, spent places of a reserve are not worth a line each.
    let told = |place: &Place| {
        names != Names::Full || place.role() != Role::Reserve || !table.is_empty(*place)
    };
    let pile = |place| names.place(game, place) + &names.pile(game, place);
    let mut lines = vec![standing(game)];
    lines.extend(table.places().iter().filter(told).map(pile));
    lines.join("\n")
}

/// A game's title, its options that are not the default, its seed and how it stands, on one line.
fn standing<R: Rules>(game: &Game<R>) -> String {
    let profile = game.rules().profile();
    let seed = match game.seed() {
        Some(seed) => format!("seed {seed}"),
        None => "no seed".into(),
    };
    let redeals = match game.rules().redeals_left(game.table()) {
        Some(left) => format!(", redeals left {left}"),
        None => String::new(),
    };
    let choices = game.rules().choices();
    let unusual = profile.options.iter().filter_map(|option| {
        let value = choices.value(option.name);
        let usual = value.is_empty() || value == option.default();
        (!usual).then(|| format!(", {} {value}", option.name))
    });
    format!(
        "{}{}, {seed}, move {}: {}, {}{redeals}",
        profile.title,
        unusual.collect::<String>(),
        game.moves().len(),
        game.status().word(),
        so_far(game),
    )
}

/// What cards are that count: home, or thrown out of the hand.
pub fn home_word<R: Rules>(game: &Game<R>) -> &'static str {
    match game.table().places().has(Place::DISCARDS) {
        true => "gone",
        false => "home",
    }
}

/// How far a game has come: `12 of 52 home`, `20 of 52 gone, 32 left`.
pub fn so_far<R: Rules>(game: &Game<R>) -> String {
    let (home, all) = (game.home(), game.deck().len());
    let left = match game.rules().left(game.table()) {
        Some(left) => format!(", {left} left"),
        None => String::new(),
    };
    format!("{home} of {all} {}{left}", home_word(game))
}

/// So many of something, in words: `1 card`, `3 cards`.
pub fn counted(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// A large number of things, in round figures: `3.2 million positions`.
pub fn many(number: u64, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        0..10_000 => format!("{number} {one}s"),
        10_000..1_000_000 => format!("{} thousand {one}s", number / 1000),
        _ => format!("{:.1} million {one}s", number as f64 / 1e6),
    }
}

/// How many deals were passed over, in words.
pub fn passed_over(passed: u64) -> String {
    match passed {
        0 => "none was passed over".into(),
        1 => "1 was passed over".into(),
        n => format!("{n} were passed over"),
    }
}

/// How a game went that is over, by what is proven of it: after how many moves it certainly could
/// still be won, and after how many it first no longer could.
pub fn hindsight<R: Rules>(game: &Game<R>, winnable: Option<usize>, lost: Option<usize>) -> String {
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
        (Some(won), None) => format!("After {} it could still be won.", counted(won, "move")),
        (None, _) => "Whether this deal could be won is not known.".into(),
    }
}

/// A move that can be made, before it is: `5♦ from pile 3 to pile 5`.
pub fn intent(table: &Table, mv: Move, names: Names) -> String {
    match mv {
        Move::Carry { from, to, count } => carried(table, from, to, count, names),
        Move::Draw | Move::Deal | Move::Middle | Move::All | Move::Redeal => mv.to_string(),
    }
}

/// A move that can be made, and what is typed for it: `t3-t5: 5♦ from pile 3 to pile 5`.
pub fn proposal(table: &Table, mv: Move, names: Names) -> String {
    match mv {
        Move::Carry { .. } => format!("{mv}: {}", intent(table, mv, names)),
        _ => intent(table, mv, names),
    }
}

/// Where home is that a move brings a card to: where it could go to either of two foundations, on
/// which side that lies.
pub fn home<R: Rules>(game: &Game<R>, mv: Move) -> &'static str {
    let goes = |mv: Move| match mv {
        Move::Carry { from, to, .. } if to.is_foundation() => Some((from, to)),
        _ => None,
    };
    let plan = game.rules().plan();
    let column = |place: Place| {
        let spot = plan.spots.iter().find(|spot| spot.place == place);
        spot.map(|spot| spot.column)
    };
    let Some((from, to)) = goes(mv) else {
        return "home";
    };
    let legal = game.legal();
    let mut others = legal.iter().filter_map(|&mv| goes(mv));
    match others.find(|other| other.0 == from && other.1 != to) {
        Some((_, other)) if column(to) < column(other) => "home on the left",
        Some(_) => "home on the right",
        None => "home",
    }
}

/// What steps did to the table as it was before them: `5♦ from pile 3 to pile 5; turned up 9♣ on
/// pile 3`.
pub fn changes(before: &Table, steps: &[Step], names: Names) -> String {
    let mut table = snapshot(before);
    let mut said = Vec::new();
    for &step in steps {
        said.extend(change(&table, step, names));
        make_again(&mut table, step);
        said.extend(step.turned_up().map(|place| {
            let card = names.cards(top(&table, place, 1));
            format!("turned up {card} on {}", place.name())
        }));
    }
    said.join("; ")
}

fn change(table: &Table, step: Step, names: Names) -> Option<String> {
    Some(match step {
        Step::Carry {
            from, to, count, ..
        } => carried(table, from, to, count, names),
        Step::Slide {
            from, to, count, ..
        } => format!(
            "{} moved left: {} to {}",
            counted(count.into(), "card"),
            from.name(),
            to.name()
        ),
        Step::Deal { from, to, count } => {
            let mut cards = top(table, from, count).to_vec();
            cards.reverse();
            format!("dealt {} to {}", names.cards(&cards), to.name())
        }
        Step::Gather { from, to, count } => {
            let cards = counted(count.into(), "card");
            format!("{cards} from {} to {}", from.name(), to.name())
        }
        // The order in which discards lie, and the count of redeals, follow from the move.
        Step::Swap { .. } | Step::Redeal => return None,
    })
}

fn carried(table: &Table, from: Place, to: Place, count: u8, names: Names) -> String {
    let cards = names.unit(top(table, from, count));
    match to.role() {
        Role::Foundation => format!("{cards} from {} home, to {}", from.name(), to.name()),
        Role::Discards => format!("discarded {cards}"),
        _ => format!("{cards} from {} to {}", from.name(), to.name()),
    }
}

/// The top cards of a pile, as many of them as there are.
fn top(table: &Table, place: Place, count: u8) -> &[Card] {
    let pile = table.pile(place);
    &pile[pile.len().saturating_sub(count.into())..]
}

/// A table that looks the same and remembers no step.
pub fn snapshot(table: &Table) -> Table {
    let mut copy = Table::new(table.places(), table.deck());
    for place in table.places().iter() {
        for &card in table.pile(place) {
            copy.put(place, card);
        }
        copy.lay_face_down(place, table.face_down(place));
    }
    copy
}

fn make_again(table: &mut Table, step: Step) {
    match step {
        Step::Carry {
            from, to, count, ..
        } => {
            table.carry(from, to, count);
        }
        Step::Slide {
            from, to, count, ..
        } => {
            table.slide(from, to, count);
        }
        Step::Deal { from, to, count } => table.deal(from, to, count),
        Step::Gather { from, to, count } => table.gather(from, to, count),
        Step::Swap {
            place,
            first,
            second,
        } => table.swap(place, first.into(), second.into()),
        Step::Redeal => table.count_redeal(),
    }
}
