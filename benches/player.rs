//! Time of a decision of the fair player.
//!
//! `cargo bench --bench player` shows the fastest, slowest, median and mean decision of each game, with
//! the budget of a survey. Decisions without a choice to compare are left out.

#![expect(
    clippy::expect_used,
    reason = "a benchmark without its game cannot run"
)]

use divan::Bencher;
use larboard::game::Game;
use larboard::player::{DECISION_BUDGET, FairPlayer, View, derive_seed};
use larboard::rules::Status;
use larboard::solver::CancelToken;
use larboard::variant::{self, Variant};

fn main() {
    divan::main();
}

/// Name, game and option with its value.
const GAMES: [(&str, &str, (&str, &str)); 7] = [
    ("moving left", "moving-left", ("foundation-return", "yes")),
    ("yakutat bay", "yakutat-bay", ("face-up", "yukon")),
    ("oscillation", "oscillation", ("wrap", "no")),
    ("moosehide", "moosehide", ("layout", "open-reserve")),
    ("moosehide classic", "moosehide", ("layout", "classic")),
    ("warfield", "single-left", ("style", "warfield")),
    (
        "single left optional",
        "single-left",
        ("discards", "optional"),
    ),
];

/// Number of decisions of each game.
const SAMPLES: u32 = 100;

#[divan::bench(args = GAMES.map(|(name, ..)| name), sample_count = SAMPLES, sample_size = 1)]
fn decisions(bencher: Bencher<'_, '_>, name: &str) {
    let game = GAMES.iter().find(|(known, ..)| *known == name);
    let &(_, game, option) = game.expect("name in the list");
    let info = variant::find(game).expect("game id");
    let rules = variant::new(info, &[option]).expect("valid option");
    let views = views_with_choices(&rules);
    let mut next = views.iter().cycle();
    bencher
        .with_inputs(|| {
            let view = next.next().expect("a view").clone();
            FairPlayer::new(rules.clone(), view, 7, DECISION_BUDGET)
        })
        .bench_local_values(|mut player| player.decide(&CancelToken::default()));
}

/// Returns what a fair player sees before each decision of whole games for which it compares moves.
fn views_with_choices(rules: &Variant) -> Vec<View> {
    let mut views = Vec::new();
    for seed in 1.. {
        let mut game = Game::new(rules.clone(), seed);
        for decision in 0.. {
            if game.status() != Status::Playing {
                break;
            }
            let view = View::new(&game);
            let seed = derive_seed(seed, decision);
            let mut player = FairPlayer::new(rules.clone(), view.clone(), seed, 1000);
            let moves = player.decide(&CancelToken::default()).moves;
            if player.positions() > 0 {
                views.push(view);
            }
            if views.len() == SAMPLES as usize {
                return views;
            }
            if moves.is_empty() {
                break;
            }
            for mv in moves {
                game.play(mv).expect("advised move");
            }
        }
    }
    views
}
