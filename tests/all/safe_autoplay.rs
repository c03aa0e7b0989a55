//! Safe autoplay never loses a winnable position, on reduced decks of every game and option.

use std::ops::Range;

use larboard::rules::{Move, MoveList, Table, shuffled_reduced_deck};
use larboard::solver::PruningRules;
use larboard::solver::{CancelToken, Verdict, solve_with};
use larboard::variant::Playable;

use crate::games;
use crate::solver::{moosehide, moving_left, one_handed, oscillation, rank, warfield, yakutat_bay};

/// Whether a position can be won, found by a search without pruning. `None` if that takes more than
/// `max_positions`.
fn winnable<R: Playable>(rules: &R, table: &Table, max_positions: u64) -> Option<bool> {
    let budget = games::budget(max_positions, 1 << 20);
    let (pruning, cancel) = (PruningRules::NONE, CancelToken::default());
    match solve_with(rules, table, pruning, &budget, &cancel, &mut |_| {}).verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable => Some(false),
        Verdict::Unknown => None,
    }
}

/// Plays reduced games at random and checks with the search that every safe foundation move in a
/// winnable position leaves it winnable. Returns the number of moves checked.
fn count_safe_moves<R: Playable>(
    rules: &R,
    top: u8,
    (seeds, max_positions): (Range<u64>, u64),
) -> usize {
    let mut count = 0;
    for seed in seeds {
        let deck = shuffled_reduced_deck(seed, rules.info().decks, rank(top));
        let mut table = rules.deal(&deck);
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        for _ in 0..60 {
            let mut moves = MoveList::new();
            rules.legal_moves(&table, &mut moves);
            let safe: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|&mv| rules.is_safe_autoplay(&table, mv))
                .collect();
            if !safe.is_empty() && winnable(rules, &table, max_positions) == Some(true) {
                count += safe.len();
                for mv in safe {
                    let mut after = table.clone();
                    rules.apply(&mut after, mv);
                    let winnable_after = winnable(rules, &after, 4 * max_positions);
                    assert_ne!(
                        winnable_after,
                        Some(false),
                        "seed {seed}: {mv} loses\n{table:?}"
                    );
                }
            }
            if moves.is_empty() {
                break;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            // Without moves from foundations the game advances to where searches are short.
            let advances =
                |mv: &&Move| !matches!(mv, Move::Transfer { from, .. } if from.is_foundation());
            let advancing: Vec<&Move> = moves.iter().filter(advances).collect();
            let Some(&&mv) = advancing.get((random >> 33) as usize % advancing.len().max(1)) else {
                break;
            };
            rules.apply(&mut table, mv);
        }
    }
    count
}

/// Checks reduced decks of every game and option. Returns the names of those without a safe move.
fn games_without_safe_moves(limits: &(Range<u64>, u64)) -> Vec<&'static str> {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for (name, value) in [("moving left", "yes"), ("moving left without return", "no")] {
        for (piles, top) in [(3, 3), (2, 3), (3, 4)] {
            let rules = moving_left(value, piles, top);
            counts.push((name, count_safe_moves(&rules, top, limits.clone())));
        }
    }
    for (piles, top) in [(3, 3), (3, 4), (3, 5), (4, 5)] {
        let rules = warfield(piles, top);
        counts.push(("warfield", count_safe_moves(&rules, top, limits.clone())));
    }
    for (piles, top) in [(3, 4), (3, 5), (4, 5), (4, 6)] {
        for (name, face_up) in [("yakutat bay", "yukon"), ("yakutat bay, tops", "tops")] {
            let rules = yakutat_bay(face_up, piles, top);
            counts.push((name, count_safe_moves(&rules, top, limits.clone())));
        }
        for layout in ["open-reserve", "four-reserve", "classic"] {
            let rules = moosehide(layout, piles, top);
            counts.push((layout, count_safe_moves(&rules, top, limits.clone())));
        }
    }
    for wrap in ["no", "yes"] {
        for (piles, top) in [(4, 2), (4, 3), (2, 3)] {
            let rules = oscillation(wrap, piles, top);
            counts.push(("oscillation", count_safe_moves(&rules, top, limits.clone())));
        }
    }
    for discards in ["forced", "optional"] {
        let rules = one_handed(discards, "1");
        counts.push(("one-handed", count_safe_moves(&rules, 4, limits.clone())));
    }
    let mut never: Vec<&'static str> = Vec::new();
    for (name, _) in &counts {
        let mut own = counts.iter().filter(|(other, _)| other == name);
        if !never.contains(name) && own.all(|(_, count)| *count == 0) {
            never.push(name);
        }
    }
    never
}

#[test]
fn safe_autoplay_never_loses_a_winnable_position() {
    let never = games_without_safe_moves(&(1..7, 600));
    assert_eq!(never, ["yakutat bay, tops", "oscillation", "one-handed"]);
}

#[test]
#[ignore = "takes minutes: dozens of decks of each kind"]
fn safe_autoplay_never_loses_a_winnable_position_on_dozens_of_decks() {
    let never = games_without_safe_moves(&(1..60, 3_000));
    assert_eq!(never, ["oscillation", "one-handed"]);
}
