//! What the searches take for granted and which cards go home by themselves, compared with all positions
//! that can be reached: from deals of reduced decks, and from random tables near the end.

use std::collections::HashMap;
use std::ops::Range;

use larboard::rules::{Move, Rules, Table, shuffled_reduced_deck};
use larboard::solver::{
    CancelToken, KeyPart, MacroMoves, PruningRules, Verdict, is_winning_line, solve_with,
};
use larboard::variant::Playable;

use super::{
    encode, moosehide, moving_left, one_handed, oscillation, pruning_sets, rank, warfield,
    yakutat_bay,
};
use crate::games;
use crate::rules::naive::Naive;
use crate::rules::players::Rng;
use crate::rules::random_tables::table_near_the_end;
use crate::rules::setup::{lay_out, read_position};

/// All positions that can be reached from a table, and which of them can be won, found by nothing but the
/// rules.
pub(crate) struct Reachable {
    pub(crate) tables: Vec<Table>,
    numbers: HashMap<Vec<u8>, usize>,
    is_winnable: Vec<bool>,
}

impl Reachable {
    /// `None` if there are more than `max` positions.
    pub(crate) fn explore<R: Rules>(rules: &R, start: &Table, max: usize) -> Option<Reachable> {
        let mut tables = vec![start.clone()];
        let mut numbers = HashMap::from([(encode(start), 0)]);
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut n = 0;
        while n < tables.len() {
            let mut table = tables[n].clone();
            let checkpoint = table.checkpoint();
            for mv in rules.move_list(&table) {
                rules.apply(&mut table, mv);
                let number = *numbers.entry(encode(&table)).or_insert(tables.len());
                if number == max {
                    return None;
                }
                if number == tables.len() {
                    tables.push(table.clone());
                    before.push(Vec::new());
                }
                before[number].push(n);
                table.rollback(checkpoint);
            }
            n += 1;
        }
        let mut is_winnable = vec![false; tables.len()];
        let mut found: Vec<usize> = (0..tables.len())
            .filter(|&n| rules.is_won(&tables[n]))
            .collect();
        while let Some(n) = found.pop() {
            if !std::mem::replace(&mut is_winnable[n], true) {
                found.extend(&before[n]);
            }
        }
        Some(Reachable {
            tables,
            numbers,
            is_winnable,
        })
    }

    pub(crate) fn can_be_won(&self, table: &Table) -> bool {
        self.is_winnable[self.numbers[&encode(table)]]
    }
}

/// Returns what distinguishes a position from others in a search.
fn key_parts<R: Playable>(rules: &R, table: &Table) -> Vec<(usize, u128, Vec<u8>)> {
    let mut parts = vec![(2_000, table.redeals_used().into(), Vec::new())];
    rules.visit_key_parts(table, PruningRules::ALL, &mut |pile, part| {
        let sizes = (table.face_down(pile) << 8 | table.size(pile)) as u128;
        let cards = || table.pile(pile).iter().map(|card| card.index() as u8);
        parts.push(match part {
            KeyPart::Exact => (pile.index(), sizes, cards().collect()),
            KeyPart::Interchangeable(class) => {
                (1_000 + usize::from(class), sizes, cards().collect())
            }
            KeyPart::Custom(number) => (pile.index(), number, Vec::new()),
            KeyPart::SizeOnly => (pile.index(), sizes, Vec::new()),
            KeyPart::Ignored => return,
        });
    });
    parts.sort_unstable();
    parts
}

/// How much was compared.
#[derive(Debug, Default)]
struct Compared {
    games: usize,
    skipped: usize,
    winnable: usize,
    lost: usize,
    safe_cards: usize,
    dead_ends: usize,
    equal_keys: usize,
}

impl Compared {
    /// Compares what is said about the positions that can be reached from a table, unless there are more
    /// than `max`.
    fn compare<R: Playable>(&mut self, rules: &R, start: &Table, max: usize) {
        let Some(reachable) = Reachable::explore(rules, start, max) else {
            self.skipped += 1;
            return;
        };
        self.games += 1;
        let name = format!("{} {:?}", rules.info().id, rules.options());
        let (mut first_with_key, mut first_with_hash) = (HashMap::new(), HashMap::new());
        for table in &reachable.tables {
            let can_be_won = reachable.can_be_won(table);
            if can_be_won {
                self.winnable += 1;
                self.check_winnable(rules, &reachable, table, &name);
            } else {
                self.lost += 1;
                self.dead_ends += usize::from(rules.is_dead_end(table, PruningRules::ALL));
            }
            let first = *first_with_key
                .entry(key_parts(rules, table))
                .or_insert(table);
            self.equal_keys += usize::from(!std::ptr::eq(first, table));
            let hashed = first_with_hash.entry(rules.state_key(table));
            for first in [first, *hashed.or_insert(table)] {
                assert_eq!(
                    can_be_won,
                    reachable.can_be_won(first),
                    "{name}: one of two positions that count as the same can be won:\n{table:?}\n{first:?}"
                );
            }
        }
        // Searches take far longer than all else.
        if self.games % 10 == 1 {
            for table in reachable
                .tables
                .iter()
                .step_by(1 + reachable.tables.len() / 3)
            {
                check_verdicts(rules, table, reachable.can_be_won(table), &name);
            }
        }
    }

