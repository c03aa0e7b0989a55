//! The closed enum of the games, for the edges that must name one: command line, menu, store.

use super::insight::{Ahead, Courses, Insights, Kin};
use super::moosehide::{self, Moosehide};
use super::moves::{Move, MoveList};
use super::moving_left::{self, MovingLeft};
use super::oscillation::{self, Oscillation};
use super::place::Place;
use super::plan::{Plan, Profile, Takes, Tally};
use super::single_left::{self, SingleLeft};
use super::table::Table;
use super::yakutat_bay::{self, YakutatBay};
use super::{BadChoice, Choices, Rules};
use crate::cards::Card;

/// The methods of [`Rules`] on an enum whose every variant holds rules: each is handed on.
macro_rules! delegate {
    ($($game:ident)+) => {
        fn plan(&self) -> Plan {
            match self { $(Self::$game(rules) => rules.plan(),)+ }
        }
        fn deal(&self, deck: &[Card]) -> Table {
            match self { $(Self::$game(rules) => rules.deal(deck),)+ }
        }
        #[inline]
        fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
            match self { $(Self::$game(rules) => rules.legal_moves(table, moves),)+ }
        }
        #[inline]
        fn apply(&self, table: &mut Table, mv: Move) {
            match self { $(Self::$game(rules) => rules.apply(table, mv),)+ }
        }
        #[inline]
        fn is_won(&self, table: &Table) -> bool {
            match self { $(Self::$game(rules) => rules.is_won(table),)+ }
        }
        fn home(&self, table: &Table) -> usize {
            match self { $(Self::$game(rules) => rules.home(table),)+ }
        }
        fn left(&self, table: &Table) -> Option<usize> {
            match self { $(Self::$game(rules) => rules.left(table),)+ }
        }
        fn redeals_left(&self, table: &Table) -> Option<u8> {
            match self { $(Self::$game(rules) => rules.redeals_left(table),)+ }
        }
        fn why_not(&self, table: &Table, mv: Move) -> String {
            match self { $(Self::$game(rules) => rules.why_not(table, mv),)+ }
        }
        fn takes(&self, table: &Table, place: Place) -> Takes {
            match self { $(Self::$game(rules) => rules.takes(table, place),)+ }
        }
        fn landing(&self, table: &Table, to: Place) -> Place {
            match self { $(Self::$game(rules) => rules.landing(table, to),)+ }
        }
        fn movable(&self, table: &Table, place: Place) -> usize {
            match self { $(Self::$game(rules) => rules.movable(table, place),)+ }
        }
        fn gives_back(&self) -> bool {
            match self { $(Self::$game(rules) => rules.gives_back(),)+ }
        }
        fn goes_home_unasked(&self) -> bool {
            match self { $(Self::$game(rules) => rules.goes_home_unasked(),)+ }
        }
        fn safe_home(&self, table: &Table, mv: Move) -> bool {
            match self { $(Self::$game(rules) => rules.safe_home(table, mv),)+ }
        }
        fn tally(&self, table: &Table, place: Place) -> Option<Tally> {
            match self { $(Self::$game(rules) => rules.tally(table, place),)+ }
        }
        fn tell(&self, table: &Table, known: Insights, tell: &mut impl FnMut(Place, Kin)) {
            match self { $(Self::$game(rules) => rules.tell(table, known, tell),)+ }
        }
        fn courses(&self, table: &Table, known: Insights, courses: &mut Courses) {
            match self { $(Self::$game(rules) => rules.courses(table, known, courses),)+ }
        }
        fn outcome(&self, deck: &[Card]) -> Option<(bool, u64)> {
            match self { $(Self::$game(rules) => rules.outcome(deck),)+ }
        }
        fn promise(&self, table: &Table) -> i32 {
            match self { $(Self::$game(rules) => rules.promise(table),)+ }
        }
        fn ahead(&self, table: &Table, slant: u32) -> Option<Ahead> {
            match self { $(Self::$game(rules) => rules.ahead(table, slant),)+ }
        }
        #[inline]
        fn is_reversible(&self, table: &Table, mv: Move) -> bool {
            match self { $(Self::$game(rules) => rules.is_reversible(table, mv),)+ }
        }
        fn is_hopeless(&self, table: &Table, known: Insights) -> bool {
            match self { $(Self::$game(rules) => rules.is_hopeless(table, known),)+ }
        }
    };
}
pub(super) use delegate;

macro_rules! variants {
    ($($(#[$doc:meta])* $game:ident in $module:ident;)+) => {
        /// Any of the games, with its options as chosen.
        #[derive(Clone, Debug)]
        pub enum Variant {
            $($(#[$doc])* $game($game),)+
        }

        impl Variant {
            /// What each game says of itself, in the order of the menu.
            pub const ALL: [&'static Profile; [$(stringify!($game)),+].len()] =
                [$(&$module::PROFILE),+];

            /// The game a profile belongs to, with these options, given by name and value; those
            /// left out have their defaults.
            ///
            /// # Errors
            /// An unknown option or value.
            ///
            /// # Panics
            /// If the profile is none of [`ALL`](Variant::ALL).
            pub fn of(
                profile: &'static Profile,
                given: &[(&str, &str)],
            ) -> Result<Variant, BadChoice> {
                let choices = Choices::read(profile, given)?;
                $(if profile.id == $module::PROFILE.id {
                    return Ok(Variant::$game($game::new(&choices)));
                })+
                unreachable!("every profile is listed above")
            }

            /// Hands the game's own rules to generic code, so that the game is asked for once.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match self { $(Variant::$game(rules) => visitor.visit(rules),)+ }
            }
        }

        impl Rules for Variant {
            fn profile(&self) -> &'static Profile {
                match self { $(Variant::$game(rules) => rules.profile(),)+ }
            }
            fn choices(&self) -> Choices {
                match self { $(Variant::$game(rules) => rules.choices(),)+ }
            }
            delegate!($($game)+);
        }
    };
}

variants! {
    /// Two decks; spaces fill themselves from the right.
    MovingLeft in moving_left;
    /// Yukon with the same slides.
    YakutatBay in yakutat_bay;
    /// Two groups of piles that build opposite ways.
    Oscillation in oscillation;
    /// Single cards and a reserve.
    Moosehide in moosehide;
    /// A deck that passes through one hand.
    SingleLeft in single_left;
}

impl Variant {
    /// What the game of this name says of itself.
    pub fn profile_named(id: &str) -> Option<&'static Profile> {
        Variant::ALL.into_iter().find(|profile| profile.id == id)
    }

    /// What the game says of itself whose name a text begins with, its words joined or not, and what
    /// follows the name.
    pub fn named_in(text: &str) -> Option<(&'static Profile, &str)> {
        Variant::ALL.into_iter().find_map(|profile| {
            let joined = text.replacen(char::is_whitespace, "-", profile.id.matches('-').count());
            let follows = text.get(profile.id.len()..)?;
            let ends = follows.is_empty() || follows.starts_with(char::is_whitespace);
            let named = joined.starts_with(profile.id) || text.starts_with(profile.id);
            (named && ends).then(|| (profile, follows.trim_start()))
        })
    }
}

/// Generic code that wants one game's own rules. See [`Variant::visit`].
pub trait Visitor {
    /// What the code gives back.
    type Output;

    /// Runs the code.
    fn visit<R: Rules>(self, rules: &R) -> Self::Output;
}
