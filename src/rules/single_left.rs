//! Single Left, in its two styles: one-handed, and Warfield's, which is Moving Left with one deck.

use super::insight::{Ahead, Courses, Insights, Kin};
use super::moves::{Move, MoveList};
use super::one_handed::OneHanded;
use super::place::Place;
use super::plan::{Opt, Plan, Profile, Takes, Tally, Value};
use super::table::Table;
use super::variant::delegate;
use super::warfield::Warfield;
use super::{Choices, Rules};
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
pub(super) static PROFILE: Profile = Profile {
    id: "single-left",
    title: "Single Left",
    decks: 1,
    blurb: "The deck passes through one hand, four cards in sight; matching ends let cards go.",
    help: include_str!("../../assets/help/single-left.txt"),
    options: &[
        Opt {
            name: "style",
            values: &[
                Value {
                    name: "one-handed",
                    about: "played in the hand, four cards in sight",
                },
                Value {
                    name: "warfield",
                    about: "Moving Left with one deck and seven piles",
                },
            ],
        },
        Opt {
            name: "discards",
            values: &[
                Value {
                    name: "forced",
                    about: "a discard that can be made must be made",
                },
                Value {
                    name: "optional",
                    about: "you may draw instead, while the deck has cards",
                },
            ],
        },
        Opt {
            name: "redeals",
            values: &[
                Value {
                    name: "0",
                    about: "the deck passes once",
                },
                Value {
                    name: "1",
                    about: "the discards may be dealt again once",
                },
                Value {
                    name: "2",
                    about: "the discards may be dealt again twice",
                },
                Value {
                    name: "3",
                    about: "the discards may be dealt again three times",
                },
            ],
        },
    ],
};

impl SingleLeft {
    /// The game with its options as chosen. Warfield's style makes the other options idle.
    pub fn new(choices: &Choices) -> SingleLeft {
        if choices.is("style", "warfield") {
            SingleLeft::Warfield(Warfield::new())
        } else {
            SingleLeft::OneHanded(OneHanded::new(choices))
        }
    }
}

impl Rules for SingleLeft {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn choices(&self) -> Choices {
        match self {
            SingleLeft::OneHanded(rules) => rules.choices(),
            SingleLeft::Warfield(rules) => rules.choices(),
        }
    }

    delegate!(OneHanded Warfield);
}
