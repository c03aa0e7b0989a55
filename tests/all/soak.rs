//! Long play: many games without a panic, with flat memory, and in the front end without a slow
//! frame. A few games in the fast tests; all of them by
//! `cargo test --release --test all soak:: -- --ignored --test-threads 1 --nocapture`.

use jiff::{SignedDuration, Timestamp};
use larboard::game::Game;
use larboard::rules::{Move, Status};
use larboard::tui::action::Action;
use larboard::tui::app::App;
use larboard::tui::keymap::{Key, Keymap};
use larboard::tui::scene::Scene;
use larboard::tui::theme::Appearance;
use larboard::tui::update::update;
use larboard::tui::view;
use larboard::variant::{self, Variant};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::games;

/// The most moves a bot makes in a game.
const MOST_MOVES: usize = 300;

/// Numbers by a simple rule, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % bound.max(1)
    }

    /// A legal move: home where one goes there, more often than not, else any.
    fn choose(&mut self, legal: &[Move]) -> Option<Move> {
        let home = |mv: &&Move| matches!(mv, Move::Transfer { from, to, .. } if to.is_foundation() && !from.is_foundation());
        let first = legal.iter().find(home).filter(|_| self.below(4) > 0);
        first
            .or_else(|| legal.get(self.below(legal.len())))
            .copied()
    }
}

/// What the program has in memory, in KiB; 0 where the system does not tell.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}

/// How long this thread has been at work, in nanoseconds: unlike the time of day, it is not
/// lengthened by what else the machine does. 0 where the system does not tell.
fn at_work() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = told.split_whitespace().next();
    first.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Plays games of a kind; returns how many were won, and the memory a tenth in and at the end.
fn play_games(rules: &Variant, games: u64) -> (u64, [u64; 2]) {
    let mut numbers = Numbers(games);
    let mut won = 0;
    let mut early = 0;
    for seed in 0..games {
        let mut game = Game::new(rules.clone(), seed);
        for _ in 0..MOST_MOVES {
            if numbers.below(20) == 0 {
                game.undo();
            }
            let Some(mv) = numbers.choose(&game.legal_moves()) else {
                break;
            };
            game.play(mv).expect("a legal move");
        }
        won += u64::from(game.status() == Status::Won);
        if seed == games / 10 {
            early = memory();
        }
    }
    (won, [early, memory()])
}

/// A bot at the front end.
struct Bot {
    app: App,
    now: Timestamp,
    screen: Terminal<TestBackend>,
    slowest: u64,
    frames: u64,
}

impl Bot {
    fn new() -> Bot {
        let app = App::new(
            Appearance::from_env(|_| None),
            Keymap::default(),
            (120, 40),
            1,
        );
        Bot {
            app,
            now: Timestamp::UNIX_EPOCH,
            screen: Terminal::new(TestBackend::new(120, 40)).expect("a screen"),
            slowest: 0,
            frames: 0,
        }
    }

    /// Presses a key and draws, and times both together.
    fn press(&mut self, key: &str) {
        let key: Key = key.parse().expect("a key");
        self.now += SignedDuration::from_millis(700);
        let start = at_work();
        let action = self.app.resolve_key(key, &Scene::compute(&self.app));
        update(&mut self.app, action, self.now);
        self.draw();
        self.slowest = self.slowest.max(at_work() - start);
    }

    fn draw(&mut self) {
        let app = &self.app;
        let drawn = self.screen.draw(|frame| {
            view::draw(app, &Scene::compute(app), frame.buffer_mut());
        });
        drawn.expect("a screen in memory");
        self.frames += 1;
    }

    fn window(&mut self, columns: u16, rows: u16) {
        self.screen.backend_mut().resize(columns, rows);
        update(&mut self.app, Action::Resize(columns, rows), self.now);
        self.draw();
    }

    /// Plays a game: its moves typed, and between them all that one looks at.
    fn play(&mut self, rules: &Variant, seed: u64, moves: usize, numbers: &mut Numbers) {
        const BESIDES: [&str; 18] = [
            "left", "right", "up", "down", "tab", "H", "p", "esc", "u", "U", "t", "c", "?", "esc",
            "a", "v", "esc", "d",
        ];
        self.app.deal(rules.clone(), seed, self.now);
        for n in 0..moves {
            if n % 40 == 20 {
                let (columns, rows) = [(80, 24), (100, 30), (120, 40)][numbers.below(3)];
                self.window(columns, rows);
            }
            for _ in 0..numbers.below(3) {
                self.press(BESIDES[numbers.below(BESIDES.len())]);
            }
            self.press("esc");
            let seat = self.app.table.as_ref().expect("a game");
            let Some(mv) = numbers.choose(&seat.game().legal_moves()) else {
                break;
            };
            self.press(":");
            for letter in mv.to_string().chars() {
                self.press(&letter.to_string());
            }
            self.press("enter");
        }
        assert!(!self.app.should_quit);
    }
}

/// Plays games of so many moves through the front end; returns the bot, and the memory as above.
fn play_at_the_front(rules: &Variant, games: u64, moves: usize) -> (Bot, [u64; 2]) {
    let mut bot = Bot::new();
    let mut numbers = Numbers(games);
    let mut early = 0;
    for seed in 0..games {
        bot.play(rules, seed, moves, &mut numbers);
        if seed == games / 10 {
            early = memory();
        }
    }
    (bot, [early, memory()])
}

/// Every game as it is usually played.
fn usual() -> impl Iterator<Item = Variant> {
    let all = variant::games().into_iter();
    all.map(|profile| games::variant(profile.id, &[]))
}

#[test]
fn some_games_of_each_kind_are_played() {
    for rules in usual() {
        play_games(&rules, 8);
    }
}

#[test]
fn a_game_of_each_kind_is_played_through_the_front_end() {
    for rules in usual() {
        let (bot, _) = play_at_the_front(&rules, 1, 25);
        assert!(bot.frames > 20, "{}", rules.info().id);
    }
}

#[test]
#[ignore = "a minute: ten thousand games of each kind"]
fn ten_thousand_games_of_each_kind_are_played_in_flat_memory() {
    for rules in usual() {
        let (won, [early, end]) = play_games(&rules, 10_000);
        println!("{}: {won} won, {early} to {end} KiB", rules.info().id);
        assert!(end <= early + 1024, "{early} to {end} KiB");
    }
}

#[test]
#[ignore = "minutes: two hundred games of each kind, every screen drawn"]
fn two_hundred_games_of_each_kind_are_played_through_the_front_end() {
    const FRAME: u64 = 16_000_000;
    for rules in usual() {
        let (bot, [early, end]) = play_at_the_front(&rules, 200, 100);
        println!(
            "{}: {} frames, the slowest {} µs, {early} to {end} KiB",
            rules.info().id,
            bot.frames,
            bot.slowest / 1000
        );
        assert!(bot.slowest < FRAME, "{} ns", bot.slowest);
        // Every sitting can be gone back to, and so stays in memory.
        assert!(end <= early + 200 * 64, "{early} to {end} KiB");
    }
}
