//! Hints of whole games: those that keep the win, and those by the cards that the player has seen.

use jiff::Timestamp;
use larboard::difficulty::GradedDeals;
use larboard::game::Game;
use larboard::hint::HintReason;
use larboard::record::GameOutcome;
use larboard::record::{KeptLine, PlayedGame, Record};
use larboard::review::{Judgment, Reviewer};
use larboard::rules::Move;
use larboard::session::{
    Command, CommandOutcome, Found, GivenHint, Refusal, SearchReply, Session, Task, text,
};
use larboard::solver::{CancelToken, SolveResult, Verdict};
use larboard::storage::settings::{HintKind, Setting, Settings};

use crate::fair_player::with_other_hidden_cards;
use crate::{games, transcripts};

const NOW: Timestamp = Timestamp::UNIX_EPOCH;

/// Positions searched for each hint.
const POSITIONS: u64 = 20_000;

/// A player who asks for hints.
struct Player {
    session: Session,
    settings: Settings,
}

impl Player {
    fn new(session: Session) -> Player {
        Player {
            session,
            settings: Settings::default(),
        }
    }

    /// Starts the first deal from a seed on that can be won.
    fn of_winnable_deal(id: &str, options: &[(&str, &str)], seed: u64) -> Player {
        let rules = games::variant(id, options);
        let deals = (seed..).map(|seed| Game::new(rules.clone(), seed));
        let mut winnable = deals.filter_map(|game| {
            let verdict = games::solve(&game, &games::budget(200_000, 16 << 20)).verdict;
            let mut played = PlayedGame::new(game);
            played.line = verdict.line().map(|moves| KeptLine {
                after: 0,
                moves: moves.clone(),
            });
            played.line.is_some().then(|| Session::start(played, NOW))
        });
        Player::new(winnable.next().expect("a winnable deal"))
    }

    fn with_fair_hints(mut self) -> Player {
        self.settings.choose(HintKind::Fair);
        self
    }

    fn with_autoplay(mut self) -> Player {
        self.settings.set(Setting::Autoplay, true);
        self
    }

    fn execute(&mut self, command: Command) -> CommandOutcome {
        self.session.execute(command, &self.settings, NOW)
    }

    /// Asks for a hint, and runs the search that it needs with a budget that gives the same hints on every
    /// machine.
    fn ask(&mut self) -> CommandOutcome {
        let outcome = self.execute(Command::Hint);
        if outcome != CommandOutcome::Refused(Refusal::NoHintYet) {
            return outcome;
        }
        if let Some(mut request) = self.session.search_request(&self.settings, false) {
            let budget = games::budget(POSITIONS, 5 << 20);
            request.budget = budget;
            if let Task::Hint { line_budget, .. } = &mut request.task {
                *line_budget = line_budget.map(|_| games::budget(10 * POSITIONS, 16 << 20));
            }
            request.run(&CancelToken::default(), &mut |found| {
                let request = request.clone();
                self.session.record(&SearchReply { request, found });
            });
        }
        self.execute(Command::Hint)
    }

    fn hint(&mut self) -> GivenHint {
        match self.ask() {
            CommandOutcome::Hint(given) => given,
            other => panic!(
                "{other:?} after {} moves",
                self.session.game().moves().len()
            ),
        }
    }

    /// Follows a hint, which brings a known win nearer.
    fn follow_hint(&mut self) {
        let given = self.hint();
        let known = |player: &Player| Some(player.session.winning_line()?.len());
        let before = known(self);
        let outcome = self.execute(Command::Move(given.mv));
        assert!(matches!(outcome, CommandOutcome::Played(_)), "{outcome:?}");
        let is_nearer = before.is_none_or(|before| known(self).is_some_and(|after| after < before));
        assert!(is_nearer, "{before:?}, {:?}", known(self));
    }

    /// Whether a win is found after a move.
    fn keeps_win(&self, mv: Move) -> bool {
        let mut after = self.session.game().clone();
        after.play(mv).expect("a legal move");
        let verdict = games::solve(&after, &games::budget(10 * POSITIONS, 16 << 20)).verdict;
        matches!(verdict, Verdict::Winnable(_))
    }

