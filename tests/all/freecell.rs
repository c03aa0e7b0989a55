//! A seventh game that only these tests know, written against the public interface: FreeCell, with
//! cells that start empty and accept any card.

mod rules;

use std::ops::RangeInclusive;
use std::sync::Arc;

use larboard::describe::{self, CardNotation};
use larboard::game::Game;
use larboard::presentation::{Accepts, Presentation};
use larboard::rules::{Move, PileId, Rules, Table, check_deck, sorted_deck};
use larboard::solver::{CancelToken, PruningRules, SolveResult, Verdict, solve_with};
use larboard::variant::Variant;
use rules::{FreeCell, numbered_deck};

use crate::games;

/// The deal of the first 32,000 that cannot be won.
const UNWINNABLE: u32 = 11_982;

pub(crate) fn freecell() -> Variant {
    Arc::new(FreeCell)
}

fn deal(number: u32) -> Game {
    Game::from_deck(freecell(), None, &numbered_deck(number))
}

fn solve(game: &Game, positions: u64) -> SolveResult {
    games::solve(game, &games::budget(positions, 1 << 30))
}

fn mv(text: &str) -> Move {
    text.parse().expect("valid move")
}

/// Lays out columns and cells from lines such as `t1: KS QH`.
fn table(lines: &str) -> Table {
    let deck = sorted_deck(1);
    let mut table = Table::new(FreeCell.deal(&deck).pile_ids(), &deck);
    for line in lines.lines() {
        let (pile, cards) = line.trim().split_once(':').expect("valid pile");
        let pile: PileId = pile.parse().expect("valid pile");
        for card in cards.split_whitespace() {
            table.put(pile, card.parse().expect("valid card"));
        }
    }
    table
}

fn legal(table: &Table) -> Vec<Move> {
    let mut moves = larboard::rules::MoveList::new();
    FreeCell.legal_moves(table, &mut moves);
    moves.to_vec()
}

#[test]
fn deals_are_numbered_as_by_microsoft() {
    let game = deal(1);
    let first_row: Vec<String> = (0..8)
        .map(|column| {
            game.table().pile(PileId::tableau(column))[0]
                .code()
                .to_string()
        })
        .collect();
    assert_eq!(first_row, ["JD", "2D", "9H", "JC", "5D", "7H", "7C", "5H"]);
    let sizes = [0, 3, 4, 7].map(|column| game.table().size(PileId::tableau(column)));
    assert_eq!(sizes, [7, 7, 6, 6]);
    for number in [1, 617, UNWINNABLE] {
        assert_eq!(check_deck(&numbered_deck(number), 1), Ok(()));
    }
}

#[test]
fn cells_start_empty_and_accept_one_card_each() {
    let mut game = deal(1);
    let cells = [0, 1, 2, 3].map(PileId::reserve);
    for cell in cells {
        assert!(game.table().is_empty(cell));
        assert_eq!(FreeCell.accepts(game.table(), cell), Accepts::Any);
        game.play(Move::single_card(PileId::tableau(0), cell))
            .expect("free cell");
        assert_eq!(FreeCell.accepts(game.table(), cell), Accepts::Nothing);
    }
    let refused = game.play(mv("t2-r1")).expect_err("full cell");
    assert_eq!(refused.reason, "That cell is full");
    let layout = game.rules().layout();
    assert!(cells.iter().all(|cell| {
        layout
            .positions
            .iter()
            .any(|position| position.pile == *cell && position.row == 0)
    }));
}

#[test]
fn runs_move_as_far_as_free_cells_and_empty_columns_allow() {
    let run = "t1: KS 9C 8D 7C 6D 5C 4D\n t2: TH\n t3: KH\n t4: KD\n t5: KC\n t6: QS\n t7: QC";
    let with = |others: &str| legal(&table(&format!("{run}\n{others}")));
    // Four free cells: five cards. One of six that fit is too much.
    assert!(!with("t8: JD").contains(&mv("t1-t2x6")));
    assert!(with("t8: JD").contains(&mv("t1-r1")));
    // An empty column doubles that.
    assert!(with("").contains(&mv("t1-t2x6")));
    // Two cells and an empty column: three cards to it, six past it.
    let two_cells = "r1: AC\n r2: AD";
    assert!(with(two_cells).contains(&mv("t1-t2x6")));
    assert!(with(two_cells).contains(&mv("t1-t8x3")));
    assert!(!with(two_cells).contains(&mv("t1-t8x4")));
    // Three cells leave two cards, and four with an empty column.
    assert!(!with("r1: AC\n r2: AD\n r3: AH").contains(&mv("t1-t2x6")));
}

/// Solves deals and plays their lines.
fn play_deals(numbers: RangeInclusive<u32>) {
    let mut hinted = 0;
    for number in numbers {
        let Verdict::Winnable(line) = solve(&deal(number), 2_000_000).verdict else {
            panic!("deal {number} can be won");
        };
        hinted += games::check_won_game(deal(number), &line);
    }
    assert!(hinted > 100, "{hinted}");
}

#[test]
fn deals_1_to_10_are_solved_played_hinted_recorded_and_undone() {
    play_deals(1..=10);
}

#[test]
fn deals_11_to_20_are_solved_played_hinted_recorded_and_undone() {
    play_deals(11..=20);
}

#[test]
fn the_cells_are_described() {
    let mut game = deal(1);
    game.play(mv("t1-r2")).expect("free cell");
    let text = describe::table(&game, CardNotation::Symbols);
    assert!(text.ends_with("\nreserve: 6♠\nreserve: 3 empty"), "{text}");
}

#[test]
fn pruning_does_not_change_verdicts_near_the_end() {
    let Verdict::Winnable(line) = solve(&deal(1), 2_000_000).verdict else {
        panic!("deal 1 can be won");
    };
    let mut game = deal(1);
    for &mv in &line[..line.len() - 12] {
        game.play(mv).expect("legal move");
    }
    let budget = games::budget(500_000, 256 << 20);
    for pruning in [PruningRules::NONE, PruningRules::ALL] {
        let cancel = CancelToken::default();
        let result = solve_with(
            &FreeCell,
            game.table(),
            pruning,
            &budget,
            &cancel,
            &mut |_| {},
        );
        assert!(matches!(result.verdict, Verdict::Winnable(_)));
    }
}

#[test]
fn deal_11982_cannot_be_won() {
    assert_eq!(
        solve(&deal(UNWINNABLE), u64::MAX).verdict,
        Verdict::Unwinnable
    );
}
