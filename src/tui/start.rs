//! The first screen.

use jiff::Timestamp;

use super::controller::Controller;
use super::deal_choices::DealSource;
use super::effect::Effect;
use crate::record::PlayedGame;
use crate::session::{Session, text};
use crate::variant::Variant;

/// What the program opens with.
#[derive(Debug)]
pub enum StartScreen {
    /// The menu of games, with this source of the deal if one is given; else on the saved game to
    /// continue.
    Menu(Option<DealSource>),
    /// A game in play.
    Game(Box<Session>),
    /// The search for a winnable deal of a game.
    WinnableDeal(Variant),
    /// A replay of a game.
    Replay(Box<PlayedGame>),
}

impl Controller {
    /// Opens the first screen. Problems with the settings are shown already.
    pub(super) fn open(&mut self, start: StartScreen, warning: Option<String>, now: Timestamp) {
        let app = &mut self.app;
        if let Some(warning) = warning {
            app.services.notify_error(warning);
        }
        match start {
            StartScreen::Menu(None) => {
                self.run(vec![Effect::LoadSavedGames], now);
                self.app.select_continue();
            }
            StartScreen::Menu(Some(source)) => {
                app.services.force_winnable = source == DealSource::Winnable;
                app.set_deal_source(source);
                self.run(vec![Effect::LoadSavedGames], now);
            }
            StartScreen::Game(session) => {
                if session.save_state().id().is_some() && app.services.message.is_none() {
                    app.services.notify(text::resumed(session.game()));
                }
                app.open_table(*session);
            }
            StartScreen::WinnableDeal(rules) => {
                app.services.force_winnable = true;
                app.select_in_menu(&rules);
                app.find_winnable_deal(rules);
                self.run(vec![Effect::LoadSavedGames], now);
            }
            StartScreen::Replay(played) => app.start_replay(*played),
        }
    }
}
