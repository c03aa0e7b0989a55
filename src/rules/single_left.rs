//! Options of Single Left, which is played in one of two styles: [one-handed](super::OneHanded) or
//! [Warfield's](super::Warfield).

use super::info::{GameInfo, OptionSpec, OptionValue};

/// What the game says of itself.
pub(crate) static INFO: GameInfo = GameInfo {
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
