//! Draws cards, backs, spaces and the marks beside them.

use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use super::pen::{Pen, width};
use crate::cards::{Card, Rank};
use crate::rules::{self, Move, Place, Rules, Takes, Tally};
use crate::tui::app::{At, Seat};
use crate::tui::happened::How;
use crate::tui::scene::{Hit, Item, Shape, Target};
use crate::tui::theme::{Glyphs, Role};

/// Draws one thing of a table.
pub(super) fn draw(pen: &mut Pen<'_>, item: &Item, seat: &Seat, targets: &[Place]) {
    match item.shape {
        Shape::Face { card, at, shaded } => {
            let ground = ground(seat, targets, at, shaded);
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
        Shape::Label(place) => label(pen, item.area, seat, targets, place),
        Shape::Button(..) | Shape::Menu(_) => {}
    }
    mark(pen, item, seat, targets);
}

/// What a face is drawn on: it tells what is picked up, what takes it, what has just moved.
fn ground(seat: &Seat, targets: &[Place], at: At, shaded: bool) -> Role {
    if is_held(seat, at) {
        Role::Picked
    } else if is_welcome(seat, targets, at) || is_going(seat, at) {
        Role::Welcome
    } else if seat.happened.to(at.place, at.index).is_some() {
        Role::Moved
    } else if shaded {
        Role::Shade
    } else {
        Role::Paper
    }
}

/// Whether the next discard takes a card of the hand.
fn is_going(seat: &Seat, at: At) -> bool {
    seat.in_hand() && at.place == Place::HAND && seat.discarding().contains(&at.index)
}

/// Whether a hint names a card, or the place it goes to.
fn is_hinted(seat: &Seat, place: Place, index: Option<usize>) -> bool {
    let size = seat.game().table().size(place);
    match seat.hint {
        Some((_, Move::Carry { from, to, count })) => {
            let landing = seat.game().rules().landing(seat.game().table(), place);
            (from == place && index.is_some_and(|index| index + usize::from(count) == size))
                || (to == landing && index.is_none_or(|index| index + 1 == size))
        }
        Some((_, Move::Draw | Move::Deal)) => place == Place::STOCK,
        _ => false,
    }
}

fn is_held(seat: &Seat, at: At) -> bool {
    seat.held.is_some_and(|held| held.from == at.place)
        && at.index + seat.held_count() >= seat.game().table().size(at.place)
}

/// Whether a card is the top of a place that takes what is picked up.
fn is_welcome(seat: &Seat, targets: &[Place], at: At) -> bool {
    let size = seat.game().table().size(at.place);
    at.index + 1 == size && takes_it(seat, targets, at.place)
}

/// Whether what is picked up can be put there: in a space, where its game would take it.
fn takes_it(seat: &Seat, targets: &[Place], place: Place) -> bool {
    let landing = seat.game().rules().landing(seat.game().table(), place);
    !targets.is_empty() && targets.contains(&landing)
}

/// A card's face: rank and suit in two corners where there is room, its pip between them where
/// there is more.
fn face(pen: &mut Pen<'_>, area: Rect, card: Card, ground: Role) {
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
    for x in area.left() + start..area.right() {
        pen.write_styled(x, area.y, hairline, style);
    }
}

/// What a face says besides: a foundation what it began with and how full it is, a reserve card
/// its number.
fn corner_notes(pen: &mut Pen<'_>, area: Rect, seat: &Seat, at: At, ground: Role) {
    let table = seat.game().table();
    let style = pen.look.style(ground).add_modifier(Modifier::DIM);
    let end = |words: &str| area.right().saturating_sub(inset(area) + width(words));
    if let Some(tally) = seat.game().rules().tally(table, at.place) {
        let start = start(&tally, pen.look.glyphs());
        if area.width >= 6 {
            pen.write_styled(end(&start), area.y, &start, style);
        }
        if area.height >= 2 {
            let count = format!("{}/{}", tally.count, tally.full);
            blank_last_row(pen, area, ground);
            pen.write_styled(end(&count), area.bottom() - 1, &count, style);
        }
    }
    if at.place.role() == rules::Role::Reserve && (2..=3).contains(&area.height) {
        let number = format!("{:02}", at.place.number() + 1);
        blank_last_row(pen, area, ground);
        pen.write_styled(end(&number), area.bottom() - 1, &number, style);
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
    let arrow = glyphs.arrows[usize::from(!tally.up)];
    format!("{arrow}{}", tally.start)
}

fn back(pen: &mut Pen<'_>, area: Rect, words: &str) {
    let plain = pen.look.style(Role::Back).bg.is_none();
    let glyphs = pen.look.glyphs();
    pen.fill(area, if plain { glyphs.back } else { " " }, Role::Back);
    if !plain {
        for x in area.left()..area.right() {
            pen.write(x, area.y, glyphs.hairline, Role::Back);
        }
    }
    pen.write(area.x, area.y, words, Role::BackLine);
}

/// A squared face-down pile with its number of cards.
fn deck(pen: &mut Pen<'_>, area: Rect, count: usize) {
    back(pen, area, "");
    let back = pen.look.glyphs().back;
    for y in area.top() + 1..area.bottom() {
        for x in area.left()..area.right() {
            pen.write(x, y, back, Role::Back);
        }
    }
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
        for x in left + 1..right {
            pen.write(x, top, across, Role::Dim);
            pen.write(x, bottom, across, Role::Dim);
        }
        for y in top + 1..bottom {
            pen.write(left, y, down, Role::Dim);
            pen.write(right, y, down, Role::Dim);
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
        for x in area.left()..area.right() {
            pen.write(x, top, glyphs.rule, Role::Dim);
        }
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
fn label(pen: &mut Pen<'_>, area: Rect, seat: &Seat, targets: &[Place], place: Place) {
    // The key that names the pile: 0 for the tenth.
    let words = ((place.number() + 1) % 10).to_string();
    let role = if takes_it(seat, targets, place) {
        Role::Target
    } else {
        Role::Dim
    };
    let x = area.x + (area.width.saturating_sub(width(&words))) / 2;
    pen.write(x, area.y, &words, role);
}

/// The mark beside a thing. Where there is no cell for it, the thing's first two are reversed.
fn mark(pen: &mut Pen<'_>, item: &Item, seat: &Seat, targets: &[Place]) {
    let (place, index) = match item.hit {
        Hit::On(Target::Card(at)) => (at.place, Some(at.index)),
        Hit::On(Target::Place(place)) => (place, None),
        _ => return,
    };
    if matches!(item.shape, Shape::Hidden(_)) {
        return;
    }
    let table = seat.game().table();
    let cursor = !seat.in_hand()
        && seat.cursor.place == place
        && index.is_none_or(|index| index == seat.cursor.index);
    let first_held = index.is_some_and(|index| {
        seat.held.is_some_and(|held| held.from == place)
            && index + seat.held_count() == table.size(place)
    });
    let welcome = match index {
        Some(index) => is_welcome(seat, targets, At { place, index }),
        None => takes_it(seat, targets, place),
    };
    let slid = index.is_some_and(|index| {
        let slid = |index| seat.happened.to(place, index) == Some(How::Slid);
        slid(index) && (index == 0 || !slid(index - 1))
    });
    let going = index.is_some_and(|index| is_going(seat, At { place, index }));
    let hinted = is_hinted(seat, place, index);
    let glyphs = pen.look.glyphs();
    let (glyph, role) = if first_held {
        (glyphs.picked, Role::Cursor)
    } else if welcome && cursor {
        (glyphs.on_target, Role::Cursor)
    } else if welcome || going {
        (glyphs.target, Role::Target)
    } else if hinted {
        let role = if cursor { Role::Cursor } else { Role::Hint };
        (glyphs.hint, role)
    } else if slid {
        (glyphs.slid, Role::Accent)
    } else if cursor {
        (glyphs.cursor, Role::Cursor)
    } else {
        return;
    };
    match item.mark {
        Some(Position { x, y }) => {
            pen.write(x, y, glyph, role);
        }
        None => pen.reverse(Rect {
            width: 2,
            height: 1,
            ..item.area
        }),
    }
}
