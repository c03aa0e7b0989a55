//! The menu: the name of the house in cards, the games, and what the chosen one is played by.

use ratatui::layout::Rect;

use super::pen::Pen;
use crate::cards::Suit;
use crate::report;
use crate::rules::Variant;
use crate::store::keeper::Saved;
use crate::tui::action::Action;
use crate::tui::app::{App, Mode};
use crate::tui::menu::{Menu, Row, Source};
use crate::tui::theme::Role;
use crate::tui::wrap::{width, wrap};

/// The name on the cards.
const NAME: &str = "LARBOARD";
const CARD: u16 = 7;
const GAP: u16 = 2;

/// Draws the name, a letter a card.
pub(super) fn title(pen: &mut Pen<'_>, area: Rect) {
    let count = NAME.len() as u16;
    let hand = count * (CARD + GAP) - GAP;
    let left = area.x + area.width.saturating_sub(hand) / 2;
    for (n, letter) in NAME.chars().enumerate() {
        let suit = Suit::from_index(3 - n % 4);
        let card = Rect::new(left + n as u16 * (CARD + GAP), area.y, CARD, 4);
        pen.fill(card, " ", Role::Paper);
        let edge = Rect::new(card.x + 2, card.y, CARD - 2, 1);
        pen.fill(edge, pen.look.glyphs().hairline, Role::Hairline);
        let ink = pen.look.suit_ink(suit, Role::Paper);
        let pip = pen.look.pip(suit);
        pen.write_styled(card.x, card.y, &letter.to_string(), ink);
        pen.write_styled(card.x + CARD / 2, card.y + 1, &pip.to_string(), ink);
        pen.write_styled(
            card.right() - 1,
            card.bottom() - 1,
            &letter.to_string(),
            ink,
        );
    }
    let words = "uncommon solitaires, where the piles move left";
    let left = area.x + area.width.saturating_sub(width(words)) / 2;
    pen.write(left, area.bottom() - 1, words, Role::Dim);
}

/// Draws what the chosen game says of itself.
pub(super) fn blurb(pen: &mut Pen<'_>, area: Rect, app: &App) {
    let menu = &app.menu;
    if menu.is_at_begun() {
        pen.write(area.x, area.y, "Games begun", Role::Strong);
        let [seed, moves, when] = columns(area);
        let y = area.y + 2;
        pen.write_before(seed, y, "seed", Role::Dim);
        pen.write_before(moves, y, "moves", Role::Dim);
        pen.write(when, y, "last played", Role::Dim);
        let all = crate::words::counted(menu.begun().len(), "game");
        let mut actions = [Action::New, Action::Press].into_iter();
        let key = actions.find_map(|action| app.keymap.key(Mode::Menu, action));
        let click = app.hears_mouse().then(|| "a click".to_owned());
        let ways = [key.map(|key| key.to_string()), click];
        let ways: Vec<String> = ways.into_iter().flatten().collect();
        // Where the rules are not the usual ones the row itself may have no room to tell them.
        let saved = menu.sitting().filter(|_| menu.row() != Row::Begun);
        let unusual = saved
            .map(|saved| (saved, report::name(saved.profile, &saved.choices)))
            .filter(|(saved, name)| name != saved.profile.title);
        let words = match (unusual, ways.is_empty()) {
            (Some((_, name)), _) => name,
            (None, true) => all,
            (None, false) => format!("{all}; {} takes one up", ways.join(" or ")),
        };
        pen.write(area.x, area.y + 1, &words, Role::Text);
        return;
    }
    let profile = menu.profile();
    pen.write(area.x, area.y, profile.title, Role::Strong);
    for (n, line) in wrap(profile.blurb, area.width.into())
        .iter()
        .take(3)
        .enumerate()
    {
        pen.write(area.x, area.y + 1 + n as u16, line, Role::Text);
    }
}

/// The columns a game begun is told in: where the seed and the moves end, where the time begins.
fn columns(area: Rect) -> [u16; 3] {
    let when = area.right().saturating_sub(12);
    [when.saturating_sub(8), when.saturating_sub(2), when]
}

