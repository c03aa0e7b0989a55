//! A card that goes home without being asked never costs the game: on short decks of every game
//! and option, what could be won before it can be won after it.

use std::ops::Range;

use larboard::cards::Rank;
use larboard::rules::{
    Moosehide, Move, MoveList, MovingLeft, OneHanded, Oscillation, Table, Warfield, YakutatBay,
    shuffled_reduced_deck,
};
use larboard::solver::PruningRules;
use larboard::solver::{Budget, CancelToken, Verdict, solve_with};
use larboard::variant::Playable;

use crate::games;

fn rank(number: u8) -> Rank {
    Rank::new(number).expect("a rank")
}

/// Whether a position can be won, found by a search that knows nothing; none if there is too much
/// of it.
fn winnable<R: Playable>(rules: &R, table: &Table, most: u64) -> Option<bool> {
    let budget = Budget {
        positions: Some(most),
        time: None,
        memory: 1 << 20,
    };
    let (nothing, cancel) = (PruningRules::NONE, CancelToken::default());
    match solve_with(rules, table, nothing, &budget, &cancel, &mut |_| {}).verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable => Some(false),
        Verdict::Unknown => None,
    }
}

/// Plays short games at random and holds every safe move home, from a position that can be won,
/// against the search; says how many there were.
fn harmless<R: Playable>(rules: &R, top: u8, (seeds, most): (Range<u64>, u64)) -> usize {
    let mut held = 0;
    for seed in seeds {
        let deck = shuffled_reduced_deck(seed, rules.info().decks, rank(top));
        let mut table = rules.deal(&deck);
        let mut chance = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        for _ in 0..60 {
            let mut moves = MoveList::new();
            rules.legal_moves(&table, &mut moves);
            let safe: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|&mv| rules.is_safe_autoplay(&table, mv))
                .collect();
            if !safe.is_empty() && winnable(rules, &table, most) == Some(true) {
                held += safe.len();
                for mv in safe {
                    let mut after = table.clone();
                    rules.apply(&mut after, mv);
                    let still = winnable(rules, &after, 4 * most);
                    assert_ne!(still, Some(false), "seed {seed}: {mv} loses\n{table:?}");
                }
            }
            if moves.is_empty() {
                break;
            }
            chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            // Nearer to the end, where searches are short, one comes by what goes on.
            let onward =
                |mv: &&Move| !matches!(mv, Move::Transfer { from, .. } if from.is_foundation());
            let onward: Vec<&Move> = moves.iter().filter(onward).collect();
            let Some(&&mv) = onward.get((chance >> 33) as usize % onward.len().max(1)) else {
                break;
            };
            rules.apply(&mut table, mv);
        }
    }
    held
}

/// Every game and option in short; the names of those of which no card ever went home safely.
fn all(far: &(Range<u64>, u64)) -> Vec<&'static str> {
    let mut seen: Vec<(&'static str, usize)> = Vec::new();
    for (name, given) in [("moving left", "yes"), ("moving left without return", "no")] {
        let choices = games::options("moving-left", &[("foundation-return", given)]);
        for (piles, top) in [(3, 3), (2, 3), (3, 4)] {
            let rules = MovingLeft::new(&choices).reduced(piles, rank(top));
            seen.push((name, harmless(&rules, top, far.clone())));
        }
    }
    for (piles, top) in [(3, 3), (3, 4), (3, 5), (4, 5)] {
        let rules = Warfield::new().reduced(piles, rank(top));
        seen.push(("warfield", harmless(&rules, top, far.clone())));
    }
    for (piles, top) in [(3, 4), (3, 5), (4, 5), (4, 6)] {
        for (name, face_up) in [("yakutat bay", "yukon"), ("yakutat bay, tops", "tops")] {
            let choices = games::options("yakutat-bay", &[("face-up", face_up)]);
            let rules = YakutatBay::new(&choices).reduced(piles, rank(top));
            seen.push((name, harmless(&rules, top, far.clone())));
        }
        for layout in ["open-reserve", "four-reserve", "classic"] {
            let choices = games::options("moosehide", &[("layout", layout)]);
            let rules = Moosehide::new(&choices).reduced(piles, rank(top));
            seen.push((layout, harmless(&rules, top, far.clone())));
        }
    }
    for wrap in ["no", "yes"] {
        let choices = games::options("oscillation", &[("wrap", wrap)]);
        for (piles, top) in [(4, 2), (4, 3), (2, 3)] {
            let rules = Oscillation::new(&choices).reduced(piles, rank(top));
            seen.push(("oscillation", harmless(&rules, top, far.clone())));
        }
    }
    for discards in ["forced", "optional"] {
        let given = [("discards", discards), ("redeals", "1")];
        let rules = OneHanded::new(&games::options("single-left", &given));
        seen.push(("one-handed", harmless(&rules, 4, far.clone())));
    }
    let mut never: Vec<&'static str> = Vec::new();
    for (name, _) in &seen {
        let mut own = seen.iter().filter(|(other, _)| other == name);
        if !never.contains(name) && own.all(|(_, held)| *held == 0) {
            never.push(name);
        }
    }
    never
}

#[test]
fn what_goes_home_unasked_never_costs_the_game() {
    let never = all(&(1..7, 600));
    assert_eq!(never, ["yakutat bay, tops", "oscillation", "one-handed"]);
}

#[test]
#[ignore = "takes minutes: dozens of decks of each kind"]
fn what_goes_home_unasked_never_costs_the_game_on_dozens_of_decks() {
    let never = all(&(1..60, 3_000));
    assert_eq!(never, ["oscillation", "one-handed"]);
}
