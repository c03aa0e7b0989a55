//! Hints without peeking: the moves that get the game on, ranked by what a player can see.
//!
//! A move is hinted only if it gets on by a measure that no later hint gives back. So following
//! hints never goes in a circle, and an empty list is an honest answer.

use std::cmp::Reverse;

use crate::cards::Card;
use crate::presentation::Presentation;
use crate::rules::{Change, Move, MoveList, PileKind, Table};

/// A move worth a thought, and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// What it does.
    pub reason: HintReason,
}

/// What a hinted move does for the player, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintReason {
    /// Leads to a win, as the solver has proven.
    ProvenWin,
    /// Brings a card home.
    ToFoundation,
    /// Turns up a card of the tableau.
    FlipsCard,
    /// Clears a pile.
    ClearsPile,
    /// Brings a card of the waste or the reserve into the tableau.
    UsesWasteOrReserve,
    /// Puts cards in sequence.
    ExtendsSequence,
    /// Turns or deals cards from the stock.
    DrawsFromStock,
    /// Makes the discards the stock again.
    Redeals,
}

impl HintReason {
    /// What the move does, in words that follow it.
    pub fn description(self) -> &'static str {
        match self {
            HintReason::ProvenWin => "proven to lead to a win",
            HintReason::ToFoundation => "brings cards home",
            HintReason::FlipsCard => "turns up a card",
            HintReason::ClearsPile => "clears a pile",
            HintReason::UsesWasteOrReserve => "makes use of a card beside the tableau",
            HintReason::ExtendsSequence => "puts cards in sequence",
            HintReason::DrawsFromStock => "brings new cards",
            HintReason::Redeals => "brings the discards back",
        }
    }
}

/// The legal moves that get the game on, the best first.
///
/// ```
/// use larboard::hint::hints;
/// use larboard::rules::{Rules, shuffled_deck};
/// use larboard::variant;
///
/// let rules = variant::new(variant::find("moving-left").unwrap(), &[]).unwrap();
/// let table = rules.deal(&shuffled_deck(42, 2));
/// assert!(!hints(&*rules, &table).is_empty());
/// ```
pub fn hints(rules: &dyn Presentation, table: &Table) -> Vec<Hint> {
    let mut moves = MoveList::new();
    rules.legal_moves(table, &mut moves);
    let before = HintProgress::new(rules, table);
    let mut after = table.clone();
    let mark = after.checkpoint();
    let mut hints = Vec::new();
    for mv in moves {
        rules.apply(&mut after, mv);
        let progress = HintProgress::new(rules, &after);
        if progress > before {
            let gain = hint_reason(&before, &progress, after.changes_since(mark));
            hints.push(Hint { mv, reason: gain });
        }
        after.rollback(mark);
    }
    hints.sort_by_key(|hint| hint.reason);
    hints
}

/// The hints with the next move of a line that wins as the first, where the player is to know it.
pub fn with_winning_move(mut hints: Vec<Hint>, proven: Option<Move>) -> Vec<Hint> {
    if let Some(mv) = proven {
        hints.retain(|hint| hint.mv != mv);
        hints.insert(
            0,
            Hint {
                mv,
                reason: HintReason::ProvenWin,
            },
        );
    }
    hints
}

fn hint_reason(before: &HintProgress, after: &HintProgress, steps: &[Change]) -> HintReason {
    if after.redeals > before.redeals {
        HintReason::Redeals
    } else if after.foundation_cards > before.foundation_cards {
        HintReason::ToFoundation
    } else if after.stock > before.stock {
        HintReason::DrawsFromStock
    } else if steps.iter().any(|step| step.flipped_pile().is_some()) {
        HintReason::FlipsCard
    } else if after.spaces > before.spaces {
        HintReason::ClearsPile
    } else if after.waste_and_reserve > before.waste_and_reserve {
        HintReason::UsesWasteOrReserve
    } else {
        HintReason::ExtendsSequence
    }
}

/// How far a game has come, by what lies open: compared field by field, the first first. Every
/// hint raises it, and it cannot be raised for ever. Which cards lie hidden never decides, since
/// turning one up or dealing it is itself what counts first. A redeal counts only where redeals do.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct HintProgress {
    redeals: Option<Reverse<u8>>,
    foundation_cards: usize,
    stock: Reverse<usize>,
    face_down: Reverse<usize>,
    waste_and_reserve: Reverse<usize>,
    out_of_sequence: Reverse<usize>,
    spaces: usize,
}

impl HintProgress {
    fn new(rules: &dyn Presentation, table: &Table) -> HintProgress {
        let size = |roles: &[PileKind]| {
            let places = table.pile_ids().iter();
            let places = places.filter(|place| roles.contains(&place.kind()));
            Reverse(places.map(|place| table.size(place)).sum())
        };
        let tableau = || table.pile_ids().iter().filter(|place| place.is_tableau());
        let broken = |pair: &&[Card]| {
            let [low, high] = [pair[0], pair[1]].map(Card::rank);
            low.wrapping_add(1) != high && low.wrapping_sub(1) != high
        };
        HintProgress {
            redeals: rules.redeals_left(table).map(Reverse),
            foundation_cards: rules.foundation_cards(table),
            stock: size(&[PileKind::Stock]),
            face_down: Reverse(tableau().map(|place| table.face_down(place)).sum()),
            waste_and_reserve: size(&[PileKind::Waste, PileKind::Reserve]),
            out_of_sequence: Reverse(
                tableau()
                    .map(|place| table.face_up(place).windows(2).filter(broken).count())
                    .sum(),
            ),
            spaces: tableau().filter(|&place| table.is_empty(place)).count(),
        }
    }
}
