//! The session shared by both user interfaces: commands, clock, searches, typed moves.

use jiff::{SignedDuration, Timestamp};
use larboard::game::Game;
use larboard::hint::HintReason;
use larboard::player::Advice;
use larboard::rules::Move;
use larboard::session::{
    Answer, Command, CommandOutcome, Found, MoveInput, MoveInputError, Refusal, Session,
    parse_move, text,
};
use larboard::solver::{SolveResult, Tally, Verdict};
use larboard::storage::settings::{HintKind, Settings, parse};

use crate::games;

const NOW: Timestamp = Timestamp::UNIX_EPOCH;

fn session(game: &str, seed: u64) -> Session {
    games::session(games::variant(game, &[]), seed, NOW)
}

fn execute(session: &mut Session, command: Command) -> CommandOutcome {
    session.execute(command, &Settings::default(), NOW)
}

/// The settings of hints that are found by the cards that the player has seen.
fn fair() -> Settings {
    let mut settings = Settings::default();
    settings.choose(HintKind::Fair);
    settings
}

fn fair_hint(session: &mut Session) -> CommandOutcome {
    session.execute(Command::Hint, &fair(), NOW)
}

fn at(seconds: i64) -> Timestamp {
    NOW + SignedDuration::from_secs(seconds)
}

#[test]
fn the_clock_counts_whole_seconds_while_it_runs_and_never_backwards() {
    let mut session = session("moving-left", 42);
    session.set_clock_running(true, at(10));
    session.advance_clock(at(10) + SignedDuration::from_millis(700));
    session.advance_clock(at(11) + SignedDuration::from_millis(400));
    assert_eq!(session.played().header.seconds, 1);
    session.advance_clock(at(5));
    assert_eq!(session.played().header.seconds, 1);
    session.set_clock_running(false, at(6));
    session.advance_clock(at(100));
    assert_eq!(session.played().header.seconds, 1);
    execute(&mut session, Command::Draw);
    execute(&mut session, Command::GiveUp);
    session.set_clock_running(true, at(100));
    session.advance_clock(at(200));
    assert_eq!(session.played().header.seconds, 1, "the game is over");
}

#[test]
fn a_requested_search_uses_256_mib_or_what_the_setting_allows() {
    let (settings, errors) = parse("analysis-memory = 1024");
    assert_eq!(errors, []);
    for (settings, memory) in [(Settings::default(), 256 << 20), (settings, 1 << 30)] {
        let mut game = session("moving-left", 42);
        game.request_verdict(false, &settings, NOW);
        let request = game.search_request(&settings, false).expect("a search");
        assert_eq!(request.budget.memory, memory);
        let mut game = session("moving-left", 42);
        execute(&mut game, Command::Draw);
        execute(&mut game, Command::GiveUp);
        game.request_verdict(false, &settings, NOW);
        let request = game.search_request(&settings, true).expect("a search");
        assert_eq!(games::task(&request), "review");
        assert_eq!(request.budget.memory, memory);
    }
}

