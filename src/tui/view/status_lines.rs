//! Draws the line at the top and those at the bottom.

use ratatui::layout::Rect;

use super::painter::Painter;
use crate::describe::{pluralize, progress_word};
use crate::tui::app::{App, MessageLevel, Overlay, PromptKind};
use crate::tui::scene::{ItemKind, Scene};
use crate::tui::table_state::TableState;
use crate::tui::theme::StyleRole;
use crate::tui::wrap::{display_width, wrap};

/// The line at the top: game, seed, moves, what is proven, the options that are not the usual ones,
/// and how much is home.
pub(super) fn draw_header(pen: &mut Painter<'_>, area: Rect, seat: &TableState) {
    let game = seat.game();
    let profile = game.rules().info();
    let home = format!("{}/{}", game.foundation_cards(), game.deck().len());
    let word = format!("{} ", progress_word(game));
    let end = area.right().saturating_sub(1);
    let right = display_width(&word) + display_width(&home);
    let mut x = pen.write(1, 0, profile.title, StyleRole::Strong) + 2;
    let mut told = Vec::new();
    if let Some(seed) = game.seed() {
        told.push((format!("seed {seed}"), StyleRole::Dim));
    }
    told.push((format!("move {}", game.moves().len()), StyleRole::Dim));
    if let Some(verdict) = seat.session.status_label() {
        told.push((verdict.into(), StyleRole::Text));
    }
    if let Some(left) = game
        .rules()
        .redeals_left(game.table())
        .filter(|left| *left > 0)
    {
        told.push((pluralize(left.into(), "redeal") + " left", StyleRole::Dim));
    }
    let choices = game.rules().options();
    let options = profile.options.iter().zip(choices.iter());
    for (option, (name, value)) in options {
        if value != option.default_value() {
            told.push((format!("{name} {value}"), StyleRole::Dim));
        }
    }
    for (words, role) in told {
        if x + display_width(&words) + right + 2 < end {
            x = pen.write(x, 0, &words, role) + 3;
        }
    }
    let after = pen.write(end.saturating_sub(right), 0, &word, StyleRole::Dim);
    pen.write(after, 0, &home, StyleRole::Accent);
}

/// The lines at the bottom: what just happened or is being typed, and what the keys do.
pub(super) fn draw_footer(pen: &mut Painter<'_>, app: &App, scene: &Scene) {
    if let Some(Overlay::Prompt(line)) = app.overlays.last() {
        let asks = match line.kind {
            PromptKind::Move => "move: ",
            PromptKind::Seed => "seed: ",
            PromptKind::MoveNumber => "move: ",
            PromptKind::HelpSearch => "find: ",
        };
        let x = pen.write(1, scene.message_row, asks, StyleRole::Dim);
        let x = pen.write(x, scene.message_row, &line.text, StyleRole::Strong);
        pen.write(x, scene.message_row, "_", StyleRole::Cursor);
    }
    let room = scene.area.width.saturating_sub(2);
    let lead = truncate_or_wrap(&scene.status_prefix, room);
    lead.first()
        .into_iter()
        .for_each(|lead| _ = pen.write(1, scene.footer_row, lead, StyleRole::Accent));
    for item in &scene.items {
        if let ItemKind::Button(key, brief) = item.kind {
            let x = pen.write(item.area.x, item.area.y, &key.to_string(), StyleRole::Text);
            pen.write(x + 1, item.area.y, brief, StyleRole::Dim);
        }
    }
}

/// The message, over all else: in its row, above a line being typed or one that tells of a search,
/// and where it is too long for a row, over the rows above that too.
pub(super) fn draw_message(pen: &mut Painter<'_>, app: &App, scene: &Scene) {
    let Some(message) = &app.message else { return };
    let role = match message.level {
        MessageLevel::Info => StyleRole::Accent,
        MessageLevel::Error => StyleRole::Error,
    };
    let typing = matches!(app.overlays.last(), Some(Overlay::Prompt(_)));
    let below = u16::from(typing || app.deal_search.is_some());
    let room = scene.area.width.saturating_sub(2);
    let lines = message
        .text
        .lines()
        .map(|line| truncate_or_wrap(line, room));
    let lines = lines.collect::<Vec<_>>().concat();
    let rows = (1..=scene.message_row.saturating_sub(below)).rev();
    for (line, row) in lines.iter().rev().zip(rows) {
        if row < scene.message_row {
            pen.fill(
                Rect::new(0, row, scene.area.width, 1),
                " ",
                StyleRole::Background,
            );
        }
        pen.write(1, row, line, role);
    }
}

/// What happened, said shorter where there is no room for all of it in a line, for what comes first
/// is of most weight; in some lines, where it cannot be said shorter.
fn truncate_or_wrap(text: &str, room: u16) -> Vec<String> {
    let whole = |end: &usize| display_width(&text[..*end]) <= room;
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
            assert_eq!(truncate_or_wrap(told, room), [expected], "{room}");
        }
        assert_eq!(
            truncate_or_wrap("no win is left from here", 11),
            ["no win is", "left from", "here"]
        );
    }
}
