//! Soak tests: bots play many games without a panic, with flat memory and without a slow frame.
//!
//! They need the memory and the CPU time that Linux reports, and run by
//! `cargo test --release --test all soak:: -- --ignored --test-threads 1 --nocapture`.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use larboard::game::Game;
use larboard::rules::{Move, Status};
use larboard::session::SeedSource;
use larboard::tui::action::Action;
use larboard::tui::app::{App, Next};
use larboard::tui::keymap::{Key, Keymap};
use larboard::tui::theme::Appearance;
use larboard::variant::{self, Variant};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::games;

/// Maximum number of moves that a bot makes in a game.
const MAX_MOVES: usize = 300;

/// Deterministic random number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % bound.max(1)
    }

    /// Chooses a legal move, most often one to a foundation if there is one.
    fn choose(&mut self, legal: &[Move]) -> Option<Move> {
        let goes_home = |mv: &&Move| matches!(mv, Move::Transfer { from, to, .. } if to.is_foundation() && !from.is_foundation());
        let home = legal.iter().find(goes_home).filter(|_| self.below(4) > 0);
        home.or_else(|| legal.get(self.below(legal.len()))).copied()
    }
}

/// Plays a game until it ends or reaches the move limit.
fn play_game(rules: &Variant, seed: u64, random: &mut Random) -> Game {
    let mut game = Game::new(rules.clone(), seed);
    for _ in 0..MAX_MOVES {
        if random.below(20) == 0 {
            game.undo();
        }
        let Some(mv) = random.choose(&game.legal_moves()) else {
            break;
        };
        game.play(mv).expect("legal move");
    }
    game
}

/// Checks that no card was lost, that the status is right and that undo leads back to the deal.
fn check_game(mut game: Game, seed: u64) {
    let name = format!("{}, seed {seed}", game.rules().info().id);
    let table = game.table().clone();
    let piles = table.pile_ids().iter().map(|pile| table.pile(pile));
    let mut cards: Vec<usize> = piles.flatten().map(|card| card.index()).collect();
    let mut deck: Vec<usize> = game.deck().iter().map(|card| card.index()).collect();
    cards.sort_unstable();
    deck.sort_unstable();
    assert_eq!(cards, deck, "{name}");
    let is_playing = game.status() == Status::Playing;
    assert_eq!(is_playing, !game.legal_moves().is_empty(), "{name}");
    let moves = game.moves().len();
    while game.undo().is_some() {}
    let deal = Game::new(game.rules().clone(), seed);
    assert_eq!(game.table(), deal.table(), "{name}");
    game.seek(moves);
    assert_eq!(game.table(), &table, "{name}");
}

/// Bot that plays in the terminal user interface.
struct Bot {
    app: App,
    now: Timestamp,
    screen: Terminal<TestBackend>,
    frames: u64,
    moves: usize,
    /// CPU time of the thread, if frames are to be timed.
    clock: Option<fn() -> Duration>,
    slowest_frame: Duration,
}

impl Bot {
    fn new() -> Bot {
        let app = App::new(
            Appearance::from_env(|_| None),
            Keymap::default(),
            (120, 40),
            SeedSource::from_seed(1),
        );
        Bot {
            app,
            now: Timestamp::UNIX_EPOCH,
            screen: Terminal::new(TestBackend::new(120, 40)).expect("screen in memory"),
            frames: 0,
            moves: 0,
            clock: None,
            slowest_frame: Duration::ZERO,
        }
    }

    /// Presses a key and draws the screen. If there is a clock, times both together.
    fn press(&mut self, key: &str) {
        let key: Key = key.parse().expect("valid key");
        self.now += SignedDuration::from_millis(700);
        let start = self.clock.map(|clock| clock());
        let action = self.app.resolve_key(key);
        assert_eq!(self.app.update(action, self.now), Next::Draw);
        self.draw();
        if let (Some(clock), Some(start)) = (self.clock, start) {
            self.slowest_frame = self.slowest_frame.max(clock() - start);
        }
    }

    fn draw(&mut self) {
        let app = &self.app;
        let drawn = self.screen.draw(|frame| {
            app.render(frame.buffer_mut());
        });
        drawn.expect("screen in memory");
        self.frames += 1;
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.screen.backend_mut().resize(columns, rows);
        _ = self.app.update(Action::Resize(columns, rows), self.now);
        self.draw();
    }

