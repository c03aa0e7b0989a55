//! Time to draw a full table and a step of the cursor, without a terminal: layout, drawing and
//! comparison with the previous screen.
//!
//! `cargo bench --bench table`

#![expect(
    clippy::expect_used,
    reason = "a benchmark without its table cannot run"
)]

use divan::Bencher;
use jiff::Timestamp;
use larboard::game::Game;
use larboard::record::PlayedGame;
use larboard::session::{GameDealer, Profile, Session};
use larboard::storage::settings::{Settings, ThemeName};
use larboard::tui::action::{Action, Direction};
use larboard::tui::app::App;
use larboard::tui::config::{Config, SettingOverride};
use larboard::tui::context::Context;
use larboard::tui::keymap::Keymap;
use larboard::tui::theme::{Appearance, ColorDepth, CustomColors};
use larboard::variant;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

fn main() {
    divan::main();
}

const SIZE: (u16, u16) = (120, 40);

/// Deals Moving Left, with all 104 cards on the table.
fn app_with_table() -> App {
    let appearance = Appearance {
        theme: ThemeName::Terminal,
        custom_colors: CustomColors::NONE,
        color_depth: ColorDepth::TrueColor,
        light_background: false,
        has_dark_backgrounds: false,
        four_colors: false,
        ascii: false,
    };
    let info = variant::find("moving-left").expect("game id");
    let rules = variant::new(info, &[]).expect("default options");
    let mut config = Config::new(Settings::default(), None, None);
    config.add_override(SettingOverride::NO_MOTION);
    let profile = Profile::without_files(GameDealer::from_seed(1));
    let context = Context::new(config, appearance, Keymap::default(), SIZE, profile);
    let mut app = App::new(context);
    app.start_session(Session::start(
        PlayedGame::new(Game::new(rules, 42)),
        Timestamp::UNIX_EPOCH,
    ));
    app
}

fn draw_frame(app: &mut App, buffer: &mut Buffer) {
    buffer.reset();
    app.draw(buffer);
}

#[divan::bench]
fn draw_full_table(bencher: Bencher<'_, '_>) {
    let mut app = app_with_table();
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    bencher.bench_local(|| draw_frame(&mut app, &mut buffer));
}

#[divan::bench]
fn draw_cursor_step(bencher: Bencher<'_, '_>) {
    let mut app = app_with_table();
    let empty = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    let (mut before, mut after) = (empty.clone(), empty);
    let mut direction = Direction::Right;
    bencher.bench_local(|| {
        direction = if direction == Direction::Right {
            Direction::Left
        } else {
            Direction::Right
        };
        _ = app.update(Action::Navigate(direction), Timestamp::UNIX_EPOCH);
        draw_frame(&mut app, &mut after);
        let changed = before.diff(&after).len();
        std::mem::swap(&mut before, &mut after);
        changed
    });
}
