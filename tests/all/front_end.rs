//! Tests of the front end without a terminal: keys and clicks in, screens out.

mod animation;
mod autoplay;
mod mouse;
mod pictures;
pub(crate) mod player;
mod screens;
mod sight;
mod sizes;
mod table;
mod test_games;
mod transcripts;
mod whole_games;
mod win;

use larboard::game::{Game, RuleSet};
use larboard::record::PlayedGame;
use larboard::rules::{Move, PileId, Status};
use larboard::variant::Variant;

use crate::games;
pub(crate) use player::Player;
#[cfg(unix)]
pub(crate) use player::typed;
pub(crate) use sight::Sight;
pub(crate) use transcripts::{act, assert_transcript};

/// A game and its options that are not defaults.
type GameWithOptions = (&'static str, &'static [(&'static str, &'static str)]);

/// Returns the games that look different: by their layout, their deal, or what a player can do.
fn layouts() -> Vec<GameWithOptions> {
    let mut looks = Vec::new();
    let mut games = Vec::new();
    for rules in larboard::variant::all() {
        let deal = Game::new(rules.clone(), 1);
        let table = format!("{:?} {:?}", rules.layout(), deal.table());
        let look = (rules.info().id, rules.is_forced(), table);
        if !looks.contains(&look) {
            looks.push(look);
            let options: Vec<_> = RuleSet::new(&rules).changed_options().collect();
            games.push((rules.info().id, &*options.leak()));
        }
    }
    games
}

fn variant(game: &str, options: &[(&str, &str)]) -> Variant {
    games::variant(game, options)
}

/// Linear congruential generator, so that each run sees the same numbers.
pub(crate) fn numbers(seed: u64) -> impl FnMut() -> usize {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize
    }
}

/// Returns the legal moves, in an order that does not depend on how they are generated.
fn sorted_moves(game: &Game) -> Vec<Move> {
    let mut legal = Vec::from_iter(game.legal_moves());
    legal.sort_unstable_by_key(|mv| match *mv {
        Move::Transfer { from, to, count } => (Some(from), Some(to), count, ""),
        Move::Draw => (None, None, 0, "draw"),
        Move::Deal => (None, None, 0, "deal"),
        Move::DiscardMiddle => (None, None, 0, "middle"),
        Move::DiscardAll => (None, None, 0, "all"),
        Move::Redeal => (None, None, 0, "redeal"),
    });
    legal
}

/// Plays random moves of a deal.
pub(crate) fn random_game(
    rules: &Variant,
    seed: u64,
    moves: usize,
    mut random: impl FnMut() -> usize,
) -> Game {
    let mut game = Game::new(rules.clone(), seed);
    for _ in 0..moves {
        let legal = sorted_moves(&game);
        if legal.is_empty() {
            break;
        }
        game.play(legal[random() % legal.len()])
            .expect("a legal move");
    }
    game
}

/// Returns the size of the tallest tableau pile, and the pile.
fn tallest(game: &Game) -> (usize, PileId) {
    let piles = (0..16).map(PileId::tableau);
    let sizes = piles.map(|pile| (game.table().size(pile), pile));
    sizes.max_by_key(|(size, _)| *size).expect("a pile")
}

/// Plays 200 moves that prefer to build on the tallest pile, up to the position with the tallest pile of all.
fn with_a_tall_pile(rules: &Variant, seed: u64) -> Game {
    let mut random = numbers(seed);
    let mut game = Game::new(rules.clone(), seed);
    let mut heights = vec![tallest(&game).0];
    for _ in 0..200 {
        let (_, tallest_pile) = tallest(&game);
        let priority = |mv: &Move| match *mv {
            Move::Transfer { to, .. } if to == tallest_pile => 3,
            Move::Transfer { from, .. } if from == tallest_pile => 0,
            Move::Transfer { to, .. } if to.is_foundation() => 1,
            _ => 2,
        };
        let mut legal = sorted_moves(&game);
        let Some(best) = legal.iter().map(priority).max() else {
            break;
        };
        legal.retain(|mv| priority(mv) == best);
        game.play(legal[random() % legal.len()])
            .expect("a legal move");
        heights.push(tallest(&game).0);
    }
    let highest = heights.iter().max().expect("a height");
    let moves = heights.iter().position(|height| height == highest);
    game.seek(moves.expect("the height"));
    game.branch().expect("a short game")
}

/// Puts a game on the table.
fn at(game: Game, size: (u16, u16)) -> Player {
    let mut player = Player::at_the_menu(size);
    let is_over = game.status() != Status::Playing;
    player.take(PlayedGame::new(game));
    if is_over {
        // Show the table, not the panel over it.
        player.press("esc");
    }
    player
}
