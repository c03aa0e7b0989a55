//! The menu: the name of the house in cards, the games, and what the chosen one is played by.

use ratatui::layout::Rect;

use super::painter::Painter;
use crate::cards::Suit;
use crate::stats_text;
use crate::storage::save_manager::SavedGame;
use crate::tui::action::Action;
use crate::tui::app::{App, Mode};
use crate::tui::menu::{DealSource, Menu, MenuRow};
use crate::tui::theme::StyleRole;
use crate::tui::wrap::{display_width, wrap};
use crate::variant;

/// The name on the cards.
const TITLE: &str = "LARBOARD";
const CARD_WIDTH: u16 = 7;
const CARD_GAP: u16 = 2;

/// Draws the name, a letter a card.
pub(super) fn draw_title(pen: &mut Painter<'_>, area: Rect) {
    let count = TITLE.len() as u16;
    let hand = count * (CARD_WIDTH + CARD_GAP) - CARD_GAP;
    let left = area.x + area.width.saturating_sub(hand) / 2;
    for (n, letter) in TITLE.chars().enumerate() {
        let suit = Suit::from_index(3 - n % 4);
        let card = Rect::new(
            left + n as u16 * (CARD_WIDTH + CARD_GAP),
            area.y,
            CARD_WIDTH,
            4,
        );
        pen.fill(card, " ", StyleRole::CardFace);
        let edge = Rect::new(card.x + 2, card.y, CARD_WIDTH - 2, 1);
        pen.fill(edge, pen.appearance.glyphs().card_edge, StyleRole::CardEdge);
        let ink = pen.appearance.suit_style(suit, StyleRole::CardFace);
        let pip = pen.appearance.pip(suit);
        pen.write_styled(card.x, card.y, &letter.to_string(), ink);
        pen.write_styled(card.x + CARD_WIDTH / 2, card.y + 1, &pip.to_string(), ink);
        pen.write_styled(
            card.right() - 1,
            card.bottom() - 1,
            &letter.to_string(),
            ink,
        );
    }
    let words = "uncommon solitaires, where the piles move left";
    let left = area.x + area.width.saturating_sub(display_width(words)) / 2;
    pen.write(left, area.bottom() - 1, words, StyleRole::Dim);
}

/// Draws what the chosen game says of itself.
pub(super) fn draw_description(pen: &mut Painter<'_>, area: Rect, app: &App) {
    let menu = &app.menu;
    if menu.is_in_saved_games() {
        pen.write(area.x, area.y, "Games begun", StyleRole::Strong);
        let [seed, moves, when] = saved_game_columns(area);
        let y = area.y + 2;
        pen.write_right_aligned(seed, y, "seed", StyleRole::Dim);
        pen.write_right_aligned(moves, y, "moves", StyleRole::Dim);
        pen.write(when, y, "last played", StyleRole::Dim);
        let all = crate::describe::pluralize(menu.saved_games().len(), "game");
        let mut actions = [Action::NewDeal, Action::Select].into_iter();
        let key = actions.find_map(|action| app.keymap.key_for(Mode::Menu, action));
        let click = app.is_mouse_enabled().then(|| "a click".to_owned());
        let ways = [key.map(|key| key.to_string()), click];
        let ways: Vec<String> = ways.into_iter().flatten().collect();
        // Where the rules are not the usual ones the row itself may have no room to tell them.
        let saved = menu
            .selected_save()
            .filter(|_| menu.row() != MenuRow::SavedGames);
        let unusual = saved
            .map(|saved| (saved, stats_text::game_title(saved.info, &saved.options)))
            .filter(|(saved, name)| name != saved.info.title);
        let words = match (unusual, ways.is_empty()) {
            (Some((_, name)), _) => name,
            (None, true) => all,
            (None, false) => format!("{all}; {} takes one up", ways.join(" or ")),
        };
        pen.write(area.x, area.y + 1, &words, StyleRole::Text);
        return;
    }
    let profile = menu.game_info();
    pen.write(area.x, area.y, profile.title, StyleRole::Strong);
    for (n, line) in wrap(profile.summary, area.width.into())
        .iter()
        .take(3)
        .enumerate()
    {
        pen.write(area.x, area.y + 1 + n as u16, line, StyleRole::Text);
    }
}

/// The columns a game begun is told in: where the seed and the moves end, where the time begins.
fn saved_game_columns(area: Rect) -> [u16; 3] {
    let when = area.right().saturating_sub(12);
    [when.saturating_sub(8), when.saturating_sub(2), when]
}

