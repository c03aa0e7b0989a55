//! What a player is told about a card that does not move, or about a command that does nothing.

use jiff::Timestamp;
use larboard::rules::PileId;
use larboard::session::{Command, CommandOutcome, Refusal, Session};
use larboard::storage::settings::Settings;

use crate::games;

fn refusal(game: &str, seed: u64, command: Command) -> Refusal {
    let now = Timestamp::UNIX_EPOCH;
    let mut session = Session::deal(games::variant(game, &[]), seed, now);
    match session.execute(command, &Settings::default(), now) {
        CommandOutcome::Refused(refusal) => refusal,
        other => panic!("{game} {seed}: {other:?}"),
    }
}

#[test]
fn a_card_that_does_not_move_is_named_with_the_reason() {
    for (game, seed, pile, count, text) in [
        ("yakutat-bay", 7, 3, Some(2), "A♣ is covered by 1 card"),
        ("yakutat-bay", 7, 2, Some(5), "5♣ has nowhere to go"),
        ("moving-left", 42, 5, None, "8♥ has nowhere to go"),
        ("moving-left", 2, 7, None, "Several piles fit; choose one"),
    ] {
        let from = PileId::tableau(pile - 1);
        let refusal = refusal(game, seed, Command::AutoMove { from, count });
        assert_eq!(refusal.to_string(), text, "{game} {seed}");
    }
}

#[test]
fn sending_all_safe_cards_home_says_whether_any_card_can_go() {
    for (game, seed, text) in [
        ("moving-left", 42, "Nothing is sure to be safe"),
        ("yakutat-bay", 42, "No card can go home yet"),
    ] {
        let refusal = refusal(game, seed, Command::SafeHome);
        assert_starts_with!(refusal.to_string(), text);
    }
}

#[test]
fn commands_that_have_nothing_to_do_say_so() {
    for (game, command, text) in [
        ("moosehide", Command::Undo, "This is the start of the game"),
        ("moosehide", Command::Redo, "Nothing to redo"),
        (
            "moosehide",
            Command::Finish,
            "Can't finish automatically yet",
        ),
        (
            "moosehide",
            Command::UndoToWinnable,
            "This may still be winnable",
        ),
        (
            "moosehide",
            Command::Discard,
            "Only for games played in the hand",
        ),
    ] {
        assert_eq!(refusal(game, 42, command).to_string(), text);
    }
}
