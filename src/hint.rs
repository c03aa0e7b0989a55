//! Hints without peeking: the moves that get the game on, ranked by what a player can see.
//!
//! A move is hinted only if it gets on by a measure that no later hint gives back. So following
//! hints never goes in a circle, and an empty list is an honest answer.

use std::cmp::Reverse;

use crate::cards::Card;
use crate::rules::{Move, MoveList, Role, Rules, Step, Table};

/// A move worth a thought, and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// What it does.
    pub gain: Gain,
}

/// What a hinted move does for the player, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gain {
    /// Leads to a win, as the solver has proven.
    Wins,
    /// Brings a card home.
    Home,
    /// Turns up a card of the tableau.
    TurnsUp,
    /// Clears a pile.
    Clears,
    /// Brings a card of the waste or the reserve into the tableau.
    Frees,
    /// Puts cards in sequence.
    Orders,
    /// Turns or deals cards from the stock.
    Deals,
    /// Makes the discards the stock again.
    Redeals,
}

impl Gain {
    /// What the move does, in words that follow it.
    pub fn words(self) -> &'static str {
        match self {
            Gain::Wins => "proven to lead to a win",
            Gain::Home => "brings cards home",
            Gain::TurnsUp => "turns up a card",
            Gain::Clears => "clears a pile",
            Gain::Frees => "makes use of a card beside the tableau",
            Gain::Orders => "puts cards in sequence",
            Gain::Deals => "brings new cards",
            Gain::Redeals => "brings the discards back",
        }
    }
}

/// The legal moves that get the game on, the best first.
///
/// ```
/// use larboard::hint::hints;
/// use larboard::rules::{Rules, Variant, shuffled};
///
/// let rules = Variant::of(Variant::ALL[0], &[]).unwrap();
/// let table = rules.deal(&shuffled(42, 2));
/// assert!(!hints(&rules, &table).is_empty());
/// ```
pub fn hints<R: Rules>(rules: &R, table: &Table) -> Vec<Hint> {
    let mut moves = MoveList::new();
    rules.legal_moves(table, &mut moves);
    let before = Progress::of(rules, table);
    let mut after = table.clone();
    let mark = after.mark();
    let mut hints = Vec::new();
    for mv in moves {
        rules.apply(&mut after, mv);
        let progress = Progress::of(rules, &after);
        if progress > before {
            let gain = gain(&before, &progress, after.steps_since(mark));
            hints.push(Hint { mv, gain });
        }
        after.back_to(mark);
    }
    hints.sort_by_key(|hint| hint.gain);
    hints
}

/// The hints with the next move of a line that wins as the first, where the player is to know it.
pub fn with_proven(mut hints: Vec<Hint>, proven: Option<Move>) -> Vec<Hint> {
    if let Some(mv) = proven {
        hints.retain(|hint| hint.mv != mv);
        hints.insert(
            0,
            Hint {
                mv,
                gain: Gain::Wins,
            },
        );
    }
    hints
}

fn gain(before: &Progress, after: &Progress, steps: &[Step]) -> Gain {
    if after.redeals > before.redeals {
        Gain::Redeals
    } else if after.home > before.home {
        Gain::Home
    } else if after.stock > before.stock {
        Gain::Deals
    } else if steps.iter().any(|step| step.turned_up().is_some()) {
        Gain::TurnsUp
    } else if after.spaces > before.spaces {
        Gain::Clears
    } else if after.beside > before.beside {
        Gain::Frees
    } else {
        Gain::Orders
    }
}

/// How far a game has come, by what lies open: compared field by field, the first first. Every
/// hint raises it, and it cannot be raised for ever. Which cards lie hidden never decides, since
/// turning one up or dealing it is itself what counts first. A redeal counts only where redeals do.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Progress {
    redeals: Option<Reverse<u8>>,
    home: usize,
    stock: Reverse<usize>,
    face_down: Reverse<usize>,
    beside: Reverse<usize>,
    out_of_sequence: Reverse<usize>,
    spaces: usize,
}

impl Progress {
    fn of<R: Rules>(rules: &R, table: &Table) -> Progress {
        let size = |roles: &[Role]| {
            let places = table.places().iter();
            let places = places.filter(|place| roles.contains(&place.role()));
            Reverse(places.map(|place| table.size(place)).sum())
        };
        let tableau = || table.places().iter().filter(|place| place.is_tableau());
        let broken = |pair: &&[Card]| {
            let [low, high] = [pair[0], pair[1]].map(Card::rank);
            low.up(1) != high && low.down(1) != high
        };
        Progress {
            redeals: rules.redeals_left(table).map(Reverse),
            home: rules.home(table),
            stock: size(&[Role::Stock]),
            face_down: Reverse(tableau().map(|place| table.face_down(place)).sum()),
            beside: size(&[Role::Waste, Role::Reserve]),
            out_of_sequence: Reverse(
                tableau()
                    .map(|place| table.face_up(place).windows(2).filter(broken).count())
                    .sum(),
            ),
            spaces: tableau().filter(|&place| table.is_empty(place)).count(),
        }
    }
}
