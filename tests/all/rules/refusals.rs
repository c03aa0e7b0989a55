//! The reasons for which moves are refused, in `tests/data/refusals.txt`: for each game and each kind of reason, how
//! often it is given for the illegal moves of some positions, and an example with the piles of the move.
//! `WRITE_TEST_DATA=1 cargo test --test all refus` writes it anew; whether a reason is true can be read there.

use std::collections::BTreeMap;

use larboard::cards::Suit;
use larboard::rules::{Move, PileId, Status};

use crate::kept_files;
use crate::rules::naive::{Naive, shuffled_deck};
use crate::rules::players::{RANDOM_PLAYERS, Rng};
use crate::rules::random_tables::random_table;
use crate::rules::setup::Setup;

const OTHER_MOVES: [Move; 5] = [
    Move::Draw,
    Move::Deal,
    Move::DiscardMiddle,
    Move::DiscardAll,
    Move::Redeal,
];

/// Returns every transfer with some counts, and every other move.
fn moves() -> impl Iterator<Item = Move> {
    let pairs = PileId::all().flat_map(|from| PileId::all().map(move |to| (from, to)));
    let counts = [0, 1, 2, 255];
    let transfers =
        pairs.flat_map(move |(from, to)| counts.map(|count| Move::Transfer { from, to, count }));
    transfers.chain(OTHER_MOVES)
}

/// Returns positions of a game: its deal, positions reached in play, and random tables.
fn setups(naive: &Naive) -> Vec<Setup> {
    let mut setups = Vec::new();
    for seed in 0..2 {
        let mut rng = Rng::new(seed);
        let mut setup = Setup::deal(naive, &shuffled_deck(seed, naive.decks()));
        for _ in 0..seed * 40 {
            if !setup.legal.is_empty() {
                let attempt = RANDOM_PLAYERS[1].choose(&setup, &mut rng);
                setup.make(attempt);
            }
        }
        setups.push(Setup::from_position(naive, setup.position));
        for _ in 0..2 {
            setups.push(Setup::from_position(naive, random_table(naive, &mut rng)));
        }
    }
    setups.retain(|setup| setup.status() != Status::Won);
    setups
}

/// Returns the kind of a reason: its text without the cards, suits and numbers.
fn kind(reason: &str) -> String {
    let words = reason.split(' ').map(|word| {
        let bare = word.trim_end_matches([';', ',']);
        if bare.contains(['♣', '♦', '♥', '♠']) {
            "CARD"
        } else if bare.parse::<u8>().is_ok() {
            "N"
        } else if Suit::ALL.iter().any(|suit| suit.name() == bare) {
            "SUIT"
        } else {
            word
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Writes the piles of a move, or the hand and the stock, each with its last cards.
fn piles(setup: &Setup, mv: Move) -> String {
    let names = match mv {
        Move::Transfer { from, to, .. } => [from, to],
        _ => [PileId::HAND, PileId::STOCK],
    };
    let position = setup.position.to_string();
    let lines = position.lines().filter_map(|line| {
        let (name, cards) = line.split_once(':')?;
        let cards: Vec<&str> = cards.split_whitespace().collect();
        let top = cards[cards.len().saturating_sub(5)..].join(" ");
        let shown = match cards.len() {
            0 => "empty".to_owned(),
            1..=5 => top,
            _ => format!(".. {top}"),
        };
        let is_named = names.iter().any(|pile| pile.to_string() == name);
        is_named.then(|| format!("; {name}: {shown}"))
    });
    lines.collect()
}

#[test]
fn illegal_moves_are_refused_with_a_true_reason() {
    let mut lines = String::new();
    for naive in Naive::all() {
        let mut reasons: BTreeMap<String, (usize, String)> = BTreeMap::new();
        for setup in setups(&naive) {
            let legal = setup.legal_moves();
            for mv in moves().filter(|mv| !legal.contains(mv)) {
                let reason = setup.rules.explain_illegal(&setup.table, mv);
                let example = || (0, format!("{mv}: {reason}{}", piles(&setup, mv)));
                reasons.entry(reason.clone()).or_insert_with(example).0 += 1;
            }
        }
        let mut kinds: BTreeMap<String, (usize, String)> = BTreeMap::new();
        for (reason, (count, example)) in reasons {
            kinds.entry(kind(&reason)).or_insert((0, example)).0 += count;
        }
        lines += &format!("\n{}\n", naive.title());
        for (count, example) in kinds.values() {
            lines += &format!("{count:>7} {example}\n");
        }
    }
    kept_files::assert_frozen("tests/data/refusals.txt", &lines);
}
