//! Draws cards, backs, spaces and the marks beside them.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::marks::Marks;
use super::pen::Pen;
use crate::cards::{Card, Rank};
use crate::rules::{self, Place, Rules, Takes, Tally};
use crate::tui::scene::{Item, Shape};
use crate::tui::seat::{At, Seat};
use crate::tui::theme::{Glyphs, Role};
use crate::tui::wrap::width;

/// Draws one thing of a table.
pub(super) fn draw(pen: &mut Pen<'_>, item: &Item, marks: &Marks<'_>) {
    let seat = marks.seat;
    match item.shape {
        Shape::Face { card, at, shaded } => {
            let ground = marks.ground(at, shaded);
            face(pen, item.area, card, ground);
            corner_notes(pen, item.area, seat, at, ground);
        }
        Shape::Back => back(pen, item.area, ""),
        Shape::Closed(count) => {
            let words = format!("{}{count}", pen.look.glyphs().closed);
            back(pen, item.area, &words);
        }
        Shape::Hidden(count) => {
            let area = item.area;
            pen.fill(area, " ", Role::Ground);
            pen.write(area.x, area.y, &format!("+{count}"), Role::Accent);
        }
        Shape::Deck(count) => deck(pen, item.area, count),
        Shape::Space(place) => space(pen, item.area, seat, place),
        Shape::Label(place) => label(pen, item.area, marks, place),
        Shape::Column
        | Shape::Button(..)
        | Shape::Panel
        | Shape::Tab(_)
        | Shape::Setting(_)
        | Shape::Ledger(_)
        | Shape::Menu(_) => {}
    }
    marks.draw(pen, item);
}

/// A card's face: rank and suit in two corners where there is room, its pip between them where
/// there is more.
pub(super) fn face(pen: &mut Pen<'_>, area: Rect, card: Card, ground: Role) {
    let ink = pen.look.ink(card, ground);
    let text = pen.look.face(card);
    pen.fill(area, " ", ground);
    let inset = inset(area);
    edge(pen, area, inset + width(&text), ground);
    pen.write_styled(area.x + inset, area.y, &text, ink);
    if area.height >= 3 && area.width >= 4 {
        let x = area.right() - inset - width(&text);
        pen.write_styled(x, area.bottom() - 1, &text, ink);
    }
    if area.height >= 5 && area.width >= 5 {
        let pip = pen.look.pip(card.suit()).to_string();
        let x = area.x + area.width / 2;
        pen.write_styled(x, area.y + area.height / 2, &pip, ink);
    }
}

/// How far inside a face its words stand.
fn inset(area: Rect) -> u16 {
    u16::from(area.width >= 8)
}

/// A card's upper edge, right of its face.
fn edge(pen: &mut Pen<'_>, area: Rect, start: u16, ground: Role) {
    let line = pen.look.style(Role::Hairline);
    let style = match line.fg {
        Some(ink) => pen.look.style(ground).fg(ink),
        None => pen.look.style(ground).add_modifier(Modifier::DIM),
    };
    let hairline = pen.look.glyphs().hairline;
    let row = Rect {
        x: area.x + start,
        width: area.width.saturating_sub(start),
        height: 1,
        ..area
    };
    pen.fill_styled(row, hairline, style);
}

/// What a face says besides: a foundation what it began with and how full it is, a reserve card
/// its number.
fn corner_notes(pen: &mut Pen<'_>, area: Rect, seat: &Seat, at: At, ground: Role) {
    let table = seat.game().table();
    let style = pen.look.style(ground).add_modifier(Modifier::DIM);
    let end = |words: &str| area.right().saturating_sub(inset(area) + width(words));
    if let Some(tally) = seat.game().rules().tally(table, at.place) {
        if area.width < 6 {
            if area.height >= 2 {
                let arrow = arrow(&tally, pen.look.glyphs());
                pen.write_styled(end(arrow), area.y, arrow, style);
                blank_last_row(pen, area, ground);
                let words = in_brief(&tally, area.width);
                pen.write_styled(area.x, area.bottom() - 1, &words, style);
            }
            return;
        }
        let start = start(&tally, pen.look.glyphs());
        pen.write_styled(end(&start), area.y, &start, style);
        if area.height >= 2 {
            let count = format!("{}/{}", tally.count, tally.full);
            blank_last_row(pen, area, ground);
            pen.write_styled(end(&count), area.bottom() - 1, &count, style);
        }
    }
    if at.place.role() == rules::Role::Reserve && area.height >= 2 {
        let number = format!("{:02}", at.place.number() + 1);
        if area.height > 3 {
            // The other corner has the card's face.
            let x = area.x + inset(area);
            pen.write_styled(x, area.bottom() - 1, &number, style);
            return;
        }
        blank_last_row(pen, area, ground);
        pen.write_styled(end(&number), area.bottom() - 1, &number, style);
    }
}

