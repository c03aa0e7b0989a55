//! Options of Single Left, which is played in one of two styles: [one-handed](super::OneHanded) or
//! [Warfield's](super::Warfield).

use super::info::{ExampleStep, GameInfo, Introduction, OptionSpec, OptionValue};

/// Description of the game.
pub(crate) static INFO: GameInfo = GameInfo {
    id: "single-left",
    title: "Single Left",
    decks: 1,
    summary: "Played in one hand, four cards in sight. Matching end cards are removed.",
    introduction: Introduction {
        id: "single-left",
        goal: "Play the whole deck through your hand and end with no cards.",
        rule: "Only the last four cards of the hand are in play. If the first and the last of them have \
               one rank, all four go; if they have one suit, the two between go; else one card is \
               drawn.",
        example: &[
            ExampleStep {
                caption: "5♥ and K♥ have one suit.",
                piles: &["5H", "9C", "2S", "KH"],
            },
            ExampleStep {
                caption: "The two between them are discarded.",
                piles: &["5H", "", "", "KH"],
            },
            ExampleStep {
                caption: "The two between are gone, and the hand is filled to four.",
                piles: &["5H", "KH", "7D", "5C"],
            },
        ],
        tips: [
            "In the classic game the deck plays itself: sit back and watch.",
            "With the option discards set to optional you decide whether to discard or to draw.",
            "The style warfield is a game with piles: Moving Left with one deck.",
        ],
    },
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
