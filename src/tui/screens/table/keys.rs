//! Keys at the table: what each does now.

use super::TableScreen;
use super::input::pile_of_digit;
use crate::proofs::Assessment;
use crate::record::GameOutcome;
use crate::rules::{Move, PileId, PileKind};
use crate::session::{Command, DealSource, forced_move, is_hand_game, text};
use crate::storage::settings::Deals;
use crate::tui::action::{Action, Mode};
use crate::tui::context::Context;
use crate::tui::keymap::{Binding, Button, Use};
use crate::tui::screen::Screen;

/// What the keys for a step do in a game that leaves no choice.
const NEXT_STEP: &str = "next step";

/// Says of a key what it does if it can be used.
fn ready_if(can_use: bool, label: &'static str) -> Use {
    if can_use {
        Use::Ready(label)
    } else {
        Use::Idle
    }
}

impl TableScreen {
    /// Returns what the key of an action does now that is no command of the game.
    pub(super) fn action_use(&self, binding: &Binding, cx: &Context) -> Use {
        let (game, mode, footer) = (self.game(), self.mode(), binding.footer);
        let piles = game.table().pile_ids();
        let is_at_end = mode == Mode::GameOver;
        match binding.action {
            Action::Game(command) => self.command_use(command, footer),
            Action::SelectWaste if !piles.has_kind(PileKind::Waste) => Use::Hidden,
            Action::NextTurningPoint => Use::Hidden,
            Action::SelectReserve if !piles.has_kind(PileKind::Reserve) => Use::Hidden,
            Action::SelectFoundation if !game.rules().allows_foundation_return() => Use::Hidden,
            Action::Digit(digit) if !piles.contains(pile_of_digit(digit)) => Use::Hidden,
            Action::Select if self.hint.is_some() => Use::Ready("play"),
            Action::Select if game.rules().is_forced() => Use::Ready(NEXT_STEP),
            Action::Select if is_hand_game(game) => {
                let discards = [Move::DiscardMiddle, Move::DiscardAll];
                Use::Ready(if self.is_legal(&discards) {
                    footer
                } else {
                    NEXT_STEP
                })
            }
            // A selection without targets can only be canceled.
            Action::Select if mode == Mode::Selected => {
                ready_if(!self.input.targets(game).is_empty(), footer)
            }
            // They make room for the key that cancels.
            Action::Menu | Action::Close if self.is_marked() => Use::Ready(""),
            Action::Cancel if !self.is_marked() && matches!(mode, Mode::Table | Mode::HandGame) => {
                Use::Ready(if self.session.is_over() { "result" } else { "" })
            }
            Action::MoveHome => {
                let from = self.input.selection.map(|selection| selection.from);
                ready_if(from.is_none_or(|from| !from.is_foundation()), footer)
            }
            Action::Replay => ready_if(!self.is_new(), footer),
            // Shown once a line is known.
            Action::ShowSolution if self.session.revealed_line().is_none() => Use::Ready(""),
            Action::NextDaily if text::next_daily(&self.session, cx.results()).is_none() => {
                Use::Hidden
            }
            Action::DealWithChoices if !game.rules().is_forced() => Use::Idle,
            Action::DealWithChoices | Action::NextDaily if !is_at_end => Use::Ready(""),
            Action::NewOtherDeal => match cx.config.source_of_another_deal().other_kind() {
                DealSource::Random(Deals::Any) => Use::Ready("any new deal"),
                _ => Use::Ready("a winnable deal"),
            },
            _ => Use::Ready(footer),
        }
    }

    /// Returns what the key of a command of the game does now.
    fn command_use(&self, command: Command, footer: &'static str) -> Use {
        let game = self.game();
        let is_forced = game.rules().is_forced();
        match command {
            _ if !command.has_use(game) => Use::Hidden,
            // The first place has what can be done with the selection or the hint.
            Command::Finish | Command::UndoToWinnable if self.is_marked() => Use::Idle,
            Command::Finish => ready_if(game.cards_to_finish() > 0, footer),
            Command::UndoToWinnable => {
                let assessment = self.session.assessment();
                ready_if(matches!(assessment, Assessment::Lost(Some(_))), footer)
            }
            Command::Undo if self.session.outcome() == GameOutcome::GivenUp => {
                let is_at_end = self.mode() == Mode::GameOver;
                Use::Ready(if is_at_end { "continue" } else { "undo" })
            }
            // A win is not taken back by mistake.
            Command::Undo if self.session.outcome() == GameOutcome::Won => Use::Ready(""),
            // During play it keeps its place.
            Command::Undo if self.session.is_over() => ready_if(game.moves().len() > 0, footer),
            Command::Hint if self.hint.is_some() => Use::Ready("next"),
            // It does the same as the key for a step.
            Command::Draw if is_forced => Use::Ready(""),
            Command::Draw => {
                let has_stock = !is_hand_game(game) && !game.table().is_empty(PileId::STOCK);
                let can_draw = has_stock || self.is_legal(&[Move::Draw, Move::Redeal]);
                let label = match forced_move(game) {
                    _ if game.is_stock_dealt_to_tableau() => "deal",
                    Some(Move::Redeal) => "redeal",
                    _ => footer,
                };
                ready_if(can_draw, label)
            }
            _ => Use::Ready(footer),
        }
    }

    /// Whether cards are selected, or a hint is marked.
    fn is_marked(&self) -> bool {
        self.mode() == Mode::Selected || self.hint.is_some()
    }

    fn is_legal(&self, moves: &[Move]) -> bool {
        let legal = self.game().legal_moves();
        moves.iter().any(|mv| legal.contains(mv))
    }

    /// Returns the keys of the key row; those of the end of a game also while it does not cover the table.
    pub(super) fn row_keys(&self, cx: &Context) -> Vec<Button> {
        let mode = match self.mode() {
            Mode::Table | Mode::HandGame | Mode::Overlay if self.session.guide.is_some() => {
                return self.lesson_keys(cx);
            }
            Mode::Table | Mode::HandGame if self.session.is_over() => Mode::GameOver,
            mode => mode,
        };
        let mut keys = cx.keymap.buttons(mode, |key| self.use_of(key, cx));
        let next = text::next_daily(&self.session, cx.results());
        if let Some((day, rules)) = next
            && let Some(button) = keys.iter_mut().find(|key| key.action == Action::NextDaily)
        {
            let other_day = Some(day).filter(|day| *day != cx.today());
            let of_day = other_day.map(|day| format!(" of {}", cx.date_text(day)));
            let of_day = of_day.unwrap_or_default();
            let label = format!("next{of_day}: {}", rules.info().title);
            *button = Button::new(button.key, button.action, label);
        }
        keys
    }
}
