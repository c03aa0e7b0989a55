//! What can be asked about a game in any place: its moves, table, piles and cards.

use super::commands::{self, usage};
use super::io::{Rejection, Reply};
use crate::describe::{self, CardNotation};
use crate::difficulty::GradedDeals;
use crate::game::Game;
use crate::rules::{Move, PileId, PileKind};
use crate::session::{MoveInputError, moves_from, parse_card, parse_pile};

/// Answers questions about a game, which change nothing.
#[derive(Clone, Copy)]
pub(super) struct Inspector<'a> {
    game: &'a Game,
    notation: CardNotation,
}

impl<'a> Inspector<'a> {
    pub(super) fn new(game: &'a Game, notation: CardNotation) -> Inspector<'a> {
        Inspector { game, notation }
    }

    pub(super) fn moves(self) -> String {
        let moves = self.game.legal_moves();
        if moves.is_empty() {
            return "No moves".into();
        }
        self.list(&moves)
    }

    /// Lists a pile and the moves from there.
    pub(super) fn moves_from(self, pile: PileId) -> String {
        let cards = describe::pile_line(self.game, pile, self.notation);
        let moves = moves_from(self.game, pile, None);
        if moves.is_empty() {
            return format!("{cards}\nNo moves from there");
        }
        format!("{cards}\n{}", self.list(&moves))
    }

    /// Lists moves: with full names in words, a line each.
    fn list(self, moves: &[Move]) -> String {
        let (text, separator): (&dyn Fn(&Move) -> String, _) = match self.notation {
            CardNotation::Full => (
                &|&mv| describe::move_text_with_notation(self.game.table(), mv, self.notation),
                "\n",
            ),
            CardNotation::Symbols | CardNotation::Letters => (&ToString::to_string, " "),
        };
        moves.iter().map(text).collect::<Vec<_>>().join(separator)
    }

    /// Describes the whole table, or the piles of one part.
    pub(super) fn table(self, part: &str) -> Reply {
        let kinds = match part {
            "" => return Ok(describe::table(self.game, self.notation)),
            part => commands::table_part(part),
        };
        let lines = kinds.map_or(Vec::new(), |kinds| {
            describe::piles(self.game, self.notation, |pile| {
                kinds.contains(&pile.kind())
            })
        });
        match (lines.is_empty(), kinds) {
            (false, _) => Ok(lines.join("\n")),
            (true, Some(_)) => Err(Rejection::Refused(format!("This game has no {part}"))),
            (true, None) => {
                let parts = commands::table_part_names(self.game.table().pile_ids());
                Err(usage("table", &format!("; for example table {parts}")))
            }
        }
    }

    pub(super) fn peek(self, pile: &str) -> Reply {
        match parse_pile(self.game, pile) {
            Ok(Some(pile)) => Ok(describe::pile_line(self.game, pile, self.notation)),
            Err(error) => Err(self.reject_names(&error)),
            Ok(None) => Err(self.pile_usage("peek", |_| true)),
        }
    }

    /// Says where the cards of a name are, as far as that can be seen.
    pub(super) fn find(self, typed: &str) -> Reply {
        let Some(card) = parse_card(typed) else {
            return Err(usage("find", "; for example find 7h, find seven of hearts"));
        };
        Ok(describe::places(self.game.table(), card, self.notation))
    }

    /// Says why the piles and cards of a line do not fit the table.
    pub(super) fn reject_names(self, error: &MoveInputError) -> Rejection {
        let text = self.notation.replace_symbols(&error.to_string());
        match error {
            MoveInputError::UnknownPile(_) => Rejection::NotUnderstood(text),
            _ => Rejection::Refused(text),
        }
    }

    /// Shows the syntax of a command that takes a pile, with examples.
    pub(super) fn pile_usage(self, name: &str, takes: impl Fn(PileKind) -> bool) -> Rejection {
        let kinds = [
            (PileKind::Tableau, "3"),
            (PileKind::Waste, "w"),
            (PileKind::Reserve, "r7"),
            (PileKind::Foundation, "f1"),
            (PileKind::Hand, "h"),
            (PileKind::Discards, "x"),
        ];
        let piles = self.game.table().pile_ids();
        let examples = kinds
            .iter()
            .filter(|(kind, _)| takes(*kind) && piles.has_kind(*kind));
        let examples: Vec<String> = examples.map(|(_, pile)| format!("{name} {pile}")).collect();
        usage(name, &format!("; for example {}", examples.join(", ")))
    }
}

/// The game, its seed and how far it is.
pub(super) fn game_status(game: &Game) -> String {
    let difficulty = GradedDeals::difficulty_of_game(game);
    let graded = difficulty.map_or(String::new(), |difficulty| format!("; graded {difficulty}"));
    describe::status_line(game) + &graded
}
