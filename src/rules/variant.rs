//! The closed enum of the games, for the edges that must name one: command line, menu, store.

use super::info::{Accepts, BoardLayout, FoundationProgress, GameInfo};
use super::knowledge::{KeyPart, MacroMoves, ProgressMeasure, PruningRules};
use super::moosehide::{self, Moosehide};
use super::moves::{Move, MoveList};
use super::moving_left::{self, MovingLeft};
use super::oscillation::{self, Oscillation};
use super::pile::PileId;
use super::single_left::{self, SingleLeft};
use super::table::Table;
use super::yakutat_bay::{self, YakutatBay};
use super::{GameOptions, OptionError, Rules};
use crate::cards::Card;

/// The methods of [`Rules`] on an enum whose every variant holds rules: each is handed on.
macro_rules! delegate {
    ($($game:ident)+) => {
        fn layout(&self) -> BoardLayout {
            match self { $(Self::$game(rules) => rules.layout(),)+ }
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
        fn foundation_cards(&self, table: &Table) -> usize {
            match self { $(Self::$game(rules) => rules.foundation_cards(table),)+ }
        }
        fn cards_left(&self, table: &Table) -> Option<usize> {
            match self { $(Self::$game(rules) => rules.cards_left(table),)+ }
        }
        fn redeals_left(&self, table: &Table) -> Option<u8> {
            match self { $(Self::$game(rules) => rules.redeals_left(table),)+ }
        }
        fn explain_illegal(&self, table: &Table, mv: Move) -> String {
            match self { $(Self::$game(rules) => rules.explain_illegal(table, mv),)+ }
        }
        fn accepts(&self, table: &Table, place: PileId) -> Accepts {
            match self { $(Self::$game(rules) => rules.accepts(table, place),)+ }
        }
        fn drop_target(&self, table: &Table, to: PileId) -> PileId {
            match self { $(Self::$game(rules) => rules.drop_target(table, to),)+ }
        }
        fn max_movable(&self, table: &Table, place: PileId) -> usize {
            match self { $(Self::$game(rules) => rules.max_movable(table, place),)+ }
        }
        fn allows_foundation_return(&self) -> bool {
            match self { $(Self::$game(rules) => rules.allows_foundation_return(),)+ }
        }
        fn has_safe_autoplay(&self) -> bool {
            match self { $(Self::$game(rules) => rules.has_safe_autoplay(),)+ }
        }
        fn is_safe_autoplay(&self, table: &Table, mv: Move) -> bool {
            match self { $(Self::$game(rules) => rules.is_safe_autoplay(table, mv),)+ }
        }
        fn foundation_progress(&self, table: &Table, place: PileId) -> Option<FoundationProgress> {
            match self { $(Self::$game(rules) => rules.foundation_progress(table, place),)+ }
        }
        fn visit_key_parts(&self, table: &Table, known: PruningRules, tell: &mut impl FnMut(PileId, KeyPart)) {
            match self { $(Self::$game(rules) => rules.visit_key_parts(table, known, tell),)+ }
        }
        fn successors(&self, table: &Table, known: PruningRules, courses: &mut MacroMoves) {
            match self { $(Self::$game(rules) => rules.successors(table, known, courses),)+ }
        }
        fn simulate_forced(&self, deck: &[Card]) -> Option<(bool, u64)> {
            match self { $(Self::$game(rules) => rules.simulate_forced(deck),)+ }
        }
        fn evaluate(&self, table: &Table) -> i32 {
            match self { $(Self::$game(rules) => rules.evaluate(table),)+ }
        }
        fn progress(&self, table: &Table, slant: u32) -> Option<ProgressMeasure> {
            match self { $(Self::$game(rules) => rules.progress(table, slant),)+ }
        }
        #[inline]
        fn is_reversible(&self, table: &Table, mv: Move) -> bool {
            match self { $(Self::$game(rules) => rules.is_reversible(table, mv),)+ }
        }
        fn is_dead_end(&self, table: &Table, known: PruningRules) -> bool {
            match self { $(Self::$game(rules) => rules.is_dead_end(table, known),)+ }
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
            pub const ALL: [&'static GameInfo; [$(stringify!($game)),+].len()] =
                [$(&$module::INFO),+];

            /// The game a profile belongs to, with these options, given by name and value; those
            /// left out have their defaults.
            ///
            /// # Errors
            /// An unknown option or value.
            ///
            /// # Panics
            /// If the profile is none of [`ALL`](Variant::ALL).
            pub fn with_options(
                profile: &'static GameInfo,
                given: &[(&str, &str)],
            ) -> Result<Variant, OptionError> {
                let choices = GameOptions::parse(profile, given)?;
                $(if profile.id == $module::INFO.id {
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
            fn info(&self) -> &'static GameInfo {
                match self { $(Variant::$game(rules) => rules.info(),)+ }
            }
            fn options(&self) -> GameOptions {
                match self { $(Variant::$game(rules) => rules.options(),)+ }
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
    pub fn info_by_id(id: &str) -> Option<&'static GameInfo> {
        Variant::ALL.into_iter().find(|profile| profile.id == id)
    }

    /// What the game says of itself whose name a text begins with, its words joined or not, and what
    /// follows the name.
    pub fn parse_id_prefix(text: &str) -> Option<(&'static GameInfo, &str)> {
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
