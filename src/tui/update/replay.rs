//! Looking at a game move by move.

use jiff::Timestamp;

use crate::record::Sitting;
use crate::tui::action::{Action, Way};
use crate::tui::app::{App, Asks, Overlay, Screen};
use crate::tui::happened;
use crate::words::counted;

/// How many moves a page is.
const PAGE: isize = 10;

/// Does in a replay what is asked.
pub(super) fn watch(app: &mut App, action: Action, now: Timestamp) {
    let Some(replay) = &mut app.replay else {
        return close(app);
    };
    let before = replay.at();
    match action {
        Action::Tick => replay.tick(now),
        Action::Faster => replay.faster(),
        Action::Slower => replay.slower(),
        Action::Play => replay.play_or_pause(now),
        Action::Digit(digit) => replay.type_digit(digit),
        Action::Erase => replay.erase_digit(),
        Action::TakeOver => match replay.take_number() {
            Some(number) => return jump(app, number),
            None => return take_over(app, now),
        },
        Action::Walk(Way::Left | Way::Up) | Action::Wheel(_, Way::Up) => replay.step(-1),
        Action::Walk(Way::Right | Way::Down) | Action::Wheel(..) => replay.step(1),
        Action::PageUp => replay.step(-PAGE),
        Action::PageDown => replay.step(PAGE),
        Action::TypeNumber => {
            replay.pause();
            return super::ask(app, Asks::Number);
        }
        Action::RowStart => replay.jump(0),
        Action::RowEnd => replay.jump(usize::MAX),
        Action::Help => {
            replay.pause();
            return super::help::open(app);
        }
        Action::LetGo if replay.take_number().is_some() => {}
        Action::LetGo | Action::Close => return close(app),
        _ => return,
    }
    note_shown(app);
    let Some(replay) = &app.replay else { return };
    let moved = replay.at() != before;
    match action {
        Action::Faster | Action::Slower => {
            let pace = replay.pace();
            app.tell(pace);
        }
        Action::Tick if !moved => {}
        _ => tell_step(app),
    }
}

/// Goes to the position after so many moves; where there are not so many, to the last, and says so.
pub(super) fn jump(app: &mut App, number: usize) {
    let Some(replay) = &mut app.replay else {
        return;
    };
    replay.jump(number);
    let length = replay.length();
    note_shown(app);
    if number > length {
        let moves = counted(length, "move");
        app.tell(format!("there are {moves}: this is after the last"));
    } else {
        tell_step(app);
    }
}

/// Counts the moves of the solver's line that were looked at.
fn note_shown(app: &mut App) {
    if let (Some(replay), Some(seat)) = (&app.replay, &mut app.seat)
        && let Some(from) = replay.shown_from()
    {
        seat.showed(replay.at().saturating_sub(from));
    }
}

/// Says what the move did that led to the position shown.
fn tell_step(app: &mut App) {
    let Some(replay) = &app.replay else { return };
    let game = replay.seat().game();
    let words = happened::words(game.table(), game.last_steps());
    if !words.is_empty() {
        app.tell(words);
    }
}

/// Replays the game on the table, from its deal.
pub(super) fn open(app: &mut App) {
    let Some(seat) = &app.seat else { return };
    if seat.game().moves().len() + seat.game().undone().len() == 0 {
        return app.refuse("no move has been made yet");
    }
    app.watch(seat.sitting.clone());
}

/// Back to the results it was begun from, or to the table; where there is neither, out.
fn close(app: &mut App) {
    app.replay = None;
    if let Some(beneath) = app.results_over.take() {
        app.screen = beneath;
        app.overlays.push(Overlay::Ledger);
    } else if app.seat.is_some() {
        app.screen = Screen::Table;
    } else {
        app.screen = Screen::Menu;
        app.leaving = true;
    }
}

