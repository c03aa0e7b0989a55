//! What can be asked about a game, at the table and in a replay: its moves, table, piles and cards.

use super::commands::{self, usage};
use super::mode::LineMode;
use super::reply::{Rejection, Reply, no_game_open};
use crate::describe::{self, CardNotation};
use crate::difficulty::GradedDeals;
use crate::game::Game;
use crate::rules::{Move, PileId, PileKind};
use crate::session::{MoveInputError, explain_stuck, moves_from, parse_cards, parse_pile};

impl LineMode<'_> {
    /// Returns the game shown.
    fn shown(&self) -> Result<&Game, Rejection> {
        self.game().ok_or_else(no_game_open)
    }

    pub(super) fn moves(&mut self) -> Reply {
        let moves = self.shown()?.legal_moves();
        if moves.is_empty() {
            return Ok("No moves".into());
        }
        self.list(&moves)
    }

    /// Lists a pile and the moves from there, or those of this many of its cards.
    pub(super) fn moves_from(&self, pile: PileId, count: Option<u8>) -> Reply {
        let game = self.shown()?;
        let cards = describe::pile_line(game, pile, self.notation());
        let moves = moves_from(game, pile, count);
        if moves.is_empty() && count.is_some() {
            return Err(self.refuse(&explain_stuck(game, pile, count)));
        }
        if moves.is_empty() {
            return Ok(format!("{cards}\nNo moves from there"));
        }
        Ok(format!("{cards}\n{}", self.list(&moves)?))
    }

    /// Lists moves: with full names in words, a line each.
    fn list(&self, moves: &[Move]) -> Reply {
        let (table, notation) = (self.shown()?.table(), self.notation());
        let in_words = |&mv: &Move| describe::move_text_with_notation(table, mv, notation);
        Ok(match notation {
            CardNotation::Full => Vec::from_iter(moves.iter().map(in_words)).join("\n"),
            _ => Vec::from_iter(moves.iter().map(Move::to_string)).join(" "),
        })
    }

    /// Describes the whole table, or the piles of one part.
    pub(super) fn table(&mut self, part: &str) -> Reply {
        let (game, notation) = (self.shown()?, self.notation());
        if part.is_empty() {
            let lesson = self.lesson_table();
            return Ok(lesson.unwrap_or_else(|| describe::table(game, notation)));
        }
        let Some(kinds) = commands::table_part(part) else {
            let parts = commands::table_part_names(game.table().pile_ids());
            return Err(usage("table", &format!("; for example table {parts}")));
        };
        let lines = describe::piles(game, notation, |pile| kinds.contains(&pile.kind()));
        if lines.is_empty() {
            return Err(Rejection::Refused(format!("This game has no {part}")));
        }
        Ok(lines.join("\n"))
    }

    pub(super) fn peek(&mut self, pile: &str) -> Reply {
        let game = self.shown()?;
        match parse_pile(game, pile) {
            Ok(pile) => Ok(describe::pile_line(game, pile, self.notation())),
            Err(MoveInputError::NotAMove) => Err(pile_usage(game, "peek", |_| true)),
            Err(error) => Err(reject_names(&error)),
        }
    }

    /// Says where the cards of a name, a rank or a suit are, as far as that can be seen.
    pub(super) fn find(&mut self, typed: &str) -> Reply {
        let cards = parse_cards(typed);
        if cards.is_empty() {
            return Err(usage("find", "; for example find 7h, find 7, find hearts"));
        }
        let table = self.shown()?.table();
        let places = |card| describe::places(table, card, self.notation());
        Ok(Vec::from_iter(cards.into_iter().map(places)).join("\n"))
    }
}

/// Says why the piles and cards of a line do not fit the table.
pub(super) fn reject_names(error: &MoveInputError) -> Rejection {
    match error {
        MoveInputError::UnknownPile(_) => Rejection::NotUnderstood(error.to_string()),
        _ => Rejection::Refused(error.to_string()),
    }
}

/// Shows the syntax of a command that takes a pile, with examples.
pub(super) fn pile_usage(game: &Game, name: &str, takes: impl Fn(PileKind) -> bool) -> Rejection {
    let kinds = [
        (PileKind::Tableau, "3"),
        (PileKind::Waste, "w"),
        (PileKind::Reserve, "r7"),
        (PileKind::Foundation, "f1"),
        (PileKind::Hand, "h"),
        (PileKind::Discards, "x"),
    ];
    let piles = game.table().pile_ids();
    let examples = kinds
        .iter()
        .filter(|(kind, _)| takes(*kind) && piles.has_kind(*kind));
    let examples: Vec<String> = examples.map(|(_, pile)| format!("{name} {pile}")).collect();
    usage(name, &format!("; for example {}", examples.join(", ")))
}

/// The game, its seed and how far it is.
pub(super) fn game_status(game: &Game) -> String {
    let difficulty = GradedDeals::difficulty_of_game(game);
    let graded = difficulty.map_or(String::new(), |difficulty| format!("; graded {difficulty}"));
    describe::status_line(game) + &graded
}