    /// Makes the last legal move after which a win is found.
    fn make_own_move(&mut self) {
        let legal = self.session.game().legal_moves();
        let own = legal.into_iter().rev().find(|&mv| self.keeps_win(mv));
        if let Some(mv) = own {
            self.execute(Command::Move(mv));
        }
    }

    /// Saves and resumes the game.
    fn resume(&mut self) {
        self.session = resumed(&saved_record(&self.session));
    }

    /// Lets the search that is wanted find out that no win is left.
    fn find_the_position_lost(&mut self) {
        let (verdict, positions) = (Verdict::Unwinnable, 1);
        let lost = SolveResult { verdict, positions };
        games::record(&mut self.session, Found::Finished(lost));
    }

    fn finish_by_hints(&mut self) {
        for _ in 0..600 {
            if self.session.is_over() {
                break;
            }
            self.follow_hint();
        }
        assert_eq!(self.session.outcome(), GameOutcome::Won);
    }
}

/// Returns the winning line that is saved with the game.
fn line_to_keep(session: &Session) -> Option<KeptLine> {
    session.line_to_keep()
}

/// Returns the text of the saved game.
fn saved_record(session: &Session) -> String {
    let played = PlayedGame {
        line: line_to_keep(session),
        ..session.played().clone()
    };
    Record::for_save(&played).to_string()
}

fn resumed(text: &str) -> Session {
    let record = Record::from_slice(text.as_bytes()).expect("a record");
    Session::open(record.to_played_game().expect("a game"))
}

/// Games in which hints lead to a win.
const KINDS: [(&str, &[(&str, &str)]); 4] = [
    ("yakutat-bay", &[]),
    ("moosehide", &[]),
    ("single-left", &[("style", "warfield")]),
    ("single-left", &[("discards", "optional")]),
];

#[test]
fn hints_keep_a_win_from_the_deal_on_after_own_moves_and_resuming_and_win_at_the_end() {
    for (id, options) in KINDS {
        for has_autoplay in [false, true] {
            let mut player = Player::of_winnable_deal(id, options, 20);
            player.settings.set(Setting::Autoplay, has_autoplay);
            player.follow_hint();
            player.make_own_move();
            player.resume();
            player.follow_hint();
            // The moves between are those of the line that is known.
            while let Some(line) = player.session.winning_line().filter(|line| line.len() > 16) {
                let mv = line[0];
                player.execute(Command::Move(mv));
            }
            player.make_own_move();
            player.resume();
            player.finish_by_hints();
        }
    }
}

#[test]
#[ignore = "takes minutes: follows hints through whole deals"]
fn hints_win_a_winnable_deal_also_after_own_moves_and_resuming() {
    for (id, options) in KINDS {
        Player::of_winnable_deal(id, options, 10).finish_by_hints();
        let player = Player::of_winnable_deal(id, options, 30);
        player.with_autoplay().finish_by_hints();
        let mut player = Player::of_winnable_deal(id, options, 20);
        for _ in 0..8 {
            player.follow_hint();
            player.follow_hint();
            player.make_own_move();
            player.resume();
        }
        player.finish_by_hints();
    }
}

/// Follows the winning line that is known once a hint was asked for, with autoplay.
fn play_the_known_line(id: &str, options: &[(&str, &str)], seed: u64) {
    let mut player = Player::of_winnable_deal(id, options, seed).with_autoplay();
    player.hint();
    let line = player.session.winning_line();
    let line = line.expect("a line").to_vec();
    let (mut turns, mut left) = (0, &line[..]);
    while let Some(&mv) = left.first() {
        let before = player.session.game().moves().len();
        player.execute(Command::Move(mv));
        let made: Vec<Move> = player.session.game().moves().skip(before).collect();
        let rest = left.strip_prefix(&made[..]);
        assert!(rest.is_some(), "{id} {seed}: {made:?} for {left:?}");
        left = rest.unwrap_or_default();
        turns += 1;
    }
    assert_eq!(player.session.outcome(), GameOutcome::Won);
    assert!(
        turns < line.len(),
        "{id} {seed}: nothing went home by itself"
    );
}

