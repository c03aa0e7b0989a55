//! The session shared by both user interfaces: commands, clock, searches, typed moves.

use jiff::{SignedDuration, Timestamp};
use larboard::hint::HintReason;
use larboard::player::Advice;
use larboard::rules::{Move, PileId};
use larboard::session::{
    Command, CommandOutcome, MoveInput, MoveInputError, PendingVerdict, Purpose, Question, Refusal,
    Session, VerdictResponse, parse_move, text,
};
use larboard::solver::{Budget, CancelToken, SolveResult, Tally, Verdict};
use larboard::storage::settings::{Settings, parse};

use crate::games;

const NOW: Timestamp = Timestamp::UNIX_EPOCH;

fn session(game: &str, seed: u64) -> Session {
    Session::deal(games::variant(game, &[]), seed, NOW)
}

fn execute(session: &mut Session, command: Command) -> CommandOutcome {
    session.execute(command, &Settings::default(), NOW)
}

fn at(seconds: i64) -> Timestamp {
    NOW + SignedDuration::from_secs(seconds)
}

/// Records a verdict as the result of the requested search.
fn record_verdict(session: &mut Session, verdict: Verdict) -> Option<PendingVerdict> {
    let request = session
        .search_request(&Settings::default(), true)
        .expect("request");
    let positions = 1;
    session.record_search_result(&request, &SolveResult { verdict, positions })
}

#[test]
fn a_transfer_without_a_count_takes_the_longest_run() {
    let mut session = session("yakutat-bay", 7);
    let (from, to) = (PileId::tableau(1), PileId::tableau(2));
    let count = None;
    let CommandOutcome::Played(turn) = execute(&mut session, Command::Transfer { from, to, count })
    else {
        panic!("a legal move");
    };
    assert_eq!(turn.mv.to_string(), "t2-t3x4");
    assert_eq!(session.game().moves().len(), 1);
}

#[test]
fn the_clock_counts_whole_seconds_while_it_runs_and_never_backwards() {
    let mut session = session("moving-left", 42);
    session.set_clock_running(true, at(10));
    session.advance_clock(at(10) + SignedDuration::from_millis(700));
    session.advance_clock(at(11) + SignedDuration::from_millis(400));
    assert_eq!(session.played().seconds, 1);
    session.advance_clock(at(5));
    assert_eq!(session.played().seconds, 1);
    session.set_clock_running(false, at(6));
    session.advance_clock(at(100));
    assert_eq!(session.played().seconds, 1);
    execute(&mut session, Command::GiveUp);
    session.set_clock_running(true, at(100));
    session.advance_clock(at(200));
    assert_eq!(session.played().seconds, 1, "the game is over");
}

#[test]
fn undo_to_winnable_goes_to_the_last_position_proven_winnable() {
    let mut session = session("moving-left", 42);
    let legal = session.game().legal_moves();
    let (winning, losing) = (legal[0], legal[1]);
    execute(&mut session, Command::Move(losing));
    record_verdict(&mut session, Verdict::Unwinnable);
    assert!(session.announce_loss());
    assert!(!session.announce_loss(), "announced already");
    let refused = CommandOutcome::Refused(Refusal::NoWinnableKnown);
    assert_eq!(execute(&mut session, Command::UndoToWinnable), refused);
    execute(&mut session, Command::Undo);
    record_verdict(&mut session, Verdict::Winnable(vec![winning]));
    execute(&mut session, Command::Redo);
    assert!(session.announce_loss(), "announced again after an undo");
    let outcome = execute(&mut session, Command::UndoToWinnable);
    assert_eq!(outcome, CommandOutcome::BackAtWinnable(0));
    assert_eq!(session.winning_line(), Some(&[winning][..]));
}

#[test]
fn a_requested_verdict_replaces_the_background_search() {
    let mut session = session("moving-left", 42);
    let kind = |session: &Session| {
        let request = session.search_request(&Settings::default(), true);
        request.map(|request| request.purpose)
    };
    assert_eq!(kind(&session), Some(Purpose::Warning));
    let response = session.request_verdict(false, &Settings::default(), NOW);
    assert_eq!(response, VerdictResponse::Searching);
    session.request_verdict(true, &Settings::default(), NOW);
    assert_eq!(kind(&session), Some(Purpose::Verdict));
    let answered = record_verdict(&mut session, Verdict::Unknown);
    assert!(answered.is_some_and(|search| search.show_solution));
    session.request_verdict(false, &Settings::default(), NOW);
    assert!(session.cancel_search());
    assert_eq!(kind(&session), None, "a shorter search is not repeated");
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
        execute(&mut game, Command::GiveUp);
        game.request_verdict(false, &settings, NOW);
        let request = game.search_request(&settings, true).expect("a search");
        assert_eq!(request.purpose, Purpose::Review);
        assert_eq!(request.budget.memory, memory);
    }
}

/// What the command of a line does, or the moves among which the line leaves a choice.
fn typed(session: &Session, line: &str) -> Vec<Move> {
    let parsed = parse_move(session.game(), line);
    match parsed {
        Ok(Some(MoveInput::Command(command))) => {
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
                    Some(top) => top.name(),
                    None => to.to_string(),
                };
                for line in [
                    format!("{} {from} {target}", card.code()),
                    format!("{} to {target}", card.name()),
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
fn restarting_a_deal_keeps_the_count_of_moves_that_the_solver_showed() {
    let mut played = session("moosehide", 1).into_played();
    played.solver_moves_shown = 3;
    let restarted = Session::unsaved(played).restart(NOW);
    assert_eq!(restarted.played().solver_moves_shown, 3);
}

#[test]
fn a_win_that_the_fair_player_finds_is_not_shown_by_the_solver() {
    let rules = games::variant("moosehide", &[("layout", "classic")]);
    let mut session = Session::deal(rules.clone(), 3, NOW);
    let budget = Budget {
        positions: None,
        time: None,
        memory: 64 << 20,
    };
    let table = session.game().table().clone();
    let result = rules.solve(&table, &budget, &CancelToken::default(), &mut |_| {});
    let Verdict::Winnable(moves) = &result.verdict else {
        panic!("a winnable deal");
    };
    let advice = Advice {
        moves: moves.clone(),
        reason: HintReason::ProvenWin,
        tally: Tally::default(),
        next_best: None,
        odds: None,
        is_complete: true,
        is_continued: false,
    };
    // In the background the solver has found a line too.
    record_verdict(&mut session, result.verdict);
    session.request_advice(Question::Hint);
    session.record_advice(advice);
    let CommandOutcome::Hint(given) = execute(&mut session, Command::Hint) else {
        panic!("a hint");
    };
    assert_eq!(given.hint.reason, HintReason::ProvenWin);
    let played = session.played();
    assert_eq!((played.hints, played.solver_moves_shown), (1, 0));
}

#[test]
fn odds_of_which_nothing_is_known_are_not_given_as_a_range() {
    let odds = Tally {
        won: 0,
        lost: 0,
        unknown: 36,
    };
    let expected = "The odds are not known: none of 36 samples could be decided";
    assert_eq!(text::odds(odds, 20), expected);
}
