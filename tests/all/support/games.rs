//! Games by id, for every test that needs one.

use jiff::Timestamp;
use larboard::difficulty::{GradedDeals, game_label};
use larboard::game::Game;
use larboard::hint::{HintReason, obvious_hints};
use larboard::player::Advice;
use larboard::record::{PlayedGame, Record};
use larboard::rules::{GameOptions, Move, Status};
use larboard::session::{Answer, Found, SearchReply, SearchRequest, Session, Task};
use larboard::solver::{Budget, CancelToken, SolveResult, Tally, is_winning_line};
use larboard::storage::settings::Settings;
use larboard::variant::{self, Variant};

/// The fields of an exported record, in their order.
pub(crate) const RECORD_FIELDS: &str = "format game rules seed deck moves status started finished seconds undos hints \
    shown asked redo parent generator";

/// Creates a game with options given by name and value; the others have their defaults.
pub(crate) fn variant(id: &str, options: &[(&str, &str)]) -> Variant {
    let info = variant::find(id).expect("game of the list");
    variant::new(info, options).expect("options of the game")
}

/// Returns the options of a game given by name and value, with defaults for the others.
pub(crate) fn options(id: &str, given: &[(&str, &str)]) -> GameOptions {
    let info = variant::find(id).expect("game of the list");
    GameOptions::parse(info, given).expect("options of the game")
}

/// Deals a game with its default options.
pub(crate) fn deal(id: &str, seed: u64) -> Game {
    Game::new(variant(id, &[]), seed)
}

/// Starts the game of a deal.
pub(crate) fn session(rules: Variant, seed: u64, now: Timestamp) -> Session {
    Session::start(PlayedGame::new(Game::new(rules, seed)), now)
}

/// Returns every game whose deals are graded.
pub(crate) fn graded_games() -> Vec<(Variant, GradedDeals)> {
    let games = variant::all().into_iter();
    let graded = games.filter_map(|rules| GradedDeals::bundled(&rules).map(|deals| (rules, deals)));
    let mut games: Vec<(Variant, GradedDeals)> = Vec::new();
    for (rules, deals) in graded {
        let label = game_label(&rules);
        if games.iter().all(|(other, _)| game_label(other) != label) {
            games.push((rules, deals));
        }
    }
    assert!(!games.is_empty());
    games
}

/// Returns the limits of a search.
pub(crate) fn budget(positions: u64, memory: usize) -> Budget {
    Budget {
        positions: Some(positions),
        time: None,
        memory,
    }
}

/// Searches a position until the limits are reached.
pub(crate) fn solve(game: &Game, budget: &Budget) -> SolveResult {
    let (rules, cancel) = (game.rules(), CancelToken::default());
    rules.solve(game.table(), budget, &cancel, &mut |_| {})
}

/// Returns complete advice, which compares nothing.
pub(crate) fn advice(moves: Vec<Move>, reason: HintReason) -> Advice {
    Advice {
        moves,
        reason,
        tally: Tally::default(),
        next_best: None,
        odds: None,
        is_complete: true,
        is_continued: false,
    }
}

/// Plays a winning line with hints, records and replays it, and undoes it. Returns the number of hints.
pub(crate) fn check_won_game(mut game: Game, line: &[Move]) -> usize {
    let (rules, start) = (game.rules().clone(), game.table().clone());
    assert!(is_winning_line(&*rules, &start, line));
    let mut hinted = 0;
    for &mv in line {
        let (hints, legal) = (obvious_hints(&*rules, game.table()), game.legal_moves());
        assert!(hints.iter().all(|hint| legal.contains(&hint.moves[0])));
        hinted += hints.len();
        game.play(mv).expect("legal move");
    }
    assert_eq!(game.status(), Status::Won);
    let text = Record::from_played_game(&PlayedGame::new(game.clone())).to_string();
    let record = Record::from_slice(text.as_bytes()).expect("valid record");
    let back = record.replay(rules).expect("legal moves");
    assert_eq!(back.game.table(), game.table());
    while game.undo().is_some() {}
    assert_eq!(*game.table(), start);
    hinted
}

/// Names what a search finds out.
pub(crate) fn task(request: &SearchRequest) -> &'static str {
    match request.task {
        Task::Warning => "warning",
        Task::Verdict => "verdict",
        Task::Deal => "deal",
        Task::Advice => "advice",
        Task::Hint { .. } => "hint",
        Task::Review { .. } => "review",
        Task::Shortest(_) => "shortest",
    }
}

/// Records what the requested search has found.
pub(crate) fn record(session: &mut Session, found: Found) -> Option<Answer> {
    let request = session.search_request(&Settings::default(), true);
    let request = request.expect("a search");
    session.record(&SearchReply { request, found })
}
