//! Which actions can be used now, and which have a use in the game at all.

use super::TableScreen;
use crate::rules::{PileId, PileKind};
use crate::session::Command;
use crate::storage::results::GameOutcome;
use crate::tui::action::{Action, Mode};
use crate::tui::screen::Screen;

impl TableScreen {
    /// Whether an action can be used now.
    pub(super) fn can_use(&self, action: Action) -> bool {
        let table = &self.view;
        let analysis = self.session().analysis();
        match action {
            Action::Replay => table.game().moves().len() > 0,
            Action::Game(Command::Undo) => {
                let has_given_up = self.session().outcome() == GameOutcome::GivenUp;
                has_given_up || table.game().moves().len() > 0 || self.has_previous
            }
            // A selection without targets can only be canceled.
            Action::Select if self.mode() == Mode::Selected => !table.drop_targets().is_empty(),
            Action::MoveHome => table
                .selection
                .is_none_or(|selection| !selection.from.is_foundation()),
            Action::Game(Command::Draw) if !table.is_hand_game() => table.can_draw(),
            Action::Game(Command::Finish) => table.game().autofinish_line().is_some(),
            Action::Game(Command::UndoToWinnable) => analysis.last_winnable_index().is_some(),
            Action::ShowSolution => analysis.revealed_winning_move().is_some(),
            Action::Peek | Action::NextMatch => false,
            _ => self.has_use(action),
        }
    }

    /// Whether undo goes back to another game.
    pub(super) fn leads_to_previous_game(&self) -> bool {
        let is_deal = self.view.game().moves().len() == 0;
        is_deal && self.has_previous && !self.session().is_over()
    }

    /// Whether an action has a use in this game at all.
    pub(super) fn has_use(&self, action: Action) -> bool {
        let game = self.view.game();
        let piles = game.table().pile_ids();
        let has = |kind: PileKind| piles.iter().any(|pile| pile.kind() == kind);
        match action {
            Action::Game(command) => command.has_use(game),
            Action::SelectWaste => has(PileKind::Waste),
            Action::SelectReserve => has(PileKind::Reserve),
            Action::Digit(0) => piles.contains(PileId::tableau(9)),
            Action::Digit(number) => piles.contains(PileId::tableau(usize::from(number) - 1)),
            Action::SelectFoundation => game.rules().allows_foundation_return(),
            Action::NewWinnableDeal => game.rules().has_known_winnable_deals(),
            _ => true,
        }
    }
}
