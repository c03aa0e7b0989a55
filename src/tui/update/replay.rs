//! Looking at a game move by move.

use jiff::Timestamp;

use crate::describe::{events_brief, pluralize, sentence};
use crate::session::{Command, Session, text};
use crate::tui::action::{Action, Direction};
use crate::tui::app::{App, Overlay, PromptKind, Screen};
use crate::tui::play;

/// How many moves a page is.
const MOVES_PER_PAGE: isize = 10;

/// Does in a replay what is asked.
pub(super) fn handle_action(app: &mut App, action: Action, now: Timestamp) {
    let Some(replay) = &mut app.replay else {
        return close(app);
    };
    let before = replay.moves_made();
    match action {
        Action::Tick => replay.tick(now),
        Action::Faster => replay.faster(),
        Action::Slower => replay.slower(),
        Action::TogglePlayback => replay.toggle_playback(now),
        Action::Digit(digit) => replay.push_digit(digit),
        Action::Backspace => replay.pop_digit(),
        Action::PlayFromHere => match replay.take_typed_number() {
            Some(number) => return jump(app, number),
            None => return play_from_here(app, now),
        },
        Action::Navigate(Direction::Left | Direction::Up) | Action::Wheel(_, Direction::Up) => {
            replay.step(-1);
        }
        Action::Navigate(Direction::Right | Direction::Down) | Action::Wheel(..) => replay.step(1),
        Action::PageUp => replay.step(-MOVES_PER_PAGE),
        Action::PageDown => replay.step(MOVES_PER_PAGE),
        Action::EnterMoveNumber => {
            replay.pause();
            return super::open_prompt(app, PromptKind::MoveNumber);
        }
        Action::RowStart => replay.jump(0),
        Action::RowEnd => replay.jump(usize::MAX),
        Action::Help => {
            replay.pause();
            return super::help::open(app);
        }
        Action::Cancel if replay.take_typed_number().is_some() => {}
        Action::Cancel | Action::Close => return close(app),
        _ => return,
    }
    record_shown_moves(app);
    let Some(replay) = &app.replay else { return };
    let moved = replay.moves_made() != before;
    match action {
        Action::Faster | Action::Slower => {
            let pace = replay.speed_label();
            app.notify(pace);
        }
        Action::Tick if !moved => {}
        _ => notify_move(app),
    }
}

/// Goes to the position after so many moves; where there are not so many, to the last, and says so.
pub(super) fn jump(app: &mut App, number: usize) {
    let Some(replay) = &mut app.replay else {
        return;
    };
    replay.jump(number);
    let length = replay.total_moves();
    record_shown_moves(app);
    if number > length {
        let moves = pluralize(length, "move");
        app.notify(format!("there are {moves}: this is after the last"));
    } else {
        notify_move(app);
    }
}

/// Counts the moves of the solver's line that were looked at.
fn record_shown_moves(app: &mut App) {
    if let (Some(replay), Some(seat)) = (&app.replay, &mut app.table)
        && let Some(from) = replay.solution_start()
    {
        seat.session
            .count_shown_moves(replay.moves_made().saturating_sub(from));
    }
}

/// Says what the move did that led to the position shown.
fn notify_move(app: &mut App) {
    let Some(replay) = &app.replay else { return };
    let game = replay.table().game();
    let words = sentence(&events_brief(&game.last_move_events()));
    if !words.is_empty() {
        app.notify(words);
    }
}

/// Replays the game on the table, from its deal.
pub(super) fn open(app: &mut App) {
    let Some(seat) = &app.table else { return };
    if seat.game().moves().len() + seat.game().undone().len() == 0 {
        return app.notify_error("No move has been made yet");
    }
    let played = seat.session.played().clone();
    app.open_replay(played);
}

/// Back to the results it was begun from, or to the table; where there is neither, out.
fn close(app: &mut App) {
    app.replay = None;
    if let Some(beneath) = app.return_screen.take() {
        app.screen = beneath;
        app.overlays.push(Overlay::Results);
    } else if app.table.is_some() {
        app.screen = Screen::Table;
    } else {
        app.screen = Screen::Menu;
        app.should_quit = true;
    }
}

