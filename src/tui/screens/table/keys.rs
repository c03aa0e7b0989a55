//! Keys at the table: which have a use, and what the key row says of them.

use super::input::TableInput;
use crate::game::Game;
use crate::proofs::Assessment;
use crate::rules::{Move, PileId, PileKind};
use crate::session::{Command, Session, forced_move, is_hand_game};
use crate::storage::results::GameOutcome;
use crate::tui::action::{Action, Mode};
use crate::tui::context::Context;
use crate::tui::keymap::{Button, Keymap};
use crate::tui::screen::HelpPage;
use crate::tui::screens::help::HelpScreen;

/// Whether the panel or the picture at the end of a game shows the key of an action, so that the footer does not.
pub(super) fn is_panel_action(action: Action) -> bool {
    matches!(
        action,
        Action::NewDeal
            | Action::DealWithChoices
            | Action::Restart
            | Action::Game(Command::Undo | Command::UndoToWinnable)
            | Action::ShowSolution
            | Action::Replay
            | Action::Share
    )
}

/// What the use of a key depends on.
#[derive(Clone, Copy)]
pub(super) struct TableKeys<'a> {
    pub(super) session: &'a Session,
    pub(super) input: &'a TableInput,
    pub(super) mode: Mode,
    pub(super) has_hint: bool,
}

