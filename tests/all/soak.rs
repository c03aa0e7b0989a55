//! Soak tests: bots play many games without a panic, with flat memory and without a slow frame.
//!
//! They need the memory and the CPU time that Linux reports, and run by
//! `cargo test --release --test all soak:: -- --ignored --test-threads 1 --nocapture`.

use std::time::Duration;

use larboard::game::Game;
use larboard::rules::{Move, Status};
use larboard::variant::{self, Variant};

use crate::front_end::{Player, numbers, typed};
use crate::fuzz::check_invariants;
use crate::games;

/// Maximum number of moves that a bot makes in a game.
const MAX_MOVES: usize = 300;

/// Chooses a legal move, most often one to a foundation if there is one.
fn choose(random: &mut impl FnMut() -> usize, legal: &[Move]) -> Option<Move> {
    let goes_home = |mv: &&Move| matches!(mv, Move::Transfer { from, to, .. } if to.is_foundation() && !from.is_foundation());
    let home = legal
        .iter()
        .find(goes_home)
        .filter(|_| !random().is_multiple_of(4));
    let any = random() % legal.len().max(1);
    home.or_else(|| legal.get(any)).copied()
}

/// Plays a game until it ends or reaches the move limit.
fn play_game(rules: &Variant, seed: u64, random: &mut impl FnMut() -> usize) -> Game {
    let mut game = Game::new(rules.clone(), seed);
    for _ in 0..MAX_MOVES {
        if random().is_multiple_of(20) {
            game.undo();
        }
        let Some(mv) = choose(random, &game.legal_moves()) else {
            break;
        };
        game.play(mv).expect("legal move");
    }
    game
}

/// Bot that plays in the terminal user interface.
struct Bot {
    player: Player,
    frames: u64,
    moves: usize,
    slowest_frame: Duration,
}

impl Bot {
    fn new() -> Bot {
        Bot {
            player: Player::at_the_menu((120, 40)),
            frames: 0,
            moves: 0,
            slowest_frame: Duration::ZERO,
        }
    }

    /// Presses keys, after each of which the screen is drawn. Times both together.
    fn press(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            let start = thread_cpu_time();
            self.player.press(key);
            self.frames += 1;
            self.slowest_frame = self.slowest_frame.max(thread_cpu_time() - start);
        }
    }

    /// Plays a game by typing its moves and presses other keys in between.
    fn play(&mut self, rules: &Variant, seed: u64, random: &mut impl FnMut() -> usize) {
        const OTHER_KEYS: [&str; 18] = [
            "left", "right", "up", "down", "tab", "H", "p", "esc", "u", "U", "t", "c", "?", "esc",
            "a", "v", "esc", "d",
        ];
        self.player.deal(rules.clone(), seed);
        for n in 0..100 {
            if n % 40 == 20 {
                self.player
                    .resize([(80, 24), (100, 30), (120, 40)][random() % 3]);
            }
            for _ in 0..random() % 3 {
                self.press(OTHER_KEYS[random() % OTHER_KEYS.len()]);
            }
            self.press("esc");
            let game = self.player.game();
            let Some(mv) = choose(random, &game.legal_moves()) else {
                break;
            };
            let moves = game.moves().len();
            self.press(&typed(&mv.to_string()));
            let played = self.player.game().moves().nth(moves);
            assert_eq!(played, Some(mv), "{mv} was not played");
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
#[ignore = "a minute: ten thousand games of each kind"]
fn ten_thousand_games_of_each_kind_keep_memory_flat() {
    const GAMES: u64 = 10_000;
    for rules in default_variants() {
        let mut random = numbers(GAMES);
        let mut won = 0;
        let (early, end) = measure_memory(GAMES, |seed| {
            let mut game = play_game(&rules, seed, &mut random);
            won += u64::from(game.status() == Status::Won);
            check_invariants(&game);
            while game.undo().is_some() {}
            assert_eq!(game.table(), Game::new(rules.clone(), seed).table());
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
        let (mut bot, mut random) = (Bot::new(), numbers(GAMES));
        let (early, end) = measure_memory(GAMES, |seed| bot.play(&rules, seed, &mut random));
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