/// Draws a game begun.
fn begun(pen: &mut Pen<'_>, area: Rect, menu: &Menu, saved: &Saved, here: bool) {
    let role = if here { Role::Selected } else { Role::Text };
    pen.fill(area, " ", if here { role } else { Role::Ground });
    if here {
        pen.write(area.x, area.y, pen.look.glyphs().cursor, role);
    }
    let [seed, moves, when] = columns(area);
    let told = saved.seed.map_or("-".into(), |seed| seed.to_string());
    let room = seed.saturating_sub(width(&told) + area.x + 3);
    let name = report::name_within(saved.profile, &saved.choices, room.into());
    pen.write(area.x + 2, area.y, &name, role);
    pen.write_before(seed, area.y, &told, role);
    pen.write_before(moves, area.y, &saved.moves.to_string(), role);
    let told = match saved.elsewhere {
        true => "elsewhere".to_owned(),
        false => menu.when(saved.played),
    };
    pen.write(when, area.y, &told, role);
}

/// Draws a row.
pub(super) fn row(pen: &mut Pen<'_>, area: Rect, app: &App, row: Row) {
    let menu = &app.menu;
    let here = menu.row() == row;
    if let Row::Sitting(n) = row {
        let saved = menu.begun().get(n);
        saved
            .into_iter()
            .for_each(|saved| begun(pen, area, menu, saved, here));
        return;
    }
    if row == Row::Begun {
        let role = match (here, menu.is_at_begun()) {
            (true, _) => Role::Selected,
            (false, true) => Role::Strong,
            (false, false) => Role::Dim,
        };
        pen.fill(area, " ", if here { role } else { Role::Ground });
        let words = format!("games begun: {}", menu.begun().len());
        pen.write(area.x + 2, area.y, &words, role);
        if role != Role::Dim {
            pen.write(area.x, area.y, pen.look.glyphs().cursor, role);
        }
        return;
    }
    if let Row::Game(game) = row {
        let profile = Variant::ALL[game];
        let chosen = menu.profile().id == profile.id && !menu.is_at_begun();
        let role = match (here, chosen) {
            (true, _) => Role::Selected,
            (false, true) => Role::Strong,
            (false, false) => Role::Dim,
        };
        pen.fill(area, " ", if here { role } else { Role::Ground });
        pen.write(area.x + 2, area.y, profile.title, role);
        if role != Role::Dim {
            pen.write(area.x, area.y, pen.look.glyphs().cursor, role);
        }
        return;
    }
    if here {
        pen.write(area.x, area.y, pen.look.glyphs().cursor, Role::Cursor);
    }
    let name = if here { Role::Strong } else { Role::Text };
    match row {
        Row::Option(at) => {
            let (option, _, value) = menu.option(at);
            let matters = menu.matters(option);
            pen.write(
                area.x + 2,
                area.y,
                option.name,
                if matters { name } else { Role::Dim },
            );
            let about = if matters {
                value.about
            } else {
                "no part of it, with the choices above"
            };
            self::about(pen, area, about);
        }
        _ => {
            pen.write(area.x + 2, area.y, "the deal", name);
            let about = match menu.source() {
                Source::Chance if app.wants_winnable() => {
                    "by chance, of the deals that are proven to be winnable".to_owned()
                }
                Source::Chance => "any cards, by chance".to_owned(),
                Source::Today => {
                    format!("seed {}: the day's date, the same everywhere", menu.today())
                }
                Source::Seed(_) => "the same number deals the same cards, for ever".to_owned(),
            };
            self::about(pen, area, &about);
        }
    }
}

/// Draws what is said of the value chosen, in the rows of an entry below its first.
fn about(pen: &mut Pen<'_>, area: Rect, words: &str) {
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
        pen.write(area.x + 2, area.y + n, &format!("{line}{more}"), Role::Dim);
    }
}

/// Draws a value of a row, the chosen one in brackets.
pub(super) fn value(pen: &mut Pen<'_>, area: Rect, menu: &Menu, row: Row, value: usize) {
    let names = menu.values(row);
    let Some(name) = names.get(value) else { return };
    let (name, role) = if menu.value(row) == Some(value) {
        (format!("[{name}]"), Role::Accent)
    } else {
        (format!(" {name} "), Role::Dim)
    };
    pen.write(area.x, area.y, &name, role);
}
