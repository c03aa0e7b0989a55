//! The screens, each in a module of its own, and the list of them.

pub mod deal_search;
pub mod help;
pub mod menu;
pub mod peek;
pub mod prompt;
pub mod replay;
pub mod results;
pub mod settings;
pub mod table;

use std::ops::{Deref, DerefMut};

use ratatui::text::Line;
use ratatui::widgets::Cell;
use strum::{EnumIs, EnumTryAs};

use super::screen::Screen;
use deal_search::DealSearchScreen;
use help::HelpScreen;
use menu::MenuScreen;
use peek::PeekScreen;
use prompt::Prompt;
use replay::ReplayScreen;
use results::ResultsScreen;
use settings::SettingsScreen;
use table::TableScreen;

/// Defines the screens that there are.
macro_rules! screens {
    ($($name:ident($screen:ty)),* $(,)?) => {
        /// An open screen.
        #[derive(Debug, EnumIs, EnumTryAs)]
        pub enum AnyScreen {
            $($name(Box<$screen>),)*
        }

        impl Deref for AnyScreen {
            type Target = dyn Screen;

            fn deref(&self) -> &Self::Target {
                match self {
                    $(AnyScreen::$name(screen) => &**screen,)*
                }
            }
        }

        impl DerefMut for AnyScreen {
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    $(AnyScreen::$name(screen) => &mut **screen,)*
                }
            }
        }

        $(impl From<$screen> for AnyScreen {
            fn from(screen: $screen) -> AnyScreen {
                AnyScreen::$name(Box::new(screen))
            }
        })*
    };
}

screens! {
    DealSearch(DealSearchScreen),
    Help(HelpScreen),
    Menu(MenuScreen),
    Peek(PeekScreen),
    Prompt(Prompt),
    Replay(ReplayScreen),
    Results(ResultsScreen),
    Settings(SettingsScreen),
    Table(TableScreen),
}

/// Returns a cell with right-aligned text.
pub(super) fn right_aligned(text: String) -> Cell<'static> {
    Cell::new(Line::raw(text).right_aligned())
}

/// Returns a seed as text: `-` if the deal has none.
pub(super) fn seed_text(seed: Option<u64>) -> String {
    seed.map_or("-".into(), |seed| seed.to_string())
}

/// Returns the width of a column of seeds below its heading.
pub(super) fn seed_column_width(seeds: impl Iterator<Item = Option<u64>>) -> u16 {
    let widths = seeds.map(|seed| seed_text(seed).len());
    widths.max().unwrap_or(0).max("seed".len()) as u16
}
