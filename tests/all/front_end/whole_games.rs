//! Won games of every kind, played again to their end by keys and by mouse in windows of several sizes.

use jiff::SignedDuration;
use larboard::cards::Suit;
use larboard::difficulty::Difficulty;
use larboard::game::{CardPosition, Game};
use larboard::record::Record;
use larboard::rules::{Move, PileId, PileKind};
use larboard::solver::{CancelToken, NO_SEARCH, Verdict};
use larboard::storage::results::GameOutcome;
use larboard::tui::action::{Action, Mode, Target};
use larboard::tui::frame::Hit;
use larboard::variant::Variant;
use ratatui::layout::Rect;

use super::Player;
use super::mouse::MouseUser;
use crate::games;

/// Records of won games, in `tests/data/`.
const WON_GAMES: [&str; 8] = [
    "played/moving-left.json",
    "played/yakutat-bay.json",
    "played/oscillation.json",
    "played/moosehide.json",
    "exported/moosehide-classic-won.json",
    "exported/single-left-won.json",
    "exported/single-left-optional-won.json",
    "exported/single-left-warfield-won.json",
];

const SIZES: [(u16, u16); 5] = [(60, 20), (80, 24), (100, 30), (120, 40), (200, 60)];

/// Deals a recorded game again; returns its moves too.
fn deal_again(name: &str, size: (u16, u16)) -> (Player, Vec<Move>) {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(path).expect("a record");
    let record = Record::from_slice(&text).and_then(|record| record.to_played_game());
    let game = record.expect("a valid record").game;
    let seed = game.seed().expect("a deal by number");
    let player = Player::at(game.rules().clone(), seed, size);
    (player, game.moves().collect())
}

/// Returns the first card of a move and the pile it goes to; `None` if no card is chosen.
fn ends(player: &Player, mv: Move) -> Option<(CardPosition, PileId)> {
    let Move::Transfer { from, to, count } = mv else {
        return None;
    };
    let index = player.table().game().table().size(from) - usize::from(count);
    Some((CardPosition::new(from, index), to))
}

/// Moves the cursor by arrows and `Tab` to a place that fulfills a condition and lies in a pile.
fn walk_to(player: &mut Player, pile: PileId, is_there: impl Fn(CardPosition) -> bool) {
    let layout = player.layout();
    let center = |area: Rect| (area.x + area.width / 2, area.y + area.height / 2);
    let position = |at: CardPosition| layout.area_of(at).map_or((0, 0), center);
    let targets = layout
        .items
        .iter()
        .filter(|item| item.target.pile() == Some(pile));
    let target = targets
        .map(|item| center(item.area))
        .next_back()
        .unwrap_or((0, 0));
    let distance = |at: CardPosition| {
        let (x, y) = position(at);
        x.abs_diff(target.0) / 4 + y.abs_diff(target.1)
    };
    let mut copy = player.copy();
    let mut seen = vec![player.table().input().cursor()];
    let mut ways = vec![(player.table().input().cursor(), Vec::new())];
    while !ways.is_empty() {
        // The way that has come nearest goes on first.
        let nearest = (0..ways.len()).min_by_key(|&n| distance(ways[n].0));
        let (from, keys) = ways.swap_remove(nearest.expect("a way"));
        if is_there(from) {
            player.press(&keys.join(" "));
            return;
        }
        for key in ["left", "right", "up", "down", "tab"] {
            copy.table_mut().input_mut().cursor_mut().position = from;
            copy.press(key);
            let cursor = copy.table().input().cursor();
            if !seen.contains(&cursor) {
                seen.push(cursor);
                ways.push((cursor, [&keys[..], &[key]].concat()));
            }
        }
    }
    panic!("the cursor cannot get there\n{}", player.screen());
}

/// Makes a move with the cursor.
fn play_with_cursor(player: &mut Player, mv: Move) {
    match ends(player, mv) {
        Some((card, to)) => {
            walk_to(player, card.pile, |cursor| cursor == card);
            player.press("space");
            walk_to(player, to, |cursor| cursor.pile == to);
            player.press("space");
        }
        None if mv == Move::DiscardMiddle || mv == Move::DiscardAll => _ = player.press("space"),
        None => _ = player.press("d"),
    }
}

