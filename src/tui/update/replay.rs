//! Looking at a game move by move.

use jiff::Timestamp;

use crate::record::Sitting;
use crate::tui::action::{Action, Way};
use crate::tui::app::{App, Screen};
use crate::tui::happened;

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
            Some(number) => replay.jump(number),
            None => return take_over(app, now),
        },
        Action::Walk(Way::Left | Way::Up) => replay.step(-1),
        Action::Walk(Way::Right | Way::Down) => replay.step(1),
        Action::PageUp => replay.step(-PAGE),
        Action::PageDown => replay.step(PAGE),
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
    let Some(replay) = &app.replay else { return };
    let moved = replay.at() != before;
    let game = replay.seat().game();
    let words = happened::words(game.table(), game.last_steps());
    if moved || action != Action::Tick {
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

/// Back to the table; where there is none, out.
fn close(app: &mut App) {
    app.replay = None;
    app.screen = Screen::Table;
    app.leaving |= app.seat.is_none();
}

/// Sits down to play on from the position shown, in a game of its own.
fn take_over(app: &mut App, now: Timestamp) {
    let Some(replay) = &app.replay else { return };
    let at = replay.at();
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
