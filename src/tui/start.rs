//! The first screen.

use jiff::Timestamp;

use super::controller::Controller;
use super::deal_choices::DealSource;
use super::effect::Effect;
use crate::session::{Start, text};

impl Controller {
    /// Opens the first screen. Problems with the settings are shown already.
    pub(super) fn open(
        &mut self,
        start: Start,
        source: Option<DealSource>,
        warning: Option<String>,
        now: Timestamp,
    ) {
        let app = &mut self.app;
        if let Some(warning) = warning {
            app.services.notify_error(warning);
        }
        match start {
            Start::Menu => {
                if let Some(source) = source {
                    app.services.force_winnable = source == DealSource::Winnable;
                    if let Some(menu) = app.menu_mut() {
                        menu.choices.set_source(source);
                    }
                }
                self.run(vec![Effect::LoadSavedGames], now);
                if source.is_none() {
                    self.app.select_continue();
                }
            }
            Start::Game(session) => {
                if session.save_state().id().is_some() && app.services.message.is_none() {
                    app.services.notify(text::resumed(session.game()));
                }
                app.open_table(*session);
            }
            Start::RandomDeal(rules) => {
                app.services.force_winnable = true;
                app.select_in_menu(&rules);
                app.find_winnable_deal(rules);
                self.run(vec![Effect::LoadSavedGames], now);
            }
            Start::Replay(played) => app.start_replay(*played),
        }
    }
}
