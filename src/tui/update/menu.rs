//! Choosing a game.

use jiff::Timestamp;

use crate::tui::action::{Action, Direction};
use crate::tui::app::{App, PromptKind, Screen};
use crate::tui::effect::Effect;
use crate::tui::menu::{DealSource, MenuRow};
use crate::tui::scene::Target;

/// Does in the menu what is asked.
pub(super) fn handle_action(app: &mut App, action: Action, now: Timestamp) {
    let menu = &mut app.menu;
    menu.set_now(now);
    match action {
        Action::Navigate(way @ (Direction::Up | Direction::Down)) => menu.move_selection(way),
        Action::Navigate(way) => menu.cycle_value(way),
        Action::Wheel(_, way) => menu.move_selection(way),
        Action::RowStart => menu.select_row(MenuRow::Game(0)),
        Action::RowEnd => menu
            .rows()
            .last()
            .into_iter()
            .for_each(|row| menu.select_row(row)),
        Action::NextGroup => menu.next_group(),
        Action::PreviousGroup => menu.previous_group(),
        Action::Click(Target::Entry(entry)) => click(app, entry, now),
        Action::Click(Target::Value(entry, value)) => {
            let row = menu.rows().nth(entry);
            if row.is_some_and(|row| !menu.set_value(row, value)) {
                // The one value that is not there yet is a seed.
                super::open_prompt(app, PromptKind::Seed);
            }
        }
        Action::Select if matches!(menu.row(), MenuRow::Option(_)) => {
            menu.cycle_value(Direction::Right);
        }
        Action::Select | Action::NewDeal if menu.is_in_saved_games() => resume_selected(app),
        Action::Select | Action::NewDeal => deal_selected(app, now),
        Action::EnterSeed => super::open_prompt(app, PromptKind::Seed),
        Action::Help => super::help::open(app),
        Action::Cancel if app.table.is_some() => app.screen = Screen::Table,
        Action::Close => app.should_quit = true,
        _ => {}
    }
}

/// Goes to a row; on that row already, changes it or deals.
fn click(app: &mut App, entry: usize, now: Timestamp) {
    let Some(row) = app.menu.rows().nth(entry) else {
        return;
    };
    match app.menu.row() == row {
        _ if matches!(row, MenuRow::SavedGame(_)) => {
            app.menu.select_row(row);
            resume_selected(app);
        }
        false => app.menu.select_row(row),
        true if matches!(row, MenuRow::Game(_)) => deal_selected(app, now),
        true => app.menu.cycle_value(Direction::Right),
    }
}

/// Takes up the game begun that the keys are on.
fn resume_selected(app: &mut App) {
    let saved = app.menu.selected_save();
    app.pending_effect = saved.map(|saved| Effect::Resume(saved.id.clone()));
}

/// Opens the menu at the game on the table.
pub(super) fn open(app: &mut App) {
    app.pending_effect = Some(Effect::LoadSavedGames);
    if let Some(seat) = &app.table {
        app.menu.select_game(seat.game().rules());
    }
    app.screen = Screen::Menu;
}

/// Deals the game chosen, as the menu is set.
fn deal_selected(app: &mut App, now: Timestamp) {
    let Some(rules) = app.menu.rules() else {
        return;
    };
    match app.menu.source() {
        DealSource::Random => app.deal_random(rules, now),
        DealSource::Daily => app.deal(rules, app.menu.daily_seed(), now),
        DealSource::Seed(seed) => app.deal(rules, seed, now),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::app::Mode;
    use crate::tui::keymap::{Key, Keymap};
    use crate::tui::theme::Appearance;
    use crate::tui::update::update;

    fn menu() -> App {
        App::new(
            Appearance::from_env(|_| None),
            Keymap::default(),
            (80, 24),
            1,
        )
    }

    fn press(app: &mut App, keys: &str) {
        let now = "2026-11-20T12:00:00Z".parse().expect("a time");
        for key in keys.split_whitespace() {
            let key: Key = key.parse().expect("a key");
            let action = app.keymap.action(app.mode(), key).expect("a meaning");
            update(app, action, now);
        }
    }

    #[test]
    fn keys_choose_a_game_its_options_and_its_deal() {
        for (keys, game, rule, seed) in [
            ("enter", "moving-left", ("foundation-return", "yes"), None),
            ("down space", "yakutat-bay", ("face-up", "yukon"), None),
            (
                "down right space enter",
                "yakutat-bay",
                ("face-up", "tops"),
                None,
            ),
            (
                "down tab right enter",
                "yakutat-bay",
                ("face-up", "tops"),
                None,
            ),
            (
                "down down down right left enter",
                "moosehide",
                ("layout", "classic"),
                None,
            ),
            (
                "end right enter",
                "moving-left",
                ("foundation-return", "yes"),
                Some(20_261_120),
            ),
            (
                "# 4 2 enter enter",
                "moving-left",
                ("foundation-return", "yes"),
                Some(42),
            ),
            (
                "# 0 x f f enter enter",
                "moving-left",
                ("foundation-return", "yes"),
                Some(255),
            ),
            (
                "# 4 2 enter home down enter",
                "yakutat-bay",
                ("face-up", "yukon"),
                Some(42),
            ),
        ] {
            let mut app = menu();
            press(&mut app, keys);
            let seat = app.table.expect(keys);
            let dealt = seat.game();
            assert_eq!(dealt.rules().info().id, game, "{keys}");
            assert!(dealt.rules().options().is(rule.0, rule.1), "{keys}");
            assert!(seed.is_none_or(|seed| dealt.seed() == Some(seed)), "{keys}");
            assert!(seat.session.played().started.is_some());
        }
    }

    #[test]
    fn a_seed_that_is_none_is_refused_and_nothing_is_dealt() {
        let mut app = menu();
        press(&mut app, "# - 1 enter");
        assert!(app.message.is_some());
        assert_eq!(app.mode(), Mode::Prompt, "it can be mended");
        assert!(app.table.is_none());
        press(&mut app, "backspace backspace 7 enter");
        assert_eq!((app.mode(), app.menu.seed()), (Mode::Menu, Some(7)));
    }

    #[test]
    fn the_menu_opens_where_the_player_is_and_can_be_put_away() {
        let mut app = menu();
        press(&mut app, "down down down right right enter m");
        assert_eq!(app.mode(), Mode::Menu);
        assert_eq!(app.menu.game_info().id, "moosehide");
        assert_eq!(app.menu.option(0).2.name, "four-reserve");
        press(&mut app, "esc");
        assert_ne!(app.mode(), Mode::Menu);
        press(&mut app, "m q");
        assert!(app.should_quit);
    }
}
