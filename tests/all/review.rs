//! Reviews of games: mistakes, luck, the verdict of the solver, and `larboard review`.

use std::fs;
use std::sync::{Arc, OnceLock};

use clap::Parser;
use jiff::Timestamp;
use larboard::cli::Cli;
use larboard::describe::brief_move_text;
use larboard::game::Game;
use larboard::proofs::Proofs;
use larboard::record::SaveId;
use larboard::record::{PlayedGame, Record};
use larboard::review::{
    Judgment, MoveReview, MoveVerdict, Practice, Review, ReviewError, Reviewer, loss_text,
    odds_text, summary, turning_point_text,
};
use larboard::rules::Move;
use larboard::session::{SearchReply, SearchRequest};
use larboard::solver::{Budget, CancelToken, LOSS_BUDGET, Tally, Verdict};
use larboard::storage::small_files::SmallFiles;
use serde_json::Value;
use tempfile::TempDir;

use crate::front_end::Player;
use crate::home::Home;
use crate::line_mode::LineMode;
use crate::{games, schema, transcripts};

/// Random moves in a deal that can be won until the last of them.
pub(crate) const MOVES: &str = "t7-t2 t3-f2 t2-t6x3 t3-t5x2 t4-t3x2 t5-t3x6 t3-t7x7 t7-t2x7 t2-t5x3 t7-t1x4 \
    t2-t1x4 t1-t2x4 t4-t7x3 t2-t1x4 t4-t3 t5-t4 t6-t1x2 t7-t6x2 t6-t7x3 t6-t1x2 t5-t4 t1-t6x13 \
    t4-t5 t5-t4 t7-t6x3 t6-t7x3 t7-t6x3 t1-t7x3 t1-t3 t2-t3x2 t6-t4x19 t3-t5 t4-t7x11 t7-t4x11 \
    t4-t7x11 t6-t7 t7-t6x16 t1-t6x3";

/// A game of which the last move is a mistake.
pub(crate) fn reviewed_game() -> Game {
    let moves: Vec<Move> = MOVES
        .split_whitespace()
        .map(|mv| mv.parse().expect("a move"))
        .collect();
    let game = games::deal("yakutat-bay", 2);
    game.with_history(&moves, 0, 0).expect("legal moves")
}

fn review(game: &Game) -> Review {
    let mut reviewer = Reviewer::new(game).expect("something to review");
    while reviewer.step(&CancelToken::default()) {}
    Review::clone(&reviewer.review)
}

/// Returns the turning points with their judgments.
fn judged(review: &Review) -> Vec<(usize, Option<Judgment>)> {
    let points = review.turning_points();
    points
        .map(|number| (number, review.moves[number - 1].judgment))
        .collect()
}

/// The review of that game, made once.
fn known_review() -> &'static Review {
    static REVIEW: OnceLock<Review> = OnceLock::new();
    REVIEW.get_or_init(|| review(&reviewed_game()))
}

/// Writes the record of a game, and returns what `larboard review` says of it.
fn run(game: &Game, json: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("temporary directory");
    let path = folder.path().join("game.json");
    let record = Record::from_played_game(&PlayedGame::new(game.clone()));
    fs::write(&path, record.to_string()).expect("a record");
    let path = path.to_str().expect("UTF-8 path");
    let mut out = Vec::new();
    let line = [&["larboard", "review", path], json].concat();
    let cli = Cli::try_parse_from(line).expect("a command line");
    cli.run(&mut out).expect("a review");
    String::from_utf8(out).expect("UTF-8 text")
}

#[test]
fn mistakes_and_luck_are_told_apart() {
    let review = known_review();
    assert!(review.is_complete);
    let expected = [
        (22, Some(Judgment::BadLuck)),
        (28, Some(Judgment::GoodLuck)),
        (31, Some(Judgment::GoodLuck)),
        (38, Some(Judgment::Mistake)),
    ];
    assert_eq!(judged(review), expected);
    let mistake = &review.moves[37];
    assert_eq!(mistake.verdict, MoveVerdict::GaveAway);
    assert!(
        review.moves[..37]
            .iter()
            .all(|review| review.verdict == MoveVerdict::Kept)
    );
    let mut game = reviewed_game();
    game.seek(37);
    for &mv in &mistake.better.as_ref().expect("better moves").moves {
        game.play(mv).expect("a legal move");
    }
}

