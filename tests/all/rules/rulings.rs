//! Rulings and edge cases of the rules, in `tests/data/rulings/`: `$`, a game with its options that are not defaults and a table, on which
//! piles that are not named are empty; `>` and moves, and whether each is legal, or why it is not. `play` makes a move:
//! the piles that it changes. `moves` are all that are legal, `home` those that are made by themselves. What is said of
//! several values of an option, `a|b`, is said of each.

use crate::rules::naive::Naive;
use crate::rules::setup::{Setup, read_move, read_position};
use crate::transcripts;

/// Sets up a table as a line describes it, once for each of the values of an option.
fn set_up(start: &str) -> Vec<Setup> {
    let (game, piles) = start.split_once("; ").expect(start);
    let piles = piles.replace("; ", "\n");
    let games = Naive::all()
        .into_iter()
        .filter(|naive| naive.has_title(game));
    let set_up = |naive| Setup::from_position(&naive, read_position(&naive, &piles));
    games.map(set_up).collect()
}

/// Says what the game says of a line.
fn answer(setup: &mut Setup, line: &str) -> String {
    let text = |moves: Vec<String>| {
        if moves.is_empty() {
            "none".to_owned()
        } else {
            moves.join(" ")
        }
    };
    let legal = setup.legal_moves();
    match line.split_once(' ') {
        None if line == "moves" => text(legal.iter().map(ToString::to_string).collect()),
        None if line == "home" => {
            let is_safe = |mv| setup.rules.is_safe_autoplay(&setup.table, mv);
            let safe = legal.into_iter().filter(|&mv| is_safe(mv));
            text(safe.map(|mv| mv.to_string()).collect())
        }
        None if line == "status" => setup.status().as_str().to_owned(),
        Some(("play", mv)) => {
            let before = setup.position.to_string();
            let attempt = setup.legal.iter().find(|attempt| attempt.to_string() == mv);
            setup.make(*attempt.expect(mv));
            let after = setup.position.to_string();
            let piles = before.lines().zip(after.lines());
            let changed = piles.filter(|(before, after)| before != after);
            Vec::from_iter(changed.map(|(_, pile)| pile)).join("; ")
        }
        _ => {
            let mut said = Vec::from_iter(line.split(' ').map(|mv| match read_move(mv) {
                mv if legal.contains(&mv) => "legal".to_owned(),
                mv => setup.rules.explain_illegal(&setup.table, mv),
            }));
            said.dedup();
            said.join("\n")
        }
    }
}

/// Plays what is under a heading.
pub(crate) fn assert_ruling(name: &str, ruling: &str) {
    transcripts::assert_current(name, ruling, |start, typed| {
        let answers = |mut setup| typed.iter().map(|line| answer(&mut setup, line)).collect();
        let mut said: Vec<Vec<String>> = set_up(start).into_iter().map(answers).collect();
        said.dedup();
        assert_eq!(said.len(), 1, "{start}: {said:?}");
        (String::new(), said.remove(0))
    });
}
