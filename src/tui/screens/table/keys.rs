//! Keys at the table: which have a use, and what the key row says of them.

use super::{NEXT_STEP, TableScreen};
use crate::proofs::Assessment;
use crate::record::GameOutcome;
use crate::rules::{Move, PileId, PileKind};
use crate::session::{Command, forced_move, is_hand_game, text};
use crate::tui::action::{Action, Mode};
use crate::tui::context::Context;
use crate::tui::keymap::{Binding, Button, Use};
use crate::tui::screen::Screen;

/// Whether the panel or the picture at the end of a game shows the key of an action, so that the footer does not.
fn is_panel_action(action: Action) -> bool {
    matches!(
        action,
        Action::NewDeal
            | Action::NextDaily
            | Action::DealWithChoices
            | Action::Restart
            | Action::Game(Command::Undo | Command::UndoToWinnable)
            | Action::ShowSolution
            | Action::Replay
            | Action::Share
            | Action::SharePicture
    )
}

impl TableScreen {
    /// Whether an action can be used now.
    pub(super) fn can_use(&self, action: Action) -> bool {
        let game = self.game();
        match action {
            Action::Replay => !self.is_new(),
            Action::Game(Command::Undo) => {
                let has_given_up = self.session.outcome() == GameOutcome::GivenUp;
                has_given_up || game.moves().len() > 0
            }
            // A selection without targets can only be canceled.
            Action::Select if self.mode() == Mode::Selected => !self.input.targets(game).is_empty(),
            Action::MoveHome => {
                let selection = self.input.selection;
                selection.is_none_or(|selection| !selection.from.is_foundation())
            }
            Action::Game(Command::Draw) if !is_hand_game(game) => {
                !game.table().is_empty(PileId::STOCK) || game.legal_moves().contains(&Move::Redeal)
            }
            Action::Game(Command::Finish) => game.cards_to_finish() > 0,
            Action::Game(Command::UndoToWinnable) => {
                let assessment = self.session.assessment();
                matches!(assessment, Assessment::Lost(Some(_)))
            }
            Action::DealWithChoices => game.rules().is_forced(),
            _ => true,
        }
    }

    /// Whether an action has a use in this game at all.
    pub(super) fn has_use(&self, action: Action) -> bool {
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

    /// Returns the keys at the end of a game: those on the panel or the picture, or the others.
    pub(super) fn keys_at_end(&self, cx: &Context, on_panel: bool) -> Vec<Button> {
        let keymap = &cx.keymap;
        let mut keys = keymap.buttons(Mode::GameOver, |binding| self.use_of(binding, cx));
        keys.retain(|button| is_panel_action(button.action) == on_panel);
        let next = text::next_daily(&self.session, cx.results());
        let next = next.map(|(day, rules)| {
            let other_day = Some(day).filter(|day| *day != cx.today());
            let of_day = other_day.map(|day| format!(" of {}", cx.date_text(day)));
            let of_day = of_day.unwrap_or_default();
            format!("next{of_day}: {}", rules.info().title)
        });
        let keys = keys.into_iter().map(|button| match (button.action, &next) {
            (Action::NextDaily, Some(next)) => button.with_label(next.clone()),
            _ => button,
        });
        keys.collect()
    }

    /// Returns the keys of the key row while a game is played: first the one that matters most now, then the
    /// others, each of which keeps its place.
    pub(super) fn keys_in_play(&self, cx: &Context) -> Vec<Button> {
        let keymap = &cx.keymap;
        let is_selected = self.mode() == Mode::Selected;
        let has_hint = self.view.hint.is_some();
        let legal = self.game().legal_moves();
        let can = |moves: &[Move]| moves.iter().any(|mv| legal.contains(mv));
        let (is_hand, is_forced) = (is_hand_game(self.game()), self.game().rules().is_forced());
        let can_step = is_forced || can(&[Move::DiscardMiddle, Move::DiscardAll]);
        let step = is_hand.then_some(if is_forced { NEXT_STEP } else { "discard" });
        let mode = match self.mode() {
            Mode::Selected => Mode::Table,
            mode => mode,
        };
        let button = |action, label: Option<&'static str>| {
            let mut bindings = keymap.bindings(mode);
            let is_shown = |known: &&Binding| known.action == action && !known.footer.is_empty();
            let binding = bindings.find(is_shown)?;
            Button::new(binding, label.unwrap_or(binding.footer))
        };
        let candidates = [
            (is_selected, Action::Select, Some("move")),
            (is_selected, Action::Cancel, None),
            (has_hint, Action::Select, Some("play")),
            (true, Action::Game(Command::Finish), None),
            (true, Action::Game(Command::UndoToWinnable), None),
            (true, Action::Select, step),
        ];
        let mut due = candidates.iter();
        let due = due
            .find(|(is_due, action, _)| *is_due && self.has_use(*action) && self.can_use(*action));
        let all = candidates.iter();
        let all = all.filter_map(|(_, action, label)| button(*action, *label));
        let first = due.and_then(|(_, action, label)| button(*action, *label));
        let first = first.map(|first| Button {
            // A discard keeps its place.
            can_use: step != Some(&*first.label) || can_step,
            ..first.as_wide_as(all)
        });
        let others = keymap.buttons(mode, |binding| {
            match (binding.action, self.use_of(binding, cx)) {
                (action, _) if candidates.iter().any(|(_, other, _)| *other == action) => {
                    Use::Hidden
                }
                // They make room for the key that cancels.
                (Action::Menu | Action::Close, _) if is_selected || has_hint => Use::Hidden,
                // It does the same as the key for a step.
                (Action::Game(Command::Draw), _) if is_forced => Use::Hidden,
                // They keep their places.
                (Action::Game(Command::Draw), Use::Idle) => {
                    Use::Ready(self.draw_name().unwrap_or(binding.footer))
                }
                (Action::Game(Command::Undo) | Action::MoveHome, Use::Idle) => {
                    Use::Ready(binding.footer)
                }
                (_, use_now) => use_now,
            }
        });
        let others = others.into_iter().map(|button| match button.action {
            Action::Game(Command::Draw) if is_hand => Button {
                can_use: can(&[Move::Draw, Move::Redeal]),
                ..button
            },
            action => Button {
                can_use: self.can_use(action),
                ..button
            },
        });
        let is_first = first.as_ref().map(|first| first.action) == Some(Action::Cancel);
        let has_cancel = (is_selected || has_hint) && !is_first;
        let cancel = button(Action::Cancel, None).filter(|_| has_cancel);
        first.into_iter().chain(others).chain(cancel).collect()
    }

    /// Returns what the key for drawing does, if that is not to draw. In a game that leaves no choice it is the next
    /// step.
    pub(super) fn draw_name(&self) -> Option<&'static str> {
        match self.game() {
            game if game.rules().is_forced() => Some(NEXT_STEP),
            game if game.is_stock_dealt_to_tableau() => Some("deal"),
            game => (forced_move(game)? == Move::Redeal).then_some("redeal"),
        }
    }
}
