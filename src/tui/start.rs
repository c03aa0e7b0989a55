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
        let mut effects = Vec::new();
        let mut continues = false;
        match start {
            StartScreen::Menu(source) => {
                effects.push(Effect::LoadSavedGames);
                match source {
                    Some(source) => {
                        app.services.force_winnable = source == DealSource::Winnable;
                        app.set_deal_source(source);
                    }
                    None => continues = true,
                }
            }
            StartScreen::Game(session) => {
                let is_saved = session.save_state().id().is_some();
                let has_message = app.services.message.is_some();
                let text = text::resumed(session.game());
                app.open_table(*session);
                if is_saved && !has_message {
                    app.services.notify(text);
                }
            }
            StartScreen::WinnableDeal(rules) => {
                app.services.force_winnable = true;
                app.select_in_menu(&rules);
                app.find_winnable_deal(rules);
                effects.push(Effect::LoadSavedGames);
            }
            StartScreen::Replay(played) => app.start_replay(*played),
        }
        if let Some(warning) = warning {
            app.services.notify_error(warning);
        }
        app.refresh();
        self.run(effects, now);
        if continues {
            self.app.select_continue();
        }
    }
}