impl TableKeys<'_> {
    fn game(&self) -> &Game {
        self.session.game()
    }

    /// Whether an action can be used now.
    pub(super) fn can_use(&self, action: Action) -> bool {
        let game = self.game();
        let advisor = self.session.advisor();
        match action {
            Action::Replay => game.moves().len() > 0,
            Action::Game(Command::Undo) => {
                let has_given_up = self.session.outcome() == GameOutcome::GivenUp;
                has_given_up || game.moves().len() > 0
            }
            // A selection without targets can only be canceled.
            Action::Select if self.mode == Mode::Selected => !self.input.targets(game).is_empty(),
            Action::MoveHome => {
                let selection = self.input.selection();
                selection.is_none_or(|selection| !selection.from.is_foundation())
            }
            Action::Game(Command::Draw) if !is_hand_game(game) => {
                !game.table().is_empty(PileId::STOCK) || game.legal_moves().contains(&Move::Redeal)
            }
            Action::Game(Command::Finish) => game.cards_to_finish() > 0,
            Action::Game(Command::UndoToWinnable) => {
                matches!(advisor.proofs().assessment(), Assessment::Lost(Some(_)))
            }
            Action::ShowSolution => advisor.revealed_line().is_some(),
            Action::Peek | Action::NextMatch => false,
            Action::DealWithChoices => game.rules().is_forced(),
            _ => self.has_use(action),
        }
    }

    /// Whether an action has a use in this game at all.
    fn has_use(&self, action: Action) -> bool {
        let game = self.game();
        let piles = game.table().pile_ids();
        match action {
            Action::Game(command) => command.has_use(game),
            Action::SelectWaste => piles.has_kind(PileKind::Waste),
            Action::SelectReserve => piles.has_kind(PileKind::Reserve),
            Action::Digit(0) => piles.contains(PileId::tableau(9)),
            Action::Digit(number) => piles.contains(PileId::tableau(usize::from(number) - 1)),
            Action::SelectFoundation => game.rules().allows_foundation_return(),
            _ => true,
        }
    }

    /// Returns the help about the game and the keys of the table.
    pub(super) fn help(&self, page: HelpPage, cx: &Context) -> HelpScreen {
        let modes: &[Mode] = match self.mode {
            Mode::GameOver => &[Mode::GameOver],
            Mode::HandGame => &[Mode::HandGame],
            _ => &[Mode::Table, Mode::Selected],
        };
        let can_use = |action| {
            // The key row leaves these out until they are of special use.
            let is_always = matches!(action, Action::Peek | Action::ShowSolution);
            self.has_use(action)
                .then(|| is_always || self.can_use(action))
        };
        HelpScreen::new(self.game().rules().clone(), modes, can_use, page, cx)
    }

    /// Returns the keys of the key row.
    pub(super) fn buttons(&self, keymap: &Keymap) -> Vec<Button> {
        match self.mode {
            Mode::Table | Mode::HandGame if self.session.is_over() => {
                self.buttons_over_at_table(keymap)
            }
            Mode::Table | Mode::HandGame | Mode::Selected => self.buttons_at_table(keymap),
            mode => keymap.buttons(mode, |binding| match binding.action {
                action if !self.can_use(action) => None,
                // The panel shows the keys of these actions itself.
                action if mode == Mode::GameOver && is_panel_action(action) => None,
                _ => Some(binding.footer),
            }),
        }
    }

    /// Returns the keys of the key row while a game is played: first the one that matters most now, then the
    /// others, each of which keeps its place.
    fn buttons_at_table(&self, keymap: &Keymap) -> Vec<Button> {
        let is_selected = self.mode == Mode::Selected;
        let mode = if is_selected { Mode::Table } else { self.mode };
        let button = |action, label| keymap.button(mode, action, label);
        let candidates = [
            (is_selected, Action::Select, Some("move")),
            (is_selected, Action::Cancel, None),
            (self.has_hint, Action::Select, Some("play it")),
            (true, Action::Game(Command::Finish), None),
            (true, Action::Game(Command::UndoToWinnable), None),
            (true, Action::Select, None),
        ];
        let due = candidates
            .iter()
            .find(|(is_due, action, _)| *is_due && self.can_use(*action));
        let all = candidates
            .iter()
            .filter_map(|(_, action, label)| button(*action, *label));
        let first = due.and_then(|(_, action, label)| button(*action, *label));
        let first = first.map(|first| first.as_wide_as(all));
        let names = ["draw", "discard", "redeal"]
            .map(|name| button(Action::Game(Command::Draw), Some(name)));
        let others = keymap.buttons(mode, |binding| match binding.action {
            action if candidates.iter().any(|(_, other, _)| *other == action) => None,
            // They make room for the key that cancels.
            Action::Menu | Action::Close if is_selected => None,
            Action::Game(Command::Hint) if self.has_hint => Some("next"),
            Action::Game(Command::Draw) => self
                .has_use(binding.action)
                .then(|| self.draw_name().unwrap_or(binding.footer)),
            Action::Game(Command::Undo) | Action::MoveHome => {
                self.has_use(binding.action).then_some(binding.footer)
            }
            action => self.can_use(action).then_some(binding.footer),
        });
        let others = others.into_iter().map(|button| match button.action {
            Action::Game(Command::Draw) if is_hand_game(self.game()) => {
                button.as_wide_as(names.into_iter().flatten())
            }
            action => Button {
                can_use: self.can_use(action),
                ..button
            },
        });
        let cancel = button(Action::Cancel, None).filter(|cancel| {
            let is_first = first.is_some_and(|first| first.action == cancel.action);
            (is_selected || self.has_hint) && !is_first
        });
        first.into_iter().chain(others).chain(cancel).collect()
    }

    /// Returns the keys of the key row at the end of a game, when the table is shown and not the panel.
    fn buttons_over_at_table(&self, keymap: &Keymap) -> Vec<Button> {
        keymap.buttons(Mode::GameOver, |binding| match binding.action {
            action if !self.can_use(action) => None,
            // Shorter than on the panel: here they share one row.
            Action::Cancel => Some("result"),
            Action::Game(Command::Undo) => Some("undo"),
            Action::NewDeal => Some("new game"),
            Action::Restart => Some("restart"),
            Action::DealWithChoices => None,
            _ => Some(binding.footer),
        })
    }

    /// Returns what the key for drawing does, if that is not to draw.
    fn draw_name(&self) -> Option<&'static str> {
        if self.game().is_stock_dealt_to_tableau() {
            return Some("deal");
        }
        match forced_move(self.game())? {
            Move::DiscardMiddle | Move::DiscardAll => Some("discard"),
            Move::Redeal => Some("redeal"),
            _ => None,
        }
    }
}
