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

use strum::{EnumIs, EnumTryAs};

use super::screen::Screen;
use deal_search::DealSearchScreen;
use help::HelpScreen;
use menu::MenuScreen;
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
            /// A screen that no other code asks about.
            Other(Box<dyn Screen>),
        }

        impl Deref for AnyScreen {
            type Target = dyn Screen;

            fn deref(&self) -> &Self::Target {
                match self {
                    $(AnyScreen::$name(screen) => &**screen,)*
                    AnyScreen::Other(screen) => &**screen,
                }
            }
        }

        impl DerefMut for AnyScreen {
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    $(AnyScreen::$name(screen) => &mut **screen,)*
                    AnyScreen::Other(screen) => &mut **screen,
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
    Prompt(Prompt),
    Replay(ReplayScreen),
    Results(ResultsScreen),
    Settings(SettingsScreen),
    Table(TableScreen),
}
