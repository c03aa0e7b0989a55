//! A game that only these tests know, written against the public interface: Klondike is dealt, played, undone,
//! described, recorded and solved like the five games.

use std::sync::Arc;

use larboard::cards::{Card, Rank, Suit};
use larboard::game::Game;
use larboard::player::View;
use larboard::presentation::{Accepts, BoardLayout, Presentation};
use larboard::record::{PlayedGame, Record};
use larboard::rules::{
    Dealer, GameInfo, GameOptions, Introduction, Move, MoveList, PileId, Rules, Table, sorted_deck,
};
use larboard::solver::SearchKnowledge;
use larboard::variant::Variant;

use crate::games;
use crate::line_mode::LineMode;

/// The number of tableau piles.
const PILES: usize = 7;

static INFO: GameInfo = GameInfo {
    id: "klondike",
    title: "Klondike",
    decks: 1,
    brief: "",
    summary: "Seven piles, one card turned at a time, unlimited redeals.",
    introduction: Introduction {
        id: "",
        goal: "",
        building: "",
        rule: "",
    },
    lesson: "",
    help: "KLONDIKE\n\nBuild down in alternating colors, foundations up in suit, kings in spaces.\n",
    presets: &[],
    options: &[],
};

#[derive(Clone, Debug)]
struct Klondike;

pub(crate) fn klondike() -> Variant {
    Arc::new(Klondike)
}

fn tableau() -> impl Iterator<Item = PileId> {
    (0..PILES).map(PileId::tableau)
}

fn foundations() -> [PileId; 4] {
    Suit::ALL.map(|suit| PileId::foundation(suit.index()))
}

/// Whether a pile of the tableau accepts a card, with the cards on it.
fn accepts(table: &Table, pile: PileId, card: Card) -> bool {
    match table.top(pile) {
        Some(top) => {
            top.is_red() != card.is_red() && top.rank().number() == card.rank().number() + 1
        }
        None => card.rank() == Rank::KING,
    }
}

impl Rules for Klondike {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        GameOptions::from_pairs(&[])
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let piles = tableau().chain([PileId::STOCK, PileId::WASTE]);
        let mut dealer = Dealer::new(deck, piles.chain(foundations()));
        dealer.deal_triangle(PILES);
        dealer.move_rest_to_stock();
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        if self.is_won(table) {
            return;
        }
        for from in table
            .pile_ids()
            .iter()
            .filter(|pile| *pile != PileId::STOCK)
        {
            let face_up = table.face_up(from);
            for (index, &head) in face_up.iter().enumerate() {
                let count = face_up.len() - index;
                if count > 1 && !from.is_tableau() {
                    continue;
                }
                let mut transfer = |to| {
                    let count = count as u8;
                    moves.push(Move::Transfer { from, to, count });
                };
                let home = foundations()[head.suit().index()];
                let is_next = table.size(home) + 1 == usize::from(head.rank().number());
                if count == 1 && is_next {
                    transfer(home);
                }
                // Moving a whole pile to a space would only exchange two piles.
                let changes = |to: &PileId| count < table.size(from) || !table.is_empty(*to);
                let targets = tableau().filter(|&to| accepts(table, to, head));
                targets.filter(changes).for_each(transfer);
            }
        }
        if !table.is_empty(PileId::STOCK) {
            moves.push(Move::Draw);
        } else if !table.is_empty(PileId::WASTE) {
            moves.push(Move::Redeal);
        }
    }

    fn apply(&self, table: &mut Table, mv: Move) {
        match mv {
            Move::Transfer { from, to, count } => _ = table.transfer(from, to, count),
            Move::Redeal => {
                let count = table.size(PileId::WASTE) as u8;
                table.turn_back(PileId::WASTE, PileId::STOCK, count);
            }
            _ => table.turn_up(PileId::STOCK, PileId::WASTE, 1),
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.cards_on_foundations() == 52
    }

    fn explain_illegal(&self, _table: &Table, mv: Move) -> String {
        format!("{mv} is not possible now")
    }
}

impl Presentation for Klondike {
    fn layout(&self) -> BoardLayout {
        BoardLayout::new(PILES)
            .with_pile(PileId::STOCK, 0, 0)
            .with_pile(PileId::WASTE, 1, 0)
            .with_row(foundations(), PILES - 4, 0)
            .with_row(tableau(), 0, 1)
    }

    fn accepts(&self, table: &Table, pile: PileId) -> Accepts {
        match Rank::new(table.size(pile) as u8 + 1) {
            Some(next) if pile.is_foundation() => {
                Accepts::Card(Card::new(next, Suit::ALL[pile.number()]))
            }
            _ => Accepts::Nothing,
        }
    }

    fn allows_foundation_return(&self) -> bool {
        true
    }
}

impl SearchKnowledge for Klondike {}

#[test]
fn a_record_is_replayed_only_by_the_rules_of_its_game_and_with_legal_moves() {
    let mut record = Record::from_played_game(&PlayedGame::new(Game::new(klondike(), 5)));
    let error = record.to_played_game().expect_err("unknown game");
    assert_contains!(error.to_string(), "unknown game \"klondike\"");
    let moving_left = games::variant("moving-left", &[]);
    let error = record.replay(moving_left).expect_err("another game");
    assert_eq!(error.to_string(), "game: \"klondike\" is not moving-left");
    record.moves.push("t1-f4".parse().expect("valid move"));
    let error = record.replay(klondike()).expect_err("illegal move");
    assert_eq!(error.path, "move 1");
}

#[test]
fn klondike_is_described_in_line_mode() {
    let mut played = PlayedGame::new(Game::new(klondike(), 1));
    let lines = ["draw", "undo", "hint", "moves", "draw", "quit"].map(String::from);
    let printed = LineMode::new().play(&mut played, lines.into_iter());
    assert_starts_with!(printed, "Klondike, deal 1, move 0: playing, 0 of 52 home");
    assert_eq!(played.game.moves().last(), Some(Move::Draw));
}

#[test]
fn a_deal_is_solved_played_hinted_recorded_and_undone() {
    let mut deck = sorted_deck(1);
    deck.sort_by_key(|card| std::cmp::Reverse(card.rank()));
    let game = Game::from_deck(klondike(), None, &deck);
    let verdict = games::solve(&game, &games::budget(100_000, 64 << 20)).verdict;
    assert!(games::check_won_game(game, verdict.line().expect("a line")) > 10);
}

#[test]
fn seen_stock_is_known_after_a_redeal() {
    let mut game = Game::new(klondike(), 1);
    let hidden = View::new(&game).unseen().len();
    assert_eq!(hidden, 21 + 24);
    while game.play(Move::Draw).is_ok() {}
    game.play(Move::Redeal).expect("the stock is empty");
    let view = View::new(&game);
    assert_eq!(view.unseen().len(), 21);
    assert_eq!(game.table().face_down(PileId::STOCK), 24);
    let table = view.to_table(view.unseen());
    assert_eq!(table.pile(PileId::STOCK), game.table().pile(PileId::STOCK));
}