#[test]
fn a_known_win_is_the_game_that_is_played_with_autoplay() {
    play_the_known_line("moving-left", &[], 40);
    play_the_known_line("moving-left", &[], 340);
    play_the_known_line("yakutat-bay", &[], 40);
    play_the_known_line("single-left", &[("style", "warfield")], 40);
    play_the_known_line("moosehide", &[("layout", "classic")], 40);
}

#[test]
#[ignore = "takes a minute: plays whole deals"]
fn known_wins_of_moving_left_are_the_games_that_are_played_with_autoplay() {
    for seed in (140..=1_040).step_by(100) {
        play_the_known_line("moving-left", &[], seed);
    }
}

#[test]
fn hints_that_follow_one_plan_say_where_it_stands() {
    let mut player = Player::of_winnable_deal("yakutat-bay", &[], 20);
    let (mut before, mut followed) = (0, 0);
    for _ in 0..20 {
        let given = player.hint();
        let place = given.step.map_or(1, |(place, _)| place);
        if let Some((place, len)) = given.step {
            assert!(
                place == before + 1 && place <= len,
                "{place} after {before}"
            );
            let said = text::hint(&given, "a move");
            assert!(
                said.contains(&format!(": {place} of {len}: a move")),
                "{said}"
            );
            followed += 1;
        }
        before = place;
        player.execute(Command::Move(given.mv));
    }
    assert!(followed > 0, "no plan of several hints");
}

#[test]
fn hints_win_the_end_of_a_deal_of_two_decks() {
    let mut player = Player::of_winnable_deal("oscillation", &[], 10);
    let line = line_to_keep(&player.session).expect("a line").moves;
    for &mv in &line[..line.len() - 16] {
        player.execute(Command::Move(mv));
    }
    player.finish_by_hints();
}

#[test]
fn the_kept_line_follows_the_game_and_comes_back_by_an_undo() {
    let mut player = Player::of_winnable_deal("moosehide", &[("layout", "classic")], 1);
    let line = line_to_keep(&player.session).expect("a line");
    assert_eq!(line.after, 0);
    for &mv in &line.moves[..5] {
        player.execute(Command::Move(mv));
    }
    player.resume();
    let kept = line_to_keep(&player.session).expect("a line");
    assert_eq!((kept.after, &kept.moves[..]), (5, &line.moves[5..]));
    let legal = player.session.game().legal_moves();
    let other = legal.into_iter().find(|mv| *mv != line.moves[5]);
    player.execute(Command::Move(other.expect("another move")));
    player.resume();
    assert_eq!(
        line_to_keep(&player.session),
        Some(kept),
        "where it was left"
    );
    player.execute(Command::Undo);
    assert_eq!(player.session.winning_line(), Some(&line.moves[5..]));
}

#[test]
fn a_line_that_does_not_win_is_ignored() {
    let player = Player::of_winnable_deal("moosehide", &[("layout", "classic")], 1);
    let line = line_to_keep(&player.session).expect("a line");
    let illegal = KeptLine {
        moves: vec![Move::Draw; 3],
        ..line.clone()
    };
    let later = KeptLine {
        after: usize::MAX,
        ..line.clone()
    };
    let cut = KeptLine {
        moves: line.moves[..9].to_vec(),
        ..line
    };
    for line in [illegal, later, cut] {
        let mut played = player.session.played().clone();
        played.line = Some(line);
        let record = Record::for_save(&played).to_string();
        assert_eq!(resumed(&record).winning_line(), None);
    }
    let record = saved_record(&player.session);
    let (start, _) = record.split_once("\"line\": ").expect("a line");
    for line in [
        "7",
        "[]",
        "{}",
        "{\"after\": -1}",
        "{\"after\": 0, \"moves\": [\"x\", 2]}",
        "null",
    ] {
        let text = format!("{start}\"line\": {line}, \"parent\": null}}");
        assert_eq!(resumed(&text).winning_line(), None, "{line}");
    }
    let exported = Record::from_played_game(player.session.played());
    assert!(!exported.to_string().contains("\"line\""));
}

