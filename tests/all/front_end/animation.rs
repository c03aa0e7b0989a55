//! Animations: shown if enabled, and never blocking input.

use jiff::{SignedDuration, Timestamp};
use larboard::cards::Card;
use larboard::game::CardMoveKind;
use larboard::rules::{PileId, PileKind};
use larboard::session::{Command, DealSource};
use larboard::solver::Verdict;
use larboard::storage::settings::{AnimationMode, Deals};
use larboard::tui::action::{Action, Mode, Target};
use larboard::tui::board::layout::{CardLayout, ItemKind};

use super::{GAMES, Player, numbers, variant};

/// A player with animations enabled whose deal has been drawn.
fn at(game: &str, options: &[(&str, &str)], seed: u64, size: (u16, u16)) -> Player {
    let mut player = Player::at(variant(game, options), seed, size);
    player.update(Action::Resize(size.0, size.1), player.now);
    player
        .app
        .context
        .change_settings(|settings| settings.choose(AnimationMode::On));
    player
}

/// Advances the clock until the animation ends, calling `on_frame` for each frame. Returns the
/// duration of the animation.
fn run_animation(player: &mut Player, mut on_frame: impl FnMut(&mut Player)) -> SignedDuration {
    let start = player.now;
    while let Some(due) = player.app.deadline() {
        assert!(due > player.now || due == start, "the deadline has passed");
        player.now = due;
        player.update(Action::Tick, due);
        on_frame(player);
    }
    player.now.duration_since(start)
}

fn floating(player: &mut Player) -> usize {
    player.layout().floating_cards.len()
}

/// Returns the screen that the animation ends with.
fn final_screen(player: &mut Player) -> String {
    let mut copy = player.copy();
    copy.app.finish_animation();
    copy.screen()
}

#[test]
fn every_move_is_animated_and_ends_in_the_final_layout() {
    for (game, options) in GAMES {
        for size in [(80, 24), (120, 40)] {
            let mut player = at(game, options, 7, size);
            let mut random = numbers(5);
            let mut animated = 0;
            for _ in 0..25 {
                let legal = player.legal();
                if legal.is_empty() {
                    break;
                }
                player.make(&legal[random() % legal.len()]);
                animated += floating(&mut player);
                let expected = final_screen(&mut player);
                let duration = run_animation(&mut player, |player| {
                    player.screen();
                });
                assert!(
                    duration < SignedDuration::from_millis(1100),
                    "{game} duration {duration}"
                );
                assert_eq!(player.screen(), expected);
                assert_eq!(floating(&mut player), 0);
            }
            assert!(animated > 0, "{game}");
        }
    }
}

/// Returns how many cards a frame shows or has below the top of a pile, at rest and in flight.
fn cards_in_frame(layout: &CardLayout) -> usize {
    let count = |kind: ItemKind| match kind {
        ItemKind::Collapsed(count) | ItemKind::Hidden(count) | ItemKind::FaceDownPile(count) => {
            count
        }
        ItemKind::FaceUp(_) | ItemKind::FaceDown => 1,
        ItemKind::EmptyPile(_) | ItemKind::FanArea | ItemKind::PileLabel(..) => 0,
    };
    let at_rest = layout
        .items
        .iter()
        .map(|item| match (item.kind, item.target) {
            // The top card of a squared pile stands for all cards below it.
            (ItemKind::FaceUp(_), Target::Card(card)) if is_squared(card.pile) => card.index + 1,
            (kind, _) => count(kind),
        });
    let in_flight = layout.floating_cards.iter().map(|card| count(card.kind));
    at_rest.sum::<usize>() + in_flight.sum::<usize>()
}

fn is_squared(pile: PileId) -> bool {
    !matches!(pile.kind(), PileKind::Tableau | PileKind::Hand)
}

/// Returns the face-up cards of a frame, at rest and in flight, in the order of cards.
fn faces_in_frame(layout: &CardLayout) -> Vec<Card> {
    let at_rest = layout.items.iter().filter_map(|item| match item.kind {
        ItemKind::FaceUp(face) => Some(face.card),
        _ => None,
    });
    let in_flight = layout.floating_cards.iter().filter_map(super::shown_card);
    let mut cards: Vec<Card> = at_rest.chain(in_flight).collect();
    cards.sort_unstable();
    cards
}

