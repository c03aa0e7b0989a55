//! Won games of every kind, played again to their end by keys and by mouse in windows of several sizes.

use std::collections::HashSet;

use larboard::cards::{Card, Suit};
use larboard::difficulty::{Difficulty, game_label};
use larboard::rules::{Move, PileId, PileKind, Status};

use super::Player;
use super::player::Cell;
use super::sight::Sight;
use crate::transcripts::unfinished;
use crate::{games, kept_files};

const SIZES: [(u16, u16); 5] = [(60, 20), (80, 24), (100, 30), (120, 40), (200, 60)];

/// Returns the names of the records of won games in `tests/data/`, one for each game and its options.
fn won_games() -> Vec<String> {
    let names = ["played", "exported"].into_iter().flat_map(|folder| {
        let records = kept_files::records(folder).into_iter();
        records.map(move |path| format!("{folder}/{}", path.file_stem().expect("a name").display()))
    });
    let mut seen = HashSet::new();
    let won = names.filter(|name| {
        let game = unfinished(name, 0).game;
        game.status() == Status::Won && seen.insert(game_label(game.rules()))
    });
    won.collect()
}

/// Deals a recorded game again; returns its moves too.
fn deal_again(name: &str, size: (u16, u16)) -> (Player, Vec<Move>) {
    let game = unfinished(name, 0).game;
    let seed = game.seed().expect("a deal by number");
    let player = Player::at(game.rules().clone(), seed, size);
    (player, game.moves().collect())
}

/// Returns the first card of a move, the pile it lies in and the pile it goes to; `None` if no card is chosen.
fn ends(player: &Player, mv: Move) -> Option<(Card, PileId, PileId)> {
    let Move::Transfer { from, to, count } = mv else {
        return None;
    };
    let cards = player.game().table().face_up(from);
    Some((cards[cards.len() - usize::from(count)], from, to))
}

/// Returns where a card of a pile is on the screen.
fn find(player: &mut Player, card: Card, pile: PileId) -> Option<Cell> {
    let sight = Sight::of(&player.render());
    match pile.kind() {
        PileKind::Tableau => sight.card_of_pile(pile.number() + 1, card),
        _ => sight.card(card),
    }
}

/// Returns where a pile is on the screen, if its number or its top card can be seen.
fn find_pile(player: &mut Player, pile: PileId) -> Option<Cell> {
    match pile.kind() {
        PileKind::Tableau => Sight::of(&player.render()).top_of_pile(pile.number() + 1),
        PileKind::Foundation => None,
        _ => {
            let top = player.game().table().top(pile)?;
            find(player, top, pile)
        }
    }
}

/// Moves the cursor by arrows and `Tab` to a cell. Returns whether it gets there.
fn walk_to(player: &mut Player, (x, y): Cell) -> bool {
    let mut tried = Vec::new();
    for _ in 0..200 {
        let Some(at) = player.focus() else {
            return false;
        };
        if at.1 == y && at.0.abs_diff(x) <= 1 {
            return true;
        }
        let across = if at.0 < x { "right" } else { "left" };
        let along = if at.1 < y { "down" } else { "up" };
        let mut keys = [across, along, "tab", "up", "down", "left", "right"];
        if at.0.abs_diff(x) <= 1 {
            keys.swap(0, 1);
        }
        let Some(key) = keys.into_iter().find(|key| !tried.contains(&(at, *key))) else {
            return false;
        };
        tried.push((at, key));
        player.press(key);
    }
    false
}

/// Returns the keys that name the piles of a move.
fn pile_keys(player: &Player, mv: Move) -> Option<String> {
    let (card, from, to) = ends(player, mv)?;
    let digit = |pile: PileId| (pile.number() + 1) % 10;
    let source = match from.kind() {
        PileKind::Waste => "w".to_owned(),
        PileKind::Tableau => digit(from).to_string(),
        PileKind::Reserve => {
            let number = from.number() + 1;
            format!("r {} {}", number / 10, number % 10)
        }
        _ => {
            let suit = match card.suit() {
                Suit::Clubs => "c",
                Suit::Diamonds => "d",
                Suit::Hearts => "h",
                Suit::Spades => "s",
            };
            format!("g {suit}")
        }
    };
    let target = match to.kind() {
        PileKind::Foundation => "f".to_owned(),
        _ => digit(to).to_string(),
    };
    Some(format!("{source} {target}"))
}

/// A way to make a move. Whether it does is checked afterwards.
type Way = fn(&mut Player, Move, Option<(Card, PileId, PileId)>);

fn by_pile_keys(player: &mut Player, mv: Move, _: Option<(Card, PileId, PileId)>) {
    match pile_keys(player, mv) {
        Some(keys) => player.press(&keys),
        None if matches!(mv, Move::DiscardMiddle | Move::DiscardAll) => player.press("space"),
        None => player.press("d"),
    };
}

