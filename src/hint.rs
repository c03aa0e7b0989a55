//! Hints that use only what the player can see.
//!
//! A move is suggested only if it improves a measure that no later hint worsens. So following hints
//! never goes in circles, and an empty list means that there is no obvious move.

use std::cmp::Reverse;

use crate::cards::Card;
use crate::game::Game;
use crate::presentation::Presentation;
use crate::rules::{Change, Move, PileKind, Table};

/// A suggested move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move, and those that go on from there, as far as they are planned.
    pub moves: Vec<Move>,
    /// Why it is suggested.
    pub reason: HintReason,
}

/// Why a move is suggested, the best reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintReason {
    /// The solver has proven that it leads to a win.
    ProvenWin,
    /// A winning line that the player has not seen goes on with it.
    KeepsWin,
    /// There is no other move.
    OnlyMove,
    /// It sends a card to a foundation that cannot be needed again.
    SafeCard,
    /// It wins most sample deals.
    WinsMostSamples,
    /// No sample deal was won, and it gets furthest in them.
    GetsFurthest,
    /// It looks best, and no other move wins clearly more sample deals.
    LooksBest,
    /// It sends a card to a foundation.
    ToFoundation,
    /// It flips a card of the tableau.
    FlipsCard,
    /// It empties a pile.
    ClearsPile,
    /// It plays a card from the waste or the reserve.
    UsesWasteOrReserve,
    /// It puts cards in sequence.
    ExtendsSequence,
    /// It draws or deals cards from the stock.
    DrawsFromStock,
    /// It turns the discards into a new stock.
    Redeals,
}

/// Returns the suggested moves, the best first.
///
/// ```
/// use larboard::hint::obvious_hints;
/// use larboard::rules::{Rules, shuffled_deck};
/// use larboard::variant;
///
/// let rules = variant::new(variant::find("moving-left").unwrap(), &[]).unwrap();
/// let table = rules.deal(&shuffled_deck(42, 2));
/// assert!(!obvious_hints(&*rules, &table).is_empty());
/// ```
pub fn obvious_hints(rules: &dyn Presentation, table: &Table) -> Vec<Hint> {
    let moves = rules.move_list(table);
    let before = HintProgress::new(rules, table);
    let mut after = table.clone();
    let checkpoint = after.checkpoint();
    let mut hints = Vec::new();
    for mv in moves {
        rules.apply(&mut after, mv);
        let progress = HintProgress::new(rules, &after);
        if progress > before {
            let reason = hint_reason(&before, &progress, after.changes_since(checkpoint));
            hints.push(Hint {
                moves: vec![mv],
                reason,
            });
        }
        after.rollback(checkpoint);
    }
    hints.sort_by_key(|hint| hint.reason);
    hints
}

/// Returns the suggested moves of a game in play, each with the automatic moves after it.
pub fn visible_hints(game: &Game) -> Vec<Hint> {
    let hints = obvious_hints(&**game.rules(), game.table()).into_iter();
    let with_automatic_moves = |hint: Hint| Hint {
        moves: game.with_automatic_moves(&hint.moves),
        ..hint
    };
    hints.map(with_automatic_moves).collect()
}

fn hint_reason(before: &HintProgress, after: &HintProgress, changes: &[Change]) -> HintReason {
    if after.redeals > before.redeals {
        HintReason::Redeals
    } else if after.cards_home > before.cards_home {
        HintReason::ToFoundation
    } else if after.stock > before.stock {
        HintReason::DrawsFromStock
    } else if changes.iter().any(|change| change.flipped_pile().is_some()) {
        HintReason::FlipsCard
    } else if after.spaces > before.spaces {
        HintReason::ClearsPile
    } else if after.waste_and_reserve > before.waste_and_reserve {
        HintReason::UsesWasteOrReserve
    } else {
        HintReason::ExtendsSequence
    }
}

/// Visible progress of a game, compared field by field. Every hint increases it, and it cannot grow
/// without end. Hidden cards have no influence, since flipping or dealing one counts before its value
/// does. A redeal counts only in a game with a limited number of redeals.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct HintProgress {
    redeals: Option<Reverse<u8>>,
    cards_home: usize,
    stock: Reverse<usize>,
    face_down: Reverse<usize>,
    waste_and_reserve: Reverse<usize>,
    out_of_sequence: Reverse<usize>,
    spaces: usize,
}

impl HintProgress {
    fn new(rules: &dyn Presentation, table: &Table) -> HintProgress {
        let size = |kinds: &[PileKind]| {
            let piles = table.pile_ids().iter();
            let piles = piles.filter(|pile| kinds.contains(&pile.kind()));
            Reverse(piles.map(|pile| table.size(pile)).sum())
        };
        let tableau = || table.pile_ids().iter().filter(|pile| pile.is_tableau());
        let broken = |pair: &&[Card]| {
            let [low, high] = [pair[0], pair[1]].map(Card::rank);
            low.wrapping_add(1) != high && low.wrapping_sub(1) != high
        };
        HintProgress {
            redeals: rules.redeals_left(table).map(Reverse),
            cards_home: rules.cards_home(table),
            stock: size(&[PileKind::Stock]),
            face_down: Reverse(tableau().map(|pile| table.face_down(pile)).sum()),
            waste_and_reserve: size(&[PileKind::Waste, PileKind::Reserve]),
            out_of_sequence: Reverse(
                tableau()
                    .map(|pile| table.face_up(pile).windows(2).filter(broken).count())
                    .sum(),
            ),
            spaces: tableau().filter(|&pile| table.is_empty(pile)).count(),
        }
    }
}