/// Returns the keys that name the source of a move.
fn source_keys(player: &Player, from: CardPosition) -> String {
    let table = player.table().game().table();
    match from.pile.kind() {
        PileKind::Waste => "w".to_owned(),
        PileKind::Tableau => format!("{}", (from.pile.index() + 1) % 10),
        PileKind::Reserve => {
            let number = from.pile.index() + 1;
            format!("r {} {}", number / 10, number % 10)
        }
        _ => {
            let suit = match table.top(from.pile).expect("a card").suit() {
                Suit::Clubs => "c",
                Suit::Diamonds => "d",
                Suit::Hearts => "h",
                Suit::Spades => "s",
            };
            format!("g {suit}")
        }
    }
}

/// Returns the keys that name the piles of a move, unless they mean another one.
pub(super) fn pile_keys(player: &Player, mv: Move) -> Option<String> {
    let (card, to) = ends(player, mv)?;
    let target = match to.kind() {
        PileKind::Foundation => "f".to_owned(),
        _ => format!("{}", (to.index() + 1) % 10),
    };
    let keys = format!("{} {target}", source_keys(player, card));
    let mut attempt = player.copy();
    let moves = attempt.press(&keys).table().game().moves();
    let is_played = moves.len() == player.moves().len() + 1 && moves.last() == Some(mv);
    is_played.then_some(keys)
}

/// Makes a move by the numbers and letters of its piles; with the cursor if they mean another one.
fn play_with_pile_keys(player: &mut Player, mv: Move) {
    match pile_keys(player, mv) {
        Some(keys) => _ = player.press(&keys),
        None => play_with_cursor(player, mv),
    }
}

/// Makes a move with the mouse: by two clicks, or by a drag.
fn play_with_mouse(user: &mut MouseUser, mv: Move, drags: bool) {
    user.player.now += SignedDuration::from_secs(5);
    let (columns, rows) = user.player.app.context.size();
    let cell = |user: &mut MouseUser, is_there: &dyn Fn(Target) -> bool| {
        let frame = user.player.frame();
        let mut cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let found = cells.find(|&(column, row)| match frame.hit_test(column, row) {
            Hit::Target(target) => is_there(target),
            Hit::Button(_) => false,
        });
        found.unwrap_or_else(|| panic!("{mv} is not on the screen:\n{}", user.player.screen()))
    };
    let Some((card, to)) = ends(&user.player, mv) else {
        if mv == Move::DiscardMiddle || mv == Move::DiscardAll {
            user.player.press("space");
        } else {
            let stock = cell(user, &|target| target.pile() == Some(PileId::STOCK));
            user.click(stock);
        }
        return;
    };
    let from = cell(user, &|target| target == Target::Card(card));
    let onto = cell(user, &|target| target.pile() == Some(to));
    if drags {
        user.press(from).drag_to(onto).release(onto);
    } else {
        user.click(from);
        user.player.now += SignedDuration::from_secs(5);
        user.click(onto);
    }
}

/// Fails unless the game is won and says so.
fn check_won(player: &mut Player, name: &str) {
    player.now += SignedDuration::from_mins(1);
    player.update(Action::Tick, player.now);
    assert_eq!(
        player.table().session().outcome(),
        GameOutcome::Won,
        "{name}"
    );
    assert_eq!(player.app.mode(), Mode::GameOver);
    assert!(
        player.screen().contains("W O N"),
        "{name}\n{}",
        player.screen()
    );
}

fn play_by_keys(name: &str, size: (u16, u16)) {
    let (mut player, moves) = deal_again(name, size);
    for (n, mv) in moves.iter().enumerate() {
        if n % 2 == 0 {
            play_with_cursor(&mut player, *mv);
        } else {
            play_with_pile_keys(&mut player, *mv);
        }
        let played: Vec<Move> = player.table().game().moves().collect();
        assert_eq!(
            played,
            moves[..=n],
            "{name} at {size:?}: {}",
            player.message()
        );
    }
    check_won(&mut player, name);
}