    /// Checks what is said about a position that can be won.
    fn check_winnable<R: Playable>(
        &mut self,
        rules: &R,
        reachable: &Reachable,
        table: &Table,
        name: &str,
    ) {
        let mut after = table.clone();
        let checkpoint = after.checkpoint();
        let mut wins_after = |moves: &[Move]| {
            moves.iter().for_each(|&mv| rules.apply(&mut after, mv));
            let can_be_won = reachable.can_be_won(&after);
            after.rollback(checkpoint);
            can_be_won
        };
        for mv in rules.move_list(table) {
            let is_safe = rules.is_safe_autoplay(table, mv);
            self.safe_cards += usize::from(is_safe);
            assert!(
                !is_safe || wins_after(&[mv]),
                "{name}: {mv} counts as safe and loses the win:\n{table:?}"
            );
            assert!(
                !rules.is_reversible(table, mv) || wins_after(&[mv]),
                "{name}: {mv} counts as reversible and loses the win:\n{table:?}"
            );
        }
        assert!(
            !rules.is_dead_end(table, PruningRules::ALL),
            "{name}: a position that can be won counts as a dead end:\n{table:?}"
        );
        let mut tried = MacroMoves::default();
        rules.successors(table, PruningRules::ALL, &mut tried);
        assert!(
            rules.is_won(table) || (0..tried.len()).any(|n| wins_after(tried.get(n))),
            "{name}: no move that is tried keeps the win:\n{table:?}"
        );
    }

    fn assert_enough(&self, games: usize) {
        let has_both = self.winnable > 500 && self.lost > 500;
        assert!(self.games > games && has_both, "{self:?}");
    }

    /// Compares reduced decks.
    fn deals<R: Playable>(&mut self, rules: &R, top: u8, seeds: Range<u64>, max: usize) {
        for seed in seeds {
            let deck = shuffled_reduced_deck(seed, rules.info().decks, rank(top));
            self.compare(rules, &rules.deal(&deck), max);
        }
    }

    /// Compares random tables near the end of a game with all ranks and fewer piles.
    fn ends<R: Playable>(&mut self, rules: &R, piles: usize, seeds: Range<u64>, max: usize) {
        let options = rules.options();
        let given: Vec<(&str, &str)> = options.iter().collect();
        let naive = Naive::of(rules.info().id, &given);
        for seed in seeds {
            let position = table_near_the_end(&naive, piles, 13, &mut Rng::new(seed));
            self.compare(rules, &lay_out(&position), max);
        }
    }
}

/// Compares the verdicts of searches with little and with enough budget, and without some shortcuts.
fn check_verdicts<R: Playable>(rules: &R, table: &Table, can_be_won: bool, name: &str) {
    let few = [(9, 1 << 16), (300, 1 << 16), (3_000, 1 << 12)];
    let few = few.map(|(positions, memory)| (PruningRules::ALL, positions, memory));
    let enough = pruning_sets().map(|pruning| (pruning, 200_000, 1 << 19));
    for (pruning, positions, memory) in few.into_iter().chain(enough) {
        let (budget, cancel) = (games::budget(positions, memory), CancelToken::default());
        let answer = solve_with(rules, table, pruning, &budget, &cancel, &mut |_| {});
        let is_right = match &answer.verdict {
            Verdict::Winnable(line) => can_be_won && is_winning_line(rules, table, line),
            Verdict::Unwinnable => !can_be_won,
            Verdict::Unknown => positions < 200_000,
        };
        let verdict = answer.verdict.without_line();
        assert!(
            is_right,
            "{name}, {pruning:?}, {budget:?}: {verdict:?} is wrong:\n{table:?}"
        );
    }
}

/// Compares `scale` times as many tables as the default run, which has those that told wrong programs
/// from the right one.
fn moving_left_games(scale: u64) -> Compared {
    let mut compared = Compared::default();
    compared.ends(&moving_left("no", 2, 13), 2, 1..scale * 150, 500);
    compared.ends(&moving_left("no", 3, 13), 3, 1..scale * 250, 300);
    compared.ends(&moving_left("no", 4, 13), 4, 1..scale * 40, 500);
    compared.ends(&moving_left("yes", 2, 13), 2, 400..400 + scale * 70, 500);
    compared
}

fn warfield_games(scale: u64) -> Compared {
    let mut compared = Compared::default();
    compared.ends(&warfield(2, 13), 2, 1..scale * 100, 300);
    compared.ends(&warfield(2, 13), 2, 210..210 + scale * 30, 4_000);
    compared.deals(&warfield(2, 3), 3, 1..1 + scale * 2, 4_000);
    let queen = table("single-left", &[("style", "warfield")], NEEDED_QUEEN);
    compared.compare(&warfield(2, 13), &queen, 4_000);
    compared
}