fn by_cursor(player: &mut Player, mv: Move, ends: Option<(Card, PileId, PileId)>) {
    let Some((card, from, to)) = ends else {
        return by_pile_keys(player, mv, ends);
    };
    let Some(card) = find(player, card, from) else {
        return;
    };
    let onto = find_pile(player, to);
    if walk_to(player, card) {
        match onto {
            None => _ = player.press("f"),
            Some(onto) => {
                player.press("space");
                if walk_to(player, onto) {
                    player.press("space");
                }
            }
        }
    }
}

fn by_mouse(player: &mut Player, mv: Move, ends: Option<(Card, PileId, PileId)>, drags: bool) {
    let Some((card, from, to)) = ends else {
        let stock = Sight::of(&player.render()).stock();
        match stock.filter(|_| matches!(mv, Move::Draw | Move::Deal)) {
            Some(stock) => _ = player.click_later(stock),
            None => by_pile_keys(player, mv, ends),
        }
        return;
    };
    let Some(card) = find(player, card, from) else {
        return;
    };
    match find_pile(player, to) {
        None => _ = player.click_later(card).click(card),
        Some(onto) if drags => {
            player.click_later((0, 0));
            player.press_button(card).drag_to(onto).release(onto);
        }
        Some(onto) => _ = player.click_later(card).click_later(onto),
    }
}

fn by_clicks(player: &mut Player, mv: Move, ends: Option<(Card, PileId, PileId)>) {
    by_mouse(player, mv, ends, false);
}

fn by_drags(player: &mut Player, mv: Move, ends: Option<(Card, PileId, PileId)>) {
    by_mouse(player, mv, ends, true);
}

/// Plays a game to its end in two ways in turn. A move that a way does not make as it was recorded, because a card
/// is hidden or several piles fit, is typed. In games of two decks, half of the moves home could go to either of two
/// foundations.
fn play(name: &str, size: (u16, u16), ways: [Way; 2]) {
    let (mut player, moves) = deal_again(name, size);
    let mut typed = 0;
    for (n, &mv) in moves.iter().enumerate() {
        let ends = ends(&player, mv);
        ways[n % 2](&mut player, mv, ends);
        let made = player.moves();
        if made.len() != n + 1 || made.last() != Some(&mv.to_string()) {
            player.press("esc");
            if player.moves().len() > n {
                player.press("u");
            }
            player.make(&mv.to_string());
            typed += 1;
        }
        assert!(
            player.moves().len() == n + 1,
            "{name} at {size:?}: {mv}\n{}",
            player.screen()
        );
    }
    assert_eq!(player.game().status(), Status::Won, "{name}");
    player.wait(60);
    assert_contains!(player.screen(), "W I N");
    assert!(
        typed * 3 <= moves.len(),
        "{name} at {size:?}: {typed} of {} typed",
        moves.len()
    );
}

/// Plays each game in one size, another one for each.
fn in_one_size(ways: [Way; 2]) {
    for (n, name) in won_games().iter().enumerate() {
        play(name, SIZES[n % SIZES.len()], ways);
    }
}

#[test]
fn each_game_can_be_played_to_its_end_by_keys() {
    in_one_size([by_cursor, by_pile_keys]);
}

#[test]
fn each_game_can_be_played_to_its_end_by_mouse() {
    in_one_size([by_clicks, by_drags]);
}

#[test]
#[ignore = "plays each game in each of five window sizes"]
fn each_game_can_be_played_to_its_end_in_every_size() {
    for name in won_games() {
        for size in SIZES {
            play(&name, size, [by_cursor, by_pile_keys]);
            play(&name, size, [by_clicks, by_drags]);
        }
    }
}

/// Plays a game with the keys of hints and of select alone. The searches that the table requests get few positions, so
/// that they end soon and find the same on every machine.
fn play_by_hints(player: &mut Player) {
    for _ in 0..600 {
        if player.game().status() != Status::Playing {
            break;
        }
        player.press("H");
        while !player.screen().contains(" Hint") {
            assert!(player.search(20_000), "{}", player.screen());
        }
        player.press("space");
    }
    assert_eq!(player.game().status(), Status::Won, "{}", player.screen());
}

#[test]
#[ignore = "takes an hour"]
fn ten_graded_deals_of_every_game_are_won_by_hints_and_space_alone() {
    for (rules, deals) in games::graded_games() {
        let grades = Difficulty::ALL.iter();
        let seeds = grades.flat_map(|grade| deals.seeds(*grade).into_iter().take(3));
        for seed in seeds.take(10) {
            play_by_hints(&mut Player::at(rules.clone(), seed, (80, 24)));
        }
    }
}