fn play_by_mouse(name: &str, size: (u16, u16)) {
    let (player, moves) = deal_again(name, size);
    let mut user = MouseUser::of(player);
    for (n, mv) in moves.iter().enumerate() {
        play_with_mouse(&mut user, *mv, n % 2 == 1);
        let played: Vec<Move> = user.player.table().game().moves().collect();
        let message = user.player.message();
        assert_eq!(played, moves[..=n], "{name} at {size:?}: {message}");
    }
    check_won(&mut user.player, name);
}

/// Plays each game in one size, another one for each.
fn in_one_size(play: fn(&str, (u16, u16))) {
    for (n, name) in WON_GAMES.iter().enumerate() {
        play(name, SIZES[n % SIZES.len()]);
    }
}

fn in_every_size(play: fn(&str, (u16, u16))) {
    for name in WON_GAMES {
        for size in SIZES {
            play(name, size);
        }
    }
}

#[test]
fn each_game_can_be_played_to_its_end_by_keys() {
    in_one_size(play_by_keys);
}

#[test]
fn each_game_can_be_played_to_its_end_by_mouse() {
    in_one_size(play_by_mouse);
}

#[test]
#[ignore = "plays each game in each of five window sizes"]
fn each_game_can_be_played_to_its_end_by_keys_in_every_size() {
    in_every_size(play_by_keys);
}

#[test]
#[ignore = "plays each game in each of five window sizes"]
fn each_game_can_be_played_to_its_end_by_mouse_in_every_size() {
    in_every_size(play_by_mouse);
}

/// Plays a graded deal with the keys of hints and of select alone. The searches that the table requests get
/// few positions, so that they end soon and find the same on every machine.
fn play_by_hints(rules: &Variant, seed: u64) {
    let mut player = Player::at(rules.clone(), seed, (80, 24));
    for _ in 0..600 {
        if player.table().session().is_over() {
            break;
        }
        player.press("H");
        while let Some(request) = player.app.search_request()
            && games::task(&request) == "hint"
        {
            let mut search = request.clone();
            search.budget = games::budget(20_000, 5 << 20);
            let mut reports = Vec::new();
            search.run(&CancelToken::default(), &mut |found| reports.push(found));
            for found in reports {
                player.reply(request.clone(), found);
            }
        }
        assert_starts_with!(player.message(), "Hint");
        player.press("space");
    }
    let outcome = player.table().session().outcome();
    assert_eq!(outcome, GameOutcome::Won, "{rules:?} {seed}");
}

#[test]
fn graded_deals_are_won_by_hints_and_space_alone() {
    for (rules, deals) in games::graded_games() {
        if ["yakutat-bay", "moosehide"].contains(&rules.info().id) {
            play_by_hints(&rules, deals.seeds(Difficulty::Expert)[0]);
        }
    }
}

/// Plays the first winnable deals of Single Left with optional discards.
fn play_single_left_by_hints(deals: usize) {
    let rules = games::variant("single-left", &[("discards", "optional")]);
    let is_winnable = |seed: &u64| {
        let game = Game::new(rules.clone(), *seed);
        matches!(
            games::solve(&game, &NO_SEARCH).verdict,
            Verdict::Winnable(_)
        )
    };
    let winnable = (1..).filter(is_winnable).take(deals);
    winnable.for_each(|seed| play_by_hints(&rules, seed));
}

#[test]
fn winnable_deals_of_single_left_are_won_by_hints_and_space_alone() {
    play_single_left_by_hints(2);
}

#[test]
#[ignore = "takes a minute"]
fn twenty_winnable_deals_of_single_left_are_won_by_hints_and_space_alone() {
    play_single_left_by_hints(20);
}

#[test]
#[ignore = "takes an hour"]
fn ten_graded_deals_of_every_game_are_won_by_hints_and_space_alone() {
    for (rules, deals) in games::graded_games() {
        let grades = Difficulty::ALL.iter();
        let seeds = grades.flat_map(|grade| deals.seeds(*grade).into_iter().take(3));
        seeds.take(10).for_each(|seed| play_by_hints(&rules, seed));
    }
}
