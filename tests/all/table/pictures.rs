//! Pictures of the README, rendered from the screens. Update them with the snapshots:
//! `INSTA_UPDATE=always cargo test --test all table::`.
//!
//! The games are in `tests/data/played/`, written by `larboard solve GAME --seed N --export`.

use std::fmt::Write;
use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use larboard::record::Record;
use larboard::session::{SeedSource, Session};
use larboard::tui::action::Action;
use larboard::tui::app::App;
use larboard::tui::keymap::Keymap;
use larboard::tui::theme::{Appearance, Theme};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use super::{APPEARANCE, Player};

/// Width and height of a character.
const CELL: (usize, usize) = (10, 20);

/// Default background and foreground colors.
const BACKGROUND: &str = "#16181d";
const FOREGROUND: &str = "#d8d8d2";

/// Opens a played game some moves before its end, right after a move.
fn at(played: &str, moves_left: usize, theme: Theme, size: (u16, u16)) -> Player {
    let path = format!(
        "{}/tests/data/played/{played}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let record = std::fs::read(path).expect("a record");
    let record = Record::from_slice(&record).and_then(|record| record.to_played_game());
    let mut played = record.expect("a valid record");
    let moves = played.game.moves().len();
    played.game.seek(moves - moves_left - 1);
    let next = played.game.undone().next().expect("a move");
    played.started = Some(Timestamp::UNIX_EPOCH);
    (played.seconds, played.solver_moves_shown) = (400, 0);
    let appearance = Appearance {
        theme,
        ..APPEARANCE
    };
    let app = App::new(
        appearance,
        Keymap::default(),
        size,
        SeedSource::from_seed(1),
    );
    let mut player = Player::with_app(app, Timestamp::UNIX_EPOCH);
    player.app.start_session(Session::unsaved(played));
    player.make(&next.to_string());
    // Let the animation end.
    player.now += SignedDuration::from_mins(1);
    player.update(Action::Tick, player.now);
    player
}

fn css_color(color: Color, default: &str) -> String {
    match color {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Reset => default.to_owned(),
        other => panic!("{other} is not an RGB color"),
    }
}

/// Draws a screen as SVG: a rectangle and a text for each run of cells with the same style.
fn svg(buffer: &Buffer) -> String {
    let (width, height) = CELL;
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let size = (usize::from(columns) * width, usize::from(rows) * height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"'DejaVu Sans Mono','Menlo','Consolas',monospace\" font-size=\"16\" shape-rendering=\"crispEdges\">\n<rect width=\"100%\" height=\"100%\" fill=\"{BACKGROUND}\"/>\n",
        size.0, size.1
    );
    for y in 0..rows {
        let style = |x: u16| {
            let cell = &buffer[(x, y)];
            let (foreground, background) = (
                css_color(cell.fg, FOREGROUND),
                css_color(cell.bg, BACKGROUND),
            );
            match cell.modifier.contains(Modifier::REVERSED) {
                true => (background, foreground, cell.modifier),
                false => (foreground, background, cell.modifier),
            }
        };
        let mut x = 0;
        while x < columns {
            let (foreground, background, modifier) = style(x);
            let same = (x..columns)
                .take_while(|&x| style(x) == (foreground.clone(), background.clone(), modifier));
            let run = same.count() as u16;
            let text: String = (x..x + run).map(|x| buffer[(x, y)].symbol()).collect();
            let (left, top) = (usize::from(x) * width, usize::from(y) * height);
            let run_width = usize::from(run) * width;
            if background != BACKGROUND {
                writeln!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{run_width}\" height=\"{height}\" fill=\"{background}\"/>").expect("memory");
            }
            edges(&mut svg, &text, &foreground, (left, top));
            let glyphs: String = text.replace('▔', " ");
            if !glyphs.trim().is_empty() {
                let indent = glyphs.len() - glyphs.trim_start().len();
                let glyphs = glyphs.trim();
                let x = left + indent * width;
                let text_width = glyphs.chars().count() * width;
                let bold = if modifier.contains(Modifier::BOLD) {
                    " font-weight=\"bold\""
                } else {
                    ""
                };
                let glyphs = glyphs.replace('&', "&amp;").replace('<', "&lt;");
                writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"{foreground}\" textLength=\"{text_width}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"{bold}>{glyphs}</text>", top + 15).expect("memory");
            }
            x += run;
        }
    }
    svg + "</svg>\n"
}

/// Draws the upper edges of cards as thin rectangles, because fonts place `▔` differently.
fn edges(svg: &mut String, text: &str, foreground: &str, (left, top): (usize, usize)) {
    let mut from = left;
    for part in text.split_inclusive(|c| c != '▔') {
        let edge = part.chars().filter(|&c| c == '▔').count() * CELL.0;
        if edge > 0 {
            writeln!(
                svg,
                "<rect x=\"{from}\" y=\"{top}\" width=\"{edge}\" height=\"2\" fill=\"{foreground}\"/>"
            )
            .expect("memory");
        }
        from += part.chars().count() * CELL.0;
    }
}

fn assert_current(name: &str, player: &Player) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/pictures")
        .join(name);
    let picture = svg(&player.render());
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, picture).expect("a picture");
        return;
    }
    let saved = std::fs::read_to_string(&path).expect(name);
    assert!(
        saved == picture,
        "{name} is out of date; update it with INSTA_UPDATE=always cargo test --test all table::"
    );
}

#[test]
fn the_picture_of_moving_left_is_current() {
    let player = at("moving-left", 140, Theme::Felt, (120, 40));
    assert_current("moving-left.svg", &player);
}

#[test]
fn the_picture_of_oscillation_is_current() {
    let mut player = at("oscillation", 70, Theme::Terminal, (120, 40));
    assert_current("oscillation.svg", player.press("2"));
}

#[test]
fn the_picture_of_moosehide_is_current() {
    let player = at("moosehide", 45, Theme::Light, (100, 30));
    assert_current("moosehide.svg", &player);
}

#[test]
fn the_picture_of_a_win_is_current() {
    let player = at("yakutat-bay", 0, Theme::Felt, (100, 30));
    assert_current("won.svg", &player);
}