/// Draws a game begun.
fn draw_saved_game(pen: &mut Painter<'_>, area: Rect, menu: &Menu, saved: &SavedGame, here: bool) {
    let role = if here {
        StyleRole::SelectedEntry
    } else {
        StyleRole::Text
    };
    pen.fill(area, " ", if here { role } else { StyleRole::Background });
    if here {
        pen.write(area.x, area.y, pen.appearance.glyphs().cursor, role);
    }
    let [seed, moves, when] = saved_game_columns(area);
    let told = saved.seed.map_or("-".into(), |seed| seed.to_string());
    let room = seed.saturating_sub(display_width(&told) + area.x + 3);
    let name = stats_text::game_title_within(saved.info, &saved.options, room.into());
    pen.write(area.x + 2, area.y, &name, role);
    pen.write_right_aligned(seed, area.y, &told, role);
    pen.write_right_aligned(moves, area.y, &saved.moves.to_string(), role);
    let told = match saved.locked_by_other {
        true => "elsewhere".to_owned(),
        false => menu.format_last_played(saved.last_played),
    };
    pen.write(when, area.y, &told, role);
}

/// Draws a row.
pub(super) fn draw_row(pen: &mut Painter<'_>, area: Rect, app: &App, row: MenuRow) {
    let menu = &app.menu;
    let here = menu.row() == row;
    if let MenuRow::SavedGame(n) = row {
        let saved = menu.saved_games().get(n);
        saved
            .into_iter()
            .for_each(|saved| draw_saved_game(pen, area, menu, saved, here));
        return;
    }
    if row == MenuRow::SavedGames {
        let role = match (here, menu.is_in_saved_games()) {
            (true, _) => StyleRole::SelectedEntry,
            (false, true) => StyleRole::Strong,
            (false, false) => StyleRole::Dim,
        };
        pen.fill(area, " ", if here { role } else { StyleRole::Background });
        let words = format!("games begun: {}", menu.saved_games().len());
        pen.write(area.x + 2, area.y, &words, role);
        if role != StyleRole::Dim {
            pen.write(area.x, area.y, pen.appearance.glyphs().cursor, role);
        }
        return;
    }
    if let MenuRow::Game(game) = row {
        let profile = variant::games()[game];
        let chosen = menu.game_info().id == profile.id && !menu.is_in_saved_games();
        let role = match (here, chosen) {
            (true, _) => StyleRole::SelectedEntry,
            (false, true) => StyleRole::Strong,
            (false, false) => StyleRole::Dim,
        };
        pen.fill(area, " ", if here { role } else { StyleRole::Background });
        pen.write(area.x + 2, area.y, profile.title, role);
        if role != StyleRole::Dim {
            pen.write(area.x, area.y, pen.appearance.glyphs().cursor, role);
        }
        return;
    }
    if here {
        pen.write(
            area.x,
            area.y,
            pen.appearance.glyphs().cursor,
            StyleRole::Cursor,
        );
    }
    let name = if here {
        StyleRole::Strong
    } else {
        StyleRole::Text
    };
    match row {
        MenuRow::Option(at) => {
            let (option, _, value) = menu.option(at);
            let matters = menu.is_option_relevant(option);
            pen.write(
                area.x + 2,
                area.y,
                option.name,
                if matters { name } else { StyleRole::Dim },
            );
            let about = if matters {
                value.description
            } else {
                "no part of it, with the choices above"
            };
            self::draw_value_description(pen, area, about);
        }
        _ => {
            pen.write(area.x + 2, area.y, "the deal", name);
            let about = match menu.source() {
                DealSource::Random if app.is_winnable_required() => {
                    "by chance, of the deals that are proven to be winnable".to_owned()
                }
                DealSource::Random => "any cards, by chance".to_owned(),
                DealSource::Daily => {
                    format!(
                        "seed {}: the day's date, the same everywhere",
                        menu.daily_seed()
                    )
                }
                DealSource::Seed(_) => "the same number deals the same cards, for ever".to_owned(),
            };
            self::draw_value_description(pen, area, &about);
        }
    }
}

/// Draws what is said of the value chosen, in the rows of an entry below its first.
fn draw_value_description(pen: &mut Painter<'_>, area: Rect, words: &str) {
    let rows = usize::from(area.height.saturating_sub(1));
    let room = usize::from(area.width.saturating_sub(2));
    let mut lines = wrap(words, room);
    let hidden = lines.len() > rows;
    if hidden {
        lines = wrap(words, room.saturating_sub(1));
    }
    for (n, line) in (1..).zip(lines.iter().take(rows)) {
        let more = if hidden && usize::from(n) == rows {
            "…"
        } else {
            ""
        };
        pen.write(
            area.x + 2,
            area.y + n,
            &format!("{line}{more}"),
            StyleRole::Dim,
        );
    }
}

/// Draws a value of a row, the chosen one in brackets.
pub(super) fn draw_value(
    pen: &mut Painter<'_>,
    area: Rect,
    menu: &Menu,
    row: MenuRow,
    value: usize,
) {
    let names = menu.value_names(row);
    let Some(name) = names.get(value) else { return };
    let (name, role) = if menu.value_index(row) == Some(value) {
        (format!("[{name}]"), StyleRole::Accent)
    } else {
        (format!(" {name} "), StyleRole::Dim)
    };
    pen.write(area.x, area.y, &name, role);
}
