//! Options of Single Left, which is played in one of two styles: [one-handed](super::OneHanded) or
//! [Warfield's](super::Warfield).

use super::info::{GameInfo, OptionSpec, OptionValue};

/// Description of the game.
pub(crate) static INFO: GameInfo = GameInfo {
    id: "single-left",
    title: "Single Left",
    decks: 1,
    summary: "Played in one hand, four cards in sight. Matching end cards are removed.",
    help: include_str!("../../assets/help/single-left.txt"),
    options: &[
        OptionSpec {
            name: "style",
            values: &[
                OptionValue {
                    name: "one-handed",
                    description: "played in one hand, four cards in sight",
                },
                OptionValue {
                    name: "warfield",
                    description: "Warfield's: Moving Left with one deck and seven piles",
                },
            ],
        },
        OptionSpec {
            name: "discards",
            values: &[
                OptionValue {
                    name: "forced",
                    description: "classic: the deck plays itself (0.8 % won, no redeals)",
                },
                OptionValue {
                    name: "optional",
                    description: "you decide: discard, or draw while the deck has cards",
                },
            ],
        },
        OptionSpec {
            name: "redeals",
            values: &[
                OptionValue {
                    name: "0",
                    description: "no redeals",
                },
                OptionValue {
                    name: "1",
                    description: "one redeal of the discards",
                },
                OptionValue {
                    name: "2",
                    description: "two redeals of the discards",
                },
                OptionValue {
                    name: "3",
                    description: "three redeals of the discards",
                },
            ],
        },
    ],
};