/// Sits down to play on from the position shown, in a game of its own.
fn play_from_here(app: &mut App, now: Timestamp) {
    let Some(replay) = &app.replay else { return };
    let at = replay.moves_made();
    if let Some(from) = replay.solution_start() {
        let moves: Vec<_> = replay.table().game().moves().skip(from).collect();
        close(app);
        play::execute(app, Command::PlayLine(moves), now);
        return;
    }
    match Session::branch_from(replay.table().game(), now) {
        Ok(session) => {
            app.start_session(session);
            app.replay = None;
            app.notify(text::playing_from(at));
        }
        Err(too_long) => app.notify_error(too_long.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::record::PlayedGame;
    use crate::tui::app::{MessageLevel, Mode};
    use crate::tui::keymap::{Key, Keymap};
    use crate::tui::replay::Replay;
    use crate::tui::theme::Appearance;
    use crate::tui::update::update;
    use crate::variant::test_variant;

    /// A replay of so many first moves of a game, standing at the deal.
    fn replay_of(moves: usize) -> App {
        let rules = test_variant("moving-left", &[]);
        let mut game = Game::new(rules, 42);
        for _ in 0..moves {
            let mv = game.legal_moves()[0];
            game.play(mv).expect("a legal move");
        }
        let look = Appearance::from_env(|_| None);
        let mut app = App::new(look, Keymap::default(), (80, 24), 1);
        app.open_replay(PlayedGame::new(game));
        app
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(seconds).expect("a time")
    }

    fn press(app: &mut App, keys: &str, now: Timestamp) {
        for key in keys.split_whitespace() {
            let key: Key = key.parse().expect("a key");
            let action = app.keymap.action(app.mode(), key).expect("a meaning");
            update(app, action, now);
        }
    }

    #[test]
    fn keys_step_both_ways_and_go_to_a_move_by_its_number() {
        for (keys, expected) in [
            ("right", 1),
            ("right right left", 1),
            ("left", 0),
            ("end", 30),
            ("end right", 30),
            ("end home", 0),
            ("pgdn", 10),
            ("pgdn pgdn pgup", 10),
            ("1 7 enter", 17),
            ("# 1 7 enter", 17),
            ("end # x enter backspace 4 enter right", 5),
            ("right # esc", 1),
            ("1 7 backspace enter", 1),
            ("1 7 esc right", 1),
            ("9 9 9 9 9 enter", 30),
            ("end 0 enter", 0),
        ] {
            let mut app = replay_of(30);
            press(&mut app, keys, at(0));
            assert_eq!(
                app.replay.as_ref().map(Replay::moves_made),
                Some(expected),
                "{keys}"
            );
        }
    }

    #[test]
    fn a_step_describes_the_move_that_leads_to_its_position() {
        let mut app = replay_of(3);
        for (key, text) in [
            ("right", "J♠ to pile 10 · turned up 6♠"),
            ("right", "A♥ home · turned up 7♣"),
            ("right", "7♣ to pile 5 · turned up K♥"),
            ("left", "A♥ home · turned up 7♣"),
        ] {
            press(&mut app, key, at(0));
            let message = app.message.as_ref().expect("a message after each step");
            assert_eq!((message.level, &*message.text), (MessageLevel::Info, text));
        }
    }

    #[test]
    fn it_plays_at_a_pace_to_its_end_and_stands_where_a_key_stops_it() {
        let mut app = replay_of(3);
        press(&mut app, "space", at(0));
        let mut waits = Vec::new();
        let mut now = at(0);
        while let Some(due) = app.deadline() {
            waits.push(due.duration_since(now).as_millis());
            now = due;
            update(&mut app, Action::Tick, now);
        }
        assert_eq!(waits, [1000, 1000, 1000]);
        assert_eq!(app.replay.as_ref().map(Replay::moves_made), Some(3));
        press(&mut app, "space + + space", at(9));
        assert_eq!(
            app.replay.as_ref().map(Replay::moves_made),
            Some(0),
            "from the deal again"
        );
        assert_eq!(
            app.replay.as_ref().map(Replay::speed_label),
            Some("4 moves a second".into())
        );
        assert_eq!(app.deadline(), None);
        press(&mut app, "space right", at(10));
        assert_eq!(app.deadline(), None, "a step by hand");
    }

    #[test]
    fn a_tick_before_its_time_does_nothing() {
        let mut app = replay_of(3);
        press(&mut app, "space", at(100));
        update(&mut app, Action::Tick, at(50));
        assert_eq!(app.replay.as_ref().map(Replay::moves_made), Some(0));
        assert_eq!(app.deadline(), Some(at(101)));
    }

    #[test]
    fn taking_over_is_a_new_game_that_remembers_the_old() {
        let mut app = replay_of(30);
        press(&mut app, "1 2 enter enter", at(7));
        assert_eq!(app.mode(), Mode::Table);
        let seat = app.table.as_ref().expect("a seat");
        assert_eq!(seat.game().moves().len(), 12);
        assert_eq!(seat.game().undone().len(), 0);
        assert_eq!(seat.session.played().started, Some(at(7)));
        let parent = seat.session.played().parent.as_ref().expect("a parent");
        assert_eq!(parent.moves.len(), 30);
        assert_eq!(parent.deck, seat.game().deck());
    }

    #[test]
    fn closing_goes_back_to_the_table_or_out_where_there_is_none() {
        let mut app = replay_of(3);
        press(&mut app, "q", at(0));
        assert!(app.should_quit);
        let mut app = replay_of(3);
        press(&mut app, "end enter P", at(0));
        assert_eq!(app.mode(), Mode::Replay);
        press(&mut app, "esc", at(0));
        assert_eq!(app.mode(), Mode::Table);
        assert!(!app.should_quit);
        assert_eq!(app.table.map(|seat| seat.game().moves().len()), Some(3));
    }

    #[test]
    fn watching_takes_no_time_at_the_table() {
        let mut app = replay_of(3);
        press(&mut app, "end enter", at(0));
        press(&mut app, "P", at(10));
        press(&mut app, "right", at(500));
        press(&mut app, "q", at(1000));
        press(&mut app, "u", at(1005));
        assert_eq!(
            app.table.map(|seat| seat.session.played().seconds),
            Some(15)
        );
    }
}
