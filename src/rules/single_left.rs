//! Single Left, in its two styles: one-handed, and Warfield's, which is Moving Left with one deck.

use super::info::{Accepts, BoardLayout, FoundationProgress, GameInfo, OptionSpec, OptionValue};
use super::knowledge::{KeyPart, MacroMoves, ProgressMeasure, PruningRules};
use super::moves::{Move, MoveList};
use super::one_handed::OneHanded;
use super::pile::PileId;
use super::table::Table;
use super::variant::delegate;
use super::warfield::Warfield;
use super::{GameOptions, Rules};
use crate::cards::Card;

/// The game, in the style chosen.
#[derive(Clone, Debug)]
pub enum SingleLeft {
    /// Played in one hand.
    OneHanded(OneHanded),
    /// Moving Left with one deck and seven piles.
    Warfield(Warfield),
}

/// What the game says of itself.
pub(super) static INFO: GameInfo = GameInfo {
    id: "single-left",
    title: "Single Left",
    decks: 1,
    summary: "The deck passes through one hand, four cards in sight; matching ends let cards go.",
    help: include_str!("../../assets/help/single-left.txt"),
    options: &[
        OptionSpec {
            name: "style",
            values: &[
                OptionValue {
                    name: "one-handed",
                    description: "played in the hand, four cards in sight",
                },
                OptionValue {
                    name: "warfield",
                    description: "Moving Left with one deck and seven piles",
                },
            ],
        },
        OptionSpec {
            name: "discards",
            values: &[
                OptionValue {
                    name: "forced",
                    description: "a discard that can be made must be made",
                },
                OptionValue {
                    name: "optional",
                    description: "you may draw instead, while the deck has cards",
                },
            ],
        },
        OptionSpec {
            name: "redeals",
            values: &[
                OptionValue {
                    name: "0",
                    description: "the deck passes once",
                },
                OptionValue {
                    name: "1",
                    description: "the discards may be dealt again once",
                },
                OptionValue {
                    name: "2",
                    description: "the discards may be dealt again twice",
                },
                OptionValue {
                    name: "3",
                    description: "the discards may be dealt again three times",
                },
            ],
        },
    ],
};

impl SingleLeft {
    /// The game with its options as chosen. Warfield's style makes the other options idle.
    pub fn new(choices: &GameOptions) -> SingleLeft {
        if choices.is("style", "warfield") {
            SingleLeft::Warfield(Warfield::new())
        } else {
            SingleLeft::OneHanded(OneHanded::new(choices))
        }
    }
}

impl Rules for SingleLeft {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        match self {
            SingleLeft::OneHanded(rules) => rules.options(),
            SingleLeft::Warfield(rules) => rules.options(),
        }
    }

    delegate!(OneHanded Warfield);
}