#[test]
fn a_graded_deal_gets_its_line_before_the_first_hint() {
    let mut player = Player::new(games::session(
        games::variant("yakutat-bay", &[]),
        1_000_001,
        NOW,
    ));
    assert!(GradedDeals::difficulty_of_game(player.session.game()).is_some());
    player.settings.set(Setting::WarnWhenLost, false);
    let request = player.session.search_request(&player.settings, false);
    let request = request.expect("a search for the line");
    assert_eq!(games::task(&request), "warning");
    player.follow_hint();
    assert!(player.session.winning_line().is_some());
}

#[test]
fn a_move_that_was_proven_to_lose_is_not_offered_again() {
    let mut player = Player::new(games::session(games::variant("oscillation", &[]), 1, NOW));
    let first = player.hint();
    let offered: Vec<Move> = (1..first.count).map(|_| player.hint().mv).collect();
    let losing = *offered.last().expect("another hint");
    player.execute(Command::Move(losing));
    player.settings.set(Setting::WarnWhenLost, true);
    player.session.cancel_search();
    player.find_the_position_lost();
    player.execute(Command::Undo);
    let count = player.hint().count;
    assert!(count > 0);
    for _ in 0..count {
        assert_ne!(player.hint().mv, losing);
    }
}

#[test]
fn a_lost_position_is_named_first_and_then_has_hints() {
    let mut player = Player::new(games::session(games::variant("moosehide", &[]), 1, NOW));
    player.find_the_position_lost();
    assert_eq!(player.ask(), CommandOutcome::Refused(Refusal::Lost));
    player.follow_hint();
    player.follow_hint();
    assert_eq!(player.session.game().moves().len(), 2);
}

#[test]
fn in_a_lost_game_no_hint_leads_back_to_where_the_game_has_been() {
    let played = transcripts::unfinished("played/yakutat-bay-mistake", 0);
    let mut player = Player::new(Session::open(played));
    player.find_the_position_lost();
    player.ask();
    let after = |game: &Game, mv: Move| {
        let mut after = game.clone();
        after.play(mv).expect("a legal move");
        after
    };
    let mut visited = vec![player.session.game().table().clone()];
    let mut own_moves = 0;
    for _ in 0..12 {
        let game = player.session.game().clone();
        let can_return = |mv: &Move| {
            let there = after(&game, *mv);
            let mut replies = there.legal_moves().into_iter();
            replies.any(|reply| after(&there, reply).table() == game.table())
        };
        if let Some(mv) = game.legal_moves().into_iter().find(can_return) {
            player.execute(Command::Move(mv));
            visited.push(player.session.game().table().clone());
            own_moves += 1;
        }
        let CommandOutcome::Hint(first) = player.ask() else {
            break;
        };
        let game = player.session.game().clone();
        for _ in 0..first.count {
            let CommandOutcome::Hint(given) = player.ask() else {
                panic!("{} hints", first.count);
            };
            let there = after(&game, given.mv);
            assert!(!visited.contains(there.table()), "{} leads back", given.mv);
        }
        player.execute(Command::Move(first.mv));
        visited.push(player.session.game().table().clone());
    }
    assert!(own_moves > 1, "{own_moves}");
}

#[test]
fn fair_hints_do_not_depend_on_hidden_cards_whatever_is_proven() {
    let mut compared = 0;
    for id in ["yakutat-bay", "moving-left", "moosehide"] {
        let player = Player::of_winnable_deal(id, &[], 3).with_fair_hints();
        let mut game = player.session.game().clone();
        let line = line_to_keep(&player.session).expect("a line");
        for mv in line.moves.into_iter().take(6) {
            game.play(mv).expect("a legal move");
        }
        let Some(other) = with_other_hidden_cards(&game, 5) else {
            continue;
        };
        let line = games::solve(&game, &games::budget(200_000, 16 << 20)).verdict;
        let mut first = PlayedGame::new(game.clone());
        first.line = line.line().map(|moves| KeptLine {
            after: game.moves().len(),
            moves: moves.clone(),
        });
        let sessions = [first, PlayedGame::new(other)].map(Session::open);
        let hints = sessions.map(|session| {
            let mut player = Player::new(session).with_fair_hints();
            [player.ask(), player.ask(), player.ask()]
        });
        assert_eq!(hints[0], hints[1], "{id}");
        compared += 1;
    }
    assert!(compared > 1, "{compared}");
}