fn yakutat_bay_games(scale: u64) -> Compared {
    let mut compared = Compared::default();
    compared.ends(&yakutat_bay("yukon", 2, 13), 2, 1..scale * 100, 300);
    compared.ends(&yakutat_bay("yukon", 3, 13), 3, 1..scale * 160, 300);
    compared.ends(&yakutat_bay("yukon", 4, 13), 4, 1..scale * 40, 300);
    compared.deals(&yakutat_bay("tops", 4, 4), 4, 1..scale * 10, 1_000);
    let slide = table("yakutat-bay", &[("face-up", "yukon")], NEEDED_SLIDE);
    compared.compare(&yakutat_bay("yukon", 3, 13), &slide, 4_000);
    compared
}

fn moosehide_games(scale: u64) -> Compared {
    let mut compared = Compared::default();
    compared.ends(&moosehide("four-reserve", 2, 13), 2, 1..scale * 400, 200);
    compared.ends(&moosehide("four-reserve", 3, 13), 3, 1..scale * 400, 200);
    compared.ends(&moosehide("open-reserve", 3, 13), 3, 1..scale * 60, 200);
    compared.ends(&moosehide("classic", 3, 13), 3, 1..scale * 150, 200);
    compared.deals(&moosehide("four-reserve", 4, 5), 5, 1..scale * 10, 1_000);
    compared
}

/// Returns the table that lines describe.
fn table(game: &str, options: &[(&str, &str)], lines: &str) -> Table {
    lay_out(&read_position(&Naive::of(game, options), lines))
}

/// A table of two piles that is won only if the queen of spades returns from its foundation.
const NEEDED_QUEEN: &str = "
    t1: #QC KC QD JC
    t2: KD
    f1: AC..8C
    f2: AD..JD
    f3: AH..KH
    f4: AS..QS
    w: KS 9C TC
";

/// A table of three piles, of which only the second can be emptied before the third slides off a card that is needed.
const NEEDED_SLIDE: &str = "
    t1: JC KC TC 9C 8C 7C
    t2: KS
    t3: #6C QC
    f1: AC..5C
    f2: AD..KD
    f3: AH..KH
    f4: AS..QS
";

/// A table of four piles and seven ranks, whose two left piles can be filled in either order before the last deal.
const LAST_DEAL: &str = "
    t3: 4S 7D 2S
    t4: 6D 6S
    f1: AC..7C
    f2: AD..5D
    f3: AH..7H
    f5: 7C 6C 5C 4C 3C 2C AC
    f6: 7D 6D 5D 4D 3D 2D AD
    f7: 7H 6H 5H 4H 3H 2H AH
    f8: 7S 6S 5S 4S 3S 2S AS
    s: #5S #7S #3S #AS
";

fn oscillation_games(scale: u64) -> Compared {
    let mut compared = Compared::default();
    for wrap in ["no", "yes"] {
        compared.ends(&oscillation(wrap, 2, 13), 2, 1..scale * 60, 300);
        compared.ends(&oscillation(wrap, 4, 13), 4, 1..scale * 20, 1_000);
        compared.deals(&oscillation(wrap, 2, 3), 3, 1..1 + scale * 3, 2_000);
    }
    // The last deal covers the two of spades with the ace, or locks it under the three.
    let last_deal = table("oscillation", &[("wrap", "no")], LAST_DEAL);
    compared.compare(&oscillation("no", 4, 7), &last_deal, 20_000);
    compared
}

fn one_handed_games(scale: u64) -> Compared {
    let mut compared = Compared::default();
    for (discards, redeals) in [
        ("forced", "0"),
        ("forced", "1"),
        ("forced", "3"),
        ("optional", "0"),
        ("optional", "1"),
    ] {
        for top in [4, 6] {
            let rules = one_handed(discards, redeals);
            compared.deals(&rules, top, 1..1 + scale * 7, 1_500);
        }
    }
    compared
}

#[test]
fn in_moving_left_no_shortcut_and_no_safe_card_loses_a_win() {
    moving_left_games(1).assert_enough(300);
}

#[test]
fn in_warfield_no_shortcut_and_no_safe_card_loses_a_win() {
    warfield_games(1).assert_enough(70);
}

#[test]
fn in_yakutat_bay_no_shortcut_and_no_safe_card_loses_a_win() {
    yakutat_bay_games(1).assert_enough(200);
}

#[test]
fn in_moosehide_no_shortcut_and_no_safe_card_loses_a_win() {
    moosehide_games(1).assert_enough(800);
}

#[test]
fn in_oscillation_no_shortcut_loses_a_win() {
    oscillation_games(1).assert_enough(100);
}

#[test]
fn in_the_hand_no_shortcut_loses_a_win() {
    one_handed_games(1).assert_enough(40);
}

#[test]
#[ignore = "takes minutes: thirty times as many tables"]
fn in_no_game_a_shortcut_or_a_safe_card_loses_a_win() {
    let games = [
        moving_left_games,
        warfield_games,
        yakutat_bay_games,
        moosehide_games,
        oscillation_games,
        one_handed_games,
    ];
    for compare in games {
        compare(30).assert_enough(1_000);
    }
}
