//! Pictures of the README, rendered from the screens. Update them with the snapshots:
//! `INSTA_UPDATE=always cargo test --test all front_end::`.
//!
//! The games are in `tests/data/played/`, written by `larboard solve GAME --seed N --export`.

use std::fmt::Write;
use std::ops::Range;

use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use super::player::Player;
use super::sight::Sight;
use super::variant;
use crate::kept_files;
use crate::transcripts::unfinished;

/// Width and height of a character.
const CELL: (usize, usize) = (10, 20);

/// Margin around the screen.
const MARGIN: usize = 15;

/// Default background and foreground colors.
const BACKGROUND: &str = "#16181d";
const FOREGROUND: &str = "#d8d8d2";

/// Opens a played game some moves before its end, right after a move, with these settings.
pub(super) fn at(name: &str, moves_left: usize, settings: &str, size: (u16, u16)) -> Player {
    let mut played = unfinished(&format!("played/{name}"), moves_left + 1);
    let next = played.game.undone().next().expect("a move");
    played.started = Some(Timestamp::UNIX_EPOCH);
    played.header.seconds = 400;
    // The player of the pictures gets no help.
    played.header.asked = Some(0);
    let mut player = Player::with_settings(settings, size, true);
    player.take(played);
    player.make(&next.to_string());
    player.wait(60);
    player
}

fn css_color(color: Color, default: &str) -> String {
    match color {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Reset => default.to_owned(),
        other => panic!("{other} is not an RGB color"),
    }
}

/// Returns the background color of a screen, which continues in the margin.
fn screen_background(buffer: &Buffer) -> String {
    css_color(buffer[(0, 0)].bg, BACKGROUND)
}

/// Starts an SVG of the size of a screen.
fn svg_start(buffer: &Buffer) -> String {
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let (width, height) = (
        usize::from(columns) * CELL.0 + 2 * MARGIN,
        usize::from(rows) * CELL.1 + 2 * MARGIN,
    );
    let background = screen_background(buffer);
    // Lines in adjacent cells overlap by the caps, without which a gap shows when the picture is scaled.
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{MARGIN} -{MARGIN} {width} {height}\" font-family=\"'DejaVu Sans Mono','Menlo','Consolas',monospace\" font-size=\"16\" stroke-linecap=\"square\">\n<rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>\n"
    )
}

/// Draws a screen as SVG.
fn svg(buffer: &Buffer) -> String {
    let columns = buffer.area.width;
    let rows = (0..buffer.area.height).map(|y| svg_row(buffer, y, 0..columns));
    svg_start(buffer) + &rows.collect::<String>() + "</svg>\n"
}

/// Draws a part of a row of a screen: a rectangle, shapes and texts for each run of cells with the same
/// style.
fn svg_row(buffer: &Buffer, y: u16, columns: Range<u16>) -> String {
    let (width, height) = CELL;
    let screen = screen_background(buffer);
    let style = |x: u16| {
        let cell = &buffer[(x, y)];
        let (foreground, background) = (
            css_color(cell.fg, FOREGROUND),
            css_color(cell.bg, BACKGROUND),
        );
        if cell.modifier.contains(Modifier::REVERSED) {
            (background, foreground, cell.modifier)
        } else {
            (foreground, background, cell.modifier)
        }
    };
    let mut svg = String::new();
    let mut x = columns.start;
    while x < columns.end {
        let (foreground, background, modifier) = style(x);
        let same = (x..columns.end)
            .take_while(|&x| style(x) == (foreground.clone(), background.clone(), modifier));
        let run = same.count() as u16;
        let text: String = (x..x + run).map(|x| buffer[(x, y)].symbol()).collect();
        let (left, top) = (usize::from(x) * width, usize::from(y) * height);
        let run_width = usize::from(run) * width;
        if background != screen {
            writeln!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{run_width}\" height=\"{height}\" fill=\"{background}\" shape-rendering=\"crispEdges\"/>").expect("memory");
        }
        if modifier.contains(Modifier::UNDERLINED) {
            let line = top + height - 2;
            writeln!(svg, "<rect x=\"{left}\" y=\"{line}\" width=\"{run_width}\" height=\"1.5\" fill=\"{foreground}\" shape-rendering=\"crispEdges\"/>").expect("memory");
        }
        svg += &shapes(&text, &foreground, (left, top));
        let glyphs: String = text
            .chars()
            .map(|c| if shape(c).is_some() { ' ' } else { c })
            .collect();
        // Words far apart are texts of their own, which keeps each in its place.
        let mut start = 0;
        for part in glyphs.split_inclusive("  ") {
            let indent = part.chars().count() - part.trim_start().chars().count();
            let word = part.trim();
            if !word.is_empty() {
                let x = left + (start + indent) * width;
                // A position for each character, so that all fonts give the same picture.
                let positions = (0..word.chars().count()).map(|n| (x + n * width).to_string());
                let positions = positions.collect::<Vec<_>>().join(" ");
                let bold = if modifier.contains(Modifier::BOLD) {
                    " font-weight=\"bold\""
                } else {
                    ""
                };
                let word = word.replace('&', "&amp;").replace('<', "&lt;");
                writeln!(
                    svg,
                    "<text x=\"{positions}\" y=\"{}\" fill=\"{foreground}\"{bold}>{word}</text>",
                    top + 15
                )
                .expect("memory");
            }
            start += part.chars().count();
        }
        x += run;
    }
    svg
}