/// Sits down to play on from the position shown, in a game of its own.
fn take_over(app: &mut App, now: Timestamp) {
    let Some(replay) = &app.replay else { return };
    let at = replay.at();
    if let Some(from) = replay.shown_from() {
        let moves: Vec<_> = replay.seat().game().moves().skip(from).collect();
        close(app);
        return super::super::play::follow(app, &moves, now);
    }
    match Sitting::taken_over(replay.seat().game()) {
        Ok(mut sitting) => {
            sitting.started = Some(now);
            app.sit_down(sitting);
            app.replay = None;
            app.tell(match at {
                0 => "you play on from the deal".to_owned(),
                n => format!("you play on from move {n}"),
            });
        }
        Err(too_long) => app.refuse(too_long.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::rules::Variant;
    use crate::tui::app::{Mode, Tone};
    use crate::tui::keymap::{Key, Keymap};
    use crate::tui::replay::Replay;
    use crate::tui::theme::Look;
    use crate::tui::update::update;

    /// A replay of so many first moves of a game, standing at the deal.
    fn replay_of(moves: usize) -> App {
        let rules = Variant::of(Variant::ALL[0], &[]).expect("the defaults");
        let mut game = Game::new(rules, 42);
        for _ in 0..moves {
            let mv = game.legal()[0];
            game.play(mv).expect("a legal move");
        }
        let look = Look::of_terminal(|_| None);
        let mut app = App::new(look, Keymap::default(), (80, 24), 1);
        app.watch(Sitting::new(game));
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
                app.replay.as_ref().map(Replay::at),
                Some(expected),
                "{keys}"
            );
        }
    }

    #[test]
    fn a_step_is_told_in_words() {
        let mut app = replay_of(3);
        press(&mut app, "right", at(0));
        assert!(
            app.message
                .is_some_and(|message| message.tone == Tone::Told && !message.text.is_empty())
        );
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
        assert_eq!(app.replay.as_ref().map(Replay::at), Some(3));
        press(&mut app, "space + + space", at(9));
        assert_eq!(
            app.replay.as_ref().map(Replay::at),
            Some(0),
            "from the deal again"
        );
        assert_eq!(
            app.replay.as_ref().map(Replay::pace),
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
        assert_eq!(app.replay.as_ref().map(Replay::at), Some(0));
        assert_eq!(app.deadline(), Some(at(101)));
    }

    #[test]
    fn taking_over_is_a_new_game_that_remembers_the_old() {
        let mut app = replay_of(30);
        press(&mut app, "1 2 enter enter", at(7));
        assert_eq!(app.mode(), Mode::Table);
        let seat = app.seat.as_ref().expect("a seat");
        assert_eq!(seat.game().moves().len(), 12);
        assert_eq!(seat.game().undone().len(), 0);
        assert_eq!(seat.sitting.started, Some(at(7)));
        let parent = seat.sitting.parent.as_ref().expect("a parent");
        assert_eq!(parent.moves.len(), 30);
        assert_eq!(parent.deck, seat.game().deck());
    }

    #[test]
    fn closing_goes_back_to_the_table_or_out_where_there_is_none() {
        let mut app = replay_of(3);
        press(&mut app, "q", at(0));
        assert!(app.leaving);
        let mut app = replay_of(3);
        press(&mut app, "end enter P", at(0));
        assert_eq!(app.mode(), Mode::Replay);
        press(&mut app, "esc", at(0));
        assert_eq!(app.mode(), Mode::Table);
        assert!(!app.leaving);
        assert_eq!(app.seat.map(|seat| seat.game().moves().len()), Some(3));
    }

    #[test]
    fn watching_takes_no_time_at_the_table() {
        let mut app = replay_of(3);
        press(&mut app, "end enter", at(0));
        press(&mut app, "P", at(10));
        press(&mut app, "right", at(500));
        press(&mut app, "q", at(1000));
        press(&mut app, "u", at(1005));
        assert_eq!(app.seat.map(|seat| seat.sitting.seconds), Some(15));
    }
}
