//! Transcripts of the table, in `tests/data/front_end/`: `$` and a deal in a window of 80x24; `>` and keys, and after
//! it what they change: the message, the moves made, the pile with the cursor, and what the keys mean now.
//! `>` alone shows the row of keys. `INSTA_UPDATE=always cargo test --test all front_end::` writes all anew.

use super::Player;
use crate::transcripts;

/// What the keys of a line can change.
#[derive(PartialEq)]
struct State {
    moves: String,
    cursor: String,
    mode: String,
}

impl State {
    fn of(player: &Player) -> State {
        State {
            moves: format!("moves: {}", player.moves().join(" "))
                .trim_end()
                .to_owned(),
            cursor: format!("cursor: {}", player.table().input().cursor().pile),
            mode: format!("mode: {:?}", player.app.mode()),
        }
    }
}

fn answer(player: &mut Player, keys: &str) -> String {
    if keys.is_empty() {
        return player.key_row();
    }
    let before = State::of(player);
    player.press(keys);
    let after = State::of(player);
    let message = player.message().to_owned();
    let mut lines = Vec::from_iter((!message.is_empty()).then_some(message));
    for (before, after) in [
        (before.moves, after.moves),
        (before.cursor, after.cursor),
        (before.mode, after.mode),
    ] {
        lines.extend((before != after).then_some(after));
    }
    lines.join("\n")
}

fn assert_transcript(name: &str) {
    transcripts::assert_current(
        &format!("tests/data/front_end/{name}.txt"),
        |deal, keys, _| {
            let mut player = Player::with_game(transcripts::deal(deal), (80, 24));
            let answers = keys.iter().map(|keys| answer(&mut player, keys));
            (String::new(), answers.collect())
        },
    );
}

#[test]
fn keys_name_piles_select_cards_and_move_them() {
    assert_transcript("moves");
}

#[test]
fn keys_that_can_do_nothing_say_why_and_change_nothing() {
    assert_transcript("refusals");
}

#[test]
fn the_row_of_keys_shows_only_those_that_can_be_used() {
    assert_transcript("key-row");
}