/// Part of a picture that replaces a character, because fonts leave gaps between such characters.
enum Shape {
    /// Filled rectangle: left, top, width, height.
    Block(usize, usize, usize, usize),
    /// Filled outline, as the data of a path from the upper left corner of the cell.
    Area(&'static str),
    /// Line: its start, and such data. A start that is moved before the line begins would be drawn as a
    /// dot by librsvg.
    Line(usize, usize, &'static str),
}

/// Returns the shape that is drawn for a character.
fn shape(character: char) -> Option<Shape> {
    Some(match character {
        '▔' => Shape::Block(0, 0, 10, 2),
        '▁' => Shape::Block(0, 18, 10, 2),
        '▀' => Shape::Block(0, 0, 10, 10),
        '▄' => Shape::Block(0, 10, 10, 10),
        '█' => Shape::Block(0, 0, 10, 20),
        '▌' => Shape::Block(0, 0, 5, 20),
        '▐' => Shape::Block(5, 0, 5, 20),
        '▏' => Shape::Block(0, 0, 1, 20),
        '▕' => Shape::Block(9, 0, 1, 20),
        '▘' => Shape::Area("h5v10h-5z"),
        '▝' => Shape::Area("m5 0h5v10h-5z"),
        '▖' => Shape::Area("m0 10h5v10h-5z"),
        '▗' => Shape::Area("m5 10h5v10h-5z"),
        '▚' => Shape::Area("h5v20h5v-10h-10z"),
        '▞' => Shape::Area("m10 0h-5v20h-5v-10h10z"),
        '▙' => Shape::Area("h5v10h5v10h-10z"),
        '▟' => Shape::Area("m5 0h5v20h-10v-10h5z"),
        '▛' => Shape::Area("h10v10h-5v10h-5z"),
        '▜' => Shape::Area("h10v20h-5v-10h-5z"),
        '◢' => Shape::Area("m10 0v20h-10z"),
        '◣' => Shape::Area("v20h10z"),
        '─' => Shape::Line(0, 10, "h10"),
        '│' => Shape::Line(5, 0, "v20"),
        '╭' => Shape::Line(5, 20, "v-5q0-5 5-5"),
        '╮' => Shape::Line(0, 10, "q5 0 5 5v5"),
        '╰' => Shape::Line(5, 0, "v5q0 5 5 5"),
        '╯' => Shape::Line(0, 10, "q5 0 5-5v-5"),
        '┌' => Shape::Line(5, 20, "v-10h5"),
        '┐' => Shape::Line(0, 10, "h5v10"),
        '└' => Shape::Line(5, 0, "v10h5"),
        '┘' => Shape::Line(0, 10, "h5v-10"),
        '├' => Shape::Line(5, 0, "v20m0-10h5"),
        '┤' => Shape::Line(5, 0, "v20m0-10h-5"),
        _ => return None,
    })
}

/// Draws the characters of a text that have shapes. Adjacent blocks become one.
fn shapes(text: &str, color: &str, (left, top): (usize, usize)) -> String {
    let mut svg = String::new();
    let (mut areas, mut lines) = (String::new(), String::new());
    let mut block: Option<(usize, usize, usize, usize)> = None;
    let mut flush = |block: Option<(usize, usize, usize, usize)>| {
        if let Some((x, y, width, height)) = block {
            writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\" shape-rendering=\"crispEdges\"/>").expect("memory");
        }
    };
    for (n, character) in text.chars().enumerate() {
        let x = left + n * CELL.0;
        let next = match shape(character) {
            Some(Shape::Block(dx, dy, width, height)) => Some((x + dx, top + dy, width, height)),
            Some(Shape::Area(path)) => {
                write!(areas, "M{x} {top}{path}").expect("memory");
                None
            }
            Some(Shape::Line(dx, dy, path)) => {
                write!(lines, "M{} {}{path}", x + dx, top + dy).expect("memory");
                None
            }
            None => None,
        };
        block = match (block, next) {
            (Some(old), Some(new))
                if old.0 + old.2 == new.0 && (old.1, old.3) == (new.1, new.3) =>
            {
                Some((old.0, old.1, old.2 + new.2, old.3))
            }
            (old, new) => {
                flush(old);
                new
            }
        };
    }
    flush(block);
    if !areas.is_empty() {
        writeln!(
            svg,
            "<path d=\"{areas}\" fill=\"{color}\" shape-rendering=\"crispEdges\"/>"
        )
        .expect("memory");
    }
    if !lines.is_empty() {
        writeln!(
            svg,
            "<path d=\"{lines}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"
        )
        .expect("memory");
    }
    svg
}

/// An animated picture: screens, and for how many milliseconds each is shown.
#[derive(Default)]
struct Film(Vec<(Buffer, u64)>);

impl Film {
    /// Adds the screen of a player, after the animation that runs.
    fn shoot(&mut self, player: &mut Player, milliseconds: u64) {
        let mut elapsed = 0;
        loop {
            let before = player.render();
            let Some(waited) = player.next_frame() else {
                break;
            };
            elapsed += waited.as_millis() as u64;
            if elapsed >= MIN_FILM_STEP {
                self.0.push((before, elapsed));
                elapsed = 0;
            }
        }
        self.0.push((player.render(), milliseconds));
    }

