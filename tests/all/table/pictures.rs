//! The pictures of the README, made from the program's own screens. After a change of the screens
//! that was meant they are drawn anew as the snapshots are: `INSTA_UPDATE=always cargo test --test all table::`.
//!
//! The games shown lie in `tests/data/played/`, as `larboard solve GAME --seed N --export` wrote them.

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

use super::{LOOK, Player};

/// The size of a character in the pictures.
const CELL: (usize, usize) = (10, 20);

/// The ground and the ink of a terminal that is asked for neither.
const GROUND: &str = "#16181d";
const INK: &str = "#d8d8d2";

/// A player at a game that was played, as it stood before so many moves of the last, with one more
/// made.
fn at(played: &str, before_the_end: usize, theme: Theme, size: (u16, u16)) -> Player {
    let path = format!(
        "{}/tests/data/played/{played}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let record = std::fs::read(path).expect("a record");
    let record = Record::from_slice(&record).and_then(|record| record.to_played_game());
    let mut sitting = record.expect("a sound record");
    let moves = sitting.game.moves().len();
    sitting.game.seek(moves - before_the_end - 1);
    let next = sitting.game.undone().next().expect("a move");
    sitting.started = Some(Timestamp::UNIX_EPOCH);
    (sitting.seconds, sitting.solver_moves_shown) = (400, 0);
    let look = Appearance { theme, ..LOOK };
    let app = App::new(look, Keymap::default(), size, SeedSource::from_seed(1));
    let mut player = Player::with_app(app, Timestamp::UNIX_EPOCH);
    player.app.start_session(Session::unsaved(sitting));
    player.make(&next.to_string());
    // What was on its way has come to rest.
    player.now += SignedDuration::from_mins(1);
    player.update(Action::Tick, player.now);
    player
}

fn colour(colour: Color, otherwise: &str) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Reset => otherwise.to_owned(),
        other => panic!("{other} is told in numbers where colours are many"),
    }
}

/// A screen as a picture: grounds as rectangles, letters as text, each run of one look at once.
fn svg(buffer: &Buffer) -> String {
    let (width, height) = CELL;
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let size = (usize::from(columns) * width, usize::from(rows) * height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"'DejaVu Sans Mono','Menlo','Consolas',monospace\" font-size=\"16\" shape-rendering=\"crispEdges\">\n<rect width=\"100%\" height=\"100%\" fill=\"{GROUND}\"/>\n",
        size.0, size.1
    );
    for y in 0..rows {
        let look = |x: u16| {
            let cell = &buffer[(x, y)];
            let (ink, ground) = (colour(cell.fg, INK), colour(cell.bg, GROUND));
            match cell.modifier.contains(Modifier::REVERSED) {
                true => (ground, ink, cell.modifier),
                false => (ink, ground, cell.modifier),
            }
        };
        let mut x = 0;
        while x < columns {
            let (ink, ground, modifier) = look(x);
            let same =
                (x..columns).take_while(|&x| look(x) == (ink.clone(), ground.clone(), modifier));
            let run = same.count() as u16;
            let text: String = (x..x + run).map(|x| buffer[(x, y)].symbol()).collect();
            let (left, top) = (usize::from(x) * width, usize::from(y) * height);
            let wide = usize::from(run) * width;
            if ground != GROUND {
                writeln!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{height}\" fill=\"{ground}\"/>").expect("memory");
            }
            edges(&mut svg, &text, &ink, (left, top));
            let letters: String = text.replace('▔', " ");
            if !letters.trim().is_empty() {
                let lead = letters.len() - letters.trim_start().len();
                let letters = letters.trim();
                let from = left + lead * width;
                let long = letters.chars().count() * width;
                let bold = if modifier.contains(Modifier::BOLD) {
                    " font-weight=\"bold\""
                } else {
                    ""
                };
                let letters = letters.replace('&', "&amp;").replace('<', "&lt;");
                writeln!(svg, "<text x=\"{from}\" y=\"{}\" fill=\"{ink}\" textLength=\"{long}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"{bold}>{letters}</text>", top + 15).expect("memory");
            }
            x += run;
        }
    }
    svg + "</svg>\n"
}

/// The upper edges of cards, as thin lines: a letter would lie lower in one font than in another.
fn edges(svg: &mut String, text: &str, ink: &str, (left, top): (usize, usize)) {
    let mut from = left;
    for part in text.split_inclusive(|c| c != '▔') {
        let edge = part.chars().filter(|&c| c == '▔').count() * CELL.0;
        if edge > 0 {
            writeln!(
                svg,
                "<rect x=\"{from}\" y=\"{top}\" width=\"{edge}\" height=\"2\" fill=\"{ink}\"/>"
            )
            .expect("memory");
        }
        from += part.chars().count() * CELL.0;
    }
}

fn is_current(name: &str, player: &Player) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/pictures")
        .join(name);
    let picture = svg(&player.drawn());
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, picture).expect("a picture");
        return;
    }
    let kept = std::fs::read_to_string(&path).expect(name);
    assert!(
        kept == picture,
        "{name} shows another screen: INSTA_UPDATE=always cargo test --test all table:: draws it anew"
    );
}

#[test]
fn moving_left() {
    let player = at("moving-left", 140, Theme::Felt, (120, 40));
    is_current("moving-left.svg", &player);
}

#[test]
fn oscillation() {
    let mut player = at("oscillation", 70, Theme::Terminal, (120, 40));
    is_current("oscillation.svg", player.press("2"));
}

#[test]
fn moosehide() {
    let player = at("moosehide", 45, Theme::Light, (100, 30));
    is_current("moosehide.svg", &player);
}

#[test]
fn a_win() {
    let player = at("yakutat-bay", 0, Theme::Felt, (100, 30));
    is_current("won.svg", &player);
}