#[test]
fn of_a_losing_move_without_a_judgment_nothing_is_said_but_what_it_did() {
    let (game, mut review) = (reviewed_game(), known_review().clone());
    let mistake = turning_point_text(&game, &review, 38).expect("a turning point");
    assert_contains!(mistake, "gave the win away: ");
    review.moves[37].judgment = None;
    assert_eq!(turning_point_text(&game, &review, 38), Some(mistake));
}

#[test]
fn a_review_names_no_move_that_is_proven_to_lose() {
    let moves = "r24-f2 r2-f2 t4-f4 t3-t6 r19-f2 t7-f2 t7-f1 r12-f1 r5-f1 t7-f1 t4-f1 t5-t3 r4-t6";
    let game = open_moosehide(1_000_869, moves);
    let review = review(&game);
    let last = review.moves.last().expect("a move");
    assert_eq!(last.verdict, MoveVerdict::GaveAway);
    // 8♦ to pile 6 looked better too, and loses.
    let better = last.better.as_ref().expect("what kept the win");
    assert!(better.is_proven, "{better:?}");
    let mut game = game;
    game.undo();
    let text = brief_move_text(&game, better.moves[0], false);
    assert_ne!(text, "8♦ to pile 6");
}

/// Moves of Moosehide with an open reserve.
fn open_moosehide(deal: u64, moves: &str) -> Game {
    let moves = moves.split(' ').map(|mv| mv.parse().expect("a move"));
    let game = Game::new(games::variant("moosehide", &[]), deal);
    let game = game.with_history(&Vec::from_iter(moves), 0, 0);
    game.expect("legal moves")
}

#[test]
fn a_blunder_in_a_hard_deal_is_a_mistake() {
    let moves = "t3-t2 t5-f2 r21-f3 r6-f4 r8-t1 r23-t1 r11-f3 r3-f4 r14-t2 r17-t2 r20-t6";
    let game = open_moosehide(1_000_504, moves);
    let review = review(&game);
    let last = review.moves.last().expect("a move");
    assert_eq!(last.verdict, MoveVerdict::GaveAway);
    // Of 100 deals that look like this 8 can be won before the move, and one after it.
    assert_eq!(last.judgment, Some(Judgment::Mistake), "{last:?}");
    assert_eq!(review.loss_reason().to_string(), "by a mistake");
    let text = summary(&game, &review);
    assert_starts_with!(text, "Move 11, ");
    assert_contains!(text, ", gave the win away: ");
}

#[test]
fn odds_change_only_by_moves_and_new_cards() {
    for pair in known_review().moves.windows(2) {
        let [one, next] = pair else { continue };
        assert_eq!(one.after, next.before);
        assert!(
            one.chosen.won <= one.before.won,
            "no move wins a sample deal that was lost"
        );
        assert_eq!(one.before.count(), one.chosen.count());
    }
}

/// Runs the search for a review until it has reported so often. Returns the number of reports.
fn run_in_parts(review: &mut Reviewer, most: usize) -> usize {
    review.start();
    let request = SearchRequest::of_review(review).expect("a search");
    let (cancel, mut reports) = (CancelToken::default(), Vec::new());
    request.run(&cancel, &mut |found| {
        reports.push(found);
        if reports.len() == most {
            cancel.cancel();
        }
    });
    let count = reports.len();
    for found in reports {
        let request = request.clone();
        SearchReply { request, found }.record_in(review);
    }
    review.cancel();
    count
}

#[test]
fn a_review_that_was_canceled_goes_on_where_it_was_stopped() {
    let mut game = reviewed_game();
    game.seek(15);
    let mut whole = Reviewer::new(&game).expect("moves");
    let mut parts = whole.clone();
    let all = run_in_parts(&mut whole, usize::MAX);
    let mut reports = Vec::new();
    while !parts.review.is_complete {
        reports.push(run_in_parts(&mut parts, 2));
    }
    assert!(reports.len() > 2, "{reports:?}");
    assert_eq!(reports.iter().sum::<usize>(), all, "nothing is done twice");
    assert_eq!(parts.review, whole.review);
}

/// Continues a review that begins with these proofs, with this budget of positions for others.
fn resume(game: &Game, proofs: Proofs, review: &Review, positions: u64) -> Review {
    let budget = Budget {
        positions: Some(positions),
        ..LOSS_BUDGET
    };
    let mut reviewer = Reviewer::begin(game.clone().into(), Arc::new(proofs));
    reviewer.restore((review.clone(), Practice::default()));
    reviewer.search_again(budget);
    while reviewer.step(&CancelToken::default()) {}
    Review::clone(&reviewer.review)
}