    fn game(&self) -> &Game {
        self.app.table().expect("game in progress").view.game()
    }

    /// Plays a game by typing its moves and presses other keys in between.
    fn play(&mut self, rules: &Variant, seed: u64, max_moves: usize, random: &mut Random) {
        const OTHER_KEYS: [&str; 18] = [
            "left", "right", "up", "down", "tab", "H", "p", "esc", "u", "U", "t", "c", "?", "esc",
            "a", "v", "esc", "d",
        ];
        self.app.deal(rules.clone(), seed, self.now);
        for n in 0..max_moves {
            if n % 40 == 20 {
                let (columns, rows) = [(80, 24), (100, 30), (120, 40)][random.below(3)];
                self.resize(columns, rows);
            }
            for _ in 0..random.below(3) {
                self.press(OTHER_KEYS[random.below(OTHER_KEYS.len())]);
            }
            self.press("esc");
            let Some(mv) = random.choose(&self.game().legal_moves()) else {
                break;
            };
            let moves = self.game().moves().len();
            self.press(":");
            for letter in mv.to_string().chars() {
                self.press(&letter.to_string());
            }
            self.press("enter");
            assert_eq!(
                self.game().moves().nth(moves),
                Some(mv),
                "{mv} was not played"
            );
            self.moves += 1;
        }
    }
}

/// All games with their default options.
fn default_variants() -> impl Iterator<Item = Variant> {
    let all = variant::games().into_iter();
    all.map(|info| games::variant(info.id, &[]))
}

/// Returns the allocated memory of the process that is resident, in KiB. Pages of the program
/// file do not count: they become resident when they are first used.
fn resident_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("process status");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.expect("RssAnon in KiB")
}

/// Returns the CPU time of this thread. Unlike elapsed time, it does not depend on other
/// programs.
fn thread_cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.try_into().expect("positive time")
}

/// Runs `play` for many seeds. Returns the memory after a tenth of them and after all.
fn measure_memory(games: u64, mut play: impl FnMut(u64)) -> (u64, u64) {
    let mut early = 0;
    for seed in 0..games {
        play(seed);
        if seed == games / 10 {
            early = resident_memory();
        }
    }
    (early, resident_memory())
}

#[test]
fn the_process_reports_its_memory_and_cpu_time() {
    assert!(resident_memory() > 0);
    let start = thread_cpu_time();
    let busy = (0..10_000_000u64).fold(0, |sum, n| std::hint::black_box(sum ^ n));
    assert_eq!(busy, 0);
    assert!(thread_cpu_time() > start);
}

#[test]
#[ignore = "a minute: ten thousand games of each kind"]
fn ten_thousand_games_of_each_kind_keep_memory_flat() {
    const GAMES: u64 = 10_000;
    for rules in default_variants() {
        let mut random = Random(GAMES);
        let mut won = 0;
        let (early, end) = measure_memory(GAMES, |seed| {
            let game = play_game(&rules, seed, &mut random);
            won += u64::from(game.status() == Status::Won);
            check_game(game, seed);
        });
        println!("{}: {won} won, {early} to {end} KiB", rules.info().id);
        assert!(end <= early + 256, "{early} to {end} KiB");
    }
}

#[test]
#[ignore = "minutes: two hundred games of each kind, every screen drawn"]
fn two_hundred_games_of_each_kind_draw_every_frame_in_time() {
    const GAMES: u64 = 200;
    const MAX_FRAME_TIME: Duration = Duration::from_millis(16);
    for rules in default_variants() {
        let mut bot = Bot::new();
        bot.clock = Some(thread_cpu_time);
        let mut random = Random(GAMES);
        let (early, end) = measure_memory(GAMES, |seed| {
            bot.play(&rules, seed, 100, &mut random);
        });
        println!(
            "{}: {} moves, {} frames, the slowest in {:?}, {early} to {end} KiB",
            rules.info().id,
            bot.moves,
            bot.frames,
            bot.slowest_frame
        );
        assert!(
            bot.slowest_frame < MAX_FRAME_TIME,
            "{:?}",
            bot.slowest_frame
        );
        // Undo can return to every earlier game, so all of them stay in memory.
        assert!(end <= early + GAMES * 64, "{early} to {end} KiB");
    }
}