    /// Plays the next move of the recorded game by its keys, and shows the screen after each.
    fn play(&mut self, player: &mut Player, keys: &str) {
        let next = player.game().undone().next().expect("a move");
        for key in keys.split(' ') {
            player.press(key);
            self.shoot(player, 650);
        }
        assert_eq!(player.moves().last(), Some(&next.to_string()));
    }

    /// Draws the film as SVG, in parts of rows. A part that stays the same is drawn once, and each
    /// version of another only while it is shown.
    fn svg(&self) -> String {
        let (first, _) = &self.0[0];
        let columns = first.area.width;
        let mut svg = svg_start(first);
        for y in 0..first.area.height {
            for x in (0..columns).step_by(FILM_PART.into()) {
                svg += &self.svg_part(y, x..(x + FILM_PART).min(columns));
            }
        }
        svg + "</svg>\n"
    }

    fn svg_part(&self, y: u16, columns: Range<u16>) -> String {
        let mut versions: Vec<(String, Vec<(u64, u64)>)> = Vec::new();
        let mut now = 0;
        for (buffer, milliseconds) in &self.0 {
            let part = svg_row(buffer, y, columns.clone());
            let end = now + milliseconds;
            match versions.iter_mut().find(|(version, _)| *version == part) {
                Some((_, times)) => match times.last_mut() {
                    Some(last) if last.1 == now => last.1 = end,
                    _ => times.push((now, end)),
                },
                None => versions.push((part, vec![(now, end)])),
            }
            now = end;
        }
        let shown = versions.into_iter().filter(|(part, _)| !part.is_empty());
        let drawn = shown.map(|(part, times)| {
            if times == [(0, now)] {
                part
            } else {
                timed(&part, &times, now)
            }
        });
        drawn.collect()
    }
}

/// Columns of a part of a film that is drawn anew when a cell in it changes.
const FILM_PART: u16 = 10;

/// Shortest time between two screens of a film.
const MIN_FILM_STEP: u64 = 80;

/// Shows a part of a picture at some times only, again and again.
fn timed(part: &str, times: &[(u64, u64)], duration: u64) -> String {
    let mut steps: Vec<(u64, &str)> = Vec::new();
    if times[0].0 > 0 {
        steps.push((0, "hidden"));
    }
    for &(from, to) in times {
        steps.push((from, "visible"));
        if to < duration {
            steps.push((to, "hidden"));
        }
    }
    let values: Vec<_> = steps.iter().map(|(_, value)| *value).collect();
    let key_time = |&(time, _): &(u64, &str)| format!("{:.5}", time as f64 / duration as f64);
    let key_times: Vec<_> = steps.iter().map(key_time).collect();
    format!(
        "<g visibility=\"{}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" repeatCount=\"indefinite\" dur=\"{duration}ms\" values=\"{}\" keyTimes=\"{}\"/>\n{part}</g>\n",
        values[0],
        values.join(";"),
        key_times.join(";"),
    )
}

fn assert_current(name: &str, picture: &str) {
    kept_files::assert_current(&format!("assets/pictures/{name}"), picture);
}

#[test]
fn the_pictures_of_the_screens_are_current() {
    for (name, moves_left, settings, size, keys) in [
        ("moving-left", 140, "theme = \"felt\"", (120, 40), ""),
        ("oscillation", 70, "", (120, 40), "2"),
        ("moosehide", 45, "theme = \"light\"", (100, 30), ""),
        ("yakutat-bay", 50, "theme = \"felt\"", (100, 30), ""),
    ] {
        let mut player = at(name, moves_left, settings, size);
        assert_current(&format!("{name}.svg"), &svg(&player.press(keys).render()));
    }
    let mut menu = Player::with_settings("deals = \"winnable\"", (100, 30), true);
    assert_current("menu.svg", &svg(&menu.press("down").render()));
    let rules = variant("single-left", &[("discards", "optional")]);
    let mut player = Player::at(rules, 5, (100, 30));
    player.press(&"d ".repeat(14));
    assert_current("single-left.svg", &svg(&player.render()));
    let mut player = Player::at(variant("moving-left", &[]), 6, (80, 24));
    player.press("L space 5 2 1 5").wait(60);
    assert_current("lesson.svg", &svg(&player.render()));
}

#[test]
fn the_film_of_a_game_is_current() {
    const SETTINGS: &str = "animations = \"on\"";
    let mut film = Film::default();
    // A move empties a pile in the middle, and three piles slide. A drag does the same again.
    let mut player = at("moving-left", 139, SETTINGS, (80, 24));
    film.shoot(&mut player, 1000);
    film.play(&mut player, "7 2");
    film.shoot(&mut player, 600);
    let sight = Sight::of(&player.render());
    let [from, to] = [6, 10].map(|pile| {
        let (x, y) = sight.top_of_pile(pile).expect("a pile");
        // The edge of the card, at whose corner the text is.
        (x - 1, y)
    });
    player.press_button(from);
    for step in 0..=8 {
        let between = |from: u16, to: u16| (from * (8 - step) + to * step) / 8;
        player.drag_to((between(from.0, to.0), between(from.1, to.1)));
        film.shoot(&mut player, 100);
    }
    player.release(to);
    film.shoot(&mut player, 1000);
    assert_eq!(player.moves().last(), Some(&"t6-t10".to_owned()));
    let mut player = at("moving-left", 1, SETTINGS, (80, 24));
    film.shoot(&mut player, 600);
    film.play(&mut player, "1 f");
    film.shoot(&mut player, 1500);
    let milliseconds: u64 = film.0.iter().map(|(_, milliseconds)| milliseconds).sum();
    assert!(milliseconds <= 14_000, "{milliseconds} ms");
    assert_current("game.svg", &film.svg());
}