#[test]
fn with_all_cards_in_sight_the_odds_are_the_verdict_of_the_solver() {
    let game = transcripts::unfinished("exported/moosehide-classic-won", 12).game;
    let line = Vec::from_iter(game.undone());
    let mut game = game.branch().expect("a short game");
    let at = game.moves().len();
    let other = game.legal_moves().into_iter().find(|mv| *mv != line[0]);
    game.play(other.expect("another move"))
        .expect("a legal move");
    let mut proofs = Proofs::new(&game);
    proofs.record_verdict(&game, at, &Verdict::Winnable(line));
    let mut reviewer = Reviewer::begin(game.into(), Arc::new(proofs));
    while reviewer.step(&CancelToken::default()) {}
    let last = reviewer.review.moves.last().expect("a move");
    assert_eq!(last.after.count(), 1);
    assert_eq!(last.verdict == MoveVerdict::Kept, last.after.won == 1);
}

#[test]
fn the_odds_are_those_of_the_samples_whatever_is_proven() {
    let (game, estimated) = (reviewed_game(), known_review());
    let mut proofs = Proofs::new(&game);
    proofs.record_verdict(&game, 19, &Verdict::Winnable(Vec::new()));
    proofs.record_verdict(&game, 20, &Verdict::Unwinnable);
    let review = resume(&game, proofs, estimated, 1);
    assert!(review.is_complete);
    for moves in 0..=38 {
        assert_eq!(review.odds_at(moves), estimated.odds_at(moves), "{moves}");
    }
    assert_eq!(review.moves[19].verdict, MoveVerdict::GaveAway);
    assert_eq!(review.moves[37].verdict, MoveVerdict::AlreadyLost);
    // What kept the win is not known, so there is nothing to judge it by.
    assert_eq!(judged(&review), [(20, None)], "none after the loss");
    assert_eq!(review.loss_reason().to_string(), "not clear");
    let text = summary(&game, &review);
    assert_starts_with!(text, "Move 20, ");
    assert_ends_with!(text, ", gave the win away.");
}

#[test]
fn only_a_move_that_is_known_to_have_lost_the_game_is_judged_for_the_loss() {
    let (game, estimated) = (reviewed_game(), known_review());
    for lost in [22, 28] {
        let mut proofs = Proofs::new(&game);
        proofs.record_verdict(&game, lost, &Verdict::Unwinnable);
        let review = resume(&game, proofs, estimated, 1);
        let known = review.losing_move();
        for (number, reviewed) in (1..).zip(&review.moves).skip(lost - 1) {
            let judgment = reviewed.judgment.filter(|_| known != Some(number));
            assert_eq!(judgment, None, "move {number}, lost after {lost} moves");
        }
    }
}

#[test]
fn odds_are_the_share_of_decided_sample_deals() {
    let odds = |won, lost, unknown| odds_text(Tally { won, lost, unknown });
    assert_eq!(odds(3, 0, 22), "not known");
    assert_eq!(odds(9, 0, 16), "not known");
    assert_eq!(odds(16, 0, 9), "100 %");
    assert_eq!(odds(3, 7, 15), "30 %");
    assert_eq!([odds(0, 1, 0), odds(0, 0, 1)], ["0 %", "not known"]);
}

#[test]
fn a_game_that_was_given_up_while_it_could_be_won_was_lost_by_neither() {
    let mut game = reviewed_game();
    game.seek(37);
    let game = game.branch().expect("a game");
    let mut estimated = known_review().clone();
    estimated.moves.pop();
    let mut proofs = Proofs::new(&game);
    proofs.record_verdict(&game, 37, &Verdict::Winnable(Vec::new()));
    let review = resume(&game, proofs, &estimated, 1);
    assert_eq!(
        review.loss_reason().to_string(),
        "given up while it could be won"
    );
    let text = "After move 37, the last one, it could still be won.";
    assert_eq!(summary(&game, &review), text);
}

#[test]
fn of_two_drops_the_greater_one_decided_a_game_of_which_nothing_is_proven() {
    let game = reviewed_game();
    let review = resume(&game, Proofs::new(&game), known_review(), 1);
    let changes = [22, 38].map(|number| review.moves[number - 1].change);
    assert!(changes[0] < changes[1] && changes[1] < 0, "{changes:?}");
    assert_contains!(summary(&game, &review), "Move 22, ");
}