#[test]
fn a_hint_by_the_hidden_line_says_that_it_keeps_the_win() {
    let mut player = Player::of_winnable_deal("moosehide", &[("layout", "classic")], 1);
    let line = line_to_keep(&player.session).expect("a line");
    let mut by_line = 0;
    for mv in line.moves {
        player.execute(Command::Hint);
        let request = player.session.search_request(&player.settings, false);
        let Task::Hint { proofs, .. } = request.expect("a search").task else {
            panic!("another search");
        };
        let found = Found::Hint {
            advice: games::advice(Vec::new(), HintReason::GetsFurthest),
            proofs,
            is_complete: true,
        };
        games::record(&mut player.session, found);
        let given = player.hint();
        let is_by_line = given.reason == HintReason::KeepsWin;
        if given.mv != mv {
            assert!(!is_by_line, "no other move is known to win");
            assert_eq!(player.session.game().automatic_move(), Some(given.mv));
        }
        by_line += usize::from(is_by_line);
        player.execute(Command::Move(mv));
    }
    assert!(by_line > 0, "{by_line}");
    assert_eq!(
        player.session.played().header.shown,
        0,
        "not shown by the solver"
    );
}

/// A game, its options and a deal.
type Deal<'a> = (&'a str, &'a [(&'a str, &'a str)], u64);

/// Follows so many fair hints in each of some deals, and reviews the games. Returns how many were followed.
fn follow_fair_hints(deals: &[Deal<'_>], most: usize) -> usize {
    let mut followed = 0;
    for &(id, options, seed) in deals {
        let session = games::session(games::variant(id, options), seed, NOW);
        let mut player = Player::new(session).with_fair_hints();
        player.settings.set(Setting::Autoplay, seed % 2 == 0);
        let mut met = Vec::new();
        let mut planned = Vec::new();
        while let CommandOutcome::Hint(given) = player.ask()
            && player.session.game().moves().len() < most
        {
            let next = planned.first().copied().unwrap_or(given.mv);
            assert_eq!(given.mv, next, "{id} {seed}: the plan was {planned:?}");
            let advice = player.session.hints.plan.as_ref();
            planned = advice.map_or(Vec::new(), |advice| advice.moves.clone());
            let before = player.session.game().moves().len();
            player.execute(Command::Move(given.mv));
            let game = player.session.game();
            let made: Vec<Move> = game.moves().skip(before).collect();
            planned = planned.strip_prefix(&made[..]).unwrap_or_default().to_vec();
            let position = game.rules().state_key(game.table());
            assert!(!met.contains(&position), "{id} {seed}: in a circle");
            met.push(position);
            followed += 1;
        }
        let mut reviewer = Reviewer::new(player.session.game()).expect("moves");
        while reviewer.step(&CancelToken::default()) {}
        for (number, reviewed) in (1..).zip(&reviewer.review.moves) {
            let judgment = reviewed.judgment;
            assert_ne!(
                judgment,
                Some(Judgment::Mistake),
                "{id} {seed}: move {number}"
            );
        }
    }
    followed
}

#[test]
fn followed_fair_hints_go_to_the_end_of_a_plan_never_in_a_circle_and_are_never_called_mistakes() {
    let deals = [
        ("moosehide", &[("layout", "classic")][..], 2),
        ("moosehide", &[], 3),
    ];
    assert!(follow_fair_hints(&deals, 8) > 6);
}

#[test]
#[ignore = "takes a minute: reviews whole games"]
fn fair_hints_followed_through_whole_games_are_never_called_mistakes() {
    let deals = [
        ("yakutat-bay", &[][..], 1),
        ("moosehide", &[("layout", "classic")], 2),
        ("moosehide", &[], 3),
        ("single-left", &[("style", "warfield")], 4),
    ];
    assert!(follow_fair_hints(&deals, 65) >= 150);
}
