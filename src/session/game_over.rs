//! Summary of a game that has ended.

use super::state::Session;
use crate::describe::{pluralize, progress_word, sentence};
use crate::stats_text::{self, format_duration};
use crate::storage::results::{GameOutcome, Results};

/// What both user interfaces show at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOverSummary {
    /// The result, in one line.
    pub headline: String,
    /// How far the game came, the moves and the time, in one line: `36 of 52 cards home in 40 moves, 1 min`.
    /// `None` if no move was made.
    pub progress: Option<String>,
    /// The seed and the help used, in one line; empty if there is nothing to say.
    pub details: String,
    /// How the game compares with the player's others of its kind, or why it does not count among them.
    pub comparison: Option<String>,
}

impl GameOverSummary {
    /// Returns `None` for a game in progress.
    pub fn new(session: &Session, results: &Results) -> Option<GameOverSummary> {
        let (played, game) = (session.played(), session.game());
        let (title, solver_moves) = (game.rules().info().title, played.solver_moves_shown);
        let moves = game.moves().len();
        let headline = match session.outcome() {
            GameOutcome::Playing => return None,
            GameOutcome::Won if solver_moves > 0 => {
                format!("{title}: solved with moves of the solver.")
            }
            GameOutcome::Won => format!("{title}: won!"),
            GameOutcome::Lost if moves == 0 => "This deal has no legal move. You lost.".into(),
            GameOutcome::Lost => "No moves left. You lost.".into(),
            GameOutcome::GivenUp => "You gave up.".into(),
        };
        let count = |number: u32, one: &str| (number > 0).then(|| pluralize(number as usize, one));
        let details = [
            game.seed().map(|seed| format!("seed {seed}")),
            count(game.undos(), "undo"),
            count(played.hints, "hint"),
            count(solver_moves, "move").map(|moves| format!("{moves} shown by the solver")),
        ];
        let details: Vec<String> = details.into_iter().flatten().collect();
        Some(GameOverSummary {
            headline,
            progress: (moves > 0).then(|| {
                let (gone, time) = (cards_gone(session), format_duration(played.seconds));
                format!("{gone} in {}, {time}", pluralize(moves, "move"))
            }),
            details: sentence(&details.join(", ")),
            comparison: comparison(session, results),
        })
    }
}

/// How many cards are home or discarded: `36 of 52 cards home`.
fn cards_gone(session: &Session) -> String {
    let game = session.game();
    let (cards, home, gone) = (
        game.deck().len(),
        game.foundation_cards(),
        progress_word(game),
    );
    match game.rules().cards_left(game.table()) {
        _ if session.outcome() == GameOutcome::Won => format!("All {cards} cards {gone}"),
        Some(left) => format!("{home} of {cards} cards {gone}, {left} left,"),
        None => format!("{home} of {cards} cards {gone}"),
    }
}

fn comparison(session: &Session, results: &Results) -> Option<String> {
    let (played, game) = (session.played(), session.game());
    if played.is_taken_over() {
        return Some("Taken over from a record: counts apart from your own games".into());
    }
    let is_won = session.outcome() == GameOutcome::Won;
    if is_won && played.solver_moves_shown > 0 {
        return Some("Counts as solved, not as won".into());
    }
    let rules = game.rules();
    let saved = session.save_state().id();
    let others = results.stats_of(rules.info(), &rules.options(), saved);
    let win = is_won.then_some((played.seconds, game.moves().len() as u64));
    stats_text::comparison(&others, win).map(|text| sentence(&text))
}