#[test]
fn what_keeps_the_win_is_no_mistake() {
    let rules = games::variant("moosehide", &[("layout", "classic")]);
    let line = include_str!("../data/moosehide-line.txt").split_whitespace();
    let moves: Vec<Move> = line.map(|mv| mv.parse().expect("a move")).collect();
    let game = Game::new(rules, 1);
    let game = game.with_history(&moves, 0, 0).expect("legal moves");
    let mut review = known_review().clone();
    let mistake = review.moves.remove(37);
    let mistakes = moves.iter().map(|&mv| MoveReview {
        mv,
        ..mistake.clone()
    });
    review.moves = mistakes.collect();
    let review = resume(&game, Proofs::new(&game), &review, 1);
    assert_eq!(judged(&review), []);
    let worst = "Won without a mistake. At its worst 17 of 22 deals like it could be won.";
    assert_eq!(summary(&game, &review), worst);
}

#[test]
fn a_review_of_a_win_says_which_move_it_is_at() {
    let game = transcripts::unfinished("exported/moosehide-classic-won", 0).game;
    let mut review = Reviewer::new(&game).expect("moves");
    review.start();
    let all = game.moves().len();
    assert_eq!(
        review.status(None),
        format!("Reviewing the odds: {all} moves left")
    );
}

/// Else the search for the move that lost it would never end.
#[test]
fn a_game_that_returns_to_a_position_is_proven_as_a_whole() {
    let moves = "t6-t5x4 t5-t4x9 t1-t6 t5-t4 t1-t5x5 t1-f3 t4-t2x8 t3-f4 t4-t5 t5-t4x2 t3-t4x7 t7-f3 t3-t7x9 t2-t7x3 \
        t7-t4x4 t4-t5x5 t7-f2 t7-f4 t5-t3 t6-f2 t2-t3x3 t1-t4x3 t4-t2x4 t2-t1x3 t2-t4 t4-t2 t1-t4x4 t4-t2x3 t2-t7x6 \
        t4-t3x7 t7-t2x6 t3-t4x3 t2-t7x6 t7-t4x3 t3-t5x4 t4-t7x3 t7-t4x3";
    let moves = moves.split_whitespace();
    let moves: Vec<Move> = moves.map(|mv| mv.parse().expect("a move")).collect();
    let last = moves.len();
    let rules = games::variant("yakutat-bay", &[("face-up", "yukon")]);
    let game = Game::new(rules, 1_000_421).with_history(&moves, 0, 0);
    let game = game.expect("legal moves");
    let [mut winnable, mut lost] = [Proofs::new(&game), Proofs::new(&game)];
    let mut there = game.clone();
    let states = Vec::from_iter((0..=last).map(|at| {
        there.seek(at);
        there.rules().state_key(there.table())
    }));
    let pairs = (0..=last).flat_map(|first| (first + 1..=last).map(move |again| (first, again)));
    let mut visits = pairs.filter(|&(first, again)| states[first] == states[again]);
    let (first, again) = visits.next().expect("a position that is visited twice");
    for at in [first, last] {
        winnable.record_verdict(&game, at, &Verdict::Winnable(Vec::new()));
    }
    assert!((0..=last).all(|at| winnable.winning_line_at(at).is_some()));
    lost.record_verdict(&game, again, &Verdict::Unwinnable);
    assert!(lost.first_lost() <= Some(first));
}

/// The deal is searched first, then positions by bisection; a search that proves nothing is not
/// repeated.
#[test]
fn the_loss_is_found_in_few_searches() {
    let mut game = games::deal("oscillation", 7);
    for _ in 0..66 {
        let mv = game.legal_moves()[0];
        game.play(mv).expect("a legal move");
    }
    let budget = Budget {
        positions: Some(100),
        ..LOSS_BUDGET
    };
    let mut reviewer = Reviewer::new(&game).expect("something to review");
    reviewer.search_again(budget);
    let mut positions = Vec::new();
    while let Some(position) = reviewer.next_position() {
        positions.push(position);
        reviewer.step(&CancelToken::default());
    }
    assert_eq!(positions[0], 0);
    assert!(positions.len() <= 15, "{positions:?}");
    positions.sort_unstable();
    positions.dedup();
    assert!(positions.len() > 1);
    let text = loss_text(&game, &reviewer.review).expect("a sentence");
    assert_eq!(text, "Whether this deal could be won is not known.");
    reviewer.search_again(LOSS_BUDGET);
    assert_eq!(reviewer.next_position(), Some(0), "a longer search");
}

