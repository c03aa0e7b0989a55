//! A command that takes several keys, after the first of them.

use crate::cards::Suit;
use crate::game::Game;
use crate::rules::{Move, PileKind};
use crate::session::Refusal;
use crate::tui::action::{Action, Direction, Mode};
use crate::tui::keymap::Keymap;

/// The first part of a command that takes several keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PendingInput {
    /// A suit follows.
    FoundationSuit,
    /// Two digits follow; the first one may have been typed.
    ReserveNumber(Option<u8>),
    /// The card fits two foundations; left or right follows.
    FoundationChoice([Move; 2]),
}

impl PendingInput {
    /// Whether an action may be the next key of a command, or leaves it as it is.
    pub(super) fn may_follow(action: Action) -> bool {
        matches!(
            action,
            Action::NoOp
                | Action::Tick
                | Action::Resize(..)
                | Action::Resumed
                | Action::Suspend
                | Action::Navigate(Direction::Left | Direction::Right)
                | Action::Digit(_)
                | Action::Suit(_)
                | Action::Cancel
                | Action::Click(_)
        )
    }

    /// Returns the mode of the next key.
    pub(super) fn mode(self) -> Mode {
        match self {
            PendingInput::FoundationChoice(_) => Mode::ChooseFoundation,
            PendingInput::FoundationSuit => Mode::AwaitSuit,
            PendingInput::ReserveNumber(_) => Mode::AwaitDigit,
        }
    }

    /// Asks for the next key.
    pub(super) fn status(self) -> String {
        match self {
            PendingInput::FoundationChoice(_) => "Which foundation?".into(),
            PendingInput::FoundationSuit => "Which suit?".into(),
            PendingInput::ReserveNumber(first) => {
                let first = first.map_or("_".into(), |digit| digit.to_string());
                format!("Reserve card {first}_")
            }
        }
    }

    /// Says which keys can follow.
    pub(super) fn explanation(self, keymap: &Keymap) -> String {
        let keys = |actions: &[Action]| {
            let keys = actions.iter();
            let keys = keys.filter_map(|&action| keymap.key_for(self.mode(), action));
            let keys: Vec<String> = keys.map(|key| key.to_string()).collect();
            keys.join(", ")
        };
        match self {
            PendingInput::FoundationChoice(_) => {
                let keys = keys(&[Direction::Left, Direction::Right].map(Action::Navigate));
                format!("Two foundations fit. Choose one: {keys}")
            }
            PendingInput::FoundationSuit => {
                let keys = keys(&Suit::ALL.map(Action::Suit));
                format!("Type the suit of the foundation: {keys}")
            }
            PendingInput::ReserveNumber(_) => {
                "Type the two digits of the reserve card, such as 07".into()
            }
        }
    }

    /// Returns why no key can follow: the game has no pile of the kind that is awaited.
    pub(super) fn missing_piles(self, game: &Game) -> Option<Refusal> {
        let (kind, refusal) = match self {
            PendingInput::ReserveNumber(_) => (PileKind::Reserve, Refusal::NoReserve),
            _ => (PileKind::Foundation, Refusal::NoFoundations),
        };
        (!game.table().pile_ids().has_kind(kind)).then_some(refusal)
    }
}
