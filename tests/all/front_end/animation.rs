//! Animations: shown if enabled, and never blocking input.

use jiff::{SignedDuration, Timestamp};
use larboard::cards::Card;
use larboard::rules::{Move, Table};

use super::player::Player;
use super::sight::Sight;
use super::{layouts, numbers, variant};

const ON: &str = "animations = \"on\"";

/// A player with animations whose deal has been drawn.
fn at(game: &str, options: &[(&str, &str)], seed: u64, size: (u16, u16)) -> Player {
    let mut player = Player::with_settings(ON, size, true);
    player.deal(variant(game, options), seed);
    player.run_timers();
    player
}

/// Lets the animation run, calling `on_frame` for each frame. Returns its duration in milliseconds.
fn run(player: &mut Player, mut on_frame: impl FnMut(&mut Player)) -> i128 {
    let mut duration = SignedDuration::ZERO;
    while let Some(waited) = player.next_frame() {
        assert!(waited >= SignedDuration::ZERO, "the time has passed");
        duration += waited;
        on_frame(player);
    }
    duration.as_millis()
}

/// Returns the face-up cards that can be seen.
fn cards(player: &mut Player) -> Vec<Card> {
    let sight = Sight::of(&player.render());
    sight.corners().iter().map(|(_, card)| *card).collect()
}

/// A move, and what is seen of it.
struct Animated {
    mv: Move,
    before: Table,
    /// The face-up cards before it, in each frame, and at the end.
    cards: Vec<Vec<Card>>,
}

impl Animated {
    /// Checks that the card on top of those that move is seen in every frame. Returns how many there are.
    fn check_top(&self, name: &str) -> usize {
        let (frames, end) = (&self.cards[1..], &self.cards[self.cards.len() - 1]);
        // A long run in flight reaches below the window.
        let top = match self.mv {
            Move::Transfer { from, count, .. } if count < 7 => self.before.top(from),
            _ => None,
        };
        top.filter(|card| end.contains(card)).map_or(0, |card| {
            let lacking = frames.iter().position(|frame| !frame.contains(&card));
            assert_eq!(lacking, None, "{name}: {card} in {}", self.mv);
            frames.len()
        })
    }

    /// Checks that a card is turned up only once those on it have arrived. Returns whether one is.
    fn check_turned(&self, after: &Table, name: &str) -> bool {
        let Move::Transfer { from, .. } = self.mv else {
            return false;
        };
        let hidden = self.before.face_down(from);
        if after.face_down(from) >= hidden {
            return false;
        }
        let card = self.before.pile(from)[hidden - 1];
        let count = |cards: &[Card]| cards.iter().filter(|other| **other == card).count();
        // The cards that move have not arrived in the first frame.
        let counts = [0, 1, self.cards.len() - 1].map(|n| count(&self.cards[n]));
        let name = format!("{name}: {card} below {}", self.mv);
        assert!(counts[0] == counts[1] && counts[1] < counts[2], "{name}");
        true
    }
}

#[test]
fn every_move_is_animated_shows_its_cards_turns_up_the_next_at_the_end_and_ends_as_without() {
    let (mut seen, mut turned) = (0, 0);
    for (game, options) in layouts() {
        for (size, seed) in [((80, 24), 7), ((120, 40), 9)] {
            let name = format!("{game} {size:?}");
            let mut player = at(game, options, seed, size);
            let mut still = Player::at(variant(game, options), seed, size);
            let mut random = numbers(seed);
            for _ in 0..14 {
                let legal = player.game().legal_moves();
                let Some(&mv) = legal.get(random() % legal.len().max(1)) else {
                    break;
                };
                let before = player.game().table().clone();
                let mut frames = vec![cards(&mut player)];
                still.now = player.now;
                player.make(&mv.to_string());
                frames.push(cards(&mut player));
                let duration = run(&mut player, |player| frames.push(cards(player)));
                assert!(duration < 1100, "{name}: {duration} ms");
                assert_eq!(player.screen(), still.make(&mv.to_string()).screen());
                let cards = frames;
                let animated = Animated { mv, before, cards };
                seen += animated.check_top(&name);
                turned += usize::from(animated.check_turned(player.game().table(), &name));
            }
        }
    }
    assert!(seen > 300 && turned > 3, "{seen} frames, {turned} turned");
}

#[test]
fn an_undo_plays_the_move_backwards_in_a_tenth_of_a_second() {
    let mut player = at("moving-left", &[], 5, (80, 24));
    player.press("1 8");
    run(&mut player, |_| {});
    player.press("u");
    let duration = run(&mut player, |_| {});
    assert!((1..=133).contains(&duration), "{duration}");
}

#[test]
fn a_deal_is_animated_card_by_card_and_a_winnable_one_once_it_is_found() {
    for (game, options) in layouts() {
        let mut player = at(game, options, 7, (100, 30));
        let whole = cards(&mut player).len();
        player.press("R");
        let first = cards(&mut player).len();
        assert!(first < whole, "{game}: {first} of {whole}");
        let duration = run(&mut player, |_| {});
        assert!((200..800).contains(&duration), "{game}: {duration} ms");
        assert_eq!(cards(&mut player).len(), whole, "{game}");
    }
    let settings = format!("{ON}\ndeals = \"winnable\"");
    let mut player = Player::with_settings(&settings, (100, 30), true);
    player.press("down enter");
    for _ in 0..20 {
        if player.screen().contains("move 0") {
            break;
        }
        assert!(player.search(100_000));
    }
    assert!(run(&mut player, |_| {}) > 200);
}

#[test]
fn a_key_or_a_new_size_ends_the_animation_and_is_obeyed() {
    let mut player = at("moving-left", &[], 5, (80, 24));
    player.press("1 8");
    assert!(player.is_waiting());
    player.press("left");
    assert!(!player.is_waiting());
    player.press("d");
    assert_eq!(player.moves(), ["t1-t8", "draw"]);
    assert!(player.is_waiting());
    player.resize((60, 20));
    assert!(!player.is_waiting());
}

#[test]
fn a_replay_is_animated() {
    let mut player = at("yakutat-bay", &[], 7, (80, 24));
    for _ in 0..5 {
        let mv = player.legal()[0].clone();
        player.make(&mv);
    }
    player.press("P right");
    assert!(player.is_waiting());
    player.press("end");
    player.jump_to(Timestamp::from_second(1_000).expect("a time"));
    assert!(!player.is_waiting());
}

#[test]
fn a_clock_that_is_set_back_holds_up_nothing() {
    for (game, keys) in [
        ("moving-left", "1 8"),
        ("single-left", "x"),
        ("moving-left", "1 8 P space"),
    ] {
        let mut player = at(game, &[], 5, (80, 24));
        player.press(keys);
        player.jump_to(player.now - SignedDuration::from_hours(1));
        let duration = run(&mut player, |_| {});
        assert!(duration < 30_000, "{game} {keys}: {duration} ms");
    }
}

#[test]
fn without_animations_nothing_moves() {
    let mut player = Player::new("moving-left", 5);
    for keys in ["1 8", "d", "u", "R", "n", "? left", "esc m down up"] {
        player.press(keys);
        assert!(!player.is_waiting(), "{keys}");
    }
}