/// What the command of a line does, or the moves among which the line leaves a choice.
fn typed(session: &Session, line: &str) -> Vec<Move> {
    let parsed = parse_move(session.game(), line);
    match parsed {
        Ok(MoveInput::Command(command)) => {
            let mut session = session.clone();
            match execute(&mut session, command) {
                CommandOutcome::Played(turn) => vec![turn.mv],
                CommandOutcome::ChooseFoundation(moves) => moves.to_vec(),
                other => panic!("{line}: {other:?}"),
            }
        }
        Err(MoveInputError::Ambiguous(moves)) => moves,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn every_legal_move_can_be_typed_by_its_cards() {
    let (mut named, mut chosen) = (0, 0);
    for (id, seed) in [
        ("moving-left", 42),
        ("moosehide", 3),
        ("yakutat-bay", 3),
        ("oscillation", 3),
    ] {
        let mut session = session(id, seed);
        for step in 0..40 {
            let (game, table) = (session.game(), session.game().table());
            let legal = game.legal_moves();
            for &mv in &legal {
                let Move::Transfer { from, to, count } = mv else {
                    continue;
                };
                let pile = table.pile(from);
                let card = pile[pile.len() - usize::from(count)];
                let target = match table.top(to) {
                    Some(top) => top.code().to_string(),
                    None => to.to_string(),
                };
                for line in [
                    format!("{} {from} {target}", card.code()),
                    format!("{} {target}", card.code()),
                ] {
                    let moves = typed(&session, &line);
                    assert!(moves.contains(&mv), "{line}: {moves:?}");
                    named += 1;
                    chosen += usize::from(moves.len() > 1);
                }
            }
            let Some(&next) = legal.get(step * 7 % legal.len().max(1)) else {
                break;
            };
            execute(&mut session, Command::Move(next));
        }
    }
    assert!(named > 500 && chosen > 10, "{named} {chosen}");
}

#[test]
fn odds_are_one_figure_or_too_early_to_say() {
    for (won, lost, unknown, share) in [
        (0, 0, 36, None),
        (6, 0, 0, None),
        (3, 6, 9, None),
        (4, 6, 9, Some("4 of 10")),
        (40, 60, 0, Some("About 40 of 100")),
        (8, 72, 20, Some("About 10 of 100")),
        (0, 80, 20, Some("About 0 of 100")),
    ] {
        let odds = Tally { won, lost, unknown };
        let decided = won + lost;
        let expected = match share {
            Some(share) => format!("{share} deals that look like this can be won"),
            None => format!("Too early to say: {decided} of 10 deals like this are decided"),
        };
        assert_eq!(text::odds(odds, false, 20), expected);
        let ended = text::odds(odds, true, 20);
        let found = "3 of the 9 deals like this that were decided can be won; 9 were not decided";
        assert_eq!(ended == expected, share.is_some());
        assert_eq!(ended == found, won == 3);
    }
}

/// A report that says how many of 40 sample deals are won after a move, and after the next best one.
fn report((mv, won): (Move, u64), (next, next_won): (Move, u64)) -> Advice {
    let tally = |won| Tally {
        won,
        lost: 40 - won,
        unknown: 0,
    };
    Advice {
        tally: tally(won),
        next_best: Some((vec![next], tally(next_won))),
        is_complete: false,
        ..games::advice(vec![mv], HintReason::WinsMostSamples)
    }
}

#[test]
fn a_shown_hint_stays_whatever_is_found_later() {
    let rules = games::variant("moosehide", &[("layout", "classic")]);
    let mut session = games::session(rules, 3, NOW);
    let [one, other] = [0, 1].map(|n| session.game().legal_moves()[n]);
    assert_eq!(
        fair_hint(&mut session),
        CommandOutcome::Refused(Refusal::NoHintYet)
    );
    let mut answer = |found: Advice| games::record(&mut session, Found::Advice(found));
    let too_early = Advice {
        moves: Vec::new(),
        ..report((one, 0), (other, 0))
    };
    assert_eq!(answer(too_early), None);
    let found = report((one, 36), (other, 20));
    assert_eq!(answer(found), Some(Answer::Hint));
    let CommandOutcome::Hint(first) = fair_hint(&mut session) else {
        panic!("a hint");
    };
    assert_eq!(first.mv, one);
    assert_ends_with!(first.purpose, ", 90 % against 50 %");
    games::record(&mut session, Found::Advice(report((other, 36), (one, 20))));
    let CommandOutcome::Hint(next) = fair_hint(&mut session) else {
        panic!("a hint");
    };
    assert_eq!(next.index, 1);
    assert_eq!(session.played().header.hints, 2);
}

/// Returns a legal move, and another one that takes it back.
fn move_and_reversal(game: &Game) -> Option<(Move, Move)> {
    game.legal_moves().into_iter().find_map(|mv| {
        let mut away = game.clone();
        away.play(mv).expect("a legal move");
        let moves = away.legal_moves();
        let is_back = |&back: &Move| {
            let mut home = away.clone();
            home.play(back).expect("a legal move");
            home.table() == game.table()
        };
        Some((mv, moves.into_iter().find(is_back)?))
    })
}

#[test]
fn no_hint_leads_back_to_a_position_of_the_game() {
    let rules = games::variant("yakutat-bay", &[]);
    let mut session = games::session(rules, 2, NOW);
    let (away, back) = loop {
        if let Some(pair) = move_and_reversal(session.game()) {
            break pair;
        }
        let next = session.game().legal_moves()[0];
        execute(&mut session, Command::Move(next));
    };
    execute(&mut session, Command::Move(away));
    let other = session.game().legal_moves();
    let other = other.into_iter().find(|&mv| mv != back).expect("a move");
    fair_hint(&mut session);
    let advice = Advice {
        is_complete: true,
        ..report((back, 30), (other, 10))
    };
    games::record(&mut session, Found::Advice(advice));
    let CommandOutcome::Hint(given) = fair_hint(&mut session) else {
        panic!("a hint");
    };
    assert_eq!(given.mv, other);
}

#[test]
fn a_plan_that_is_followed_gives_the_next_hint_at_once() {
    let mut session = session("yakutat-bay", 2);
    let first = session.game().legal_moves()[0];
    let mut after = session.game().clone();
    after.play(first).expect("a legal move");
    let second = after.legal_moves().into_iter().next_back();
    let plan = vec![first, second.expect("a move")];
    fair_hint(&mut session);
    let advice = games::advice(plan.clone(), HintReason::WinsMostSamples);
    games::record(&mut session, Found::Advice(advice));
    for mv in plan {
        let CommandOutcome::Hint(given) = fair_hint(&mut session) else {
            panic!("a hint");
        };
        assert_eq!(given.mv, mv);
        execute(&mut session, Command::Move(mv));
    }
    let next = fair_hint(&mut session);
    assert_eq!(next, CommandOutcome::Refused(Refusal::NoHintYet));
}

#[test]
fn odds_and_a_loss_that_are_shown_unasked_count_as_help() {
    let mut session = session("moosehide", 1);
    let asked = |session: &Session| session.played().header.asked;
    let (settings, errors) = parse("show-odds = true");
    assert_eq!(errors, []);
    let mv = session.game().legal_moves()[0];
    session.execute(Command::Move(mv), &settings, NOW);
    assert_eq!(asked(&session), Some(0), "no odds are known");
    let odds = Tally {
        won: 6,
        lost: 4,
        unknown: 0,
    };
    let advice = Advice {
        odds: Some(odds),
        ..games::advice(Vec::new(), HintReason::GetsFurthest)
    };
    games::record(&mut session, Found::Advice(advice));
    for _ in 0..2 {
        session.tell_shown_odds(&settings);
        assert_eq!(asked(&session), Some(1), "told once");
    }
    let lost = SolveResult {
        verdict: Verdict::Unwinnable,
        positions: 1,
    };
    games::record(&mut session, Found::Finished(lost));
    assert!(session.announce_loss());
    execute(&mut session, Command::Undo);
    assert_eq!(asked(&session), Some(2));
}