/// Removes what two sorted lists have in common from the first.
fn without(mut cards: Vec<Card>, others: &[Card]) -> Vec<Card> {
    for other in others {
        if let Some(at) = cards.iter().position(|card| card == other) {
            cards.remove(at);
        }
    }
    cards
}

/// Runs the animation and checks that no frame lacks a card or shows one twice.
fn assert_no_frame_lacks_a_card(player: &mut Player, before: &CardLayout) {
    let after = {
        let mut copy = player.copy();
        copy.app.finish_animation();
        copy.layout()
    };
    let cards = cards_in_frame(&after);
    assert_eq!(cards_in_frame(before), cards);
    let (faces_before, faces_after) = (faces_in_frame(before), faces_in_frame(&after));
    let lost = without(faces_before.clone(), &faces_after);
    let seen_throughout = without(faces_before, &lost);
    let check = |player: &mut Player| {
        let layout = player.layout();
        let screen = || format!("{:?}\n{}", player.moves().last(), player.copy().screen());
        assert_eq!(cards_in_frame(&layout), cards, "{}", screen());
        let missing = without(seen_throughout.clone(), &faces_in_frame(&layout));
        assert_eq!(missing, [], "{}", screen());
    };
    check(player);
    run_animation(player, check);
}

#[test]
fn no_frame_of_a_move_or_an_undo_lacks_a_card() {
    let mut carried = 0;
    for (game, options) in GAMES {
        for (size, seed) in [((60, 20), 7), ((80, 24), 8), ((120, 40), 9)] {
            let mut player = at(game, options, seed, size);
            let mut random = numbers(seed);
            for _ in 0..60 {
                let legal = player.legal();
                if legal.is_empty() {
                    break;
                }
                let before = player.layout();
                player.make(&legal[random() % legal.len()]);
                let game = player.table().game();
                let diff = game.last_move_diff();
                // The cards that the player moved were then carried along.
                let target = game.moves().last().and_then(larboard::rules::Move::target);
                let is_carried = diff
                    .card_moves()
                    .iter()
                    .any(|card| card.kind == CardMoveKind::Moved && Some(card.to.pile) != target);
                carried += usize::from(target.is_some() && is_carried);
                assert_no_frame_lacks_a_card(&mut player, &before);
                if random().is_multiple_of(4) {
                    let before = player.layout();
                    player.press("u");
                    assert_no_frame_lacks_a_card(&mut player, &before);
                }
            }
        }
    }
    assert_ne!(carried, 0, "no target slid");
}

#[test]
fn an_undo_plays_the_move_backwards_in_a_tenth_of_a_second() {
    let mut player = at("moving-left", &[], 5, (80, 24));
    let expected = player.screen();
    player.press("1 8");
    run_animation(&mut player, |_| {});
    player.press("u");
    assert!(floating(&mut player) > 0);
    player.app.context.message = None;
    let duration = run_animation(&mut player, |_| {});
    assert!(duration <= SignedDuration::from_millis(133), "{duration}");
    player.app.context.message = None;
    player.press("home");
    assert_eq!(player.screen(), expected);
}

#[test]
fn a_deal_is_shown_when_its_introduction_closes() {
    let mut player = Player::at_the_menu((80, 24));
    let files = &mut player.app.context.profile.small_files;
    files.set_unseen_introductions(&larboard::variant::introduction_ids());
    player
        .app
        .context
        .change_settings(|settings| settings.choose(AnimationMode::On));
    player.press("enter");
    assert_eq!(floating(&mut player), 0);
    player.press("esc");
    assert!(floating(&mut player) > 0);
    run_animation(&mut player, |_| {});
    assert_eq!(floating(&mut player), 0);
}

#[test]
fn a_pair_of_cards_is_discarded_as_two_cards_side_by_side() {
    let mut player = at("single-left", &[("discards", "optional")], 7, (100, 30));
    while !player.legal().iter().any(|mv| mv == "middle") {
        let mv = player.legal().remove(0);
        player.make(&mv);
        run_animation(&mut player, |_| {});
    }
    player.make("middle");
    let mut widest = 0;
    run_animation(&mut player, |player| {
        let floating = &player.layout().floating_cards;
        if let [one, other] = &floating[..] {
            assert_ne!(super::shown_card(one), super::shown_card(other));
            widest = widest.max(one.area.x.abs_diff(other.area.x));
        }
    });
    assert!(widest >= 4, "the cards are {widest} columns apart");
}