#[test]
fn a_record_of_one_move_has_a_line_for_it_and_a_sentence() {
    let mut game = games::deal("yakutat-bay", 2);
    game.play(game.legal_moves()[0]).expect("a legal move");
    let text = run(&game, &[]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert!(lines[3].trim_start().starts_with("1  "), "{text}");
    assert!(lines[4].ends_with('.'), "{text}");
}

#[test]
fn where_there_is_nothing_to_review_one_line_says_why() {
    let mut forced = games::deal("single-left", 1);
    assert_eq!(run(&forced, &[]).lines().count(), 1);
    forced.play(forced.legal_moves()[0]).expect("a legal move");
    assert_eq!(Reviewer::check(&forced), Err(ReviewError::NoChoices));
    let text = run(&games::deal("yakutat-bay", 2), &[]);
    assert_eq!(text, "No move was made: there is nothing to review\n");
    let json: Value = serde_json::from_str(&run(&forced, &["--json"])).expect("valid JSON");
    schema::assert_fits("review", &json);
    assert_eq!(json["moves"], Value::Array(Vec::new()));
    assert_eq!(
        json["summary"],
        "This game plays itself: there is nothing to review"
    );
}

#[test]
fn the_json_of_a_review_is_the_review() {
    let mut game = reviewed_game();
    game.seek(3);
    let game = game.branch().expect("a game");
    let text = run(&game, &["--json"]);
    let json: Value = serde_json::from_str(&text).expect("valid JSON");
    schema::assert_fits("review", &json);
    assert_eq!(json["game"], "yakutat-bay");
    assert_eq!(json["status"], "playing");
    assert_eq!(json["moves"][0]["move"], "t7-t2");
    assert_eq!(json["moves"][0]["verdict"], "kept");
    let parsed: Review = serde_json::from_str(&text).expect("a review");
    assert_eq!(json["summary"], summary(&game, &parsed));
    assert!(parsed.is_of(game.moves()));
    assert_eq!(parsed, review(&game));
}

#[test]
fn a_review_is_kept_and_a_damaged_file_is_ignored() {
    let home: TempDir = tempfile::tempdir().expect("temporary directory");
    let reviews = SmallFiles::open(Some(home.path()));
    let id = SaveId::new(Timestamp::UNIX_EPOCH);
    assert_eq!(reviews.review(&id), None);
    let kept = (known_review().clone(), Practice::default());
    reviews.save_review(&id, &kept.0, &kept.1);
    assert_eq!(reviews.review(&id), Some(kept.clone()));
    let found = Practice {
        found: [38].into(),
        ..Practice::default()
    };
    for practice in [&found, &kept.1] {
        reviews.save_review(&id, &kept.0, practice);
        let now = reviews.review(&id).expect("a review").1;
        assert_eq!(now, found, "after {practice:?} was saved");
    }
    let path = home.path().join("reviews").join(format!("{id}.json"));
    fs::write(path, "{\"moves\":[{\"move\":\"t1\"").expect("a file");
    assert_eq!(reviews.review(&id), None);
}

#[test]
fn a_kept_review_of_other_moves_is_not_the_review_of_a_game() {
    let mut game = reviewed_game();
    for is_same in [true, false] {
        let mut review = Reviewer::new(&game).expect("moves");
        review.restore((known_review().clone(), Practice::default()));
        assert_eq!(*review.review == *known_review(), is_same);
        game.seek(37);
    }
}

#[test]
fn line_mode_reviews_a_game_only_once_it_is_over() {
    let mut line_mode = LineMode::with_settings("review-asks = false\n");
    line_mode.options.read_record = |_| Ok(PlayedGame::new(reviewed_game()));
    let mut played = PlayedGame::new(games::deal("yakutat-bay", 2));
    let lines = ["t7-t2", "review", "replay game.json", "review"];
    let answers = line_mode.play(&mut played, lines.into_iter().map(String::from));
    assert_contains!(answers, "The game can be reviewed once it is over");
    assert_contains!(
        answers,
        "\nMove 38, 4♠ and 2 more to pile 6, gave the win away: "
    );
    assert_contains!(answers, "\nMove 28, ");
}

#[test]
fn line_mode_asks_for_a_better_move_and_judges_each_try() {
    let mut line_mode = LineMode::new();
    line_mode.options.read_record = |_| Ok(PlayedGame::new(reviewed_game()));
    let mut played = PlayedGame::new(games::deal("yakutat-bay", 2));
    let lines = [
        "replay game.json",
        "review",
        "better 1 6",
        "1 6",
        "better 6 1",
        "better 2 6",
        "better",
        "start",
        "better",
    ];
    let answers = line_mode.play(&mut played, lines.into_iter().map(String::from));
    for answer in [
        "Find a better move: 4♠ and 2 more to pile 6 gave the win away here. better and a move",
        "\nThat is the move you made\nbetter 1 6 tries it\n",
        "\n4♣ and 2 more to pile 6 keeps the win: turns up a card in pile 5. You found the better move\n",
        "No better move is asked for here",
    ] {
        assert_contains!(answers, answer);
    }
}

/// The files of a player who has lost that game, and has no review of it.
fn home_with_a_mistake() -> (Home, SaveId) {
    let (home, id) = (Home::new(), SaveId::new(Timestamp::UNIX_EPOCH));
    let record = Record::for_save(&PlayedGame::new(reviewed_game()));
    fs::create_dir(home.join("finished")).expect("new folder");
    let file = home.join("finished").join(format!("{id}.json"));
    fs::write(file, record.to_file_text().expect("text")).expect("writable file");
    let result = format!(
        r#"{{"id":"{id}","game":"yakutat-bay","rules":{{"face-up":"yukon"}},"outcome":"given-up"}}"#
    );
    fs::write(home.join("results.jsonl"), result + "\n").expect("writable file");
    (home, id)
}

#[test]
fn a_better_move_that_is_found_in_line_mode_is_not_practiced_again() {
    for (lines, said, practice) in [
        (
            "better 1 6\n",
            "That is the move you made",
            "Find a better move",
        ),
        (
            "better 2 6\n",
            "You found the better move",
            "Nothing to practice now",
        ),
    ] {
        let (home, id) = home_with_a_mistake();
        let files = SmallFiles::open(Some(home.path()));
        files.save_review(&id, known_review(), &Practice::default());
        let answers = home.stdout_of("", &format!("finished\nreplay 1\nreview\n{lines}"));
        assert_contains!(answers, said);
        let mut player = Player::at_home(&home, "2026-11-25T12:00:00Z", true);
        assert_contains!(player.press("S p").screen(), practice);
    }
}

#[test]
fn a_better_move_counts_as_help_in_line_mode_without_a_review() {
    for lines in ["practice\n", "finished\nreplay 1\n37\nbetter\n"] {
        let (home, id) = home_with_a_mistake();
        let files = SmallFiles::open(Some(home.path()));
        files.save_review(&id, known_review(), &Practice::default());
        home.stdout_of("", lines);
        let results = fs::read_to_string(home.path().join("results.jsonl"));
        assert_contains!(results.expect("results"), r#""help":"review""#);
    }
}

/// Also in the program that is started again.
#[test]
fn a_mistake_is_practiced_once_a_day_until_a_better_move_is_found() {
    let (home, id) = home_with_a_mistake();
    let files = SmallFiles::open(Some(home.path()));
    let mut unproven = known_review().clone();
    let better = unproven.moves[37].better.as_mut();
    better.expect("better moves").is_proven = false;
    files.save_review(&id, &unproven, &Practice::default());
    let mut player = Player::at_home(&home, "2026-11-24T12:00:00Z", true);
    assert_contains!(player.press("S p").screen(), "Nothing to practice now");
    files.save_review(&id, known_review(), &Practice::default());
    for (day, keys, seen) in [
        ("2026-11-25T12:00:00Z", "S p", "Find a better move: 4♠"),
        ("2026-11-25T13:00:00Z", "S p", "No more practice today"),
        (
            "2026-11-26T12:00:00Z",
            "S p 2 6",
            "Found: 4♣ and 2 more to pile 6 keeps the win",
        ),
        ("2026-11-27T12:00:00Z", "S p", "Nothing to practice now"),
    ] {
        let mut player = Player::at_home(&home, day, true);
        assert_contains!(player.press(keys).screen(), seen);
    }
}

#[test]
fn what_is_found_about_a_question_says_nothing_of_the_game_at_the_table() {
    let (home, id) = home_with_a_mistake();
    let files = SmallFiles::open(Some(home.path()));
    files.save_review(&id, known_review(), &Practice::default());
    let mut player = Player::at_home(&home, "2026-11-25T12:00:00Z", true);
    player.deal(games::variant("yakutat-bay", &[]), 3);
    player.press("esc S p 5 3").search(400_000);
    assert_contains!(player.screen(), "Found: 8♥ to pile 3 keeps the win");
    assert_contains!(player.press("esc esc esc v").screen(), "Searching: ");
}
