//! Draws the line at the top and those at the bottom.

use ratatui::layout::Rect;

use super::pen::Pen;
use crate::rules::Rules;
use crate::tui::app::{App, Asks, Overlay, Tone};
use crate::tui::scene::{Scene, Shape};
use crate::tui::seat::Seat;
use crate::tui::theme::Role;
use crate::tui::wrap::{width, wrap};
use crate::words::{counted, home_word};

/// The line at the top: game, seed, moves, what is proven, the options that are not the usual ones,
/// and how much is home.
pub(super) fn header(pen: &mut Pen<'_>, area: Rect, seat: &Seat) {
    let game = seat.game();
    let profile = game.rules().profile();
    let home = format!("{}/{}", game.home(), game.deck().len());
    let word = format!("{} ", home_word(game));
    let end = area.right().saturating_sub(1);
    let right = width(&word) + width(&home);
    let mut x = pen.write(1, 0, profile.title, Role::Strong) + 2;
    let mut told = Vec::new();
    if let Some(seed) = game.seed() {
        told.push((format!("seed {seed}"), Role::Dim));
    }
    told.push((format!("move {}", game.moves().len()), Role::Dim));
    if let Some(verdict) = seat.study.word().filter(|_| seat.ending.is_none()) {
        told.push((verdict.into(), Role::Text));
    }
    if let Some(left) = game
        .rules()
        .redeals_left(game.table())
        .filter(|left| *left > 0)
    {
        told.push((counted(left.into(), "redeal") + " left", Role::Dim));
    }
    let choices = game.rules().choices();
    let options = profile.options.iter().zip(choices.iter());
    for (option, (name, value)) in options {
        if value != option.default() {
            told.push((format!("{name} {value}"), Role::Dim));
        }
    }
    for (words, role) in told {
        if x + width(&words) + right + 2 < end {
            x = pen.write(x, 0, &words, role) + 3;
        }
    }
    let after = pen.write(end.saturating_sub(right), 0, &word, Role::Dim);
    pen.write(after, 0, &home, Role::Accent);
}

/// The lines at the bottom: what just happened or is being typed, and what the keys do.
pub(super) fn footer(pen: &mut Pen<'_>, app: &App, scene: &Scene) {
    if let Some(Overlay::Line(line)) = app.overlays.last() {
        let asks = match line.asks {
            Asks::Move => "move: ",
            Asks::Seed => "seed: ",
            Asks::Number => "move: ",
            Asks::Words => "find: ",
        };
        let x = pen.write(1, scene.message, asks, Role::Dim);
        let x = pen.write(x, scene.message, &line.text, Role::Strong);
        pen.write(x, scene.message, "_", Role::Cursor);
    }
    let room = scene.area.width.saturating_sub(2);
    let lead = fitting(&scene.lead, room);
    lead.first()
        .into_iter()
        .for_each(|lead| _ = pen.write(1, scene.keys, lead, Role::Accent));
    for item in &scene.items {
        if let Shape::Button(key, brief) = item.shape {
            let x = pen.write(item.area.x, item.area.y, &key.to_string(), Role::Text);
            pen.write(x + 1, item.area.y, brief, Role::Dim);
        }
    }
}

/// The message, over all else: in its row, above a line being typed or one that tells of a search,
/// and where it is too long for a row, over the rows above that too.
pub(super) fn message(pen: &mut Pen<'_>, app: &App, scene: &Scene) {
    let Some(message) = &app.message else { return };
    let role = match message.tone {
        Tone::Told => Role::Accent,
        Tone::Refused => Role::Refusal,
    };
    let typing = matches!(app.overlays.last(), Some(Overlay::Line(_)));
    let below = u16::from(typing || app.seeking.is_some());
    let room = scene.area.width.saturating_sub(2);
    let lines = message.text.lines().map(|line| fitting(line, room));
    let lines = lines.collect::<Vec<_>>().concat();
    let rows = (1..=scene.message.saturating_sub(below)).rev();
    for (line, row) in lines.iter().rev().zip(rows) {
        if row < scene.message {
            pen.fill(Rect::new(0, row, scene.area.width, 1), " ", Role::Ground);
        }
        pen.write(1, row, line, role);
    }
}

/// What happened, said shorter where there is no room for all of it in a line, for what comes first
/// is of most weight; in some lines, where it cannot be said shorter.
fn fitting(text: &str, room: u16) -> Vec<String> {
    let whole = |end: &usize| width(&text[..*end]) <= room;
    let parts = text.match_indices(" · ").map(|(at, _)| at);
    match parts.chain([text.len()]).filter(whole).last() {
        Some(end) => vec![text[..end].to_owned()],
        None => wrap(text, room.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_said_shorter_or_in_more_lines() {
        let told = "7♠ to pile 3 · pile 2 empty: piles 3 to 8 moved left · turned up 4♣";
        for (room, expected) in [
            (80, told),
            (66, "7♠ to pile 3 · pile 2 empty: piles 3 to 8 moved left"),
            (50, "7♠ to pile 3"),
        ] {
            assert_eq!(fitting(told, room), [expected], "{room}");
        }
        assert_eq!(
            fitting("no win is left from here", 11),
            ["no win is", "left from", "here"]
        );
    }
}