#[test]
fn a_new_deal_is_animated_card_by_card() {
    for (game, options) in GAMES {
        let mut player = at(game, options, 7, (100, 30));
        player.press("R");
        let expected = final_screen(&mut player);
        let mut max = 0;
        let duration = run_animation(&mut player, |player| max = max.max(floating(player)));
        assert!(
            duration < SignedDuration::from_millis(800),
            "{game} duration {duration}"
        );
        assert!((2..40).contains(&max), "{game}: {max} at once");
        assert_eq!(player.screen(), expected);
    }
}

#[test]
fn a_winnable_deal_is_animated_once_it_is_found() {
    let mut player = at("moosehide", &[("layout", "classic")], 7, (100, 30));
    player
        .app
        .context
        .config
        .set_deal_source(DealSource::Random(Deals::Winnable));
    player.press("n");
    assert_eq!(floating(&mut player), 0);
    player.answer(Verdict::Winnable(Vec::new()));
    assert!(floating(&mut player) > 0);
    let expected = final_screen(&mut player);
    run_animation(&mut player, |_| {});
    assert_eq!(player.screen(), expected);
    player.press("down");
    assert_eq!(floating(&mut player), 0, "a key ends the animation");
}

#[test]
fn a_key_ends_the_animation_and_is_handled() {
    let mut player = at("moving-left", &[], 5, (80, 24));
    player.press("1 8");
    assert!(floating(&mut player) > 0);
    player.press("d");
    let moves = player.moves();
    assert_eq!(moves, ["t1-t8", "draw"]);
    assert_eq!(floating(&mut player), 1, "the card drawn");
    let mut player = at("moving-left", &[], 5, (80, 24));
    player.press("1 8 left");
    assert_eq!((floating(&mut player), player.app.deadline()), (0, None));
    player.press("u");
    assert_eq!((floating(&mut player), player.moves().len()), (1, 0));
}

#[test]
fn without_animations_there_is_no_deadline() {
    let mut player = Player::new("moving-left", 5);
    for keys in ["1 8", "d", "R", "n"] {
        player.press(keys);
        assert_eq!(
            (floating(&mut player), player.app.deadline()),
            (0, None),
            "{keys}"
        );
    }
}

#[test]
fn a_resize_ends_the_animation() {
    let mut player = at("oscillation", &[], 7, (80, 24));
    player.press("d");
    assert!(player.app.deadline().is_some());
    player.update(Action::Resize(60, 20), player.now);
    assert_eq!((floating(&mut player), player.app.deadline()), (0, None));
}

#[test]
fn a_replay_animates_its_moves() {
    let mut player = at("yakutat-bay", &[], 7, (80, 24));
    let mut random = numbers(3);
    player.play_by(|_| random(), 20).press("P");
    assert_eq!(player.app.mode(), Mode::Replay);
    player.press("right");
    assert!(floating(&mut player) > 0);
    player.press("end");
    player.now = Timestamp::from_second(1_000).expect("a time");
    player.update(Action::Tick, player.now);
    assert_eq!((floating(&mut player), player.app.deadline()), (0, None));
}

#[test]
fn the_last_representable_time_breaks_nothing() {
    for (game, options) in GAMES {
        let mut player = at(game, options, 7, (100, 30));
        let (last, before) = (Timestamp::MAX, player.moves().len());
        for action in [
            Action::Game(Command::Draw),
            Action::Game(Command::PlayForced),
            Action::Analyze,
            Action::NewDeal,
        ] {
            player.update(action, last);
            player.render();
            player.update(Action::Tick, last);
        }
        player.update(Action::Game(Command::Undo), last);
        let mv = player.legal()[0].clone();
        player.update(Action::EnterMove, last);
        for letter in mv.chars() {
            player.update(Action::InsertChar(letter), last);
        }
        player.update(Action::Select, last);
        player.update(Action::Tick, last);
        assert_eq!(floating(&mut player), 0, "{game}");
        assert!(player.moves().len() > before, "{game}");
    }
}