/// What a narrow foundation began with and how many cards it has; without room for both the
/// former, for the card on top tells the other. A full one says only that.
fn in_brief(tally: &Tally, room: u16) -> String {
    if tally.count == tally.full {
        return "full".into();
    }
    let (start, count) = (tally.start.to_string(), tally.count.to_string());
    match room.checked_sub(width(&start) + width(&count)) {
        None | Some(0) => start,
        Some(gap) => format!("{start}{}{count}", " ".repeat(gap.into())),
    }
}

fn blank_last_row(pen: &mut Pen<'_>, area: Rect, ground: Role) {
    let row = Rect {
        y: area.bottom() - 1,
        height: 1,
        ..area
    };
    pen.fill(row, " ", ground);
}

/// What a foundation began with, and which way it is built: `↑7`.
fn start(tally: &Tally, glyphs: &Glyphs) -> String {
    format!("{}{}", arrow(tally, glyphs), tally.start)
}

/// Which way a foundation is built.
fn arrow(tally: &Tally, glyphs: &Glyphs) -> &'static str {
    glyphs.arrows[usize::from(!tally.up)]
}

pub(super) fn back(pen: &mut Pen<'_>, area: Rect, words: &str) {
    let plain = pen.look.style(Role::Back).bg.is_none();
    let glyphs = pen.look.glyphs();
    pen.fill(area, if plain { glyphs.back } else { " " }, Role::Back);
    if !plain {
        let row = Rect { height: 1, ..area };
        pen.fill(row, glyphs.hairline, Role::Back);
    }
    pen.write(area.x, area.y, words, Role::BackLine);
}

/// A squared face-down pile with its number of cards.
fn deck(pen: &mut Pen<'_>, area: Rect, count: usize) {
    back(pen, area, "");
    let back = pen.look.glyphs().back;
    let under = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(1),
        ..area
    };
    pen.fill(under, back, Role::Back);
    let words = format!(" {count} ");
    let x = area.x + area.width.saturating_sub(width(&words)) / 2;
    pen.write(x, area.y + area.height / 2, &words, Role::BackLine);
}

/// An empty place: a faint outline with what it takes.
fn space(pen: &mut Pen<'_>, area: Rect, seat: &Seat, place: Place) {
    let glyphs = pen.look.glyphs();
    let [top_left, across, top_right, down, bottom_left, bottom_right] = glyphs.outline;
    let (left, right) = (area.left(), area.right().saturating_sub(1));
    let (top, bottom) = (area.top(), area.bottom().saturating_sub(1));
    if area.height >= 3 && area.width >= 3 {
        for y in [top, bottom] {
            let row = Rect::new(left + 1, y, area.width - 2, 1);
            pen.fill(row, across, Role::Dim);
        }
        for x in [left, right] {
            let column = Rect::new(x, top + 1, 1, area.height - 2);
            pen.fill(column, down, Role::Dim);
        }
        let corners = [
            (left, top, top_left),
            (right, top, top_right),
            (left, bottom, bottom_left),
            (right, bottom, bottom_right),
        ];
        for (x, y, glyph) in corners {
            pen.write(x, y, glyph, Role::Dim);
        }
    } else if area.height == 2 {
        pen.fill(Rect { height: 1, ..area }, glyphs.rule, Role::Dim);
    }
    let table = seat.game().table();
    let words = match seat.game().rules().takes(table, place) {
        Takes::Card(card) if card.rank() == Rank::ACE => pen.look.pip(card.suit()).to_string(),
        Takes::Card(card) => pen.look.face(card),
        Takes::Rank(rank) => rank.face().to_owned(),
        Takes::Any | Takes::Nothing if area.height == 1 => "--".into(),
        Takes::Any | Takes::Nothing => String::new(),
    };
    let middle = if area.height == 2 {
        bottom
    } else {
        top + area.height / 2
    };
    let x = area.x + area.width.saturating_sub(width(&words)).div_ceil(2);
    pen.write(x, middle, &words, Role::Dim);
}

/// The number of a pile.
fn label(pen: &mut Pen<'_>, area: Rect, marks: &Marks<'_>, place: Place) {
    let words = (place.number() + 1).to_string();
    let role = if marks.takes_it(place) {
        Role::Target
    } else {
        Role::Dim
    };
    let x = area.x + (area.width.saturating_sub(width(&words))) / 2;
    pen.write(x, area.y, &words, role);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_foundation_says_what_fits() {
        for (start, count, words) in [
            (7, 3, "7  3"),
            (7, 12, "7 12"),
            (10, 9, "10 9"),
            (10, 11, "10"),
            (10, 13, "full"),
        ] {
            let tally = Tally {
                start: Rank::new(start).expect("a rank"),
                up: true,
                count,
                full: 13,
            };
            assert_eq!(in_brief(&tally, 4), words);
        }
    }
}
